"""Answers that an object gives again without working them out again: it never changes, so neither do they."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from ..model.conceptual import Relationship

Owner = TypeVar("Owner")
Answer = TypeVar("Answer")
More = ParamSpec("More")


def by_entity(work_out: Callable[[Owner, str], Answer]) -> Callable[[Owner, str], Answer]:
    """Work out a method's answer once for each entity."""
    store = f"_{work_out.__name__}_by_entity"

    @wraps(work_out)
    def answer(self: Owner, entity: str) -> Answer:
        answers: dict[str, Answer] | None = self.__dict__.get(store)
        if answers is None:
            answers = self.__dict__[store] = {}
        if entity not in answers:
            answers[entity] = work_out(self, entity)
        return answers[entity]

    return answer


def by_relationship(
    work_out: Callable[Concatenate[Owner, Relationship, More], Answer],
) -> Callable[Concatenate[Owner, Relationship, More], Answer]:
    """Work out a method's answer once for each relationship, or for each of its ends."""
    store = f"_{work_out.__name__}_by_relationship"

    @wraps(work_out)
    def answer(self: Owner, relationship: Relationship, /, *side: More.args, **named: More.kwargs) -> Answer:
        answers: dict[tuple[object, ...], Answer] | None = self.__dict__.get(store)
        if answers is None:
            answers = self.__dict__[store] = {}
        key = (relationship.name, *side)
        if key not in answers:
            answers[key] = work_out(self, relationship, *side, **named)
        return answers[key]

    return answer
