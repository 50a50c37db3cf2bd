"""What a design says of its things, held over their values that words propose (docs/adr/0051): dates, then numbers and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ...content_cache import of_short_texts
from ...model.conceptual import Field, Relationship, stated
from ..languages import snake
from ..values.course import Course, WrittenFields
from ..values.moments import WEEKS_END, days_after, moved
from ..values.pools import words_in
from ..values.states import is_state
from ..world.sample_data import SampleData
from ..world.things import Link, Thing, elders_at
from . import (
    has_kin,
    is_place,
    may_be_dealt_with,
    may_be_made_of_others,
    may_be_staged,
    may_be_traded,
    may_say_twice,
    named_by_choice,
)
from .amounts import (
    amounts_agree,
    begun_before_ended,
    done_as_meant,
    is_bid,
    is_meant,
    lasts_as_chosen,
    lasts_as_told_above,
    may_lie_on_ways,
    tell_of_others,
    years_before_dates,
)
from .bounds import (
    by_level,
    codes_of_things,
    goes_up,
    links_within,
    within_its_parents,
    within_wholes,
)
from .progress import ANY, Progress, is_applied_for, latest_of, seldom_in_lists, signed_by_staff
from .series import agree, follow, lengths_told
from .stories import About, Law, dates_told, laws_for, values_told
from .windows import (
    DAY,
    ENDED,
    HOUR,
    NO_ENDS,
    ON_PAPER,
    SHORT,
    Lifetime,
    RecordOf,
    all_moved,
    by_day,
    day_of,
    from_to,
    happens,
    is_afterwards,
    is_drawn_up,
    is_midnight,
    is_part,
    is_resource,
    lasting,
    linked_in_time,
    parents_of,
    there_before,
    window_around,
    window_of,
    words_of,
)


def keeping_laws(
    world: SampleData,
    thing: Thing,
    proposed: dict[str, Any],
    fields: Sequence[Field],
    last: Mapping[str, Any] | None,
    of: RecordOf,
) -> dict[str, Any]:
    """The values of a thing as laws let them be. last: those of the point of a series before it; of: the record of another
    thing. What was proposed stays as it is."""
    record = dict(proposed)
    dated = [
        field for field in fields if field.type == "date" and isinstance(record.get(field.name), datetime)
    ]
    record = _when_it_may_be(world, thing, record, fields, dated, of) if dated else record
    if last is not None:
        follow(record, dict(last), fields)
        agree(record, fields, thing.number)
        goes_up(world, thing, record, last, fields)
    within_wholes(world, thing, record, fields)
    within_its_parents(world, thing, record, fields, of)
    within_wholes(world, thing, record, fields)  # what is part of that is less
    if world.answered("amounts", thing.entity, lambda: tell_of_others(fields)):
        amounts_agree(record, fields, thing.number)
        years_before_dates(record, fields, thing.number)
    by_level(world, thing, record, fields, of)
    codes_of_things(world, thing, record, fields, of)
    if world.answered("ways", thing.entity, lambda: may_lie_on_ways(thing.entity, fields)):
        from .ways import along_ways  # few designs have ways, or bids

        along_ways(world, thing, record, fields, of)
    signed_by_staff(world, thing, record, fields)
    values_told(world, thing, record, fields, of)
    _as_in_trades(world, thing, record, fields, of)
    _as_others_say(world, thing, record, fields, of)
    return seldom_in_lists(world, thing, record, fields)


def _as_in_trades(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    for law in world.answered("in its trade", thing.entity, lambda: _laws_of(world, thing.entity)):
        law(world, thing, record, fields, of)


def _as_others_say(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a thing agree with its young, with what it is packed in, and with the things that its number is made of."""
    if world.answered("kin", thing.entity, lambda: has_kin(world, thing.entity)):
        from .between.kin import like_kin

        like_kin(world, thing, record, fields, of)
    if may_be_staged(world):
        from .between.stages import as_it_is_linked

        as_it_is_linked(world, thing, record, fields, of)
    both = world.answered("by choice", thing.entity, lambda: named_by_choice(world, thing.entity))
    if both is not None:
        from .between.numbering import called_by_its_choice

        called_by_its_choice(world, thing, record, *both, of)
    if world.answered("numbered", thing.entity, lambda: may_be_made_of_others(world, thing.entity)):
        from .between.numbering import made_of_others

        made_of_others(world, thing, record, fields, of)


def _laws_of(world: SampleData, entity: str) -> list[Law]:
    """The laws of trades and of dealings that are about an entity; few designs have what these are about."""
    rows: list[tuple[About, Law]] = []
    if may_be_traded(world, entity):
        from .trades import LAWS as OF_TRADES

        rows += OF_TRADES
    if may_be_dealt_with(world, entity):
        from .dealings import LAWS as OF_DEALINGS

        rows += OF_DEALINGS
    if may_say_twice(world, entity):
        from .agreement import LAWS as OF_AGREEMENT

        rows += OF_AGREEMENT
    return laws_for(world, entity, rows)


def _when_it_may_be(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    dated: Sequence[Field],
    of: RecordOf,
) -> dict[str, Any]:
    """The record with its dates where they may be."""
    begun_before_ended(record, dated, thing.number)
    if world.answered("meant", thing.entity, lambda: is_meant(fields)):
        done_as_meant(record, dated, thing.number)
    lasts_as_chosen(record, fields, dated, thing.number)
    length = _length(record, dated)
    if world.answered("begins and ends", thing.entity, lambda: _begins_and_ends(fields)):
        from .occasions import dates_in_its_trade

        dates_in_its_trade(world, thing, record, fields, of)
    lasts_as_told_above(world, thing, record, dated, of)
    record = there_before(world, thing, record, fields, dated, of)
    record = in_its_window(world, thing, record, dated, of)
    dates_told(world, thing, record, fields, of)
    if any(map(is_state, fields)):
        from .between.today import as_its_state_says

        as_its_state_says(world, thing, record, dated, of)
    if _length(record, dated) != length:
        lengths_told(record, fields, thing.number)
    return record


_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_MONEY = _NUMBERS - {"int", "long"}


_UNTIL = words_in("until till to end")


def _begins_and_ends(fields: Sequence[Field]) -> bool:
    return from_to(*(field.name for field in fields if field.type == "date")) is not None


def _length(record: Mapping[str, Any], dated: Sequence[Field]) -> timedelta:
    dates: list[datetime] = [record[field.name] for field in dated if field.name in record]
    return max(dates) - min(dates) if dates else timedelta(0)


def settle_link(
    world: SampleData,
    link: Link,
    record: dict[str, Any],
    fields: Sequence[Field],
    of: RecordOf,
    at: Callable[[Thing, Sequence[str]], Any],
) -> None:
    """Let the values of a link be as laws let them. at: a value of a thing, worked out where a formula gives it."""
    linked_in_time(world, link, record, of)
    if any(field.type == "date" for field in fields):
        from .between.linked import dates_of_link

        dates_of_link(world, link, record, fields, of)
    if any(field.type in _NUMBERS for field in fields):
        from .trades import link_in_its_trade

        link_in_its_trade(world, link, record, fields, of)
    if any(field.name == "sku" or words_of(field.name) & _UNTIL for field in fields):
        from .dealings import link_in_its_dealings

        link_in_its_dealings(world, link, record, fields, of)
    links_within(world, link, record, fields, of)
    if any(field.type in _NUMBERS for field in fields):
        from .between.parts import come_to_the_whole

        come_to_the_whole(world, link, record, fields, of, at)
    if may_be_staged(world):
        from .between.stages import as_its_ends_are

        as_its_ends_are(world, link, record, fields, of)
    if link.relationship in world.loops and elders_at(world.names, link.relationship):
        from .between.kin import known_by_sex

        known_by_sex(world, link, record, fields, of)


def progress_of_link(world: SampleData, link: Link, fields: Sequence[Field], of: RecordOf) -> Progress:
    """How far a link has come, as the states of its ends say."""
    if not any(map(is_state, fields)) or not may_be_staged(world):
        return ANY
    from .between.stages import progress_of

    return progress_of(world, link, of)


def part_by_state(
    world: SampleData,
    written: Mapping[str, WrittenFields],
    course_of: Callable[[Thing], Course],
    of: RecordOf,
) -> None:
    """Unlink things from what operations say that they have in another state than theirs."""
    is_placed = any(is_place(link.from_.entity) for link in world.names.relationships.values())
    if is_placed or may_be_staged(world) or any(each.said or each.undone for each in written.values()):
        from .between.places import unlink_by_state

        unlink_by_state(world, written, course_of, of)


# --- placing -------------------------------------------------------------------------------


def in_its_window(
    world: SampleData, thing: Thing, record: dict[str, Any], own: Sequence[Field], of: RecordOf
) -> dict[str, Any]:
    """The record with its dates inside of the windows of what the thing belongs to; the same one where they are, and where
    the designer gives examples of them. own: the fields of its dates; of: the record of another thing."""
    if thing.number == 0 and any(stated(field.example) for field in own):
        return record
    anchors = [record[name] for name in _anchors(own)]
    if not anchors:
        return _signed_before(world, thing, record, own, of)
    bounds = _Room(world, thing, own, of)
    return _moved_into(record, own, min(anchors), bounds)


def _signed_before(
    world: SampleData, thing: Thing, record: dict[str, Any], own: Sequence[Field], of: RecordOf
) -> dict[str, Any]:
    """The record of a part that was signed before what it belongs to begins, moved to some days before that."""
    dates = [record[field.name] for field in own if happens(field.name)]
    for link, parent in parents_of(world, thing):
        window = (
            window_of(world.fields(parent.entity), of(parent)) if dates and is_part(world, link) else None
        )
        if window is not None and not timedelta(0) <= window.begin - max(dates) <= timedelta(days=60):
            return all_moved(record, (window.begin - max(dates)) // DAY * DAY - DAY)
    return record


def _anchors(own: Sequence[Field]) -> list[str]:
    """The dates that say when a thing happens: what has happened to it, else what is meant to, but for what is signed
    before, and what ends it."""
    return _anchors_among(*(field.name for field in own))


_ON_A_DAY = frozenset("at on date time day timestamp ts".split())


@of_short_texts(4096)
def _anchors_among(*dates: str) -> list[str]:
    ahead = lasting(*dates)
    happened = [name for name in dates if happens(name) and days_after(name) >= 0]
    on_a_day = [name for name in dates if words_of(name) <= _ON_A_DAY]
    on_a_day += [name for name in dates if snake(name) in WEEKS_END]
    if happened or on_a_day or ahead:
        return [*happened, *on_a_day] or list((ahead or ())[:1])
    planned = [name for name in dates if 0 <= days_after(name) <= ENDED and not words_of(name) & NO_ENDS]
    return planned[:1]


_DAYS_OF_ALL, _SOON = timedelta(days=10), timedelta(days=12)  # soon after what is over within days


class _Room:
    """From when and until when a thing may happen. inside: whether all of it lies there, not its first date alone."""

    def __init__(self, world: SampleData, thing: Thing, own: Sequence[Field], of: RecordOf) -> None:
        self.lower: datetime | None = None
        self.upper: datetime | None = None
        self.inside = False
        self.place = 0.5
        self.lasts = lasting(*(field.name for field in own)) is not None
        self.dates = frozenset(word for name in _anchors(own)[:1] for word in words_of(name))
        self.on_paper = any(words_of(name) & ON_PAPER for name in _anchors(own))
        parents = [
            (link, parent) for link, parent in parents_of(world, thing) if not is_drawn_up(world, link)
        ]
        for link, parent in parents:
            window = None if is_resource(world, link) else window_around(world, parent, of)
            if window is not None:
                if window.end is None and is_afterwards(thing.entity):
                    self._not_before(latest_of(world.fields(parent.entity), of(parent), window.begin))
                self._take(world, link, thing, window)
            elif is_part(world, link) and not is_afterwards(thing.entity):
                self._before_its_end(world.fields(parent.entity), of(parent), thing.number)
        self.lower = max(
            (date for date in (self.lower, _last_of(world, thing, of)) if date is not None), default=None
        )
        if self.upper is not None and self.lower is not None and self.upper <= self.lower:
            self.upper, self.inside = None, False

    def _take(self, world: SampleData, link: Relationship, thing: Thing, window: Lifetime) -> None:
        is_short = window.end is not None and window.end - window.begin <= SHORT
        if is_afterwards(thing.entity) and (is_short or window.end is None):
            self._not_before(window.end or window.begin)
            if window.end is not None and window.end - window.begin <= _DAYS_OF_ALL:
                self.upper, self.place = window.end + _SOON, (thing.number % 5 + 1) / 6
            return
        if is_bid(thing.entity) and window.end is None:
            self._while_it_is_sold(world, link, thing, window)
            return
        of_it = is_part(world, link)
        if of_it and window.end is None:
            window = self._as_long_as_others(world, link, window)
        opens, end = window.opens, window.end
        if end is not None and opens is not None and is_applied_for(thing.entity, self.dates, end - opens):
            self._before_it(opens, thing)
            return
        is_apart = self.on_paper and window.opens is not None and not of_it
        self._not_before(window.begin if is_apart else window.from_work_on)
        bounds_it = (
            of_it or window.opens is not None or not self.lasts
        )  # who is placed begins when the opening is closed
        if window.end is not None and bounds_it and (self.upper is None or window.end < self.upper):
            self.upper, self.inside = window.end, of_it
            siblings = [
                pair.target for pair in world.links(link.name, "from", _parent_of(world, link, thing))
            ]
            self.place = (siblings.index(thing) + 1) / (len(siblings) + 1) if thing in siblings else 0.5
            if of_it and link.kind == "one-to-one":
                self.place = 0

    def _as_long_as_others(self, world: SampleData, link: Relationship, window: Lifetime) -> Lifetime:
        """The window of what is still under way, if others of its kind are over within hours: it will be, too."""
        span = from_to(*(field.name for field in world.fields(link.from_.entity) if field.type == "date"))
        slots = world.calendar(link.from_.entity).slots
        if span is not None and slots.keys() >= {*span}:
            length = slots[span[1]].offset - slots[span[0]].offset
            if timedelta(0) < length <= DAY and not is_midnight(window.begin):
                return msgspec.structs.replace(window, end=moved(window.begin, length))
        is_one_of_many = world.names.entities[link.to.entity].kind_or_default in ("event", "measurement")
        if is_one_of_many or world.unit(link.to.entity) >= DAY:
            return window
        return msgspec.structs.replace(window, end=moved(window.from_work_on, 10 * HOUR))  # work of hours

    def _before_its_end(self, fields: Sequence[Field], above: Mapping[str, Any], number: int) -> None:
        """What happens to a thing of which only the end is told does so in the days before it."""
        ends = [
            above.get(field.name) for field in fields if field.type == "date" and words_of(field.name) & _SHUT
        ]
        over = min((date for date in ends if isinstance(date, datetime)), default=None)
        if over is not None and (self.upper is None or over < self.upper):
            self.upper, self.place = over, (number % 5 + 1) / 6
            self._not_before(moved(over, -2 * DAY))

    def _while_it_is_sold(
        self, world: SampleData, link: Relationship, thing: Thing, window: Lifetime
    ) -> None:
        """What is bid for a thing is so in the minutes before it is sold."""
        row = [pair.target for pair in world.links(link.name, "from", _parent_of(world, link, thing))]
        self._not_before(moved(window.begin, -HOUR / 6))
        self.upper, self.place = (
            window.begin,
            (row.index(thing) + 1) / (len(row) + 1) if thing in row else 0.5,
        )

    def _before_it(self, opens: datetime, thing: Thing) -> None:
        """Who takes part in an occasion was booked in the weeks before it."""
        self._not_before(moved(opens, -30 * DAY))
        self.upper, self.inside, self.place = moved(opens, -8 * DAY), False, (thing.number % 7 + 1) / 8

    def _not_before(self, date: datetime) -> None:
        self.lower = date if self.lower is None else max(self.lower, date)


_SHUT = frozenset("closed ended finished completed".split())


def _parent_of(world: SampleData, link: Relationship, thing: Thing) -> Thing:
    return world.links(link.name, "to", thing)[0].source


def _last_of(world: SampleData, thing: Thing, of: RecordOf) -> datetime | None:
    """When the last of what a thing is drawn up of was done; None of others."""
    dates = []
    for link in world.relationships_from(thing.entity):
        if link.kind == "one-to-many" and link.from_.entity != link.to.entity and is_drawn_up(world, link):
            for pair in world.links(link.name, "from", thing):
                window = window_of(world.fields(pair.target.entity), of(pair.target))
                dates += [window.end or window.begin] if window is not None else []
    return max(dates, default=None)


def _moved_into(
    record: dict[str, Any], own: Sequence[Field], anchor: datetime, bounds: _Room
) -> dict[str, Any]:
    """The record moved as a whole to where its first date lies between the bounds; where more of it must, closer together."""
    lower, upper = bounds.lower, bounds.upper
    days = is_midnight(anchor)
    if days and lower is not None:
        lower = lower.replace(hour=0, minute=0, second=0, microsecond=0)
    by = timedelta(0)
    if upper is not None and lower is not None and not lower <= anchor <= upper:
        by = moved(lower, (upper - lower) * bounds.place) - anchor
    elif upper is not None and lower is None and anchor > upper:
        by = upper - HOUR - anchor
    elif lower is not None and anchor < lower:
        by = moved(lower, 2 * HOUR if lower.hour < 18 else 16 * HOUR) - anchor
    if by and days:
        step = timedelta(days=7) if any(snake(field.name) in WEEKS_END for field in own) else DAY
        by = (by // step + (lower is not None and moved(anchor, by // step * step) < lower)) * step
        if upper is not None and moved(anchor, by) > upper:
            by -= step
    else:
        by = timedelta(minutes=round(by / timedelta(minutes=1)))
        by = by_day(moved(anchor, by), lower, upper) - anchor if by else by
    shifted = all_moved(record, by) if by else record
    for field in own:
        if is_midnight(record[field.name]) and not days:
            shifted[field.name] = day_of(shifted[field.name])
    if bounds.inside and upper is not None:
        _closer(shifted, own, moved(anchor, by), upper)
    return shifted


def _closer(record: dict[str, Any], own: Sequence[Field], anchor: datetime, upper: datetime) -> None:
    """Bring what lies behind the end of what a thing belongs to before it, in the same order. What is done on paper, and by the
    day, may come after an occasion of hours."""
    within = [field.name for field in own if record[field.name] > anchor and not stated(field.example)]
    is_of_hours = upper - anchor < DAY
    if is_of_hours:
        within = [name for name in within if not is_midnight(record[name]) and not words_of(name) & ON_PAPER]
    last = max((record[name] for name in within), default=anchor)
    if last <= upper:
        return
    room = max(upper - anchor, timedelta(0))
    within.sort(key=record.__getitem__)
    for at, name in enumerate(within, start=1):
        share = at / len(within) if is_of_hours else (record[name] - anchor) / (last - anchor)
        date = moved(anchor, room * share)
        record[name] = day_of(date) if is_midnight(record[name]) else date.replace(second=0, microsecond=0)
        record[name] = max(record[name], anchor)
