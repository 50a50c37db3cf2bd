"""Trees whose nodes are elements of one document: one read holds all of it, a branch is picked out of
it by the server, and what changes several nodes writes the whole array back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....names.tree_fields import ANCESTORS, CHILDREN, LEFT, PARENT, SEPARATOR
from ....plan_model.number_format import listed
from ...context import RelationshipContext, ScriptFunction
from ...ir.changes import Update
from ...ir.conditions import Expr, Filter, filter_of
from ...ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    and_,
    concat,
    eq,
    filter_array,
    first_of,
    gt,
    if_null,
    in_,
    length_of,
    lt,
    substring,
    to_string,
)
from ...ir.stages import LookupStage, MatchStage, ProjectStage, ReplaceStage, SetStage, UnwindStage
from .nodes import Nodes


def _roles(nodes: Nodes) -> tuple[str, ...]:
    """Return what a node stores to find those below it."""
    return tuple(role for role in nodes.link.traits.tree_fields if role != PARENT)


def by_form(
    link: RelationshipContext,
    own: Callable[[Nodes], Iterator[ScriptFunction]],
    inside: Callable[[RelationshipContext], Iterator[ScriptFunction]] | None = None,
) -> Iterator[ScriptFunction]:
    """The recipes of a form of tree: its own where each node is a document, else those of nodes
    inside others."""
    nodes = Nodes(link)
    return own(nodes) if nodes.at.is_root else (inside or inside_document)(link)


def inside_document(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """A tree whose nodes are elements of one document."""
    nodes = Nodes(link)
    if link.world.collections[nodes.collection].kind == "bucket":
        yield from _in_pages(nodes)
        return
    recipe = link.recipe("read", f"Returns the whole tree: every {nodes.word} in the document.")
    yield recipe.add("findOne", nodes.collection, filter=nodes.at.match(nodes.at.id(recipe)))
    if nodes.at.arrays == (nodes.at.spot.path,):
        yield _branch(nodes)
        yield _rewrite(nodes)


def _in_pages(nodes: Nodes) -> Iterator[ScriptFunction]:
    """The nodes below one where they stand in pages: no page holds a whole tree, and no single write moves a branch."""
    array = nodes.at.spot.path
    if nodes.at.arrays != (array,):
        return
    purpose, what = _below(nodes)
    recipe = nodes.link.recipe(
        purpose, f"Returns the {what}, each with its page: a branch can span many pages."
    )
    which, key, below = nodes.at.id(recipe), nodes.at.key.removeprefix(f"{array}."), nodes.free("below")
    own = MatchStage(filter_of({nodes.at.key: which}))
    stages = (
        UnwindStage(array),
        MatchStage(Filter((Expr(_is_below(nodes, Variable("node"), FieldPath(array), key)),))),
    )
    lookup = LookupStage(nodes.collection, "", "", below, stages, {"node": FieldPath(array)})
    yield recipe.add(
        "aggregate", nodes.collection,
        pipeline=[
            own, UnwindStage(array), own, lookup, UnwindStage(below), ReplaceStage(FieldPath(below)),
        ],
    )  # fmt: skip


def _below(nodes: Nodes) -> tuple[str, str]:
    """The purpose of the function that finds what is below a node, and what it finds."""
    if CHILDREN in _roles(nodes):
        return "children", "children of one node"
    return "descendants", "whole branch below one node"


def _branch(nodes: Nodes) -> ScriptFunction:
    """The nodes below one, out of the array of its document."""
    array, node = nodes.at.spot.path, nodes.free("node")
    purpose, what = _below(nodes)
    recipe = nodes.link.recipe(purpose, f"Returns the {what}, extracted from the document on the server.")
    which = nodes.at.id(recipe)
    key = nodes.at.key.removeprefix(f"{array}.")
    own = filter_array(FieldPath(array), "one", eq(Variable("one", key), LiteralValue(which)))
    below = filter_array(FieldPath(array), "one", _is_below(nodes, FieldPath(node), Variable("one"), key))
    stages = [
        MatchStage(nodes.at.match(which)),
        SetStage({node: first_of(own)}),
        ProjectStage({array: below}),
    ]
    return recipe.add("aggregate", nodes.collection, pipeline=stages)


def _is_below(
    nodes: Nodes, node: FieldPath | Variable, element: FieldPath | Variable, key: str
) -> OperatorCall:
    """Whether an element is below a node, as the form tells it."""
    paths = [nodes.name(role) for role in _roles(nodes)]
    own = [node.down(path) for path in paths]
    each = [element.down(path) for path in paths]
    if LEFT in nodes.link.traits.tree_fields:
        return and_(gt(each[0], own[0]), lt(each[1], own[1]))
    if ANCESTORS in nodes.link.traits.tree_fields:
        return in_(node.down(key), if_null(each[0], []))
    if CHILDREN in nodes.link.traits.tree_fields:
        return in_(element.down(key), if_null(own[0], []))
    begin = concat(own[0], to_string(node.down(nodes.segment)), SEPARATOR)
    return eq(substring(each[0], 0, length_of(begin)), begin)


def _rewrite(nodes: Nodes) -> ScriptFunction:
    """Nobody's change is lost: the nodes must still be what was read."""
    array = nodes.at.spot.path
    fields = listed(nodes.name(role) for role in _roles(nodes))
    recipe = nodes.link.recipe(
        "reassign", f"Adds, moves, or removes branches: read the document, compute {fields} of the nodes, "
                    "and write them back in one atomic write. Fails if they changed in the meantime.",
    )  # fmt: skip
    root = nodes.link.world.word(nodes.link.placement.root_entity(nodes.link.child))
    which = recipe.param(f"{root}_id", nodes.collection, "_id")
    read = recipe.param(f"{nodes.words} as read", nodes.collection, array)
    new = recipe.param(f"{nodes.words} as moved", nodes.collection, array)
    return recipe.add(
        "updateOne", nodes.collection, filter={"_id": which, array: read}, update=Update.setting({array: new})
    )
