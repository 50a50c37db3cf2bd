"""What the functions that read mean: which things they must tell, and what of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from designs.compiler.model.conceptual import Operation, Relationship, given, stated
from designs.compiler.placement.schema_versions import NUMBER
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.plan_model.physical import Param
from designs.compiler.sampling.document_context import roots
from designs.compiler.sampling.world import Link, Thing
from tests.oracle import entity_reads, tallies
from tests.oracle.answers import documents_of, is_part
from tests.oracle.archives import collections_with_archives
from tests.oracle.arithmetic import value_at
from tests.oracle.asked_behind import asked_behind, ends_alike
from tests.oracle.comparing import Comparer, plain
from tests.oracle.in_pages import told_besides
from tests.oracle.included import unincluded
from tests.oracle.moving import below
from tests.oracle.near_places import nearest_first
from tests.oracle.near_values import naming, of_one_value, told_by
from tests.oracle.operations import chosen, in_order
from tests.oracle.projected import read_along, read_of, unasked_names, unmet, untold
from tests.oracle.projecting import Documented, Projector
from tests.oracle.scenario import NotJudged, Scenario, Stage
from tests.oracle.sensitive import hidden_names, told_names
from tests.oracle.stored_where import Places

PAIRED = ("many-to-many", "graph")
SHOWN = 50
"""How many documents a read without a limit of its own returns."""
PAGES = ("BUCKET", "BUCKET_TIME")
ANSWERED_BY_LINKS = ("read", "all", "reverse", "back", "join", "page", "listed", "last")
"""Purposes of functions that tell what one thing is linked to."""


class Wanted(NamedTuple):
    """What a read should tell. things: all of them, in order where ordered. near: whose own document may be the
    answer instead, with all that is embedded in it. some: whether it may leave some out, as a page does. beside:
    what may be told with them, as an operation includes it. joined: whether they stand in the document of near.
    least: of those that it may leave some out of, how many it tells at least. meant: all that its filter finds, however many it tells of them. documents: what it should tell, where
    that is no things but documents, as earlier versions are. counts: how many there are of each, by what tells them."""

    things: tuple[Thing, ...]
    near: Thing | None = None
    ordered: bool = False
    some: bool = False
    beside: tuple[Thing, ...] = ()
    joined: bool = False
    least: int = 0
    documents: tuple[dict[str, Any], ...] | None = None
    counts: dict[str, int] | None = None
    meant: tuple[Thing, ...] = ()


def meaning(stage: Stage) -> tuple[Scenario, Wanted]:
    """Return the call of a read, and what it should tell."""
    kind, name = stage.function.about
    if kind == "operation":
        return _of_operation(stage, name)
    if kind == "relationship":
        return _of_relationship(stage, stage.relationship(name))
    scenario, documents = entity_reads.meaning(stage, name)
    limit = limit_of(stage, len(documents))
    least = min(limit, len(documents))
    return scenario, Wanted((), documents=documents, some=len(documents) > limit, least=least)


def _of_operation(stage: Stage, name: str) -> tuple[Scenario, Wanted]:
    operation = next(one for one in stage.before.model.workload if one.name == name)
    focus, matching = chosen(stage, operation)
    alike = ends_alike(stage, operation, focus)
    scenario = stage.naming(stage.gone([focus, *asked_behind(stage, operation, focus)], []), *alike)
    scenario = scenario._replace(nobody=stage.unsaid)
    beside = (*_included(stage, [*read_along(stage.before, operation)], matching), *alike)
    several = len({one.root for one in matching}) > 1
    ordered = _sorted(stage, operation, matching) if stated(operation.sort) and several else None
    ordered = nearest_first(stage, operation, matching) or ordered
    if ordered is not None:
        limit = min(given(operation.limit, len(ordered)), limit_of(stage, len(ordered)))
        if any(one.holder for one in matching):
            return scenario, Wanted(tuple(matching), some=len(matching) > limit, beside=beside)
        first = tuple(ordered[:limit])
        return scenario, Wanted(first, ordered=True, beside=beside, meant=tuple(matching))
    limit = min(given(operation.limit, len(matching)), limit_of(stage, len(matching)))
    return scenario, Wanted(
        tuple(matching), some=len(matching) > limit, beside=beside, least=0 if several else min(limit, 1),
        meant=tuple(matching),
    )  # fmt: skip


def _sorted(stage: Stage, operation: Operation, things: list[Thing]) -> list[Thing] | None:
    """Return things in the order of an operation, None where some may stand either way."""
    try:
        return in_order(stage, operation, things)
    except NotJudged:
        return None


def limit_of(stage: Stage, otherwise: int) -> int:
    """Return how many documents the last statement of a function returns at most: a page."""
    last = stage.function.statements[-1]
    if isinstance(last.limit, int | Param):
        return last.limit if isinstance(last.limit, int) else SHOWN
    stages = last.pipeline if isinstance(last.pipeline, list) else []
    joined = [one["$lookup"].get("pipeline", []) for one in stages if "$lookup" in one]
    limits = [one["$limit"] for part in (stages, *joined) for one in part if "$limit" in one]
    if any(isinstance(one, Param) for one in limits):
        return SHOWN
    return next((one for one in reversed(limits) if isinstance(one, int)), otherwise)


def _included(stage: Stage, includes: list[str], things: list[Thing]) -> list[Thing]:
    """Return what is linked to things by the relationships that an operation includes, at any remove."""
    found = list(things)
    names = {one.partition(".")[0] for one in includes}
    for thing in found:
        for name in names & stage.before.world.names.relationships.keys():
            for side in ("from", "to"):
                ends = [link.end(opposite(side)) for link in stage.before.links(name, side, thing)]
                found += [one for one in ends if one not in found]
    return found


def _of_relationship(stage: Stage, relationship: Relationship) -> tuple[Scenario, Wanted]:
    purpose = stage.function.purpose
    if relationship.kind == "is-a" and purpose != "kinds":
        return _of_subtype(stage, relationship)
    if purpose == "kinds":
        return stage.gone([], []), Wanted((), counts=tallies.by_subtype(stage, relationship))
    links = stage.before.links_of(relationship.name)
    if purpose == "count" and stage.listed_value(relationship) is not None:
        return stage.gone([], []), Wanted((), counts=tallies.by_value(stage, relationship))
    if purpose == "search" and stage.strategy(relationship) == "TREE_PATH":
        nodes = tuple(tallies.by_path(stage, relationship))
        return stage.gone([], []), Wanted(nodes, some=len(nodes) > SHOWN)
    places = Places(stage, joined=True)
    if purpose in ANSWERED_BY_LINKS:
        near_end = _near(stage, relationship, purpose)
        links = [one for one in links if _is_read(stage, places, one, near_end)]
    elif purpose in NODES_OF and relationship.kind == "tree":
        side, others = NODES_OF[purpose]
        linked = {one.end(side): others(stage, relationship, one.end(side)) for one in links}
        node = stage.choose([one for one in linked if places.are_read(one, *linked[one])], "node")
        return stage.gone([node], []), Wanted(tuple(linked[node]), beside=(node,))
    link: Link = stage.choose(links, "link")
    if purpose in ("roots", "roots_page", "whole"):
        nodes = stage.before.things(relationship.to.entity)
        tops = [one for one in nodes if not stage.before.links(relationship.name, "to", one)]
        shown = [stage.choose(tops, "root")] if purpose == "roots_page" else []
        told = nodes if purpose == "whole" else tops
        limit = limit_of(stage, len(told))
        least = min(limit, len(told)) if purpose == "roots" else 0
        some = purpose == "roots_page" or len(told) > limit
        return stage.gone(shown, []), Wanted(tuple(told), some=some, least=least)
    if purpose not in ANSWERED_BY_LINKS:
        raise NotJudged(f"a read of purpose {purpose}")
    return _linked(stage, link, _near(stage, relationship, purpose), places)


def _is_read(stage: Stage, places: Places, link: Link, near_side: str) -> bool:
    """Whether a function reads where both ends of a link stand, the one that it is called on first."""
    near, far = link.end(near_side), link.end(opposite(near_side))
    is_found = places.are_read(far) and (near in places.inside or places.are_read(near))
    return is_found and (not _are_alike(stage, link) or stage.are_sought(near))


def _linked(stage: Stage, link: Link, near_side: str, places: Places) -> tuple[Scenario, Wanted]:
    """Return what a read tells of all that one end of a link is linked to."""
    relationship, purpose = link.relationship, stage.function.purpose
    near, far_side = link.end(near_side), opposite(near_side)
    order: list[Thing | Link] = [near, link, link.end(far_side)]
    scenario = stage.gone(order, [])
    if _are_alike(stage, link) or any(map(stage.is_id_in_page, stage.function.params.values())):
        scenario = stage.naming(scenario, near)
    meant = of_one_value(stage, relationship, near)
    if name := stage.listed_value(relationship):
        value = scenario.before.values[near][name]
        scenario = scenario._replace(values=dict.fromkeys(scenario.values, value))
    else:
        scenario = naming(stage, relationship, scenario, near)
        own = stage.before.values[near]
        told = {name: own.get(field) for name, field in told_by(stage, relationship).items()}
        scenario = scenario._replace(values=scenario.values | told)
    linked = [
        one.end(far_side) for each in meant for one in stage.before.links(relationship.name, near_side, each)
    ]
    wanted = tuple(one for one in dict.fromkeys(linked) if places.are_read(one))
    limit = limit_of(stage, len(wanted))
    some = purpose == "page" or len(wanted) > limit or stage.strategy(relationship) in PAGES
    least = (
        limit
        if len(wanted) > limit and purpose != "page" and stage.strategy(relationship) not in PAGES
        else 0
    )
    return scenario, Wanted(wanted, near=near, some=some, joined=purpose == "join", least=least)


def _are_alike(stage: Stage, link: Link) -> bool:
    """Whether both ends of a link are of one hierarchy whose subtypes have collections of their own: an id does not
    say which of the ends it is of."""
    source, target = link.source.entity, link.target.entity
    return stage.is_in_several_collections(source) and stage.are_of_one_hierarchy(source, target)


def _of_subtype(stage: Stage, relationship: Relationship) -> tuple[Scenario, Wanted]:
    """Return what a read of a subtype tells: all that is of it, wherever the supertype is stored."""
    if stage.function.purpose != "read" or stage.function.params:
        raise NotJudged(f"a read of purpose {stage.function.purpose} of a subtype")
    found = stage.before.things(relationship.to.entity)
    stage.choose(found, relationship.to.entity)
    if any(one.holder is not None for one in found):
        raise NotJudged("a read of a subtype that is stored inside another document")
    limit = limit_of(stage, SHOWN)
    return stage.gone([], []), Wanted(tuple(found), some=len(found) > limit, least=min(limit, len(found)))


def _near(stage: Stage, relationship: Relationship, purpose: str) -> str:
    """Return the end from which a function reads."""
    decision = stage.compilation.composition.decisions[relationship.name]
    if decision.strategy == "VALUE_ARRAY":
        return opposite(decision.side)
    if relationship.kind in PAIRED:
        side = "from" if decision.strategy == "LINK_COLL" else decision.side
        is_listing = decision.strategy in ("ONE_WAY_EMBED", "EMBED_LINK")
        return (
            opposite(side) if purpose in ("reverse", "back") or (purpose == "page" and is_listing) else side
        )
    return "to" if purpose in ("reverse", "back") else "from"


def _above(stage: Stage, relationship: Relationship, node: Thing) -> list[Thing]:
    found: list[Thing] = []
    while links := stage.before.links(relationship.name, "to", node):
        node = links[0].source
        found.append(node)
    return found


NODES_OF = {"ancestors": ("to", _above), "descendants": ("from", below)}


# --- comparing ------------------------------------------------------------------------------------


class Reader:
    """Compares what reads return with what they should tell. documents: those that were there."""

    def __init__(self, compilation: Compilation, scenario: Scenario, documents: Documented) -> None:
        self.compilation, self.comparer = compilation, Comparer(compilation)
        self.projector = Projector(compilation, scenario.before)
        self.joins = set(_joins(scenario))
        self.hidden = hidden_names(compilation, scenario.function.subject)
        self.operation = read_of(compilation, scenario.function.subject)
        self.entity, self.unasked = unasked_names(compilation, scenario.function.subject)
        self.known: dict[str, list[tuple[Any, dict[str, Any]]]] = {}
        for collection in collections_with_archives(compilation):
            for document in documents.get(collection.name, ()):
                key = str(plain(document["_id"]))
                self.known.setdefault(key, []).append((collection, document))

    def difference(self, wanted: Wanted, answer: Any) -> str:
        """Return how an answer is otherwise than it should be, "" where it is right."""
        if secret := self.hidden.intersection(told_names(answer)):
            return f"tells {min(secret)}, which is sensitive"
        told = {str(plain(one["_id"])) for one in documents_of(answer)}
        things = [thing for thing in wanted.things if self._id(thing) in told]
        wrong = self._difference(wanted, answer)
        state = self.projector.state
        wrong = wrong or untold(state, self.operation, things, answer)
        return wrong or unincluded(
            self.compilation, state, self.operation, things, answer, self.hidden, self._id
        )

    def _difference(self, wanted: Wanted, answer: Any) -> str:
        told = documents_of(answer)
        if wanted.counts is not None:
            counted = {str(plain(one["_id"])): int(one["count"]) for one in told}
            return "" if counted == wanted.counts else f"counts {counted}, not {wanted.counts}"
        for one in told:
            if found := self._otherwise(one) or self._beyond(one):
                return found
        if wanted.documents is not None:
            identities = [str(plain(one["_id"])) for one in wanted.documents]
            return _told_otherwise(wanted, [str(plain(one["_id"])) for one in told], identities)
        told = [one for one in told if one.keys() != {"_id"} or str(plain(one["_id"])) in self.known]
        expected = list(dict.fromkeys(map(self._id, wanted.things)))
        pages = [one for one in told if self._is_page(str(plain(one["_id"])))]
        held: dict[str, list[Thing]] = {}
        for page in pages:
            key = str(plain(page["_id"]))
            held[key] = list(dict.fromkeys([*held.get(key, []), *self._held(key, page)]))
        if wrong := self._wrong_page(wanted, held, pages):
            return wrong
        near = None if wanted.near is None else self._id(wanted.near)
        if pages and len(pages) == len(told) and all(wanted.near in things for things in held.values()):
            return ""
        ids = [key for one in told if one not in pages for key in self._meant(one)]
        in_pages = {thing for things in held.values() for thing in things}
        ids += [self._id(thing) for thing in wanted.things if thing in in_pages]
        ids = self._without_own_overflow(ids, wanted, expected)
        if near is not None:
            if wanted.joined and near in ids:
                ids = [key for one in told for key in self._joined(one)]
            elif ids == [near]:
                return ""
            elif near not in expected:
                ids = [one for one in ids if one != near]
        if not ids and not told and expected and not wanted.joined:
            return self._by_content(wanted, answer)
        beside = set(map(self._id, wanted.beside)) - set(expected)
        ids = [one for one in ids if one not in beside]
        return _told_otherwise(wanted, ids, expected)

    def _by_content(self, wanted: Wanted, answer: Any) -> str:
        """Compare an answer whose documents don't tell their ids."""
        told = [
            plain(one) for one in (answer if isinstance(answer, list) else [answer]) if isinstance(one, dict)
        ]
        ids = set(map(self._id, wanted.things))
        stored = [plain(document) for key in ids for _, document in self.known.get(key, [])]
        if not told and not wanted.some:
            return f"tells nothing, not {sorted(ids)}"
        wrong = [one for one in told if not any(is_part(one, other) for other in stored)]
        return f"tells {str(wrong[0])[:120]}, which is none of those" if wrong else ""

    def _id(self, thing: Thing) -> str:
        return str(plain(self.projector._key(thing.root)))

    def _meant(self, document: dict[str, Any]) -> list[str]:
        """Return the id that a document tells: its own, or those of what stands beside a link."""
        key = str(plain(document["_id"]))
        kinds = {collection.kind for collection, _ in self.known.get(key, [])}
        return self._joined(document) if kinds == {"link"} else [key]

    def _is_overflow(self, key: str, near: str) -> bool:
        """Whether a document holds what did not fit into that of a thing, and says so."""
        return any(
            collection.kind == "overflow" and near in (str(plain(value)) for value in document.values())
            for collection, document in self.known.get(key, [])
        )

    def _without_own_overflow(self, ids: list[str], wanted: Wanted, expected: list[str]) -> list[str]:
        """Return ids without those of what did not fit into the document that was asked about, others of it as its."""
        near = wanted.near
        is_root = near is not None and near.holder is None
        rest = [one for one in ids if not (is_root and near and self._is_overflow(one, self._id(near)))]
        return [self._owner_of(one, expected) for one in rest]

    def _owner_of(self, key: str, expected: list[str]) -> str:
        """Return the id of the thing whose array had no room for what a document holds, where that is meant; else its own."""
        extras = (extra for collection, extra in self.known.get(key, []) if collection.kind == "overflow")
        values = (str(plain(value)) for extra in extras for value in extra.values())
        return next((one for one in values if one in expected), key)

    def _is_page(self, key: str) -> bool:
        return any(collection.kind == "bucket" for collection, _ in self.known.get(key, []))

    def _held(self, key: str, told: dict[str, Any]) -> list[Thing]:
        """Return the things in a page as it was told: all of them, or the one of a list that was unwound."""
        held = self._in_page(key)
        named = str(plain(told))
        unwound = [one for one in held[1:] if self._id(one) in named]
        return [*held[:1], *(unwound or held[1:])]

    def _in_page(self, key: str) -> list[Thing]:
        """Return the owner of a page, and the things in it."""
        held: list[Thing] = []
        for collection in self.projector.collections:
            if collection.kind != "bucket":
                continue
            for here in roots(collection, self.projector.world, self.projector.records):
                if here.bucket is not None and key == str(
                    plain(self.projector.body(collection.fields, here)["_id"])
                ):
                    held += [here.bucket.parent, *here.bucket.things]
        return held

    def _wrong_page(self, wanted: Wanted, held: dict[str, list[Thing]], pages: Any) -> str:
        """Return which page has nothing to do with what was asked for, neither it nor one of the same owner, or what it tells
        besides."""
        meant = {wanted.near, *wanted.things, *wanted.beside}
        owners = {things[0] for things in held.values() if meant.intersection(things)}
        wrong = [key for key, things in held.items() if things[0] not in owners]
        if wrong:
            return f"tells the page {wrong[0]} of something else"
        others = {thing for things in held.values() for thing in things} - {*wanted.beside}
        return told_besides(self.projector.state, others, wanted.meant, pages)

    def _joined(self, document: dict[str, Any]) -> list[str]:
        """Return the ids of the documents that were joined to one, in the fields that its read says; of a page, those
        of the things in it that the document itself names."""
        own = list(document.values())
        values = [value_at(document, path.split(".")) for path in self.joins] if self.joins else own
        lists = [value if isinstance(value, list) else [value] for value in values]
        joined = [one for each in lists for one in each if isinstance(one, dict) and "_id" in one]
        stored = [plain(one) for _, one in self.known.get(str(plain(document["_id"])), [])]
        ids = [key for one in joined for key in self._named(str(plain(one["_id"])), str(stored))]
        return [one for one in ids if one in self.known or self.joins]

    def _named(self, key: str, text: str) -> list[str]:
        """Return the ids of the things in a page that a text names; of another document, its own."""
        if not self._is_page(key):
            return [key]
        return [one for one in map(self._id, self._in_page(key)[1:]) if one in text] or [key]

    def _beyond(self, told: dict[str, Any]) -> str:
        """Return what a document of the operation's own entity tells though its projection leaves that out."""
        options = self.known.get(str(plain(told["_id"])), [])
        is_own = any(collection.entity == self.entity for collection, _ in options)
        more = self.unasked.intersection(told) if is_own else frozenset()
        if more:
            return f"tells {min(more)}, which its projection leaves out"
        wrong = (unmet(collection, self.operation, told) for collection, _ in options)
        return next(filter(None, wrong), "")

    def _otherwise(self, told: dict[str, Any]) -> str:
        """Return where a document is not as it was stored."""
        options = self.known.get(str(plain(told["_id"])), [])
        found = ""
        for collection, document in options:
            fields = {one.name for one in collection.fields}
            lines = [
                name
                for name, value in told.items()
                if name in fields and name in document
                and not self._is_stored(value, document[name])
                and not (name == NUMBER and value > document[name])  # read in the newest version of its schema
            ]  # fmt: skip
            if not lines:
                return ""
            found = f"tells {lines[0]} otherwise than it is stored: {str(plain(told[lines[0]]))[:120]}"
        return found

    def _is_stored(self, told: Any, stored: Any) -> bool:
        """Whether a value is told as it is stored, unwound, or with the documents that its ids lead to."""
        if is_part(plain(told), plain(stored)) or self._is_joined(told):
            return True
        if isinstance(stored, list) and not isinstance(told, list):
            return any(self._is_stored(told, one) for one in stored)
        if isinstance(told, dict) and isinstance(stored, dict):
            is_newer = told.get(NUMBER, 0) > stored.get(NUMBER, 0)  # read in the newest version of its schema
            return all(
                self._is_stored(value, stored[name]) or (is_newer and name == NUMBER)
                if name in stored
                else is_newer
                for name, value in told.items()
            )
        return False

    def _is_joined(self, value: Any) -> bool:
        """Whether documents of another collection stand in the place of a list of the same name."""
        own = value if isinstance(value, list) else [value]
        return all(
            isinstance(one, dict) and str(plain(one.get("_id"))) in self.known and not self._otherwise(one)
            for one in own
        )


def _joins(scenario: Scenario) -> Iterator[str]:
    """Yield the fields in which a read puts what it joins, as paths."""
    for statement in scenario.function.statements:
        for stage in statement.pipeline if isinstance(statement.pipeline, list) else ():
            for name, join in stage.items():
                if name in ("$lookup", "$graphLookup"):
                    yield str(join["as"])


def _told_otherwise(wanted: Wanted, ids: list[str], expected: list[str]) -> str:
    if wanted.some:
        more = [one for one in ids if one not in expected]
        if more:
            return f"tells {more[0]}, which is none of those"
        return f"tells {len(set(ids))}, not {wanted.least}" if len(set(ids)) < wanted.least else ""
    if wanted.ordered and ids != expected and sorted(ids) == sorted(expected):
        return f"tells {ids} in this order, not {expected}"
    if sorted(set(ids)) != sorted(expected):
        return f"tells {sorted(set(ids))}, not {sorted(expected)}"
    return ""
