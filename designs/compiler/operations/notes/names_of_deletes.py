"""What functions are called that delete a document of another entity than the name of their relationship says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from ...names.inflection import singular
from ...plan_model.physical import Param, Statement, relabelled
from ..context import QUERIES, OperationContext, RelationshipContext

_DELETING = frozenset({"remove", "delete", "cascade"})
_OF = re.compile(r"\b(?:of|at|in|on|by|from|to|for|with)\b.*")


def saying_what_goes(world: OperationContext, statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements, those of a function that deletes a document with the name that says so, where the name of
    its relationship does not: a game that ``white.remove`` deletes."""
    for _, group in groupby(statements, lambda statement: statement.recipe):
        function = list(group)
        called = _called(world, function)
        yield from (relabelled(each, called=called) for each in function) if called else function


def deleted_by_id(function: Iterable[Statement]) -> Statement | None:
    """Return the statement by which a function deletes the document whose id it is given, None where none does."""
    deletes = [each for each in function if each.op in ("deleteOne", "findOneAndDelete")]
    named = [
        each
        for each in deletes
        if isinstance(each.filter, dict) and isinstance(each.filter.get("_id"), Param)
    ]
    return named[-1] if named else None


def _called(world: OperationContext, function: list[Statement]) -> str:
    first = function[0]
    kind, _, name = first.subject.partition(":")
    if first.script != QUERIES or kind != "relationship" or first.purpose not in _DELETING:
        return ""
    link = RelationshipContext(world, world.names.relationships[name])
    gone = deleted_by_id(function)
    if gone is None or link.traits.is_tree:
        return ""
    sides = [side for side in ("from", "to") if _stands_in(link, side, gone.collection)]
    if len({link.entity(side) for side in sides}) != 1:
        return ""
    entity = link.entity(sides[0])
    if first.purpose == "cascade":
        return f"delete {world.names.word(entity)} with {link.names.words(link.child)}"
    is_told = first.purpose == "remove" and _says(name, world.names.word(entity))
    return "" if is_told else f"delete {world.names.word(entity)}"


def _stands_in(link: RelationshipContext, side: str, collection: str) -> bool:
    spots = link.placement.spots(link.entity(side))
    return any(spot.collection == collection and not spot.path for spot in spots)


def _says(relationship: str, word: str) -> bool:
    """Return whether the name of a relationship says that its children are these: ``orders of pantry``."""
    said, meant = (
        re.findall(r"[a-z0-9]+", each) for each in (_OF.sub("", relationship.lower()), word.lower())
    )
    return bool(said and meant) and singular(said[-1]) == singular(meant[-1])
