"""The course of a thing's life, as its own design tells it: what happens to it is declared in the order in which it
happens, its choices of a state are listed in the order in which it passes them, and a date or a reason belongs to the
state that is called like it. No word of a trade is needed: only English, for what has happened and what ends a life early.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from ...model.conceptual import Field, given, stated
from ..languages import snake
from .states import (
    CALLED_OFF,
    LOSSES,
    MEANT,
    NUMBERS,
    RUN_OUT,
    SETTLED,
    STATES,
    WAITING,
    WrittenFields,
    exits_in,
    in_turn,
    is_exit,
    is_past,
    is_result,
    is_state,
    is_told_of,
    never_came,
    stems,
    words_in_name,
)

if TYPE_CHECKING:
    from .lifecycles import Lifecycles

_LEAVING = frozenset("atd departed left".split())
# States in which what is to come back, or in, has not; and what does so.
_NOT_BACK = frozenset("overdue late missing lost stolen dunned reminded unpaid".split())
_BACK = frozenset("returned back paid repaid settled collected delivered".split())
_UNSOLD = frozenset("passed unsold bought withdrawn".split())
# How what was sent out ends, where it does not get to whom it is for.
_ASTRAY = LOSSES | frozenset("returned expired".split())
# How no result comes of it; numbers that are results, and those that are aimed at, charged or of others.
_NO_RESULT = frozenset(
    "dnf dns dsq disqualified withdrawn abandoned aborted cancelled canceled missed absent scratched retired forfeited show".split()
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
_WHY = frozenset("reason because cause why ground grounds".split())
# What may be done with a thing in any of its states.
_AT_ANY_TIME = frozenset(
    "updated modified changed edited created added deleted archived synced seen checked noted printed viewed".split()
)
_SO_FAR = frozenset("amount total sum count quantity".split())  # numbers that begin at nothing
_FINAL, _HAMMER = frozenset("final actual".split()), frozenset("hammer winning".split())
_GIVEN_BACK = frozenset("refund refunded credited".split())
_BACK_STEMS = frozenset("return refund credit accept grant approv".split())
_OVER = frozenset("left done finished completed complete closed ended settled".split())
_ANSWERS = frozenset(
    "feedback comment comments reason note notes remark remarks answer reply response opinion".split()
)
_USUAL = 16  # days after a thing's start until which its dates follow one another
_BEGIN, _END = 6, 14  # where what is meant to begin and to end lies
_YEARS = 400  # days that somebody stays
_NEXT = 3  # days from one thing that happens to the next, where no word tells more
_BARELY = 0.01  # of what happens about when it was meant to


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
            if "period" in words_in_name(name):  # what is done about a period is done when it is over
                latest = max(rank, latest or 0)
            continue
        later = any(is_past(called) and 0 < ranks[other] <= _USUAL for other, called in row[at + 1 :])
        if not -_USUAL <= rank <= _USUAL and not (rank > _USUAL and later and not stays):
            latest = rank if -100 < rank < 0 else latest
            continue
        if rank == 0 and words_in_name(name) & {"created", "added"}:
            continue  # a record's own date, wherever it is declared
        rank = rank if rank <= _USUAL else 0
        if is_exit(name) and latest is not None:
            ranks[path] = latest + 2 if path in unplaced else min(rank, latest + 2)
            continue
        ranks[path] = latest = _after(
            rank, latest, meant, _YEARS if stays else _NEXT, is_told=path not in unplaced
        )


def _after(rank: float, latest: float | None, meant: set[float], step: float, *, is_told: bool) -> float:
    """When something happens after what has happened last, and barely after it was meant to."""
    if not is_told and (starts := [each for each in meant if each <= _BEGIN]):
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
    early; asked: of none in which what operations set with its state is called off; over: of those alone that say what was
    done at last."""

    state: str
    at: int
    only: bool = False
    granted: bool = False
    asked: bool = False
    over: bool = False


_SIGNED = frozenset({"signed_by", "received_by", "accepted_by", "signature"})


def _passes(field: Field) -> bool:
    """Whether a field says when something happens to some things on the way that others go, too."""
    may_be = field.type == "date" and field.required is not True and is_past(field.name)
    return may_be and not is_exit(field.name) and words_in_name(field.name).isdisjoint(_AT_ANY_TIME)


def _leaves(name: str) -> bool:
    """Whether a date of this name says when something had left: departed_at, out_at."""
    return bool(words_in_name(name) & _LEAVING) or snake(name) == "out_at"


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
        self.moves = self._told_by(fields, written)
        self.writes = self.moves is not None and any(life.touched for life in self.moves.of.values())
        self.fields = {field.name: field for field in fields}
        self.steps: dict[str, Milestone] = {}
        self.so_far: dict[str, Milestone] = {}
        self.with_date: dict[str, str] = {}
        self.exits = frozenset(option for options in self.options.values() for option in exits_in(options))
        self._take(fields, written.said)
        self._take_outcomes(fields)
        self._take_from_operations(fields, written)
        self.births = [
            field.name
            for field in fields
            if field.required is not True and _BIRTHS & words_in_name(field.name)
        ]
        self.methods = [name for name in self.conditions if _METHODS & words_in_name(name)]
        self.of_providers = [
            field.name
            for field in fields
            if field.required is not True and _OF_PROVIDERS & words_in_name(field.name)
        ]
        self._take_doers(fields)
        self.passing = [field.name for field in fields if _passes(field)]
        flags = [field.name for field in fields if field.type == "bool" and is_past(field.name)]
        self.flags = {
            field.name: [flag for flag in flags if stems(flag) <= stems(field.name)]
            for field in fields
            if field.required is not True and field.type != "bool" and field.name not in self.steps
        }

    def _told_by(self, fields: Sequence[Field], written: WrittenFields) -> Lifecycles | None:
        if not (written.operations and self.states):
            return None
        from .lifecycles import Lifecycles  # few designs have operations that tell of states

        return Lifecycles(self.states, fields, written.operations)

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
                and _AT_ANY_TIME.isdisjoint(words_in_name(field.name))
                and not _leaves(field.name)
                and not is_exit(field.name)
            ):
                own = latest
            own = own or (self._later(field, fields) if is_optional else None)
            if own is not None and is_optional:
                self.steps[field.name] = own
            elif own is not None and field.type in NUMBERS and not is_made and is_past(field.name):
                self.so_far[field.name] = own
            if is_date and own is not None and not own.only and (latest is None or own.at >= latest.at):
                latest = own
            if happens:
                near = field.name if is_optional else ""
            elif (
                is_optional
                and near
                and field.type == "string"
                and own is None
                and _WHY & words_in_name(field.name)
            ):
                self.with_date[field.name] = near

    def _take_doers(self, fields: Sequence[Field]) -> None:
        """By whom something was done is said where it is said when: repaired_by beside repaired_at."""
        optional = [field for field in fields if field.required is not True and not stated(field.example)]
        dates = {
            stems(field.name): field.name
            for field in optional
            if field.type == "date" and is_past(field.name)
        }
        for field in optional:
            if field.type == "string" and snake(field.name).endswith("_by") and stems(field.name) in dates:
                self.with_date.setdefault(field.name, dates[stems(field.name)])
            elif (
                field.type == "string"
                and snake(field.name) in _SIGNED
                and (there := dates.get(stems("delivered")))
            ):
                self.with_date.setdefault(field.name, there)

    def after(self, missing: Sequence[str]) -> list[str]:
        """What happens after what has not happened yet, as it is declared: nothing is collected that was not paid."""
        first = min((self.passing.index(name) for name in missing if name in self.passing), default=None)
        return [] if first is None else self.passing[first + 1 :]

    def _take_outcomes(self, fields: Sequence[Field]) -> None:
        """What says how it went is there once it went on, and results are of those who came to the end: no place of who did
        not start. good: how it goes at best; results: by their names what says so, and the choices that leave none."""
        self.good: dict[str, str] = {}
        self.results: dict[str, tuple[str, frozenset[str]]] = {}
        for field in fields:
            options = self.options.get(field.name, []) if field.name in self.conditions else []
            bad = frozenset(
                each for each in options if words_in_name(each) & _NO_RESULT or "did_not" in snake(each)
            )
            good = next((each for each in options if is_past(each) and not is_exit(each)), None)
            if not bad or good is None:
                continue
            self.good[field.name] = good
            for other in fields:
                if other.required is not True and is_result(other) and other.name not in self.steps:
                    self.results[other.name] = (field.name, bad)
                    self.with_date[other.name] = field.name
            if self.states and field.required is not True and field.name not in self.steps:
                state = self.states[0].name
                self.steps[field.name] = Milestone(state, self._begun(state), granted=True)

    def outcome(self, field: Field, value: Any, number: int, *, is_under_way: bool) -> Any:
        """The choice of what says how it went: at best for the first thing, and for what something belongs to none that says
        that it never began."""
        good = self.good.get(field.name)
        if good is None or (number == 0 and stated(field.example)):
            return value
        return good if number == 0 or (is_under_way and never_came(str(value))) else value

    def _take_from_operations(self, fields: Sequence[Field], written: WrittenFields) -> None:
        """What operations set with a date alone."""
        by_name = {field.name: field for field in fields}
        self.ended = written.ended
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

    def is_told_there(self, record: Mapping[str, Any], name: str) -> bool | None:
        """Whether a field or a link is there in the state of a thing, as operations tell; None where they don't."""
        return None if self.moves is None else self.moves.is_told_there(record, name)

    def _later(self, field: Field, fields: Sequence[Field]) -> Milestone | None:
        """The step of what no state is called like: nothing has happened in the first one, and what a decision leads to
        is declared after it."""
        if field in self.states or stated(field.computed) or not self.states:
            return None
        words, state = words_in_name(field.name), self.states[0]
        if field.type == "date":
            is_told = _AT_ANY_TIME.isdisjoint(words) or STATES.isdisjoint(words_in_name(state.name))
            has_happened = is_past(field.name) and is_told and not is_exit(field.name)
            at = self._over(state.name) if _leaves(field.name) else self._begun(state.name)
            return Milestone(state.name, at, granted=bool(words & SETTLED)) if has_happened else None
        if field.type in NUMBERS and (
            words & _FINAL or (is_result(field) and self._is_over_told(state.name))
        ):
            return Milestone(state.name, self._over(state.name))
        if field.type in NUMBERS and words & _GIVEN_BACK and (back := self._given_back(state.name)):
            return Milestone(state.name, back, granted=True)
        sold = next(
            (at for at, each in enumerate(self.options[state.name]) if "sold" in words_in_name(each)), None
        )
        if field.type in NUMBERS and words & _HAMMER and sold is not None:
            return Milestone(state.name, sold, only=True)
        deciding = next(
            (state for state in self.states if STATES.isdisjoint(words_in_name(state.name))), None
        )
        if deciding is None or fields.index(field) < fields.index(deciding):
            return None
        if field.type in NUMBERS:
            return Milestone(deciding.name, 1, granted=is_past(field.name))
        return Milestone(deciding.name, 1) if words & _ANSWERS else None

    def _begun(self, state: str) -> int:
        """The first of a state's choices that is no more than meant or waited for, the first one aside."""
        options = self.options[state]
        ahead = MEANT | WAITING
        return next(
            (at for at, option in enumerate(options) if at and ahead.isdisjoint(words_in_name(option))), 1
        )

    def _given_back(self, state: str) -> int:
        """The first of a state's choices in which money is given back, 0 where none says so."""
        options = self.options[state]
        return next((at for at, each in enumerate(options) if stems(each) & _BACK_STEMS), 0)

    def _is_over_told(self, state: str) -> bool:
        """Whether one of a state's choices says that it is over, and another that it ended early."""
        options = self.options[state]
        return any(_OVER & words_in_name(option) for option in options) and any(map(is_exit, options))

    def _over(self, state: str) -> int:
        """Which of a state's choices says that it is over: one that says so, else the last of the course."""
        options = self.options[state]
        over = [at for at, option in enumerate(options) if _OVER & words_in_name(option)]
        return (
            over[0]
            if over
            else max((at for at, each in enumerate(options) if each not in self.exits), default=0)
        )

    def _own(self, field: Field, said: Mapping[str, str]) -> Milestone | None:
        """The step that a field is called like, of all states: the one that shares most with it."""
        is_told = field.required is not True if field.type not in ("date", *NUMBERS) else is_past(field.name)
        if field.name in said:
            is_told = is_told or field.required is not True or field.type == "date"
        elif field.type in NUMBERS and _SO_FAR & words_in_name(field.name):
            return None
        if not is_told:
            return None
        own = stems(field.name)
        named = [
            (
                len(stems(option)),
                Milestone(
                    name,
                    at,
                    only=is_exit(option) or name in self.conditions,
                    asked=said.get(field.name) == option and at > 0,
                    over=bool(_OVER & words_in_name(field.name)) and is_past(option),
                ),
            )
            for name, options in self.options.items()
            if name != field.name  # a choice that is called like its own field
            for at, option in enumerate(options)
            if said.get(field.name) == option
            or (stems(option) and stems(option) <= own)
            or (field.required is not True and is_told_of(option, given(field.description, "")))
        ]
        return max(named, key=lambda pair: pair[0])[1] if named else None

    def contradicted(self, record: Mapping[str, Any]) -> list[str]:
        """The fields of a record that belong to a state which it has not come to, or not passed."""
        gone = [name for name in record if self.denies(record, name)]
        gone += [
            name
            for name, flags in self.flags.items()
            if name in record and any(record.get(flag) is False for flag in flags)
        ]
        gone += [
            name for name, (said, bad) in self.results.items() if name in record and record.get(said) in bad
        ]
        if any(_COMPANIES & words_in_name(str(record.get(name))) for name in self.conditions):
            gone += [name for name in self.births if name in record]
        if any(_IN_HAND & words_in_name(str(record.get(method))) for method in self.methods):
            gone += [name for name in self.of_providers if name in record]
        return [*dict.fromkeys(gone + self.left_alone(record, gone))]

    def not_begun(self, record: Mapping[str, Any], shown: Iterable[str]) -> list[str]:
        """The numbers that a record must have, of what happens in a state that it has not come to. shown: examples."""
        begun = {name: step for name, step in self.so_far.items() if name in record and name not in shown}
        return [name for name, step in begun.items() if not self.comes_to(name, step, record)]

    def comes_to(self, name: str, step: Milestone, record: Mapping[str, Any]) -> bool:
        """Whether a thing with these values has come to the step of a field: as operations tell, else as words do."""
        is_there = self.is_told_there(record, name)
        return is_there if is_there is not None else self.reaches(step, step.state, record.get(step.state))

    def denies(self, record: Mapping[str, Any], name: str) -> bool:
        """Whether a field belongs to a state that a thing with these values has not come to."""
        field, step = self.fields.get(name), self.steps.get(name)
        if step is None:
            return (
                field is not None and field.required is not True and self.is_told_there(record, name) is False
            )
        return not self.comes_to(name, step, record)

    def _went_astray(self, state: str, at: int) -> bool:
        """Whether a choice of a state says that what was sent out did not get there: returned, where no field of the thing
        says when that was."""
        now = self.options[state][at]
        is_own = any(step.state == state and step.at == at for step in self.steps.values())
        return not _ASTRAY.isdisjoint(words_in_name(now)) and not (
            is_own and LOSSES.isdisjoint(words_in_name(now))
        )

    def _last_good(self, state: str) -> int | None:
        """The last of a state's choices that says that all went as it should; None where none says so."""
        good = [
            at
            for at, option in enumerate(self.options[state])
            if is_past(option) and option not in self.exits and _ASTRAY.isdisjoint(words_in_name(option))
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
        if step.over and not (is_past(now) or is_exit(now) or _OVER & words_in_name(now)):
            return False
        if _NOT_BACK & words_in_name(now) and _BACK & words_in_name(options[step.at]):
            return False
        if _UNSOLD & words_in_name(now) and "sold" in words_in_name(options[step.at]):
            return False
        if at > step.at == self._last_good(step.state) and self._went_astray(state, at):
            return False
        if stems(now) & RUN_OUT and SETTLED & words_in_name(options[step.at]):
            return False
        if now in self.exits and LOSSES.isdisjoint(words_in_name(now)):
            is_off = step.asked and CALLED_OFF & words_in_name(now) and options[step.at] not in self.ended
            return step.at <= (0 if never_came(now) else min(1, at)) and not (step.granted or is_off)
        return at >= step.at and (self.moves is None or self.moves.passes(state, options[step.at], now))
