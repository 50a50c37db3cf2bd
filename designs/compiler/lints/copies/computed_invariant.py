"""Formulas that the design's own examples or updates contradict.

A stored result is correct only if every write that changes its inputs also updates it, in the same operation.
Otherwise, readers see a wrong sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from ...model.conceptual import Entity, Field, Operation, given, stated
from ...model.formulas import Binary, Expression, Number, PathRef, evaluate, parse, paths_of
from ...plan_model.findings import Finding
from ...rules.copies import field_at
from ..base import Inspection, Lint, number

Rates = dict[str, Decimal]


def check(seen: Inspection) -> Iterator[Finding]:
    """Examples of computed fields that don't match the formula; and updates that change a field of a sum or difference
    without changing the result by the same amount."""
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        expression = parse(computed.formula) if computed is not None else None
        if computed is None or expression is None:
            continue
        message = _example(entity, path, field, expression)
        if message:
            yield LINT.finding(f"{entity.name}.{path}", message, "Correct the example or the formula.")
        if seen.placement.upkeep.refresh(entity.name, computed) == "on-write":
            rates = {
                _beside(entity, path, source_path): rate
                for source_path, rate in (_rates(expression) or {}).items()
            }
            for operation in seen.model.workload if rates else ():
                if operation.entity == entity.name:
                    yield from _update(entity, path, operation, rates)


def _beside(entity: Entity, where: str, path: str) -> str:
    """A path of a formula from the entity on: inside an object it may name what stands beside it."""
    below = where.rpartition(".")[0]
    beside = f"{below}.{path}"
    return (
        beside if below and field_at(entity, path) is None and field_at(entity, beside) is not None else path
    )


def _example(entity: Entity, path: str, field: Field, expression: Expression) -> str:
    values: dict[str, Any] = {}
    sources = {source_path: _beside(entity, path, source_path) for source_path in paths_of(expression)}
    if path in sources.values():  # a counter: each hit gives the next number
        return ""
    for source_path, place in sources.items():
        source = field_at(entity, place)
        value = source.example if source is not None and stated(source.example) else None
        if not isinstance(value, int | float) or isinstance(value, bool):
            return ""
        values[source_path] = value
    example = field.example if stated(field.example) else None
    if not values or not isinstance(example, int | float) or isinstance(example, bool):
        return ""
    result = evaluate(expression, values.__getitem__)
    if result is None or abs(Decimal(str(example)) - Decimal(str(result))) <= Decimal("0.005"):
        return ""
    return f"The example is {number(example)}; the formula gives {number(float(str(result)))}."


def _rates(expression: Expression) -> Rates | None:
    """By how much the result moves for each one that a path moves; None unless it is a plain sum."""
    if isinstance(expression, Number):
        return {}
    if isinstance(expression, PathRef):
        return {expression.path: Decimal(1)}
    if not isinstance(expression, Binary):
        return None
    left, right = _rates(expression.left), _rates(expression.right)
    if left is None or right is None:
        return None
    if expression.operator in "+-":
        sign = 1 if expression.operator == "+" else -1
        return {
            path: left.get(path, Decimal(0)) + sign * right.get(path, Decimal(0)) for path in [*left, *right]
        }
    factor = expression.right if isinstance(expression.right, Number) else expression.left
    kept = left if factor is expression.right else right
    if not isinstance(factor, Number) or (expression.operator == "/" and (kept is right or not factor.value)):
        return None
    return {
        path: rate * factor.value if expression.operator == "*" else rate / factor.value
        for path, rate in kept.items()
    }


def _update(entity: Entity, path: str, operation: Operation, rates: Rates) -> Iterator[Finding]:
    increments = [effect for effect in given(operation.effects, []) if effect.do == "increment"]
    if any(not stated(effect.by) for effect in increments if effect.field in {path, *rates}):
        return  # the caller says by how much
    steps = {effect.field: Decimal(str(effect.by)) for effect in increments if stated(effect.by)}
    others = {effect.field for effect in given(operation.effects, [])} - steps.keys()
    others |= set(given(operation.changes, []))  # to any value, whatever is added to it then
    if others & {path, *rates} or not steps.keys() & {path, *rates}:
        return
    due = sum((rate * steps.get(source, Decimal(0)) for source, rate in rates.items()), Decimal(0))
    done = steps.get(path, Decimal(0))
    if due != done:
        message = f"Changes {path} by {number(float(done))}; the formula says {number(float(due))}."
        hint = f"Update {path} and its source fields together."
        yield LINT.finding(operation.name, message, hint, path=f"{entity.name}.{path}")


LINT = Lint(
    code="L26",
    slug="computed-invariant",
    name="COMPUTED_INVARIANT",
    severity="error",
    title="Formula contradicted by examples or updates",
    source="MongoDB schema design patterns: computed values and atomic updates",
    about="operation",
    check=check,
)
