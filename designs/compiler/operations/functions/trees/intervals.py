"""TREE_NESTED: a branch is one range; what is added or moved shifts the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....names.tree_fields import LEFT, PARENT, RIGHT
from ....plan_model.physical import BuiltValue
from ...context import SYNC, RelationshipContext, ScriptFunction
from ...ir.changes import Inc, Update, UpdatePath
from ...ir.conditions import any_of, filter_of, where
from ...ir.expressions import (
    FieldPath,
    OperatorCall,
    WindowCall,
    add,
    aggregate_of,
    and_,
    concat_arrays,
    cond,
    eq,
    gt,
    gte,
    if_null,
    lt,
    lte,
    max_of,
    min_of,
    multiply,
    or_,
    size_of,
    subtract,
    sum_of,
    switch,
)
from ...ir.predicates import above, at_least, at_most, below
from ...ir.stages import GroupStage, ProjectStage, SetStage, Stage, UnwindStage, WindowStage
from .inside import by_form
from .nodes import PREPARED, Nodes, part
from .parents import by_parent, downwards


def tree_nested(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Each node has two numbers, and what is below it lies between them."""
    return by_form(link, _documents)


def _documents(nodes: Nodes) -> Iterator[ScriptFunction]:
    yield from by_parent(nodes)
    yield _descendants(nodes)
    yield _ancestors(nodes)
    yield _whole(nodes)
    yield _add(nodes)
    yield _plant(nodes)
    yield _move(nodes)
    yield _cascade(nodes)
    yield _rebuild(nodes)


def _around(nodes: Nodes, step: str) -> tuple[Any, Any]:
    """The two numbers of a node that was read."""
    return part(step, nodes[LEFT]), part(step, nodes[RIGHT])


def _descendants(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "descendants",
        "Returns all descendants of a node, in tree order, as one index range.",
    )
    left, right = _around(nodes, nodes.find(recipe, nodes.id(recipe), nodes.word))
    filter = {nodes[LEFT]: above(left), nodes[RIGHT]: below(right)}
    return recipe.add(
        "find", nodes.collection, filter=filter, sort={nodes[LEFT]: 1}, step=recipe.step(nodes.words)
    )


def _ancestors(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("ancestors", "Returns a node's ancestors, root first, by their number range.")
    left, right = _around(nodes, nodes.find(recipe, nodes.id(recipe), nodes.word))
    filter = {nodes[LEFT]: below(left), nodes[RIGHT]: above(right)}
    return recipe.add(
        "find", nodes.collection, filter=filter, sort={nodes[LEFT]: 1}, step=recipe.step(nodes.words)
    )


def _whole(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("whole", "Returns the whole tree, each branch after its node.")
    return recipe.add("find", nodes.collection, filter=nodes.kind, sort={nodes[LEFT]: 1})


def _add(nodes: Nodes) -> ScriptFunction:
    """The last child takes the two numbers where its parent ended; all behind move up by two."""
    recipe = nodes.link.recipe(
        "add", f"Adds a {nodes.word} as the last child and renumbers the nodes after it.",
        transaction=True,
    )  # fmt: skip
    parent = nodes.find(recipe, nodes.id(recipe, PARENT), PARENT, what=PARENT)
    end = part(parent, nodes[RIGHT])
    recipe.add(
        "updateMany",
        nodes.collection,
        filter={nodes[RIGHT]: at_least(end)},
        update=Update.of(Inc(UpdatePath(nodes[RIGHT]), 2)),
    )
    recipe.add(
        "updateMany",
        nodes.collection,
        filter={nodes[LEFT]: above(end)},
        update=Update.of(Inc(UpdatePath(nodes[LEFT]), 2)),
    )
    numbers = {nodes[LEFT]: end, nodes[RIGHT]: BuiltValue("sum", (end, 1))}
    return nodes.insert(recipe, {nodes[PARENT]: part(parent, "_id"), **numbers})


def _plant(nodes: Nodes) -> ScriptFunction:
    """The last root ends two later: whoever plants another one at the same moment writes the same document, and has to
    begin again. A read alone would give both the same numbers."""
    recipe = nodes.link.recipe(
        "plant", f"Adds a {nodes.word} as the last root; the very first one gets the numbers 1 and 2. "
                 "Also updates the last root, so concurrent calls conflict and retry. Don't call it concurrently "
                 "for the very first root.",
        transaction=True,
    )  # fmt: skip
    last = recipe.step("last")
    recipe.add(
        "findOneAndUpdate",
        nodes.collection,
        filter=nodes.kind,
        update=Update.of(Inc(UpdatePath(nodes[RIGHT]), 2)),
        options={"sort": {nodes[RIGHT]: -1}, "returnDocument": "after"},
        step=last,
    )
    end = part(last, nodes[RIGHT])
    return nodes.insert(
        recipe,
        {
            nodes[PARENT]: None,
            nodes[LEFT]: BuiltValue("sum", (end, 1)),
            nodes[RIGHT]: BuiltValue("sum", (end, 2)),
        },
        root=True,
    )


def _move(nodes: Nodes) -> ScriptFunction:
    """The branch and all between its old and its new place change their numbers, in one statement; what is around both
    places keeps its own."""
    recipe = nodes.link.recipe(
        "reassign", "Moves a branch to the end of another node and renumbers everything in between. A "
                    "node can't move below itself.", transaction=True,
    )  # fmt: skip
    which, place = nodes.id(recipe), nodes.id(recipe, f"new_{PARENT}", document=PREPARED[1])
    left, right = _around(nodes, nodes.find(recipe, which, nodes.word))
    outside = any_of([filter_of({nodes[LEFT]: below(left)}), filter_of({nodes[LEFT]: above(right)})])
    must, named = "target not found, or inside the branch being moved", nodes.unless_root(place)
    parent = nodes.find(recipe, place, PARENT, also=outside, must=must, only_with=named)
    end = part(parent, nodes[RIGHT]) if named is None else _place(nodes, recipe, parent)
    begins, ends = min_of(left, end), max_of(right, subtract(end, 1))
    first, last = FieldPath(nodes[LEFT]), FieldPath(nodes[RIGHT])
    is_inside = or_(gte(first, begins), lte(last, ends))
    between = where(and_(gte(last, begins), lte(first, ends), is_inside))
    shifted = {path: _shifted(FieldPath(path), left, right, end) for path in (nodes[LEFT], nodes[RIGHT])}
    recipe.add("updateMany", nodes.collection, filter=between, update=Update.computing(shifted))
    recipe.add(
        "updateOne",
        nodes.collection,
        filter={"_id": which},
        update=Update.of(nodes.to_parent(recipe, parent, named), *nodes.moved(recipe, which, {}).changes),
    )
    return nodes.repeating(recipe, parent, named)


def _place(nodes: Nodes, recipe: ScriptFunction, parent: str) -> Any:
    """Where a branch goes that may become a root: to the end of its new parent, or behind all others."""
    step = recipe.step("placed")
    behind = if_null(part(parent, nodes[RIGHT]), add(FieldPath("end"), 1))
    ends = GroupStage({"_id": None, "end": aggregate_of("max", FieldPath(nodes[RIGHT]))})
    recipe.add(
        "aggregate",
        nodes.collection,
        pipeline=[*nodes.only, ends, ProjectStage({"place": behind})],
        step=step,
    )
    return part(step, "0.place")


def _shifted(number: FieldPath, left: Any, right: Any, end: Any) -> OperatorCall:
    """Where a number goes: those of the branch to the new place, those between to fill the gap."""
    width = add(subtract(right, left), 1)
    far = cond(gt(end, right), subtract(end, add(right, 1)), subtract(end, left))
    branches = [
        (and_(gte(number, left), lte(number, right)), add(number, far)),
        (and_(gt(number, right), lt(number, end)), subtract(number, width)),
        (and_(gte(number, end), lt(number, left)), add(number, width)),
    ]
    return switch(branches, number)


def _cascade(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "cascade",
        "Deletes a node and its descendants. The numbering gap is harmless.",
        transaction=True,
    )
    left, right = _around(nodes, nodes.find(recipe, nodes.id(recipe), nodes.word))
    return recipe.add(
        "deleteMany", nodes.collection, filter={nodes[LEFT]: at_least(left), nodes[RIGHT]: at_most(right)}
    )


def _rebuild(nodes: Nodes) -> ScriptFunction:
    """All numbers anew from the parents. Before a node begin those above it, and with all their
    numbers the branches of earlier children on its way: each node adds what is before it among its
    brothers to all that is below it."""
    recipe = nodes.link.recipe(
        "rebuild", f"Rebuilds {nodes[LEFT]} and {nodes[RIGHT]} of every {nodes.word} from its "
                   f"{nodes[PARENT]} and closes all gaps; children keep their order. Fix cycles first, "
                   "and run it while nobody changes the tree: until it ends, old and new numbers are "
                   "mixed. Safe to repeat.", script=SYNC,
    )  # fmt: skip
    branch, size, earlier = nodes.free("branch"), nodes.free("size"), nodes.free("earlier")
    before = WindowCall(sum_of(FieldPath(size)), ("unbounded", -1))
    brothers = {
        "partitionBy": if_null(FieldPath(nodes[PARENT]), None),
        "sortBy": {nodes[LEFT]: 1, "_id": 1},
        "output": {earlier: before},
    }
    stages = [
        *nodes.only,
        downwards(nodes, branch),
        SetStage({branch: concat_arrays([FieldPath("_id")], FieldPath(f"{branch}._id"))}),
        SetStage({size: size_of(FieldPath(branch))}),
        WindowStage(brothers),
        UnwindStage(branch),
        *_numbered(nodes, branch, size, earlier),
    ]
    return recipe.add("aggregate", nodes.collection, pipeline=stages)


def _numbered(nodes: Nodes, branch: str, size: str, earlier: str) -> list[Stage]:
    """The numbers of each node of which all nodes above have told what is before it."""
    above = nodes.free("above")
    own = cond(eq(FieldPath(branch), FieldPath("_id")), FieldPath(size), 0)
    totals = {above: sum_of(1), earlier: sum_of(FieldPath(earlier)), size: aggregate_of("max", own)}
    begin = add(FieldPath(above), multiply(2, FieldPath(earlier)))
    end = add(begin, multiply(2, FieldPath(size)), -1)
    is_own = eq(FieldPath(branch), FieldPath("_id"))
    keys = {path: aggregate_of("max", cond(is_own, FieldPath(path), None)) for path in nodes.shard_keys}
    return [
        GroupStage({"_id": FieldPath(branch), **totals, **keys}),
        ProjectStage({nodes[LEFT]: begin, nodes[RIGHT]: end, **dict.fromkeys(keys, 1)}),
        nodes.merging(keys),
    ]
