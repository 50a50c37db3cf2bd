"""What conditions of an operation compare, and those with constants that it always asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from bson import Decimal128

from designs.compiler.model.conceptual import Field, Operation, given, stated
from designs.compiler.model.values import operand
from designs.compiler.names.path_steps import Route
from designs.compiler.plan_model.physical import walk
from designs.compiler.sampling.world import Thing
from tests.oracle.projecting import StateRecords
from tests.oracle.scenario import NotJudged, Stage

_ORDERS = {
    "$gt": lambda value, bound: value > bound,
    "$gte": lambda value, bound: value >= bound,
    "$lt": lambda value, bound: value < bound,
    "$lte": lambda value, bound: value <= bound,
}


class Sought(StateRecords):
    """The values of the facts before a call, as conditions of an operation compare them."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.before)
        self._plan = stage.compilation.plan

    def folded(self, thing: Thing, route: Route | None) -> list[tuple[Thing, str]]:
        """Return the parents that a path names where they are folded into a thing, each with that of its fields
        there, the unique one or else the first, which stands for an id; none where the path names something else."""
        step = route.steps[0] if route is not None and len(route.steps) == 1 else None
        link = step.relationship if step is not None and step.kind == "end" else None
        if step is None or link is None or self.world.strategy(link) != "FOLD_ONE" or step.side != "to":
            return []
        nodes = (node.field for each in self._plan.collections for node in walk(each.fields))
        sources = (one.source for one in nodes if one.relationship == link.name)
        fields = sorted(
            (one for one in sources if isinstance(one, Field)), key=lambda one: one.unique is not True
        )
        return [(each.source, fields[0].name) for each in self.state.links(link.name, "to", thing) if fields]


def holds_always(stage: Stage, operation: Operation, thing: Thing) -> bool:
    """Whether what an operation always asks for is so of a thing."""
    return _all_hold(stage, operation, thing, given(operation.always_filter, None) or {})


def made_to_hold(stage: Stage, operation: Operation, thing: Thing) -> bool:
    """Give a thing the constants that an operation asks for, where they are its own; whether all holds then."""
    for path, wanted in (given(operation.always_filter, None) or {}).items():
        if path.startswith("$") or "." in path or path not in _own_names(stage, thing):
            continue
        value = _that_fits(wanted)
        if not isinstance(value, Mapping) and not _all_hold(stage, operation, thing, {path: wanted}):
            stage.prepare(thing, [path], _typed(stage, operation, path, value))
    return holds_always(stage, operation, thing)


def _own_names(stage: Stage, thing: Thing) -> set[str]:
    fields = stage.before.world.fields(thing.entity)
    return {field.name for field in fields if not stated(field.computed)}


def _that_fits(wanted: Any) -> Any:
    """Return a value of which a condition holds; a mapping where there is no telling."""
    if not isinstance(wanted, Mapping):
        return wanted
    for operator in ("$eq", "$gte", "$lte"):
        if operator in wanted:
            return wanted[operator]
    listed = wanted.get("$in")
    return listed[0] if listed else wanted


def _all_hold(stage: Stage, operation: Operation, thing: Thing, conditions: Mapping[str, Any]) -> bool:
    return all(_holds(stage, operation, thing, path, wanted) for path, wanted in conditions.items())


def _holds(stage: Stage, operation: Operation, thing: Thing, path: str, wanted: Any) -> bool:
    if path in ("$and", "$or"):
        parts = (_all_hold(stage, operation, thing, part) for part in wanted)
        return all(parts) if path == "$and" else any(parts)
    if path.startswith("$"):
        raise NotJudged(f"a constant condition with {path}")
    held = StateRecords(stage.before).look(thing, path)
    several = [one for one in held if one is not None] if isinstance(held, list) else [held]
    operators = wanted if _is_of_operators(wanted) else {"$eq": wanted}
    return all(
        _meets(several, operator, _typed(stage, operation, path, value))
        for operator, value in operators.items()
    )


def _is_of_operators(wanted: Any) -> bool:
    return isinstance(wanted, Mapping) and bool(wanted) and all(name.startswith("$") for name in wanted)


def _typed(stage: Stage, operation: Operation, path: str, value: Any) -> Any:
    """Return a constant by the types of the field that it is compared with."""
    route = stage.before.paths.resolve(operation.entity, path)
    field = route.field if route is not None else None
    if field is None or value is None or isinstance(value, bool):
        return value
    items = given(field.items, None)
    types = (items.type,) if field.type == "array" and items is not None else field.all_types
    return operand(value, types)


def _meets(values: list[Any], operator: str, wanted: Any) -> bool:
    """Whether one of the values meets an operator."""
    there = [value for value in values if value is not None]
    if operator == "$exists":
        return bool(there) is bool(wanted)
    if operator == "$eq":
        return (
            not there if wanted is None else any(comparable(value) == comparable(wanted) for value in there)
        )
    if operator == "$in":
        return any(_meets(values, "$eq", one) for one in wanted)
    if operator in _ORDERS:
        return any(_in_order(operator, value, wanted) for value in there)
    raise NotJudged(f"a constant condition with {operator}")


def _in_order(operator: str, value: Any, bound: Any) -> bool:
    try:
        return bool(_ORDERS[operator](comparable(value), comparable(bound)))
    except TypeError:
        return False


def comparable(value: Any) -> Any:
    """Return a value as Python compares it with others."""
    return value.to_decimal() if isinstance(value, Decimal128) else value


def first_value(records: Sought, thing: Thing, path: str) -> Any:
    """Return the first value that a condition compares, None where there is none."""
    return next((one for one in compared(records, thing, path) if one is not None), None)


def compared(records: Sought, thing: Thing, path: str) -> Iterator[Any]:
    """Yield what a condition compares of a thing: of an array of arrays the inner arrays, as no condition looks further
    (manual, "Query an Array", Match an Array)."""
    route = records.state.paths.resolve(thing.entity, path)
    if parents := records.folded(thing, route):
        yield from (records.look(parent, name) for parent, name in parents)
        return
    held = records.look(thing, path)
    if not isinstance(held, list):
        yield held
        return
    is_nested = _is_nested(route)
    yield from (one for one in (held if is_nested else each_value(held)) if one is not None)


def _is_nested(route: Route | None) -> bool:
    """Whether a path names an array of arrays of the thing itself, no other array on the way."""
    items = given(route.field.items, None) if route is not None and route.field is not None else None
    is_own = route is not None and not any(step.array or step.kind != "field" for step in route.steps[:-1])
    return items is not None and items.type == "array" and is_own


def each_value(value: Any) -> Iterator[Any]:
    """Yield what a condition compares: the elements of a list, those of lists of several links too."""
    if not isinstance(value, list):
        yield value
        return
    for inner in value:
        yield from each_value(inner)


def are_alike(one: Any, other: Any) -> bool:
    """Whether two values can be compared: both numbers, or of one type."""
    numbers = [isinstance(comparable(each), int | float | Decimal) for each in (one, other)]
    return all(numbers) or type(one) is type(other)


def through_array(value: Any, path: Sequence[str]) -> bool:
    """Whether a path in a value leads through a list."""
    for name in path:
        if isinstance(value, list):
            return True
        value = value.get(name) if isinstance(value, dict) else None
    return False


def within(found: Any, least: Any, most: Any) -> bool:
    """Whether a value is between two bounds, where these are stated."""
    try:
        value = comparable(found)
        return (not stated(least) or comparable(least) <= value) and (
            not stated(most) or value <= comparable(most)
        )
    except TypeError:
        return False


def sorted_by(value: Any, direction: int | None) -> Any:
    """Return what a sort compares: of a list its least value, from the last to the first its greatest (manual,
    "cursor.sort()", Ascending/Descending Sort)."""
    if not isinstance(value, list):
        return comparable(value)
    return (max if direction == -1 else min)(comparable(one) for one in value)
