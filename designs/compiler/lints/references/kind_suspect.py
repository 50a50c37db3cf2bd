"""Relationships whose numbers, fields, or examples suggest another kind.

If a child can have several parents, one reference can't store them, and an embedded child is copied into each
parent.

Two entities can be linked only once. If a field of the link, such as a role or a period, distinguishes several
links of the same pair, model the link as an entity.

If an entity is linked to itself and the link goes both ways, such as two substances that interact, give both ends
the same name. Otherwise, reads from one end miss it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from ...model.conceptual import Field, Relationship, given, stated
from ...names.path_steps import is_of_itself
from ...plan_model.decisions import Decision
from ...plan_model.findings import Finding, Severity
from ...plan_model.number_format import listed
from ...sampling import samples
from ...workload.document_history import VALID_TO, holds_versions
from ..base import Inspection, Lint, number, setting, together

_DESCRIBING = frozenset(
    {
        "unit", "currency", "state", "status", "stage", "phase", "progress", "decision", "answer", "response", "reply", "rsvp",
        "result", "outcome", "verdict", "approval", "condition", "severity", "priority", "visibility", "level", "grade", "rating",
    }
)  # fmt: skip
"""Names of what describes the one link, or changes in its life: it tells no two links of a pair apart."""
_STATES = frozenset(
    {
        "open", "closed", "pending", "asked", "requested", "proposed", "invited", "accepted", "approved", "agreed", "confirmed",
        "refused", "rejected", "declined", "cancelled", "canceled", "withdrawn", "done", "finished", "completed", "active",
        "inactive", "paid", "unpaid", "yes", "no", "maybe", "unknown", "new", "draft",
    }
)  # fmt: skip
_DIRECTED = re.compile(
    r"(^|_)(before|after|block|preced|succe|predecess|prerequisite|replac|supersed|cite|depend|follow|parent|child|above|below|upstream|downstream)"
)
"""Names of ends of which one comes first: what they say never holds both ways."""
_STEM = 5
"""Letters that the forms of one word have in common."""
_PERIOD = re.compile(r"(^|_)(from|to|since|until|start|end|starts|ends|valid)(_|$)")


def check(seen: Inspection) -> Iterator[Finding]:
    """One-to-many relationships whose children have more than one parent on average, at the 95th percentile,
    over time, or in the examples. Many-to-many relationships whose links have a field that can distinguish
    two links of the same pair, or that connect an entity to itself with equal maximums but different names on
    each end."""
    for relationship, decision in seen.decided():
        yield from _of_links(seen, relationship)
        if relationship.kind != "one-to-many":
            continue
        parent, child = relationship.from_.entity, relationship.to.entity
        why = _numbers(relationship)
        if not why and _is_list(decision) and _is_shared(seen, relationship):
            why = "has two parents in the examples"
        if why:
            message = f"One {child} {why}, but one-to-many allows only one {parent}."
            fix = together(
                setting(relationship, "strategy"), setting(relationship, "kind", value="many-to-many")
            )
            yield LINT.finding(
                relationship.name,
                message,
                "Change the kind to many-to-many, or correct the numbers.",
                fix=fix,
                **_params(relationship),
            )


def _of_links(seen: Inspection, relationship: Relationship) -> Iterator[Finding]:
    if relationship.kind not in ("many-to-many", "graph"):
        return
    near, far = relationship.from_.entity, relationship.to.entity
    if telling := _telling(relationship, _updated(seen, relationship)):
        pair = f"two {seen.names.spoken(near)}" if near == far else f"{near} and {far}"
        message = f"The same {pair} can be linked only once, even with another {listed(telling.fields)}."
        hint = "If they can be linked again, make the link an entity with two references."
        severity: Severity = "warning" if telling.is_period else "info"
        yield LINT.finding(relationship.name, message, hint, severity, **_params(relationship))
    most = [given(end.count.max, None) for end in (relationship.from_, relationship.to)]
    names = [given(end.field, "") for end in (relationship.from_, relationship.to)]
    if is_of_itself(relationship) and most[0] is not None and most[0] == most[1] and all(names):
        is_one_way = any(_DIRECTED.search(name.lower()) for name in names)
        if names[0] == names[1] or not _same_word(*names) or is_one_way:
            return
        message = f"Reads of {names[0]} don't return the pairs that were added at {names[1]}, and vice versa."
        hint = f"If it goes both ways, name both ends {names[0]}. Reads then query both."
        fix = setting(relationship, "to", "field", value=names[0])
        yield LINT.finding(relationship.name, message, hint, "info", fix=fix, **_params(relationship))


def _same_word(near: str, far: str) -> bool:
    """Whether two ends seem to say one thing in two forms: adjoins, adjoined_by. Of two words each names its own end."""
    return near[:_STEM].lower() == far[:_STEM].lower()


class _Telling(NamedTuple):
    """Fields of a link that may tell several links of a pair apart. is_period: a pair that was linked for a time is
    likely to be linked again; a word of a few, such as a level, may as well describe the one link."""

    fields: list[str]
    is_period: bool


def _updated(seen: Inspection, relationship: Relationship) -> set[str]:
    """Return the fields of a link that updates change: it stays the same link."""
    routes = (
        seen.paths.resolve(operation.entity, path)
        for operation in seen.model.workload
        if operation.kind == "update"
        for path in operation.written
    )
    return {
        route.last.name
        for route in routes
        if route is not None and route.last.kind == "link" and route.last.relationship is relationship
    }


def _telling(relationship: Relationship, updated: set[str]) -> _Telling | None:
    """Return what each link has one of a few words for, or the dates of its period; None where it has neither, or they
    say how a number or the link itself is meant, or change. updated: the fields that operations change."""
    fields = given(relationship.link_fields, [])
    words = [
        each.name
        for each in fields
        if stated(each.enum)
        and given(each.required, False)
        and not _is_state(each)
        and each.name not in updated
    ]
    dates = [each.name for each in fields if each.type == "date" and _PERIOD.search(each.name)]
    if len(dates) < 2:
        dates = _from_and_to(fields)
    is_period = len(dates) > 1
    return _Telling([*words, *(dates if is_period else [])], is_period) if words or is_period else None


def _from_and_to(fields: list[Field]) -> list[str]:
    """Return two dates of which the second may be open, whatever they are called; nothing where there are others."""
    dates = [each for each in fields if each.type == "date"]
    needed = [given(each.required, False) for each in dates]
    return [each.name for each in dates] if needed == [True, False] else []


def _is_state(field: Field) -> bool:
    values = {str(value).lower() for value in given(field.enum, [])}
    return field.name.lower().rpartition("_")[2] in _DESCRIBING or not _STATES.isdisjoint(values)


def _is_list(decision: Decision) -> bool:
    """Whether nothing but a list of the parent's says whose a child is."""
    return decision.traits.lists_ids and not decision.traits.is_two_way


def _numbers(relationship: Relationship) -> str:
    count = relationship.to.count
    for name, value in (("average", count.average), ("p95", count.p95)):
        if stated(value) and given(value, 0) > 1:
            return f"has {number(float(given(value, 0)))} parents ({name})"
    if given(count.growth, "bounded") == "unbounded" or given(count.adds_per_day, 0) > 0:
        return "has a growing number of parents"
    return ""


def _params(relationship: Relationship) -> dict[str, Any]:
    count = relationship.to.count
    counts = {"average": count.average, "p95": count.p95}
    return {name: float(given(value, 0)) for name, value in counts.items() if stated(value)}


def _is_shared(seen: Inspection, relationship: Relationship) -> bool:
    held: Counter[Any] = Counter()
    documents = samples(seen.compilation, seen.paths)
    for spot in seen.placement.references(relationship, "from"):
        has_versions = holds_versions(seen.collections[spot.collection])
        for document in documents.get(spot.collection, ()):
            if has_versions and document.get(VALID_TO) is not None:
                continue  # an earlier version of a parent isn't another parent
            value = document.get(spot.path)
            held.update(value if isinstance(value, list) else ())
    return any(times > 1 for times in held.values())


LINT = Lint(
    code="L57",
    slug="kind-suspect",
    name="KIND_SUSPECT",
    severity="warning",
    title="Relationship kind may be wrong",
    source="schema design guidelines: can one child have several parents, and two of them several links?",
    about="relationship",
    check=check,
)
