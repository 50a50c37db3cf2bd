"""A text of fields to fields: which line nests in which, by indentation or by braces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from ..model.conceptual import Field
from ..names.suggestions import Guesses
from ..plan_model.findings import Finding, Report, fault
from ..reading.json_text import MAX_BYTES, MAX_DEPTH, MOST_FAULTS
from ..reading.writing import plain
from .identity import kept_ids
from .phrase import Phrase, Raw, read_phrase
from .scanner import Scanner, Trouble

Place = tuple[str | int, ...]
_LINES = re.compile(r"\r\n|\r|\n")
_TAB = 4


@dataclass(frozen=True)
class FieldText:
    """Fields, and the line of the text where each stands, by its place: ``(0, "items", "fields", 1)``."""

    fields: list[Field]
    lines: dict[Place, int]

    @property
    def raw(self) -> list[Raw]:
        """The fields as JSON values, in canonical order."""
        fields: list[Raw] = plain(self.fields)
        return fields

    def line_of(self, place: Place) -> int | None:
        """The line of the field that a place lies in."""
        within = (self.lines.get(place[:depth]) for depth in range(len(place), 0, -1))
        return next((line for line in within if line is not None), None)


@dataclass
class _Level:
    """Fields side by side. indent: where they begin, None before the first; owner: whose they are."""

    phrases: list[Phrase]
    indent: int | None = None
    owner: Phrase | None = None
    braces: bool = False


def read_fields(text: str, like: Sequence[Field] = ()) -> Report[FieldText]:
    """The fields that a text states, or None with every fault, each with its line and a remedy.

    like: the fields before; those that stay, or are only renamed, keep their ids.
    """
    if len(text) > MAX_BYTES:
        return Report(None, (fault("line 1", "The text is too large.", "Split the entity."),))
    reader = _LayoutReader()
    for number, line in enumerate(_LINES.split(text), start=1):
        if len(reader.faults) >= MOST_FAULTS:
            break
        reader.line(number, line)
    reader.end()
    if reader.faults:
        return Report(None, tuple(reader.faults))
    raw = [phrase.whole() for phrase in reader.root]
    try:
        fields = msgspec.convert(kept_ids(raw, like), list[Field], strict=True)
    except msgspec.ValidationError as error:
        return Report(None, (fault("line 1", str(error), "Correct the value."),))
    return Report(FieldText(fields, dict(_places(reader.root))))


@dataclass
class _LayoutReader:
    root: list[Phrase] = field(default_factory=list)
    faults: list[Finding] = field(default_factory=list)
    levels: list[_Level] = field(default_factory=list)
    number: int = 0
    guesses: Guesses = field(default_factory=Guesses)
    closed: Phrase | None = None
    """The field whose braces were opened or closed last, which a description may follow."""

    def __post_init__(self) -> None:
        self.levels.append(_Level(self.root))

    def line(self, number: int, text: str) -> None:
        """Take one line."""
        self.number, self.closed = number, None
        scanner = Scanner(text, self.guesses)
        if not scanner.ahead():
            return
        try:
            if not self.levels[-1].braces:
                self._indented(len(text[: scanner.at].expandtabs(_TAB)))
            while scanner.ahead() and len(self.faults) < MOST_FAULTS:
                self._next(scanner)
        except Trouble as trouble:
            self._tell(trouble.problem, trouble.remedy)

    def end(self) -> None:
        """The text ends: are all braces closed?"""
        for level in self.levels:
            if level.braces and level.owner is not None and not self.faults:
                self.number = level.owner.line
                self._tell("Unclosed brace.", "Close it with }.")

    def _tell(self, problem: str, remedy: str) -> None:
        self.faults.append(fault(f"line {self.number}", problem, remedy))

    def _next(self, scanner: Scanner) -> None:
        if scanner.take(",") or scanner.take(";"):
            self.closed = None
        elif scanner.take("}"):
            self._close()
        elif scanner.take("//"):
            self._describe(scanner)
        else:
            self._field(scanner)

    def _field(self, scanner: Scanner) -> None:
        phrase = read_phrase(scanner, self.number)
        self.levels[-1].phrases.append(phrase)
        self.closed = None
        if phrase.problems:
            for problem, remedy in phrase.problems:
                self._tell(problem, remedy)
            if not scanner.ahead() and scanner.text.rstrip().endswith("{"):
                self._open(phrase, braces=True)
            return
        if scanner.take("{"):
            self._open(phrase, braces=True)
            self.closed = phrase
            return
        if scanner.take("//"):
            phrase.describe(scanner.rest())
        elif scanner.ahead() not in ("", ",", ";", "}", "{"):
            sign = scanner.ahead()
            raise Trouble(f"Unexpected {sign!r}.", ("Put a comma between two fields on the same line."))

    def _describe(self, scanner: Scanner) -> None:
        if self.closed is None:
            raise Trouble("This description has no field.", "Write it after the field, on the same line.")
        self.closed.describe(scanner.rest())

    def _open(self, phrase: Phrase, *, braces: bool, indent: int | None = None) -> None:
        """A level for what nests here; where nothing may, it is read all the same and then dropped."""
        try:
            if len(self.levels) > MAX_DEPTH:
                raise Trouble("The fields are nested too deeply.", "Flatten them.")
            phrase.open()
        except Trouble as trouble:
            self._tell(trouble.problem, trouble.remedy)
        inner: list[Phrase] = []
        phrase.children = inner
        self.levels.append(_Level(inner, indent, phrase, braces))

    def _close(self) -> None:
        if not self.levels[-1].braces:
            if not self.faults:
                raise Trouble("Unexpected closing brace.", "Open it with {, or remove it.")
            return
        self.closed = self.levels.pop().owner

    def _indented(self, indent: int) -> None:
        """Find the level of a line that begins so far in."""
        level = self.levels[-1]
        if level.indent is None:
            level.indent = indent
        if indent > level.indent and level.phrases:
            self._open(level.phrases[-1], braces=False, indent=indent)
            return
        while len(self.levels) > 1 and not level.braces and indent < (level.indent or 0):
            self.levels.pop()
            level = self.levels[-1]
        if level.indent != indent:
            self._tell(
                "This line's indentation matches no field above.", "Indent it like the lines around it."
            )


def typed(raw: list[Raw]) -> list[Field]:
    """The fields that a design's JSON values hold."""
    return msgspec.convert(raw, list[Field], strict=True)


def _places(phrases: list[Phrase], above: Place = ()) -> list[tuple[Place, int]]:
    places: list[tuple[Place, int]] = []
    for number, phrase in enumerate(phrases):
        here = (*above, number)
        places.append((here, phrase.line))
        nested = (*here, *("items",) * phrase.arrays, "fields")
        places += _places(phrase.children or [], nested)
    return places
