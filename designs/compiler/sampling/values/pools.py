"""What other rooms of the sample ask about kinds: the people of the world, and who is one."""

from __future__ import annotations

from .kinds.people import PEOPLE
from .kinds.recognising import is_person

__all__ = ["PEOPLE", "is_person", "words_in"]


def words_in(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())
