"""Stateless choices: each value follows from the names that it belongs to, never from a clock or a seed kept somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def digest(*parts: object, size: int = 8) -> bytes:
    """``size`` bytes (at most 64) that follow from the parts alone."""
    text = "\x1f".join(map(str, parts))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()


def draw(*parts: object) -> int:
    """An integer of 64 bits that follows from the parts alone."""
    return int.from_bytes(digest(*parts), "big")


def between(low: int, high: int, *parts: object) -> int:
    """An integer from ``low`` to ``high``, both included."""
    return low + draw(*parts) % (high - low + 1)


def turn(options: Sequence[T], number: int, *parts: object) -> T:
    """The option of this number, counted from a start that follows from the parts: as many
    numbers as there are options give as many different options."""
    return options[(draw(*parts) + number) % len(options)]
