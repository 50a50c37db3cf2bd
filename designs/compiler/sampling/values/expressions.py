"""Text that matches a regular expression of the usual subset: literals, classes, groups, alternatives, counts, anchors."""

from __future__ import annotations

import re

from .specs import draw

_DIGITS, _LOWER, _UPPER = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ANY = _LOWER + _UPPER + _DIGITS
_PRINTABLE = "".join(map(chr, range(32, 127)))
_CLASSES = {
    "d": _DIGITS,
    "w": _LOWER + _UPPER + _DIGITS,
    "s": " ",
    "D": _LOWER,
    "W": "-",
    "S": _LOWER + _DIGITS,
}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_MOST = 40  # copies of one part: patterns may allow far longer text than a sample needs
_STEPS, _DEPTH = 5000, 50  # parts written and groups open at once, at most
_START, _END = "\ue000", "\ue001"  # where the pattern wants the text to begin and to end
_COUNT = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")


class Unreadable(Exception):
    """The pattern uses something outside of the subset."""


def matching(pattern: str, *parts: object, longest: int | None = None) -> str | None:
    """Text that the pattern finds, of at most ``longest`` characters; None where the pattern is
    outside of the subset or no try fits. The same parts give the same text.

    The pattern itself is never run: one that backtracks for ever would hold up the compiler.
    """
    if _START in pattern or _END in pattern:
        return None
    for attempt in range(8):
        try:
            text = _Reader(pattern, attempt, parts).all()
        except Unreadable:
            return None
        text = text.lstrip(_START).rstrip(_END)
        if _START not in text and _END not in text and (longest is None or len(text) <= longest):
            return text
    return None


class _Reader:
    """Reads a pattern from left to right and writes matching text as it goes."""

    def __init__(self, pattern: str, attempt: int, parts: tuple[object, ...]) -> None:
        self.pattern, self.at, self.attempt, self.parts = pattern, 0, attempt, parts
        self.drawn = self.steps = self.depth = 0

    def all(self) -> str:
        text = self.alternatives()
        if self.at < len(self.pattern):
            raise Unreadable(self.pattern)
        return text

    def choose(self, count: int) -> int:
        self.drawn += 1
        return draw(self.attempt, self.drawn, *self.parts) % count

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def take(self) -> str:
        taken = self.peek()
        if not taken:
            raise Unreadable(self.pattern)
        self.at += 1
        return taken

    def alternatives(self) -> str:
        options = [self.sequence()]
        while self.peek() == "|":
            self.take()
            options.append(self.sequence())
        return options[self.choose(len(options))]

    def sequence(self) -> str:
        written = []
        while self.peek() and self.peek() not in "|)":
            written.append(self.repeated())
        return "".join(written)

    def repeated(self) -> str:
        start = self.at
        first = self.atom()
        end = self.at
        least, most = self.count()
        after = self.at
        times = least + self.choose(max(0, most - least) + 1)
        copies = [first] if times else []
        for _ in range(times - 1):
            self.at = start
            copies.append(self.atom())
            if self.at != end:
                raise Unreadable(self.pattern)
        self.at = after
        return "".join(copies)

    def count(self) -> tuple[int, int]:
        mark = self.peek()
        if mark and mark in "*+?":
            self.take()
            self.lazy()
            return {"*": (0, 3), "+": (1, 4), "?": (0, 1)}[mark]
        match = _COUNT.match(self.pattern, self.at)
        if not match:
            return 1, 1
        self.at = match.end()
        self.lazy()
        least = min(int(match[1]), _MOST * 100)
        most = int(match[3]) if match[3] else least + 2
        return least, max(least, min(most, least + _MOST)) if match[2] else least

    def lazy(self) -> None:
        if self.peek() in ("?", "+"):
            self.take()

    def atom(self) -> str:
        char = self.take()
        self.steps += 1
        if self.steps > _STEPS:
            raise Unreadable(self.pattern)
        if char == "(":
            return self.group()
        if char == "[":
            return self.pick(self.members())
        if char == "\\":
            return self.pick(self.escaped())
        if char == ".":
            return self.pick(_LOWER)
        return {"^": _START, "$": _END}.get(char, char)

    def pick(self, characters: str) -> str:
        if not characters:
            return ""
        return characters[self.choose(len(characters))]

    def group(self) -> str:
        if self.peek() == "?":
            self.take()
            if self.take() != ":":
                raise Unreadable(self.pattern)
        self.depth += 1
        if self.depth > _DEPTH:
            raise Unreadable(self.pattern)
        text = self.alternatives()
        self.depth -= 1
        if self.take() != ")":
            raise Unreadable(self.pattern)
        return text

    def escaped(self) -> str:
        char = self.take()
        if char in _CLASSES:
            return _CLASSES[char]
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char.isalnum():
            raise Unreadable(self.pattern)
        return char

    def members(self) -> str:
        negated = self.peek() == "^" and bool(self.take())
        characters: list[str] = []
        while self.peek() != "]" or not characters:
            characters.extend(self.member())
        self.take()
        if not negated:
            return "".join(dict.fromkeys(characters))
        left = [char for char in _ANY if char not in characters] or [
            c for c in _PRINTABLE if c not in characters
        ]
        if not left:
            raise Unreadable(self.pattern)
        return "".join(left)

    def member(self) -> str:
        char = self.take()
        if char == "[" and self.peek() == ":":
            raise Unreadable(self.pattern)
        low = self.escaped() if char == "\\" else char
        follows = self.pattern[self.at : self.at + 2]
        if len(low) != 1 or len(follows) < 2 or follows[0] != "-" or follows[1] == "]":
            return low
        self.take()
        last = self.take()
        high = self.escaped() if last == "\\" else last
        if len(high) != 1 or ord(high) < ord(low) or ord(high) - ord(low) > 1000:
            raise Unreadable(self.pattern)
        return "".join(map(chr, range(ord(low), ord(high) + 1)))
