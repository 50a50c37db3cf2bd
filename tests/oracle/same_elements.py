"""Conditions on several fields of things in one list: one and the same of these things meets all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from designs.compiler.model.conceptual import Match
from designs.compiler.sampling.world.things import Thing
from tests.oracle.projecting import StateRecords

_Asked = Sequence[tuple[Match, Any]]


def of_same_elements(
    records: StateRecords, thing: Thing, asked: _Asked, holds: Callable[[Match, Any, Any], bool]
) -> bool:
    """Return whether, for each list that has several conditions, something in it meets all. asked: each with the value
    that the caller gives. Lists of lists, and values that some lack, are not told apart."""
    by_list: dict[str, list[tuple[Match, Any]]] = {}
    for match, value in asked:
        by_list.setdefault(match.field.rpartition(".")[0], []).append((match, value))
    return all(
        _one_meets([records.look(thing, match.field) for match, _ in some], some, holds)
        for path, some in by_list.items()
        if path and len(some) > 1
    )


def _one_meets(columns: list[Any], asked: _Asked, holds: Callable[[Match, Any, Any], bool]) -> bool:
    plain = all(
        isinstance(column, list) and not any(isinstance(each, list) for each in column) for column in columns
    )
    if not plain or len({*map(len, columns)}) > 1:
        return True
    rows = zip(*columns, strict=True)
    return any(
        all(holds(match, found, value) for found, (match, value) in zip(row, asked, strict=True))
        for row in rows
    )
