"""Operations on what stands in an array up to its bound and beyond that in an overflow collection: one
function looks in both."""

from __future__ import annotations

from msgspec.structs import replace

from ...model.conceptual import Operation, given
from ...plan_model.function_names import mention
from ...plan_model.number_format import listed
from ...plan_model.physical import Param, Statement
from ..context import OperationContext, ScriptFunction
from ..functions.outliers import FLAG
from ..parameters import one_value

_ONE = frozenset({"findOne", "updateOne", "deleteOne", "findOneAndUpdate", "findOneAndDelete"})


def wherever(
    world: OperationContext, operation: Operation, functions: list[ScriptFunction]
) -> list[ScriptFunction]:
    """The recipes of an operation for each place, those of an array and of its overflow as one: the overflow
    is asked where the array has not the one that is meant, and for all that are meant both."""
    extra = _overflow(world, operation.entity)
    if not extra or operation.kind == "insert" or not functions:
        return functions
    if not any(function.statements[0].collection == extra for function in functions):
        functions[0].remark(f"Excludes overflow items in {extra}.")
        return functions
    if len(functions) < 2 or any(
        len(function.statements) > 1 or function.transaction for function in functions
    ):
        return functions
    return [_joined(operation, functions)]


def tell_places(world: OperationContext, operation: Operation, functions: list[ScriptFunction]) -> None:
    """Say of the functions of an operation which of them are to be called for all places, where one alone is not, and
    what a delete in the overflow leaves as it is."""
    extra = _overflow(world, operation.entity)
    if not extra or operation.kind == "insert":
        return
    names = listed(mention(function.name) for function in functions)
    for function in functions:
        if len(functions) > 1:
            function.remark(f"Call {names}: each covers only some documents.")
        if any(each.collection == extra and "elete" in each.op for each in function.statements):
            function.remark(f"{FLAG} doesn't change.")


def _overflow(world: OperationContext, entity: str) -> str:
    """The overflow collection in which some of an entity stand, "" where there is none."""
    places = (spot.collection for spot in world.placement.spots(entity))
    return next((name for name in places if world.collections[name].kind == "overflow"), "")


def _joined(operation: Operation, functions: list[ScriptFunction]) -> ScriptFunction:
    first, params, steps = functions[0], dict[str, Param](), list[str]()
    single = all(function.statements[0].op in _ONE for function in functions)
    for part in functions[1:]:
        part.renamed(first)
    statements: list[Statement] = []
    for number, own_statement in enumerate(first.statements, start=1):
        step = first.step(own_statement.collection)
        unless = steps[-1] if single and steps else ""
        statements.append(
            replace(
                one_value(own_statement, params),
                step=step,
                unless=unless,
                comment=first.note if number == 1 else "",
            )
        )
        steps.append(step)
    first.statements = statements
    extra = statements[-1].collection
    first.remark(f"Overflow items are in {extra}.")
    if operation.kind == "read" and given(operation.sort, []) and not single:
        first.remark("Each result is sorted separately.")
    return first
