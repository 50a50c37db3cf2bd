"""TREE_PATH: what begins with a path is a branch; the paths in order are the whole tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ....names.tree_fields import PARENT, PATH, SEPARATOR
from ....plan_model.physical import BuiltValue
from ...context import RelationshipContext, ScriptFunction
from ...ir.changes import Update
from ...ir.conditions import Filter, filter_of, where
from ...ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    add,
    concat,
    convert,
    filter_array,
    gt,
    if_null,
    length_of,
    lte,
    map_array,
    ne,
    size_of,
    split,
    substring,
    subtract,
)
from ...ir.predicates import AllOf, Eq, Matches, Ne, Not
from ...ir.stages import LookupStage, MatchStage, ReplaceStage, SetStage, SortStage, UnwindStage
from .inside import by_form
from .nodes import PREPARED, Nodes, begins, part, text

# Ids that a text can be turned into.
FROM_TEXT = {"objectId": "objectId", "int": "int", "long": "long"}


def tree_path(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Each node holds the way to it as one text."""
    return by_form(link, _documents)


def _documents(nodes: Nodes) -> Iterator[ScriptFunction]:
    yield _children(nodes)
    yield _descendants(nodes)
    yield _search(nodes)
    yield _whole(nodes)
    yield from _ancestors(nodes)
    yield from nodes.adding(_add, _plant)
    yield _move(nodes)
    yield from _rename(nodes)
    yield _cascade(nodes)


def _seen(nodes: Nodes, recipe: ScriptFunction, which: Any, step: str, **more: Any) -> str:
    fields = dict.fromkeys(dict.fromkeys((nodes[PATH], nodes.segment)), 1)
    return nodes.find(recipe, which, step, projection=fields, **more)


def _below(nodes: Nodes, step: str) -> tuple[Any, Any]:
    """What the paths of all nodes below one begin with: its own path, and itself."""
    own = part(step, nodes[PATH]), part(step, nodes.segment)
    return own[0], own[1]


def _children(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "read", "Returns a node's children: their path is the node's path plus the node."
    )
    document = _seen(nodes, recipe, nodes.id(recipe), nodes.word)
    filter = {nodes[PATH]: text(*_below(nodes, document))}
    return recipe.add("find", nodes.collection, filter=filter, step=recipe.step(nodes.words))


def _descendants(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "descendants",
        "Returns all descendants of a node, in path order, as one index range.",
    )
    document = _seen(nodes, recipe, nodes.id(recipe), nodes.word)
    return recipe.add(
        "find", nodes.collection, filter={nodes[PATH]: Matches(begins(*_below(nodes, document)))}, sort={nodes[PATH]: 1},
        step=recipe.step(nodes.words),
    )  # fmt: skip


def _search(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "search", "Returns every node whose path starts with a prefix such as "
                  f"{SEPARATOR}one{SEPARATOR}two{SEPARATOR} The index supports prefixes only.",
    )  # fmt: skip
    beginning = recipe.param("beginning", nodes.collection, nodes[PATH], document=3)
    return recipe.add(
        "find",
        nodes.collection,
        filter={nodes[PATH]: Matches(BuiltValue("prefix", (beginning,)))},
        sort={nodes[PATH]: 1},
    )


def _whole(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("whole", "Returns the whole tree in path order: each node after its parent.")
    return recipe.add("find", nodes.collection, filter=nodes.kind, sort={nodes[PATH]: 1})


def _ancestors(nodes: Nodes) -> Iterator[ScriptFunction]:
    """The nodes that a path names; a path of ids that no text becomes is left to the application."""
    above = names_above(nodes, FieldPath(nodes[PATH]))
    if above is None:
        return
    recipe = nodes.link.recipe("ancestors", "Returns a node's ancestors, root first, from its path.")
    names_there = nodes.free("above")
    lookup = LookupStage(nodes.collection, names_there, nodes.segment, names_there)
    yield recipe.add(
        "aggregate",
        nodes.collection,
        pipeline=[
            MatchStage(filter_of({"_id": nodes.id(recipe)})),
            SetStage({names_there: above}),
            lookup,
            UnwindStage(names_there),
            ReplaceStage(FieldPath(names_there)),
            SortStage({nodes[PATH]: 1}),
        ],
    )


def names_above(nodes: Nodes, path: FieldPath) -> OperatorCall | None:
    """The segments of a path as the values that they stand for, None where a text can't become one."""
    parts = filter_array(split(path, SEPARATOR), "one", ne(Variable("one"), ""))
    (kind, *_) = nodes.link.placement.key_types(nodes.link.child) if nodes.segment == "_id" else ("string",)
    if kind == "string":
        return parts
    if kind not in FROM_TEXT:
        return None
    converted = convert(Variable("one"), FROM_TEXT[kind], None)
    return map_array(parts, "one", converted)


def _add(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "add", f"Adds a {nodes.word} below another. Its path is the parent's path plus the parent."
    )
    deep = {"must": f"{PARENT} not found, or on the last of {nodes.levels} levels"} if nodes.levels else {}
    parent, may_be_root = nodes.find_above(recipe, nodes[PATH], nodes.segment, also=_has_room(nodes), **deep)
    above = (replace(each, optional=may_be_root) for each in _below(nodes, parent))
    return nodes.insert(recipe, {nodes[PATH]: text(*above)})


def parts_of(path: Any) -> OperatorCall:
    """The number of parts of a path, one more than the level of the node that has it; where none stands, that of no path."""
    return size_of(split(if_null(path, ""), SEPARATOR))


def _has_room(nodes: Nodes) -> Filter | None:
    """The condition of a parent that is not on the last level."""
    return where(lte(parts_of(FieldPath(nodes[PATH])), nodes.levels)) if nodes.levels else None


def _refuse_deep(nodes: Nodes, recipe: ScriptFunction, old: tuple[Any, Any], to: BuiltValue) -> None:
    """End a move where a node below the branch's own would be too deep. old: of the branch, what the paths below it begin
    with; to: the path that its first node gets."""
    own = parts_of(FieldPath(nodes[PATH]))
    deepest = add(subtract(own, parts_of(LiteralValue(old[0]))), parts_of(LiteralValue(to)))
    below = filter_of({nodes[PATH]: Matches(begins(*old))})
    recipe.add(
        "findOne", nodes.collection, filter=below.merged(where(gt(deepest, nodes.levels + 1))),
        step=recipe.step("deep"), projection={"_id": 1},
        must_miss=f"the branch would have more than {nodes.levels} levels",
    )  # fmt: skip


def _plant(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("plant", f"Adds a root {nodes.word}.")
    return nodes.insert(recipe, {nodes[PATH]: SEPARATOR}, root=True)


def _rewrite(nodes: Nodes, recipe: ScriptFunction, old: tuple[Any, Any], new: tuple[Any, Any]) -> None:
    """Every path below a node keeps its end, behind another beginning."""
    own = FieldPath(nodes[PATH])
    length = length_of(LiteralValue(text(*old)))
    rest = substring(own, length, length_of(own))
    update = Update.computing({nodes[PATH]: concat(LiteralValue(text(*new)), rest)})
    recipe.add("updateMany", nodes.collection, filter={nodes[PATH]: begins(*old)}, update=update)


def _move(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.in_order(
        "reassign",
        "Moves a branch and updates every descendant's path. A node can't move below itself.",
    )
    which, place = nodes.id(recipe), nodes.id(recipe, f"new_{PARENT}", document=PREPARED[1])
    moved = _seen(nodes, recipe, which, nodes.word)
    outside = filter_of({nodes[PATH]: Not(Matches(begins(*_below(nodes, moved))))}).merged(_has_room(nodes))
    deep = f", or on the last of {nodes.levels} levels" if nodes.levels else ""
    must = f"target not found, or inside the branch being moved{deep}"
    named = nodes.unless_root(place)
    apart = AllOf((Eq(place), Ne(which)))
    parent = _seen(nodes, recipe, apart, PARENT, also=outside, must=must, only_with=named)
    above = _below(nodes, parent)
    to = text(*above) if named is None else text(*(replace(each, optional=True) for each in above))
    if named is not None:
        recipe.remark("null makes it a root.")
    if nodes.levels:
        _refuse_deep(nodes, recipe, _below(nodes, moved), to)
    _rewrite(nodes, recipe, _below(nodes, moved), (to, part(moved, nodes.segment)))
    recipe.add(
        "updateOne",
        nodes.collection,
        filter={"_id": which},
        update=nodes.moved(recipe, which, {nodes[PATH]: to}),
    )
    return nodes.repeating(recipe, parent, named)


def _rename(nodes: Nodes) -> Iterator[ScriptFunction]:
    """A name that stands in paths is changed there too."""
    field = nodes.link.world.field(nodes.collection, nodes.at.path(nodes.segment))
    if (
        nodes.segment == "_id"
        or field is None
        or (field.source is not None and field.source.immutable is True)
    ):
        return
    recipe = nodes.in_order(
        "rename",
        f"Renames {nodes.segment} and updates every descendant's path. It can't contain a comma.",
    )
    which = nodes.id(recipe)
    name = recipe.param(
        f"new_{nodes.segment}", nodes.collection, nodes.at.path(nodes.segment), document=PREPARED[0]
    )
    document = _seen(nodes, recipe, which, nodes.word)
    _rewrite(nodes, recipe, _below(nodes, document), (part(document, nodes[PATH]), name))
    yield recipe.add(
        "updateOne", nodes.collection, filter={"_id": which}, update=Update.setting({nodes.segment: name})
    )


def _cascade(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.in_order("cascade", "Deletes a node's descendants, then the node.")
    which = nodes.id(recipe)
    document = _seen(nodes, recipe, which, nodes.word)
    recipe.add(
        "deleteMany", nodes.collection, filter={nodes[PATH]: Matches(begins(*_below(nodes, document)))}
    )
    return recipe.add("deleteOne", nodes.collection, filter={"_id": which})
