"""Random facts: the sample world with more things, other links, and optional values left out."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from designs.compiler.model.conceptual import Field, Relationship, given
from designs.compiler.model.field_walk import computed_fields
from designs.compiler.model.formulas import parse, paths_of
from designs.compiler.names.naming import Names
from designs.compiler.names.paths import Paths
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import walk
from designs.compiler.rules.copies import field_at
from designs.compiler.sampling.document_context import roots
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.sampling.world.linking import link_all
from designs.compiler.sampling.world.sample_data import INSIDE
from designs.compiler.sampling.world.settling import build
from tests.oracle.arithmetic import copied, put
from tests.oracle.keeping import clash
from tests.oracle.projecting import Projector, past_documents
from tests.oracle.state import SharedRecords, State

_KEEPING = {
    "snapshot",
    "immutable",
}  # policies of copies that keep the value of the moment when the link was made
MOST = 60  # things of one entity
_TRIES = 8  # links whose values are looked at for one that has all
FAR = 1000  # numbers of things that are made while a function is judged


class Making:
    """Makes new things of a state, with the values that the samples would give them."""

    def __init__(self, state: State, first: int = FAR) -> None:
        self.state = state
        self._made = first

    def thing(self, entity: str, holder: Thing | None = None) -> Thing:
        """Return a new thing of an entity, not yet linked to anything."""
        world = self.state.world
        thing = world.add(world.names.entities[entity], holder)
        thing.number = self._made
        self._made += 1
        self.state.capture(thing, SharedRecords(self.state))
        return thing

    def link_values(self, link: Link) -> dict[str, Any]:
        """Return the values that a new link of this relationship has."""
        return self.values_of_links([link])[0]

    def values_of_links(self, links: list[Link]) -> list[dict[str, Any]]:
        """Return the values of new links that are made together: all dates of the state are settled once."""
        records = SharedRecords(self.state)
        return [copied(records.of(link)) for link in links]

    def whole_link_values(self, link: Link) -> dict[str, Any]:
        """Return the values of a new link, those among them that may be absent included where some link has them."""
        fields = [field.name for field in given(link.relationship.link_fields, [])]
        tried = [self.link_values(_numbered(link, more)) for more in range(_TRIES)]
        return next((each for each in tried if all(name in each for name in fields)), tried[0])


def _numbered(link: Link, more: int) -> Link:
    return Link(link.relationship, link.source, link.target, link.number + more) if more else link


def random_state(compilation: Compilation, seed: int) -> State:
    """Return facts of a design: with seed 0 those of the samples, else more of them, linked by chance."""
    paths = Paths(Names(compilation.model))
    world = build(compilation.model, paths.names, compilation.composition)
    link_all(world)
    state = State.of(world, paths, _unkept(compilation), frozenset(_settled(compilation, paths.names)))
    state.pasts = past_documents(compilation, state)
    if seed:
        _Growth(compilation, state, Random(seed)).grow()
    _keep_out(compilation, state)
    state.is_drawn = True
    return state


def _unkept(compilation: Compilation) -> frozenset[tuple[str, str]]:
    """Return the results of which the design is told that no function computes them, and that none writes; and counters
    whose formula names them, such as ``views + 1``."""
    written = {
        (statement.collection, path)
        for statement in compilation.plan.statements
        for path, _ in statement.written
    }
    told = {finding.subject for finding in compilation.findings if finding.code == "FORMULA_UNKEPT"}
    names = (subject.partition(".") for subject in told)
    kept = {
        (collection.entity, node.path)
        for collection in compilation.plan.collections
        for node in walk(collection.fields)
        if (collection.name, node.path) in written
    }
    counted = {
        (entity.name, path)
        for entity in compilation.model.entities
        for path, _, computed in computed_fields(entity.own_fields)
        if computed.refresh == "approximate"
        and (formula := parse(computed.formula))
        and path in paths_of(formula)
    }
    return counted | frozenset((entity, path) for entity, _, path in names if (entity, path) not in kept)


def _settled(compilation: Compilation, names: Names) -> Iterator[tuple[str, str, str, str]]:
    """Yield the copies that nothing brings after their source, by relationship, end, path and declared name. Where a design says no
    policy, those of immutable fields, and those inside of embedded links. What is declared twice, and followed once, is
    brought after it; of two declarations the one that is stored tells."""
    strategies = {
        decision.relationship: decision.strategy for decision in compilation.composition.decisions.values()
    }
    for relationship in compilation.model.links:
        declared: defaultdict[tuple[str, str, str, str], set[str]] = defaultdict(set)
        for copy in given(relationship.copies, []):
            source = field_at(names.entities[relationship.end(copy.of).entity], copy.field)
            is_immutable = source is not None and source.immutable is True
            is_embedded = strategies.get(relationship.name) == "EMBED_LINK"
            policy = given(copy.policy, "snapshot" if is_immutable or is_embedded else "eventual")
            declared[relationship.name, copy.of, copy.field, given(copy.name, "")].add(policy)
        for key, policies in declared.items():
            _, side, field, _ = key
            dropped = (
                f"{relationship.end(side).entity}.{field} isn't copied"  # since it costs more than it saves
            )
            if any(one.code == "L19" and one.message.startswith(dropped) for one in compilation.findings):
                policies &= _KEEPING
            if policies and policies <= _KEEPING:
                yield key


def _keep_out(compilation: Compilation, state: State) -> None:
    """Take away what no unique index would let in: the samples of a truth value that is unique, say."""
    for _ in range(MOST):
        projector = Projector(compilation, state)
        found = None
        for collection in compilation.plan.collections:
            places = [one for one in roots(collection, state.world, projector.records) if not one.past]
            documents = [projector.body(collection.fields, here) for here in places]
            found = next(
                (at for at in map(partial(clash, documents), collection.indexes) if at is not None), None
            )
            if found is not None:
                here = places[found]
                state.cut(here.link) if here.link is not None and here.pair else state.remove(here.thing)
                break
        if found is None:
            break
    while homeless := [one for one in state.all_things() if is_homeless(state, one)]:
        for thing in homeless:
            state.remove(thing)


def is_homeless(state: State, thing: Thing) -> bool:
    """Whether a thing stands in no page and in no other document, though it could stand nowhere else."""
    homes = [home for home in state.world.homes(thing.entity) if home.kind not in INSIDE]
    pages = [str(home.relationship) for home in homes if home.kind == "bucket"]
    is_in_one = any(state.links(name, "to", thing) for name in pages)
    is_apart = thing in state.values and thing.holder is None and not is_in_one
    return is_apart and len(pages) == len(homes)


class _Growth:
    def __init__(self, compilation: Compilation, state: State, dice: Random) -> None:
        self.compilation, self.state, self.dice = compilation, state, dice
        self.world = state.world

    def grow(self) -> None:
        """Add links between what there is, and leave out optional values."""
        for relationship in self.state.model.links:
            if relationship.kind in ("many-to-many", "graph"):
                self._link_more(relationship)
        for thing in list(self.state.all_things()):
            self._thin(thing)

    def _link_more(self, relationship: Relationship) -> None:
        ones = self.state.things(relationship.from_.entity)[:MOST]
        others = self.state.things(relationship.to.entity)[:MOST]
        if not self.state.links_of(relationship.name) or not ones or not others:
            return
        ones = [one for one in ones if self._is_linked_kind(relationship, "from", one)]
        others = [one for one in others if self._is_linked_kind(relationship, "to", one)]
        records = SharedRecords(self.state)
        for _ in range(self.dice.randint(0, 4)):
            one, other = self.dice.choice(ones), self.dice.choice(others)
            if one is other or self.state.between(relationship.name, one, other):
                continue
            if has_room(self.compilation, self.state, relationship, "from", one) and has_room(
                self.compilation, self.state, relationship, "to", other
            ):
                link = self.state.join(relationship, one, other)
                self.state.values[link] = copied(records.of(link))

    def _is_linked_kind(self, relationship: Relationship, side: str, thing: Thing) -> bool:
        """Whether things of its entity and place take part at this end."""
        known = [link.end(side) for link in self.state.links_of(relationship.name)]
        return any((one.entity, one.holder is None) == (thing.entity, thing.holder is None) for one in known)

    def _thin(self, thing: Thing) -> None:
        for path in _optional(self.world.fields(thing.entity), ()):
            if self.dice.random() < 0.15 and not self._is_needed(thing, path):
                put(self.state.values[thing], path, None)

    def _is_needed(self, thing: Thing, path: tuple[str, ...]) -> bool:
        """Whether something is found, told apart or ordered by the value."""
        return ".".join(path) in self.keys(thing.entity)

    def keys(self, entity: str) -> set[str]:
        """Return the fields of an entity that filters, sorts, indexes, shard keys and relationships name."""
        found: set[str] = set()
        names = {entity, *self.world.families.above(entity), *self.world.families.below(entity)}
        for one in self.state.model.entities:
            if one.name in names:
                found |= {path for index in given(one.indexes, []) for path, _ in index.keys}
                found |= {path for path, _ in one.shard_pairs}
                retention = given(one.retention, None)
                if retention is not None:
                    found.add(given(retention.field, ""))
        for relationship in self.state.model.links:
            recent = given(relationship.recent, None)
            if recent is not None:
                found.add(given(recent.sort, ""))
            found |= {one.field for one in given(relationship.copies, [])}
        for collection in self.compilation.plan.collections:
            if (
                collection.entity in names
            ):  # a measurement has its time, whether the design requires that date or not
                found.add(collection.options.get("timeseries", {}).get("timeField", ""))
        return found | self._listed(names)

    def _listed(self, names: set[str]) -> set[str]:
        """Return the fields of these entities whose values stand in lists of others."""
        nodes = (node.field for each in self.compilation.plan.collections for node in walk(each.fields))
        sources = ((field.relationship, field.items.source) for field in nodes if field.items is not None)
        links = self.world.names.relationships
        return {
            source.name
            for relationship, source in sources
            if isinstance(source, Field) and relationship and links[relationship].to.entity in names
        }


def _optional(fields: list[Field], above: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the fields that a document may lack: neither required, unique nor told by their name."""
    found: list[tuple[str, ...]] = []
    for field in fields:
        path = (*above, field.name)
        if field.name in ("_id", "id", "name", "slug") or field.computed or field.unique is True:
            continue
        if field.required is True:
            if field.type == "object":
                found += _optional(given(field.fields, []), path)
        elif field.type not in ("object", "array") and not field.has_versions:
            found.append(path)
    return found


def most(compilation: Compilation, relationship: Relationship, side: str) -> float:
    """Return how many of the other side one thing at this end may have."""
    count = given(relationship.end(side).count.max, None)
    bounds = [math.inf if count is None else float(count)]
    if relationship.kind == "one-to-one" or (relationship.kind in ("one-to-many", "tree") and side == "to"):
        bounds.append(1)
    decision = compilation.composition.decisions.get(relationship.name)
    holds = (
        decision is not None
        and decision.side == side
        and decision.strategy not in ("SUBSET", "BUCKET", "OUTLIER")
    )
    if decision is not None and holds and decision.bound is not None:
        bounds.append(decision.bound)
    return min(bounds)


def has_room(
    compilation: Compilation, state: State, relationship: Relationship, side: str, thing: Thing
) -> bool:
    """Whether one more link may begin at this end of a thing."""
    return len(state.links(relationship.name, side, thing)) < most(compilation, relationship, side)


def is_only_part(state: State, thing: Thing) -> bool:
    """Whether a thing is the only one of its entity in its document, whose id is its own."""
    kinds = [home.kind for home in state.world.homes(thing.entity)]
    return thing.holder is thing.root and kinds == ["object"]
