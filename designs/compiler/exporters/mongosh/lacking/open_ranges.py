"""Ranges whose ends a caller gives: those that it may leave open at one end, and those of which it says both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ....plan_model.physical import BuiltValue, Outcome, Param, Statement, parameters_in
from .absences import plain_fields

_ELEMENTS = "arrayFilters"
_AND = "$and"
_BOUNDS = frozenset({"$gt", "$gte", "$lt", "$lte"})


def open_ended(statement: Statement, closed: Collection[str], *, is_writing: bool) -> Statement:
    """Return a statement by ranges whose ends the caller gives, which asks for none that it leaves out, and for one of them
    where the function writes. closed: the names of the ends that must have a value."""

    pipeline, options = statement.pipeline, statement.options
    if isinstance(pipeline, list):
        pipeline = [
            {**stage, "$match": _opened(stage["$match"], closed, is_writing)} if "$match" in stage else stage
            for stage in pipeline
        ]
    if elements := _of_elements(statement):
        options = {**options, _ELEMENTS: [_opened(each, closed, is_writing) for each in elements]}
    filter = statement.filter if isinstance(pipeline, list) else _opened(statement.filter, closed, is_writing)
    return replace(statement, filter=filter, pipeline=pipeline, options=options)


def _opened(filter: Any, closed: Collection[str], is_writing: bool) -> Any:
    if all(end.name in closed for end in _range_ends(filter)):
        return filter
    if several := _several(filter):
        filter = {**filter, _AND: [_opened(each, closed, is_writing) for each in several]}
        if all(end.name in closed for end in _range_ends({**filter, _AND: []})):
            return filter
    return BuiltValue("open_ended", (filter, True) if is_writing else (filter,))


def closed_ends(statements: Sequence[Statement]) -> tuple[str, ...]:
    """Return the ends of ranges that a function can't go without: those by which something goes, of which both are said;
    and those that it asks for in another way, too, or beside what it has read."""
    ranges = [each for statement in statements for each in _ranges(statement)]
    ends = [end.name for each in ranges for end in _range_ends(each)]
    if not ends or any("elete" in each.op or _pulled(each) for each in statements):
        return tuple(dict.fromkeys((*ends, *(end.name for each in statements for end in _pulled(each)))))
    used = Counter(param.name for each in statements for param in parameters_in(_all_of(each)))
    used -= Counter(param.name for each in statements for param in _opened_itself(_all_of(each)))
    closed = {name for name in ends if used[name] > ends.count(name)}
    if any(each.writes for each in statements):
        closed |= {end.name for each in ranges if _holds_outcome(each) for end in _range_ends(each)}
    return tuple(name for name in dict.fromkeys(ends) if name in closed)


def _all_of(statement: Statement) -> list[Any]:
    return [
        statement.filter, statement.pipeline, statement.projection, statement.sort,
        statement.update, statement.documents, statement.options,
    ]  # fmt: skip


def _opened_itself(value: Any) -> Iterator[Param]:
    """Yield the parameters of which a value says itself what it is without them."""
    if type(value) is BuiltValue:
        yield from parameters_in(value.parts[1]) if value.kind == "start_of" and len(value.parts) > 2 else ()
        return
    inner = value.values() if type(value) is dict else value if type(value) in (list, tuple) else ()
    for each in inner:
        yield from _opened_itself(each)


def _ranges(statement: Statement) -> list[Any]:
    """Return the conditions of a statement whose ranges may be open at an end."""
    stages = statement.pipeline if isinstance(statement.pipeline, list) else []
    asked = [stage.get("$match") for stage in stages] if stages else [statement.filter]
    return [*asked, *_of_elements(statement)]


def _of_elements(statement: Statement) -> list[Any]:
    options = statement.options if isinstance(statement.options, dict) else {}
    return list(options.get(_ELEMENTS, ()))


def _pulled(statement: Statement) -> list[Param]:
    """Return the ends of the ranges by which a statement takes elements out of an array."""
    update = statement.update if type(statement.update) is dict else {}
    pulled = plain_fields(update.get("$pull")) or {}
    return [end for each in pulled.values() for end in _range_ends(each)]


def _holds_outcome(filter: Any) -> bool:
    wanted = (each for each in filter.values() if type(each) is dict) if type(filter) is dict else ()
    return any(type(end) is Outcome for each in wanted for name, end in each.items() if name != "$in")


def _range_ends(filter: Any) -> list[Param]:
    """Return the ends of the ranges of a filter of which a caller gives both, those of one element of an array among
    them."""
    wanted = [each for each in filter.values() if type(each) is dict] if type(filter) is dict else []
    own = [param for each in wanted for param in (*_ends(each), *_ends(_of_values(each)))]
    own += [param for each in _several(filter) for param in _range_ends(each)]
    return own + [param for each in wanted for param in _range_ends(each.get("$elemMatch"))]


def _several(filter: Any) -> list[Any]:
    """Return the conditions of a filter that all hold, as two on one field do."""
    several = filter.get(_AND) if type(filter) is dict else None
    return several if type(several) is list else []


def _of_values(wanted: Any) -> Any:
    """Return what is asked of one value of a list, nothing where no list is asked."""
    asked = wanted.get("$elemMatch")
    return asked if type(asked) is dict else {}


def _ends(wanted: Any) -> list[Param]:
    if len(wanted) != 2 or not _BOUNDS.issuperset(wanted):
        return []
    ends = [each for each in wanted.values() if type(each) is Param and not each.optional]
    return ends if len(ends) == 2 else []
