"""In which of the states of its two ends a link may be, and what it says there: as operations tell that ask for a state, and as states do
that are called alike. A lot is sold in an auction that runs, and what was clocked was released."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from ....model.conceptual import Field, Operation, Relationship, given, stated
from ....names.inflection import singular
from ...languages import snake
from ...values.moments import moved
from ...values.pools import is_person
from ...values.states import in_turn, is_exit, is_over, is_past, is_state, stems
from ...world import Link, Thing, names_time, within_hours
from ...world.parents import Ancestry
from ...world.sample_data import SampleData
from ..progress import Progress
from ..windows import DAY, HOUR, RecordOf, happens, words_of
from .pairs import placed_alike, with_linked

_SMALL = frozenset("on in at by to of for off out up no not and".split())
_SIDES = (("from", "to"), ("to", "from"))
States = frozenset[str]
NONE: States = frozenset()


class LifeOf:
    """The states of an entity, and how its operations lead from one to another. came: the date that is set with one."""

    def __init__(self, world: SampleData, entity: str) -> None:
        field = next((each for each in world.fields(entity) if is_state(each)), None)
        self.name = field.name if field is not None else ""
        self.options = in_turn([str(each) for each in given(field.enum, [])]) if field is not None else []
        self.operations = world.operations_on(entity)
        self.done = [each for each in self.options if is_done(each)]
        dates = [each.name for each in world.fields(entity) if each.type == "date"]
        self.meant = [name for name in dates if not is_past(name)][:1]
        self.into: dict[str, set[str]] = {}
        self.came: dict[str, str] = {}
        for operation in self.operations:
            state = self.comes_to(operation)
            if state:
                self.into.setdefault(state, set()).update(self.asked(operation) or self.options)
                dates = [
                    each.field for each in given(operation.effects, []) if each.do in ("set", "current-date")
                ]
                self.came.update((state, name) for name in dates if is_past(name))

    def comes_to(self, operation: Operation) -> str:
        """The state that an operation sets, "" of others."""
        values = (
            given(each.value, None)
            for each in given(operation.effects, [])
            if each.field == self.name and each.do == "set"
        )
        return next((value for value in values if isinstance(value, str) and value in self.options), "")

    def asked(self, operation: Operation) -> States:
        """The states of which an operation asks for one; none where it asks for none."""
        asked: set[str] = set()
        for match in given(operation.filter, []):
            value = given(match.value, None)
            if match.field == self.name and given(match.match, "eq") in ("eq", "in"):
                asked.update(
                    each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)
                )
        return frozenset(asked)

    def after(self, states: Iterable[str]) -> States:
        """These states and all that come after them: as operations lead, else in the order in which they are listed."""
        reached = set(states) & {*self.options}
        course = [option for option in self.options if not is_exit(option)]
        size = -1
        while size != len(reached):
            size = len(reached)
            for option in self.options:
                near = self.into.get(option)
                if near is None:
                    near = {*course[:2]} if is_exit(option) else {*course[: course.index(option)][-1:]}
                if near & reached:
                    reached.add(option)
        return frozenset(reached)

    def before(self, states: Iterable[str]) -> States:
        """The states from which operations lead to one of these, these with them; all where no operation does."""
        near = {each for state in states for each in self.into.get(state, self.options)}
        return frozenset(near) | self.after(states)


class LinkRules(NamedTuple):
    """there: by the end, the states in which there are links; fields: by the field, those of each end that ask for it; states: the same by a
    state of the link; alike: of which states an end must have come to one as the other has, or the link."""

    link: Relationship
    lives: Mapping[str, LifeOf]
    own: Field | None
    there: dict[str, States]
    fields: dict[str, dict[str, States]]
    states: dict[str, dict[str, States]]
    alike: Sequence[str]
    own_alike: Sequence[tuple[str, str]]
    begun: dict[str, States]


def rules_of(world: SampleData, link: Relationship) -> LinkRules | None:
    """What is told of the links of a relationship, None where nothing is."""
    return world.answered("stages", link.name, lambda: _rules_of(world, link))


def _rules_of(world: SampleData, link: Relationship) -> LinkRules | None:
    ends = {link.from_.entity, link.to.entity}
    lives = (
        {side: LifeOf(world, link.end(side).entity) for side, _ in _SIDES}
        if ends <= world.names.entities.keys()
        else {}
    )
    if len(ends) == 1 or not any(life.options for life in lives.values()):
        return None
    own = next((each for each in given(link.link_fields, []) if is_state(each)), None)
    options = [str(each) for each in given(own.enum, [])] if own is not None else []
    done = {side: lives[side].done for side, _ in _SIDES}
    rules = LinkRules(
        link, lives, own, {}, {}, {},
        alike=[each for each in lives["from"].options if each in lives["to"].options and is_done(each)],
        own_alike=[(side, each) for side in done for each in done[side] if each in options],
        begun={},
    )  # fmt: skip
    for side, far in _SIDES:
        _told_by_operations(rules, side, world.names.end(link, side).removesuffix("._id"))
        life, called = lives[side], {singular(word) for word in snake(link.end(far).entity).split("_")}
        for option in life.options[1:]:
            if words_of(option) & _SMALL and words_of(option) - _SMALL == called:
                rules.there[side] = rules.there.get(side, frozenset(life.options)) & life.after([option])
    for before, option in pairwise(options):  # what comes after what asks for a state asks for it, too
        if option not in rules.states and not is_exit(option) and before in rules.states:
            rules.states[option] = rules.states[before]
    tells = rules.there or rules.fields or rules.states or rules.alike or rules.own_alike
    return rules if tells else None


def _told_by_operations(rules: LinkRules, side: str, name: str) -> None:
    """Take what the operations of an end do in its states with the links that it calls so."""
    life = rules.lives[side]
    for operation in life.operations if life.options else ():
        asked, now = life.asked(operation), life.comes_to(operation)
        for effect in given(operation.effects, []) if asked or now else ():
            head, _, last = effect.field.rpartition(".")
            value = given(effect.value, None)
            if effect.field == name and effect.do == "push":
                rules.there[side] = rules.there.get(side, NONE) | life.after([now] if now else asked)
                rules.begun[side] = rules.begun.get(side, NONE) | asked
            elif asked and head == name and effect.do in ("set", "current-date"):
                if rules.own is None or last != rules.own.name:
                    rules.fields.setdefault(last, {})[side] = life.after(asked)
                elif isinstance(value, str):
                    rules.states.setdefault(value, {})[side] = life.after(asked)


def called_like_a_state(world: SampleData, link: Relationship) -> States:
    """In which states a thing may be in what a relationship leads to that is called like one of them: a report is in a repair once it
    is confirmed. None of others: what leads to people, or must be there."""
    return world.answered("called like a state", link.name, lambda: _called_like_a_state(world, link))


def _called_like_a_state(world: SampleData, link: Relationship) -> States:
    if link.kind != "one-to-many" or any(given(end.count.min, 0) for end in (link.from_, link.to)):
        return NONE
    life = LifeOf(world, link.to.entity)
    called = stems("_".join(word for word in snake(link.name.replace(" ", "_")).split("_") if is_past(word)))
    happened = any(each.type == "date" and happens(each.name) for each in world.fields(link.from_.entity))
    if not happened or is_person(link.from_.entity):
        return NONE
    is_called = any(stems(option) & called for option in life.options[1:] if not is_exit(option))
    return frozenset(option for option in life.options[1:] if is_called and not is_exit(option))


def is_done(state: str) -> bool:
    """Whether a state says what was done, and ends no life early: shipped."""
    return is_past(state) and not is_exit(state)


def _state(rules: LinkRules, side: str, thing: Thing, of: RecordOf) -> str:
    return str(of(thing).get(rules.lives[side].name)) if rules.lives[side].name else ""


def _fits(rules: LinkRules, pair: tuple[Thing, Thing], of: RecordOf) -> bool:
    """Whether two things may be linked, in the states that they are in."""
    now = {side: _state(rules, side, thing, of) for side, thing in zip(("from", "to"), pair, strict=True)}
    if any(now[side] not in allowed for side, allowed in rules.there.items()):
        return False
    few = _of_few(rules.link)
    for state in rules.alike:
        come = {side: now[side] in rules.lives[side].after([state]) for side in now}
        if come["from"] != come["to"] or (few and now[few] not in rules.lives[few].before([state])):
            return False
    return rules.own is None or bool(_open_to(rules, now))


def _of_few(link: Relationship) -> str:
    """The end whose things have fewer links than those of the other; "" where nothing tells."""
    counts = {
        side: given(link.end(side).count.average, given(link.end(side).count.max, None) or 0)
        for side, _ in _SIDES
    }
    return min(counts, key=lambda side: counts[side]) if counts["from"] != counts["to"] else ""


def _open_to(rules: LinkRules, now: Mapping[str, str]) -> list[str]:
    """The states in which a link may be whose ends are in these."""
    options = [str(each) for each in given(rules.own.enum, [])] if rules.own is not None else []
    left = [
        option
        for option in options
        if all(now[side] in allowed for side, allowed in rules.states.get(option, {}).items())
    ]
    for side, state in rules.own_alike:
        has_come = now[side] in rules.lives[side].after([state])
        left = [option for option in left if (option == state) == has_come]
    return left


def relink(world: SampleData, of: RecordOf) -> None:
    """Let links be between things whose states allow them, as far as there are such; those come first of which most may be told."""
    ways = Ancestry(world)
    ways.settled.update(world.generations)
    for link in world.names.relationships.values():
        rules = rules_of(world, link) if link.kind in ("many-to-many", "graph") else None
        is_bound = any(given(end.count.min, 0) for end in (link.from_, link.to))
        if rules is None or is_bound or world.traits(link).within_document:
            continue
        pairs = [
            (pair.source, pair.target)
            for near in world.everywhere(link.from_.entity)
            for pair in world.links(link.name, "from", near)
        ]
        counts = [_allowed(rules, pair, of) for pair in pairs]
        if all(_fits(rules, pair, of) for pair in pairs) and counts == sorted(counts, reverse=True):
            continue
        fitting = [*_pairs(ways, rules, pairs, of)] or [pair for pair in pairs if _fits(rules, pair, of)]
        if fitting:
            world.link_anew(link, sorted(fitting, key=lambda pair: -_allowed(rules, pair, of)))
    with_linked(world)


def _pairs(
    ways: Ancestry, rules: LinkRules, pairs: Sequence[tuple[Thing, Thing]], of: RecordOf
) -> Iterator[tuple[Thing, Thing]]:
    """As many pairs that fit as there were: each thing gets one before any gets another, and none more than those had."""
    most = [max(Counter(pair[at] for pair in pairs).values(), default=0) for at in (0, 1)]
    ones, others = (ways.world.everywhere(rules.link.end(side).entity) for side, _ in _SIDES)
    taken: list[tuple[Thing, Thing]] = []
    for _ in range(most[0]):
        for near in ones:
            held = Counter(pair[1] for pair in taken)
            free = (
                (near, other)
                for other in sorted(others, key=lambda other: held[other])
                if held[other] < most[1]
            )
            pair = next(
                (pair for pair in free if pair not in taken and ways.share(*pair) and _fits(rules, pair, of)),
                None,
            )
            if pair is not None and len(taken) < len(pairs):
                taken.append(pair)
                yield pair


def _allowed(rules: LinkRules, pair: tuple[Thing, Thing], of: RecordOf) -> int:
    """How many of the fields of a link its ends allow."""
    now = {"from": _state(rules, "from", pair[0], of), "to": _state(rules, "to", pair[1], of)}
    rows = [*rules.fields.values(), *rules.states.values()]
    return sum(all(now[side] in allowed for side, allowed in row.items()) for row in rows)


class Staged(Progress, frozen=True, gc=False):
    """How far a link has come: in which states it may be."""

    open_to: tuple[str, ...] = ()

    def state(self, field: Field, value: str) -> str:
        """The value of its state, or the nearest one before it, else after it, in which it may be."""
        options = [str(each) for each in given(field.enum, [])]
        if not self.open_to or value in self.open_to or value not in options:
            return value
        at = options.index(value)
        return next(each for each in (*options[:at][::-1], *options[at:]) if each in self.open_to)


def progress_of(world: SampleData, link: Link, of: RecordOf) -> Staged:
    """What the states of its ends let a link say of its own."""
    rules = rules_of(world, link.relationship)
    now = _now(rules, link, of) if rules is not None and rules.own is not None else {}
    return Staged(open_to=tuple(_open_to(rules, now))) if rules is not None and now else Staged()


def _now(rules: LinkRules, link: Link, of: RecordOf) -> dict[str, str]:
    return {side: _state(rules, side, link.end(side), of) for side, _ in _SIDES}


def as_its_ends_are(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a link have what its ends' states allow, and its dates when they were in those."""
    rules = rules_of(world, link.relationship)
    if rules is None:
        return
    now = _now(rules, link, of)
    is_over = False
    for field in fields:
        asked = rules.fields.get(field.name, {})
        denied = any(now[side] not in allowed for side, allowed in asked.items())
        is_over = is_over or (denied and field.required is not True)
        if (
            field.name in record
            and field.required is not True
            and (denied or (is_over and not asked and field.type != "bool"))
        ):
            del record[field.name]
    if rules.own is not None and record.get(rules.own.name) == "":
        del record[rules.own.name]
    for at, field in enumerate(fields):
        if (
            field.type == "date"
            and isinstance(record.get(field.name), datetime)
            and not stated(field.example)
        ):
            _while_it_was(rules, link, record, field, of, at)
    dated = [
        each.name
        for each in fields
        if each.type == "date" and each.name in record and is_past(each.name) and not stated(each.example)
    ]
    record.update(zip(dated, sorted(record[name] for name in dated), strict=True))


def as_far_as_it_is(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let no more have happened to what a thing takes up than its own state leaves room for: who is released has nothing to do
    at what is but open."""
    optional = [
        field.name
        for field in fields
        if field.type == "date" and field.required is not True and names_time(field.name)
    ]
    passing = [side for side, _ in _SIDES if within_hours(world, link.end(side).entity)] if optional else []
    for side in passing if len(passing) == 1 else ():
        thing = link.end(side)
        life = LifeOf(world, thing.entity)
        now = of(thing).get(life.name)
        way = [option for option in life.options if not is_exit(option) or option in life.done]
        if now in way and not is_over(str(now)):
            come = way.index(now) * len(optional) // max(1, len(way) - 1)
            for name in optional[come:]:
                record.pop(name, None)


def _while_it_was(
    rules: LinkRules, link: Link, record: dict[str, Any], field: Field, of: RecordOf, at: int
) -> None:
    """Let what operations do in a state be done after it began, and before the next one."""
    for side, life in rules.lives.items():
        allowed = rules.fields.get(field.name, {}).get(side)
        asked = (
            allowed if allowed is not None else (rules.begun.get(side) if field.required is True else None)
        )
        if not asked:
            continue
        above = of(link.end(side))
        first = (
            asked
            if allowed is None
            else frozenset(each for each in asked if not life.into.get(each, NONE) & asked)
        )
        lower = [above.get(life.came[each]) for each in first if each in life.came]
        upper = [
            above.get(name)
            for each, name in life.came.items()
            if life.into.get(each, NONE) & first and each not in first
        ]
        if allowed is None and not any(isinstance(each, datetime) for each in upper):
            upper.append(next((above.get(name) for name in life.meant), None))
        begun = max((each for each in lower if isinstance(each, datetime)), default=None)
        ended = min((each for each in upper if isinstance(each, datetime)), default=None)
        record[field.name] = _moved_to(record[field.name], begun, ended, link.number + at)


def as_it_is_linked(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is shipped in a shipment be so when that is: by the dates of both that are called like the state; and be placed in a
    race as is said there."""
    placed_alike(world, thing, record, fields, of)
    for relationship in world.names.relationships.values():
        rules = rules_of(world, relationship) if relationship.kind == "many-to-many" else None
        side = _of_few(relationship) if rules is not None and rules.alike else ""
        if rules is None or not side or relationship.end(side).entity not in world.line(thing.entity):
            continue
        for link in world.links(relationship.name, side, thing)[:1]:
            far = link.end("to" if side == "from" else "from")
            for state in rules.alike:
                _on_the_day(record, fields, state, _date_of(world.fields(far.entity), of(far), state))


def _date_of(fields: Sequence[Field], record: Mapping[str, Any], state: str) -> datetime | None:
    dates = (
        record.get(each.name) for each in fields if each.type == "date" and stems(each.name) == stems(state)
    )
    return next((date for date in dates if isinstance(date, datetime)), None)


def _on_the_day(record: dict[str, Any], fields: Sequence[Field], state: str, day: datetime | None) -> None:
    for field in fields if day is not None else ():
        own = record.get(field.name)
        is_it = field.type == "date" and stems(field.name) == stems(state) and not stated(field.example)
        if day is not None and is_it and isinstance(own, datetime):
            record[field.name] = own + timedelta(days=(day.date() - own.date()).days)


def _moved_to(date: datetime, lower: datetime | None, upper: datetime | None, turn: int) -> datetime:
    """A date between two others, or some hours after the one or before the other. turn: of several one after another."""
    if lower is not None and not lower < date < min(upper or lower + 2 * DAY, lower + 2 * DAY):
        hours = (3 + turn % 7 / 3) * HOUR
        room = (upper - lower) * (turn % 7 + 1) / 9 if upper is not None and upper > lower else hours
        date = moved(lower, min(hours, room))
    elif lower is None and upper is not None and not upper - 2 * DAY < date < upper:
        date = moved(upper, -(14 + turn % 5) * HOUR)
    return date.replace(second=0, microsecond=0)
