"""MongoDB's form of filters and of aggregation expressions: its operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bson import Regex

from ...plan_model.physical import BuiltValue, Outcome, Param
from .conditions import And, At, Condition, Expr, FailsValidator, Filter, Or, Text
from .expressions import AggregationExpression, FieldPath, LiteralValue, OperatorCall, Variable, WindowCall
from .predicates import (
    AllOf,
    Area,
    Elem,
    Eq,
    Exists,
    HasAll,
    In,
    Matches,
    Ne,
    Near,
    Not,
    NotIn,
    Predicate,
    Range,
    TypeIs,
)  # fmt: skip

ServerDocument = dict[str, Any]
"""What a server takes: operators, and paths with their dollar signs."""


def rendered_filter(filter: Filter) -> ServerDocument:
    """Return the filter as the server takes it."""
    return dict(map(_condition, filter.conditions))


def rendered_predicate(predicate: Predicate) -> Any:
    """Return what stands beside a path: a value that is equalled, or an object of operators."""
    if isinstance(predicate, Eq):
        return predicate.value
    if isinstance(predicate, Matches) and isinstance(predicate.expression, Regex | BuiltValue):
        return predicate.expression
    return _OPERATORS[type(predicate)](predicate)


_PLAIN = frozenset({str, bool, int, float, type(None), Param, Outcome})


def rendered_value(value: Any) -> Any:
    """Return a stage, an option or any other value with the filters, predicates and expressions in it rendered."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        return {key: rendered_value(each) for key, each in value.items()}
    if kind is list:
        return [rendered_value(each) for each in value]
    if isinstance(value, AggregationExpression | BuiltValue):
        return rendered_expression(value)
    if isinstance(value, Filter):
        return rendered_filter(value)
    return rendered_predicate(value) if isinstance(value, Predicate) else value


def _condition(condition: Condition) -> tuple[str, Any]:
    if isinstance(condition, At):
        return condition.path, rendered_predicate(condition.predicate)
    if isinstance(condition, And | Or):
        operator = "$and" if isinstance(condition, And) else "$or"
        return operator, [rendered_filter(each) for each in condition.filters]
    if isinstance(condition, Text):
        return "$text", {"$search": condition.search}
    if isinstance(condition, Expr):
        return "$expr", rendered_expression(condition.expression)
    if isinstance(condition, FailsValidator):
        return "$nor", [condition.validator]
    raise TypeError(f"no operator says {condition}")


def _all(predicate: AllOf) -> ServerDocument:
    operators: ServerDocument = {}
    for each in predicate.predicates:
        operators |= {"$eq": each.value} if isinstance(each, Eq) else rendered_predicate(each)
    return operators


def _of_element(condition: Filter) -> ServerDocument:
    only = condition.only
    return rendered_filter(condition) if only is None or only.path else _all(AllOf((only.predicate,)))


def _pattern(predicate: Matches) -> ServerDocument:
    flags = {"$options": predicate.flags} if predicate.flags else {}
    return {"$regex": predicate.expression, **flags}


_OPERATORS: dict[type[Predicate], Callable[[Any], ServerDocument]] = {
    Ne: lambda each: {"$ne": each.value},
    In: lambda each: {"$in": each.values},
    NotIn: lambda each: {"$nin": each.values},
    HasAll: lambda each: {"$all": each.values},
    Range: lambda each: {f"${bound}": value for bound, value in each.bounds},
    Exists: lambda each: {"$exists": each.wanted},
    TypeIs: lambda each: {"$type": each.types},
    Matches: _pattern,
    Near: lambda each: {
        "$near": {
            "$geometry": each.geometry,
            **({} if each.metres is None else {"$maxDistance": each.metres}),
        }
    },
    Area: lambda each: {f"${each.relation}": each.shape},
    Elem: lambda each: {"$elemMatch": _of_element(each.condition)},
    Not: lambda each: {"$not": rendered_predicate(each.predicate)},
    AllOf: _all,
}


# --- expressions ------------------------------------------------------------------------------------


def rendered_expression(value: Any) -> Any:
    """Return an expression, or a value that has some in it, as the server takes it."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is OperatorCall:
        return {f"${value.operator}": rendered_expression(value.operand)}
    if kind is FieldPath:
        return f"${value.path}"
    if kind is LiteralValue:
        return {"$literal": value.value}
    if kind is Variable:
        return f"$${value.name}.{value.below}" if value.below else f"$${value.name}"
    if kind is dict:
        return {key: rendered_expression(each) for key, each in value.items()}
    if kind is list or kind is tuple:
        return [rendered_expression(each) for each in value]
    if kind is BuiltValue:
        return BuiltValue(value.kind, tuple(map(rendered_expression, value.parts)))
    if kind is WindowCall:
        return {**rendered_expression(value.call), "window": {"documents": list(value.documents)}}
    if isinstance(value, AggregationExpression):
        raise TypeError(f"no operator says {value}")
    return value
