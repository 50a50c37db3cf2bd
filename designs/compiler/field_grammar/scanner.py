"""One line of a text, read from left to right: words, signs, JSON values."""

from __future__ import annotations

import json
import re
from typing import Any

from ..names.suggestions import Guesses
from ..reading.json_text import MAX_DIGITS, is_too_deep, quoted

_EXACT = 2**53
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[\w$][\w$-]*")
_VALUE_WORD = re.compile(r"[^\W\d][\w-]*")
_JSON_WORDS = ("true", "false", "null", "NaN", "Infinity")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Trouble(Exception):
    """What is wrong at a place of the line, and what to do about it."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.problem, self.remedy = problem, remedy


_TOO_DEEP = ("The value is nested too deeply.", "Flatten it.")


class Scanner:
    """The line and how far it is read."""

    def __init__(self, text: str, guesses: Guesses | None = None) -> None:
        self.text, self.at = text, 0
        self.guesses = guesses or Guesses()

    def ahead(self, most: int = 1) -> str:
        """The next characters behind the space, up to so many: a line is never copied as a whole."""
        self.at = self._after(_SPACE)
        return self.text[self.at : self.at + most]

    def take(self, sign: str) -> bool:
        """Whether this sign comes next; then it is read."""
        if self.ahead(len(sign)) != sign:
            return False
        self.at += len(sign)
        return True

    def word(self) -> str:
        """The bare word that comes next, "" where none does."""
        self.ahead()
        start, self.at = self.at, self._after(_BARE)
        return self.text[start : self.at]

    def word_ahead(self) -> tuple[str, str]:
        """Return the bare word that comes next and what follows it, without reading them."""
        self.ahead()
        hit = _BARE.match(self.text, self.at)
        return (hit[0], self.text[hit.end() :]) if hit else ("", "")

    def skip(self, length: int) -> None:
        """Read so many characters."""
        self.at += length

    def name(self) -> str:
        """A bare name, or one in quotes as JSON writes it."""
        if self.ahead() != '"':
            name = self.word()
            if not name:
                problem = f"Invalid field name {quoted(self.ahead(12))}."
                raise Trouble(problem, 'Put names with other characters in quotes: "unit price": decimal.')
            return name
        name = self.value()
        if not isinstance(name, str) or not name:
            raise Trouble("Empty name.", "Enter a name.")
        return name

    def value(self) -> Any:
        """A JSON value; a single word stands for the text that it is."""
        self.ahead()
        word = _VALUE_WORD.match(self.text, self.at)
        if word is not None and not word[0].startswith(_JSON_WORDS):  # a decoder that fails counts lines
            self.at = word.end()
            return word[0]
        try:
            value, end = _DECODER.raw_decode(self.text, self.at)
        except (ValueError, RecursionError) as error:
            raise self._no_value(error) from None
        if is_too_deep(self.text[self.at : end]):
            raise Trouble(*_TOO_DEEP)
        _refuse_odd_text(value)
        self.at = end
        return value

    def rest(self) -> str:
        """All that is left of the line, read."""
        left, self.at = self.text[self.at :], len(self.text)
        return left.strip(" \t")

    def _no_value(self, error: Exception) -> Trouble:
        if isinstance(error, RecursionError) or is_too_deep(self.text[self.at :]):
            return Trouble(*_TOO_DEEP)
        reason = error.problem if isinstance(error, _Odd) else "Invalid JSON value."
        remedy = 'Use a number, true, false, "a text", [a list], or {an object}.'
        return Trouble(f"{quoted(self.ahead(24))}: {reason}", remedy)

    def _after(self, pattern: re.Pattern[str]) -> int:
        hit = pattern.match(self.text, self.at)
        return hit.end() if hit else self.at


class _Odd(ValueError):
    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _Odd("The number has too many digits.")
    return int(text)


def _real(text: str) -> int | float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _Odd("The number is too large.")
    return int(number) if number.is_integer() and abs(number) < _EXACT else number


def _constant(text: str) -> Any:
    raise _Odd(f"Unsupported number {text}.")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise _Odd("Duplicate key.")
    return dict(pairs)


def _refuse_odd_text(value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _refuse_odd_text(key)
            _refuse_odd_text(inner)
    elif isinstance(value, list):
        for element in value:
            _refuse_odd_text(element)
    elif isinstance(value, str) and ("\0" in value or _SURROGATE.search(value)):
        raise Trouble("The text contains a NUL character or an unpaired surrogate.", "Remove it.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_real, parse_constant=_constant
)
