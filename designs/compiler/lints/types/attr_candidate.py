"""Many similar fields, each with an index of its own.

As an array of name and value, all of them share one index, and a new one needs no change of the
schema.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...attributes.declared_groups import Loose
from ...model.conceptual import Field, given, stated
from ...plan_model.findings import Finding
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """At least ATTR_MIN optional fields of one object and one type, in no variant group, each the
    first key of an index. And groups that operations ask for, yet stay fields."""
    starts: defaultdict[str | None, set[str]] = defaultdict(set)
    for collection in seen.plan.collections:
        starts[collection.entity] |= seen.starts[collection.name]
    for entity in seen.model.entities:
        yield from _within(entity.name, "", entity.own_fields, starts[entity.name], seen.limits.attr_min)
    for loose in seen.placement.attributes.loose:
        yield _stays(loose)


_APART = "make an entity of it, which may stand in the same document"
_STAYS = {
    "name": (
        "the name of the group is, or may be, another field's, or no path reaches it",
        "give the group another name",
    ),
    "link": ("they are fields of a link that is not many-to-many", "declare them in the entity"),
    "inner": ("they are inside {within}, which is a link's", "declare them beside it"),
    "list": ("they are in a list of lists, {within}", _APART),
    "kept": ("{within} is no plain object in every document", f"declare them beside it, or {_APART}"),
    "whole": (
        "{within} is copied, indexed or sorted by as a whole",
        "name those of its fields that are meant, or declare the group beside it",
    ),
}


def _stays(loose: Loose) -> Finding:
    where, hint = (text.format(within=loose.within) for text in _STAYS[loose.why])
    names = [field.name for field in loose.fields]
    path = f"{loose.within}." if loose.within not in ("", loose.subject) else ""
    message = f"{loose.group} stays {len(names)} fields ({', '.join(names)}): {where}"
    return LINT.finding(f"{loose.subject}.{path}{names[0]}", message, hint, fields=names)


def _within(
    entity: str, prefix: str, fields: Sequence[Field], starts: set[str], least: float
) -> Iterator[Finding]:
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for field in fields:
        path = f"{prefix}{field.name}"
        yield from _within(entity, f"{path}.", given(field.fields, []), starts, least)
        single = not given(field.unique, False) and field.type not in ("object", "array", "objectId", "date")
        if path in starts and single and not given(field.required, False) and not stated(field.variant_group):
            alike[field.type].append(path)
    for kind, paths in alike.items():
        if len(paths) >= least:
            message = f"{len(paths)} optional fields of type {kind} have an index each: {', '.join(paths)}"
            hint = "give them one variant_group: an array of name and value with one index"
            yield LINT.finding(entity, message, hint, fields=paths)


LINT = Lint(
    code="L55",
    slug="attr-candidate",
    name="ATTR_CANDIDATE",
    severity="info",
    title="Fields that could be attributes",
    source="Building with Patterns: the attribute pattern",
    about="entity",
    check=check,
)
