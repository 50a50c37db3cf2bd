"""What words say of how far a thing has come: whether something has happened, and which states end a life early. No word of a
trade is needed, only English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Model, Operation, given, stated
from ...names.inflection import singular
from ..languages import snake

_IRREGULAR = frozenset(
    "sent paid left came made given taken begun done met held sold bought built lost found gone won brought lent drawn "
    "shown seen known written read put set cut hung sewn sown shut spent told understood withdrawn struck back".split()
)
_ACTUAL = frozenset("ata atd".split())  # when it came, and when it went, beside when it was meant to
_PASSED = (["in", "at"], ["out", "at"], ["time", "in"], ["time", "out"])  # when it passed a gate
_AGAIN = "re"  # repaid, resold
_NO_PAST = frozenset("need speed feed seed bed breed embed weed reed exceed proceed wed shed led".split())
# What is meant to happen, though it is written like what has.
MEANT = frozenset(
    "scheduled planned expected estimated target targeted proposed wanted needed preferred promised intended due deadline "
    "until till by valid expires expiry embargo next last latest before".split()
)
# What the words of states mean, in any trade: nothing has begun, it goes on, it stands still, it ended as it should, somebody
# called it off, or it went wrong.
AHEAD, RUNNING, PAUSED, ENDED, CALLED_OFF, FAILED = (
    frozenset(words.split())
    for words in (
        "planned draft drafted proposed offered enquiry inquiry quoted quote expected queued todo scheduled reserved booked preliminary",
        "active running started live current progress ongoing underway way processing open",
        "paused hold held suspended halted stopped waiting",
        "done completed complete finished closed resolved ended settled delivered archived concluded wrapped sold returned dissolved "
        "decommissioned retired graduated expired",
        "cancelled canceled withdrawn rejected refused declined denied forfeited void voided revoked annulled waived",
        "failed aborted abandoned suspended disputed lapsed missed skipped omitted terminated dismissed unsuccessful disqualified dnf "
        "dns dsq scratched absent scrubbed postponed dumped spoiled discarded",
    )
)
SETTLED = frozenset("paid settled delivered collected completed finished".split())  # nothing is owed any more
RUN_OUT = frozenset({"expir", "laps"})  # stems of what ends because nothing happened in time
PARTLY = frozenset("partly partially partial part".split())
# How a life ends early, or beside its course.
_EXITS = CALLED_OFF | FAILED
# How one may end, too, where it is listed beside such: an entry that was transferred to somebody else.
_ELSEWHERE = frozenset("deferred transferred moved merged replaced superseded duplicate exchanged".split())
# How it ends at any time, after all that came before.
LOSSES = frozenset("lost stolen dead died deceased recalled scrapped destroyed".split())
_EXITS_OF_TWO = frozenset(
    {
        ("called", "off"),
        ("false", "alarm"),
        ("written", "off"),
        ("nobody", "home"),
        ("no", "show"),
        ("not", "taken"),
        ("pulled", "out"),
        ("dropped", "out"),
        ("timed", "out"),
        ("did", "not"),
    }
)
_NEVER_CAME = tuple(
    frozenset(each.split())
    for each in ("no show", "missed", "not taken", "skipped", "omitted", "did not start", "dns", "absent")
)
_RESULTS = frozenset("place rank placing position result score points seconds net gun laps mark".split())
_NO_RESULTS = frozenset(
    "goal target planned expected best seed slowest fastest qualifying max min maximum minimum limit estimated entry fee price "
    "amount gross value cost total interval".split()
)
_SMALL = frozenset("at on by in to of for the a an is was were date time day when ts timestamp".split())
STATES = frozenset("status state stage phase".split())
WAITING = frozenset(
    "pending awaiting waiting open undecided asked requested applied submitted received unanswered none".split()
)
_UNDECIDED = frozenset("pending undecided unanswered".split())
NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_ENDINGS = ("ation", "ment", "ing", "ied", "ion", "ed", "al", "er", "ly", "es", "s", "y", "e")
_STEMS = {"paid": "pay", "sent": "send", "sold": "sell", "lost": "los", "loss": "los", "left": "leav", "came": "com", "made": "mak", "held": "hold", "met": "meet",
          "done": "do", "taken": "tak", "given": "giv", "found": "find", "begun": "begin", "drawn": "draw", "built": "build",
          "lent": "lend", "returned": "return", "refund": "refund", "died": "dea", "death": "dea", "deceased": "dea", "sewn": "sew"}  # fmt: skip


@of_a_short_text(4096)
def is_past(name: str) -> bool:
    """Whether a name says that something has happened: lifted_at, sent_out_on."""
    words = snake(name).split("_")
    if not MEANT.isdisjoint(words) or words[-1] == "for":
        return False
    if words in _PASSED:
        return True
    return any(map(_has_happened, words)) or (words[0] == "first" and words[-1] in ("at", "on"))


def _has_happened(word: str) -> bool:
    if word.startswith(_AGAIN):
        word = word.removeprefix("re") if word[2:] in _IRREGULAR else word
    return (word.endswith("ed") and len(word) > 3 and word not in _NO_PAST) or word in _IRREGULAR | _ACTUAL


@of_a_short_text(4096)
def is_exit(state: str) -> bool:
    """Whether a state, or what happens, ends a life early: called_off, aborted_by_weather."""
    words = snake(state).split("_")
    return (
        words == ["dropped"]
        or not (_EXITS | LOSSES).isdisjoint(words)
        or any(pair in _EXITS_OF_TWO for pair in pairwise(words))
    )


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


def setting_off(stem: str) -> str:
    """One word for all that say when something sets off: flies_on, released_at."""
    return "depart" if stem in _SETTING_OFF else stem


_SETTING_OFF = frozenset("fli fly depart leav sail launch relea".split())


@of_a_short_text(4096)
def words_in_name(name: str) -> frozenset[str]:
    return frozenset(snake(name).split("_"))


def exits_in(options: Sequence[str]) -> frozenset[str]:
    """The choices of a state that end a life early, with those that may do so and are listed beside one."""
    ends = [is_exit(option) for option in options]
    for row in (range(1, len(options)), range(len(options) - 2, -1, -1)):
        for at in row:
            beside = ends[at - row.step]
            ends[at] = ends[at] or (beside and not _ELSEWHERE.isdisjoint(words_in_name(options[at])))
    return frozenset(option for option, end in zip(options, ends, strict=True) if end)


def is_result(field: Field) -> bool:
    """Whether a number says how something went: a place, a score, a net time."""
    words = words_in_name(field.name)
    is_number = field.type in NUMBERS and not stated(field.computed)
    return is_number and not words.isdisjoint(_RESULTS) and words.isdisjoint(_NO_RESULTS)


def asked_of(operation: Operation) -> Iterator[str]:
    """Yield the texts of which an operation asks its things for one, states among them."""
    for match in given(operation.filter, []):
        value = given(match.value, None)
        if given(match.match, "eq") in ("eq", "in"):
            yield from (
                each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)
            )


def written_by(operation: Operation) -> list[str]:
    """The fields that an operation writes, but for those that it sets to a constant."""
    effects = given(operation.effects, [])
    own = [
        effect.field
        for effect in effects
        if effect.do in ("current-date", "set") and not isinstance(given(effect.value, None), str)
    ]
    return [*own, *given(operation.changes, [])]


# --- days and times of day ---------------------------------------------------------------------------

_DAY_ONLY = frozenset("date birthday dob birthdate day birth on ending commencing before since".split())
_SWITCHED = frozenset("signs signed logs logged clocks clocked switched turned goes".split())  # at a time
_TIMED = frozenset(
    "at time datetime timestamp ts created updated modified changed added seen logged recorded posted".split()
)


@of_a_short_text(4096)
def names_day(name: str) -> bool:
    """Whether a date of this name is a day without a time of day: due_on, first_registered."""
    before, _, last = snake(name).rpartition("_")
    is_switch = last == "on" and before.rpartition("_")[2] in _SWITCHED
    is_first = before == "first" and is_past(last)
    return (
        is_first or (singular(last) in _DAY_ONLY and not is_switch) or before.rpartition("_")[2] == "period"
    )


def tells_days(names: Iterable[str]) -> bool:
    """Whether some dates of a thing name days, and none a time of day: the others are days, too."""
    names = [*names]
    return any(map(names_day, names)) and _TIMED.isdisjoint(snake(name).rpartition("_")[2] for name in names)


# --- what operations write ---------------------------------------------------------------------------

_ONCE = re.compile(r"\b(?:after|once|when|if|as soon as|only for)\b(.*)", re.IGNORECASE)


def is_told_of(option: str, description: str) -> bool:
    """Whether a description says that something is there only once a state is come to: given after it is solved."""
    behind = _ONCE.search(description) if description else None
    return behind is not None and is_past(option) and stems(option) <= stems("_".join(behind[1].split()))


def in_turn(options: list[str]) -> list[str]:
    """The choices of a state with the one in which all is undecided first, where it is listed last."""
    return [options[-1], *options[:-1]] if options and words_in_name(options[-1]) & _UNDECIDED else options


def never_came(state: str) -> bool:
    """Whether a state says that nothing of what was meant to happen did: no_show."""
    return any(words <= words_in_name(state) for words in _NEVER_CAME)


def is_state(field: Field) -> bool:
    """Whether a field lists the states of its thing: by its name, or because one of its choices waits for another."""
    if field.type != "string" or not field.enum or len(field.enum) < 2:
        return False
    if not STATES.isdisjoint(snake(field.name).split("_")):
        return True
    return any(not WAITING.isdisjoint(snake(str(option)).split("_")) for option in field.enum)


_COMES_OF = (
    (
        frozenset("permit licence license certificate approval consent".split()),
        frozenset("granted approved issued".split()),
    ),
    (
        frozenset("contract agreement engagement tenancy lease".split()),
        frozenset("accepted won awarded signed agreed".split()),
    ),
)
"""What there is of a thing that was asked for, and the states in which it is."""


def comes_of(entity: frozenset[str], options: Sequence[str]) -> int | None:
    """Which state something must have come to before what it leads to is there: an application before its permit."""
    states = next((said for words, said in _COMES_OF if words & entity), frozenset[str]())
    return next((at for at, option in enumerate(options) if at and words_in_name(option) & states), None)


@of_a_short_text(4096)
def is_over(state: str) -> bool:
    """Whether a state says that a thing ended as it should, or early."""
    return bool(words_in_name(state) & ENDED) or is_exit(state)


def is_ahead(state: str, options: Sequence[str] = ()) -> bool:
    """Whether nothing of a thing has begun in a state: by its word, or because such states alone are listed up to it."""
    at = options.index(state) if state in options else -1
    return bool(words_in_name(state) & AHEAD) and all(
        words_in_name(each) & (AHEAD | WAITING) for each in options[:at]
    )


class WrittenFields(msgspec.Struct, gc=False):
    """What operations tell of the fields of an entity, links among them. operations: those that set a text; said: the state that is
    set with a field; beside: the date that is always set with one; ended: the states that are called off."""

    operations: list[Operation] = msgspec.field(default_factory=list)
    said: dict[str, str] = msgspec.field(default_factory=dict)
    beside: dict[str, str] = msgspec.field(default_factory=dict)
    ended: set[str] = msgspec.field(default_factory=set)


def told_by_operations(model: Model) -> dict[str, WrittenFields]:
    """What operations tell of fields, by entity."""
    by_entity: dict[str, WrittenFields] = {}
    written: Counter[tuple[str, str]] = Counter()
    for operation in given(model.operations, []):
        written.update((operation.entity, path) for path in {*written_by(operation)})
    for operation in given(model.operations, []):
        own = by_entity.setdefault(operation.entity, WrittenFields())
        effects = given(operation.effects, [])
        states = (given(effect.value, None) for effect in effects if effect.do == "set")
        constant = next((value for value in states if isinstance(value, str)), None)
        paths = [path for path in written_by(operation) if "." not in path]
        if constant is not None:
            own.said = dict.fromkeys(paths, str(constant)) | own.said
            own.ended.update(asked_of(operation) if is_exit(str(constant)) else ())
            own.operations.append(operation)
        dates = [path for path in paths if is_past(path) and written[operation.entity, path] == 1]
        alone = [path for path in paths if path not in dates and written[operation.entity, path] == 1]
        if len(dates) == 1 and operation.kind == "update":
            own.beside.update(dict.fromkeys(alone, dates[0]))
    return by_entity
