"""How many things stand together in one document: pages and windows of buckets, slices of the newest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from ..model.conceptual import Field, Relationship
from ..model.values import sort_key
from ..plan_model.physical import DocField, Element
from ..workload.list_order import first_date, list_order
from ..workload.sessions import COUNT, runs_of, sessions_of
from .records import Records
from .values.field_values import object_id
from .world.sample_data import SampleData
from .world.things import Link, Thing


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
