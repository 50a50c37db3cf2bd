"""What windows of time tell of their elements: how many there are, what happened, and how many sessions."""

from __future__ import annotations

from typing import Any

from ...model.conceptual import Field, given
from ...workload.sessions import COUNT, PAUSE, Sessions, sessions_of
from ..context import OperationContext
from ..ir.expressions import (
    REDUCED,
    THIS,
    FieldPath,
    OperatorCall,
    Variable,
    add,
    and_,
    any_element_true,
    cond,
    eq,
    filter_array,
    gte,
    if_null,
    let,
    lt,
    map_array,
    not_,
    or_,
    reduce_array,
    set_difference,
    set_union,
    size_of,
    sort_array,
    subtract,
    type_of,
)
from .expressions import Result

_METRICS = "metrics"
_PAUSE = PAUSE * 60 * 1000  # a difference of dates is in milliseconds


def totals_of(world: OperationContext, collection: str) -> list[str]:
    """The paths at which a window counts its elements, none in what has no windows."""
    fields = world.fields(collection, _METRICS)
    return [
        f"{_METRICS}.{field.name}"
        for field in fields
        if field.origin == "bucket" and field.name.startswith("total_")
    ]


def added_once(world: OperationContext, collection: str, items: str) -> dict[str, str]:
    """By path in a window, the field of its elements of which it tells each value once, where every element
    has one: an addition adds it. Others are worked out anew, for null is no value."""
    fields_once = _once_each(world, collection).items()
    return {path: name for path, name in fields_once if world.always(collection, f"{items}.{name}")}


def told_anew(world: OperationContext, collection: str) -> list[Result]:
    """What a window tells of its elements but their number, worked out from those that are in it."""
    items = _items(world, collection)
    if items is None:
        return []
    once = _once_each(world, collection).items()
    results = [_result(items, path, name, _different(items, name)) for path, name in once]
    sessions = _sessions(world, collection)
    if sessions is None:
        return results
    old = given(world.model.server_version, "7.0") == "5.0"
    count = size_of(_different(items, sessions.path))
    if sessions.runs:
        times = _times(items, sessions.path)
        count = _runs_before_6(times) if old else _runs(times)
    return [*results, _result(items, f"{_METRICS}.{COUNT}", sessions.path, count)]


def _result(items: str, path: str, name: str, expression: Any) -> Result:
    return Result(path, (f"{items}.{name}",), expression)


def _once_each(world: OperationContext, collection: str) -> dict[str, str]:
    return {
        f"{_METRICS}.{field.name}": field.items.source.name
        for field in world.fields(collection, _METRICS)
        if field.unique_items and field.items is not None and isinstance(field.items.source, Field)
    }


def _items(world: OperationContext, collection: str) -> str | None:
    """The array of the elements of a window, None in what has no windows."""
    fields = world.fields(collection, _METRICS)
    names = [
        field.relationship for field in fields if field.origin == "bucket" and field.relationship is not None
    ]
    content = world.placement.content(world.names.relationships[names[0]]) if names else None
    return content.path if content is not None else None


def _sessions(world: OperationContext, collection: str) -> Sessions | None:
    """How the sessions of a window are told, None where it does not count them."""
    field = next((field for field in world.fields(collection, _METRICS) if field.name == COUNT), None)
    relationship = world.names.relationships.get(field.relationship or "") if field is not None else None
    return sessions_of(world.names.entities[relationship.to.entity]) if relationship is not None else None


# --- expressions ----------------------------------------------------------------------------------


def _different(items: str, name: str) -> OperatorCall:
    """Each value that elements have, once."""
    return set_difference(_values(items, if_null(Variable("one", name), None)), [None])


def _times(items: str, path: str) -> OperatorCall:
    """When the elements were. One without a time belongs to no run."""
    is_date = eq(type_of(Variable("time")), "date")
    return filter_array(_values(items, Variable("one", path)), "time", is_date)


def _values(items: str, value: Any) -> OperatorCall:
    return map_array(if_null(FieldPath(items), []), "one", value)


def _runs(times: OperatorCall) -> OperatorCall:
    """How many times come first, or after a pause."""
    first, pause = eq(REDUCED.down("last"), None), subtract(THIS, REDUCED.down("last"))
    begins = cond(or_(first, gte(pause, _PAUSE)), 1, 0)
    counted = {"last": THIS, "count": add(REDUCED.down("count"), begins)}
    ordered = sort_array(times, 1)
    runs = reduce_array(ordered, {"last": None, "count": 0}, counted)
    return let({"runs": runs}, Variable("runs", "count"))


def _runs_before_6(times: OperatorCall) -> OperatorCall:
    """The same where the server can't sort an array: how many times have no other just before them."""
    near = lt(subtract(Variable("time"), Variable("other")), _PAUSE)
    follows = map_array(Variable("times"), "other", and_(lt(Variable("other"), Variable("time")), near))
    begins = not_(any_element_true(follows))
    once = filter_array(set_union(Variable("times"), []), "time", begins)
    return let({"times": times}, size_of(once))
