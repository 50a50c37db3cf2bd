"""Branches that are deleted: what names their nodes from elsewhere lets go of them too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ....plan_model.physical import Statement
from ...context import ScriptFunction
from ...write.unlink import letting_go
from .nodes import Nodes


def letting_go_of_branches(nodes: Nodes, recipes: Iterable[ScriptFunction]) -> Iterator[ScriptFunction]:
    """Yield the recipes of a tree; those that delete a branch take its nodes out of all that names them."""
    for recipe in recipes:
        yield _let_go(nodes, recipe) if recipe.purpose == "cascade" else recipe


def _let_go(nodes: Nodes, recipe: ScriptFunction) -> ScriptFunction:
    own = recipe.statements
    deletes = [one for one in own if one.op.startswith("delete")]
    recipe.statements = [_all_of(deletes)]
    letting_go(nodes.link.world, nodes.link.child, recipe)
    if len(recipe.statements) == 1:
        recipe.statements = own
        return recipe
    recipe.statements = _before_transaction([*(one for one in own if one not in deletes), *recipe.statements])
    return recipe.numbered()


def _all_of(deletes: list[Statement]) -> Statement:
    """One statement that deletes what several do."""
    first = deletes[0]
    if len(deletes) == 1:
        return first
    return replace(first, op="deleteMany", filter={"$or": [one.filter for one in deletes]})


def _before_transaction(statements: list[Statement]) -> list[Statement]:
    """No transaction merges: what does, and what it follows from, stands before it."""
    merges = [place for place, one in enumerate(statements) if one.pipeline and "$merge" in one.pipeline[-1]]
    begin = merges[-1] + 1 if merges else 0
    return [*(replace(one, transaction=False) for one in statements[:begin]), *statements[begin:]]
