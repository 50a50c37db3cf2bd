"""When things may happen: inside of the time of what they belong to, before it or after it, as their own dates say.

A thing's window is read off the dates that it has, whatever it is: from when it begins, or came to be, until it ends. What
belongs to it moves there as a whole, so that its own dates stay as far apart as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any

import msgspec

from ...content_cache import of_a_short_text, of_short_texts
from ...model.conceptual import Computed, Field, Relationship, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import ON_ONE_DAY, days_after, is_applying, moved
from ..values.pools import is_person
from ..values.states import is_exit, is_past
from ..world.parents import DRAWN_UP, is_made_of_earlier
from ..world.sample_data import SampleData
from ..world.things import SINGLE, Link, Thing

RecordOf = Callable[[Thing], dict[str, Any]]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MORNING, EVENING = 7, 20
SHORT = timedelta(days=100)  # what lasts longer is no occasion on which things happen
BIRTH = -1000  # days after its thing's start: what is so much earlier is no part of its time
_STARTED, ENDED = 6, 14  # days that the names of a start and of an end have
NO_ENDS = frozenset("due deadline reply respond".split())
_ARRIVES, _DEPARTS = frozenset("arrives arrival".split()), frozenset("departs departure leaves".split())
_AT_ANY_TIME = frozenset(
    "updated modified changed edited synced seen printed viewed archived deleted serviced maintained calibrated".split()
)
# What somebody says, asks or charges when a thing is over.
AFTERWARDS = frozenset(
    "complaint claim review rating feedback testimonial invoice bill refund return remake appeal dispute reminder chargeback "
    "payout settlement survey satisfaction warranty fine penalty follow_up".split()
)
# How what is noted of a thing is called: who changed what, and when.
_NOTED = frozenset("audit history changelog".split())
# What is done about an occasion before it, or apart from it: in an office.
ON_PAPER = frozenset(
    "booked registered ordered reserved requested submitted filed applied sold issued created added bought lent paid signed "
    "approved invited enrolled published confirmed sent invoiced raised placed hired joined quoted announced opened".split()
)


# What must have happened to a thing before something can be done with it.
_THERE = frozenset("received arrived docked admitted landed".split())


@of_a_short_text(4096)
def is_afterwards(entity: str) -> bool:
    """Whether things of an entity come when what they belong to is over: ratings, bills, and what an audit notes."""
    words = singular(snake(entity)).split("_")
    return words[-1] in AFTERWARDS or not _NOTED.isdisjoint(words)


class Lifetime(msgspec.Struct, frozen=True, gc=False):
    """When a thing may have what belongs to it. begin: since when it is there; end: when it is over, None while nothing
    says so; opens: when it begins, of what is planned and lasts: a trip, a day of a route; works: when it was quoted, ordered and
    the like, so that work on it may begin."""

    begin: datetime
    end: datetime | None = None
    opens: datetime | None = None
    works: datetime | None = None

    @property
    def from_work_on(self) -> datetime:
        """When what belongs to the thing itself may first happen."""
        works = self.opens or self.works or self.begin
        return works if self.end is None or works < self.end else self.begin


def window_of(fields: Sequence[Field], record: Mapping[str, Any]) -> Lifetime | None:
    """The window of a thing with these values; None where none of its dates says one."""
    dated = [
        field for field in fields if field.type == "date" and isinstance(record.get(field.name), datetime)
    ]
    happened = [field.name for field in dated if happens(field.name)]
    first = min((record[name] for name in happened if begins(name)), default=None)
    lasts = lasting(*(field.name for field in dated))
    if lasts is not None:
        opens, end = record[lasts[0]], record[lasts[1]]
        if end.timetz() == opens.timetz() and is_midnight(end):
            end = moved(end, DAY - HOUR)
        return Lifetime(min(opens, first or opens), end, opens) if opens <= end else None
    days = [record[field.name] for field in dated if snake(field.name) in ON_ONE_DAY]
    if len(days) == 1 and (first is None or (len(happened) == 1 and first == days[0])):
        day = days[0].replace(hour=0, minute=0, second=0, microsecond=0)
        return Lifetime(moved(day, 7 * HOUR), moved(day, 20 * HOUR), moved(day, 7 * HOUR))
    opens = [field.name for field in dated if _is_opening(field.name)]
    if len(opens) == 1 and (first is None or first <= record[opens[0]]):
        return Lifetime(
            min(record[opens[0]], first or record[opens[0]]),
            moved(record[opens[0]], 3 * HOUR),
            record[opens[0]],
        )
    if first is None:
        return None
    row = _course_of(fields)
    end = record.get(row[-1]) if len(row) > 1 else None
    if not isinstance(end, datetime):
        bounds = (
            record[field.name]
            for field in dated
            if days_after(field.name) == ENDED and not is_past(field.name)
        )
        end = next((bound for bound in bounds if bound > first), None)
    ready = (record[name] for name in happened if begins(name) and words_of(name) & (ON_PAPER | _THERE))
    works = max((date for date in ready if end is None or date < end), default=None)
    return Lifetime(first, end if end is not None and end > first else None, works=works)


@of_a_short_text(4096)
def _is_opening(name: str) -> bool:
    """Whether a date says at what time an occasion begins of which no end is told: starts_at."""
    return snake(name) in _OPENINGS


_OPENINGS = frozenset("starts_at start_at start_time begins_at kick_off_at kickoff_at curtain_at".split())


def _course_of(fields: Sequence[Field]) -> list[str]:
    """The dates of what happens to a thing, as they are declared; none where the last of them is that it came."""
    row = [field.name for field in fields if field.type == "date" and happens(field.name)]
    return row if row and words_of(row[-1]).isdisjoint(_THERE) else []


_STANDS_STILL = frozenset("grounded blocked suspended closed prohibited missing overdue broken away".split())


@of_a_short_text(4096)
def happens(name: str) -> bool:
    """Whether a date says when something has happened to its thing that may not be so at any time."""
    words = snake(name).split("_")
    if words[-1] == "since":
        return _STANDS_STILL.isdisjoint(words)
    return is_past(name) and _AT_ANY_TIME.isdisjoint(words) and days_after(name) > BIRTH


def begins(name: str) -> bool:
    """Whether what has happened is no end of a thing: it was opened, not closed or retired."""
    return days_after(name) < ENDED and not is_exit(name)


@of_short_texts(4096)
def lasting(*dates: str) -> tuple[str, str] | None:
    """The dates between which a thing is meant to last: its start and its end, or when a guest arrives and departs."""
    names = [name for name in dates if not is_past(name) and not is_applying(name)]
    starts = [name for name in names if days_after(name) == _STARTED or words_of(name) & _ARRIVES]
    ends = [
        name
        for name in names
        if (days_after(name) == ENDED and not words_of(name) & NO_ENDS) or words_of(name) & _DEPARTS
    ]
    leaves = [name for name in ends if words_of(name) & _DEPARTS]
    if len(starts) == len(ends) == len(leaves) == 1 and names.index(leaves[0]) < names.index(starts[0]):
        return leaves[0], starts[0]  # who travels departs, then arrives: so the design declares it
    ends = [name for name in ends if name not in starts]
    if not starts and not ends:
        starts = [name for name in names if f"un{name}" in names]
        ends = [f"un{name}" for name in starts]
    if len(starts) == 1 and len(ends) == 1:
        return starts[0], ends[0]
    alike = [(start, end) for start in starts for end in ends if _rest(start) == _rest(end)]
    return alike[0] if len(alike) == 1 else None


def _rest(name: str) -> frozenset[str]:
    """The words of a date but for those that say that something begins or ends."""
    return words_of(name) - FROM - UNTIL


@of_short_texts(4096)
def from_to(*dates: str) -> tuple[str, str] | None:
    """The dates at which something began and was over, or is meant to."""
    starts = [name for name in dates if words_of(name) & _BEGUN]
    pairs = [(start, end) for start in starts for end in dates
             if words_of(end) & _OVER and words_of(start) - _BEGUN == words_of(end) - _OVER]  # fmt: skip
    return lasting(*dates) or (pairs[0] if len(pairs) == 1 else None)


_BEGUN, _OVER = frozenset("started begun began".split()), frozenset("ended finished stopped over".split())


@of_a_short_text(4096)
def words_of(name: str) -> frozenset[str]:
    return frozenset(snake(name).split("_"))


def is_midnight(date: datetime) -> bool:
    """Whether a date is a day, without a time."""
    return date.timetz().replace(tzinfo=None) == time(0)


def day_of(date: datetime) -> datetime:
    """Return the day of a date."""
    return date.replace(hour=0, minute=0, second=0, microsecond=0)


def window_around(world: SampleData, thing: Thing, of: RecordOf, steps: int = 5) -> Lifetime | None:
    """The window of a thing, or of what it is a part of where it has no dates itself: a box of a consignment."""
    window = window_of(world.fields(thing.entity), of(thing))
    if window is not None or any(isinstance(value, datetime) for value in of(thing).values()):
        return window
    above = (parent for link, parent in parents_of(world, thing) if is_part(world, link))
    windows = (window_around(world, parent, of, steps - 1) for parent in above if steps)
    return next((around for around in windows if around is not None), None)


def is_resource(world: SampleData, link: Relationship) -> bool:
    """Whether a parent is what an occasion needs, and was there before: who leads a game that is booked, not the booking."""
    return world.answered("is_resource", link.name, lambda: _is_resource(world, link))


def _is_resource(world: SampleData, link: Relationship) -> bool:
    if is_occasion(world, link.from_.entity):
        return False
    others = (
        other
        for other in world.relationships_to(link.to.entity)
        if other.kind in SINGLE and other is not link
    )
    return any(
        other.from_.entity not in (link.from_.entity, link.to.entity)
        and is_occasion(world, other.from_.entity)
        and not is_drawn_up(world, other)
        for other in others
    )


def is_occasion(world: SampleData, entity: str) -> bool:
    """Whether things of an entity begin and end, or are parts of what does."""
    return world.answered("is_occasion", entity, lambda: _is_occasion(world, entity))


def _is_occasion(world: SampleData, entity: str) -> bool:
    fields = world.fields(entity)
    if is_used(entity, fields):
        return False
    if may_have_window(fields) or any(field.type == "date" for field in fields):
        return may_have_window(fields)
    above = (
        link for link in world.relationships_to(entity) if link.kind in SINGLE and link.from_.entity != entity
    )
    return any(is_part(world, link) and may_have_window(world.fields(link.from_.entity)) for link in above)


CAME_IN = frozenset("received bought purchased acquired manufactured produced harvested".split())
_KEEPS = frozenset("expires expiry expire best".split())


def is_used(entity: str, fields: Sequence[Field]) -> bool:
    """Whether things with these fields are there to be used: people, and what came in and keeps until a date."""
    dates = [words_of(field.name) for field in fields if field.type == "date"]
    is_stock = any(words & CAME_IN for words in dates) and any(words & _KEEPS for words in dates)
    return is_stock or is_person(entity) or any(field.name == "first_name" for field in fields)


def parents_of(world: SampleData, thing: Thing) -> Iterator[tuple[Relationship, Thing]]:
    """What a thing belongs to, and by which relationship; what is above it in a tree aside."""
    for link in world.relationships_to(thing.entity):
        if link.kind in SINGLE and link.from_.entity != link.to.entity:
            for pair in world.links(link.name, "to", thing)[:1]:
                yield link, pair.source


def is_part(world: SampleData, link: Relationship) -> bool:
    """Whether children of a relationship are parts of the parent's own time: what happens to it, or only it has."""
    child = world.names.entities[link.to.entity]
    return (
        child.kind_or_default in ("event", "measurement")
        or link.exclusive_owner is True
        or child.kind_or_default == "weak"
    )


def is_drawn_up(world: SampleData, link: Relationship) -> bool:
    """Whether a parent is made of children that were there before: they may be without it, and it sums them up."""
    return world.answered("is_drawn_up", link.name, lambda: _is_drawn_up(world, link))


def _is_drawn_up(world: SampleData, link: Relationship) -> bool:
    if is_list_of_a_day(link.from_.entity) and given(link.to.count.min, 0) == 0:
        return False
    if is_made_of_earlier(world, link.from_.entity, link.to.entity):
        return True
    others = (
        other
        for other in world.relationships_to(link.to.entity)
        if other.kind in SINGLE and other is not link
    )
    if singular(snake(link.from_.entity)).rpartition("_")[2] in DRAWN_UP and any(
        is_occasion(world, entity) for entity in (link.to.entity, *(other.from_.entity for other in others))
    ):
        return True
    above = world.fields(link.from_.entity)
    if (
        given(link.to.count.min, 0)
        or lasting(*(field.name for field in above if field.type == "date")) is not None
    ):
        return False
    happened = [field.name for field in above if field.type == "date" and happens(field.name)]
    if given(link.from_.count.min, 0) and happened[:1] and snake(happened[0]).endswith("_at"):
        return True  # nothing is done with what is not there
    end = world.names.end(link, "from")
    formulas = (given(field.computed, Computed(formula="")).formula for field in above)
    return any(f"sum({end}." in formula for formula in formulas)


def by_day(date: datetime, lower: datetime | None, upper: datetime | None) -> datetime:
    """The date in working hours, where it lies between the same bounds there."""
    if MORNING <= date.hour < EVENING:
        return date
    near = date.replace(hour=MORNING + 1 if date.hour < MORNING else EVENING - 2)
    return near if (lower is None or lower < near) and (upper is None or near < upper) else date


def all_moved(record: Mapping[str, Any], by: timedelta) -> dict[str, Any]:
    """The record with all its dates moved alike, at any depth, births aside."""
    return {
        name: inner if isinstance(inner, datetime) and days_after(name) <= BIRTH else _moved(inner, by)
        for name, inner in record.items()
    }


def _moved(value: Any, by: timedelta) -> Any:
    if isinstance(value, datetime):
        return moved(value, by)
    if isinstance(value, dict):
        return all_moved(value, by)
    return [_moved(inner, by) for inner in value] if isinstance(value, list) else value


FROM, UNTIL = (
    frozenset("from since start starts begin begins".split()),
    frozenset("until till to end ends".split()),
)


def may_have_window(fields: Sequence[Field]) -> bool:
    """Whether things with these fields begin and end, as far as their dates say."""
    dated = [field for field in fields if field.type == "date"]
    on_one_day = [field for field in dated if snake(field.name) in ON_ONE_DAY]
    return (
        lasting(*(field.name for field in dated)) is not None
        or len(_course_of(fields)) > 1
        or bool(on_one_day)
        or any(_is_opening(field.name) for field in dated)
    )


# --- uses ----------------------------------------------------------------------------------


def linked_in_time(world: SampleData, link: Link, record: dict[str, Any], of: RecordOf) -> None:
    """Bring the dates of a link into the shortest window of its two ends, those of one thing one after another."""
    fields = given(link.relationship.link_fields, [])
    dated = [
        field for field in fields if field.type == "date" and isinstance(record.get(field.name), datetime)
    ]
    if not dated or any(stated(field.example) for field in dated):
        return
    windows = [(_until_its_parent_ends(world, end, of), end) for end in (link.source, link.target)]
    there = [window for window, _ in windows if window is not None]
    short = [
        (window, end)
        for window, end in windows
        if window is not None and window.end is not None and window.end - window.begin <= SHORT
    ]
    if not short:
        return
    window, end = min(short, key=lambda pair: (pair[0].end or pair[0].begin) - pair[0].begin)
    lower = max([window.from_work_on, *(other.begin for other in there if other is not window)])
    upper = window.end or lower
    if lower >= upper:
        lower = window.from_work_on
    row = world.links(link.relationship.name, "from" if end is link.source else "to", end)
    at = (row.index(link) + 1) / (len(row) + 1) if link in row else 0.5
    first = min(record[field.name] for field in dated)
    if lower <= first <= upper and len(row) < 2:
        return
    by = by_day(moved(lower, (upper - lower) * at), lower, upper) - first
    if timedelta(0) < upper - lower < max(record[field.name] for field in dated) - first:
        closer = _closer_together(record, dated, lower, upper)
        by = by if closer is None else closer
    for field in dated:
        date = record[field.name]
        later = moved(date, by).replace(second=0, microsecond=0)
        record[field.name] = later.replace(hour=0, minute=0) if is_midnight(date) else later


def _closer_together(
    record: dict[str, Any], dated: Sequence[Field], lower: datetime, upper: datetime
) -> timedelta | None:
    """Let the dates of a link lie in its window one after another, as they are declared, where it is one of hours."""
    if upper - lower > 2 * DAY:
        return None
    span = from_to(*(field.name for field in dated))
    for at, field in enumerate(dated, start=1):
        share = (
            0
            if span and field.name == span[0]
            else 1
            if span and field.name == span[1]
            else at / (len(dated) + 1)
        )
        record[field.name] = moved(lower, (upper - lower) * share)
    return timedelta(0)


def _until_its_parent_ends(world: SampleData, thing: Thing, of: RecordOf) -> Lifetime | None:
    """The window of a thing, which ends with what it belongs to where nothing says that it is over itself."""
    window = window_of(world.fields(thing.entity), of(thing))
    if window is None and not any(field.type == "date" for field in world.fields(thing.entity)):
        above = (window_of(world.fields(parent.entity), of(parent)) for _, parent in parents_of(world, thing))
        return next((each for each in above if each is not None and each.end is not None), None)
    if window is None or window.end is not None or not may_have_window(world.fields(thing.entity)):
        return window
    above = (window_of(world.fields(parent.entity), of(parent)) for _, parent in parents_of(world, thing))
    ends = [
        each.end for each in above if each is not None and each.end is not None and each.end > window.begin
    ]
    return msgspec.structs.replace(window, end=min(ends)) if ends else window


def there_before(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    own: Sequence[Field],
    of: RecordOf,
) -> dict[str, Any]:
    """The record of what others use, moved before they do where links say when: a lot is received before it is used. own: the
    fields of its dates."""
    happened = [record[field.name] for field in own if happens(field.name)]
    if not happened or (thing.number == 0 and any(stated(field.example) for field in own)):
        return record
    if may_have_window(fields) and not is_used(thing.entity, fields):
        return record
    if is_list_of_a_day(thing.entity) and len(own) == 1:  # what is in it is on its day, not it on theirs
        return record
    uses = (_first_use(world, other, of) for other in _users(world, thing))
    first = min((use for use in uses if use is not None), default=None)
    if first is None or min(happened) < first:
        return record
    by = (first - min(happened)) // DAY * DAY - 3 * DAY
    return all_moved(record, by)


@of_a_short_text(4096)
def is_list_of_a_day(entity: str) -> bool:
    """Whether a thing of an entity is what is planned for a day: a session, a round."""
    return singular(snake(entity)).rpartition("_")[2] in _LISTS


_LISTS = frozenset("session shift list round tour duty".split())


def _first_use(world: SampleData, user: Thing, of: RecordOf) -> datetime | None:
    """When a thing uses another one: its first date, else when what it is a part of begins."""
    dates = [
        value for name, value in of(user).items() if isinstance(value, datetime) and days_after(name) > BIRTH
    ]
    around = window_around(world, user, of) if not dates else None
    return around.from_work_on if around is not None else min(dates, default=None)


def _users(world: SampleData, thing: Thing) -> Iterator[Thing]:
    """The things with a window of their own that dated links lead to from a thing, and what it is needed for on occasions."""
    for link in world.relationships_from(thing.entity):
        if link.kind in SINGLE and link.from_.entity != link.to.entity and is_resource(world, link):
            yield from (pair.target for pair in world.links(link.name, "from", thing))
    for side, links in (
        ("from", world.relationships_from(thing.entity)),
        ("to", world.relationships_to(thing.entity)),
    ):
        for link in links:
            if link.kind != "many-to-many" or not any(
                field.type == "date" for field in given(link.link_fields, [])
            ):
                continue
            far = link.to.entity if side == "from" else link.from_.entity
            if far != thing.entity and is_occasion(world, far):
                yield from (
                    pair.target if side == "from" else pair.source
                    for pair in world.links(link.name, side, thing)
                )
