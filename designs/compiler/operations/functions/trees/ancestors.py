"""TREE_ANCESTORS: breadcrumbs and branches without a walk; a move rewrites the branch."""

from __future__ import annotations

from collections.abc import Iterator

from ....names.tree_fields import ANCESTORS, PARENT
from ....plan_model.physical import BuiltValue
from ...context import SYNC, RelationshipContext, ScriptFunction
from ...ir.changes import Update
from ...ir.conditions import filter_of, where
from ...ir.expressions import (
    FieldPath,
    LiteralValue,
    Variable,
    add,
    aggregate_of,
    concat_arrays,
    filter_array,
    gt,
    index_of,
    ne,
    size_of,
    slice_of,
)
from ...ir.predicates import AllOf, Eq, Exists, Ne
from ...ir.stages import (
    GroupStage,
    LookupStage,
    MatchStage,
    ReplaceStage,
    SetStage,
    SortStage,
    UnsetStage,
    UnwindStage,
)  # fmt: skip
from ...notes.read_by_index import by_index
from .inside import by_form
from .nodes import PREPARED, RINGS, Nodes, part, upwards
from .parents import by_parent


def tree_ancestors(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Each node lists all nodes above it."""
    return by_form(link, _documents)


def _documents(nodes: Nodes) -> Iterator[ScriptFunction]:
    yield from by_parent(nodes)
    yield _ancestors(nodes)
    yield _descendants(nodes)
    yield from nodes.adding(_add, _plant)
    yield _move(nodes)
    yield _cascade(nodes)
    yield _rebuild(nodes)


def _ancestors(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("ancestors", "Returns a node's ancestors, root first, with one $lookup.")
    above, level = nodes.free("above"), nodes.level
    lookup = LookupStage(nodes.collection, nodes[ANCESTORS], "_id", above)
    stages = [
        MatchStage(filter_of({"_id": nodes.id(recipe)})),
        lookup,
        UnwindStage(above),
        ReplaceStage(FieldPath(above)),
        SetStage({level: size_of(FieldPath(nodes[ANCESTORS]))}),
        SortStage({level: 1}),
        UnsetStage(level),
    ]
    return recipe.add("aggregate", nodes.collection, pipeline=stages)


def _descendants(nodes: Nodes) -> ScriptFunction:
    of_index = by_index(nodes.link.world, nodes.collection, nodes[ANCESTORS], " on the multikey index")
    recipe = nodes.link.recipe("descendants", f"Returns all descendants of a node in one query{of_index}.")
    return recipe.add("find", nodes.collection, filter={nodes[ANCESTORS]: nodes.id(recipe, document=0)})


def _add(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "add",
        f"Adds a {nodes.word} below another. Its ancestors are its parent and the parent's ancestors.",
    )
    deep = {"must": f"parent not found, or on the last of {nodes.levels} levels"} if nodes.levels else {}
    parent, may_be_root = nodes.find_above(recipe, nodes[ANCESTORS], also=_has_room(nodes), **deep)
    chain = _chain(nodes, parent, may_be_none=may_be_root)
    return nodes.insert(
        recipe, {nodes[PARENT]: part(parent, "_id", optional=may_be_root), nodes[ANCESTORS]: chain}
    )


def _has_room(nodes: Nodes) -> dict[str, Exists]:
    """The condition of a parent that is not on the last level."""
    return {f"{nodes[ANCESTORS]}.{nodes.levels - 2}": Exists(False)} if nodes.levels else {}


def _chain(nodes: Nodes, parent: str, *, may_be_none: bool = False) -> BuiltValue:
    """The ancestors of a child of a node. may_be_none: whether it may be a root, which has none."""
    own = part(parent, "_id", listed=may_be_none)
    return BuiltValue("list", (part(parent, nodes[ANCESTORS], many=True), own))


def _plant(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("plant", f"Adds a root {nodes.word}.")
    return nodes.insert(recipe, {nodes[PARENT]: None, nodes[ANCESTORS]: []}, root=True)


def _move(nodes: Nodes) -> ScriptFunction:
    """Every descendant keeps the end of its list, from the moved node on, which moves last."""
    own = nodes[ANCESTORS]
    recipe = nodes.in_order(
        "reassign",
        "Moves a branch and updates every descendant's ancestors, then the node's. A node can't move "
        f"below itself. {RINGS}",
    )
    which, place = nodes.id(recipe), nodes.id(recipe, f"new_{PARENT}", document=PREPARED[1])
    deep = f", or on the last of {nodes.levels} levels" if nodes.levels else ""
    must = f"target not found, or inside the branch being moved{deep}"
    apart = AllOf((Eq(place), Ne(which)))
    named = nodes.unless_root(place)
    parent = nodes.find(
        recipe, apart, PARENT, also={own: Ne(which), **_has_room(nodes)}, must=must, leads=(which.name,), only_with=named,
    )  # fmt: skip
    chain = _chain(nodes, parent, may_be_none=named is not None)
    rest = slice_of(FieldPath(own), index_of(FieldPath(own), LiteralValue(which)), size_of(FieldPath(own)))
    if nodes.levels:
        longest = add(size_of(LiteralValue(chain)), size_of(rest))
        recipe.add(
            "findOne", nodes.collection, filter=filter_of({own: which}).merged(where(gt(longest, nodes.levels - 1))),
            step=recipe.step("deep"), projection={"_id": 1},
            must_miss=f"the branch would have more than {nodes.levels} levels",
        )  # fmt: skip
    update = Update.computing({own: concat_arrays(LiteralValue(chain), rest)})
    recipe.add("updateMany", nodes.collection, filter={own: which}, update=update)
    to_parent, moved = nodes.to_parent(recipe, parent, named), nodes.moved(recipe, which, {own: chain})
    recipe.add(
        "updateOne",
        nodes.collection,
        filter={"_id": which},
        update=Update.of(to_parent, *moved.changes),
        step=recipe.step("moved"),
        must_match=f"{nodes.word} not found",
    )
    return nodes.repeating(recipe, parent, named)


def _cascade(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.in_order("cascade", "Deletes a node's descendants, then the node.")
    which = nodes.id(recipe)
    recipe.add("deleteMany", nodes.collection, filter={nodes[ANCESTORS]: which})
    return recipe.add("deleteOne", nodes.collection, filter={"_id": which})


def _rebuild(nodes: Nodes) -> ScriptFunction:
    """All lists anew from the parents: what mends what an audit has found."""
    recipe = nodes.link.recipe(
        "rebuild", f"Rebuilds {nodes[ANCESTORS]} of every {nodes.word} from its {nodes[PARENT]}. Run it "
                   "if the audit finds a difference. Safe to repeat.", script=SYNC,
    )  # fmt: skip
    above = nodes.free("above")
    keys = {path: aggregate_of("first", FieldPath(path)) for path in nodes.shard_keys}
    stages = [
        *nodes.only,
        upwards(nodes, above),
        UnwindStage(above, keeps_empty=True),
        SortStage({f"{above}.{nodes.level}": -1}),
        GroupStage(
            {
                "_id": FieldPath("_id"),
                **keys,
                nodes[ANCESTORS]: aggregate_of("push", FieldPath(f"{above}._id")),
            }
        ),
        SetStage(
            {nodes[ANCESTORS]: filter_array(FieldPath(nodes[ANCESTORS]), "one", ne(Variable("one"), None))}
        ),
        nodes.merging(keys),
    ]
    return recipe.add("aggregate", nodes.collection, pipeline=stages)
