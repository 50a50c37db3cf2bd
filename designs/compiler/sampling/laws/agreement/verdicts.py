"""How good and how bad a thing is, said in several ways: by a state, a score, a choice and a flag. Each says it as well as its
choices let it. Only English words of judging and of harm are read, none of a trade."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ....content_cache import of_a_short_text
from ....model.conceptual import Field, given, stated
from ...languages import snake
from ...values.pools import words_in
from ...values.states import is_exit, is_past, is_state
from ...world import Thing
from ...world.sample_data import SampleData
from .. import like
from ..bounds import is_loose, number_in, put
from ..windows import RecordOf, parents_of, words_of

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_NEAR = 0.26
"""How far two ways of saying it may be apart."""


def _scale(**words: str) -> dict[str, float]:
    """What each word is worth, by a name like p80 for 0.8."""
    return {word: int(name[1:]) / 100 for name, row in words.items() for word in row.split()}


class Judgement(NamedTuple):
    """What several fields of a thing speak of. names: what such fields are called; worth: how good each word of a choice
    is; flags: how good a thing is that has a flag, by the flag's words."""

    names: frozenset[str]
    worth: Mapping[str, float]
    flags: Mapping[str, float]


_JUDGED = Judgement(
    words_in("result outcome verdict decision recommendation rating grade sentiment evaluation assessment conclusion satisfaction quality flag interpretation"),
    _scale(
        p100="excellent outstanding superb a",
        p80="pass passed ok good accept accepted approve approved positive satisfied satisfactory fit granted upheld awarded compliant "
        "conform conforming success successful recommended recommend admitted favourable favorable b",
        p50="fair maybe neutral conditional conditionally borderline partial partially warning minor revise revision average mixed remarks c",
        p30="major d",
        p20="poor bad fail failed reject rejected refused refuse negative declined denied dismissed dissatisfied unsatisfactory "
        "unfit noncompliant unsuccessful inadequate unacceptable e",
        p0="terrible f",
    ),
    _scale(p80="passed approved accepted compliant recommended satisfied fit", p20="failed rejected refused"),
)  # fmt: skip
_HARMED = Judgement(
    words_in("severity seriousness criticality harm injury damage outcome consequence consequences triage"),
    _scale(
        p100="none action negligible unharmed uninjured",
        p80="minor low mild slight cosmetic trivial recovered resolved treated site green",
        p50="moderate medium recovering yellow",
        p20="serious major high severe hospital hospitalised hospitalized hospitalisation hospitalization critical threatening lifethreatening orange red "
        "permanent disability irreversible",
        p0="fatal death died dead deceased catastrophic",
    ),
    _scale(p20="serious ambulance hospitalised hospitalized", p0="fatal died", p80="safe operable usable drivable"),
)  # fmt: skip
_SUBJECTS = (_HARMED, _JUDGED)
_FLAGS = words_in("flag interpretation")
_FLAGGED = _scale(p80="none normal n ok", p20="high low h l abnormal hh ll critical")
_SCORES = words_in("score rating stars points")
_SHARES = words_in("germination attendance accuracy correct success compliance hygiene score")
# Outcomes that are written where no choices are declared.
_WRITTEN = (
    {"accepted": 0.8, "rejected": 0.2, "withdrawn": 0.2}, {"passed": 0.8, "passed with remarks": 0.5, "failed": 0.2},
)  # fmt: skip
_NOT = words_in("not no non un without")
_NO_SCORE = words_in(
    "max min maximum minimum average avg total count limit target required pass threshold weight"
)
# What is said only of what has been decided, and states in which that is still to come.
_SAID_AT_LAST = words_in("decision verdict ruling outcome result passed conclusion certificate attendance")
_UNDECIDED = words_in(
    "pending open draft new queued waiting waitlisted planned scheduled requested submitted filed received announced preparation review reviewing "
    "progress started running assigned booked registered confirmed enrolled invited ordered in"
)  # fmt: skip
_DECIDES = words_in("decision ruling verdict judgement judgment determination")


# --- what each way says -----------------------------------------------------------------------------------


class Wording(NamedTuple):
    """One way in which a thing says it. worth: of each of its values; of a number its scale, and no worth of its own."""

    field: Field
    worth: Mapping[Any, float]
    scale: tuple[float, float] | None = None

    def says(self, record: Mapping[str, Any]) -> float | None:
        """How good the record's value is, from 0 to 1; None where it doesn't tell."""
        if self.scale is not None:
            number, (low, high) = number_in(record, self.field.name), self.scale
            high = high or _top(number or 0)
            return None if number is None else min(1.0, (number - low) / (high - low))
        value = record.get(self.field.name)
        return self.worth.get(value) if isinstance(value, str | bool) else None

    def say(self, record: dict[str, Any], good: float, number: int) -> None:
        """Let the record say that it is so good; what is near already stays. The worst is never near to what is not."""
        own = self.says(record)
        is_worst = good == 0 and 0 in self.worth.values() and self.field.name in record
        if not is_worst and (own is None or (abs(own - good) <= _NEAR and (own != 0 or good == 0))):
            return
        if self.scale is not None:
            low, high = self.scale
            high = high or _top(number_in(record, self.field.name) or 0)
            share = min(1.0, max(0.0, good + (number % 3 - 1) * 0.06))
            points = round(low + (high - low) * share, 0 if high > 5 else 1)
            put(record, self.field, max(points, 1 if high <= 5 else low))
        else:
            worths = [each for each in self.worth.values() if each or good == 0]
            least = min((abs(each - good) for each in worths), default=1)
            near = [value for value, each in self.worth.items() if abs(each - good) == least]
            record[self.field.name] = near[number % len(near)] if near else record[self.field.name]


def _top(number: float) -> float:
    """Of how many points a score is."""
    return 5 if number <= 5 else 10 if number <= 10 else 100


def _ways(fields: Sequence[Field], subject: Judgement) -> Iterator[Wording]:
    for field in fields:
        words, options = words_of(field.name), given(field.enum, [])
        if stated(field.computed) or field.unique is True:
            continue
        if (
            options
            and field.type == "string"
            and (words & subject.names or (subject is _JUDGED and is_state(field)))
        ):
            worth = _worths(options, _FLAGGED if words & _FLAGS else subject.worth)
            if len({*worth.values()}) > 1:
                yield Wording(field, worth)
        elif field.type == "string" and words & subject.names and subject is _JUDGED:
            yield from (Wording(field, worth) for worth in _WRITTEN)
        elif field.type == "bool" and (said := words & subject.flags.keys()) and not words & _NOT:
            yes = min(subject.flags[word] for word in said)
            yield Wording(field, {True: yes, False: 0.3 if yes == 0 else 1 - yes})
        elif field.type in _NUMBERS and subject is _JUDGED and (scale := _scale_of(field, words)) is not None:
            yield Wording(field, {}, scale)


def _worths(options: Sequence[Any], table: Mapping[str, float]) -> dict[Any, float]:
    """How good the choices of a field are, those that tell it; letters only beside letters."""
    letters = [option for option in options if re.fullmatch("[A-Fa-f]", str(option))]
    rows = ((option, _worth(str(option), table)) for option in (letters if len(letters) > 2 else options))
    return {
        option: worth
        for option, worth in rows
        if worth is not None and (len(str(option)) > 1 or len(letters) > 2)
    }


def _worth(option: str, table: Mapping[str, float]) -> float | None:
    """How good the words of a choice are, the strongest of them."""
    words = snake(option.replace("-", "_")).split("_")
    row = [table[word] for word in words if word in table]
    if not row:
        return None
    worth = max(row, key=lambda each: abs(each - 0.5))
    return 1 - worth if _NOT & {*words} and worth not in (0, 1) else worth


def _scale_of(field: Field, words: frozenset[str]) -> tuple[float, float] | None:
    """The least and the most of a score; most 0 where the score itself tells."""
    if words & {"percent", "percentage", "pct"}:
        return (0, 100) if words & _SHARES else None
    if not words & _SCORES or words & _NO_SCORE:
        return None
    low, high = given(field.minimum, None), given(field.maximum, None)
    if high is not None:
        return (low or 0, high)
    return (0, 0) if words & {"score", "points", "rating", "stars"} else None


# --- all of them alike ------------------------------------------------------------------------------------


def has_verdicts(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are judged in more than one way, or by what they belong to."""
    fields = world.fields(entity)
    spoken = any(_spoken(world, entity)) or _inner(world, entity)
    denied = _denying(fields) or _denying_inside(fields) or _set_together(world, entity)
    return bool(spoken or _late(world, entity) or denied)


def _spoken(world: SampleData, entity: str) -> list[list[Wording]]:
    rows = ([*_ways(world.fields(entity), subject)] for subject in _SUBJECTS)
    return [row if len(row) > 1 or words_of(entity) & _DECIDES else [] for row in rows]


def _inner(world: SampleData, entity: str) -> list[tuple[Field, list[Wording]]]:
    """The lists of objects that are judged in more than one way."""
    return [
        (field, ways)
        for field in world.fields(entity)
        if field.type == "array" and (item := given(field.items, None)) is not None
        for ways in ([*_ways(given(item.fields, []), subject)] for subject in _SUBJECTS)
        if len(ways) > 1
    ]


def _late(world: SampleData, entity: str) -> list[Field]:
    """What things of an entity say only when it is decided, where they have states."""
    fields = world.fields(entity)
    if not any(map(is_state, fields)):
        return []
    return [
        field
        for field in fields
        if _is_said_at_last(field.name) and field.required is not True and not is_state(field)
    ]


@of_a_short_text(4096)
def _is_said_at_last(name: str) -> bool:
    return bool(words_of(name) & _SAID_AT_LAST) and not words_of(name) & {
        "expected",
        "due",
        "by",
        "previous",
        "last",
    }


def _denying_inside(fields: Sequence[Field]) -> list[tuple[Field, list[tuple[str, list[str]]]]]:
    """The same of the objects of lists."""
    items = ((field, given(field.items, None)) for field in fields if field.type == "array")
    rows = ((field, _denying(given(item.fields, []))) for field, item in items if item is not None)
    return [(field, row) for field, row in rows if row]


def _denying(fields: Sequence[Field]) -> list[tuple[str, list[str]]]:
    """By a flag what there is only where it says yes: is_premiere and premiere_kind, answered and answer."""
    rows = []
    for flag in fields:
        words = snake(flag.name).split("_")
        if flag.type != "bool":
            continue
        what = "_".join(words[1:] if words[0] in ("is", "has", "was") else words)
        begun: tuple[str, ...] = (f"{what}_", f"{_GIVEN_WITH.get(words[-1], what)}_")
        if what == flag.name and not is_past(what):  # silent, and silent_since
            begun = (f"{what}_since", f"{what}_on", f"{what}_at")
        names = [
            field.name
            for field in fields
            if field.required is not True and not stated(field.example) and not stated(field.computed) and field.type != "bool"
            and (snake(field.name).startswith(begun) or (field.type == "string" and (what in (f"{snake(field.name)}ed", f"{snake(field.name)}d") or snake(field.name) in _SAID_WHERE.get(what, ()))))
        ]  # fmt: skip
        rows += [(flag.name, names)] if names else []
    return rows


_SAID_WHERE = {
    "answered": ("answer", "reply", "response", "argument"),
    "decided": ("decision",),
    "resolved": ("resolution",),
}
_GIVEN_WITH = {"certified": "certificate", "insured": "insurance", "organic": "certificate"}


def judged_alike(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let all ways in which a thing is judged agree; and what is not decided yet have no outcome."""
    spoken = world.answered("spoken", thing.entity, lambda: _spoken(world, thing.entity))
    for ways in spoken:
        good = _said_first(ways, record, thing.number)
        if words_of(thing.entity) & _DECIDES:
            good = next((each for each in _above(world, thing, of) if each is not None), good)
        if good is not None:
            free = (way for way in ways if is_loose(way.field, thing.number) and not is_state(way.field))
            for way in free:
                way.say(record, good, thing.number)
    for field, ways in world.answered("spoken inside", thing.entity, lambda: _inner(world, thing.entity)):
        for at, element in enumerate(record.get(field.name) or ()):
            good = _said_first(ways, element, thing.number + at) if isinstance(element, dict) else None
            if good is not None:
                for way in ways:
                    if is_loose(way.field, thing.number + at):
                        way.say(element, good, thing.number + at)
    _decided_first(world, thing, record)
    _counted_by_state(world, thing, record)
    own = world.answered("denying", thing.entity, lambda: _denying(world.fields(thing.entity)))
    _deny(record, own)
    for field, row in world.answered("denying inside", thing.entity, lambda: _denying_inside(fields)):
        for element in record.get(field.name) or ():
            if isinstance(element, dict):
                _deny(element, row)


def _set_together(world: SampleData, entity: str) -> list[tuple[Field, Field, dict[str, Any]]]:
    """What operations set to a constant together with a state: by the state and by the other field, which value each state has."""
    by_name = {field.name: field for field in world.fields(entity)}
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for operation in world.operations_on(entity):
        effects = given(operation.effects, [])
        values = {each.field: given(each.value, None) for each in effects if each.do == "set"}
        states = [name for name in values if name in by_name and is_state(by_name[name])]
        for name, value in values.items() if len(states) == 1 else ():
            if name in by_name and isinstance(value, bool | int):
                rows.setdefault((states[0], name), {})[str(values[states[0]])] = value
    return [(by_name[state], by_name[name], row) for (state, name), row in rows.items()]


def _counted_by_state(world: SampleData, thing: Thing, record: dict[str, Any]) -> None:
    """Let what operations set with a state be so in it, and otherwise in the states before: open while it counts."""
    for state, field, row in world.answered(
        "set together", thing.entity, lambda: _set_together(world, thing.entity)
    ):
        now, old = record.get(state.name), record.get(field.name)
        if not isinstance(now, str) or old is None or (thing.number == 0 and stated(field.example)):
            continue
        values = {*row.values()}
        if now not in row and not (len(values) == 1 and values <= {0, 1}):
            continue
        counts = row[now] if now in row else min(values) if is_exit(now) else 1 - min(values)
        record[field.name] = bool(counts) if field.type == "bool" else like(old, int(counts))


def _deny(record: dict[str, Any], rows: Sequence[tuple[str, list[str]]]) -> None:
    """Take away what a flag denies."""
    for flag, names in rows:
        for name in names if record.get(flag) is False else ():
            record.pop(name, None)


def _said_first(ways: Sequence[Wording], record: Mapping[str, Any], number: int) -> float | None:
    """How good a thing is: as the designer's example says, a state, a number, else the first of its choices."""
    rows: list[Sequence[Wording]] = [
        [way for way in ways if number == 0 and stated(way.field.example)],
        [way for way in ways if is_state(way.field)],
        [way for way in ways if way.scale is not None],
        [way for way in ways if way.scale is None and way.field.type != "bool"],
        ways,
    ]
    says = (said for row in rows for way in row if (said := way.says(record)) is not None)
    return next(says, None)


def _above(world: SampleData, thing: Thing, of: RecordOf) -> Iterator[float | None]:
    """What the state of what is decided about says, of the last decision about it."""
    for _, parent in parents_of(world, thing):
        ways = [way for way in _ways(world.fields(parent.entity), _JUDGED) if is_state(way.field)]
        yield from (way.says(of(parent)) for way in ways)


def _decided_first(world: SampleData, thing: Thing, record: dict[str, Any]) -> None:
    """Let nothing be said of the outcome of what is not decided yet, or was called off."""
    late = world.answered("said at last", thing.entity, lambda: _late(world, thing.entity))
    states = [field for field in world.fields(thing.entity) if is_state(field)] if late else []
    for state in states[:1]:
        value = record.get(state.name)
        now = words_of(value) if isinstance(value, str) else frozenset[str]()
        judged = _worth(value, _JUDGED.worth) if isinstance(value, str) else None
        if judged is not None or not (now <= _UNDECIDED or is_exit(str(value))) or not now:
            continue
        for field in late:
            if not (stated(field.example) and thing.number == 0):
                record.pop(field.name, None)
