"""Where a walk through a document stands, how a value found there is taken, and which documents a collection has: one for each
thing, page, pair or overflow, and one for what a thing was before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ..attributes.attribute_groups import NAME, UNIT, VALUE, unit_of
from ..model.conceptual import Field, Relationship, given, stated
from ..model.formulas import evaluate, parse, paths_of
from ..model.values import sort_key, typed
from ..names.inflection import snake
from ..placement.schema_versions import is_of
from ..plan_model.physical import Collection, DocField, Element
from ..workload.document_history import VALID_FROM, VALID_TO, holds_versions, is_revision
from ..workload.list_order import first_date, list_order
from ..workload.sessions import COUNT, runs_of, sessions_of
from .laws import is_year_of
from .laws.progress import lists_agree
from .laws.windows import happens, is_midnight, span_of_dates
from .records import Records
from .values.field_values import object_id, tree
from .values.pools import PEOPLE, words_in
from .values.specs import SpecPlace
from .world import Link, Thing
from .world.lives import OVER_OR_UNDONE, Life
from .world.sample_data import SampleData


class Bucket:
    """One bucket document. page: from 1, of its parent. start: of its window, None for pages."""

    def __init__(self, relationship: Relationship, parent: Thing, page: int, start: datetime | None) -> None:
        self.relationship, self.parent, self.page, self.start = relationship, parent, page, start
        self.things: list[Thing] = []

    @property
    def id(self) -> Any:
        """Its own ``_id``, for buckets that are not named by owner and window."""
        return object_id(self.parent.start, "bucket", self.relationship.name, self.parent.number, self.page)

    def value_of(self, field: DocField, records: Records) -> Any:
        """What a bucket says of itself: page, count of its items or their sessions, start of its window."""
        if field.types[0] == "date":
            return self.start
        if field.name == COUNT:
            return self._sessions(records)
        return self.page if field.name in ("page", "seq", "sequence") else len(self.things)

    def _sessions(self, records: Records) -> int:
        sessions = sessions_of(records.world.names.entities[self.relationship.to.entity])
        session_values = (
            [records.look(thing, sessions.path) for thing in self.things] if sessions is not None else []
        )
        if sessions is not None and sessions.runs:
            return runs_of(value for value in session_values if isinstance(value, datetime))
        return len({str(value) for value in session_values if value is not None})

    def once_each(self, items: Element, records: Records) -> list[Any]:
        """Each value of one field of its things, in the order in which they came."""
        name = items.source.name if isinstance(items.source, Field) else ""
        values = [records.at(thing, [name]) for thing in self.things]
        return list(dict.fromkeys(value for value in values if value is not None))


def pages_of(world: SampleData, records: Records, link: Relationship) -> list[Bucket]:
    """The buckets of a relationship: one for each parent and window, or for each parent and page."""
    decision = world.decision(link)
    window = decision.window if decision is not None else None
    size = (decision.bound if decision is not None else None) or 50
    buckets: dict[tuple[Thing, Any], Bucket] = {}
    for parent in world.of(link.from_.entity):
        for at, pair in enumerate(world.links(link.name, "from", parent)):
            start = _window(records, pair.target, window) if window else None
            key = (parent, start if window else at // size)
            page = 1 + sum(1 for owner, _ in buckets if owner is parent)
            buckets.setdefault(key, Bucket(link, parent, page, start)).things.append(pair.target)
    return list(buckets.values())


def _window(records: Records, thing: Thing, window: str) -> datetime:
    path = first_date(records.world.names.entities[thing.entity].own_fields)
    moment = records.at(thing, path.split(".")) if path else None
    return window_start(moment if isinstance(moment, datetime) else thing.start, window)


def window_start(moment: datetime, window: str) -> datetime:
    """The start of the hour, day, week (Monday) or month that a moment lies in, in UTC."""
    hour = moment.replace(minute=0, second=0, microsecond=0)
    day = hour.replace(hour=0)
    if window == "hour":
        return hour
    if window == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if window == "month" else day


def slice_of(records: Records, link: Relationship, links: list[Link], most: int | None) -> list[Link]:
    """The links that a slice keeps, in the order in which its updates leave it: the newest by the
    declared sort (the first ones where that ascends), the lowest value first, of equal ones the lowest id."""
    path, direction = list_order(link, records.world.names.entities[link.to.entity])

    def place(member: Link) -> tuple[Any, Any]:
        child, names = member.target, path.split(".")
        is_own = any(field.name == names[0] for field in records.world.fields(child.entity))
        value = records.at(child, names) if is_own else records.look(child, path)
        return sort_key(value), sort_key(records.of(child)["_id"])

    ordered = sorted(links, key=place)
    return ordered[-most:] if direction == -1 and most else ordered[:most]


ABSENT = object()
OWN = frozenset({"own", "computed"})
INSIDE = frozenset({"embedded", "outlier", "subset"})  # origins of what holds another thing's content


class Here(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Where the walk through a document stands.

    thing: whose content this is. link: the pair that an element or a link document stands for.
    through: the relationship whose references mean the thing itself (inside an element that
    stands for it). bucket: of a bucket document. past: whether this is an earlier version of the
    thing. record: the own values at this level. above: the path to this level, with a dot behind it.
    """

    thing: Thing
    record: dict[str, Any]
    link: Link | None = None
    through: str = ""
    bucket: Bucket | None = None
    pair: bool = False
    past: bool = False
    above: str = ""


def is_taken(field: DocField) -> bool:
    """Whether another thing's value stands here: a copy, or a field of a parent that was folded in."""
    groups = field.source is None and bool(field.fields)  # an object that only a dotted name makes
    return bool(field.relationship) and not groups and (field.origin == "copy" or field.origin in OWN)


def is_listed(field: DocField) -> bool:
    """Whether the elements of an array stand for things; those of a declared one are values."""
    declared = field.origin in OWN or (field.origin == "link" and field.source is not None)
    return (
        field.items is not None
        and field.relationship is not None
        and not declared
        and field.origin != "attribute"
    )


def is_outdated(field: DocField, version: int) -> bool:
    """Whether documents of this version of their schema do not have the field."""
    own = field.origin in OWN or (
        field.origin == "copy" and field.relationship is None
    )  # of an earlier revision
    return own and is_of_other_shape(field, version)


def is_of_other_shape(field: DocField, version: int) -> bool:
    """Whether the field, or what it is a copy of, is in other versions only."""
    return field.source is not None and not is_of(field.source, version)


def pruned(value: Any, field: DocField) -> Any:
    """The value with no more than the fields of this part of the tree."""
    if isinstance(value, dict) and field.fields:
        inner = ((child, value[child.name]) for child in field.fields if child.name in value)
        return {
            child.name: pruned(own, child) for child, own in inner if own is not None or _needs_null(child)
        }
    return value


_ONCE_CHANGED, _MINUTE = timedelta(days=30), timedelta(minutes=1)


def first_used(records: Records, thing: Thing) -> datetime | None:
    """When the first of what names a thing happened: not of what it names itself."""
    world = records.world
    ends = [(link.name, "from", "to") for link in world.relationships_from(thing.entity)]
    ends += [
        (link.name, "to", "from")
        for link in world.relationships_to(thing.entity)
        if link.kind in ("many-to-many", "graph")
    ]
    pairs = [(pair, pair.end(far)) for name, near, far in ends for pair in world.links(name, near, thing)]
    dates = [records.of(other).get(field.name) for _, other in pairs if other != thing
             for field in world.fields(other.entity) if field.type == "date" and happens(field.name)]  # fmt: skip
    dates += [records.of(pair).get(field.name) for pair, _ in pairs
              for field in given(pair.relationship.link_fields, []) if field.type == "date" and happens(field.name)]  # fmt: skip
    return min((date for date in dates if isinstance(date, datetime)), default=None)


def until(document: dict[str, Any], fields: Sequence[DocField]) -> dict[str, Any]:
    """A version that has ended without what happened later."""
    end = document.get(VALID_TO)
    if not isinstance(end, datetime):
        return document
    shortened: set[str] = set()
    for field in fields:
        value = document.get(field.name)
        if isinstance(value, list):
            kept = [element for element in value if not _is_later(element, end)]
            if len(value) > len(kept) >= (field.min_items or 0):
                document[field.name] = kept
                shortened.add(field.name)
        elif isinstance(value, datetime) and not field.required and happens(field.name) and value > end:
            del document[field.name]
    for field in fields if shortened else ():
        _count_anew(document, field, shortened)
    return document


def _count_anew(document: dict[str, Any], field: DocField, shortened: set[str]) -> None:
    """Work a result out again of which lists are shorter than they will be."""
    source = field.source if isinstance(field.source, Field) else None
    computed = given(source.computed, None) if source is not None else None
    expression = parse(computed.formula) if computed is not None and field.name in document else None
    if expression is None or not {path.partition(".")[0] for path in paths_of(expression)} <= shortened:
        return
    result = typed(evaluate(expression, lambda path: _rows_at(document, path)), field.types)
    if result is not None:
        document[field.name] = result


def _rows_at(document: dict[str, Any], path: str) -> Any:
    """What the elements of a list say, one after another: themselves where a path names the list alone."""
    name, _, rest = path.partition(".")
    rows = document[name]
    return [row.get(rest) for row in rows if isinstance(row, dict)] if rest else rows


def _is_later(element: Any, end: datetime) -> bool:
    return isinstance(element, dict) and any(
        isinstance(value, datetime) and value > end and happens(name) for name, value in element.items()
    )


def _needs_null(field: DocField) -> bool:
    """Whether a document says null where a field has no value: others leave the field out."""
    return field.required or field.needed or field.empty


def present(value: Any) -> Any:
    """The value, ABSENT for None."""
    return ABSENT if value is None else value


def attributes_of(items: Element, record: dict[str, Any]) -> Any:
    """An element of an attribute array for each attribute that the record has."""
    pairs = [(name, record.get(name)) for name in items.fields[0].enum]
    return [_attribute(name, value) for name, value in pairs if value is not None] or ABSENT


def _attribute(name: str, value: Any) -> dict[str, Any]:
    unit = unit_of(name)
    return {NAME: name, VALUE: value, **({UNIT: unit} if unit else {})}


def age_of(field: DocField, here: Here, identity: Any, versions: tuple[datetime, datetime] | None) -> Any:
    """What a document says of its shape or of its history: the first thing has been changed once. identity: of the thing,
    whatever version this is. versions: when its first version began, and its current one."""
    first = here.thing.number == 0
    if versions is not None and field.name in (VALID_FROM, VALID_TO):
        begun, changed = versions
        if field.name == VALID_FROM:
            return begun if here.past else changed
        return changed if here.past else None
    if is_revision(field):
        return 2 if first and not here.past else 1
    return here.thing.version if field.maximum is not None else identity


def versions_of(records: Records, thing: Thing) -> tuple[datetime, datetime]:
    """When the first version of a thing began, and when its current one did: no version is older than the thing's own
    first date, and a change that one of its dates tells was made then."""
    record, fields = records.of(thing), records.world.fields(thing.entity)
    span = span_of_dates(fields, record)
    begun = None if span is None else record[span.begin.field]
    if begun is None:
        return _versions_by_use(records, thing)
    if thing.number:
        return begun, begun
    former = earlier(records, thing)
    changes = [
        record[name]
        for name in (field.name for field in fields if field.type == "date" and happens(field.name))
        if isinstance(record.get(name), datetime) and record[name] != former.get(name)
    ]
    if changes and min(changes) > begun:
        return begun, min(changes)
    used = first_used(records, thing)
    if used is not None and used > begun:
        return begun, begun + (used - begun) / 2 // _MINUTE * _MINUTE
    return begun, begun + (_ONCE_CHANGED if is_midnight(begun) else 2 * records.world.unit(thing.entity))


def _versions_by_use(records: Records, thing: Thing) -> tuple[datetime, datetime]:
    """The same of a thing without dates of its own: it is there before anything holds it."""
    start, used = thing.start, first_used(records, thing)
    changed = start + _ONCE_CHANGED if thing.number == 0 else start
    if used is not None and used <= changed:
        changed = used - timedelta(days=1)
    return start if start + timedelta(days=2) < changed else changed - _ONCE_CHANGED, changed


# --- which documents a collection has ---------------------------------------------------------

_STATES = words_in("status state stage phase")
_NOTES = words_in("note notes remark remarks description summary text body title reason comment complaint")
_KNOWN_BY = words_in("name title slug code number label key email username")
_CHANGED = words_in("updated modified changed edited")
_LATER = timedelta(days=9)


def roots(collection: Collection, world: SampleData, records: Records) -> list[Here]:
    """Where the walks through the example documents of a collection begin."""
    link = world.names.relationships.get(collection.relationship or "")
    if collection.kind == "bucket" and link is not None:
        buckets = pages_of(world, records, link)
        return [Here(thing=bucket.parent, record={"_id": bucket.id}, bucket=bucket) for bucket in buckets]
    if collection.kind == "link" and link is not None:
        return [
            _pair(pair, records)
            for thing in world.everywhere(link.from_.entity)
            for pair in world.links(link.name, "from", thing)
        ]
    if collection.kind == "overflow" and link is not None:
        return [_extra(collection, thing, records) for thing in world.of(link.to.entity) if thing.extra]
    things = [
        thing for thing in world.of(collection.entity or collection.revises or "") if thing.holder is None
    ]
    if collection.revises:
        return [_before(collection, thing, records) for thing in things[:1]]
    current = [Here(thing=thing, record=records.of(thing)) for thing in things]
    return [
        *current,
        *(_before(collection, thing, records) for thing in things[:1] if holds_versions(collection)),
    ]


def _before(collection: Collection, thing: Thing, records: Records) -> Here:
    """What a thing was before its last change."""
    identity = object_id(thing.start, "before", collection.name, thing.number)
    return Here(thing=thing, record={**earlier(records, thing), "_id": identity}, past=True)


def _pair(link: Link, records: Records) -> Here:
    identity = object_id(link.source.start, "link", link.relationship.name, link.number)
    return Here(thing=link.source, record={"_id": identity, **records.of(link)}, link=link, pair=True)


def _extra(collection: Collection, thing: Thing, records: Records) -> Here:
    return Here(thing=thing, record={"_id": object_id(thing.start, "extra", collection.name, thing.number)})


def earlier(records: Records, thing: Thing) -> dict[str, Any]:
    """The record of a thing before its last change: in the state before, else with another note or number."""
    record = dict(records.of(thing))
    fields = [field for field in records.world.fields(thing.entity) if _may_change(field, record)]
    if not _one_state_back(record, fields, records.life_of(thing)):
        _another_value(records, thing, record, fields)
    for field in fields:
        if field.type == "date" and _CHANGED.intersection(snake(field.name).split("_")):
            record[field.name] = max(thing.start, record[field.name] - _LATER)
        if field.type == "string" and snake(field.name) in (
            "updated_by",
            "changed_by",
            "modified_by",
            "author",
        ):
            at = next((at for at, pair in enumerate(PEOPLE) if " ".join(pair) == record[field.name]), None)
            if at is not None:
                record[field.name] = " ".join(PEOPLE[(at + 5) % len(PEOPLE)])
    return record


def _may_change(field: Field, record: dict[str, Any]) -> bool:
    fixed = field.unique is True or field.immutable is True or stated(field.computed) or field.name == "_id"
    return not (fixed or is_year_of(field)) and record.get(field.name) is not None


def _one_state_back(record: dict[str, Any], fields: Sequence[Field], life: Life) -> bool:
    """Put the thing into the state before its own, without what has not happened then and with what operations had set."""
    moves = life.course.moves
    for field in fields:
        options = given(field.enum, [])
        if field.type != "string" or not _STATES.intersection(snake(field.name).split("_")):
            continue
        if record[field.name] not in options or len(options) < 2:
            continue
        before = options[: options.index(record[field.name])]
        on_the_way = [
            state for state in before if not OVER_OR_UNDONE.intersection(snake(str(state)).split("_"))
        ]
        if not before:
            continue
        led = moves.before(field.name, record[field.name]) if moves is not None else None
        record[field.name] = led or (on_the_way or before)[-1]
        for name in life.contradicted(record, 1):
            record.pop(name, None)
        if moves is not None:
            moves.write(record, ())
        return True
    return False


def _another_value(records: Records, thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Give one field another value: a note, a text, a number, a flag, the first that there is."""
    for field in sorted(fields, key=_likelihood):
        if isinstance(record[field.name], datetime):
            continue
        place = SpecPlace(
            specs=records.specs, entity=records.world.kinds.base(thing.entity), path=field.name, number=thing.number + 1,
            start=thing.start, shift=thing.shift, person=thing.person, record={},
        )  # fmt: skip
        for number in (thing.number + 1, thing.number + 2):
            other = tree(field, msgspec.structs.replace(place, number=number))
            lists_agree({field.name: other}, [field])
            if other != record[field.name]:
                record[field.name] = other
                return


def _likelihood(field: Field) -> int:
    """Which of the fields of a thing is changed first."""
    if snake(field.name) in _KNOWN_BY:
        return 6  # a later version goes by the same name
    if _NOTES.intersection(snake(field.name).split("_")):
        return 0
    ranks = {"object": 3, "array": 3, "decimal": 1, "double": 1, "int": 2, "long": 2, "bool": 3, "string": 4}
    return ranks.get(field.type, 5)
