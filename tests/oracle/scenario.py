"""One call of a function: the facts before, what it is given, and the facts that it should leave."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from msgspec import UNSET

from designs.compiler.model.conceptual import Field, Match, Relationship, Tree, given
from designs.compiler.placement.entity_locations import BUCKET_ID
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.plan_model.physical import Param, walk
from designs.compiler.sampling.document_context import roots
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.sampling.world.sample_data import INSIDE
from tests.oracle.arithmetic import is_at
from tests.oracle.calls import Function, Lens, asked_beside
from tests.oracle.equal_values import keep_values
from tests.oracle.growing import FAR, Making, has_room, is_only_part
from tests.oracle.in_use import REFERRING, holds_back, outlives, take_out
from tests.oracle.projecting import Documented, Projector, StateRecords
from tests.oracle.state import State

Owner = Thing | Link
LEVELS = 2
Twins = dict[Owner, Any]
APART = ("link", "overflow")
"""Kinds of collections that hold no things of their own, or only what had no room in their own."""


class NotJudged(Exception):
    """The oracle has no meaning for this function, or no facts on which it would do anything. why: in words."""


class Scenario(NamedTuple):
    """A call with what it should come to. read: what a read should return, None for a write. touched: the
    things that it changes or takes away, as they were before. start: makes the documents on which it is called
    of those before and those after, where something is not yet as it should be. ends: makes of the same all sets of
    documents that are right, where that is not the one after alone. refused: whether it must be refused, as what it
    would take away is in use. finds_nothing: whether its filter finds nothing, and it may be refused. nobody: what gets no value."""

    function: Function
    before: State
    after: State
    values: dict[str, Any]
    touched: tuple[Owner, ...] = ()
    start: Callable[[Documented, Documented], Documented] | None = None
    ends: Callable[[Documented, Documented], list[Documented]] | None = None
    refused: bool = False
    finds_nothing: bool = False
    nobody: tuple[str, ...] = ()


class Stage:
    """The facts before and after one call, and the things that play a part in it.

    order: whose documents give the values of parameters, foremost first; then: the same in the facts after.
    given: values of parameters that were chosen otherwise, by their names. asked: what an operation's filter asks for. first: the number of the first new thing.
    may_be_in_use: whether what refers to things that go stays, so that the call must be refused. may_be_unlike: whether the
    thing is not in the state that an operation asks for, or of another version than is written, so that the call must be
    refused. users: the links to these, and at which end they are. going: what one call takes away together.
    """

    def __init__(
        self,
        compilation: Compilation,
        state: State,
        function: Function,
        dice: Random,
        first: int | None = None,
    ) -> None:
        self.compilation, self.function, self.dice = compilation, function, dice
        self.before = state
        self.given: dict[str, Any] = {}
        self.unsaid: tuple[str, ...] = ()  # parameters that a call leaves out
        self.asked: list[tuple[Match, Any]] = []
        self.may_be_in_use = self.may_be_unlike = False
        self.going: list[Thing] = []
        self.users: list[tuple[Link, str]] = []
        self._keeps_values = True  # what was never there keeps no value in a list
        self._first = first

    @cached_property
    def _copy(self) -> tuple[State, Twins]:
        return self.before.clone()

    @property
    def after(self) -> State:
        """The facts after the call, until then a copy of those before."""
        return self._copy[0]

    @property
    def twins(self) -> Twins:
        """What stands in the facts after for each thing and link of those before."""
        return self._copy[1]

    def _left(self) -> State:
        """Return the facts after the call: those before where nobody made a copy to change it."""
        return self.after if "_copy" in vars(self) else self.before

    @cached_property
    def making(self) -> Making:
        """What makes new things of the facts after."""
        return Making(self.after, FAR + self.dice.randrange(FAR) if self._first is None else self._first)

    def lens(self, state: State, first: Sequence[Owner]) -> Lens:
        """Return what tells the values of the function's parameters: those of these owners, foremost first."""
        return Lens(self.compilation, state, first, self.function.sought_in)

    def as_stored(self, param: Param, owners: Sequence[Owner], value: Any) -> Any:
        """Return a new value as documents have it: the attributes of an object may stand in a list there."""
        if not isinstance(value, dict | list):
            return value
        found = self.lens(self.after, [self.twin(owner) for owner in owners]).value(param)
        return value if found is None else found

    def twin(self, owner: Any) -> Any:
        """Return what stands for a thing or a link in the facts after."""
        return self.twins[owner]

    def prepare(self, thing: Thing, path: Sequence[str], value: Any) -> None:
        """Give a thing a value before the call."""
        for state, owner in ((self.before, thing), (self.after, self.twins[thing])):
            state.correct(owner, path, value)

    def relationship(self, name: str) -> Relationship:
        """Return a relationship of the design."""
        return self.before.world.names.relationships[name]

    def strategy(self, relationship: Relationship) -> str:
        """Return how a relationship is stored."""
        return self.before.world.strategy(relationship)

    def choose(self, options: Sequence[Any], what: str) -> Any:
        """Return one of several by chance."""
        if not options:
            raise NotJudged(f"no {what} to try it on")
        return self.dice.choice(list(options))

    def has_room(self, relationship: Relationship, side: str, thing: Thing) -> bool:
        """Whether a thing may have one more link at this end, before the call."""
        return has_room(self.compilation, self.before, relationship, side, thing)

    def key(self, thing: Thing) -> Any:
        """Return the ``_id`` of the document that a thing stands in."""
        return Projector(self.compilation, self.before)._key(thing.root)

    def kin(self, one: Thing, other: Thing) -> bool:
        """Whether two things are of one entity and stand in places alike."""
        return (one.entity, one.holder is None) == (other.entity, other.holder is None)

    def is_home(self, relationship: Relationship) -> bool:
        """Whether a relationship puts the other end's things inside the documents of the first."""
        if self.strategy(relationship) in ("EMBED_TREE", "VALUE_ARRAY"):
            return self.strategy(relationship) == "EMBED_TREE"
        homes = self.before.world.homes(relationship.to.entity)
        return any(home.relationship == relationship.name and home.kind in INSIDE for home in homes)

    def has_documents(self, entity: str) -> bool:
        """Whether things of an entity have documents of their own, though others hold a value of them."""
        return any(home.kind == "collection" for home in self.before.world.homes(entity))

    def listed_value(self, relationship: Relationship) -> str | None:
        """Return the field whose values an array lists, None where a relationship has no array of values."""
        nodes = (node for each in self.compilation.plan.collections for node in walk(each.fields))
        arrays = [node.field for node in nodes if node.field.relationship == relationship.name]
        sources = [array.items.source for array in arrays if array.items is not None]
        is_listed = self.strategy(relationship) == "VALUE_ARRAY"
        return next((one.name for one in sources if isinstance(one, Field)), None) if is_listed else None

    def may_have_below(self, relationship: Relationship, node: Thing) -> bool:
        """Whether the tree may go one level further below a node."""
        return self.level(relationship, node) < self._depth(relationship)

    def may_move_below(self, relationship: Relationship, branch: Thing, node: Thing) -> bool:
        """Whether a branch still has its levels below a node."""
        below = self.level(relationship, node) + self._height(relationship, branch)
        return below <= self._depth(relationship)

    def _depth(self, relationship: Relationship) -> float:
        """Return how many levels a tree has at most: two at least, though a design may speak of roots alone, where
        its documents hold any number."""
        depth = given(given(relationship.tree, Tree()).depth, None)
        least = 0 if self.strategy(relationship) == "EMBED_TREE" else LEVELS
        return math.inf if depth is None else max(depth, least)

    def level(self, relationship: Relationship, node: Thing) -> int:
        """Return how deep a node stands in its tree, the root at 1."""
        level = 1
        while links := self.before.links(relationship.name, "to", node):
            node, level = links[0].source, level + 1
        return level

    def _height(self, relationship: Relationship, node: Thing) -> int:
        links = self.before.links(relationship.name, "from", node)
        return 1 + max((self._height(relationship, link.target) for link in links), default=0)

    def holder_first(self, link: Link) -> list[Owner]:
        """Return a link behind the end whose document lists the other, which comes last: both may be of one entity."""
        decision = self.compilation.composition.decisions[link.relationship.name]
        side = "to" if decision.side == "to" else "from"
        return [link.end(side), link, link.end(opposite(side))]

    def naming(self, scenario: Scenario, *things: Thing) -> Scenario:
        """Return the call with the ids of these things, where it is given as many ids of documents of one entity and
        all that tells them apart is their order. Where the entity's subtypes have collections of their own, each
        thing must stand in one in which the function looks for it."""
        named = self._named(things)
        if any(not self.is_sought(param, thing) for param, thing in named):
            raise NotJudged("what it is given the id of is in another collection than it looks in")
        values = {param.name: self.key(thing) for param, thing in named}
        return scenario._replace(values=scenario.values | values | (self._pages_of(things) if named else {}))

    def _pages_of(self, things: Sequence[Thing]) -> dict[str, Any]:
        """Return the ids of the pages in which two things stand that list each other, where the function takes them."""
        kind, name = self.function.about
        if kind != "relationship" or len(things) != len(("from", "to")):
            return {}
        projector = Projector(self.compilation, self.before)
        listed = projector.names.end(self.relationship(name), "from")
        return {
            param.name: projector._page_id(things[1 if array.endswith(f".{listed}") else 0])
            for param in self.function.params.values()
            for array, _, field in [param.path.rpartition(".")]
            if field == BUCKET_ID and self._is_in_page(param)
        }

    def are_sought(self, *things: Thing) -> bool:
        """Whether the function looks for each of these things where it stands, if it is given their ids in this order."""
        return all(self.is_sought(param, thing) for param, thing in self._named(things))

    def _named(self, things: Sequence[Thing]) -> list[tuple[Param, Thing]]:
        """Return which parameter is the id of which of these things; none where the order does not tell it."""
        params = {name: param for name, param in self.function.params.items() if name != "now"}
        ids = list(params.values())
        if len(ids) != len(things):
            ids = [param for param in ids if _is_id(param) or self.is_id_in_page(param)]
        if (
            len(ids) == 1 < len(things)
        ):  # an id in a list is looked for too, what a link says beside it is not
            ids = [param for name, param in params.items() if name not in self.function.written]
        is_inside = (one.holder is not None and not is_only_part(self.before, one) for one in things)
        if len(ids) != len(things) or any(is_inside):
            return []
        collections = {param.collection for param in ids}
        if len(collections) > 1 and not self._are_split(collections):
            return []
        return list(zip(ids, things, strict=True))

    def is_id_in_page(self, param: Param) -> bool:
        """Whether a parameter is the id of an element of a page."""
        array, _, name = param.path.rpartition(".")
        return name == "_id" and array.rpartition(".")[2] != "_id" and self._is_in_page(param)

    def _is_in_page(self, param: Param) -> bool:
        """Whether a parameter is a value of a page's collection."""
        pages = {one.name for one in self.compilation.plan.collections if one.kind == "bucket"}
        return param.collection in pages

    @cached_property
    def _collections(self) -> dict[Thing, str]:
        """By thing, the collection in which it has a document of its own."""
        world = self.before.world
        records = StateRecords(self.before)
        return {
            here.thing: collection.name
            for collection in self.compilation.plan.collections
            if collection.kind not in APART and not collection.revises
            for here in roots(collection, world, records)
            if here.bucket is None and not here.past
        }

    def _are_split(self, collections: Collection[str]) -> bool:
        """Whether these collections are those of one entity's subtypes."""
        entities = [one.entity for one in self.compilation.plan.collections if one.name in collections]
        return len(entities) > 1 and all(entities) and self.are_of_one_hierarchy(*filter(None, entities))

    def is_in_several_collections(self, entity: str) -> bool:
        """Whether the subtypes of an entity's hierarchy have collections of their own."""
        entities = [one.entity for one in self.compilation.plan.collections if one.entity and not one.revises]
        return len([one for one in entities if self.are_of_one_hierarchy(one, entity)]) > 1

    def are_of_one_hierarchy(self, *entities: str) -> bool:
        """Whether all are the same entity, or subtypes of the same."""
        world = self.before.world
        return len({world.line(world.kinds.base(entity))[-1] for entity in entities}) == 1

    def is_sought(self, param: Param, thing: Thing) -> bool:
        """Whether a function looks for a thing where it stands, or only stores its id."""
        if param.name in self.function.written:
            return True
        own = self.function.needed_in.get(param.name, {param.collection})
        sought = self.function.sought_in.get(param.name, own)
        stands = self._collections.get(thing.root)
        return stands is None or stands in sought or not self._are_split({stands, *sought})

    def _id_of_one(self) -> Param | None:
        """Return the parameter that is the id of the only document that a function is about, beside an old and a new
        parent; None where it takes another or none."""
        params = self.function.params.items()
        ids = [each for name, each in params if _is_id(each) and not name.startswith(("new", "old"))]
        return ids[0] if len(ids) == 1 else None

    def finds(self, thing: Thing) -> bool:
        """Whether a function that takes the id of a document finds a thing where it stands: none that is inside of
        another document."""
        param = self._id_of_one()
        if param is None:
            return True
        is_inside = thing.holder is not None and self._collections.get(thing.root) == param.collection
        return not is_inside and self.is_sought(param, thing)

    def given_id(self, scenario: Scenario, thing: Thing) -> Scenario:
        """Return the call with the id of a thing, where the function looks for documents where this one stands."""
        param = self._id_of_one()
        if param is None or thing.holder is not None:
            return scenario
        sought = self.function.sought_in.get(param.name, frozenset([param.collection]))
        is_looked_for = self._collections.get(thing) in sought
        values = scenario.values | {param.name: self.key(thing)}
        return scenario._replace(values=values) if is_looked_for else scenario

    def own_path(self, owner: Owner, path: str) -> tuple[str, ...]:
        """Return where in an owner's values the end of a document's path stands."""
        names = path.split(".")
        for start in range(len(names)):
            if is_at(self.before.values[owner], names[start:]):
                return tuple(names[start:])
        raise NotJudged(f"no value at {path}")

    def take_away(self, thing: Thing, order: Sequence[Owner]) -> None:
        """Delete a thing with those held in it. What would be left without them, and is no part of them, is not
        there to begin with."""
        for held in [one for one in self.before.all_things() if one.holder is thing]:
            self.take_away(held, [*order, thing])
        for relationship in self.before.model.links:
            if relationship.exclusive_owner is True and self.strategy(relationship) in REFERRING:
                self._take_parts_away(relationship, thing, order)
            for side in ("from", "to"):
                for link in list(self.before.links(relationship.name, side, thing)):
                    if link in order or not outlives(self, relationship, side, link):
                        continue
                    if self.may_be_in_use and holds_back(self, relationship, side):
                        self.users.append((link, opposite(side)))
                    else:
                        self._never_there(relationship, link, [*order, thing])
        if self._keeps_values:
            keep_values(self, thing, order)
        take_out(self, thing, ends=self._keeps_values)

    def belongs_to(self, thing: Thing, owner: Thing) -> bool:
        """Whether a thing goes with its only owner, as his part by another relationship than the one that is asked of."""
        return any(
            link.source is owner
            for relationship in self.before.model.links
            if relationship.exclusive_owner is True and self.strategy(relationship) in REFERRING
            for link in self.before.links(relationship.name, "to", thing)
        )

    def _take_parts_away(self, relationship: Relationship, thing: Thing, order: Sequence[Owner]) -> None:
        """Delete what belongs to a thing alone; not what would go on naming it."""
        for link in list(self.before.links(relationship.name, "from", thing)):
            if (
                link not in order
                and link.target not in order
                and not outlives(self, relationship, "from", link)
            ):
                self.take_away(link.target, [*order, thing, link])

    def _never_there(self, relationship: Relationship, link: Link, order: Sequence[Owner]) -> None:
        """Take a link out of the facts before, with what it leads to where that can't be without it,
        and all that goes with that. What would have to be there for what is deleted is so in no facts of a ring."""
        if link.target in order and link.source is not link.target and given(relationship.to.count.min, 0):
            raise NotJudged("a ring of things that each need the next")
        for state, one in ((self.before, link), (self.after, self.twins[link])):
            state.cut(one)
        if relationship.kind not in ("many-to-many", "graph") and link.target not in order:
            there = [one for one in self.before.all_things() if self.after.has(self.twins[one])]
            keeps, self._keeps_values = self._keeps_values, False
            self.take_away(link.target, order)
            self._keeps_values = keeps
            gone = [one for one in there if not self.after.has(self.twins[one])]
            for thing in dict.fromkeys((link.target, *gone)):
                self.before.remove(thing)

    def all_after(self, then: Sequence[Owner]) -> Scenario:
        """Return a call whose values all stand in the facts after: then[0] is what is new, then[1] its parent."""
        is_link = isinstance(then[0], Link)
        then = self.holder_first(then[0]) if isinstance(then[0], Link) else then
        lens = self.lens(self.after, then)
        parent = self.lens(self.after, [*then[1:], *then[:1]])
        values = {
            name: (parent if _is_id(param) and not is_link else lens).value(param)
            for name, param in self.function.params.items()
        }
        listing = {} if is_link or not isinstance(then[0], Thing) else self._that_list(then[0])
        return Scenario(self.function, self.before, self.after, values | listing | self.given)

    def _that_list(self, child: Thing) -> dict[str, Any]:
        """Return by parameter the ids of the parents into whose lists the function puts a new child: there may be others
        of the same entity to which the child refers."""
        ids: dict[str, Any] = {}
        for statement in self.function.statements:
            sought = statement.filter.get("_id") if isinstance(statement.filter, dict) else None
            update = statement.update if isinstance(statement.update, dict) else {}
            paths = {*update.get("$push", ()), *update.get("$addToSet", ())}
            if statement.op != "updateOne" or not isinstance(sought, Param) or not paths:
                continue
            plan = self.compilation.plan.collections
            nodes = (node for one in plan if one.name == statement.collection for node in walk(one.fields))
            fields = [node.field for node in nodes if node.path in paths and node.field.origin == "reference"]
            names = {field.relationship for field in fields if field.relationship}
            names = {name for name in names if self.relationship(name).kind == "one-to-many"}
            parents = [link.source for name in names for link in self.after.links(name, "to", child)]
            if len(parents) == 1 and parents[0].holder is None:
                ids[sought.name] = self.after.values[parents[0]]["_id"]
        return ids

    def moved(self, order: Sequence[Owner], parent: Thing, link: Owner, touched: Sequence[Owner]) -> Scenario:
        """Return a call that gives something to another parent."""
        old = self.lens(self.before, order)
        new = self.lens(self.before, [parent])
        old_parent = self.lens(self.before, [order[-1], *order])
        links = [one for one in order if isinstance(one, Link)]
        values: dict[str, Any] = {}
        for name, param in self.function.params.items():
            word = re.split("(?![a-z])", name)[0]  # newParentId begins with "new", newerId doesn't
            is_old_parent = word == "old" and _is_id(param)
            lens = new if word == "new" else old_parent if is_old_parent else old
            if lens is old and links and not _is_id(param):
                lens = self.lens(
                    self.before, [links[0].end(self._holding(param, links[0].relationship)), *links]
                )
            values[name] = lens.value(param)
        return Scenario(self.function, self.before, self._left(), values | self.given, tuple(touched))

    def gone(self, order: Sequence[Owner], touched: Sequence[Owner]) -> Scenario:
        """Return a call that takes something away: all that it is given stood in the facts before."""
        subject = self.lens(self.before, order)
        links = [one for one in order if isinstance(one, Link)]
        values: dict[str, Any] = {}
        for name, param in self.function.params.items():
            if _is_id(param) or not links:
                values[name] = subject.value(param)
            else:
                holder = links[0].end(self._holding(param, links[0].relationship))
                values[name] = self.lens(self.before, [holder, *links, *order]).value(param)
        if order and isinstance(order[0], Thing) and order[0].holder is None:
            values |= asked_beside(
                self.function, values, self.key(order[0]), self.lens(self.before, order[:1])
            )
        return Scenario(self.function, self.before, self._left(), values | self.given, tuple(touched))

    def _holding(self, param: Param, relationship: Relationship) -> str:
        """Return the end whose documents hold the reference that a parameter stands for."""
        decision = self.compilation.composition.decisions[relationship.name]
        path = param.path.removesuffix(".0")
        collections = [one for one in self.compilation.plan.collections if one.name == param.collection]
        nodes = [one for each in collections for one in walk(each.fields) if one.path == path]
        single = any(not one.arrays for one in nodes)
        if single and relationship.kind in ("one-to-many", "tree") and decision.strategy != "FOLD_ONE":
            return "to"
        return decision.side if decision.side in ("from", "to") else "from"

    def done(
        self, order: Sequence[Owner], then: Sequence[Owner] = (), touched: Sequence[Owner] = ()
    ) -> Scenario:
        """Return the call. order: things before; then: things after, of which new values are taken."""
        lenses: dict[str, Lens] = {}

        def lens(kind: str, owners: Sequence[Owner]) -> Lens:
            if kind not in lenses:
                state = self.after if kind == "after" else self.before
                lenses[kind] = self.lens(state, owners)
            return lenses[kind]

        values: dict[str, Any] = {}
        left = then or [self.twins.get(one, one) for one in order]
        for name, param in self.function.params.items():
            is_new = self.is_new(param)
            found = lens("after", left).value(param) if is_new else None
            values[name] = lens("before", order).value(param) if found is None and not is_new else found
        return Scenario(self.function, self.before, self._left(), values | self.given, tuple(touched))

    def is_new(self, param: Param) -> bool:
        """Whether a parameter is a value that the call brings in."""
        brought = re.match("(?:new|removed)[A-Z]", param.name) is not None
        is_document = param.path == "" and param.value is UNSET
        return brought or param.name in self.function.written or is_document


def _is_id(param: Param) -> bool:
    """Whether a parameter is the id of a document."""
    return param.path == "_id"
