"""Which things a function can find: where subtypes have collections of their own, each has its functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from designs.compiler.model.conceptual import Relationship
from designs.compiler.plan_model.physical import Param, walk
from designs.compiler.sampling.document_context import roots
from designs.compiler.sampling.world import Thing
from tests.oracle.effects import bare
from tests.oracle.projecting import StateRecords
from tests.oracle.scenario import APART, Stage

UNITED = ("coll", "$unionWith")
"""Where a pipeline names a collection whose documents are read beside those of its own."""


class Places:
    """Tells of things whether a function reads the collection that they stand in. joined: also where it only
    looks for what belongs to the documents that it found."""

    def __init__(self, stage: Stage, *, joined: bool = False) -> None:
        world = stage.before.world
        records = StateRecords(stage.before)
        self.collections: dict[Thing, set[str]] = {}
        self.siblings: dict[str, set[str]] = {}
        self.families = world.families
        for collection in stage.compilation.plan.collections:
            if collection.kind in APART or collection.revises:
                continue
            for here in roots(collection, world, records):
                if here.past:
                    continue
                for thing in [here.thing] if here.bucket is None else here.bucket.things:
                    self.collections.setdefault(thing, set()).add(collection.name)
                    for entity in [thing.entity, *world.families.above(thing.entity)]:
                        self.siblings.setdefault(entity, set()).add(collection.name)
        self.inside: set[Thing] = set()
        self._add_those_inside(stage)
        self.joined: set[str] | None = None
        if stage.function.purpose == "join":
            pipelines = [statement.pipeline for statement in stage.function.statements]
            self.joined = set(_named(pipelines, ("from", *UNITED)))
        names = ("from", *UNITED) if joined else UNITED
        self.read = {one.collection for one in stage.function.statements}
        for statement in stage.function.statements:
            self.read.update(_named(statement.pipeline, names))
        self.depths = set(_depths(stage))
        self.nested = nested_trees(stage)
        self.state = stage.before

    def _add_those_inside(self, stage: Stage) -> None:
        """Add the subtypes that stand inside documents of others, while their supertype has documents of its own: there
        are functions for each of the two places."""
        for thing in stage.before.all_things():
            above = set(self.families.above(thing.entity))
            if thing.root in self.collections and thing is not thing.root and above & self.siblings.keys():
                collections = self.collections[thing.root]
                self.collections[thing] = collections
                self.inside.add(thing)
                for entity in above:
                    self.siblings.setdefault(entity, set()).update(collections)

    def are_read(self, *things: Thing) -> bool:
        """Whether the function reads where each of these stands. What it only refers to may stand anywhere."""
        return all(self._is_read(one) for one in things)

    def stands(self, thing: Thing) -> bool:
        """Whether a thing is in a document: not where pages hold what is linked, and it is not."""
        return thing in self.collections or thing.root in self.collections

    def _is_read(self, thing: Thing) -> bool:
        if self.depths and not self._depth(thing) & self.depths:
            return False
        root = thing if thing in self.collections else thing.root
        collections = self.collections.get(root)
        if thing in self.inside and self.joined is not None and not (collections or set()) & self.joined:
            return False
        if collections is None or collections & self.read:
            return True
        beside: set[str] = set()
        for entity in [root.entity, *self.families.above(root.entity)]:
            beside |= self.siblings.get(entity, set())
        return not beside & self.read

    def _depth(self, thing: Thing) -> set[int]:
        """Return in how many arrays of its document a node of a tree stands, any number for other things: each level
        has its own function."""
        for name in self.nested:
            if self.state.links(name, "to", thing) or self.state.links(name, "from", thing):
                level = 0
                while links := self.state.links(name, "to", thing):
                    thing, level = links[0].source, level + 1
                return {level} if thing.holder is None else self.depths
        return self.depths


def is_written_first(stage: Stage, thing: Thing) -> bool:
    """Whether the first statement of a function is about the collection that a thing stands in, of those of its entity."""
    places, first = Places(stage), stage.function.statements[0].collection
    stands = places.collections.get(thing.root, set())
    line = (thing.root.entity, *places.families.above(thing.root.entity))
    beside = set().union(*(places.siblings.get(entity, set()) for entity in line))
    return first in stands or first not in beside


def nested_trees(stage: Stage) -> list[str]:
    """Return the trees whose nodes stand inside one another in the document of their root."""
    return [one.name for one in stage.before.model.links if stage.strategy(one) == "EMBED_TREE"]


def is_outermost(stage: Stage, nested: list[str], thing: Thing) -> bool:
    """Whether a thing is no node inside the document of another node. nested: the trees that have such nodes."""
    return not any(stage.before.links(name, "to", thing) for name in nested)


def written_in(stage: Stage, relationship: Relationship) -> Callable[[Thing], bool]:
    """Return what tells whether a function writes the array of children where a parent stands, of two arrays in documents
    of one collection: that of the document, and that of what stands in it and is of the same hierarchy."""
    statement = stage.function.statements[-1]
    collections = (one for one in stage.compilation.plan.collections if one.name == statement.collection)
    nodes = [node for one in collections for node in walk(one.fields) if node.field.origin == "embedded"]
    arrays = {node.path for node in nodes if node.field.relationship == relationship.name}
    inside = {path for path in arrays if any(path.startswith(f"{node.path}.") for node in nodes)}
    named = {*_asked(statement.filter, ""), *_written(statement.update)}
    meant = {path for path in arrays if any(f"{each}.".startswith(f"{path}.") for each in named)}
    if not inside or inside == arrays or len(meant) != 1:
        return lambda _: True
    return lambda parent: (parent.holder is not None) == (meant <= inside)


def _written(update: Any) -> Iterator[str]:
    """Yield the paths that the operators of an update write."""
    for changes in update.values() if isinstance(update, dict) else ():
        yield from changes if isinstance(changes, dict) else ()


def _depths(stage: Stage) -> Iterator[int]:
    """Yield in how many arrays the fields stand that the statements of an operation, or of a read of a relationship,
    look for by what they are given."""
    kind, name = stage.function.about
    if kind == "relationship":
        nested = {one.to.entity for one in stage.before.model.links if stage.strategy(one) == "EMBED_TREE"}
        about = stage.relationship(name)
        lines = (stage.before.world.families.line(end.entity) for end in (about.from_, about.to))
        is_of_nodes = any(nested.intersection(line) for line in lines) and about.kind != "is-a"
        if stage.function.writes or not is_of_nodes or stage.strategy(about) == "EMBED_TREE":
            return
    elif kind != "operation":
        return
    fields = {one.name: one.fields for one in stage.compilation.plan.collections}
    for statement in stage.function.statements:
        stages = statement.pipeline if isinstance(statement.pipeline, list) else []
        filters = [statement.filter, *(stage["$match"] for stage in stages[:1] if "$match" in stage)]
        asked = {path for filter in filters for path in _asked(filter, "")}
        for node in walk(fields.get(statement.collection, ())):
            if node.path in asked:
                yield len([array for array in node.arrays if array != node.path])


def _asked(filter: Any, above: str) -> Iterator[str]:
    """Yield the paths at which a filter asks for what the caller gives."""
    if isinstance(filter, list | tuple):
        for inner in filter:
            yield from _asked(inner, above)
    elif isinstance(filter, dict):
        for name, inner in filter.items():
            yield from _asked(inner, above if name.startswith("$") else f"{above}.{name}".strip("."))
    elif isinstance(filter, Param):
        yield above


def _named(value: Any, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the collections that a pipeline names in these places."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from _named(part, names)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name in names and isinstance(part, str):
                yield part
            else:
                yield from _named(part, names)


def ask_several(stage: Stage, whole: str, value: Any, focus: Thing | None) -> None:
    """Ask for a value where a list of those is given: of what stands in another collection too. focus: what is known by
    the document around it, None of what has an id of its own."""
    around = value if focus is None or focus.holder is None else stage.key(focus)
    for known, param in stage.function.params.items():
        if bare(known) == f"{whole}s" and isinstance(param.value, list) and not isinstance(value, dict):
            of_documents = any(isinstance(one, Param) and one.path == "_id" for one in param.value)
            stage.given[known] = [around if of_documents else value for _ in param.value]
