"""Conditions on several fields of things in one list: one and the same of these things meets all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from designs.compiler.model.conceptual import Match, Operation, given, stated
from designs.compiler.sampling.world import Thing
from tests.oracle.projecting import StateRecords
from tests.oracle.scenario import Stage

_Asked = Sequence[tuple[Match, Any]]


def of_meant_elements(operation: Operation, asked: _Asked) -> _Asked:
    """Return what is asked of elements that are to be the same: of a write, those alone that it changes, or takes
    out of their list."""
    written = {path.rpartition(".")[0] for path in operation.written}
    written |= {effect.field for effect in given(operation.effects, []) if effect.do == "pull"}
    return [
        (match, value)
        for match, value in asked
        if operation.kind == "read" or not written.isdisjoint((match.field, match.field.rpartition(".")[0]))
    ]


def of_same_elements(
    records: StateRecords, thing: Thing, asked: _Asked, holds: Callable[[Match, Any, Any], bool]
) -> bool:
    """Return whether, for each list that has several conditions, something in it meets all. asked: each with the value
    that the caller gives. Lists of lists, and values that some lack, are not told apart."""
    by_list: dict[str, list[tuple[Match, Any]]] = {}
    lists = {match.field.rpartition(".")[0] for match, _ in asked}
    for match, value in asked:  # a list alone means one thing of it
        path = match.field if match.field in lists else match.field.rpartition(".")[0]
        by_list.setdefault(path, []).append((match, value))
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


def naming_the_meant(
    records: StateRecords, thing: Thing, asked: _Asked, holds: Callable[[Match, Any, Any], bool]
) -> list[tuple[Match, Any]]:
    """Return what is asked: of fields of things in one list, of which the design itself names some, the values of one
    thing that has these; of a list alone the thing in it that meets what is asked of its fields."""
    named = _of_one_thing(records, thing, asked, holds)
    for place, (match, _) in enumerate(asked):
        others = [one for one in named if one[0].field.rpartition(".")[0] == match.field]
        columns = [records.look(thing, each.field) for each in (match, *(other for other, _ in others))]
        if not others or not all(isinstance(column, list) for column in columns):
            continue
        for value, *row in zip(*columns, strict=False):
            if all(holds(other, found, wanted) for found, (other, wanted) in zip(row, others, strict=True)):
                named[place] = (match, value)
                break
    return named


def _of_one_thing(
    records: StateRecords, thing: Thing, asked: _Asked, holds: Callable[[Match, Any, Any], bool]
) -> list[tuple[Match, Any]]:
    named = list(asked)
    for path in dict.fromkeys(match.field.rpartition(".")[0] for match, _ in asked):
        places = [place for place, (match, _) in enumerate(asked) if match.field.rpartition(".")[0] == path]
        beside = [asked[place][0] for place in places]
        if (
            not path
            or all(stated(match.value) for match in beside)
            or not any(stated(match.value) for match in beside)
        ):
            continue
        columns = [records.look(thing, match.field) for match in beside]
        if not all(isinstance(column, list) for column in columns) or len({*map(len, columns)}) > 1:
            continue
        for row in zip(*columns, strict=True):
            if all(
                holds(match, found, match.value)
                for match, found in zip(beside, row, strict=True)
                if stated(match.value)
            ):
                for place, match, found in zip(places, beside, row, strict=True):
                    if match.how == "eq" and not stated(match.value) and found is not None:
                        named[place] = (match, found)
                break
    return named


def reference_in_links(stage: Stage, focus: Thing, match: Match) -> tuple[str, str] | None:
    """Return where documents of links have the id at an end, by which a function calls it; None of other paths."""
    route = stage.before.paths.resolve(focus.entity, match.field)
    end = route.last if route is not None else None
    if end is None or end.kind != "end" or end.relationship is None or "." in match.field:
        return None
    for collection in stage.compilation.plan.collections:
        if collection.kind == "link" and collection.relationship == end.relationship.name:
            references = [each.name for each in collection.fields if each.name != "_id"][:2]
            return collection.name, references[end.side == "from"]
    return None
