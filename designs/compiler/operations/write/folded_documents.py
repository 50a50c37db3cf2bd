"""Inserts and deletes of a parent that is folded into its children: it comes with its first child, and goes
with its children or out of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import Effect, Operation, Relationship, given
from ...plan_model.physical import Param
from ..context import OperationContext, ScriptFunction
from ..identifiers import id_name, identifier, value_path
from ..ir.condition_reading import read_filter
from ..ir.conditions import At
from ..parameters import one_value, retold
from ..passes.same_document_results import following
from ..read.conditions import several
from .folded_updates import everywhere, folded_update, folds_of
from .inserts import insert_of

Teller = Callable[[OperationContext, Operation], Iterator[ScriptFunction]]


def folded_insert(
    world: OperationContext, operation: Operation, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The insert of a first child; None where nothing is folded."""
    for relationship, spot in folds_of(world, operation.entity):
        child = relationship.to.entity
        recipe.among = world.among(child)
        recipe.remark(
            f"It has no document of its own: it's stored with its first {world.names.word(child)}. This "
            "adds both."
        )
        return insert_of(world, replace(operation, entity=child), spot, recipe)
    return None


def folded_delete(
    world: OperationContext, operation: Operation, recipe: ScriptFunction, teller: Teller
) -> Iterator[ScriptFunction]:
    """Children that die with it are deleted, others keep what is their own; nothing where some of them can't be
    without it. told: the recipes of another operation."""
    functions: list[ScriptFunction] = []
    fates: list[str] = []
    folds = {child_fold.name: child_fold for child_fold, _ in folds_of(world, operation.entity)}
    for relationship in folds.values():
        dies = relationship.exclusive_owner is True
        makers = (
            _deleted(world, operation, relationship, teller)
            if dies
            else _left(world, operation, relationship, recipe)
        )
        writers = list(makers)
        if not writers:
            return
        functions += writers
        fates.append(f"its {world.names.words(relationship.to.entity)} {'die with it' if dies else 'stay'}")
    for function in functions:
        function.remark(f"It has no document of its own: {', '.join(fates)}.")
    yield from _joined(functions)


def _deleted(
    world: OperationContext, operation: Operation, relationship: Relationship, teller: Teller
) -> Iterator[ScriptFunction]:
    """The delete of the children of those that an operation means, which calls its values as the operation would."""
    child, end = relationship.to.entity, world.names.end(relationship, "to")
    names = {
        identifier(words.format(of_child)): identifier(words.format(own))
        for match in given(operation.filter, [])
        for own, of_child in (
            (value_path(match.field), value_path(_path(end, match.field))),
            (id_name(match.field), id_name(_path(end, match.field))),
            (several(match.field), several(_path(end, match.field))),
        )
        for words in _WORDS
    }
    asked = _of_children(everywhere(world, operation, relationship), child, end)
    for function in teller(world, asked):
        function.note = function.note.replace(child, operation.entity, 1)
        function.statements = [
            retold(statement, lambda param: replace(param, name=names.get(param.name, param.name)))
            for statement in function.statements
        ]
        yield function


_WORDS = ("{}", "least {}", "most {}", "{} pattern", "{} prefix", "{} prefix end")  # of ``Conditions``


def _path(end: str, own: str) -> str:
    return end if own == "_id" else f"{end}.{own}"


def _of_children(operation: Operation, child: str, end: str) -> Operation:
    def at_end(at: At) -> At:
        return At(_path(end, at.path), at.predicate)

    filter = [replace(match, field=_path(end, match.field)) for match in given(operation.filter, [])]
    always = given(operation.always_filter, None)
    return replace(
        operation, entity=child, filter=filter, sort=UNSET, includes=UNSET, returns=UNSET,
        always_filter=UNSET if always is None else read_filter(always).moved(at_end),
    )  # fmt: skip


def _left(
    world: OperationContext, operation: Operation, relationship: Relationship, recipe: ScriptFunction
) -> Iterator[ScriptFunction]:
    """The children without it; none where they can't be."""
    if given(relationship.to.count.min, 0) >= 1:
        return
    effects = [Effect(field=name, do="unset") for name in world.placement.folded(relationship)]
    asked = replace(everywhere(world, operation, relationship), effects=effects, changes=UNSET)
    part = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, note=recipe.note)
    statements = folded_update(world, asked, part, of=relationship)
    yield from [following(world, statements)] if statements is not None else []


def _joined(functions: list[ScriptFunction]) -> Iterator[ScriptFunction]:
    """One function, where each of several is one write that may be repeated."""
    if len(functions) < 2 or any(len(function.statements) > 1 for function in functions):
        for function in functions if len(functions) > 1 else ():
            function.remark("Call the operation's other functions too: each covers only some documents.")
        yield from functions
        return
    first, *others = functions
    for part in others:
        part.renamed(first)
    params: dict[str, Param] = {}
    first.statements = [one_value(statement, params) for statement in first.statements]
    first.remark("Runs several writes. If one fails, call it again.")
    yield first.numbered()
