"""What other rooms of the sample ask about kinds: the people of the world, and who is one."""

from __future__ import annotations

from ...model.conceptual import Model, given
from .kinds.people import PEOPLE
from .kinds.recognising import among, is_person

__all__ = ["PEOPLE", "is_person", "neighbours", "words_in"]


def neighbours(model: Model) -> dict[str, tuple[str, ...]]:
    """What the entities and relationships of a design are called beside their neighbours, as far as tables know: a
    category that apps have is a category of apps."""
    beside: dict[str, dict[str, None]] = {}
    for link in given(model.relationships, []):
        ends = (link.from_.entity, link.to.entity)
        for name, others in ((ends[0], ends[1:]), (ends[1], ends[:1]), (link.name, ends)):
            called = (among(name, other) for other in others if other != name)
            beside.setdefault(name, {}).update({each: None for each in called if each is not None})
    return {name: tuple(names) for name, names in beside.items() if names}


def words_in(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())
