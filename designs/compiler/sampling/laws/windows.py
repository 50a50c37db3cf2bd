"""When things may happen: inside of the time of what they belong to, before it or after it, as their own dates say.

A thing's window is read off the dates that it has, whatever it is: from when it begins, or came to be, until it ends. What
belongs to it moves there as a whole, so that its own dates stay as far apart as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

import msgspec

from ...content_cache import of_a_short_text, of_short_texts
from ...model.conceptual import Computed, Field, Relationship, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import ON_ONE_DAY, WEEKS_END, days_after, is_applying, moved
from ..values.pools import is_person
from ..values.states import is_exit, is_past, is_state, stems
from ..world import SINGLE, Link, Thing, is_attached
from ..world.parents import DRAWN_UP, is_made_of_earlier
from ..world.sample_data import SampleData

RecordOf = Callable[[Thing], dict[str, Any]]
Owner = Thing | Link
ProposalOf = Callable[[Owner], dict[str, Any]]
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
_THERE = frozenset("received arrived docked admitted landed reported".split())


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


class MomentOf(NamedTuple):
    """A moment of a thing's time: so long after one of its dates."""

    field: str
    after: timedelta = timedelta(0)


class TimeSpan(msgspec.Struct, frozen=True, gc=False):
    """The moments of a thing's time that a Lifetime has the dates of."""

    begin: MomentOf
    end: MomentOf | None = None
    opens: MomentOf | None = None
    works: MomentOf | None = None

    @property
    def from_work_on(self) -> MomentOf:
        """When what belongs to the thing itself may first happen."""
        return self.opens or self.works or self.begin


def window_of(fields: Sequence[Field], record: Mapping[str, Any]) -> Lifetime | None:
    """The window of a thing with these values; None where none of its dates says one."""
    span = span_of_dates(fields, record)
    if span is None:
        return None
    begin, end, opens, works = (
        None if at is None else moved(record[at.field], at.after)
        for at in (span.begin, span.end, span.opens, span.works)
    )
    return None if begin is None else Lifetime(begin, end, opens, works)


def span_of_dates(fields: Sequence[Field], record: Mapping[str, Any]) -> TimeSpan | None:
    """The same, as moments of its dates."""
    dates = {
        field.name: record[field.name]
        for field in fields
        if field.type == "date" and isinstance(record.get(field.name), datetime)
    }
    happened = [name for name in dates if happens(name)]
    first = min((name for name in happened if begins(name)), key=dates.__getitem__, default=None)
    lasts = lasting(*dates)
    if lasts is not None:
        opens, end = (dates[name] for name in lasts)
        whole_days = is_midnight(end) and end.timetz() == opens.timetz()
        last = MomentOf(lasts[1], DAY - HOUR if whole_days else timedelta(0))
        begin = lasts[0] if first is None or opens <= dates[first] else first
        return (
            TimeSpan(MomentOf(begin), last, MomentOf(lasts[0])) if opens <= moved(end, last.after) else None
        )
    days = [name for name in dates if snake(name) in ON_ONE_DAY]
    if len(days) == 1 and (first is None or (len(happened) == 1 and dates[first] == dates[days[0]])):
        till = timedelta(
            hours=dates[days[0]].hour, minutes=dates[days[0]].minute, seconds=dates[days[0]].second
        )
        opened = MomentOf(days[0], 7 * HOUR - till)
        return TimeSpan(opened, MomentOf(days[0], 20 * HOUR - till), opened)
    openings = openings_among(*dates)
    if len(openings) == 1 and (first is None or dates[first] <= dates[openings[0]]):
        return TimeSpan(
            MomentOf(first or openings[0]), MomentOf(openings[0], 3 * HOUR), MomentOf(openings[0])
        )
    return None if first is None else _span_from(first, fields, dates, happened)


def _span_from(
    first: str, fields: Sequence[Field], dates: Mapping[str, datetime], happened: Sequence[str]
) -> TimeSpan:
    """The span of a thing that is there from one of its dates on, until another one where that says so."""
    row = _course_of(fields)
    end = row[-1] if len(row) > 1 and row[-1] in dates else None
    if end is None:
        bounds = (name for name in dates if days_after(name) == ENDED and not is_past(name))
        end = next((name for name in bounds if dates[name] > dates[first]), None)
    ready = (name for name in happened if begins(name) and words_of(name) & (ON_PAPER | _THERE))
    before = [name for name in ready if end is None or dates[name] < dates[end]]
    works = max(before, key=dates.__getitem__, default=None)
    is_end = end is not None and dates[end] > dates[first]
    return TimeSpan(
        MomentOf(first),
        MomentOf(end) if end is not None and is_end else None,
        works=None if works is None else MomentOf(works),
    )


def openings_among(*dates: str) -> list[str]:
    """The dates that say at what time an occasion begins of which no end is told: starts_at; and the one that was booked."""
    opening = [name for name in dates if snake(name) in _OPENINGS]
    opening = opening or [name for name in dates if _is_arranged(name, dates)]
    if opening or lasting(*dates) is not None or not any(words_of(name) & BOOKED for name in dates):
        return opening
    meant = [name for name in dates if not is_past(name) and 0 <= days_after(name) < ENDED]
    return [name for name in meant if not words_of(name) & NO_ENDS and words_of(name) & _ON_A_DAY]


def _is_arranged(name: str, dates: Sequence[str]) -> bool:
    """Whether a date says for when something was arranged, and another one when that was done: ordered_for beside ordered_at."""
    return name.endswith("_for") and any(happens(each) and stems(each) == stems(name) for each in dates)


BOOKED = frozenset("booked reserved".split())
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


def comes_by_its_state(world: SampleData, link: Relationship) -> bool:
    """Whether a thing comes to a parent in a state that the relationship is called like: repaired."""
    if given(link.to.count.min, 0) or not any(map(is_state, world.fields(link.to.entity))):
        return False
    from .between.stages import called_like_a_state

    return bool(called_like_a_state(world, link))


def _is_drawn_up(world: SampleData, link: Relationship) -> bool:
    if is_list_of_a_day(link.from_.entity) and given(link.to.count.min, 0) == 0:
        return False
    is_earlier = is_made_of_earlier(world, link.from_.entity, link.to.entity)
    if is_earlier or comes_by_its_state(world, link) or is_attached(world, link):
        return True
    above = world.fields(link.from_.entity)
    happened = [field.name for field in above if field.type == "date" and happens(field.name)]
    if any(words_of(name) & _THERE for name in happened[:1]):
        return False  # it came in, and was not drawn up
    others = (x for x in world.relationships_to(link.to.entity) if x.kind in SINGLE and x is not link)
    if singular(snake(link.from_.entity)).rpartition("_")[2] in DRAWN_UP and any(
        is_occasion(world, entity) for entity in (link.to.entity, *(other.from_.entity for other in others))
    ):
        return True
    dates = [field.name for field in above if field.type == "date"]
    if given(link.to.count.min, 0) or lasting(*dates) is not None or openings_among(*dates):
        return False
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


_ON_A_DAY = frozenset("at on date time day timestamp ts".split())


@of_short_texts(4096)
def anchors_among(*dates: str) -> list[str]:
    """The dates that say when a thing happens: what has happened to it, else what is meant to, but for what is signed
    before, and what ends it."""
    ahead = lasting(*dates)
    happened = [name for name in dates if happens(name) and days_after(name) >= 0]
    if happened and ahead is None and all(words_of(name) & BOOKED for name in happened):
        happened = openings_among(*dates) or happened
    on_a_day = [name for name in dates if words_of(name) <= _ON_A_DAY]
    on_a_day += [name for name in dates if snake(name) in WEEKS_END]
    if happened or on_a_day or ahead:
        return [*happened, *on_a_day] or list((ahead or ())[:1])
    planned = [name for name in dates if 0 <= days_after(name) <= ENDED and not words_of(name) & NO_ENDS]
    return planned[:1]


A_SEASON = timedelta(days=80)


def in_years(begun: datetime, years: int) -> timedelta:
    """How long it is until the same day so many years later: what lasts for months is as long as before, from that day."""
    return begun.replace(year=begun.year + years, day=min(begun.day, 28)) - begun


def all_moved(record: Mapping[str, Any], by: timedelta) -> dict[str, Any]:
    """The record with all its dates moved alike, at any depth, births aside."""
    return {
        name: inner if isinstance(inner, datetime) and days_after(name) <= BIRTH else _moved(inner, by)
        for name, inner in record.items()
    }


def _moved(value: Any, by: timedelta) -> Any:
    if isinstance(value, datetime):
        return moved(value, by // DAY * DAY if is_midnight(value) else by)
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
        or bool(openings_among(*(field.name for field in dated)))
    )


@of_a_short_text(4096)
def is_list_of_a_day(entity: str) -> bool:
    """Whether a thing of an entity is what is planned for a day: a session, a round."""
    return singular(snake(entity)).rpartition("_")[2] in _LISTS


_LISTS = frozenset("session shift list round tour duty".split())


# --- dates as variables ------------------------------------------------------------------------------


class DateOf(NamedTuple):
    """One date: of a thing or of a link, by its field's name."""

    owner: Owner | None
    field: str


NOW = DateOf(None, "now")


class Constraint(NamedTuple):
    """The later date lies at least so long after the earlier one. weakness: the weakest of those that contradict one another
    gives way; within_day: a whole day ends when it is over."""

    earlier: DateOf
    later: DateOf
    gap: timedelta = timedelta(0)
    weakness: int = 0
    within_day: bool = False


Bounds = Iterator[Constraint]


def _fields_of(world: SampleData, owner: Owner) -> list[Field]:
    if isinstance(owner, Link):
        return given(owner.relationship.link_fields, [])
    return world.fields(owner.entity)


def dates_in(world: SampleData, owner: Owner, of: ProposalOf) -> dict[str, datetime]:
    """The dates of a thing or a link itself, births aside."""
    record = of(owner)
    names = (field.name for field in _fields_of(world, owner) if field.type == "date")
    return {
        name: date
        for name in names
        if isinstance(date := record.get(name), datetime) and days_after(name) > BIRTH
    }


def shown(world: SampleData, owner: Owner) -> list[str]:
    """The dates that the designer gives examples of."""
    fields = _fields_of(world, owner) if owner.number == 0 else []
    return [field.name for field in fields if field.type == "date" and stated(field.example)]
