"""Names of parameters and steps in scripts, the words that comments say instead, and what functions that delete are
called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..content_cache import of_short_texts
from ..model.conceptual import given
from ..names.inflection import singular
from ..plan_model.function_names import without_marks
from ..plan_model.physical import Param, Statement, relabelled

if TYPE_CHECKING:
    from ..names.naming import Names
    from .context import OperationContext

# Words of the language, and names that our functions use themselves.
_TAKEN = frozenset(
    """
    abstract arguments async await boolean break case catch class const continue debugger default delete do double
    else enum eval export extends false final finally float for function goto if implements import in instanceof int
    interface let long native new null package private protected public return short static super switch this throw
    throws transient true try typeof undefined var void volatile while with yield
    db target inside session error each
    """.split()
)


DELETES = frozenset({"remove", "delete", "cascade"})
"""The purposes of functions that delete what a relationship leads to."""
_OF = re.compile(r"\b(?:of|at|in|on|by|from|to|for|with)\b.*")


_PARTS = re.compile(r"[A-Za-z0-9]+")


@of_short_texts(8192)
def identifier(words: str, otherwise: str = "value") -> str:
    """A parameter's name from a name that a person gave: ASCII words in camel case."""
    parts = _PARTS.findall(without_marks(words))
    joined = "".join([*parts[:1], *[part[0].upper() + part[1:] for part in parts[1:]]])
    name = joined[:1].lower() + joined[1:50]
    if not name or not name[0].isalpha():
        return otherwise
    if (longer := _LONGER.match(name)) and longer[1] in _TAKEN:
        return f"{longer[1]}{longer[2]}"
    return f"{name}Value" if name in _TAKEN else name


_LONGER = re.compile(r"([a-z]+)Value([A-Z]\w*)\Z")
"""What begins with a word of the language that was told apart from it, and needs no more: ``packageValueId``."""
_ID = re.compile(r"(?<=\w)(_id|Id|ID)$")


def without_id(name: str) -> str:
    """Return what a reference leads to, by the reference's name: ``pet`` of ``pet_id``."""
    return _ID.sub("", name)


def value_path(path: str) -> str:
    """Return a path as a value's name says it: ``pet.chip`` of ``pet_id.chip``."""
    before, _, last = path.rpartition(".")
    return f"{'.'.join(map(without_id, before.split('.')))}.{last}"


def id_name(path: str) -> str:
    """Return what the id is called to which a path leads: ``course id`` of ``courses``, and of ``courses._id``."""
    before, _, last = value_path(path).rpartition(".")
    if before and last == "_id":
        above, dot, end = before.rpartition(".")
        return f"{above}{dot}{singular(end)} id"
    return f"{before}.{without_id(singular(last))} id"


# --- what comments and refusals call a thing: ``order line``, where a variable is ``orderLine`` ---

_SAID = ("comment", "must_match", "must_miss")
_WORD = re.compile(r"\w+")


def in_spoken_words(world: OperationContext, statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements with comments and refusals in words that people say."""
    spoken = world.spoken
    for statement in statements:
        if not (statement.comment or statement.must_match or statement.must_miss):
            yield statement
            continue
        texts = {part: getattr(statement, part) for part in _SAID}
        if spoken.keys().isdisjoint(_WORD.findall("\n".join(texts.values()))):
            yield statement
            continue
        said = {part: _WORD.sub(lambda hit: spoken.get(hit[0], hit[0]), text) for part, text in texts.items()}
        yield replace(statement, **said)


def spoken_word(world: OperationContext, word: str) -> str:
    """Return what people say for the variable of a thing: ``order line`` of ``orderLine``."""
    return world.spoken.get(word, word)


def spoken_words(names: Names) -> Iterator[tuple[str, str]]:
    """Yield the variables that differ from the words that they are made of, each with these: the entities', and what ends
    of trees and graphs call them."""
    named = [names.word(entity) for entity in names.entities]
    for relationship in names.relationships.values():
        ends = (given(end.field, "") for end in (relationship.from_, relationship.to))
        named += [without_id(singular(name)) for name in ends if name]
    for words in named:
        variable = identifier(words, "")
        said = " ".join(_PARTS.findall(without_marks(words)))
        if variable and variable != said:
            yield variable, said
        if variable:
            yield f"other{variable[0].upper()}{variable[1:]}", f"other {said}"


# --- what deletes are called ------------------------------------------------------------------


def saying_what_goes(world: OperationContext, statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements, those of a function that deletes a document with the name that says so, where the name of
    its relationship does not: a game that ``white.remove`` deletes."""
    for _, group in groupby(statements, lambda statement: statement.recipe):
        function = list(group)
        called = _called(world, function)
        yield from (relabelled(each, called=called) for each in function) if called else function


def _called(world: OperationContext, function: list[Statement]) -> str:
    first = function[0]
    kind, _, name = first.subject.partition(":")
    if first.script != "04_queries" or kind != "relationship" or first.purpose not in DELETES:
        return ""
    link, gone = world.names.relationships[name], deleted_by_id(function)
    if gone is None or world.placement.traits(link).is_tree:
        return ""
    ends = (link.from_.entity, link.to.entity)
    entities = {each for each in ends if _stands_in(world, each, gone.collection)}
    if len(entities) != 1:
        return ""
    (entity,) = entities
    if first.purpose == "cascade":
        return f"delete {world.names.word(entity)} with {world.names.words(link.to.entity)}"
    is_told = first.purpose == "remove" and _says(name, world.names.word(entity))
    return "" if is_told else f"delete {world.names.word(entity)}"


def _stands_in(world: OperationContext, entity: str, collection: str) -> bool:
    spots = world.placement.spots(entity)
    return any(spot.collection == collection and not spot.path for spot in spots)


def _says(relationship: str, word: str) -> bool:
    """Return whether the name of a relationship says that its children are these: ``orders of pantry``."""
    said, meant = (
        re.findall(r"[a-z0-9]+", without_marks(each).lower())
        for each in (_OF.sub("", relationship.lower()), word)
    )
    return bool(said and meant) and singular(said[-1]) == singular(meant[-1])


def deleted_by_id(function: Iterable[Statement]) -> Statement | None:
    """Return the statement by which a function deletes the document whose id it is given, None where none does."""
    deletes = [each for each in function if each.op in ("deleteOne", "findOneAndDelete")]
    named = [
        each
        for each in deletes
        if isinstance(each.filter, dict) and isinstance(each.filter.get("_id"), Param)
    ]
    return named[-1] if named else None
