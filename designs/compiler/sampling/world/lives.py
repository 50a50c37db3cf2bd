"""What has happened to a thing, as its state says: nothing is closed that is open; and what belongs to it in one of its states
alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Model, Relationship, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.course import Course
from ..values.pools import is_person, words_in
from ..values.states import (
    AHEAD,
    WrittenFields,
    comes_of,
    in_turn,
    is_past,
    is_state,
    is_told_of,
    stem_of,
)
from .sample_data import SampleData

_STATES = words_in("status state stage phase")
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_OVER = words_in("done completed finished closed resolved ended")
_UNDONE = words_in("cancelled canceled withdrawn rejected refused failed void aborted abandoned revoked")
OVER_OR_UNDONE = _OVER | _UNDONE
_DONE = OVER_OR_UNDONE | words_in(
    "started delivered shipped arrived returned paid published approved refunded discharged collected archived deleted expired released launched"
)  # fmt: skip
_BEFORE = words_in(
    "started paid published approved issued sent granted confirmed accepted decided ruled judged"
)  # and then undone
_RARE = _UNDONE | words_in(
    "discontinued refunded edited corrected disputed left died deceased death deleted archived decommissioned retired retires suspended blocked banned "
    "locked terminated replaced dismantled scrapped recalled escalated reopened extended lost stolen exmatriculated"
)
_DECIDED = words_in("decided ruled judged")
_ENDS = (
    words_in("closed resolved fixed repaired returned paid met cleared replied answered settled") | _DECIDED
)
_VERDICTS = words_in(
    "decided upheld dismissed granted approved accepted rejected refused denied overturned passed failed awarded"
)
_UNPAID = words_in("unpaid overdue")
# What a yes to one word denies of another: no reason to refuse what is accepted, and nothing met that is missed.
_AGAINST = {
    "rejected": words_in("accepted approved granted passed ok valid"), "refused": words_in("accepted approved granted"),
    "met": words_in("missed"), "paid": words_in("waived unpaid"), "failed": words_in("passed ok"),
}  # fmt: skip
_NOT_YET = words_in(
    "proposed pending open draft new queued waiting planned scheduled requested submitted reported announced expected created "
    "placed reserved held booked quoted todo unpaid awaiting undecided unanswered uploaded processing review"
)
_NOUNS = {
    "stop": "stopped", "cancellation": "cancelled", "cancel": "cancelled", "rejection": "rejected", "refusal": "refused",
    "refund": "refunded", "failure": "failed", "termination": "terminated", "suspension": "suspended", "withdrawal": "withdrawn",
    "reject": "rejected", "block": "blocked", "closure": "closed", "discontinuation": "discontinued", "return": "returned", "deferral": "deferred", "hold": "held",
}  # fmt: skip
_WHY = ("reason", "because", "note", "comment", "text")
_SMALL = words_in("on in at by to of for off out up no not and")  # of states: on leave, in review
_UNTIL = words_in("until due valid expires from next")
_OUT = words_in("released launched live published")  # one happening in several words
_LEFT = words_in("left leaves resigned quit")
_GONE = words_in(
    "left retired resigned former inactive terminated dismissed gone quit expelled"
)  # of members and staff
# What is valid or given only of what was passed; and how it is said that it was not.
_EARNED = words_in("valid certificate licence license expires expiry")
_TROUBLE = words_in("fault error alarm failure incident damage accident injury mishap")
_OUTCOMES, _NOT_PASSED = (
    words_in("result outcome verdict"),
    words_in("fail failed rejected refused denied abandoned"),
)
_PLACES = words_in("address location opening_hours")  # what stands somewhere, and is seldom closed
_RUNNING, PAYMENTS = map(
    words_in, ("active running started live current processing", "payment instalment installment")
)
_MEASURED = words_in("measured actual achieved")


Wanted = tuple[str, ...]
"""Texts of which an operation asks a field for one."""


def constants_asked(model: Model) -> dict[tuple[str, str], list[Wanted]]:
    """The texts that operations ask a field for, by entity and path: samples show one of each, so that a read finds something, and
    two where several writes would each change it. Those that are asked for again come last. A field of what belongs to an entity
    is that of the other one: samples.result."""
    asked: dict[tuple[str, str], Counter[Wanted]] = {}
    inner = {(link.from_.entity, given(link.from_.field, "")): link.to.entity for link in model.links}
    for operation in given(model.operations, []):
        matches = (match for match in given(operation.filter, []) if given(match.match, "eq") in ("eq", "in"))
        constants = [(match.field, given(match.value, None)) for match in matches]
        for path, constant in [*constants, *given(operation.always_filter, {}).items()]:
            texts = constant if isinstance(constant, list) else [constant]
            if wanted := tuple(each for each in texts if isinstance(each, str)):
                head, _, last = path.rpartition(".")
                far = inner.get((operation.entity, head)) if head else None
                place = (operation.entity, path) if far is None else (far, last)
                asked.setdefault(place, Counter())[wanted] += operation.kind != "read" and place[1] == path
    return {place: [*row, *(each for each in row if row[each] > 1)] for place, row in asked.items()}


def with_each_constant(
    values: Sequence[Any],
    asked: Sequence[Wanted],
    allows: Callable[[int, str], bool] = lambda at, constant: True,
    leads_on: Callable[[int], bool] = lambda at: False,
) -> list[Any]:
    """The values of things one after another with one of each constants among them: things that show nothing that is asked
    for, or what another one shows, give way, but never the first, which has the examples. allows: whether a thing may show
    a constant; one does all the same where none may, rather one that leads on to nothing."""
    shown = [*values]
    for turn, wanted in enumerate(asked):
        if sum(value in wanted for value in shown) > asked[:turn].count(wanted):
            continue
        needed = [each for each in asked if sum(value in each for value in shown) <= asked.count(each)]
        free = [at for at in range(len(shown) - 1, 0, -1) if not any(shown[at] in each for each in needed)]
        tries = [(at, constant) for at in free for constant in wanted if allows(at, constant)]
        last = [at for at in free if not leads_on(at)] or free
        tries += [(last[0], wanted[0])] if last and wanted not in asked[:turn] else []
        for at, constant in tries[:1]:
            shown[at] = constant
    return shown


class Life:
    """What the fields of an entity tell about how far its things have come.

    states: the fields that say it. ends: by path-less name, the words of optional dates of what happens at some time.
    flags: by the same names, the fields that say yes or no to it; denied: those whose yes says no. rare: those of what
    happens to few, where no field says to whom; open: of what has not happened yet to some, likewise.
    """

    def __init__(self, fields: Iterable[Field], by_operations: WrittenFields | None = None) -> None:
        fields = list(fields)
        self.course = Course(fields, by_operations)
        self.examples = {field.name for field in fields if stated(field.example)}
        self.states = [
            field
            for field in fields
            if field.type == "string" and (_STATES.intersection(_words(field.name)) or is_state(field))
        ]
        optional = [field for field in fields if field.required is not True]
        said = [field for field in optional if field.type == "string" and not stated(field.example)]
        dates = [field for field in optional if field.type == "date"]
        reasons = [field for field in said if snake(field.name).endswith(_WHY)]
        flags = [field.name for field in fields if field.type == "bool"]
        self.ends = self._happenings(dates, said, reasons, flags)
        self.flags = {
            name: [flag for flag in flags if words & _words(flag)] for name, words in self.ends.items()
        }
        self.denied = {
            name: [flag for flag in flags if any(_words(flag) & _AGAINST.get(word, set()) for word in words)]
            for name, words in self.ends.items()
        }
        by = [field for field in said if snake(field.name).endswith("_by")]
        untold = [field for field in (*dates, *reasons, *by) if not self._is_told(field)]
        names = {snake(field.name) for field in fields}
        rare = (
            _RARE | words_in("closed") if "name" in names and names & _PLACES and not self.states else _RARE
        )
        self.rare = [field.name for field in untold if self.ends.get(field.name, _words(field.name)) & rare]
        if any(
            field.type in ("double", "decimal") for field in fields
        ):  # what is measured is seldom out of order
            self.rare += [
                field.name for field in said if _TROUBLE & _words(field.name) and not stated(field.example)
            ]
        self._set_apart(fields, optional, untold)

    def _set_apart(self, fields: list[Field], optional: list[Field], untold: list[Field]) -> None:
        """Find what says how it went, what is there only if it went well, and what has not happened to some."""
        self.outcomes = [
            field for field in fields if field.type == "string" and snake(field.name) in _OUTCOMES
        ]
        self.earned = [field.name for field in optional if _words(field.name) & _EARNED]
        self.measured = [
            field.name
            for field in optional
            if field.type in _NUMBERS and not stated(field.computed) and _words(field.name) & _MEASURED
        ]
        self.open = [
            field.name
            for field in untold
            if field.type == "date"
            and field.name not in self.rare
            and not self.states
            and _words(field.name) & _ENDS
            and _words(field.name).isdisjoint(_UNTIL)
        ]

    def _happenings(
        self, dates: list[Field], said: list[Field], reasons: list[Field], flags: list[str]
    ) -> dict[str, frozenset[str]]:
        """What has happened where an optional field has a value, by its name."""
        listed = {
            word for field in self.states for option in given(field.enum, []) for word in _words(str(option))
        }
        by = [field for field in said if snake(field.name).endswith("_by") and not given(field.enum, [])]
        words = (
            _DONE
            | _ENDS
            | (_LEFT if listed & _GONE else frozenset())
            | (listed - _NOT_YET - _RUNNING - _SMALL)
        )
        happenings = {
            field.name: _words(field.name) & words
            for field in (*dates, *by)
            if "next" not in _words(field.name)
        }
        words_said = listed | {word for name in flags for word in _words(name)}
        happenings |= {field.name: _reasoned(field.name, words_said) for field in reasons}
        return {name: happened for name, happened in happenings.items() if happened}

    def _is_told(self, field: Field) -> bool:
        """Whether something says if it has happened: an example, a yes or no, a state that lists it or has no list."""
        if (
            field.name in self.course.steps
            or stated(field.example)
            or self.flags.get(field.name)
            or self.denied.get(field.name)
        ):
            return True
        words = self.ends.get(field.name, _words(field.name)) & (_RARE | _ENDS)
        if words & _LEFT and any(
            _GONE & _words(str(option)) for state in self.states for option in given(state.enum, [])
        ):
            return True
        lists = [given(state.enum, []) for state in self.states]
        return any(not options or any(words & _words(str(option)) for option in options) for options in lists)

    def contradicted(self, record: dict[str, Any], number: int) -> list[str]:
        """The dates of what has not happened to a thing with these values. number: of the thing; of what happens to few
        the second one is the example. The first thing keeps what the designer gives examples of."""
        rare = [name for name in self.rare if number != 1 and name in record]
        waiting = [name for name in self.open if number % 3 == 2 and name in record]
        rare += waiting + [name for name in self.course.after(waiting) if name in record and name not in rare]
        states = [(field, record.get(field.name)) for field in self.states]
        outcomes = frozenset(
            word
            for field in (self.outcomes if self.earned else ())
            for word in _words(str(record.get(field.name)))
        )
        rare += [
            name for name in self.earned if outcomes & _NOT_PASSED and name in record and name not in rare
        ]
        is_ahead = bool(self.measured) and any(_words(str(state)) & AHEAD for _, state in states)
        rare += [name for name in self.measured if is_ahead and name in record and name not in rare]
        shown = {} if number else self.examples
        rare += [name for name in self.course.contradicted(record) if name not in rare and name not in shown]
        rare += [
            name
            for name, words in self.ends.items()
            if name in record
            and name not in rare
            and not (number == 0 and name in self.examples)
            and (
                any(record.get(flag) is False for flag in self.flags[name])
                or any(record.get(flag) is True for flag in self.denied[name])
                or any(isinstance(state, str) and not _allows(field, state, words) for field, state in states)
            )
        ]
        rare += [name for name in self.course.left_alone(record, rare) if name not in shown]
        return [name for name in rare if self.course.is_told_there(record, name) is not True]

    def state(self, field: Field, number: int, value: Any) -> Any:
        """The value of a field of a thing, the furthest state for the first that the designer gives no example of: some
        sample has what happens last."""
        is_told = self.ends or self.course.steps or self.course.writes
        if not is_told or field not in self.states or not given(field.enum, []):
            return value
        furthest = self.furthest(field)
        first = given(field.example, self.furthest(field, self.examples))
        return first if number == 0 else furthest if number == 1 and first != furthest else value

    def furthest(self, field: Field, shown: Iterable[str] = ()) -> Any:
        """The state in which most of the dates may be there, of those that a field lists. shown: fields with examples, with which
        it is not to disagree."""
        listed = self.course.options.get(field.name, given(field.enum, []))
        options = [option for option in listed if option not in self.course.exits]
        if (moves := self.course.moves) is not None:
            options = [each for each in options if moves.agrees(field.name, each, shown)] or options
        return max(
            options or given(field.enum, []),
            key=lambda option: (
                sum(_allows(field, str(option), words) for words in self.ends.values()),
                sum(
                    self.course.comes_to(name, step, {field.name: str(option)})
                    for name, step in self.course.steps.items()
                ),
                options.index(option),
            ),
        )


def _allows(field: Field, state: str, happening: frozenset[str]) -> bool:
    """Whether something can have happened to a thing in this state: states are listed in the order of a life."""
    now, options = _words(state), [_words(str(option)) for option in given(field.enum, [])]
    if now & _UNPAID and "paid" in happening:
        return False
    if now & happening or (now & _OUT and happening & _OUT):
        return True
    if happening & _LEFT and any(option & _GONE for option in options):
        return bool(now & _GONE)
    if now & _UNDONE or happening & _UNDONE:
        return bool(now & _UNDONE and happening & _BEFORE)
    at = _first(options, happening) if options else None
    if at is None and happening & _OVER and options:
        at = _first(options, _OVER)
    if at is None and happening & _OVER and options:
        at = _first(options, _VERDICTS)
    if at is None and happening & _OUT and options:
        at = _first(options, _OUT)
    if at is None and happening & _DECIDED and options:
        at = _first(options, _VERDICTS)
    if at is not None and now in options:
        return options.index(now) >= at
    return not (
        _is_not_yet(now, options)
        or (now & _RUNNING and happening & (_OVER | {"returned", "delivered", "arrived"}))
    )


def _is_not_yet(now: frozenset[str], options: list[frozenset[str]]) -> bool:
    """Whether nothing has happened in a state: of a list that begins with such states those before the first other."""
    if now in options and options[0] & _NOT_YET:
        return all(option & _NOT_YET for option in options[: options.index(now) + 1])
    return bool(now & _NOT_YET)


def _reasoned(name: str, words_said: set[str]) -> frozenset[str]:
    """What a reason is the reason of: a word that a noun stands for, else one that begins alike: cancel, cancelled."""
    head = snake(name).rpartition("_")[0]
    first = head.partition("_")[0]
    word = _NOUNS.get(first)
    if word is not None and (word in words_said or word in _RARE):
        return frozenset((word,))
    every_word = sorted(words_said | _RARE | _DECIDED)
    return frozenset(word for word in every_word for part in head.split("_") if _begin_alike(part, word))


def _begin_alike(word: str, other: str) -> bool:
    """Whether two words have one stem: substitution and substituted."""
    common = len([*takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False))])
    return (
        common >= 4 and common >= min(len(word), len(other)) - 4 and max(len(word), len(other)) - common <= 4
    )


def _first(options: Sequence[frozenset[str]], words: frozenset[str]) -> int | None:
    return next((at for at, option in enumerate(options) if option & words), None)


@of_a_short_text(4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(snake(text).split("_"))


def is_of(entity: str, words: frozenset[str]) -> bool:
    """Whether an entity is called by one of these words, or by one at the end of a longer name."""
    return singular(snake(entity)).rpartition("_")[2] in words


# --- what belongs to a thing in one of its states alone -------------------------------------------

# States in which a thing is again and again, so that what it was in before may belong to it.
_AGAIN = words_in("available free vacant idle ready active operational empty unoccupied online enabled")
# How a thing goes, once and for all: one of them, where it may be several.
_GOES = words_in(
    "handed auctioned donated sold destroyed disposed returned collected scrapped discarded transferred adopted recycled "
    "written lost stolen exported claimed withdrawn rejected accepted refused approved upheld dismissed"
)
GRANTED = words_in("certificate diploma licence license award title_deed")  # of what went well to its end
_PLAIN = words_in("lot record entry note event report slip form document")


class Fate(msgspec.Struct, frozen=True, gc=False):
    """What belongs to a thing only once it is in a state, or past it. at: which of the state's choices, in their course; is_free:
    whether a thing may be in that state without it."""

    state: Field
    options: tuple[str, ...]
    at: int
    is_free: bool = False


def fates_of(world: SampleData, entity: str) -> dict[str, Fate]:
    """The relationships by which a thing has what it has in one of its states alone: an auction of what is auctioned."""
    return world.answered("fates", entity, lambda: _fates_of(world, entity))


def _fates_of(world: SampleData, entity: str) -> dict[str, Fate]:
    states = [field for field in world.fields(entity) if is_state(field)]
    line, fates = world.line(entity), dict[str, Fate]()
    for link in world.names.relationships.values() if states else ():
        if (
            link.kind not in ("one-to-many", "one-to-one")
            or link.from_.entity not in line
            or link.to.entity in line
        ):
            continue
        for state in states:
            options = in_turn([str(option) for option in given(state.enum, [])])
            at = next((at for at, option in enumerate(options) if at and _is_of_state(link, option)), None)
            is_free = at is None
            at = _over_before(world, link, options) if at is None else at
            if at is None and link.kind == "one-to-one":
                at = comes_of(_words(link.to.entity), options)
            if at is not None and not any(_AGAIN & _words(option) for option in options):
                fates[link.name] = Fate(state, tuple(options), at, is_free)
    return fates


# What people say of a thing when it is over, if they do.
_JUDGED = words_in("review rating feedback satisfaction survey testimonial")
_SERVED = _OVER | words_in("solved delivered attended returned departed served played")


def _over_before(world: SampleData, link: Relationship, options: Sequence[str]) -> int | None:
    """Which choice of a state must be come to before what belongs to a thing is there: as its description tells, or that
    in which it is over, of what people say of it then."""
    described = " ".join(
        given(text, "") for text in (link.description, world.names.entities[link.to.entity].description)
    )
    described_at = next(
        (at for at, option in enumerate(options) if at and is_told_of(option, described)), None
    )
    if described_at is not None or not is_of(link.to.entity, _JUDGED):
        return described_at
    return next((at for at, option in enumerate(options) if at and _SERVED & _words(option)), None)


def _is_of_state(link: Relationship, option: str) -> bool:
    """Whether what belongs to a thing is called like one of its states: a handover like handed_over."""
    if not is_past(option) or is_person(link.to.entity):
        return False
    own, named = _words(link.from_.entity), _words(option) - _SMALL
    child = _words(link.to.entity)
    if snake(link.to.entity) == "".join(stem_of(word) for word in snake(option).split("_")):
        return True
    return any(
        len(named) == len(called) and all(any(_are_alike(word, each) for each in called) for word in named)
        for called in (child - own, child - own - _PLAIN)
    )


def _are_alike(word: str, other: str) -> bool:
    return stem_of(word) == stem_of(other) or _begin_alike(word, other)


def may_have(world: SampleData, link: Relationship, entity: str, number: int) -> bool:
    """Whether a thing of an entity, by its number, gets what belongs to it in one of its states: what goes in one way does not go in another,
    and fewer things come far than begin."""
    fates = fates_of(world, entity)
    own = fates.get(link.name)
    if given(link.from_.count.min, 0):
        return True
    if own is None:
        return number % 3 != 1 or not (link.kind == "one-to-one" and is_of(link.to.entity, GRANTED))
    example = given(own.state.example, None)
    if number == 0 and example in own.options:
        return own.options.index(example) >= own.at
    row = sorted(
        (name for name, fate in fates.items() if fate.state is own.state), key=lambda name: fates[name].at
    )
    gone = [name for name in row if _GOES & _words(fates[name].options[fates[name].at])]
    if link.name in gone:
        return number % (len(gone) + 1) == gone.index(link.name) if len(gone) > 1 else number % 3 != 1
    return row.index(link.name) < len(row) - number % (len(row) + 1)
