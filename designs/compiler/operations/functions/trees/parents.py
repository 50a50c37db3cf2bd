"""TREE_PARENT: children by an index, everything else by a walk; a move is one write."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....names.tree_fields import PARENT
from ...context import RelationshipContext, ScriptFunction, outcome
from ...ir.conditions import filter_of
from ...ir.expressions import FieldPath, concat_arrays
from ...ir.predicates import AllOf, Eq, In, NotIn
from ...ir.stages import MatchStage, ProjectStage, UnwindStage, WalkStage
from ...read.paging import after_last
from ...results.counting import counting
from ..references import (
    Children,
    delete_child,
    insert_child,
    joined,
    list_children,
    move_child,
    next_page,
    parent_ref,
    reassign_child,
    told_unsorted,
)
from .inside import by_form
from .nodes import PREPARED, RINGS, Nodes, unfolded, upwards


def tree_parent(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Each node knows its parent."""
    return by_form(link, _documents, parent_ref)


def by_parent(
    nodes: Nodes, *more: Callable[[RelationshipContext, Children], ScriptFunction]
) -> Iterator[ScriptFunction]:
    """What the parent in each node answers: its children, page by page, the roots, the way up."""
    children = Children(nodes.link)
    for make in (list_children, next_page, *more):
        yield make(nodes.link, children)
    yield _roots(nodes, children)
    yield _more_roots(nodes, children)
    yield parent_of(nodes)


def _documents(nodes: Nodes) -> Iterator[ScriptFunction]:
    link, children = nodes.link, Children(nodes.link)
    yield from by_parent(nodes, joined)
    yield _ancestors(nodes)
    yield _descendants(nodes)
    yield insert_child(link, children)
    yield _move(nodes, children)
    removal = delete_child(link, children)
    removal.remark("Leaf nodes only.")
    yield removal
    yield _cascade(nodes)


def _roots(nodes: Nodes, children: Children) -> ScriptFunction:
    """The first of the nodes without a parent."""
    recipe = nodes.link.recipe("roots", f"Returns the first page of root {nodes.words}.")
    return children.page(recipe, filter_of({nodes[PARENT]: None}).merged(nodes.kind))


def _more_roots(nodes: Nodes, children: Children) -> ScriptFunction:
    """Those behind a root that was the last one."""
    note = f"Returns the next page after the last item shown.{told_unsorted(children)}"
    recipe = nodes.link.recipe("roots_page", note)
    behind = after_last(recipe, nodes.link.world, nodes.collection, children.listed_sort)
    return children.page(recipe, filter_of({nodes[PARENT]: None}).merged(nodes.kind).merged(behind))


def parent_of(nodes: Nodes) -> ScriptFunction:
    """The way up by one: what a node names, then that."""
    recipe = nodes.link.recipe("back", f"Returns the parent of a {nodes.word} in two reads.")
    document, own = recipe.step(nodes.word), nodes[PARENT]
    filter = {"_id": nodes.id(recipe)}
    recipe.add("findOne", nodes.collection, filter=filter, projection={own: 1}, step=document, ends=True)
    return recipe.add(
        "findOne", nodes.collection, filter={"_id": outcome(document, own)}, step=recipe.step(PARENT)
    )


def _ancestors(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("ancestors", "Returns a node's ancestors, root first, one lookup per level.")
    above = nodes.free("above")
    stages = [
        MatchStage(filter_of({"_id": nodes.id(recipe)})),
        upwards(nodes, above),
        *unfolded(above, {nodes.level: -1}),
    ]
    return recipe.add("aggregate", nodes.collection, pipeline=stages)


def downwards(nodes: Nodes, name: str) -> WalkStage:
    """The stage that finds all nodes below one."""
    return WalkStage(nodes.collection, FieldPath("_id"), "_id", nodes[PARENT], name, nodes.level)


def _descendants(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "descendants", "Returns all descendants of a node, level by level, using the parent index."
    )
    below = nodes.free("below")
    stages = [
        MatchStage(filter_of({"_id": nodes.id(recipe)})),
        downwards(nodes, below),
        *unfolded(below, {nodes.level: 1}),
    ]
    return recipe.add("aggregate", nodes.collection, pipeline=stages)


def _move(nodes: Nodes, children: Children) -> ScriptFunction:
    """One write; what would close a ring matches nothing."""
    link = nodes.link
    recipe = link.recipe(
        "reassign", "Moves a branch of any size in one write. Checks ancestors first: a node can't move "
                    f"below itself. {RINGS}",
    )  # fmt: skip
    walked, above = nodes.free("above"), recipe.step("above")
    which, place = nodes.id(recipe), nodes.id(recipe, f"new_{PARENT}", document=PREPARED[1])
    stages = [
        MatchStage(filter_of({"_id": place})),
        upwards(nodes, walked),
        ProjectStage({walked: concat_arrays([FieldPath("_id")], FieldPath(f"{walked}._id"))}),
        UnwindStage(walked),
        ProjectStage({"_id": FieldPath(walked)}),
    ]
    parent, named = recipe.step(PARENT), nodes.unless_root(place)
    recipe.add(
        "findOne", nodes.collection, filter={"_id": place}, projection={"_id": 1}, step=parent,
        must_match=f"{PARENT} not found", leads=(which.name,), only_with=named,
    )  # fmt: skip
    recipe.add("aggregate", nodes.collection, pipeline=stages, step=above)
    moving = reassign_child if counting(link.world, link.child) else move_child
    own = moving(link, children, place)
    first, *rest = own.statements
    filter = {"_id": AllOf((Eq(which), NotIn(outcome(above, many=True, each="_id"))))}
    must = f"{nodes.word} not found, or target is inside the branch"
    recipe.add(
        first.op,
        nodes.collection,
        filter=filter,
        update=first.update,
        step=first.step or recipe.step("moved"),
        must_match=must,
    )
    recipe.statements += rest
    return nodes.repeating(recipe, parent, named)


def _cascade(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("cascade", "Deletes a node and all its descendants.", transaction=True)
    below, branch = nodes.free("below"), recipe.step("branch")
    stages = [
        MatchStage(filter_of({"_id": nodes.id(recipe)})),
        downwards(nodes, below),
        ProjectStage({below: concat_arrays([FieldPath("_id")], FieldPath(f"{below}._id"))}),
        UnwindStage(below),
        ProjectStage({"_id": FieldPath(below)}),
    ]
    recipe.add("aggregate", nodes.collection, pipeline=stages, step=branch)
    return recipe.add(
        "deleteMany", nodes.collection, filter={"_id": In(outcome(branch, many=True, each="_id"))}
    )
