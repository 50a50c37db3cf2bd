"""Operations that write only what is in a stated state, and the functions of relationships that write the same without a
look at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ...model.conceptual import Operation, given, stated
from ...plan_model.number_format import listed
from ...plan_model.physical import Statement, relabelled
from ..context import QUERIES, OperationContext
from ..declared_moves import LISTS
from ..identifiers import deleted_by_id


class Guard(NamedTuple):
    """What an operation asks of a document before it writes. fields: in words; paths: where they stand; writes: by
    collection, the places of the fields that it sets; changes: the purposes of the functions of relationships that do
    the same; deletes: the collection that it deletes from."""

    operation: str
    fields: str
    paths: frozenset[str]
    writes: frozenset[tuple[str, str]]
    changes: frozenset[tuple[str, str]]
    deletes: str

    def is_of(self, statement: Statement) -> bool:
        """Return whether a statement is the operation's."""
        return statement.subject == f"operation:{self.operation}"

    def misses(self, function: list[Statement]) -> bool:
        """Return whether a function does what the operation does, and does not ask what it asks."""
        if any(self.paths <= {*_paths(each)} for each in function):
            return False
        gone = deleted_by_id(function)
        return (
            (function[0].subject, function[0].purpose) in self.changes
            or bool(gone and gone.collection == self.deletes)
            or any((each.collection, path) in self.writes for each in function for path, _ in each.written)
        )


def guards(world: OperationContext) -> tuple[Guard, ...]:
    """Return what operations ask of the documents that they write."""
    return tuple(guard for each in world.model.workload if (guard := _guard(world, each)) is not None)


def _guard(world: OperationContext, operation: Operation) -> Guard | None:
    asked = [
        each.field for each in given(operation.filter, [])
        if stated(each.value) and "." not in each.field and each.how in ("eq", "in")
    ]  # fmt: skip
    spot = world.spot(operation.entity)
    if operation.kind not in ("update", "delete") or not asked or spot is None:
        return None
    writes, changes = set[tuple[str, str]](), set[tuple[str, str]]()
    does = {each.field: each.do for each in given(operation.effects, [])}
    for path in operation.written:
        step = world.paths.step(operation.entity, path)
        link = step.relationship if step is not None and step.kind == "end" else None
        if link is None:
            places = world.placement.of_path(operation.entity, path)
            writes |= {(place.collection, place.path) for place in places}
        else:
            changes.add((f"relationship:{link.name}", LISTS.get(does.get(path, ""), "reassign")))
    return Guard(
        operation.name,
        f"the {world.names.word(operation.entity)}'s {listed(asked)}",
        frozenset(place.path for path in asked for place in world.placement.of_path(operation.entity, path)),
        frozenset(writes),
        frozenset(changes),
        spot.collection if operation.kind == "delete" and not spot.path else "",
    )


def without_guard(function: list[Statement], guards: Iterable[Guard]) -> list[Statement]:
    """Return the statements of an operation as they would be if it did not ask what it asks first."""
    paths = {path for guard in guards if guard.is_of(function[0]) for path in guard.paths}
    return [
        replace(each, filter={path: value for path, value in each.filter.items() if path not in paths})
        if isinstance(each.filter, dict) and paths & each.filter.keys()
        else each
        for each in function
    ]


def _paths(statement: Statement) -> Iterable[str]:
    return statement.filter if isinstance(statement.filter, dict) else ()


def telling_unguarded(function: list[Statement], guards: Iterable[Guard]) -> Iterator[Statement]:
    """Yield the statements of a function, whose comment says what it does not check, though an operation does."""
    first, *rest = function
    if first.script != QUERIES or not first.subject.startswith("relationship:"):
        yield from function
        return
    by: dict[str, list[str]] = {}
    for guard in guards:
        if guard.misses(function):
            by.setdefault(guard.fields, []).append(f'"{guard.operation}"')
    for fields, names in by.items():
        sentence = f"Doesn't check {fields}, unlike {listed(names)}."
        first = relabelled(first, comment=f"{first.comment} {sentence}".strip())
    yield first
    yield from rest
