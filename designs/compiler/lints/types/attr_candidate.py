"""Many similar fields, each with its own index.

As an array of name/value pairs, they share one index, and a new field needs no schema change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...attributes.declared_groups import Loose
from ...model.conceptual import Field, given, stated
from ...plan_model.findings import Finding
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Five or more optional fields of one type in one object, each the first key of an index and in no attribute
    group. Also attribute groups that operations filter by but that can't be applied."""
    starts: defaultdict[str | None, set[str]] = defaultdict(set)
    for collection in seen.plan.collections:
        starts[collection.entity] |= seen.starts[collection.name]
    for entity in seen.model.entities:
        yield from _within(entity.name, "", entity.own_fields, starts[entity.name], seen.limits.attr_min)
    for loose in seen.placement.attributes.loose:
        yield _stays(loose)


_APART = "Make it an entity. It can be embedded in the same document."
_STAYS = {
    "name": (
        "the group name conflicts with a field or isn't a valid path",
        "Rename the group.",
    ),
    "link": ("the fields belong to a link that isn't many-to-many", "Move the fields to the entity."),
    "inner": ("the fields are in {within}, which belongs to a link", "Declare them next to it."),
    "list": ("the fields are in a nested array, {within}", _APART),
    "kept": ("{within} isn't an object in every document", f"Declare them next to it. {_APART}"),
    "whole": (
        "{within} is copied, indexed, or sorted as a whole",
        "Name only the fields you need, or declare the group next to it.",
    ),
}


def _stays(loose: Loose) -> Finding:
    where, hint = (text.format(within=loose.within) for text in _STAYS[loose.why])
    names = [field.name for field in loose.fields]
    path = f"{loose.within}." if loose.within not in ("", loose.subject) else ""
    message = (
        f"Attribute group {loose.group} isn't applied: {where} ({', '.join(names)}, {len(names)} fields)"
    )
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
            message = f"{len(paths)} optional {kind} fields each have an index: {', '.join(paths)}."
            hint = "Put them in one attribute group (variant_group): name/value pairs with one index."
            yield LINT.finding(entity, message, hint, fields=paths)


LINT = Lint(
    code="L55",
    slug="attr-candidate",
    name="ATTR_CANDIDATE",
    severity="info",
    title="Candidate for the attribute pattern",
    source="Building with Patterns: the attribute pattern",
    about="entity",
    check=check,
)
