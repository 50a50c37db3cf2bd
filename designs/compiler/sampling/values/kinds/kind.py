"""One kind of text, as a row of a table: the names that mean it, how its values are made, and their check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from ..specs import SpecPlace, draw

Maker = Callable[[SpecPlace, int], tuple[str, ...]]
"""Make the text number n, from 0, for a place: the usual form first, then shorter ones that mean the same."""
_TOLD_APART = re.compile(r"[ -][0-9]+\Z")


class Kind(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One kind of text.

    name: what people call it. fields: names of fields that mean it, in snake_case. of: the entities, or objects
    around, of which alone they mean it; () for any. make: its values. check: whether a text is of the kind.
    count: how many words the list of its values has, 0 where each number has a text of its own; words: these, in lower case. names: it is what a thing goes by,
    so that a list that comes round again is told apart by numbers. leads: an example that fails the check says more
    about the field than its name, and is varied itself. counts: an example with digits is always varied itself: people
    number such things on. within: a word of a longer name is enough to mean it.
    described_as: words of a description that mean it.
    """

    name: str
    fields: tuple[str, ...]
    of: tuple[str, ...] = ()
    make: Maker
    check: Callable[[str], bool]
    count: int = 0
    words: frozenset[str] = frozenset()
    names: bool = False
    leads: bool = False
    counts: bool = False
    within: bool = False
    described_as: tuple[str, ...] = ()


def start(place: SpecPlace) -> int:
    """Where an entity's things start in every list: together, so that equally long ones keep step, and a city
    keeps its state."""
    return _start(place.entity, place.salt)


@lru_cache(4096)
def _start(entity: str, salt: int) -> int:
    return draw(entity, salt)


def words(
    name: str,
    fields: str,
    text: str,
    of: str = "",
    *,
    ordered: bool = False,
    names: bool = False,
    leads: bool = False,
) -> Kind:
    """A kind whose values stand in a list, set apart by ``|``; its own first word is the first thing's where it is
    ordered."""
    options = tuple(part.strip() for part in text.split("|"))
    return of_words(name, fields, options, of, ordered=ordered, names=names, leads=leads)


def of_words(
    name: str,
    fields: str,
    options: Sequence[str],
    of: str = "",
    *,
    ordered: bool = False,
    names: bool = False,
    leads: bool = False,
    counts: bool = False,
    line_of: Callable[[SpecPlace], int | None] | None = None,
    elsewhere: Mapping[str, Sequence[str]] | None = None,
) -> Kind:
    """The same of a list that is one already. line_of: which of its words another field tells, None where none
    does. elsewhere: as many words of other countries, by their codes."""

    def make(place: SpecPlace, number: int) -> tuple[str, ...]:
        line = line_of(place) if line_of is not None and not place.element else None
        at = ((0 if ordered else start(place)) + number) % len(options) if line is None else line
        there = (elsewhere or {}).get(place.specs.home)
        return (there[at], options[at]) if there else (options[at],)

    in_lower_case = frozenset(option.casefold() for option in options)

    def check(text: str) -> bool:
        return text.casefold() in in_lower_case or _TOLD_APART.sub("", text).casefold() in in_lower_case

    return Kind(
        name=name, fields=tuple(fields.split()), of=tuple(of.split()), make=make, check=check, count=len(options),
        words=in_lower_case, names=names, leads=leads, counts=counts,
    )  # fmt: skip


def table(
    columns: Sequence[tuple[str, str, str]],
    lines: str,
    about: str = "name title",
    *,
    ordered: bool = False,
    told_by: Callable[[SpecPlace], int | None] | None = None,
    elsewhere: Mapping[str, str] | None = None,
) -> tuple[Kind, ...]:
    """Kinds that keep step: a column each (name, fields, entities), a line for each thing. An asterisk before a
    column's name: things go by it; a hash: its examples count on. A column without fields is left out. about: fields
    of the thing, or of what it is in, that tell by the first column which line it is; told_by: what tells it instead;
    elsewhere: as many lines of other countries, by their codes."""
    rows = _rows(lines)
    abroad = {country: _rows(others) for country, others in (elsewhere or {}).items()}
    teller = told_by or _by_first((rows, *abroad.values()), tuple(about.split()))

    def column(at: int, name: str, fields: str, of: str) -> Kind:
        options = [row[at] for row in rows]
        is_name, again = name.startswith("*"), len(set(options)) < len(options)
        if is_name and again:  # the lines repeat a word: what things go by is each word once
            options = list(dict.fromkeys(options))
        telling_line = teller if (at or told_by) and not (is_name and again) else None
        counts = name.startswith("#")
        return of_words(
            name.lstrip("*#"),
            fields,
            options,
            of,
            ordered=ordered,
            names=is_name,
            counts=counts,
            line_of=telling_line,
            elsewhere={}
            if is_name and again
            else {code: [row[at] for row in others] for code, others in abroad.items()},
        )

    return tuple(column(at, *cells) for at, cells in enumerate(columns) if cells[1])


def _rows(lines: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in lines.strip().splitlines()]


def _by_first(
    tables: Iterable[list[list[str]]], telling: tuple[str, ...]
) -> Callable[[SpecPlace], int | None]:
    """Tell by the first column, from these fields of a thing or of what it is in, which row it is; None where none
    tells."""
    rows_by_first = {row[0].casefold(): at for rows in tables for at, row in enumerate(rows)}

    def line_of(place: SpecPlace) -> int | None:
        for record in (place.record, place.about):
            for field in telling:
                value = record.get(field)
                if isinstance(value, str) and value.casefold() in rows_by_first:
                    return rows_by_first[value.casefold()]
        return None

    return line_of


def worked_out(
    name: str,
    fields: str,
    make: Maker,
    shape: str | Callable[[str], bool],
    of: str = "",
    *,
    described_as: str = "",
    leads: bool = True,
    counts: bool = False,
    within: bool = False,
    names: bool = False,
) -> Kind:
    """A kind whose values are worked out; shape: a regular expression that they match as a whole, or a check."""
    check = shape if callable(shape) else _matches(shape)
    return Kind(
        name=name, fields=tuple(fields.split()), of=tuple(of.split()), make=make, check=check,
        leads=leads, counts=counts, within=within, names=names, described_as=tuple(part for part in described_as.split("|") if part),
    )  # fmt: skip


def _matches(shape: str) -> Callable[[str], bool]:
    return lambda text: _compiled(shape).fullmatch(text) is not None


@cache
def _compiled(shape: str) -> re.Pattern[str]:
    """A shape, once it is asked for: a design has few kinds of text."""
    return re.compile(shape)


def digits(count: int, number: int, *parts: object) -> str:
    """So many digits that follow from the number and the parts, another text for each number until they run out."""
    most = 10**count
    step = 7_368_787 if most > 7_368_787 else 37  # shares no divisor with ten: no text comes twice
    return f"{(draw('digits', *parts) + number * step) % most:0{count}d}"


# --- further texts like an example ---------------------------------------------------------------

_MEASURED = re.compile(r"(?:^|.* )[1-9][0-9]*0 ?[A-Za-z]{1,4}")
_SIZED = re.compile(
    r"(.*(?:^| ))([1-9][0-9]{0,3})( ?(?:m?l|cl|hl|k?g|mg|lbs?|oz|[cmk]?m|ft|[gmt]b|k?w|kwh|pcs|pack))",
    re.IGNORECASE,
)
_OF_A_YEAR = re.compile(r"(?<![0-9])[0-9]+(?=/(?:20)?[0-9]{2}\Z)")
_OF_A_MONTH = re.compile(r"(?<![0-9])(20[0-9]{2})-(0[1-9]|1[0-2])(?![0-9])")
_CLOCK = re.compile(r"([0-2]?[0-9]):([0-5][0-9])")
_ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_ROMAN = re.compile(r"(?<= )(?:I{1,3}|IV|VI{0,3}|IX)$")
_DAY = 1440  # minutes; a timetable counts past them
_TWO_YEARS = re.compile(r"\b20[0-9]{2}[/-][0-9]{2}(?![0-9])(?!-)")  # a winter, a school year: 2026/27
_NAMED = 40  # letters of a name that another one may be made of
_SHORT = 24  # letters of an example that may be told apart by a number behind it


TOWN_PARTS = ("Northgate", "Riverside", "Old Mill", "Harbour", "Linden", "Station", "Market Square")


def varied(example: str, place: SpecPlace, *, is_name: bool) -> Iterator[str]:
    """The example with its last number raised: ORD-12345, ORD-12346; a time half an hour later; a short one that a thing
    goes by with a number behind it, and any other as it is."""
    clock = _CLOCK.fullmatch(example)
    yield from _elsewhere(example, place.number) if is_name else ()
    numbers = list(_OF_A_YEAR.finditer(example)) or list(re.finditer(r"[0-9]+", example))
    month = _OF_A_MONTH.search(example)
    if month and numbers[-1].end() == month.end():  # 2026-11-CLASSIC, 2026-12-CLASSIC, 2027-01-CLASSIC
        months = int(month[1]) * 12 + int(month[2]) - 1 + place.number
        yield f"{example[: month.start()]}{months // 12}-{months % 12 + 1:02d}{example[month.end() :]}"
    elif clock:
        yield _half_hours_after(clock, place.number)
    elif years := _TWO_YEARS.search(example):
        later = [int(part) + place.number * is_name for part in re.split("[/-]", years[0])]
        written = f"{later[0]}{years[0][4]}{later[1] % 100:02d}"
        yield f"{example[: years.start()]}{written}{example[years.end() :]}"
    elif (
        (sized := _SIZED.fullmatch(example))
        and not (_MEASURED.fullmatch(example) and len(sized[2]) > 2)
        and _is_round(int(sized[2]))
    ):  # other sizes of the same: 30 l, 60 l, 90 l
        times = place.number + 1 if is_name else place.number % 3 + 1
        yield f"{sized[1]}{int(sized[2]) * times}{sized[3]}"
    elif roman := _ROMAN.search(example):
        yield f"{example[: roman.start()]}{_ROMANS[(_ROMANS.index(roman[0]) + place.number) % len(_ROMANS)]}"
    elif numbers:
        yield from _raised(example, numbers[-1], place.number)
    elif is_name and place.path in ("name", "title", "label") and _thing_of(place) in _SUBJECTS:
        return  # another one is about something else, which the example doesn't tell
    elif is_name and "." not in place.path and (name := _natural(example, place)):
        yield name
    elif len(example) <= _SHORT and example.count(" ") < 3 and not example.islower():
        if not is_name:
            yield example
        joint = "-" if " " not in example and example.isupper() else " "
        yield f"{example}{joint}{place.number + 1}"


# What tells things of one kind apart: by what they are called after, by size, by where they are, and by which of
# several they are.
_AFTER = ("Garden", "Hill", "Mill", "River", "Orchard", "Church", "Meadow", "Forest", "Bridge", "Lake")
_SIZES = ("small", "large", "light", "heavy", "fine", "plain", "classic", "special")
_SIDES_OF_PLACES = ("north", "south", "east", "west", "upper part", "lower part")
_PLACES = frozenset(
    "station site region area zone depot yard field farm park garden cave pool court track point stop port harbour resort hut "
    "office clinic school hall studio shop store bank house hotel museum library theatre gym centre building branch "
    "warehouse plant plot section district square forest lake river valley beach".split()
)
_SIDES = ("North", "South", "East", "West", "Upper Town", "Lower Town", "Riverside", "Old Town")


# What is called by what it is about.
_SUBJECTS = frozenset("department category genre topic subject faculty".split())


def _thing_of(place: SpecPlace) -> str:
    """What a thing is, by the last word of its entity."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", place.entity).split(" ")[-1].casefold()


def _natural(example: str, place: SpecPlace) -> str:
    """Another name of the same kind: Hill loft beside Garden loft, Gold chains, small beside Gold chains, Silvretta Nova South
    beside Silvretta Nova."""
    words, number = example.split(" "), place.number - 1
    is_long = len(example) > _NAMED or len(words) > 6
    thing = _thing_of(place)
    is_short = len(words) < 2 and not (thing in _PLACES and example.istitle())
    if place.number < 1 or is_short or "-" in words[-1] or is_long:
        return ""
    if words[-1] == thing and len(words) == 2:
        others = [each for each in _AFTER if each != words[0]]
        row = [f"{each} {words[1]}" for each in others]
    elif "," in example or words[-1][:1].islower():
        sizes = _SIDES_OF_PLACES if thing in _PLACES else _SIZES
        row = [f"{example.rpartition(', ')[0] or example}, {each}" for each in sizes]
    else:
        row = [f"{example} {each}" for each in (_SIDES if thing in _PLACES else _ROMANS[1:])]
    return row[number] if number < len(row) else ""


def _half_hours_after(clock: re.Match[str], count: int) -> str:
    first = int(clock[1]) * 60 + int(clock[2])
    minutes = (first + 30 * count) % _DAY if first < _DAY else max(0, first - 30 * count)
    return f"{minutes // 60:0{len(clock[1])}d}:{minutes % 60:02d}"


def _elsewhere(example: str, number: int) -> Iterator[str]:
    """Another business of one owner: Riverside Dialysis, Old Mill Dialysis."""
    part = next((part for part in TOWN_PARTS if example.startswith(f"{part} ")), None)
    row = [each for each in TOWN_PARTS if each != part]
    if part is not None and 0 < number <= len(row):
        yield row[number - 1] + example[len(part) :]


def _raised(example: str, number: re.Match[str], by: int) -> Iterator[str]:
    """The example with one of its numbers raised."""
    start, end = number.span()
    step = 10 if _MEASURED.fullmatch(example) and end - start > 2 else 1
    raised = int(example[start:end]) + step * by
    yield f"{example[:start]}{raised:0{end - start}d}{example[end:]}"
    yield f"{example[:start]}{raised % 10 ** (end - start):0{end - start}d}{example[end:]}"


def _is_round(size: int) -> bool:
    """Whether things are sold in such sizes: 412W is no lamp."""
    return size <= 24 or size % 5 == 0 or size % 8 == 0


def in_letters(number: int) -> str:
    """What tells a thing of which nothing is known from the others, as people write it: A, B, ..., Z, AA."""
    rest, last = divmod(number, 26)
    return (in_letters(rest - 1) if rest else "") + chr(ord("A") + last)
