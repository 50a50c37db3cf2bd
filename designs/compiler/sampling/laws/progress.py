"""How far a thing has come, as what it belongs to and what belongs to it say: nothing is cancelled that bills follow, paid without
a payment, open when what it is part of is closed, or done when that is but planned; and it was done by one of those who work there."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Relationship, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.pools import is_person, words_in
from ..values.states import AHEAD, ENDED, PAUSED, WAITING, exits_in, is_exit, is_past, is_state
from ..world import Thing
from ..world.lives import GRANTED, OVER_OR_UNDONE, PAYMENTS, Life, fates_of, is_of
from ..world.parents import DRAWN_UP
from ..world.sample_data import SampleData
from . import is_free, is_place
from .bounds import number_in, put
from .windows import (
    RecordOf,
    comes_by_its_state,
    happens,
    is_afterwards,
    is_drawn_up,
    is_resource,
    parents_of,
    words_of,
)

_PAID = words_in("paid settled redeemed repaid")
_REFUSED = words_in("rejected refused declined denied")
# What may have gone on before a life ended so.
_LATE_EXITS = _REFUSED | words_in(
    "lost stolen dead died deceased recalled scrapped destroyed failed disputed lapsed suspended terminated dismissed unsuccessful missed forfeited"
)
# What is done with a thing until it is refused.
_JUDGING = words_in(
    "review report vote check inspection assessment interview comment message note log document file decision appeal event "
    "revision version question answer"
)
_OWED = words_in("unpaid unconfirmed")
_REFUNDS, _NOT_PAID = words_in("refund chargeback"), words_in("draft open sent issued unpaid overdue dunned")
_ASKED = words_in("requested submitted announced upcoming")  # and nothing done about it
_NOT_BEGUN = AHEAD | words_in("announced upcoming expected")
# What there is of a thing only once it has begun.
_RESULTS = words_in(
    "invoice bill receipt claim charge refund reading measurement result log attendance delivery shipment certificate visit goal move "
    "delay incident inspection sample score fault review rating feedback appeal"
)
_IN_USE = words_in("available idle ready service active operational")
_UNDER_WAY = words_in("progress running started open underway processing pending planned")
_OUTCOMES = words_in("result measurement reading certificate score invoice bill")
_UNSETTLED = words_in(
    "proposed pending open draft new queued waiting planned scheduled requested submitted announced expected created todo unpaid awaiting "
    "undecided unanswered uploaded processing active running started live progress ongoing way booked underway listed offered"
)
# What has not happened in a part of what is but planned.
_BEGUN = ENDED | words_in(
    "shipped arrived held attended collected released validated measured started running progress live underway way played worked shot "
    "emptied checked boarded paid failed missed show"
)


class Progress(msgspec.Struct, frozen=True, gc=False):
    """What belongs to a thing, and what it belongs to. first: it is the first one, of which most is shown. follows: something
    with dates or a state of its own belongs to it. beyond: more than what leads to a refusal. results: some of that is there only
    once it has begun; outcomes: of what it was asked for; granted: of what
    went well to its end. paid: whether payments belong to it, None where none can; refunded: money of it was given back. gone: states in which it could not be used as it is; counted: it is money that has
    come, as what it pays is paid. fates: by the
    field and the state that are called like it, whether something of the kind belongs to it. above: whether what it belongs to is
    "over", or still "ahead"."""

    first: bool = False
    follows: bool = False
    beyond: bool = False
    results: bool = False
    outcomes: bool = False
    granted: bool = False
    paid: bool | None = None
    refunded: bool = False
    gone: frozenset[str] = frozenset()
    counted: bool = False
    fates: tuple[tuple[str, int, bool, bool], ...] = ()
    above: str = ""

    def allows(self, state: str, exits: frozenset[str] = frozenset()) -> bool:
        """Whether a thing can be in a state with what belongs to it. exits: states that end a life early."""
        now = _words(state)
        if state in self.gone or (self.counted and is_no_money(state)):
            return False
        is_called_off = (is_exit(state) or state in exits) and not now & _LATE_EXITS
        if (is_called_off and (self.first or self.follows)) or (now & _REFUSED and self.beyond):
            return False
        if (
            (now & _NOT_BEGUN and (self.results or self.paid))
            or (now & _OWED and self.follows and self.results)
            or (now & _ASKED and self.outcomes)
        ):
            return False
        if self.refunded and now & _NOT_PAID:
            return False
        if now & _UNDER_WAY and self.granted:
            return False
        return not (now & _PAID and self.paid is False)

    def _comes(self, field: Field, options: Sequence[str], value: str) -> bool:
        """Whether a state is that of what belongs to the thing alone, and of what it belongs to."""
        at = options.index(value)
        for name, step, is_there, is_own in self.fates:
            if name != field.name:
                continue
            if at == step and (is_there or is_own):
                return is_there
            if is_there and at != step and (at < step or is_exit(value) or is_exit(options[step])):
                return False
        return not self.above or _agrees(self.above, options, value)

    def state(self, field: Field, value: str) -> str:
        """The value of a field that says a state, or the next one that is allowed; of what is undone or not paid the one
        before."""
        options = [option for option in given(field.enum, []) if isinstance(option, str)]
        exits = exits_in(options)
        if value not in options or (self.allows(value, exits) and self._comes(field, options, value)):
            return value
        at = options.index(value)
        before, after = options[:at][::-1], options[at + 1 :]
        is_late = value in exits or not (_REFUSED | _PAID).isdisjoint(_words(value))
        others = [*before, *after] if is_late or self.above == "ahead" else [*after, *before]
        if value in self.gone:
            others = sorted([*before, *after], key=lambda option: _words(option).isdisjoint(_IN_USE))
        allowed = [option for option in others if self.allows(option, exits)]
        fitting = (option for option in allowed if self._comes(field, options, option))
        value = value if self.allows(value, exits) else next(iter(allowed), value)
        return next(fitting, value)


def _agrees(above: str, options: Sequence[str], value: str) -> bool:
    """Whether a part can be in a state while what it is a part of is over, or still ahead."""
    if above == "ahead":
        return not _BEGUN & _words(value)
    settled = [option for option in options if _is_settled(option) and not is_exit(option)]
    return not settled or (_is_settled(value) and (value != options[0] or settled == [value]))


@of_a_short_text(4096)
def _is_settled(state: str) -> bool:
    """Whether nothing is waited for in a state: it was come to, and does not go on."""
    words = _words(state)
    return not words & _UNSETTLED and (is_past(state) or is_exit(state) or bool(words & OVER_OR_UNDONE))


@of_a_short_text(4096)
def is_no_money(state: str) -> bool:
    """Whether money in a state has not come yet, or not to stay."""
    return is_exit(state) or not _words(state).isdisjoint(_NO_MONEY)


_NO_MONEY = (AHEAD | PAUSED | WAITING) - {"booked"} | words_in(
    "initiated created new returned refunded reversed bounced disputed"
)


@of_a_short_text(4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(snake(text).split("_"))


class Followers:
    """What belongs to the things of a world, and what they belong to. of: the record of another thing."""

    def __init__(self, world: SampleData, of: RecordOf) -> None:
        self.world, self.of = world, of
        self._steps: dict[str, list[Relationship]] = {}

    def progress(self, thing: Thing, life: Life) -> Progress:
        """What belongs to a thing; the same for all where no field lists its states."""
        if not any(given(state.enum, []) for state in life.states):
            return ANY
        there = [link for link in self._of(thing.entity) if self.world.links(link.name, "from", thing)]
        payments = [link for link in self._of(thing.entity) if is_of(link.to.entity, PAYMENTS)]
        fates = fates_of(self.world, thing.entity)
        return Progress(
            first=thing.number == 0,
            follows=bool(there),
            beyond=any(not is_of(link.to.entity, _JUDGING) for link in there),
            results=self._may_be(thing, life, _NOT_BEGUN | _OWED) and self._has(thing, self._is_result),
            outcomes=self._may_be(thing, life, _ASKED) and self._has(thing, _is_outcome),
            granted=any(is_of(link.to.entity, GRANTED) for link in there),
            paid=any(link in there for link in payments) if payments else None,
            refunded=any(is_of(link.to.entity, _REFUNDS) for link in there),
            gone=self._gone(thing),
            counted=self._is_counted(thing, life),
            fates=tuple(
                (fate.state.name, fate.at, bool(self.world.links(name, "from", thing)), not fate.is_free)
                for name, fate in fates.items()
            ),
            above=self._above(thing),
        )

    def _gone(self, thing: Thing) -> frozenset[str]:
        """The states in which a thing is used no more, where others use it."""
        from .between.use import gone_of, is_used  # few designs have states

        gone = gone_of(self.world, thing.entity)
        return gone if gone and is_used(self.world, thing) else frozenset()

    def _is_counted(self, thing: Thing, life: Life) -> bool:
        """Whether a thing pays for what is paid."""
        options = [str(option) for state in life.states for option in given(state.enum, [])]
        if not any(map(is_no_money, options)) or all(map(is_no_money, options)):
            return False
        from .between.receipts import pays_what_is_paid

        return pays_what_is_paid(self.world, thing, self.of)

    def _may_be(self, thing: Thing, life: Life, states: frozenset[str]) -> bool:
        """Whether an entity lists one of these states."""
        return self.world.answered(
            "may be in one of " + min(states),
            thing.entity,
            lambda: any(
                _words(str(option)) & states for state in life.states for option in given(state.enum, [])
            ),
        )

    def _has(self, thing: Thing, is_asked: Callable[[str], bool], deep: int = 2) -> bool:
        """Whether something of an entity that is asked for belongs to a thing, or to a part of it."""
        return any(
            is_asked(link.to.entity) or (deep > 1 and self._has(pair.target, is_asked, deep - 1))
            for link in self._of(thing.entity)
            for pair in self.world.links(link.name, "from", thing)
        )

    def _above(self, thing: Thing) -> str:
        """Whether what a thing belongs to is over, or ahead; "" where nothing says so, or one says this and one that."""
        if is_person(thing.entity) or is_of(thing.entity, _JUDGING) or is_afterwards(thing.entity):
            return ""
        answers = {
            answer
            for link, parent in parents_of(self.world, thing)
            if self._binds(link) and (answer := self._stands(parent, link))
        }
        return answers.pop() if len(answers) == 1 else ""

    def _binds(self, link: Relationship) -> bool:
        """Whether things live and end with what they belong to: no place or resource of theirs, nor what is drawn up of them."""
        return self.world.answered(
            "binds",
            link.name,
            lambda: (
                not (
                    is_place(link.from_.entity)
                    or is_resource(self.world, link)
                    or (is_drawn_up(self.world, link) and not comes_by_its_state(self.world, link))
                )
            ),
        )

    def _stands(self, parent: Thing, link: Relationship) -> str:
        states = [field for field in self.world.fields(parent.entity) if is_state(field)]
        if not states:
            return ""
        now = _words(str(self.of(parent).get(states[0].name)))
        if now & ENDED:
            return "over"
        is_ahead = now & (AHEAD | _ASKED) and not is_of(link.from_.entity, DRAWN_UP)
        return "ahead" if is_ahead and not is_person(link.from_.entity) else ""

    def _of(self, entity: str) -> list[Relationship]:
        """The relationships by which a thing has what follows it: what has a date or a state itself."""
        if entity not in self._steps:
            line = self.world.line(entity)
            links = (
                link
                for link in self.world.names.relationships.values()
                if link.kind in ("one-to-many", "one-to-one") and link.from_.entity in line
            )
            self._steps[entity] = [
                link for link in links if link.to.entity not in line and self._is_step(link.to.entity)
            ]
        return self._steps[entity]

    def _is_step(self, entity: str) -> bool:
        fields: Sequence[Field] = self.world.fields(entity)
        return any(field.type == "date" for field in fields) or bool(Life(fields).states)

    def _is_result(self, entity: str) -> bool:
        is_event = self.world.names.entities[entity].kind_or_default in ("event", "measurement")
        return is_event or is_of(entity, _RESULTS)


ANY = Progress()


def _is_outcome(entity: str) -> bool:
    return is_of(entity, _OUTCOMES)


# --- when things happen that belong to others ------------------------------------------------------


def latest_of(fields: Sequence[Field], record: Mapping[str, Any], begin: datetime) -> datetime:
    """When the last of what has happened to a thing did."""
    dates = (record.get(field.name) for field in fields if happens(field.name))
    return max([begin, *(date for date in dates if isinstance(date, datetime))])


def is_applied_for(entity: str, dates: frozenset[str], lasts: timedelta) -> bool:
    """Whether things of an entity are places in what they belong to, taken beforehand: what words of their first date say; or what
    goes before it. lasts: how long that is."""
    last = singular(snake(entity)).rpartition("_")[2]
    return (
        last in _BEFOREHAND
        or bool(dates & _TAKEN and last in _PLACES_IN)
        or (last == "ticket" and bool(dates & {"sold", "bought", "ordered"}))
    )


_BEFOREHAND = frozenset("rehearsal audition fitting".split())
_TAKEN = frozenset(
    "booked registered reserved enrolled entered applied invited bought ordered placed created requested".split()
)
_PLACES_IN = frozenset(
    "entry booking registration reservation enrolment enrollment rsvp signup application participant visit".split()
)


# --- what seldom happens to the parts of a thing ----------------------------------------------------


def seldom_in_lists(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]
) -> dict[str, Any]:
    """Let what ends few of the objects of a list be in one of them alone: a consent that was withdrawn."""
    seldom = world.answered("seldom", thing.entity, lambda: _seldom(fields))
    for name, dates in seldom.items():
        value = record.get(name)
        rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
        for at, row in enumerate(rows):
            if thing.number % 3 != 1 or at:
                for date in dates:
                    row.pop(date, None)
    return record


def _seldom(fields: Sequence[Field]) -> dict[str, list[str]]:
    """By lists of objects their optional dates of an early end, of which there is no example."""
    return {
        field.name: dates
        for field in fields
        if not stated(field.example)
        and (
            dates := [
                each.name
                for each in inner_fields(field)
                if each.type == "date"
                and each.required is not True
                and is_exit(each.name)
                and not stated(each.example)
            ]
        )
    }


def inner_fields(field: Field) -> list[Field]:
    """The fields of the objects in an array."""
    item = given(field.items, None) if field.type == "array" else None
    return given(item.fields, []) if item is not None else []


# --- lists -----------------------------------------------------------------------------------

TIERS = words_in("price prices fee fees tier tiers rate rates")
_URGENT = words_in("urgent critical high highest p1 p0 emergency immediate blocker")
_LEVELS = words_in("priority severity urgency")
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_TIMES = words_in("min mins minutes h hours hrs seconds s days")
_SOON, _LATE_ON = (
    words_in("reply response respond acknowledge first ack"),
    words_in("resolve resolution fix close complete"),
)
_ON_WEEKDAYS = words_in("days weekday weekdays days_of_week open_days business_days working_days")


def lists_agree(record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let the elements of a list agree with one another, at any depth: what is paid later costs more, what is urgent takes less time,
    and nothing is answered after it is resolved."""
    ranked_within(record, fields)
    _originals_first(record, fields)
    for field in fields:
        value, inner = record.get(field.name), given(field.fields, [])
        if isinstance(value, dict) and inner:
            lists_agree(value, inner)
        item = given(field.items, None) if isinstance(value, list) and not stated(field.example) else None
        if item is None or not isinstance(value, list):
            continue
        rows = [row for row in value if isinstance(row, dict)]
        parts = given(item.fields, [])
        if len(rows) > 1 and len(rows) == len(value):
            _dearer_later(field.name, rows, parts)
            _by_urgency(rows, parts)
        elif snake(field.name) in _ON_WEEKDAYS and all(isinstance(each, int) for each in value):
            first = 0 if item.minimum == 0 else 1
            value[:] = [type(each)(first + at % 7) for at, each in enumerate(value)]
        for row in rows:
            _answered_first(row, parts)


def _originals_first(record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let what was put off be later than it was at first: due_on beside original_due_on."""
    for field in fields if any(field.name.startswith("original") for field in fields) else ():
        now, first = record.get(field.name), record.get(f"original_{field.name}")
        if (
            isinstance(now, datetime)
            and isinstance(first, datetime)
            and first > now
            and not stated(field.example)
        ):
            record[field.name], record[f"original_{field.name}"] = first, now


def ranked_within(record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let nobody be placed worse in a class than among all: age_place beside place."""
    for field in fields:
        if not field.name.endswith(_RANKED):
            continue
        head, _, last = snake(field.name).rpartition("_")
        among_all = number_in(record, last) if head and last in ("place", "rank", "position") else None
        own = number_in(record, field.name) if among_all is not None and is_free(field) else None
        if own is not None and among_all is not None and own > among_all and words_of(head) & _CLASSES:
            put(record, field, max(1, among_all // 3))


_RANKED = ("place", "rank", "position", "Place", "Rank", "Position")
_CLASSES = words_in("age class category gender sex group division team heat")


def _dearer_later(name: str, rows: list[dict[str, Any]], parts: Sequence[Field]) -> None:
    dates = [part.name for part in parts if part.type == "date" and part.required is True]
    prices = [part for part in parts if part.type == "decimal" and is_free(part) and not stated(part.example)]
    if len(dates) != 1 or len(prices) != 1 or not (words_of(name) | words_of(prices[0].name)) & TIERS:
        return
    least = min(number_in(row, prices[0].name) or 0 for row in rows)
    for at, row in enumerate(sorted(rows, key=lambda row: row[dates[0]])):
        put(row, prices[0], math.ceil(least * (1 + at / 5)))


def _by_urgency(rows: list[dict[str, Any]], parts: Sequence[Field]) -> None:
    level = next((part for part in parts if given(part.enum, []) and words_of(part.name) & _LEVELS), None)
    if level is None:
        return
    options = given(level.enum, [])
    is_rising = not words_of(str(options[0])) & _URGENT
    ranked = sorted(rows, key=lambda row: options.index(row[level.name]), reverse=is_rising)
    for part in parts:
        if part.type in _NUMBERS and words_of(part.name) & _TIMES and is_free(part):
            values = sorted((row[part.name] for row in rows), key=lambda value: float(str(value)))
            for row, value in zip(ranked, values, strict=True):
                row[part.name] = value


def _answered_first(row: dict[str, Any], parts: Sequence[Field]) -> None:
    times = [
        part for part in parts if part.type in _NUMBERS and words_of(part.name) & _TIMES and is_free(part)
    ]
    soon = [part for part in times if words_of(part.name) & _SOON]
    late = [part for part in times if words_of(part.name) & _LATE_ON]
    first = number_in(row, soon[0].name) if len(soon) == 1 == len(late) else None
    if first is not None and (number_in(row, late[0].name) or 0) <= first:
        put(row, late[0], first * 4)
