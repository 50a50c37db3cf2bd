"""Statements and parts of them with other parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ..plan_model.physical import Made, Param, Statement
from .ir.node import OperationNode


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


def one_value(statement: Statement, known: dict[str, Param]) -> Statement:
    """The statement with the parameters of those before it, by their names: one value for all places."""
    return retold(statement, lambda param: known.setdefault(param.name, param))


def retold(statement: Statement, told: Callable[[Param], Any]) -> Statement:
    """The statement with what ``told`` says in the place of each parameter."""
    return replace(statement, **{part: with_parameters(getattr(statement, part), told) for part in _PARTS})


_PARTS = ("filter", "update", "pipeline", "documents", "keys", "projection", "sort", "limit", "options")
