"""The facts of a design: things with their values, and links between them. It knows no documents."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from designs.compiler.model.conceptual import Copy, Model, Relationship, given
from designs.compiler.names.paths import Paths
from designs.compiler.sampling.document_context import versions_of
from designs.compiler.sampling.laws.progress import Followers
from designs.compiler.sampling.nesting import PENDING
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.sampling.world.sample_data import SampleData
from designs.compiler.workload.document_history import VERSIONS, history_of
from tests.oracle.arithmetic import computed_paths, copied, put, value_at

Json = dict[str, Any]

NOW = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
"""The moment at which everything happens."""


class State:
    """Things, links and values at one moment; what is computed from them is not among them.

    unkept: results, by entity and path, of which the design is told that no function computes them: the
    application writes them, and functions leave them as they are.

    settled: copies, by relationship, end, path of the source and declared name, that keep the value which their source
    had when the link was made.

    values: own values of each thing and link, computed ones marked as pending. frozen: by link and path of
    the source, the value that a copy keeps though its source has changed. pasts: by collection, the earlier
    versions that it holds, as they stand there. archived: the things whose documents stand in an archive. ended: those that are past, and still referred to. computed: the paths of results, by what has them. is_changed: whether anything was changed since it was made. is_drawn: whether nothing has happened yet. origin: of a copy that is
    changed, what it was before the change, and which thing or link there each of its own stands for. of_model: what the
    records of a state know of its model, by their class, once any were asked; shared with its copies. used: when something
    first held each thing of the sample world, whatever becomes of that.
    """

    def __init__(
        self,
        world: SampleData,
        paths: Paths,
        unkept: frozenset[tuple[str, str]],
        settled: frozenset[tuple[str, str, str, str]],
    ) -> None:
        self.world, self.paths, self.unkept, self.settled = world, paths, unkept, settled
        self.values: dict[Thing | Link, Json] = {}
        self.frozen: dict[tuple[Link, str, str], Any] = {}
        self.pasts: dict[str, list[Json]] = {}
        self.archived: set[Thing] = set()
        self.ended: set[Thing] = set()
        self.computed: dict[tuple[str, str], list[tuple[str, ...]]] = {}
        self.is_changed = False
        self.is_drawn = False
        self.origin: tuple[State, dict[Any, Thing | Link]] | None = None
        self.of_model: dict[type[SharedRecords], Json] = {}
        self.versions: dict[Thing, tuple[datetime, datetime]] = {}

    now = NOW

    @property
    def model(self) -> Model:
        """The design."""
        return self.world.model

    @classmethod
    def of(
        cls,
        world: SampleData,
        paths: Paths,
        unkept: frozenset[tuple[str, str]],
        settled: frozenset[tuple[str, str, str, str]],
    ) -> State:
        """Return the facts of a sample world."""
        made = cls(world, paths, unkept, settled)
        records = SharedRecords(made)
        changing = (each for each in world.names.entities.values() if history_of(each) == VERSIONS)
        families = {
            world.line(each.name)[-1] for each in changing
        }  # whose documents may stand in one collection
        for thing in made.all_things():
            made.capture(thing, records)
            if world.line(thing.entity)[-1] in families:
                made.versions[thing] = versions_of(records, thing)
        for link in made.all_links():
            made.capture(link, records)
        return made

    def is_unkept(self, owner: Thing | Link, path: Sequence[str]) -> bool:
        """Whether a result is the application's to write."""
        if not self.unkept or isinstance(owner, Link):
            return False
        return any((entity, ".".join(path)) in self.unkept for entity in self.world.line(owner.entity))

    def is_settled(self, relationship: Relationship, copy_of: Copy) -> bool:
        """Whether a copy keeps the value which its source had when the link was made."""
        return (relationship.name, copy_of.of, copy_of.field, given(copy_of.name, "")) in self.settled

    def capture(self, owner: Thing | Link, records: Records) -> None:
        """Take over the values that the samples give a thing or a link."""
        record = copied(records.of(owner))
        for path in computed_paths(self, owner):
            put(record, path, PENDING)
        self.values[owner] = record

    def clone(self) -> tuple[State, dict[Thing | Link, Any]]:
        """Return a copy that changes alone, and which thing or link of it stands for which of ours."""
        twins: dict[Thing | Link, Any] = {}
        world = copy.copy(self.world)
        world.things = {
            name: [self._twin(thing, twins) for thing in things] for name, things in self.world.things.items()
        }
        for link in self.all_links():
            twins[link] = Link(link.relationship, twins[link.source], twins[link.target], link.number)
        world._links = copy.copy(self.world._links)
        for key, by_thing in self.world._links.items():
            world._links[key] = {
                twins[thing]: [twins[link] for link in links]
                for thing, links in by_thing.items()
                if thing in twins
            }
        world._counted = copy.copy(self.world._counted)
        made = State(world, self.paths, self.unkept, self.settled)
        made.values = {twins[owner]: values for owner, values in self.values.items()}
        made.computed, made.of_model = self.computed, self.of_model
        made.versions = {twins[thing]: began for thing, began in self.versions.items() if thing in twins}
        made.frozen = {(twins[link], side, path): value for (link, side, path), value in self.frozen.items()}
        made.pasts = copied(self.pasts)
        made.archived, made.ended = ({twins[thing] for thing in own} for own in (self.archived, self.ended))
        if not self.is_drawn:
            made.origin = self, {twin: owner for owner, twin in twins.items()}
        return made, twins

    def _twin(self, thing: Thing, twins: dict[Thing | Link, Any]) -> Thing:
        if thing not in twins:
            twins[thing] = made = copy.copy(thing)
            if thing.holder is not None:
                made.holder = self._twin(thing.holder, twins)
        twin: Thing = twins[thing]
        return twin

    # --- what there is ------------------------------------------------------------------------

    def all_things(self) -> Iterator[Thing]:
        """Yield every thing of every entity."""
        for things in self.world.things.values():
            yield from things

    def all_links(self) -> Iterator[Link]:
        """Yield every link, each once."""
        for (_, side), by_thing in self.world._links.items():
            if side == "from":
                for links in by_thing.values():
                    yield from links

    def things(self, entity: str) -> list[Thing]:
        """Return the things that are of an entity or of one of its subtypes."""
        return [thing for thing in self.all_things() if self.world.is_a(thing, entity)]

    def links(self, relationship: str, side: str, thing: Thing) -> list[Link]:
        """Return the links of a thing that stands at this end."""
        return self.world.links(relationship, side, thing)

    def links_of(self, relationship: str) -> list[Link]:
        """Return all links of a relationship, each once."""
        return [link for link in self.all_links() if link.relationship.name == relationship]

    def between(self, relationship: str, one: Thing, other: Thing) -> Link | None:
        """Return the link of two things, None where there is none."""
        return next((link for link in self.links(relationship, "from", one) if link.target is other), None)

    # --- changes ------------------------------------------------------------------------------

    def put(self, owner: Thing | Link, path: Sequence[str], value: Any) -> None:
        """Change one value; copies that keep the old value go on keeping it."""
        if isinstance(owner, Thing):
            self._freeze(owner, ".".join(path))
        self.correct(owner, path, value)

    def correct(self, owner: Thing | Link, path: Sequence[str], value: Any) -> None:
        """Give one value as if it had always been so."""
        self.is_changed = True
        owner = self.world.first_of(owner) if isinstance(owner, Link) else owner
        self.values[owner] = copied(self.values[owner])  # another state may have the same
        put(self.values[owner], path, value)

    def _freeze(self, thing: Thing, path: str) -> None:
        for relationship in self.model.links:
            for one in given(relationship.copies, []):
                if not self.is_settled(relationship, one) or not _touch(one.field, path):
                    continue
                for link in self.links(relationship.name, one.of, thing):
                    key = (link, one.of, one.field)
                    self.frozen.setdefault(key, copied(value_at(self.values[thing], one.field.split("."))))

    def join(self, relationship: Relationship, one: Thing, other: Thing, values: Json | None = None) -> Link:
        """Link two things."""
        self.is_changed = True
        self.world.join(relationship, one, other)
        link = self.links(relationship.name, "from", one)[-1]
        self.values[link] = values or {}
        if self.world.is_mutual(relationship) and self.world.twin_of(link) is None:
            self.join(relationship, other, one, values)
        return link

    def cut(self, link: Link) -> None:
        """Take a link away, if it is still there; both things stay."""
        self.is_changed = True
        for each in filter(None, (link, self.world.twin_of(link))):
            for side, thing in (("from", each.source), ("to", each.target)):
                links = self.links(each.relationship.name, side, thing)
                if each in links:
                    links.remove(each)
            self.values.pop(each, None)

    def remove(self, thing: Thing) -> None:
        """Delete a thing with its links and with all that is held in it."""
        self.is_changed = True
        for held in [one for one in self.all_things() if one.holder is thing]:
            self.remove(held)
        for relationship in self.model.links:
            for side in ("from", "to"):
                for link in list(self.links(relationship.name, side, thing)):
                    self.cut(link)
        if thing in self.world.things[thing.entity]:
            self.world.things[thing.entity].remove(thing)
        self.values.pop(thing, None)
        self.archived.discard(thing)

    def end(self, thing: Thing, kept: Sequence[Link]) -> None:
        """Make a thing a past one, which some links still lead to."""
        self.is_changed = True
        for relationship in self.model.links:
            for side in ("from", "to"):
                for link in list(self.links(relationship.name, side, thing)):
                    if link not in kept:
                        self.cut(link)
        self.ended.add(thing)

    def has(self, thing: Thing) -> bool:
        """Whether there is a thing now."""
        return thing in self.values and thing not in self.ended

    def archive(self, thing: Thing) -> None:
        """Move the document of a thing to the archive of its collection."""
        self.is_changed = True
        self.archived.add(thing)

    def archive_pasts(self, collection: str, archive: str, is_old: Callable[[Json], bool]) -> None:
        """Move the earlier versions that a collection holds to its archive, where they are old."""
        pasts = self.pasts.get(collection, [])
        self.pasts[archive] = [*self.pasts.get(archive, []), *(past for past in pasts if is_old(past))]
        self.pasts[collection] = [past for past in pasts if not is_old(past)]

    def give_version(self, thing: Thing, version: int, values: Json) -> None:
        """Give a thing another version of its schema, with the values that it has there."""
        self.is_changed = True
        thing.version = version
        self.values[thing] = values


class SharedRecords(Records):
    """The samples' values for the things of a state. What the model alone says is worked out once for a state and its
    copies: a call's own things are made in a copy each."""

    def __init__(self, state: State) -> None:
        shared = state.of_model.get(type(self))
        if shared is None:
            super().__init__(state.world, state.paths)
            self._begin()
            of_state = ("world", "followers", "_records", "_busy")
            state.of_model[type(self)] = {
                name: value for name, value in vars(self).items() if name not in of_state
            }
            return
        vars(self).update(shared)
        self.world, self.followers = state.world, Followers(state.world, self._begun)
        self._records, self._busy = {}, set()

    def _begin(self) -> None:
        """Set what else the records of all states share."""


def _touch(first: str, second: str) -> bool:
    """Whether a change at one path changes what stands at the other."""
    return f"{first}.".startswith(f"{second}.") or f"{second}.".startswith(f"{first}.")
