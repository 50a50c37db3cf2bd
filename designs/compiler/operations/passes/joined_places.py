"""Deletes and updates of what stands in several places, as one function that writes all of them: who calls it asks for
what the operation means, not for where the design came to store it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ...model.conceptual import Operation, given, stated
from ...plan_model.physical import Outcome, Param, Statement
from ..context import OperationContext, ScriptFunction
from ..functions.split_subtypes import collections_of, united_finds
from ..ir.conditions import At, filter_of
from ..ir.predicates import Near
from ..ir.rendering import markers_of
from ..parameters import one_value, with_other_steps

_SINGLE = frozenset({"updateOne", "deleteOne"})
_WRITES = frozenset({"update", "delete"})


def in_all_places(
    world: OperationContext, operation: Operation, functions: list[ScriptFunction], note: str
) -> list[ScriptFunction]:
    """Return the functions of an operation as one, where each does its part by the same values; else as they are.
    note: what all of them say."""
    if operation.kind == "read":
        kinds = collections_of(world.placement, operation.entity)
        return _read_together(functions, kinds, operation.name, note)
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
        writes = False
        for statement in function.statements:
            part = one_value(_with_steps(statement, names), values)
            writes = writes or statement.writes
            asked = next((each for each in parts if _asks_the_same(each, part, after_writes=writes)), None)
            if asked is not None:
                names[statement.step] = asked.step
            elif not any(_deletes_the_same(each, part) for each in parts):
                parts.append(part)
    joined.transaction = any(statement.transaction for statement in parts)
    joined.name, joined.note = operation.name, note
    joined.unsupported = next((each.unsupported for each in functions if each.unsupported), None)
    joined.statements = [replace(statement, transaction=joined.transaction) for statement in parts]
    _refuse_where_all_miss(world, operation, joined)
    for remark in [*remarks, *_written(parts)]:
        joined.remark(remark)
    return [joined.numbered()]


def _refuse_where_all_miss(world: OperationContext, operation: Operation, joined: ScriptFunction) -> None:
    """End with an error where a write of one document, which may be in each of several collections, is in none."""
    statements = joined.statements
    asked = {(each.op, str(each.filter)) for each in statements}
    places = {each.collection for each in statements}
    is_told = any(each.step or each.each or each.unless or each.must_match for each in statements)
    if is_told or len(asked) > 1 or len(places) < len(statements) or statements[0].op not in _SINGLE:
        return
    named = [replace(each, step=joined.step(each.collection)) for each in statements]
    conditions = filter_of(named[-1].filter).conditions
    is_more = any(not isinstance(each, At) or each.path != "_id" for each in conditions)
    missing = f"{world.word(operation.entity)} not found{', or not as the filter asks' if is_more else ''}"
    *others, last = named
    joined.statements = [
        *others,
        replace(last, must_match=missing, beside=tuple(each.step for each in others)),
    ]


def _read_together(
    functions: list[ScriptFunction], kinds: tuple[str, ...], name: str, note: str
) -> list[ScriptFunction]:
    """Return the reads of the collections of all kinds as one, in one order and up to one limit; as they are, where they are not
    alike, or ask for what no part of a pipeline may."""
    finds = [function.statements[0] for function in functions if len(function.statements) == 1]
    values: dict[str, Param] = {}
    finds = [one_value(each, values) for each in finds]
    alike = {str((each.op, each.sort, each.limit, each.projection, each.options)) for each in finds}
    is_near = any(isinstance(at.predicate, Near) for each in finds for at in filter_of(each.filter).on_paths)
    is_apart = [each.collection for each in finds] == [*kinds][: len(functions)]
    if not is_apart or len(alike) > 1 or finds[0].op != "find" or is_near:
        return functions
    united, *_ = functions
    united.name, united.note = name, note
    united.statements = [united_finds(finds)]
    united.remark(f"Queries every subtype's collection: {', '.join(each.collection for each in finds)}.")
    return [united.numbered()]


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


def _asks_the_same(statement: Statement, other: Statement, *, after_writes: bool) -> bool:
    """Whether two reads, before which a function writes nothing or without which it doesn't, are of the same
    documents: what the first of several places writes may take away what it found them by."""
    is_read = not other.writes and bool(other.step) and (bool(other.must_match) or not after_writes)
    return is_read and all(
        getattr(statement, part) == getattr(other, part)
        for part in ("op", "collection", "filter", "projection", "pipeline", "must_match")
    )


def _deletes_the_same(statement: Statement, other: Statement) -> bool:
    """Whether two statements delete the same documents, so that the second finds none."""
    parts = ("op", "collection", "filter", "each", "only_with")
    return other.op == "deleteMany" and all(
        getattr(statement, part) == getattr(other, part) for part in parts
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
