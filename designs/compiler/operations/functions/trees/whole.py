"""EMBED_TREE: one read returns the whole tree; a node of another level is another path."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ....names.tree_fields import CHILDREN
from ...context import RelationshipContext, ScriptFunction
from ...document_places import Address, bound_filter
from ...ir.changes import Pull, Push, Update
from ...ir.conditions import Filter, Or, filter_of
from ...ir.predicates import Exists
from ...ir.stages import LimitStage, MatchStage, ProjectStage, UnwindStage
from .nodes import MOST, Nodes, audited


class Level:
    """The nodes of one level of a tree in one document. number: 1 for roots."""

    def __init__(self, link: RelationshipContext, address: Address, number: int) -> None:
        self.link, self.at, self.number = link, address, number

    def recipe(self, purpose: str, note: str) -> ScriptFunction:
        """A recipe for the nodes of this level alone."""
        recipe = self.link.recipe(purpose, note)
        return ScriptFunction(recipe.subject, f"{recipe.name}.{self.number}", purpose, note=note)


def embed_tree(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The document of a root holds its tree."""
    nodes = Nodes(link)
    rows = _levels(link)
    yield _read(nodes)
    if nodes.at.is_root:
        yield _find(nodes, rows)
    yield from (_add(nodes, *pair) for pair in pairwise(rows))
    yield from (_remove(nodes, *pair) for pair in pairwise(rows))
    if nodes.at.is_root and len(rows) > 1:
        yield _rewrite(nodes)
    if nodes.at.is_root:
        yield _cascade(nodes)


def _levels(link: RelationshipContext) -> list[Level]:
    first, *rest = link.placement.spots(link.child)
    spots = [first, *(spot for spot in rest if first.holds(spot))]
    return [
        Level(link, Address(link.world, link.child, spot), number) for number, spot in enumerate(spots, 1)
    ]


def _read(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("read", "Returns the whole tree.")
    return recipe.add("findOne", nodes.collection, filter=nodes.at.match(nodes.at.id(recipe)))


def _find(nodes: Nodes, rows: list[Level]) -> ScriptFunction:
    recipe = nodes.link.recipe(
        "back", f"Returns the tree that contains a {nodes.word}, with one condition per level."
    )
    which = nodes.id(recipe, document=0)
    return recipe.add(
        "findOne",
        nodes.collection,
        filter=Filter((Or(tuple(filter_of({row.at.key: which}) for row in rows)),)),
    )


def _add(nodes: Nodes, above: Level, below: Level) -> ScriptFunction:
    recipe = above.recipe("add", f"Adds a {nodes.word} below one at level {above.number}.")
    parent = above.at.id(recipe, "parent")
    node = recipe.param(nodes.word, nodes.collection, f"{below.at.spot.path}.0")
    name = nodes.name(CHILDREN)
    field = nodes.link.world.field(nodes.collection, below.at.spot.path)
    room = bound_filter(name, field.max_items if field is not None else None)
    return above.at.write(
        recipe, parent, Update.of(Push(above.at.update_path(name, parent), node)), more=room
    )


def _remove(nodes: Nodes, above: Level, below: Level) -> ScriptFunction:
    recipe = below.recipe(
        "remove", f"Deletes a {nodes.word} at level {below.number} and all its descendants."
    )
    which = below.at.id(recipe)
    name = nodes.name(CHILDREN)
    update = Update.of(Pull(above.at.everywhere(name, below.at.key, which), filter_of({"_id": which})))
    return recipe.add("updateOne", nodes.collection, filter={below.at.key: which}, update=update)


def _rewrite(nodes: Nodes) -> ScriptFunction:
    """Nobody's change is lost: what is below the root must still be what was read."""
    recipe = nodes.link.recipe(
        "reassign", "Moves branches: read the tree, move them, and write back everything below the root. "
                    "Fails if it changed in the meantime.",
    )  # fmt: skip
    own = nodes[CHILDREN]
    read = recipe.param("children as read", nodes.collection, own)
    new = recipe.param("children as moved", nodes.collection, own)
    filter = {"_id": nodes.id(recipe, document=0), own: read}
    return recipe.add("updateOne", nodes.collection, filter=filter, update=Update.setting({own: new}))


def _cascade(nodes: Nodes) -> ScriptFunction:
    recipe = nodes.link.recipe("cascade", "Deletes a tree (one document).")
    return recipe.add("deleteOne", nodes.collection, filter={"_id": nodes.id(recipe, document=0)})


def too_deep(link: RelationshipContext) -> ScriptFunction:
    """What stands below the last level that the design knows."""
    rows = _levels(link)
    last = rows[-1].at.spot
    path = last.down(Nodes(link).name(CHILDREN)).path
    recipe = audited(link, "levels", f"Trees with more than {len(rows)} levels.")
    collection = rows[0].at.collection
    unwound = [UnwindStage(array) for array in last.arrays]
    stages = [*unwound, MatchStage(filter_of({path: Exists()})), ProjectStage({"_id": 1}), LimitStage(MOST)]
    return recipe.add("aggregate", collection, pipeline=stages)
