"""Deletes and updates of what stands in several places, as one function that writes all of them: who calls it asks for
what the operation means, not for where the design came to store it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...model.conceptual import Operation, given, stated
from ...plan_model.physical import Outcome, Param, Statement
from ..context import ScriptFunction
from ..ir.rendering import markers_of
from ..parameters import one_value, with_other_steps

_WRITES = frozenset({"update", "delete"})


def in_all_places(operation: Operation, functions: list[ScriptFunction], note: str) -> list[ScriptFunction]:
    """Return the functions of an operation as one, where each does its part by the same values; else as they are.
    note: what all of them say."""
    if not _means_all(operation) or not _are_alike(functions):
        return functions
    remarks = [function.note.removeprefix(note).strip() for function in functions]
    joined, *others = functions
    values: dict[str, Param] = {}
    parts = [one_value(statement, values) for statement in joined.statements]
    for function in others:
        names = {
            statement.step: joined.step(statement.step) for statement in function.statements if statement.step
        }
        for statement in function.statements:
            part = one_value(_with_steps(statement, names), values)
            asked = next((each for each in parts if _asks_the_same(each, part)), None)
            if asked is None:
                parts.append(part)
            else:
                names[statement.step] = asked.step
    joined.transaction = any(statement.transaction for statement in parts)
    joined.name, joined.note = operation.name, note
    joined.unsupported = next((each.unsupported for each in functions if each.unsupported), None)
    joined.statements = [replace(statement, transaction=joined.transaction) for statement in parts]
    for remark in [*remarks, *_written(parts)]:
        joined.remark(remark)
    return [joined.numbered()]


def _written(statements: list[Statement]) -> list[str]:
    """Say which collections are written, where they are several that no remark names."""
    names = dict.fromkeys(statement.collection for statement in statements if statement.writes)
    return [f"Writes to every collection that can contain one: {', '.join(names)}."] if len(names) > 1 else []


def _means_all(operation: Operation) -> bool:
    """Whether an operation writes whatever its filter matches, and answers nothing."""
    is_one = given(operation.returns, "nothing") != "nothing" or stated(operation.sort)
    return operation.kind in _WRITES and not is_one


def _are_alike(functions: list[ScriptFunction]) -> bool:
    """Whether functions ask for the same values, and none of them ends where it matches nothing, but where all of them
    ask the same collection."""
    guards = {
        frozenset(each.collection for each in function.statements if each.must_match and not each.writes)
        for function in functions
    }
    if len(guards) > 1:
        return False
    asked = {frozenset(_asked(function)) for function in functions}
    statements = [statement for function in functions for statement in function.statements]
    return len(asked) == 1 and not any(
        statement.ends or (statement.must_match and statement.writes) or statement.retry or statement.unless
        for statement in statements
    )


def _asks_the_same(statement: Statement, other: Statement) -> bool:
    """Whether two reads, without which nothing is written, are of the same document."""
    is_guard = bool(statement.must_match) and not statement.writes
    return is_guard and all(
        getattr(statement, part) == getattr(other, part)
        for part in ("op", "collection", "filter", "projection")
    )


def _asked(function: ScriptFunction) -> set[str]:
    markers = (marker for statement in function.statements for marker in markers_of(statement))
    return {marker.name for marker in markers if isinstance(marker, Param)}


def _with_steps(statement: Statement, names: Mapping[str, str]) -> Statement:
    """Return a statement with other names of the steps."""

    def renamed(outcome: Outcome) -> Outcome:
        return replace(outcome, step=names.get(outcome.step, outcome.step))

    again = with_other_steps(statement, renamed)
    return replace(
        again,
        step=names.get(statement.step, statement.step),
        each=names.get(statement.each, statement.each),
        beside=tuple(names.get(step, step) for step in statement.beside),
    )
