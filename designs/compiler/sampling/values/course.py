"""The course of a thing's life, as its own design tells it: what happens to it is declared in the order in which it
happens, its choices of a state are listed in the order in which it passes them, and a date or a reason belongs to the
state that is called like it. No word of a trade is needed: only English, for what has happened and what ends a life early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Model, Operation, given, stated
from ..languages import snake

_IRREGULAR = frozenset(
    "sent paid left came made given taken begun done met held sold bought built lost found gone won brought lent drawn "
    "shown seen known written read put set cut hung sewn sown shut spent told understood withdrawn back".split()
)
_ACTUAL = frozenset("ata atd".split())  # when it came, and when it went, beside when it was meant to
_LEAVING = frozenset("atd departed left".split())
# States in which what is to come back, or in, has not; and what does so.
_NOT_BACK = frozenset("overdue late missing lost stolen".split())
_BACK = frozenset("returned back paid repaid settled collected delivered".split())
_UNSOLD = frozenset("passed unsold bought withdrawn".split())
_AGAIN = "re"  # repaid, resold
_NO_PAST = frozenset("need speed feed seed bed breed embed weed reed exceed proceed wed shed led".split())
# What is meant to happen, though it is written like what has.
_MEANT = frozenset(
    "scheduled planned expected estimated target targeted proposed wanted needed preferred promised intended due deadline "
    "until till by valid expires expiry embargo next last latest before".split()
)
# How a life ends early, or beside its course: in the words of any trade.
_EXITS = frozenset(
    "cancelled canceled withdrawn rejected refused declined denied failed aborted abandoned revoked void voided annulled "
    "suspended disputed lapsed missed skipped omitted forfeited terminated dismissed unsuccessful".split()
)
# How it ends at any time, after all that came before.
_LOSSES = frozenset("lost stolen dead died deceased recalled scrapped destroyed".split())
# How what was sent out ends, where it does not get to whom it is for.
_ASTRAY = _LOSSES | frozenset("returned expired".split())
_EXITS_OF_TWO = frozenset(
    {
        ("called", "off"),
        ("written", "off"),
        ("nobody", "home"),
        ("no", "show"),
        ("not", "taken"),
        ("pulled", "out"),
        ("dropped", "out"),
    }
)
_NEVER_CAME = tuple(
    frozenset(each.split()) for each in ("no show", "missed", "not taken", "skipped", "omitted")
)
# How money is handed over, and whose numbers there are where it is not.
_METHODS = frozenset("method means tender via".split())
_IN_HAND = frozenset("cash coins cheque voucher".split())
_OF_PROVIDERS = frozenset(
    "stripe paypal adyen klarna mollie braintree sumup gateway processor psp authorisation authorization intent terminal".split()
)
# Who is not born.
_COMPANIES, _BIRTHS = (
    frozenset("company business organisation organization".split()),
    frozenset("born birth birthday dob".split()),
)
_WHY = frozenset("reason cause why ground grounds".split())
# What may be done with a thing in any of its states.
_AT_ANY_TIME = frozenset(
    "updated modified changed edited created added deleted archived synced seen checked noted printed viewed".split()
)
_SMALL = frozenset("at on by in to of for the a an is was were date time day when ts timestamp".split())
_STATES = frozenset("status state stage phase".split())
_WAITING = frozenset(
    "pending awaiting waiting open undecided asked requested applied submitted received unanswered none".split()
)
_UNDECIDED = frozenset("pending undecided unanswered".split())
_SO_FAR = frozenset("amount total sum count quantity".split())  # numbers that begin at nothing
_FINAL = frozenset("final actual".split())
_HAMMER = frozenset("hammer winning".split())
_SETTLED = frozenset("paid settled delivered collected completed finished".split())
_OVER = frozenset("done finished completed complete closed ended settled".split())
_ANSWERS = frozenset(
    "feedback comment comments reason note notes remark remarks answer reply response opinion".split()
)
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_ENDINGS = ("ation", "ment", "ing", "ied", "ion", "ed", "al", "er", "ly", "es", "s", "y", "e")
_STEMS = {"paid": "pay", "sent": "send", "sold": "sell", "lost": "los", "loss": "los", "left": "leav", "came": "com", "made": "mak", "held": "hold", "met": "meet",
          "done": "do", "taken": "tak", "given": "giv", "found": "find", "begun": "begin", "drawn": "draw", "built": "build",
          "lent": "lend", "returned": "return", "refund": "refund", "died": "dea", "death": "dea", "deceased": "dea", "sewn": "sew"}  # fmt: skip
_USUAL = 16  # days after a thing's start until which its dates follow one another
_BEGIN, _END = 6, 14  # where what is meant to begin and to end lies
_YEARS = 400  # days that somebody stays
_NEXT = 3  # days from one thing that happens to the next, where no word tells more
_BARELY = 0.01  # of what happens about when it was meant to


@of_a_short_text(4096)
def is_past(name: str) -> bool:
    """Whether a name says that something has happened: lifted_at, sent_out_on."""
    words = snake(name).split("_")
    if not _MEANT.isdisjoint(words):
        return False
    return any(map(_has_happened, words))


def _has_happened(word: str) -> bool:
    if word.startswith(_AGAIN):
        word = word.removeprefix("re") if word[2:] in _IRREGULAR else word
    return (word.endswith("ed") and len(word) > 3 and word not in _NO_PAST) or word in _IRREGULAR | _ACTUAL


@of_a_short_text(4096)
def is_exit(state: str) -> bool:
    """Whether a state, or what happens, ends a life early: called_off, aborted_by_weather."""
    words = snake(state).split("_")
    return not (_EXITS | _LOSSES).isdisjoint(words) or any(pair in _EXITS_OF_TWO for pair in pairwise(words))


@of_a_short_text(4096)
def stems(name: str) -> frozenset[str]:
    """What the words of a name begin with, small words aside: what is lifted at and a lifting are alike."""
    return frozenset(stem_of(word) for word in snake(name).split("_") if word and word not in _SMALL)


def stem_of(word: str) -> str:
    """What words of one meaning begin with: lift, lifted, lifting."""
    if word in _STEMS:
        return _STEMS[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def in_course(
    ranks: dict[str, float],
    dated: Sequence[tuple[str, Field]],
    unplaced: Iterable[str],
    *,
    stays: bool = False,
) -> None:
    """Let what has happened come one after another as it is declared, and so what is meant to happen. ranks: days
    after a thing's start, by path; unplaced: paths of dates that no word places. stays: of somebody who stays for years."""
    unplaced = frozenset(unplaced)
    row = [(path, field.name) for path, field in dated if "." not in path and field.type == "date"]
    _meant_in_order(ranks, [pair for pair in row if not is_past(pair[1])])
    meant: set[float] = set()
    latest: float | None = None
    for at, (path, name) in enumerate(row):
        rank = ranks[path]
        if not is_past(name):
            meant |= {rank} if 0 < rank <= _USUAL else set()
            if "period" in _words(name):  # what is done about a period is done when it is over
                latest = max(rank, latest or 0)
            continue
        later = any(is_past(called) and 0 < ranks[other] <= _USUAL for other, called in row[at + 1 :])
        if not -_USUAL <= rank <= _USUAL and not (rank > _USUAL and later and not stays):
            latest = rank if -100 < rank < 0 else latest
            continue
        rank = rank if rank <= _USUAL else 0
        if is_exit(name) and latest is not None:
            ranks[path] = latest + 2 if path in unplaced else min(rank, latest + 2)
            continue
        ranks[path] = latest = _after(
            rank, latest, meant, _YEARS if stays else _NEXT, is_told=path not in unplaced
        )


def _after(rank: float, latest: float | None, meant: set[float], step: float, *, is_told: bool) -> float:
    """When something happens after what has happened last, and barely after it was meant to."""
    starts = [each for each in meant if each <= _BEGIN]
    if not is_told and starts:
        rank = max(rank, min(starts))
    if rank in meant:
        rank += _BARELY
    if latest is not None and (rank < latest or (rank == latest and not is_told)):
        return latest + step
    return rank + 1 if rank == latest else rank


def _meant_in_order(ranks: dict[str, float], row: list[tuple[str, str]]) -> None:
    """Who arrives before leaving does so within the time that begins and ends like others."""
    for (path, name), (other, following) in pairwise(row):
        if (
            "arriv" in name.lower() and ("depart" in following.lower() or "leav" in following.lower())
        ) or following == f"un{name}":
            ranks[path], ranks[other] = _BEGIN, _END


class Milestone(msgspec.Struct, frozen=True, gc=False):
    """From which of a state's choices on a field has a value. only: of that one alone; granted: of none that ends a life
    early."""

    state: str
    at: int
    only: bool = False
    granted: bool = False


class Course:
    """What the states of a thing tell of its other fields. written: what operations tell of them."""

    def __init__(self, fields: Sequence[Field], written: WrittenFields | None = None) -> None:
        written = written or WrittenFields()
        self.states = [field for field in fields if is_state(field)]
        listed = [field for field in fields if field.type == "string" and given(field.enum, [])]
        self.conditions = {field.name for field in listed if field not in self.states}
        self.options = {
            field.name: in_turn([str(option) for option in given(field.enum, [])]) for field in listed
        }
        self.steps: dict[str, Milestone] = {}
        self.so_far: dict[str, Milestone] = {}
        self.with_date: dict[str, str] = {}
        self._take(fields, written.said)
        self._take_from_operations(fields, written)
        self.births = [
            field.name for field in fields if field.required is not True and _BIRTHS & _words(field.name)
        ]
        self.methods = [name for name in self.conditions if _METHODS & _words(name)]
        self.of_providers = [
            field.name
            for field in fields
            if field.required is not True and _OF_PROVIDERS & _words(field.name)
        ]
        flags = [field.name for field in fields if field.type == "bool" and is_past(field.name)]
        self.flags = {
            field.name: [flag for flag in flags if stems(flag) <= stems(field.name)]
            for field in fields
            if field.required is not True and field.type != "bool" and field.name not in self.steps
        }

    def _take(self, fields: Sequence[Field], said: Mapping[str, str]) -> None:
        latest: Milestone | None = None
        near = ""
        for field in fields:
            is_made = stated(field.computed) and field.name not in said
            own = None if field in self.states or is_made else self._own(field, said)
            is_date, is_optional = field.type == "date", field.required is not True
            happens = is_date and is_past(field.name)
            has_begun = latest is not None and latest.at > 0
            if (
                own is None
                and happens
                and has_begun
                and (_AT_ANY_TIME | _LEAVING).isdisjoint(_words(field.name))
                and not is_exit(field.name)
            ):
                own = latest
            own = own or (self._later(field, fields) if is_optional else None)
            if own is not None and is_optional:
                self.steps[field.name] = own
            elif own is not None and field.type in _NUMBERS and not is_made and is_past(field.name):
                self.so_far[field.name] = own
            if is_date and own is not None and not own.only and (latest is None or own.at >= latest.at):
                latest = own
            if happens:
                near = field.name if is_optional else ""
            elif (
                is_optional and near and field.type == "string" and own is None and _WHY & _words(field.name)
            ):
                self.with_date[field.name] = near

    def _take_from_operations(self, fields: Sequence[Field], written: WrittenFields) -> None:
        """The steps of links that operations set with a state, and what they take away again, or set with a date alone."""
        by_name = {field.name: field for field in fields}
        options = {
            option: (state.name, at)
            for state in self.states
            for at, option in enumerate(self.options[state.name])
        }
        self.linked = {
            name: Milestone(*options[state], only=is_exit(state))
            for name, state in written.said.items()
            if name not in by_name and state in options
        }
        self.undone = {name: options[state] for name, state in written.undone.items() if state in options}
        for name, date in written.beside.items():
            both = [by_name.get(each) for each in (name, date)]
            if (
                all(field is not None and field.required is not True for field in both)
                and name not in self.steps
            ):
                self.with_date[name] = date

    def left_alone(self, record: Mapping[str, Any], gone: Sequence[str]) -> list[str]:
        """The fields that are there only with a date which has none, or has gone."""
        left = set(record).difference(gone)
        return [name for name, date in self.with_date.items() if name in left and date not in left]

    def links_denied(self, record: Mapping[str, Any]) -> list[str]:
        """The links that a thing with these values does not have yet, or no more."""
        names = dict.fromkeys((*self.linked, *self.undone))
        return [name for name in names if self._is_undone(record, name) or not self._is_linked(record, name)]

    def _is_linked(self, record: Mapping[str, Any], name: str) -> bool:
        step = self.linked.get(name)
        return step is None or self._has(record, step)

    def _is_undone(self, record: Mapping[str, Any], name: str) -> bool:
        state, at = self.undone.get(name, ("", 0))
        now = record.get(state)
        options = self.options.get(state, [])
        return isinstance(now, str) and now in options and options.index(now) >= at

    def _later(self, field: Field, fields: Sequence[Field]) -> Milestone | None:
        """The step of what no state is called like: nothing has happened in the first one, and what a decision leads to
        is declared after it."""
        if field in self.states or stated(field.computed) or not self.states:
            return None
        words, state = _words(field.name), self.states[0]
        if field.type == "date":
            has_happened = is_past(field.name) and _AT_ANY_TIME.isdisjoint(words) and not is_exit(field.name)
            at = self._over(state.name) if words & _LEAVING else self._begun(state.name)
            return Milestone(state.name, at, granted=bool(words & _SETTLED)) if has_happened else None
        if field.type in _NUMBERS and words & _FINAL:
            return Milestone(state.name, self._over(state.name))
        sold = next((at for at, each in enumerate(self.options[state.name]) if "sold" in _words(each)), None)
        if field.type in _NUMBERS and words & _HAMMER and sold is not None:
            return Milestone(state.name, sold, only=True)
        deciding = next((state for state in self.states if _STATES.isdisjoint(_words(state.name))), None)
        if deciding is None or fields.index(field) < fields.index(deciding):
            return None
        if field.type in _NUMBERS:
            return Milestone(deciding.name, 1, granted=is_past(field.name))
        return Milestone(deciding.name, 1) if words & _ANSWERS else None

    def _begun(self, state: str) -> int:
        """The first of a state's choices that is no more than meant or waited for, the first one aside."""
        options = self.options[state]
        ahead = _MEANT | _WAITING
        return next((at for at, option in enumerate(options) if at and ahead.isdisjoint(_words(option))), 1)

    def _over(self, state: str) -> int:
        """Which of a state's choices says that it is over: one that says so, else the last of the course."""
        options = self.options[state]
        over = [at for at, option in enumerate(options) if _OVER & _words(option)]
        return (
            over[0] if over else max((at for at, each in enumerate(options) if not is_exit(each)), default=0)
        )

    def _own(self, field: Field, said: Mapping[str, str]) -> Milestone | None:
        """The step that a field is called like, of all states: the one that shares most with it."""
        is_told = field.required is not True if field.type not in ("date", *_NUMBERS) else is_past(field.name)
        if field.name in said:
            is_told = is_told or field.required is not True or field.type == "date"
        elif field.type in _NUMBERS and _SO_FAR & _words(field.name):
            return None
        if not is_told:
            return None
        own = stems(field.name)
        named = [
            (len(stems(option)), Milestone(name, at, only=is_exit(option) or name in self.conditions))
            for name, options in self.options.items()
            if name != field.name  # a choice that is called like its own field
            for at, option in enumerate(options)
            if said.get(field.name) == option or (stems(option) and stems(option) <= own)
        ]
        return max(named, key=lambda pair: pair[0])[1] if named else None

    def contradicted(self, record: Mapping[str, Any]) -> list[str]:
        """The fields of a record that belong to a state which it has not come to, or not passed."""
        gone = [name for name, step in self.steps.items() if name in record and not self._has(record, step)]
        gone += [name for name in self.undone if name in record and self._is_undone(record, name)]
        gone += [
            name
            for name, flags in self.flags.items()
            if name in record and any(record.get(flag) is False for flag in flags)
        ]
        if any(_COMPANIES & _words(str(record.get(name))) for name in self.conditions):
            gone += [name for name in self.births if name in record]
        if any(_IN_HAND & _words(str(record.get(method))) for method in self.methods):
            gone += [name for name in self.of_providers if name in record]
        return [*dict.fromkeys(gone + self.left_alone(record, gone))]

    def not_begun(self, record: Mapping[str, Any]) -> list[str]:
        """The numbers that a record must have, of what happens in a state that it has not come to."""
        return [name for name, step in self.so_far.items() if name in record and not self._has(record, step)]

    def _has(self, record: Mapping[str, Any], step: Milestone) -> bool:
        return self.reaches(step, step.state, record.get(step.state))

    def denies(self, record: Mapping[str, Any], name: str) -> bool:
        """Whether a field belongs to a state that a thing with these values has not come to."""
        step = self.steps.get(name)
        return step is not None and not self._has(record, step)

    def _went_astray(self, state: str, at: int) -> bool:
        """Whether a choice of a state says that what was sent out did not get there: returned, where no field of the thing
        says when that was."""
        now = self.options[state][at]
        is_own = any(step.state == state and step.at == at for step in self.steps.values())
        return not _ASTRAY.isdisjoint(_words(now)) and not (is_own and _LOSSES.isdisjoint(_words(now)))

    def _last_good(self, state: str) -> int | None:
        """The last of a state's choices that says that all went as it should; None where none says so."""
        good = [
            at
            for at, option in enumerate(self.options[state])
            if is_past(option) and not is_exit(option) and _ASTRAY.isdisjoint(_words(option))
        ]
        return good[-1] if good else None

    def reaches(self, step: Milestone, state: str, now: Any) -> bool:
        """Whether a thing whose field has this state has come to a step."""
        options = self.options[step.state]
        if step.state != state or now not in options:
            return True
        at = options.index(now)
        if step.only:
            return at == step.at
        if _NOT_BACK & _words(now) and _BACK & _words(options[step.at]):
            return False
        if _UNSOLD & _words(now) and "sold" in _words(options[step.at]):
            return False
        if at > step.at == self._last_good(step.state) and self._went_astray(state, at):
            return False
        if is_exit(now) and _LOSSES.isdisjoint(_words(now)):
            return step.at <= (0 if _never_came(now) else min(1, at)) and not step.granted
        return at >= step.at


@of_a_short_text(4096)
def _words(name: str) -> frozenset[str]:
    return frozenset(snake(name).split("_"))


def in_turn(options: list[str]) -> list[str]:
    """The choices of a state with the one in which all is undecided first, where it is listed last."""
    return [options[-1], *options[:-1]] if options and _words(options[-1]) & _UNDECIDED else options


def _never_came(state: str) -> bool:
    """Whether a state says that nothing of what was meant to happen did: no_show."""
    return any(words <= _words(state) for words in _NEVER_CAME)


def is_state(field: Field) -> bool:
    """Whether a field lists the states of its thing: by its name, or because one of its choices waits for another."""
    options = given(field.enum, [])
    if field.type != "string" or len(options) < 2:
        return False
    if not _STATES.isdisjoint(snake(field.name).split("_")):
        return True
    return any(not _WAITING.isdisjoint(snake(str(option)).split("_")) for option in options)


class WrittenFields(msgspec.Struct, gc=False):
    """What operations tell of the fields of an entity, links among them. said: the state that is set with a field; undone: that
    in which one is taken away; beside: the date that is always set with one."""

    said: dict[str, str] = msgspec.field(default_factory=dict)
    undone: dict[str, str] = msgspec.field(default_factory=dict)
    beside: dict[str, str] = msgspec.field(default_factory=dict)


def merged(written: Sequence[WrittenFields]) -> WrittenFields:
    """What several say together; of two that tell of one field the last."""
    parts = [[getattr(each, name) for each in written] for name in ("said", "undone", "beside")]
    return WrittenFields(*({name: value for each in part for name, value in each.items()} for part in parts))


def told_by_operations(model: Model) -> dict[str, WrittenFields]:
    """What operations tell of fields, by entity."""
    by_entity: dict[str, WrittenFields] = {}
    written: Counter[tuple[str, str]] = Counter()
    for operation in given(model.operations, []):
        written.update({(operation.entity, path) for path in _written(operation)})
    for operation in given(model.operations, []):
        own = by_entity.setdefault(operation.entity, WrittenFields())
        effects = given(operation.effects, [])
        states = [given(effect.value, None) for effect in effects if effect.do == "set"]
        constant = next((value for value in states if isinstance(value, str)), None)
        paths = [path for path in _written(operation) if "." not in path]
        for path in paths if constant is not None else ():
            own.said.setdefault(path, str(constant))
        if constant is not None:
            own.undone.update((effect.field, str(constant)) for effect in effects if effect.do == "unset")
        dates = [path for path in paths if is_past(path) and written[operation.entity, path] == 1]
        alone = [path for path in paths if path not in dates and written[operation.entity, path] == 1]
        if len(dates) == 1 and operation.kind == "update":
            own.beside.update(dict.fromkeys(alone, dates[0]))
    return by_entity


def _written(operation: Operation) -> list[str]:
    """The fields that an operation writes, but for those that it sets to a constant."""
    effects = given(operation.effects, [])
    own = [
        effect.field
        for effect in effects
        if effect.do in ("current-date", "set") and not isinstance(given(effect.value, None), str)
    ]
    return [*own, *given(operation.changes, [])]
