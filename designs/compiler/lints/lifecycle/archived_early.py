"""Documents that are archived while updates still need them.

An archive checks only a date. If a document has the date from its insert, or gets it before its last state, an old
document is archived although it isn't finished: an unpaid invoice, for example. Updates don't find it anymore.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Entity, Operation, given, stated
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...workload.expiry import comes_later, dated, lifetime
from ...workload.inputs import writes
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Archives that move documents in states that updates still filter by."""
    for entity in seen.model.entities:
        retention = lifetime(entity)
        field = dated(entity)
        if retention.policy != "archive" or field is None:
            continue
        for state in (each for each in entity.own_fields if stated(each.enum)):
            yield from _of_states(seen, entity, state.name, list(given(state.enum, [])))


def _of_states(seen: Inspection, entity: Entity, state: str, values: list[Any]) -> Iterator[Finding]:
    """Yield the finding of an archive that takes documents in one of the states for which updates wait."""
    kin = seen.survey.families.line(entity.name)
    updates = [
        each for name in kin for each in seen.survey.traffic.by_entity.get(name, ()) if each.kind == "update"
    ]
    reached = _states_with_date(entity, updates, state, values)
    path = given(lifetime(entity).field, "")
    waiting = {each.name: _asked(each, state) for each in updates if not _clears(each, path)}
    early = [value for value in reached if any(value in asked for asked in waiting.values())]
    states = listed((f'"{value}"' for value in early), "or")
    names = [f'"{name}"' for name, asked in waiting.items() if any(value in early for value in asked)]
    if names:
        retention = lifetime(entity)
        verb = "updates" if len(names) == 1 else "update"
        yield LINT.finding(
            entity.name,
            f"Archives by {retention.field}, even while {state} is {states}, which {listed(names)} still {verb}.",
            "Archive by a date that is set only in the final state. Until then, these updates report when a document is archived.",
        )


def _states_with_date(entity: Entity, updates: list[Operation], state: str, values: list[Any]) -> list[Any]:
    """Return the states in which documents may have the date of their archive: all of them where it is there from the
    insert, else those that updates set with it, and where others lead from there. Of a date that no update sets its name
    says whether it comes last."""
    field = dated(entity)
    path = given(lifetime(entity).field, "")
    clearing = [each for each in updates if _clears(each, path)]
    dating = [each for each in updates if writes(each, path) and each not in clearing]
    if field is None or field.required is True:
        return values
    if not dating:
        return [] if comes_later(field.name) else values
    reached: set[Any] = set()
    for each in dating:
        reached |= set(_left_in(each, state, values))
    while True:
        keeping = (each for each in updates if writes(each, state) and each not in clearing)
        asked = ((each, _begins_in(each, state, values)) for each in keeping)
        further = {
            value
            for each, before in asked
            if reached.intersection(before)
            for value in _left_in(each, state, values)
        }
        if further <= reached:
            return [value for value in values if value in reached]
        reached |= further


def _clears(update: Operation, path: str) -> bool:
    """Whether an update takes the date away: what it leaves has none."""
    return any(each.field == path and each.do == "unset" for each in given(update.effects, []))


def _left_in(update: Operation, state: str, values: list[Any]) -> list[Any]:
    """Return the states in which an update may leave a document."""
    if not writes(update, state):
        return _asked(update, state) or values
    put = [each.value for each in given(update.effects, []) if each.field == state and stated(each.value)]
    return put or values


def _begins_in(update: Operation, state: str, values: list[Any]) -> list[Any]:
    """Return the states from which an update leads to others: all where it asks for none, none where its caller says which."""
    asks = any(each.field == state for each in given(update.filter, []))
    return _asked(update, state) if asks else values


def _asked(operation: Operation, state: str) -> list[Any]:
    """Return the states in which an operation looks for documents, none where it names none."""
    named = [
        each.value
        for each in given(operation.filter, [])
        if each.field == state and each.how in ("eq", "in") and stated(each.value)
    ]
    return [value for each in named for value in (each if isinstance(each, list) else [each])]


LINT = Lint(
    code="ARCHIVED_EARLY",
    slug="archived-early",
    name="ARCHIVED_EARLY",
    severity="warning",
    title="Archived before its last update",
    source="MongoDB, Building with Patterns: the archive pattern",
    about="entity",
    check=check,
)
