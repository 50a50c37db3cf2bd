"""How large the documents of a finished collection are: today, at the horizon, and when, if ever,
one of them reaches 16 MiB (rulebook 1.8 and 4, Growth)."""

from __future__ import annotations

import math
from typing import NamedTuple

import msgspec

from ..model.conceptual import Field, Relationship, given, stated
from ..model.field_types import BY_NAME
from ..names.tree_fields import ANCESTORS, levels, name_of
from ..plan_model.decisions import opposite
from ..plan_model.physical import Bytes, Collection, DocField, Element, walk
from ..rules.gates import bucket_window
from ..workload.inputs import DAYS_A_YEAR, DEFAULT, DecisionInputs, Survey
from ..workload.sizes import (
    array_bytes,
    element_bytes,
    elements_of,
    field_bytes,
    is_guessed,
    item_bytes,
    largest_bytes,
    named,
    whole,
)
from .attribute_arrays import has_attributes

_CAPPED = frozenset({"subset", "bucket", "outlier"})
_UNKNOWN = 20.0
_VARIABLE = {"string": 25.0, "binData": 1029.0, "object": 5.0, "array": 5.0}


class Weight(msgspec.Struct, frozen=True, gc=False):
    """Bytes of a value today, at the horizon, at its largest, and what it gains a day."""

    today: float
    ahead: float
    largest: float
    growth: float

    def plus(self, other: Weight) -> Weight:
        """The sum of two weights."""
        return Weight(
            self.today + other.today,
            self.ahead + other.ahead,
            self.largest + other.largest,
            self.growth + other.growth,
        )

    def under(self, name: str) -> Weight:
        """The weight with its field's name."""
        bare = named(name, 0)
        return Weight(bare + self.today, bare + self.ahead, bare + self.largest, self.growth)


class Scale(NamedTuple):
    """What the counts of a collection follow from. windowed: its documents are windows of time.
    days: how far ahead is looked. high: from the 95th percentile of each count where that is known,
    else from the average. aged: the share of all documents that are here today; the others come meanwhile. plain: with their names the values that weigh the same at any time, by the identity
    of the collection's field; without one, the elements that are made of such values alone."""

    survey: Survey
    windowed: bool
    days: float
    high: bool
    plain: dict[int, Weight]
    aged: float = 1.0


class _Counts(msgspec.Struct, frozen=True, gc=False):
    today: float
    ahead: float
    largest: float
    adds: float


def weigh(collection: Collection, survey: Survey) -> Bytes:
    """Sizes of one average document of a collection, in bytes; ``days_to_16_mib`` is None where
    the document stops growing before, or does not grow."""
    limits = survey.constants
    total = weight_of(collection, survey)
    days = None
    if total.growth > 0 and total.largest > limits.doc_max:
        days = max(0.0, round((limits.doc_max - total.today) / total.growth, 1))
    return Bytes(
        today=whole(total.today),
        at_horizon=whole(total.ahead),
        days_to_16_mib=days,
        largest=round(total.largest) if math.isfinite(total.largest) else None,
    )


def weight_of(collection: Collection, survey: Survey, *only: DocField) -> Weight:
    """The weights of one document of a collection, or of a document with some of its fields only;
    ``largest`` is infinite where nothing bounds it."""
    ahead = DAYS_A_YEAR * survey.constants.horizon
    return _document(only or collection.fields, scale_of(collection, survey, ahead))


def scale_of(collection: Collection, survey: Survey, days: float) -> Scale:
    """What the counts of this collection follow from, so many days ahead."""
    windowed = any(field.name == "_id" and field.origin == "bucket" for field in collection.fields)
    return Scale(survey, windowed, days, high=False, plain={})


def bytes_at(collection: Collection, scale: Scale) -> float:
    """Bytes of one document so many days ahead: an average one, or one of the 95th percentile, in which each list of its
    own is as long as it may be."""
    more = (
        sum(largest_bytes(each) - field_bytes(each) for _, each in guessed_lists(collection))
        if scale.high
        else 0.0
    )
    return _document(collection.fields, scale).ahead + more


def guessed_lists(collection: Collection) -> list[tuple[str, Field]]:
    """The paths of a document's own lists, outside of arrays, of which nobody states how long they are on average."""
    return [
        (spot.path, spot.field.source)
        for spot in walk(collection.fields)
        if isinstance(spot.field.source, Field)
        and "array" in spot.field.types
        and spot.field.source.type == "array"
        and spot.arrays == (spot.path,)
        and not grows(spot.field)
        and is_guessed(spot.field.source)
    ]


def elements_at(field: DocField, scale: Scale) -> float:
    """Elements of an array so many days ahead."""
    return _counts(field, scale).ahead


def value_bytes(field: DocField) -> float:
    """Bytes of a value that does not grow, without its name: what an index keeps of it."""
    if field.source is not None and field.source.type == field.types[0]:
        return field_bytes(field.source)
    if field.origin == "attribute" and field.enum:  # names of attributes, or units
        return 5 + sum(len(str(value).encode()) for value in field.enum) / len(field.enum)
    return _plain(field)


def has_percentile(field: DocField, survey: Survey) -> bool:
    """Whether the 95th percentile of an array's elements is known."""
    case = survey.cases.get(field.relationship or "")
    return (
        case is not None
        and "array" in field.types
        and _high(case, _side(field, case.relationship)) is not None
    )


def _document(fields: tuple[DocField, ...], scale: Scale) -> Weight:
    today = ahead = largest = 5.0
    growth = 0.0
    for field in fields:
        if field.kinds:
            continue
        part = scale.plain.get(id(field)) or _part(field, scale)
        today += part.today
        ahead += part.ahead
        largest += part.largest
        growth += part.growth
    total = Weight(today, ahead, largest, growth)
    return total.plus(_of_kinds(fields, scale)) if any(field.kinds for field in fields) else total


def _of_kinds(fields: tuple[DocField, ...], scale: Scale) -> Weight:
    """What documents of one kind have beside what all have: on average over the kinds, and at most."""
    nothing = Weight(0.0, 0.0, 0.0, 0.0)
    subtypes = next((field.enum for field in fields if field.origin == "discriminator"), ())
    weights = dict.fromkeys(subtypes, nothing)
    for field in fields:
        added = _part(field, scale) if field.kinds else nothing
        for value in field.kinds:
            weights[value] = weights.get(value, nothing).plus(added)
    if not weights:
        return nothing
    each, count = weights.values(), len(weights)
    return Weight(
        sum(weight.today for weight in each) / count,
        sum(weight.ahead for weight in each) / count,
        max(weight.largest for weight in each),
        max(weight.growth for weight in each),
    )


def _part(field: DocField, scale: Scale) -> Weight:
    kind = field.types[0]
    if kind == "object" and field.fields:
        return _document(field.fields, scale).under(field.name)
    if kind == "array" and field.items is not None and grows(field):
        return _array(field, field.items, scale).under(field.name)
    listed = _list(field, scale) if kind == "array" else None
    weight = scale.plain[id(field)] = (listed or _fixed(value_bytes(field))).under(field.name)
    return weight


def _list(field: DocField, scale: Scale) -> Weight | None:
    """A declared list whose objects have arrays of attributes; None for any other, or where the design states
    how large it is."""
    source, element = field.source, field.items
    if source is None or element is None or not has_attributes(element):
        return None
    item = given(source.items, None)
    if stated(source.average_bytes) or (item is not None and stated(item.average_bytes)):
        return None
    return _fixed(array_bytes(elements_of(source), _element(element, scale).today))


def grows(field: DocField) -> bool:
    """Whether an array's elements are counted: not those of a declared one, nor of its copy."""
    return field.source is None or (field.relationship is not None and field.origin not in ("copy", "link"))


def _fixed(size: float) -> Weight:
    return Weight(size, size, size, 0.0)


def _plain(field: DocField) -> float:
    size = BY_NAME[field.types[0]].size
    return float(size) if size is not None else _VARIABLE.get(field.types[0], _UNKNOWN)


def _array(field: DocField, element: Element, scale: Scale) -> Weight:
    if field.origin == "embedded" and _tree_of(field, scale) is not None:
        return _nodes(field, element, scale)
    if _is_of_attributes(field):
        return _fixed(_attributes(field, scale.survey))
    inner = _element(element, scale)
    counts = _counts(field, scale)
    largest = array_bytes(counts.largest, inner.largest) if math.isfinite(counts.largest) else math.inf
    growth = counts.adds * element_bytes(inner.today, counts.today) + counts.today * inner.growth
    return Weight(
        array_bytes(counts.today, inner.today), array_bytes(counts.ahead, inner.ahead), largest, growth
    )


def _tree_of(field: DocField, scale: Scale) -> DecisionInputs | None:
    """The tree that put the field into its nodes, None for any other field."""
    case = scale.survey.cases.get(field.relationship or "")
    return case if case is not None and case.relationship.kind == "tree" else None


def _nodes(field: DocField, element: Element, scale: Scale) -> Weight:
    """All nodes of a tree in one document, at whatever level they stand."""
    rest = tuple(
        inner for inner in element.fields if inner.relationship != field.relationship or inner.items is None
    )
    each = _document(rest, scale)
    case = scale.survey.cases[field.relationship or ""]
    count, adds = float(case.look("count")), float(case.look("inserts_per_day") or 0)
    ahead = case.projected(count, adds, math.inf)
    sizes = (array_bytes(count, each.today), array_bytes(ahead, each.ahead))
    return Weight(*sizes, math.inf if adds else array_bytes(count, each.largest), adds * each.today)


def _is_of_attributes(field: DocField) -> bool:
    """Whether an array is of names and values; a slice's copy of one is, too."""
    inner = () if field.items is None else field.items.fields[:1]
    return any(inner_field.origin == "attribute" and inner_field.entity is None for inner_field in inner)


def _attributes(field: DocField, survey: Survey) -> float:
    """Bytes of an array of names and values, as decisions count them."""
    groups = survey.folded.get(field.entity or "") or survey.folded_on_links[field.relationship or ""]
    alike = [group for group in groups if group.array == field.name]
    inner = field.items.fields if field.items is not None and len(alike) > 1 else ()
    sources = [value.source for value in inner if value.source is not None]
    mine = (group for group in alike if any(each is source for each in group.fields for source in sources))
    return next(mine, alike[0]).whole


def _element(element: Element, scale: Scale) -> Weight:
    if element.fields:
        return scale.plain.get(id(element)) or _object(element, scale)
    if element.source is not None and element.source.type == element.types[0]:
        source = element.source
        return _fixed(field_bytes(source) if isinstance(source, Field) else item_bytes(source))
    size = BY_NAME[element.types[0]].size
    return _fixed(float(size) if size is not None else _VARIABLE.get(element.types[0], _UNKNOWN))


def _object(element: Element, scale: Scale) -> Weight:
    weight = _document(element.fields, scale)
    if all(id(field) in scale.plain for field in element.fields):
        scale.plain[id(element)] = weight
    return weight


def _counts(field: DocField, scale: Scale) -> _Counts:
    """Elements today, at the horizon and at most, and those added a day."""
    cap = math.inf if field.max_items is None else float(field.max_items)
    if field.items is not None and _is_of_attributes(field):
        names = float(len(field.items.fields[0].enum))
        return _Counts(names, names, names, 0.0)
    few = field.origin == "bucket" and field.unique_items  # what is told once in a window
    if few or not grows(field) or field.relationship not in scale.survey.cases:
        return _Counts(min(5.0, cap), min(5.0, cap), cap if math.isfinite(cap) else 5.0, 0.0)
    case = scale.survey.case(field.relationship)
    if (
        case.relationship.kind == "tree"
        and name_of(scale.survey.names, case.relationship, ANCESTORS) == field.name
    ):
        depth = float(levels(case.relationship, scale.survey.constants.tree_depth))
        return _Counts(depth / 2, depth / 2, depth - 1, 0.0)
    side = _side(field, case.relationship)
    most = case.look(f"{side}.max")
    average = float(case.look("average" if side == "from" else "to.average"))
    adds = _adds(case, side)
    start = _high(case, side) if scale.high else None
    ahead = min(
        most, average + _gained(case, side, average, scale) if start is None else start + adds * scale.days
    )
    if field.origin == "bucket" and scale.windowed and adds > 0:
        average = ahead = float(bucket_window(case, case.look("time_window") or "day")[1])
    capped = field.origin in _CAPPED
    limit = cap if capped else most
    growing = 0.0 if capped or average >= limit else adds
    if field.origin == "bucket" and not scale.windowed:
        return _Counts(_on_a_page(average, limit), _on_a_page(ahead, limit), limit, growing)
    return _Counts(min(average, limit), min(ahead, limit), limit, growing)


def _on_a_page(average: float, full: float) -> float:
    """Elements of a page on average, where the last page of each holder is half full; all where they fit on one."""
    return average if average <= full else average / (average / full + 0.5)


def _gained(case: DecisionInputs, side: str, average: float, scale: Scale) -> float:
    """By how many elements the average rises until then. Additions that are stated of each holder go to those that come
    meanwhile as well, for half of the time on average; those that follow from all inserts are the same, however many
    holders share them. The average falls in neither case: whatever comes, comes with its elements."""
    adds = _adds(case, side) * scale.days
    if stated(case.count(side).adds_per_day):
        return scale.aged * adds + (1.0 - scale.aged) * max(0.0, adds / 2 - average)
    return max(0.0, scale.aged * (average + adds) - average)


def _adds(case: DecisionInputs, side: str) -> float:
    """Elements that one holder gains a day: as stated; else what is inserted less what is deleted; else what updates push,
    and of links what comes with the things of the other end, where no new holders come with theirs."""
    declared = case.count(side).adds_per_day
    if isinstance(declared, int | float):
        return float(declared)
    survey, holder, other = (
        case.survey,
        case.relationship.end(side).entity,
        case.relationship.end(opposite(side)).entity,
    )
    holders = max(1.0, survey.count(holder))
    pushed = survey.traffic.pushed.get((case.relationship.name, side), 0.0)
    if case.relationship.kind not in ("many-to-many", "graph"):
        if side != "from":
            return 0.0
        adds = float(case.look("adds_per_day"))
        gone = survey.traffic.deletes[other] if survey.inserted(other) is not None else 0.0
        return max(0.0, adds - gone / holders) if adds else max(0.0, pushed) / holders
    back = case.count(opposite(side)).average
    is_still = not _inserted(
        survey, holder
    )  # what comes of the other end goes to new holders, where there are some
    brought = _inserted(survey, other) * float(given(back, 0)) if is_still else 0.0
    return max(0.0, pushed, brought) / holders


def _inserted(survey: Survey, entity: str) -> float:
    """Inserts of an entity a day, 0 where nobody says how often."""
    inserted = survey.inserted(entity)
    return 0.0 if inserted is None or inserted.origin == DEFAULT else float(inserted.value)


def _high(case: DecisionInputs, side: str) -> float | None:
    """The 95th percentile of an end's count, None where it is not known."""
    value = case.look("p95") if side == "from" else given(case.count("to").p95, None)
    return None if value is None else float(value)


def _side(field: DocField, relationship: Relationship) -> str:
    """The end whose documents hold the array: the one that is not the array's content."""
    if relationship.from_.entity == relationship.to.entity or field.entity is None:
        return "from"
    return "to" if field.entity == relationship.from_.entity else "from"
