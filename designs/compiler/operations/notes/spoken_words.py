"""What comments and refusals call a thing: ``order line``, where a variable is called ``orderLine``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ...model.conceptual import given
from ...names.inflection import singular
from ...plan_model.physical import Statement
from ..context import OperationContext
from ..identifiers import identifier, without_id


def in_spoken_words(world: OperationContext, statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements with comments and refusals in words that people say."""
    spoken = dict(_spoken(world))
    words = re.compile(rf"\b({'|'.join(sorted(map(re.escape, spoken), reverse=True))})\b") if spoken else None
    for statement in statements:
        if words is None or not (words.search(statement.comment) or words.search(statement.must_match)):
            yield statement
            continue
        comment, refusal = (
            words.sub(lambda hit: spoken[hit[0]], text) for text in (statement.comment, statement.must_match)
        )
        yield replace(statement, comment=comment, must_match=refusal)


def _spoken(world: OperationContext) -> Iterator[tuple[str, str]]:
    """Yield the variables that differ from the words that they are made of, each with these: the entities', and what ends
    of trees and graphs call them."""
    named = [world.names.word(entity) for entity in world.names.entities]
    for relationship in world.names.relationships.values():
        ends = (given(end.field, "") for end in (relationship.from_, relationship.to))
        named += [without_id(singular(name)) for name in ends if name]
    for words in named:
        variable = identifier(words, "")
        said = " ".join(re.findall(r"[A-Za-z0-9]+", words))
        if variable and variable != said:
            yield variable, said
            yield f"other{variable[0].upper()}{variable[1:]}", f"other {said}"
