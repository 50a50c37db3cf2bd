"""Statements and parts of them with other parameters, and the subtypes that samples of parameters are of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..placement.path_locator import Placement
from ..plan_model.physical import BuiltValue, Outcome, Param, Statement
from .ir.node import OperationNode
from .ir.rendering import markers_of

# By collection, the path of what tells kinds apart, and the values of those that are meant.
Among = dict[str, tuple[str, tuple[str, ...]]]
OF_SEVERAL: tuple[str, tuple[str, ...]] = ("", ())
"""What documents are meant by of which there are two entities in one collection."""


def with_parameters(value: Any, renamed: Callable[[Param], Any]) -> Any:
    """A value with what ``told`` says in the place of each parameter, those within samples too."""

    def replaced(inner: Any) -> Any:
        if not isinstance(inner, Param):
            return inner
        replacement = renamed(inner)
        if not isinstance(replacement, Param) or replacement.value is UNSET:
            return replacement
        return replace(replacement, value=with_parameters(replacement.value, renamed))

    return _with_leaves(value, replaced)


def _with_leaves(value: Any, replaced: Callable[[Any], Any]) -> Any:
    """A value with what ``replaced`` says in the place of all that holds no other values."""
    if isinstance(value, dict):
        return {key: _with_leaves(inner, replaced) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_with_leaves(inner, replaced) for inner in value]
    if isinstance(value, OperationNode):
        return value.with_parts(lambda part: _with_leaves(part, replaced))
    if isinstance(value, BuiltValue):
        return _in_one(replace(value, parts=tuple(_with_leaves(part, replaced) for part in value.parts)))
    return replaced(value)


def _in_one(value: BuiltValue) -> BuiltValue:
    """A value that is put together from documents, with what these are put together from in their places."""
    if value.kind != "document" or not any(
        type(part) is BuiltValue and part.kind == "document" for part in value.parts
    ):
        return value
    parts = [
        inner
        for part in value.parts
        for inner in (part.parts if type(part) is BuiltValue and part.kind == "document" else (part,))
    ]
    return replace(value, parts=tuple(parts))


def one_value(statement: Statement, params: dict[str, Param]) -> Statement:
    """The statement with the parameters of those before it, by their names: one value for all places."""
    return retold(statement, lambda param: params.setdefault(f"{param.name}.{param.part}", param))


def retold(statement: Statement, renamed: Callable[[Param], Any]) -> Statement:
    """The statement with what ``told`` says in the place of each parameter."""
    return _with_parts(statement, lambda part: with_parameters(part, renamed))


def with_other_steps(statement: Statement, renamed: Callable[[Outcome], Any]) -> Statement:
    """The statement with what ``told`` says in the place of each outcome of an earlier step."""

    def replaced(inner: Any) -> Any:
        return renamed(inner) if isinstance(inner, Outcome) else inner

    return _with_parts(statement, lambda part: _with_leaves(part, replaced))


def unlike(name: str, statements: list[Statement]) -> list[Statement]:
    """Return the statements of a function, none of whose parameters is called as it is itself."""
    wanted = name.lower()
    alike = {
        param.name: param
        for statement in statements
        for param in markers_of(statement)
        if type(param) is Param and param.name.lower() == wanted
    }
    for called, param in alike.items():
        other = f"{called}{'Value' if param.path else 'Document'}"
        statements = [_renamed(statement, called, other) for statement in statements]
    return statements


def _renamed(statement: Statement, called: str, other: str) -> Statement:
    """Return a statement with another name of a parameter, and of what asks for a field of its value."""
    with_steps = with_other_steps(
        statement, lambda asked: replace(asked, step=other) if asked.step == called else asked
    )
    only_with: Any = with_steps.only_with
    if isinstance(only_with, Outcome) and only_with.step == called:
        only_with = replace(only_with, step=other)
    elif isinstance(only_with, Param) and only_with.name == called:
        only_with = replace(only_with, name=other)
    each = other if with_steps.each == called else with_steps.each
    with_steps = replace(with_steps, only_with=only_with, each=each)
    return retold(with_steps, lambda param: replace(param, name=other) if param.name == called else param)


def _with_parts(statement: Statement, changed: Callable[[Any], Any]) -> Statement:
    return replace(statement, **{part: changed(getattr(statement, part)) for part in _PARTS})


_PARTS = ("filter", "update", "pipeline", "documents", "keys", "projection", "sort", "limit", "options")


def among(placement: Placement, entities: Iterable[str]) -> Among:
    """By collection, what tells the documents of these entities from those of other kinds;
    nothing where two of them are kinds in one collection, or one of them is what all of its kinds are. The nodes below
    another in its document are of its kind."""
    told_apart: Among = {}
    meant = tuple(entities)
    kinds = placement.kinds
    for entity in filter(kinds.is_special, meant):
        spots = placement.mixed_spots(entity)
        for spot in spots:
            if any(outer != spot and outer.holds(spot) for outer in spots):
                continue
            asked = spot.down(kinds.field(entity)).path, kinds.values(entity)
            told_apart[spot.collection] = (
                asked if told_apart.get(spot.collection, asked) == asked else OF_SEVERAL
            )
    general = (entity for entity in meant if not kinds.is_special(entity))
    shared = {spot.collection for entity in general for spot in placement.mixed_spots(entity)}
    return {name: OF_SEVERAL if name in shared else asked for name, asked in told_apart.items()}


def narrowed(statement: Statement, wanted: Among) -> Statement:
    """The statement with samples of the kinds that another recipe is about."""

    def renamed_param(param: Param) -> Param:
        meant = param.value is UNSET and param.collection in wanted
        return replace(param, among=wanted[param.collection]) if meant else param

    return retold(statement, renamed_param)
