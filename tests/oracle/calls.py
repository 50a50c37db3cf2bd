"""The functions of a design's scripts: their names, their parameters, and values for these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.function_names import function_names
from designs.compiler.plan_model.physical import DocField, Element, Param, Statement, markers, parameters
from designs.compiler.sampling import resolve
from designs.compiler.sampling.answers import first_at, without
from designs.compiler.sampling.document_context import Here, roots
from designs.compiler.sampling.world import Link, Thing
from tests.oracle.in_overflows import where_it_stands
from tests.oracle.projecting import Projector
from tests.oracle.state import Json, State

AFTER = timedelta(days=60)
"""How far the end of a stretch of time lies behind its beginning."""
SCRIPTS = ("04_queries", "05_sync")
HIDDEN = ("prepare", "watch")


class Function(NamedTuple):
    """A function of a script. params: those that must be given. written: the ones of
    these that its writes store and none of them looks for. sought_in: by parameter, the collections in which the
    function looks for documents by it; needed_in: the one where it stops unless it finds one."""

    name: str
    script: str
    recipe: str
    subject: str
    purpose: str
    statements: tuple[Statement, ...]
    params: dict[str, Param]
    written: frozenset[str]
    sought_in: Mapping[str, frozenset[str]] = MappingProxyType({})
    needed_in: Mapping[str, set[str]] = MappingProxyType({})

    @property
    def about(self) -> tuple[str, str]:
        """What it is for: operation, relationship or entity, and its name."""
        kind, _, name = self.subject.partition(":")
        return kind, name

    @property
    def is_by_chance(self) -> bool:
        """Whether it counts some of its calls for all of them: a second call is another that may count."""
        return any(one.chance is not None for one in self.statements)

    @property
    def writes(self) -> bool:
        """Whether it changes anything."""
        return any(one.writes for one in self.statements)


def functions(compilation: Compilation) -> Iterator[Function]:
    """Yield the functions of both scripts that the application calls."""
    for script in SCRIPTS:
        own = [one for one in compilation.plan.statements if one.script == script]
        recipes = [tuple(group) for _, group in groupby(own, lambda one: one.recipe)]
        shown = [one for one in recipes if one[0].purpose not in HIDDEN]
        names = function_names(own, script)
        for statements in shown:
            first = statements[0]
            params = {one.name: one for one in parameters(statements) if not one.optional}
            yield Function(
                names[first.recipe], script, first.recipe, first.subject, first.purpose, statements, params,
                _written(statements), _sought_in(statements, params), _needed_in(statements, params),
            )  # fmt: skip


def _written(statements: tuple[Statement, ...]) -> frozenset[str]:
    sought: set[str] = set()
    stored: set[str] = set()
    for statement in statements:
        options = statement.options if isinstance(statement.options, dict) else {}
        looked = msgspec.structs.replace(
            statement, update=None, documents=None, options=options.get("arrayFilters")
        )
        sought |= {one.name for one in markers(looked) if isinstance(one, Param)}
        changed = msgspec.structs.replace(
            statement, filter=None, options=None, pipeline=None, projection=None, sort=None, limit=None
        )
        stored |= {one.name for one in markers(changed) if isinstance(one, Param)}
    return frozenset(stored - sought)


def _sought_in(statements: tuple[Statement, ...], params: Mapping[str, Param]) -> dict[str, frozenset[str]]:
    """Return by parameter the collections in which documents are looked for by the field that it is a value of; where
    the function stops unless it finds one in a collection, that one."""
    places: dict[str, set[str]] = {name: {param.collection} for name, param in params.items()}

    def look(value: Any, collection: str, field: str) -> None:
        if isinstance(value, Param):
            if value.name in places and field == value.path.removesuffix(".0"):
                places[value.name].add(collection)
        elif isinstance(value, dict):
            united = value.get("$unionWith")
            if isinstance(united, dict):
                collection = united["coll"]
            asked = ((name, part) for name, part in value.items() if name not in ("$ne", "$nin", "$not"))
            for name, part in asked:
                look(part, collection, field if name.startswith("$") else name)
        elif isinstance(value, list | tuple):
            for part in value:
                look(part, collection, field)

    for statement in statements:
        look(statement.filter, statement.collection, "")
        look(statement.pipeline, statement.collection, "")
        for path, value in _listed(statement.update):
            look(value, statement.collection, path)
        for path, param in _in_elements(statement.update):
            if param.name in places and param.path == path:
                places[param.name].add(statement.collection)
    needed = _needed_in(statements, params)
    return {name: frozenset(names) for name, names in (places | needed).items() if len(places[name]) > 1}


def _needed_in(statements: tuple[Statement, ...], params: Mapping[str, Param]) -> dict[str, set[str]]:
    """Return by parameter the collection in which the function stops unless it finds a document by it. Where it stops
    either way, it only tells why: what it asks before must find one."""
    by_step = {statement.step: statement for statement in statements if statement.step}
    needed = [
        by_step.get(statement.unless, statement) if statement.must_miss else statement
        for statement in statements
        if statement.must_match and not statement.beside and not (statement.writes and statement.unless)
    ]
    return {
        param.name: {statement.collection}
        for statement in needed
        if not statement.must_miss and isinstance(statement.filter, dict)
        for asked in [statement.filter.get("_id")]  # of one that may not be another: {$eq: id, $ne: other}
        for param in [asked.get("$eq") if isinstance(asked, dict) else asked]
        if isinstance(param, Param) and param.name in params
    }


def _listed(update: Any) -> Iterator[tuple[str, Any]]:
    """Yield the paths of an update with the values that it puts into lists, or takes out: what stands in a document
    that is put there is no value of the list."""
    operators = update.items() if isinstance(update, dict) else ()
    for _, changes in operators:
        for path, value in changes.items() if isinstance(changes, dict) else ():
            is_document = isinstance(value, dict) and not all(name.startswith("$") for name in value)
            if not is_document:
                yield path, value


def _in_elements(update: Any) -> Iterator[tuple[str, Param]]:
    """Yield the parameters that an update puts into the elements of lists, with the paths at which they then stand: of
    entities that stand in several collections, any of these may tell the value."""
    operators = update.items() if isinstance(update, dict) else ()
    for operator, changes in operators:
        for path, value in changes.items() if operator == "$push" and isinstance(changes, dict) else ():
            for name, part in value.items() if isinstance(value, dict) else ():
                if isinstance(part, Param):
                    yield f"{path}.{name}", part


NOBODY = 1000
"""The rank of documents in which none of the things stands that a lens looks from."""


class Lens(Projector):
    """Documents seen from some things and links: where several stand, these come first. A parameter has no value
    where none of them has one: it would be of something that the call is not about.

    sought_in: of a parameter by whose field the function looks in several collections, which they are: those of the
    entity's subtypes, where each has its own."""

    def __init__(
        self,
        compilation: Compilation,
        state: State,
        first: Iterable[Thing | Link] = (),
        sought_in: Mapping[str, frozenset[str]] = MappingProxyType({}),
    ) -> None:
        super().__init__(compilation, state, first)
        self._sought_in = sought_in
        self._path = ""  # what is looked for in a document

    def value(self, param: Param) -> Any:
        """Return the value of a parameter, as the foremost document tells it."""
        if param.name == "now":
            return self.state.now
        found = self._found(param)
        return found + AFTER if param.name == "end" and isinstance(found, datetime) else found

    def _found(self, param: Param) -> Any:
        if param.value is not UNSET:
            return self._filled(param.value)
        own = where_it_stands(self.collections, self.world, self.first, param)
        if own.collection != param.collection:
            param, names = own, {own.collection}
        else:
            names = self._sought_in.get(param.name, {param.collection})
        places = [
            (self._rank_of(here, param.path), number, here, collection)
            for number, collection in enumerate(self.collections)
            if collection.name in names
            for here in roots(collection, self.world, self.own_records)
        ]
        self._path = param.path
        for _, _, here, collection in sorted(places, key=lambda place: place[:2]):
            found = first_at(self.body(collection.fields, here), param.path)
            if found is not None:
                return without(found, param.without) if self._is_meant(here, param.path) else None
        return None

    def _is_meant(self, here: Here, path: str) -> bool:
        """Whether a document is of the things that the lens looks from; of a link, one of its ends is enough, unless the
        lens looks from another link of that relationship. Of what was before, any may be meant."""
        links = [one for one in self.first if isinstance(one, Link)]
        if here.link is not None and any(one.relationship is here.link.relationship for one in links):
            return here.link in links
        return (
            not self.first
            or here.past
            or self._rank_of(here, path) < NOBODY + (NOBODY if here.link is not None else 0)
        )

    def _filled(self, value: Any) -> Any:
        """Return a parameter's own sample, with the parameters in it."""
        if isinstance(value, Param):
            return self.value(value)
        if isinstance(value, dict):
            return {name: self._filled(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self._filled(one) for one in value]
        return resolve(value, {}, {})

    def _rank_of(self, here: Here, path: str = "") -> float:
        """Return how near a document is to what the lens looks from. path: what is looked for in it; in the elements
        of a page its parent does not count, which may be in another page of the same collection."""
        meant: list[Thing | Link] = [here.thing]
        if here.link is not None:
            ends = [here.link.source, here.link.target]
            return min(self._rank(here.link), 100 + sum(self._rank(one) for one in ends))
        if here.bucket is not None:
            items = self.world.names.bucket_items(here.bucket.relationship)
            meant = here.bucket.things if path.startswith(f"{items}.") else [here.thing, *here.bucket.things]
        if here.past:
            return 10_000
        return min(self._rank(one) for one in meant)

    def _rank(self, one: Thing | Link | None) -> float:
        for place, wanted in enumerate(self.first):
            if one is wanted or (
                isinstance(wanted, Thing) and isinstance(one, Thing) and _holds(one, wanted)
            ):
                return place
            if isinstance(wanted, Link) and isinstance(one, Thing) and one in (wanted.source, wanted.target):
                return place + (0.25 if one is wanted.source else 0.5)
            if isinstance(wanted, Link) and isinstance(one, Thing) and _holds(one, wanted.target):
                return place + 0.75
        return NOBODY

    def _rank_of_link(self, link: Link, other: Thing) -> tuple[bool, float]:
        """Return the rank of a link in a list: what is looked from goes before a link to a thing that is, too."""
        return link not in self.first, min(self._rank(link), self._rank(other))

    def _is_of_link(self, field: DocField, here: Here) -> bool:
        """Return whether what is looked for stands in an element of an array, for a link that is looked from: what that does
        not say of itself, no other link says of it."""
        return f".{field.name}." in f".{self._path}" and any(
            isinstance(one, Link)
            and one.relationship.name == str(field.relationship)
            and one.relationship.kind in ("many-to-many", "graph")
            and here.thing in (one.source, one.target)
            for one in self.first
        )

    def _array(self, field: DocField, items: Element, here: Here) -> Any:
        """Write the array with the elements first that are looked for."""
        own = self.world
        name = str(field.relationship)
        if not self.first or (here.bucket is not None and here.bucket.relationship.name == name):
            if here.bucket is not None:
                here.bucket.things.sort(key=self._rank)
            return super()._array(field, items, here)
        kept = own._links[name, "from"], own._links[name, "to"]
        try:
            for side, known in (("from", kept[0]), ("to", kept[1])):
                far = "to" if side == "from" else "from"
                own._links[name, side] = {
                    thing: sorted(links, key=lambda link: self._rank_of_link(link, link.end(far)))
                    for thing, links in known.items()
                }
            elements = super()._array(field, items, here)
            return elements[:1] if self._is_of_link(field, here) else elements
        finally:
            own._links[name, "from"], own._links[name, "to"] = kept


def _holds(outer: Thing, inner: Thing) -> bool:
    """Whether a thing stands in the document of another, at any depth."""
    holder = inner.holder
    while holder is not None:
        if holder is outer:
            return True
        holder = holder.holder
    return False


def asked_beside(function: Function, values: Mapping[str, Any], key: Any, lens: Lens) -> Json:
    """Return, by parameter, what the function asks beside its id for the document of this id, as a shard key is, seen by
    a lens: of two linked things of one entity, it may be of either."""
    filters = [one.filter for one in function.statements if isinstance(one.filter, dict)]
    return {
        param.name: lens.value(param)
        for each in filters
        if isinstance(each.get("_id"), Param) and values.get(each["_id"].name) == key
        for path, param in each.items()
        if isinstance(param, Param) and path == param.path and "." not in path and param.name in values
        if path != "_id"
    }


def arguments(function: Function, values: Mapping[str, Any]) -> list[Any]:
    """Return what the function is called with; where something is left to chance, it happens."""
    chance = [True] if any(one.chance is not None for one in function.statements) else []
    return [*(values[name] for name in function.params), *chance]


__all__ = ["Function", "Json", "Lens", "arguments", "asked_beside", "functions"]
