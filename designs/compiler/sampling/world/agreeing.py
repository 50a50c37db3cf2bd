"""Ancestry that part and meet again: a task's project and its assignee lead to one workspace.

A way leads from a thing along relationships that have one other end: to its parent, to that one's parent and so on. Two
ways that reach an entity under one name must reach the same thing of it. What is called by a role of its own (who sends,
who receives, who reviews) is another one on purpose, and two references beside each other to one entity are two. So is the person
who says something about what another one made: a comment's user is not the one of its post.
"""

from __future__ import annotations

from typing import NamedTuple

from ...model.conceptual import Relationship
from ...names.inflection import singular, snake
from ..values.pools import is_person, words_in
from .sample_data import SampleData
from .things import SINGLE, Thing

_VOICES = words_in("comment review reply answer like reaction vote rating bid feedback complaint message")
Reached = dict[tuple[str, str], frozenset[Thing]]
_NONE: Reached = {}


class FirstStep(NamedTuple):
    """The first step of a way: the relationship, and the parent that it leads to."""

    link: Relationship
    parent: Thing


class Ancestry:
    """What things lead to. settled: the families whose things have all their parents, whose ways don't change."""

    def __init__(self, world: SampleData) -> None:
        self.world = world
        self.links = [link for link in world.names.relationships.values() if link.kind in SINGLE]
        self.settled: set[str] = set()
        self._keys = {link.name: (link.from_.entity, self._role(link)) for link in self.links}
        self._by_child: dict[str, list[Relationship]] = {}
        self._reached: dict[Thing, Reached] = {}
        self._busy: set[Thing] = set()

    def _role(self, link: Relationship) -> str:
        """What the child calls the parent; the entity's own name where it is called by that or the end of it."""
        said = singular(snake(link.to.entity)).rpartition("_")[2] in _VOICES and is_person(link.from_.entity)
        if said or link.from_.entity == link.to.entity:
            return f"={link.name}"
        name = self.world.names.end(link, "to").removesuffix("._id").removesuffix("_id").rpartition(".")[2]
        word = self.world.names.word(link.from_.entity)
        return link.from_.entity if name == word or word.endswith(f"_{name}") else name

    def of_child(self, entity: str) -> list[Relationship]:
        """The relationships that lead from things of an entity to one parent."""
        if entity not in self._by_child:
            line = {entity, *self.world.families.above(entity)}
            self._by_child[entity] = [link for link in self.links if link.to.entity in line]
        return self._by_child[entity]

    def steps(self, thing: Thing) -> list[FirstStep]:
        """The steps that begin at a thing, as far as it is linked."""
        of = self.of_child(thing.entity)
        return [
            FirstStep(link, pair.source)
            for link in of
            for pair in self.world.links(link.name, "to", thing)[:1]
        ]

    def reached(self, thing: Thing) -> Reached:
        """All that the ways from a thing reach: entity and role, and which things of it."""
        remembered = self._reached.get(thing)
        if remembered is not None:
            return remembered
        if thing in self._busy:  # a ring of references
            return _NONE
        self._busy.add(thing)
        result: Reached = {}
        for step in self.steps(thing):
            for key, things in self._along(step).items():
                result[key] = result.get(key, frozenset()) | things
        self._busy.discard(thing)
        if self.world.family(thing.entity) in self.settled and not self._busy:
            self._reached[thing] = result
        return result

    def _along(self, step: FirstStep) -> Reached:
        """What the ways reach that begin with a step. Through what is above it in a tree a thing agrees only about
        what holds it: an answer is written by somebody else."""
        link, parent = step
        if link.from_.entity == link.to.entity:
            below = self.reached(parent) if link.kind == "tree" else _NONE
            return {key: things for key, things in below.items() if key[0] == key[1]}
        own = link.to.entity
        passed = {key: things for key, things in self.reached(parent).items() if key[0] != own}
        passed[self._keys[link.name]] = frozenset((parent,))
        return passed

    def agree(self, step: FirstStep, others: list[FirstStep]) -> bool:
        """Whether the ways that begin with a step reach the same things as those that begin with the others."""
        return all(self._meet(step, other) for other in others)

    def _meet(self, step: FirstStep, other: FirstStep) -> bool:
        ends = step.link.from_.entity, step.link.to.entity
        if ends == (other.link.from_.entity, other.link.to.entity) and ends[0] != ends[1]:
            return True
        first, second = self._along(step), self._along(other)
        return not any(first[key].isdisjoint(second[key]) for key in first.keys() & second.keys())

    def share(self, thing: Thing, other: Thing) -> bool:
        """Whether two things that are linked to one another lead to the same: a tag and a task of one workspace."""
        first, second = self.reached(thing), self.reached(other)
        return not any(first[key].isdisjoint(second[key]) for key in first.keys() & second.keys())
