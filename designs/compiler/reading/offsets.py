"""Where in a JSON text a place stands, so that a fault can be shown at its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from .json_text import step

_TOKEN = re.compile(r'[\s,:]*+("(?:[^"\\]++|\\[\s\S])*+"|[\[\]{}]|[^\s,:\[\]{}"]++)')
_BRACKET = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?|[\[\]{}]')  # a text that nothing closes, to the end
_LINE = re.compile(r"line (\d+), column (\d+)\Z")
_ENDS = frozenset(".[")


def offsets(text: str, subjects: Iterable[str]) -> dict[str, int]:
    """Subject of a fault -> the character of the text where it stands, for those that stand somewhere.

    text: JSON, or text that is none where the subjects name a line and column. A key that is missing
    stands where its holder begins; a key that stands twice, where it stands last.
    """
    wanted = set(subjects)
    named = {subject: _at_line(text, match) for subject in wanted if (match := _LINE.match(subject))}
    rest = wanted - named.keys()
    walk = _Walk(text, {part for subject in rest for part in _holders(subject)})
    if walk.wanted and not named:
        walk.value(0, "")
    nearest = (
        (subject, next(filter(None, map(walk.places.get, _holders(subject))), None)) for subject in rest
    )
    return named | {subject: at for subject, at in nearest if at is not None}


def _at_line(text: str, match: re.Match[str]) -> int:
    before = sum(len(line) + 1 for line in text.split("\n")[: int(match[1]) - 1])
    return min(before + int(match[2]) - 1, len(text))


def _holders(place: str) -> list[str]:
    """A place and what holds it, the nearest first: "a[0].b", "a[0]", "a"."""
    ends = (end for end in range(len(place) - 1, 0, -1) if place[end] in _ENDS)
    return [place, *(place[:end] for end in ends)]


class _Walk:
    """One pass over the text that goes into what is wanted and leaps over the rest."""

    def __init__(self, text: str, wanted: set[str]) -> None:
        self.text = text
        self.wanted = wanted
        self.places: dict[str, int] = {}

    def value(self, at: int, place: str) -> int:
        """Note what is wanted inside the value that begins here; the place behind it."""
        start, end = self._token(at)
        opening = self.text[start]
        if opening not in "[{":
            return end
        number = 0
        while True:
            start, after = self._token(end)
            if self.text[start] in "]}":
                return after
            if opening == "{":
                inner, end = step(place, json.loads(self.text[start:after])), after
            else:
                inner, end, number = step(place, number), start, number + 1
            end = self._member(start, end, inner)

    def _member(self, start: int, at: int, place: str) -> int:
        if place not in self.wanted:
            return self._behind(at)
        self.places[place] = start
        return self.value(at, place)

    def _behind(self, at: int) -> int:
        start, end = self._token(at)
        if self.text[start] not in "[{":
            return end
        depth = 0
        for hit in _BRACKET.finditer(self.text, start):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(hit[0], 0)
            if depth == 0:
                return hit.end()
        return len(self.text)

    def _token(self, at: int) -> tuple[int, int]:
        hit = _TOKEN.match(self.text, at)
        if hit is None:
            raise ValueError("the text is no JSON, and no subject names its line")
        return hit.span(1)
