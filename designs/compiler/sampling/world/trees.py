"""Trees of the sample world: several levels, and what nodes store about those above and below them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ...model.conceptual import Relationship, Tree, given
from ...names.tree_fields import ANCESTORS, CHILDREN, LEFT, PARENT, PATH, RIGHT, SEPARATOR, segment
from ..records import Records
from .parents import Ancestry, FirstStep
from .sample_data import SampleData
from .settling import children_of_one
from .things import Thing


def nodes_of(world: SampleData, entity: str) -> list[Thing]:
    """The things that have a place in documents: of an entity that lives in its kinds alone, theirs."""
    kinds = [link.to.entity for link in world.families.specials.get(entity, ())]
    if kinds and world.homes(entity)[0].kind == "nowhere":
        return [thing for kind in kinds for thing in nodes_of(world, kind)]
    return world.of(entity)


def plant(ways: Ancestry, tree: Relationship, nodes: Sequence[Thing]) -> None:
    """Join the nodes of each document into trees: the first is a root, each gets two children, as
    far as the declared numbers allow, under what belongs to the same; what finds no place is another root."""
    gardens: defaultdict[Thing | None, list[Thing]] = defaultdict(list)
    for node in nodes:
        gardens[node.root if node.holder is not None else None].append(node)
    for garden in gardens.values():
        _plant(ways, tree, garden)


def _plant(ways: Ancestry, tree: Relationship, nodes: list[Thing]) -> None:
    depth = given(given(tree.tree, Tree()).depth, len(nodes))
    open_places: list[tuple[Thing, int]] = []
    for node in nodes:
        level, steps = 1, ways.steps(node)
        place = next((place for place in open_places if ways.agree(FirstStep(tree, place[0]), steps)), None)
        if place is not None:
            open_places.remove(place)
            ways.world.join(tree, place[0], node)
            level = place[1] + 1
        if level < depth:
            open_places += [(node, level)] * children_of_one(tree)


class Trees:
    """What the generated fields of nodes hold."""

    def __init__(self, world: SampleData, records: Records) -> None:
        self.world, self.records = world, records
        self._numbers: dict[str, dict[Thing, tuple[int, int]]] = {}

    def value(self, relationship: str, role: str, node: Thing) -> Any:
        """The value of a generated field, None where there is none."""
        tree = self.world.names.relationships[relationship]
        above = self._above(tree, node)
        if role == PARENT:
            return self._id(above[-1]) if above else None
        if role == ANCESTORS:
            return [self._id(ancestor) for ancestor in above]
        if role == CHILDREN:
            return [self._id(link.target) for link in self.world.links(tree.name, "from", node)]
        if role == PATH:
            return SEPARATOR + "".join(f"{self._segment(tree, ancestor)}{SEPARATOR}" for ancestor in above)
        around = self._walked(tree).get(node) if role in (LEFT, RIGHT) else None
        return around[role == RIGHT] if around is not None else None

    def _above(self, tree: Relationship, node: Thing) -> list[Thing]:
        """The nodes above, the root first."""
        ancestors: list[Thing] = []
        while links := self.world.links(tree.name, "to", node):
            node = links[0].source
            ancestors.insert(0, node)
        return ancestors

    def _id(self, node: Thing) -> Any:
        return self.records.of(node)["_id"]

    def _segment(self, tree: Relationship, node: Thing) -> str:
        record = self.records.of(node)
        return str(record.get(segment(self.world.names, tree), record["_id"]))

    def _walked(self, tree: Relationship) -> dict[Thing, tuple[int, int]]:
        """The numbers of a walk around all trees, one after the other."""
        if tree.name not in self._numbers:
            numbers: dict[Thing, tuple[int, int]] = {}
            counter = 0
            for root in nodes_of(self.world, tree.to.entity):
                if not self.world.links(tree.name, "to", root):
                    counter = self._number(tree, root, counter, numbers)
            self._numbers[tree.name] = numbers
        return self._numbers[tree.name]

    def _number(
        self, tree: Relationship, node: Thing, counter: int, numbers: dict[Thing, tuple[int, int]]
    ) -> int:
        left = counter = counter + 1
        for link in self.world.links(tree.name, "from", node):
            counter = self._number(tree, link.target, counter, numbers)
        numbers[node] = (left, counter + 1)
        return counter + 1
