"""Things that others use: they have not gone out of use, and say so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from ....model.conceptual import Field, given, stated
from ...values.pools import is_person, words_in
from ...values.states import is_exit, is_over, is_past, is_state, words_in_name
from ...world import SINGLE, Thing
from ...world.sample_data import SampleData
from ..bounds import is_loose, number_in, put
from ..stories import moves_of

_FOR_USE = frozenset("available free idle ready vacant operational spare use service stock".split())
_IN_USE = frozenset("active enabled operational available".split())
_OUT_OF_USE = words_in(
    "closed blocked disabled archived deleted decommissioned retired suspended discontinued inactive"
)


def gone_of(world: SampleData, entity: str) -> frozenset[str]:
    """The states in which a thing is used no more: those that its states end with and no operation leads on from, where others
    say that it is there to be used, or it is a person."""
    return world.answered("gone", entity, lambda: _gone_of(world, entity))


def _gone_of(world: SampleData, entity: str) -> frozenset[str]:
    state = next((field for field in world.fields(entity) if is_state(field)), None)
    options = [str(each) for each in given(state.enum, [])] if state is not None else []
    is_someone = is_person(entity)
    if state is None or not (is_someone or any(words_in_name(each) & _FOR_USE for each in options)):
        return frozenset()
    moves = moves_of(world, entity)
    life = moves.of.get(state.name) if moves is not None else None
    left = {each for move in life.moves for each in move.sources or ()} if life is not None else set[str]()
    ends = {move.state for move in life.moves} - left if life is not None else set[str]()
    return frozenset(
        takewhile(
            lambda each: is_over(each) or is_exit(each) or (is_past(each) and (is_someone or each in ends)),
            reversed(options),
        )
    )


def is_used(world: SampleData, thing: Thing) -> bool:
    """Whether something else refers to a thing, or is linked to it."""
    return any(
        world.links(link.name, side, thing)
        for side, links in (
            ("from", world.relationships_from(thing.entity)),
            ("to", world.relationships_to(thing.entity)),
        )
        for link in links
        if link.from_.entity != link.to.entity
        if side == "from" or link.kind not in SINGLE or link.kind == "one-to-one"
    )


def says_so(world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let what is used be active, and not blocked; and nothing be in what is free."""
    _empty_when_free(record, fields, thing.number)
    flags = world.answered("flags of use", thing.entity, lambda: [each for each in fields if _is_flag(each)])
    if not flags or not is_used(world, thing):
        return
    for field in flags:
        if field.name in record and not (thing.number == 0 and stated(field.example)):
            record[field.name] = bool(words_in_name(field.name) & _IN_USE)


def _empty_when_free(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let nothing be taken of what is free, nor be there in what is but planned."""
    states = frozenset(
        word for field in fields if is_state(field) for word in words_in_name(str(record.get(field.name)))
    )
    gone = _TAKEN if states & _EMPTY else _TAKEN | _THERE if "planned" in states else frozenset[str]()
    for field in fields if gone else ():
        words = words_in_name(field.name)
        is_count = field.type in ("int", "long") and words & gone and not words & _ROOM
        if is_count and number_in(record, field.name) is not None and is_loose(field, number):
            put(record, field, 0)


_EMPTY = frozenset("free vacant empty unoccupied".split())
_TAKEN, _THERE = words_in("taken occupied used sold booked"), words_in("available parked present")
_ROOM = words_in("capacity max maximum total planned price minute hour kilometre km")


def _is_flag(field: Field) -> bool:
    words = words_in_name(field.name) - {"is"}
    return field.type == "bool" and bool(words) and words <= _IN_USE | _OUT_OF_USE
