"""TREE_CHILD: each node lists its children in their order; the way up asks who lists a node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....names.tree_fields import CHILDREN, PARENT
from ...context import RelationshipContext, ScriptFunction, outcome
from ...ir.changes import Pull, Push, Update, UpdatePath
from ...ir.conditions import Expr, Filter, PathPredicates, filter_of
from ...ir.expressions import FieldPath, LiteralValue, and_, concat_arrays, eq, if_null, set_equals, size_of
from ...ir.predicates import AllOf, Eq, Exists, In, NotIn
from ...ir.stages import (
    LookupStage,
    MatchStage,
    ProjectStage,
    ReplaceStage,
    SortStage,
    UnwindStage,
    WalkStage,
)  # fmt: skip
from ...notes.read_by_index import telling_roots
from .inside import by_form
from .nodes import PREPARED, RINGS, Nodes, unfolded


def tree_child(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Each node lists its children."""
    return by_form(link, _documents)


def _documents(nodes: Nodes) -> Iterator[ScriptFunction]:
    yield _children(nodes)
    yield _parent(nodes)
    yield _walk(nodes, "descendants", "Returns all descendants of a node, level by level.", 1)
    yield _walk(
        nodes,
        "ancestors",
        "Returns a node's ancestors, root first, one query per level.",
        -1,
    )
    yield _add(nodes)
    yield _order(nodes)
    yield _move(nodes)
    yield _cascade(nodes)


def _children(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("read", "Returns a node's children in order, which $in alone doesn't keep.")
    place, child = nodes.free("place"), nodes.free("child")
    stages = [
        MatchStage(filter_of({"_id": nodes.id(recipe)})),
        UnwindStage(nodes[CHILDREN], place),
        LookupStage(nodes.collection, nodes[CHILDREN], "_id", child),
        SortStage({place: 1}),
        UnwindStage(child),
        ReplaceStage(FieldPath(child)),
    ]
    return recipe.add("aggregate", nodes.collection, pipeline=stages)


def _parent(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("back", "Returns the parent of a node.")
    return recipe.add("findOne", nodes.collection, filter={nodes[CHILDREN]: nodes.id(recipe)})


def walked(nodes: Nodes, way: int, name: str) -> WalkStage:
    """The stage that finds all nodes below (1) or above (-1) one."""
    own = nodes[CHILDREN]
    onward, arrive = (own, "_id") if way == 1 else ("_id", own)
    return WalkStage(nodes.collection, FieldPath(onward), onward, arrive, name, nodes.level)


def _walk(nodes: Nodes, purpose: str, note: str, way: int) -> ScriptFunction:
    recipe = nodes.link.recipe(purpose, note)
    nodes_there = nodes.free("below" if way == 1 else "above")
    stages = [MatchStage(filter_of({"_id": nodes.id(recipe)})), walked(nodes, way, nodes_there)]
    return recipe.add(
        "aggregate", nodes.collection, pipeline=[*stages, *unfolded(nodes_there, {nodes.level: way})]
    )


def _ids(nodes: Nodes, recipe: ScriptFunction, which: Any, way: int, step: str) -> Any:
    """The ids of a node and of all below or above it, as a step of the recipe finds them."""
    nodes_found, name = nodes.free("found"), recipe.step(step)
    stages = [
        MatchStage(filter_of({"_id": which})),
        walked(nodes, way, nodes_found),
        ProjectStage({nodes_found: concat_arrays([FieldPath("_id")], FieldPath(f"{nodes_found}._id"))}),
        UnwindStage(nodes_found),
        ProjectStage({"_id": FieldPath(nodes_found)}),
    ]
    recipe.add("aggregate", nodes.collection, pipeline=stages, step=name)
    return outcome(name, many=True, each="_id")


def _room(nodes: Nodes) -> PathPredicates:
    most = nodes.link.world.field(nodes.collection, nodes[CHILDREN])
    bound = most.max_items if most is not None else None
    return {f"{nodes[CHILDREN]}.{bound - 1}": Exists(False)} if bound else {}


def _add(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "add", f"Adds a {nodes.word} as the last child, in a transaction.",
        transaction=True,
    )  # fmt: skip
    place, added = nodes.id(recipe, PARENT), recipe.step("added")
    named = nodes.unless_root(place)
    nodes.insert(recipe, {nodes[CHILDREN]: []}, step=added)
    update = Update.of(Push(UpdatePath(nodes[CHILDREN]), outcome(added, "insertedId")))
    recipe.add(
        "updateOne", nodes.collection, filter={"_id": place, **_room(nodes)}, update=update,
        step=recipe.step("listed"), must_match=f"{PARENT} not found or full", only_with=named,
    )  # fmt: skip
    telling_roots(recipe, recipe)
    nodes.telling_levels(recipe)
    return recipe


def _order(nodes: Nodes) -> ScriptFunction:
    """Nobody's change is lost, and no child: the list must still be the one that was read, and the new one have the same
    nodes, each once."""
    recipe = nodes.link.recipe(
        "order",
        "Reorders a node's children. Fails if the list changed in the meantime, or if the new list has other nodes.",
    )
    own = nodes[CHILDREN]
    read = recipe.param("children as read", nodes.collection, own, document=0)
    new = recipe.param("children in order", nodes.collection, own, document=0)
    old, ordered = if_null(FieldPath(own), []), LiteralValue(new)
    has_same = Expr(and_(set_equals(old, ordered), eq(size_of(old), size_of(ordered))))
    filter = filter_of({"_id": nodes.id(recipe, document=0), own: read}).merged(Filter((has_same,)))
    return recipe.add(
        "updateOne", nodes.collection, filter=filter, update=Update.setting({own: new}), step=recipe.step("ordered"),
        must_match=f"{nodes.word} not found, its children changed since they were read, or the new list has other nodes",
        answers=True,
    )  # fmt: skip


def _move(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "reassign", "Moves a branch to the end of another node's list. Checks ancestors first: a node "
                    f"can't move below itself. {RINGS}", transaction=True,
    )  # fmt: skip
    which, place = nodes.id(recipe), nodes.id(recipe, f"new_{PARENT}", document=PREPARED[1])
    above = _ids(nodes, recipe, place, -1, "above")
    must = f"{nodes.word} not found, or target is inside the branch"
    nodes.find(recipe, AllOf((Eq(which), NotIn(above))), nodes.word, must=must, leads=(which.name,))
    own = nodes[CHILDREN]
    recipe.add(
        "updateMany",
        nodes.collection,
        filter={own: which},
        update=Update.of(Pull(UpdatePath(own), Eq(which))),
    )
    recipe.add(
        "updateOne", nodes.collection, filter={"_id": place, **_room(nodes)},
        update=Update.of(Push(UpdatePath(own), which)),
        step=recipe.step("listed"), must_match=f"{PARENT} not found or full", only_with=nodes.unless_root(place),
    )  # fmt: skip
    telling_roots(recipe, recipe)
    nodes.telling_levels(recipe)
    return recipe


def _cascade(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "cascade", "Deletes a node and all its descendants, and removes it from its parent's list.",
        transaction=True,
    )  # fmt: skip
    which, own = nodes.id(recipe), nodes[CHILDREN]
    branch = _ids(nodes, recipe, which, 1, "branch")
    recipe.add(
        "updateMany",
        nodes.collection,
        filter={own: which},
        update=Update.of(Pull(UpdatePath(own), Eq(which))),
    )
    return recipe.add("deleteMany", nodes.collection, filter={"_id": In(branch)})
