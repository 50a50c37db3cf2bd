"""The filter, sort and projection of an operation as document paths and values."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bson import Regex
from msgspec import UNSET

from ...model.conceptual import Field, Match, Operation, given
from ...model.field_types import GEOJSON, GEOMETRIES, coordinates, form_of, geometries_of
from ...model.values import operand
from ...names.inflection import plural, singular, snake
from ...names.path_steps import Step, is_mutual
from ...placement.doc_path import DocPath
from ...plan_model.physical import LAST_LETTER, BuiltValue, Outcome, Param
from ..context import OperationContext, ScriptFunction
from ..identifiers import id_name, value_path
from ..ir.condition_reading import read_filter
from ..ir.conditions import And, At, Condition, Filter, Or, Text, filter_of
from ..ir.expressions import OperatorCall
from ..ir.node import BEST_FIRST, Document, MethodOptions, SortOrder
from ..ir.predicates import (
    AllOf,
    Area,
    Eq,
    Exists,
    In,
    Matches,
    Ne,
    Near,
    Predicate,
    Range,
    TypeIs,
    from_until,
)  # fmt: skip
from ..ir.stages import SetStage, SortStage, Stage, UnsetStage
from .attribute_elements import Attribute, attribute_at


class Elsewhere(Exception):
    """A path of the operation stands in another collection than the one that is asked."""


class Conditions:
    """Turns an operation's paths into those of one collection."""

    def __init__(self, world: OperationContext, operation: Operation, spot: DocPath) -> None:
        self.world, self.operation, self.spot = world, operation, spot
        self.includes = given(operation.includes, [])

    def place(self, path: str, *, compared: bool = False) -> DocPath:
        """Where a conceptual path stands in the collection, or what a value is ``compared`` with: with what is read,
        where the entity has several places there. Raises Elsewhere."""
        placement, entity = self.world.placement, self.operation.entity
        same = [spot for spot in placement.spots(entity) if spot.collection == self.spot.collection]
        start = self.spot if len(same) > 1 else None
        for spot in placement.of_path(entity, path, self.includes, start, within=True, compared=compared):
            if spot.collection == self.spot.collection:
                return spot
        raise Elsewhere(path)

    def field(self, path: str) -> Field | None:
        """The declared field that a path names."""
        route = self.world.paths.resolve(self.operation.entity, path, self.includes)
        return None if route is None else route.field

    def attribute(self, path: str) -> Attribute | None:
        """The attribute that a conceptual path leads to, None where it is a field of its own."""
        attributes = self.world.placement.attributes
        route = (
            self.world.paths.resolve(self.operation.entity, path, self.includes) if attributes.exist else None
        )
        return attribute_at(self.place(path), attributes.within(route)) if attributes.within(route) else None

    def filter(self, recipe: ScriptFunction) -> Filter:
        """The whole filter, with a parameter for each value that the design leaves open."""
        words: list[str] = []
        always = read_filter(given(self.operation.always_filter, None) or {})
        fixed = {each.path for each in always.on_paths if _is_plain(each.predicate)}
        result = Filter()
        for match in given(self.operation.filter, []):
            if match.how == "text":
                words.append(match.field)
            elif match.field not in fixed:
                result = result.also(self._matched(recipe, match))
        result = result.also_all(map(self._fixed, always.conditions)).also_all(recipe.also.conditions)
        result = result.filled(self.of_kind())
        return Filter((Text(self._search(recipe, words)), *result.conditions)) if words else result

    def _matched(self, recipe: ScriptFunction, match: Match) -> At:
        """The path of a condition and what must hold there."""
        attribute = self.attribute(match.field)
        if attribute is None:
            place = self.place(match.field, compared=match.how != "exists")
            return At(place.path, self.holds(recipe, match, place))
        if match.how == "exists":
            return At(attribute.array, attribute.is_there(match.value is not False))
        predicate = _MATCHES.get(match.how, _equal)(self, recipe, match, attribute.sample)
        return At(attribute.array, attribute.holds(predicate))

    def of_kind(self) -> Filter:
        """What keeps documents of other kinds away, where the entity shares a collection."""
        return of_kind(self.world, self.operation.entity, self.spot.collection)

    def _search(self, recipe: ScriptFunction, words: list[str]) -> Any:
        return recipe.param("words", self.spot.collection, self.place(words[0]).path)

    def _fixed(self, condition: Condition) -> Condition:
        """A constant condition by its path in the collection, its values by the field's types."""
        if isinstance(condition, And | Or):
            filters = (Filter().also_all(map(self._fixed, each.conditions)) for each in condition.filters)
            return type(condition)(tuple(filters))
        return self._placed(condition) if isinstance(condition, At) else condition

    def _placed(self, at: At) -> At:
        predicate, attribute = _typed(at.predicate, self.types(at.path)), self.attribute(at.path)
        if attribute is not None:
            return At(attribute.array, attribute.holds(predicate))
        place = self.place(at.path)
        if isinstance(predicate, Exists) and (not predicate.wanted or self._may_be_empty(place)):
            return At(place.path, self._has_value(predicate.wanted, place))
        return At(place.path, predicate)

    def _may_be_empty(self, place: DocPath) -> bool:
        """Whether null is stored where a result has nothing to be worked out from: to who asks, it is not there."""
        field = self.world.field(place.collection, place.path)
        return field is not None and field.empty

    def is_unique(self, place: DocPath) -> bool:
        """Whether no two documents may have the same value there."""
        collection = self.world.collections.get(place.collection)
        indexes = collection.indexes if collection is not None else ()
        return any(index.options.get("unique") and place.path in dict(index.keys) for index in indexes)

    def types(self, path: str) -> tuple[str, ...]:
        """The types of the values at a path, those of the elements of an array."""
        field = self.field(path)
        if field is None:
            return ()
        items = given(field.items, None)
        return (items.type,) if field.type == "array" and items is not None else field.all_types

    def collation(self) -> MethodOptions:
        """The options that make strings compare without case, as the operation's index does (IX7).
        A regular expression has a flag of its own instead."""
        asked = given(self.operation.filter, [])
        if any(match.how == "regex" for match in asked):
            return {}
        if not given(self.operation.case_insensitive, False):
            of = {match.field: match.how for match in asked}
            return {} if self.spot.path else self._as_unique(self.operation.entity, of)
        collection = self.world.collections.get(self.spot.collection)
        declared = collection.options.get("collation", {}) if collection is not None else {}
        return {"collation": {"locale": "en", **declared, "strength": 2}}

    def there(self, entity: str, matches: Sequence[Match]) -> MethodOptions:
        """The options of a look-up of what stands behind a reference: those of the operation, or of a unique text there."""
        asked = {match.field.partition(".")[2]: match.how for match in matches}
        return self.collation() or self._as_unique(entity, asked)

    def _as_unique(self, entity: str, asked: Mapping[str, str]) -> MethodOptions:
        """The collation of a unique index, with which the values that it keeps apart are found: else a document that is
        refused as the second of its kind would not be found. An order, a beginning or a range of words stays as it is."""
        others = [path for path, how in asked.items() if how in ("range", "prefix")]
        others += [sort.field for sort in given(self.operation.sort, [])]
        if any("string" in self.types(path) for path in others):
            return {}
        named = [path for path, how in asked.items() if how in ("eq", "in")]
        collation = self.world.names.entities[entity].collation_of(named)
        return {"collation": collation} if collation else {}

    # --- one condition ------------------------------------------------------------------------

    def holds(self, recipe: ScriptFunction, match: Match, place: DocPath) -> Predicate:
        """What must hold at a place of the collection."""
        if match.how == "exists":
            return self._has_value(match.value is not False, place)
        sample = f"{place.path}.0" if place.path in place.arrays else place.path
        return _MATCHES.get(match.how, _equal)(self, recipe, match, sample)

    def _has_value(self, wanted: bool, place: DocPath) -> Predicate:
        """Whether a field has a value. One that is missing equals null, which an index finds like any other value, and which
        may stand for none; in arrays that would be true where it is missing in one element."""
        if place.arrays:
            return Exists(wanted)
        if not wanted:
            return Eq(None)
        field = self.world.field(place.collection, place.path)
        return Ne(None) if field is not None and (field.empty or "null" in field.types) else Exists()

    def value(self, recipe: ScriptFunction, match: Match, raw: Any, sample: str, prefix: str = "") -> Any:
        """A declared value by the field's type, else a parameter named after the field."""
        if raw is not UNSET:
            return operand(raw, self.types(match.field))
        return recipe.param(f"{prefix}{self.value_name(match.field)}", self.spot.collection, sample)

    def near(self, recipe: ScriptFunction, point: Any) -> Near:
        """What stands near a point, as far as the caller says: without an end the server goes through the whole index."""
        return Near(point, recipe.param("max metres", value=_METRES))

    def value_name(self, path: str) -> str:
        """What a single value at a path is called: the id of what a relationship leads to, an item of an array."""
        around, _, last = value_path(path).rpartition(".")
        route = self.world.paths.resolve(self.operation.entity, path, self.includes)
        if route is None or path == "_id":
            return path
        if last == "_id":
            return id_name(path)
        if route.last.kind == "end":
            return self._holder_name(path, route.last) or self._key_name(path, route.last)
        return f"{around}.{singular(last) if route.last.array or route.last.kind == 'tree' else last}"

    def _holder_name(self, path: str, end: Step) -> str:
        """What the id is called by which a part of a document is known, where the part that is meant stands between: it has
        none of its own. "" of anything else."""
        root = self.world.placement.root_entity(self.operation.entity)
        if not self.spot.path or end.target == root or "." in path or self.place(path).path != "_id":
            return ""
        return f"{self.world.word(root)} id"

    def _key_name(self, path: str, end: Step) -> str:
        """What the value is called by which documents name what an end leads to: its id, a field that they repeat of a
        parent without documents, or the value that they list."""
        placement, relationship = self.world.placement, end.relationship
        around, _, last = value_path(path).rpartition(".")
        if relationship is None or not placement.traits(relationship).replaces_documents:
            is_of_one = not end.array or singular(last) != last  # a team is no timekeeper
            called = path if is_of_one else f"{around}.{self.world.word(end.target or '')}"
            return self._link_key(path, end) or id_name(called)
        if placement.traits(relationship).folds_parent and end.side == "to":
            key = placement.folded_key(relationship)
            return f"{around}.{key if key.startswith(last) else f'{last} {key}'}"
        lists = placement.traits(relationship).holds_values
        is_listed = lists and end.side == placement.decision(relationship).side
        return f"{around}.{singular(last)}" if is_listed else id_name(path)

    def _link_key(self, path: str, end: Step) -> str:
        """What the id at an end is called where documents of their own are the links: as in these. "" elsewhere."""
        placement, relationship = self.world.placement, end.relationship
        if (
            relationship is None
            or not placement.traits(relationship).has_link_documents
            or is_mutual(relationship)
        ):
            return ""
        place = placement.reference(relationship, end.side)
        around, dot, _ = path.rpartition(".")
        return f"{around}{dot}{place.path}" if place is not None else ""

    # --- sort and projection --------------------------------------------------------------------

    def sort(self) -> SortOrder | None:
        """The sort, None where the operation has none; what is found by words comes in the order of how well it fits."""
        pairs: Document = {
            self.place(sort_key.field).path: given(sort_key.direction, 1)
            for sort_key in given(self.operation.sort, [])
        }
        return pairs or (dict(BEST_FIRST) if self.searches_words else None)

    @property
    def searches_words(self) -> bool:
        """Whether it finds by words."""
        return any(match.how == "text" for match in given(self.operation.filter, []))

    def sort_stages(self, unwound: int = 0) -> tuple[list[Stage], list[Stage]]:
        """The sort as stages of a pipeline, and those that take away again what it needs beside
        the documents: an attribute is a field only once it is taken out of its array. unwound: how
        many arrays stages before have taken apart."""
        keys: Document = {} if given(self.operation.sort, []) or not self.searches_words else dict(BEST_FIRST)
        taken: dict[str, OperatorCall] = {}
        for sort_key in given(self.operation.sort, []):
            attribute, direction = self.attribute(sort_key.field), given(sort_key.direction, 1)
            path = self.place(sort_key.field).path
            if attribute is not None:
                path = self.world.free(self.spot.collection, f"sorted_by_{len(taken) + 1}")
                taken[path] = attribute.order(attribute.depth - unwound, direction)
            keys[path] = direction
        first: list[Stage] = [SetStage(taken)] if taken else []
        return [*first, *([SortStage(keys)] if keys else [])], [UnsetStage(list(taken))] if taken else []

    @property
    def sorts_by_attribute(self) -> bool:
        """Whether the sort needs a pipeline."""
        return any(self.attribute(sort_key.field) is not None for sort_key in given(self.operation.sort, []))

    def projection(self) -> dict[str, int] | None:
        """The projection, None where the operation reads whole documents. Paths that another
        collection holds are read there."""
        fields: dict[str, int] = {}
        for path in given(self.operation.projection, []):
            try:
                attribute = self.attribute(path)
                fields[attribute.array if attribute else self._shown_at(path)] = 1
            except Elsewhere:
                continue
        return outermost(fields) or None

    def _shown_at(self, path: str) -> str:
        """Where what the projection names is shown: of a list of links that have fields or copies the links, not their ids
        alone."""
        place = self.place(path)
        route = self.world.paths.resolve(self.operation.entity, path, self.includes)
        link = route.last.relationship if route is not None and route.last.kind == "end" else None
        held = [*given(link.link_fields, []), *given(link.copies, [])] if link is not None else []
        return place.arrays[-1] if held and place.arrays and place.arrays[-1] != place.path else place.path


def outermost(paths: Collection[str]) -> dict[str, int]:
    """A projection of paths, none of which lies within another of them: a server refuses both together."""
    return {path: 1 for path in paths if not any(path.startswith(other + ".") for other in paths)}


def of_kind(world: OperationContext, entity: str, collection: str) -> Filter:
    """What keeps documents of other kinds away, where an entity shares a collection."""
    path, values = world.among(entity).get(collection, ("", ()))
    return filter_of({path: Eq(values[0]) if len(values) == 1 else In(list(values))} if path else {})


def of_kind_in_one_collection(world: OperationContext, entity: str, collection: str) -> Filter:
    """Return what keeps documents of other kinds away; nothing where subtypes have collections of their own, which need no
    kind."""
    if world.placement.locations.separate_collections(entity):
        return Filter()
    return of_kind(world, entity, collection)


def _is_plain(predicate: Predicate) -> bool:
    return isinstance(predicate, Eq) and not isinstance(predicate.value, dict)


def _typed(predicate: Predicate, types: tuple[str, ...]) -> Predicate:
    """A constant predicate with its values by a field's types."""
    if isinstance(predicate, AllOf):
        return AllOf(tuple(_typed(each, types) for each in predicate.predicates))
    if isinstance(predicate, Exists | TypeIs | Area):
        return predicate
    if isinstance(predicate, Range):
        return Range(tuple((bound, _operand(value, types)) for bound, value in predicate.bounds))
    typed = predicate.with_parts(lambda value: _operand(value, types))
    return Matches(typed.value) if isinstance(typed, Eq) and isinstance(typed.value, Regex) else typed


def _operand(value: Any, types: tuple[str, ...]) -> Any:
    return value if isinstance(value, Outcome) else operand(value, types)


def _equal(self: Conditions, recipe: ScriptFunction, match: Match, sample: str) -> Predicate:
    return Eq(self.value(recipe, match, match.value, sample))


def _in(self: Conditions, recipe: ScriptFunction, match: Match, sample: str) -> Predicate:
    if match.value is not UNSET:
        wanted = match.value if isinstance(match.value, list) else [match.value]
        return In([operand(value, self.types(match.field)) for value in wanted])
    # The caller gives the whole list, however long it is; the example of it has two values at most.
    collection, among = self.spot.collection, recipe.among.get(self.spot.collection)
    listed = [
        Param(name=f"value{number + 1}", collection=collection, path=sample, document=number, among=among)
        for number in range(min(given(match.values, _SHOWN), _SHOWN))
    ]
    return In(recipe.param(several(match.field), value=listed))


_SHOWN = 2
_METRES = 5000  # the example of a distance


def several(path: str) -> str:
    """What a list of values of a field is called."""
    before, _, last = path.rpartition(".")
    return f"{before}.{plural(snake(last))}" if snake(last) else path


def _range(self: Conditions, recipe: ScriptFunction, match: Match, sample: str) -> Predicate:
    bounds: list[tuple[str, Any]] = []
    both = match.at_least is UNSET and match.at_most is UNSET
    # Both samples are of one document, so that the range is never upside down.
    if match.at_least is not UNSET or both:
        bounds.append(("gte", self.value(recipe, match, match.at_least, sample, "least ")))
    if match.at_most is not UNSET or both:
        bounds.append(("lte", self.value(recipe, match, match.at_most, sample, "most ")))
    return Range(tuple(bounds))


def _pattern(self: Conditions, recipe: ScriptFunction, match: Match, sample: str) -> Predicate:
    flags = "i" if given(self.operation.case_insensitive, False) else ""
    if isinstance(match.value, str):
        text = re.escape(match.value) if match.how == "prefix" else match.value
        return Matches(Regex(f"^{text}" if match.how == "prefix" else text, flags))
    if match.how == "prefix":
        return Matches(BuiltValue("prefix", (recipe.param(f"{match.field} prefix", value="A"),)), flags)
    return Matches(recipe.param(f"{match.field} pattern", value="^A"), flags)


def _prefix(self: Conditions, recipe: ScriptFunction, match: Match, sample: str) -> Predicate:
    """Without case a range from the prefix to the last string that starts with it: an index with
    a collation answers that, never a regular expression."""
    if not given(self.operation.case_insensitive, False) or not self.collation():
        return _pattern(self, recipe, match, sample)
    if isinstance(match.value, str):
        return from_until(match.value, match.value + LAST_LETTER)
    first = recipe.param(f"{match.field} prefix", value="A")
    return from_until(first, BuiltValue("text", (first, LAST_LETTER)))


def _near(self: Conditions, recipe: ScriptFunction, match: Match, sample: str) -> Predicate:
    """A GeoJSON point, or a pair of coordinates made one: a server takes no other beside ``$geometry``."""
    pair_of = coordinates(self.field(match.field))
    if pair_of is not None and match.value is UNSET:
        given_ones = [
            recipe.param(f"{match.field}.{name}", self.spot.collection, f"{sample}.{name}")
            for name in pair_of
        ]
        return self.near(recipe, {"type": "Point", "coordinates": given_ones})
    if pair_of is not None and isinstance(match.value, dict):
        fixed = [operand(match.value.get(name), ("double",)) for name in pair_of]
        return self.near(recipe, {"type": "Point", "coordinates": fixed})
    if match.value is UNSET and _is_wide(self.field(match.field)):  # a server searches near a point alone
        corner = [
            recipe.param(name, self.spot.collection, f"{sample}.coordinates.{at}")
            for at, name in enumerate(("longitude", "latitude"))
        ]
        return self.near(recipe, {"type": "Point", "coordinates": corner})
    is_pair = sample.endswith(".0") or isinstance(match.value, list)
    if not is_pair:
        return self.near(recipe, self.value(recipe, match, match.value, sample))
    pair = match.value
    if pair is UNSET:
        pair = recipe.param(match.field, self.spot.collection, sample.removesuffix(".0"))
    return self.near(recipe, {"type": "Point", "coordinates": pair})


def _is_wide(field: Field | None) -> bool:
    """Whether a field has GeoJSON of several positions, as an area has."""
    kinds = geometries_of(field) if field is not None and form_of(field) == GEOJSON else []
    return bool(kinds) and GEOMETRIES[kinds[0]] > 1


_MATCHES = {
    "eq": _equal,
    "in": _in,
    "range": _range,
    "prefix": _prefix,
    "regex": _pattern,
    "near": _near,
}


def shown(world: OperationContext, conditions: Conditions) -> Mapping[str, Any] | None:
    """Return the projection, without the ``_id`` that nobody asks for where an index alone answers then (IX10); the ids alone of
    documents that hold nothing of what it names."""
    fields, operation = conditions.projection(), conditions.operation
    if not fields and given(operation.projection, []) and not conditions.spot.path:
        return {"_id": 1}
    if not fields or "_id" in fields:
        return fields
    named = [match.field for match in given(operation.filter, [])]
    named += [sort_key.field for sort_key in given(operation.sort, [])]
    try:
        asked = {conditions.place(path).path for path in named}
    except Elsewhere:
        return fields
    always = read_filter(given(operation.always_filter, {}))
    asked |= {*fields, *always.paths, *conditions.of_kind().paths}
    return {**fields, "_id": 0} if always.is_on_paths and _is_covered(world, conditions, asked) else fields


def _is_covered(world: OperationContext, conditions: Conditions, asked: set[str]) -> bool:
    """Whether an index of the operation holds all of these paths, as values that stand once."""
    collection = world.collections[conditions.spot.collection]
    ends = {path[:end] for path in asked for end in (*_dots(path), len(path))}
    fields = [world.field(collection.name, end) for end in ends]
    if any(field is None or "array" in field.types for field in fields):
        return False
    name = f"operation:{conditions.operation.name}"
    return any(
        asked <= {path for path, _ in index.keys} for index in collection.indexes if name in index.serves
    )


def _dots(path: str) -> list[int]:
    return [place for place, letter in enumerate(path) if letter == "."]
