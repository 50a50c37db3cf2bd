"""What is copied and may be absent is left out where it is: no document stores null for it, which a validator refuses."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import BuiltValue, Outcome, Statement
from ..context import QUERIES, OperationContext, ScriptFunction
from ..ir.changes import AddToSet, Compute, DocumentChange, Push, SetOnInsert, Update
from ..ir.expressions import LiteralValue, OperatorCall
from ..ir.node import Document


def leaving_out_absent(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with those values of new elements and documents marked that may be absent where they are
    taken from: where they go, the design asks for none."""
    statements = [_of_statement(world, statement) for statement in recipe.statements]
    if recipe.script != QUERIES or statements == recipe.statements:
        return recipe
    changed = copy(recipe)
    changed.statements = statements
    return changed


def _of_statement(world: OperationContext, statement: Statement) -> Statement:
    update = statement.update
    if not isinstance(update, Update) or statement.collection not in world.collections:
        return statement
    steps = tuple(
        tuple(_of_change(world, statement.collection, change) for change in step) for step in update.steps
    )
    return statement if steps == update.steps else replace(statement, update=Update(steps))


def _of_change(world: OperationContext, collection: str, change: DocumentChange) -> DocumentChange:
    path = change.place.path
    if isinstance(change, Push | AddToSet) and type(change.element) is dict:
        return replace(change, element=_marked(world, collection, path, change.element))
    if isinstance(change, SetOnInsert):
        return replace(change, value=_marked(world, collection, path, change.value))
    if isinstance(change, Compute):
        return replace(change, expression=_of_expression(world, collection, path, change.expression))
    return change


def _marked(world: OperationContext, collection: str, path: str, value: Any) -> Any:
    if type(value) is dict:
        return _of_those_there_are(
            {name: _marked(world, collection, f"{path}.{name}", inner) for name, inner in value.items()}
        )
    if type(value) is not Outcome or not value.path or value.many or value.each or value.listed:
        return value
    field = world.field(collection, path)
    return value if field is None or field.required else replace(value, optional=True)


def _of_those_there_are(fields: Document) -> Document | BuiltValue:
    """Return an object that has only those of its fields whose values there are."""
    return BuiltValue("given", (fields,)) if any(map(_may_be_absent, fields.values())) else fields


def _may_be_absent(value: Any) -> bool:
    inner = value.value if type(value) is LiteralValue else value
    return type(inner) is Outcome and inner.optional


def _of_expression(world: OperationContext, collection: str, path: str, expression: Any) -> Any:
    """Return an expression with the literal values marked of the new elements that it puts together."""
    of_part = partial(_of_expression, world, collection, path)
    if type(expression) is OperatorCall:
        return OperatorCall(expression.operator, of_part(expression.operand))
    if type(expression) is list or type(expression) is tuple:
        return type(expression)(map(of_part, expression))
    if type(expression) is LiteralValue and type(expression.value) is dict:
        return LiteralValue(_marked(world, collection, path, expression.value))
    if type(expression) is not dict:
        return expression
    parts = {name: _of_part(world, collection, path, name, part) for name, part in expression.items()}
    return _of_those_there_are(parts)


def _of_part(world: OperationContext, collection: str, path: str, name: str, part: Any) -> Any:
    """Return a part of an expression: a field of a new element, or what an operator takes."""
    place = f"{path}.{name}"
    if world.field(collection, place) is None:
        return _of_expression(world, collection, path, part)
    if type(part) is LiteralValue:
        return LiteralValue(_marked(world, collection, place, part.value))
    return _of_expression(world, collection, place, part)
