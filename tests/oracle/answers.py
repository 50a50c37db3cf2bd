"""What a read answers: the documents in it, and whether what it tells of one is what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def is_part(told: Any, stored: Any) -> bool:
    """Whether what is told is what is stored, or a part of it, as a projection leaves it."""
    if isinstance(told, dict) and isinstance(stored, dict):
        return all(name in stored and is_part(value, stored[name]) for name, value in told.items())
    if isinstance(told, list) and isinstance(stored, list):
        return all(any(is_part(one, other) for other in stored) for one in told)
    return bool(told == stored)


def documents_of(answer: Any) -> list[dict[str, Any]]:
    """Return the documents of an answer: itself, those in its list, or those under names that it gives them."""
    return [one for one in _flat(answer) if isinstance(one, dict) and "_id" in one]


def _flat(answer: Any) -> Iterator[Any]:
    if isinstance(answer, list):
        for one in answer:
            yield from _flat(one)
    elif isinstance(answer, dict) and "_id" not in answer:
        yield from _flat(list(answer.values()))
    else:
        yield answer
