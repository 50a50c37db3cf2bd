"""Places that are left: what has gone from where it was, and what has not come."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from ....model.conceptual import Relationship, given
from ...languages import snake
from ...values.course import Course, Milestone
from ...values.pools import words_in
from ...values.states import WrittenFields, is_exit, is_past, is_state
from ...world import SINGLE, FirstStep, Thing
from ...world.lives import fates_of
from ...world.parents import Ancestry
from ...world.sample_data import INSIDE, SampleData
from .. import is_place, may_be_staged
from ..windows import RecordOf, comes_by_its_state, from_to, words_of
from .stages import called_like_a_state

_GONE = words_in(
    "out departed left gone discharged collected shipped delivered sold scrapped expired cancelled canceled withdrawn expected announced died released ended finished completed rehomed adopted"
)


def places_left(world: SampleData, of: RecordOf) -> list[tuple[Relationship, Thing]]:
    """What no place holds that has one by its links: what has gone, and what has not come."""
    left: list[tuple[Relationship, Thing]] = []
    for link in world.names.relationships.values():
        is_of_place = link.kind in ("one-to-one", "one-to-many") and is_place(link.from_.entity)
        if not is_of_place or given(link.to.count.min, 0) or link.to.entity not in world.names.entities:
            continue
        if _is_itself_a_time(world, link.to.entity):
            continue
        states = [field.name for field in world.fields(link.to.entity) if is_state(field)]
        for thing in world.everywhere(link.to.entity) if states else ():
            if words_of(str(of(thing).get(states[0]))) & _GONE:
                left.append((link, thing))
    return left


def _is_itself_a_time(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are a time in a place, which stays theirs: a booking of a room, a move."""
    if world.names.entities[entity].kind_or_default in ("event", "measurement", "weak"):
        return True
    meant = (field.name for field in world.fields(entity) if field.type == "date" and not is_past(field.name))
    return from_to(*meant) is not None


def unlink_by_state(
    world: SampleData,
    written: Mapping[str, WrittenFields],
    course_of: Callable[[Thing], Course],
    of: RecordOf,
) -> None:
    """Unlink things from what operations say that they have in another state than theirs."""
    parted: list[tuple[Relationship, Thing]] = []
    if any(is_place(link.from_.entity) for link in world.names.relationships.values()):
        parted = places_left(world, of)
    for link in world.names.relationships.values():
        if link.kind not in ("one-to-many", "one-to-one") or given(link.to.count.min, 0):
            continue
        if comes_by_its_state(world, link):
            parted += [
                (link, thing)
                for thing in world.everywhere(link.to.entity)
                if not _comes(world, link, thing, of)
            ]
        if not any(written[each].operations for each in world.line(link.to.entity) if each in written):
            continue
        name = world.names.end(link, "to").removesuffix("._id").removesuffix("_id")
        for thing in world.everywhere(link.to.entity):
            moves = course_of(thing).moves
            if moves is not None and name in moves.links_denied(of(thing)):
                parted.append((link, thing))
    for link, thing in parted:
        world.part(link, thing)
    _share_out(world, course_of, of)
    _into_what_took_place(world, of)
    if may_be_staged(world):
        from .stages import relink

        relink(world, of)


def _comes(world: SampleData, link: Relationship, thing: Thing, of: RecordOf) -> bool:
    """Whether a thing has come to a state in which it is in what a relationship leads to that is called like one."""
    state = next(field.name for field in world.fields(thing.entity) if is_state(field))
    return of(thing).get(state) in called_like_a_state(world, link)


def _share_out(world: SampleData, course_of: Callable[[Thing], Course], of: RecordOf) -> None:
    """Let things that have come to a state have something of what is called like it, where others have more than one: what is paid
    has a payment. What belongs to others, too, stays where it is."""
    for entity in world.names.entities:
        for name, fate in fates_of(world, entity).items():
            link = world.names.relationships[name]
            others = [each for each in world.relationships_to(link.to.entity) if each.kind in SINGLE]
            if link.kind != "one-to-many" or len(others) > 1 or world.homes(link.to.entity)[0].kind in INSIDE:
                continue
            things, step = world.everywhere(link.from_.entity), Milestone(fate.state.name, fate.at)
            for thing in things:
                now = of(thing).get(fate.state.name)
                is_there = not is_exit(str(now)) and course_of(thing).reaches(step, step.state, now)
                richest = max(things, key=lambda each: len(world.links(name, "from", each)))
                row = world.links(name, "from", richest)
                if is_there and len(row) > 1 and not world.links(name, "from", thing):
                    moved = row[-1].target
                    world.part(link, moved)
                    world.join(link, thing, moved)


# What was called off before it began, and what has not begun; and what is noted or booked of such things all the same.
_NEVER_BEGUN = words_in(
    "cancelled canceled withdrawn annulled planned scheduled draft drafted announced upcoming expected"
)
_NOTED = words_in(
    "event log note comment history change entry revision decision booking registration reservation ticket"
)


def _into_what_took_place(world: SampleData, of: RecordOf) -> None:
    """Let what happened have happened in something that took place: nothing is sold in a session that was cancelled."""
    ways = Ancestry(world)
    ways.settled.update(world.generations)
    for link in world.names.relationships.values():
        state = _state_above_what_happens(world, link)
        if state is None:
            continue
        parents = world.everywhere(link.from_.entity)
        off = [each for each in parents if words_of(str(of(each).get(state))) & _NEVER_BEGUN]
        others = [each for each in parents if each not in off]
        for pair in [pair for each in off for pair in world.links(link.name, "from", each)]:
            _move(ways, link, pair.target, others)


def _state_above_what_happens(world: SampleData, link: Relationship) -> str | None:
    """The state of what has what happens to it, by its name; None of other relationships."""
    above, below = (world.names.entities.get(end.entity) for end in (link.from_, link.to))
    if link.kind != "one-to-many" or above is None or below is None or above is below:
        return None
    happens = below.kind_or_default in ("event", "measurement") and not words_of(snake(below.name)) & _NOTED
    if not happens or world.homes(below.name)[0].kind in INSIDE:
        return None
    return next((field.name for field in world.fields(above.name) if is_state(field)), None)


def _move(ways: Ancestry, link: Relationship, child: Thing, others: Sequence[Thing]) -> None:
    """Let a child belong to one of other parents, the one with the fewest, that leads to the same as all else it belongs to."""
    world, most = ways.world, given(link.from_.count.max, None) or math.inf
    steps = [step for step in ways.steps(child) if step.link is not link]
    fitting = [
        each
        for each in others
        if len(world.links(link.name, "from", each)) < most and ways.agree(FirstStep(link, each), steps)
    ]
    if fitting:
        world.part(link, child)
        world.join(link, min(fitting, key=lambda each: len(world.links(link.name, "from", each))), child)
