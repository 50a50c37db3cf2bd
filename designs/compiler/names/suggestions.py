"""Did you mean: the nearest of the names that exist, for the first misspelt names of a file.

Comparing every unknown name with every known one takes time that grows with the square of a file, so
both are limited: how many names of a file are compared, and with how many others.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from heapq import nlargest

MOST = 20
"""How many different misspelt names of a file get a suggestion."""
LONGEST = 64
"""How many characters a name may have to be compared."""
_COMPARED = 1_000
_CLOSELY = 10


class Guesses:
    """The suggestions for one file: the same name gets the same one, and after `MOST` names none is made."""

    def __init__(self) -> None:
        self._suggestions: dict[tuple[str, float, tuple[str, ...]], str | None] = {}

    def nearest(self, name: str, choices: Sequence[str], cutoff: float = 0.6) -> str | None:
        """Return the choice most like a name, None where none is at least so like it (0 to 1)."""
        if len(name) > LONGEST:
            return None
        key = name, cutoff, tuple(choices)
        if key not in self._suggestions and len(self._suggestions) < MOST:
            self._suggestions[key] = _nearest(name, key[2], cutoff)
        return self._suggestions.get(key)


def _nearest(name: str, choices: tuple[str, ...], cutoff: float) -> str | None:
    """As difflib.get_close_matches has it; the exact ratio is asked only of those that can win."""
    matcher = SequenceMatcher(b=name)
    near: list[tuple[float, str]] = []
    fitting = (
        choice for choice in choices if len(choice) <= LONGEST and _lengths_allow(name, choice, cutoff)
    )
    for _, choice in zip(range(_COMPARED), fitting, strict=False):
        matcher.set_seq1(choice)
        near.append((matcher.quick_ratio(), choice))
    best: tuple[float, str] | None = None
    for at_most, choice in nlargest(_CLOSELY, near):
        if _are_far(name, choice):
            continue
        if at_most < cutoff or (best is not None and at_most < best[0]):
            break
        matcher.set_seq1(choice)
        ratio = matcher.ratio()
        if ratio >= cutoff and (best is None or (ratio, choice) > best):
            best = ratio, choice
    return None if best is None else best[1]


def _are_far(name: str, other: str) -> bool:
    """Whether so many letters differ that nobody mistypes one for the other: a short name shares some with many."""
    if name in other or other in name:
        return False
    if other == "_id" and len(name) > len(other):
        return True
    changed = 0
    for tag, start, end, from_, to in SequenceMatcher(None, name, other, autojunk=False).get_opcodes():
        changed += 0 if tag == "equal" else max(end - start, to - from_)
    return changed > 1 + max(len(name), len(other)) // 3


def _lengths_allow(name: str, other: str, cutoff: float) -> bool:
    """Whether two texts of these lengths can be so much alike (difflib's real_quick_ratio)."""
    return 2 * min(len(name), len(other)) >= cutoff * (len(name) + len(other))
