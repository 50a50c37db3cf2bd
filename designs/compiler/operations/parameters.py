"""Statements and parts of them with other parameters, and the subtypes that samples of parameters are of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..placement.path_locator import Placement
from ..plan_model.physical import Made, Outcome, Param, Statement
from .ir.node import OperationNode

# By collection, the path of what tells kinds apart, and the values of those that are meant.
Among = dict[str, tuple[str, tuple[str, ...]]]


def with_parameters(value: Any, told: Callable[[Param], Any]) -> Any:
    """A value with what ``told`` says in the place of each parameter, those within samples too."""
    if isinstance(value, dict):
        return {key: with_parameters(inner, told) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [with_parameters(inner, told) for inner in value]
    if isinstance(value, OperationNode):
        return value.with_parts(lambda part: with_parameters(part, told))
    if isinstance(value, Made):
        return replace(value, parts=tuple(with_parameters(part, told) for part in value.parts))
    if not isinstance(value, Param):
        return value
    made = told(value)
    if not isinstance(made, Param) or made.value is UNSET:
        return made
    return replace(made, value=with_parameters(made.value, told))


def with_outcomes(value: Any, told: Callable[[Outcome], Outcome]) -> Any:
    """A value, or a statement, with what ``told`` says in the place of each outcome of an earlier step."""
    if isinstance(value, Statement):
        return replace(value, **{part: with_outcomes(getattr(value, part), told) for part in _PARTS})
    if isinstance(value, dict):
        return {key: with_outcomes(inner, told) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [with_outcomes(inner, told) for inner in value]
    if isinstance(value, OperationNode):
        return value.with_parts(lambda part: with_outcomes(part, told))
    if isinstance(value, Made):
        return replace(value, parts=tuple(with_outcomes(part, told) for part in value.parts))
    return told(value) if isinstance(value, Outcome) else value


def one_value(statement: Statement, known: dict[str, Param]) -> Statement:
    """The statement with the parameters of those before it, by their names: one value for all places."""
    return retold(statement, lambda param: known.setdefault(f"{param.name}.{param.part}", param))


def retold(statement: Statement, told: Callable[[Param], Any]) -> Statement:
    """The statement with what ``told`` says in the place of each parameter."""
    return replace(statement, **{part: with_parameters(getattr(statement, part), told) for part in _PARTS})


_PARTS = ("filter", "update", "pipeline", "documents", "keys", "projection", "sort", "limit", "options")


def among(placement: Placement, entities: Iterable[str]) -> Among:
    """By collection, what tells the documents of these entities from those of other kinds;
    nothing where two of them are kinds in one collection."""
    found: Among = {}
    kinds = placement.kinds
    for entity in entities:
        for spot in placement.mixed_spots(entity) if kinds.is_special(entity) else ():
            told = spot.down(kinds.field(entity)).path, kinds.values(entity)
            found[spot.collection] = told if found.get(spot.collection, told) == told else ("", ())
    return found


def narrowed(statement: Statement, wanted: Among) -> Statement:
    """The statement with samples of the kinds that another recipe is about."""

    def told(param: Param) -> Param:
        meant = param.value is UNSET and param.collection in wanted
        return replace(param, among=wanted[param.collection]) if meant else param

    return retold(statement, told)
