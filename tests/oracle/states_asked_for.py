"""Operations that change one thing that is named, where it is in some state."""

from __future__ import annotations

from designs.compiler.model.conceptual import Model, Operation, given
from designs.compiler.plan_model.compilation import Compilation
from tests.oracle.calls import Function
from tests.oracle.operations import names_value


def asks_for_state(compilation: Compilation, function: Function) -> bool:
    """Return whether an operation changes one thing that is named, in a collection of its own, where it is in some state."""
    kind, name = function.about
    if kind != "operation" or function.purpose != "update":
        return False
    operation = next(one for one in compilation.model.workload if one.name == name)
    homes = [one for one in compilation.plan.collections if one.entity == operation.entity]
    return len(homes) == 1 and homes[0].kind == "standard" and _names_one(compilation.model, operation)


def _names_one(model: Model, operation: Operation) -> bool:
    """Return whether an update names the one thing that it changes, and asks for values of some of its fields."""
    fields = next(one.own_fields for one in model.entities if one.name == operation.entity)
    unique = {"_id", *(field.name for field in fields if given(field.unique, False))}
    asked = given(operation.filter, [])
    named = any(one.how == "eq" and not names_value(one) and one.field in unique for one in asked)
    states = [one for one in asked if names_value(one)]
    own = {field.name for field in fields}
    return named and bool(states) and all(one.field in own for one in states)
