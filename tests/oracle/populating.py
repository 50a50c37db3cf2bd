"""More children for the facts: several elements in an array, branches below branches, slices that are full."""

from __future__ import annotations

from random import Random
from typing import Any

from designs.compiler.model.conceptual import Relationship
from designs.compiler.plan_model.compilation import Compilation
from tests.oracle.growing import has_room, is_homeless
from tests.oracle.keeping import Keeper
from tests.oracle.making import create
from tests.oracle.projecting import Projector
from tests.oracle.relationships import PAIRED, add_child
from tests.oracle.scenario import NotJudged, Stage
from tests.oracle.state import State

FIRST = 200
"""The number of the first thing that is added; the samples have fewer, and a call's own begin far behind."""
STEP = 25
"""How many things one child may bring with it."""
NO_FUNCTION: Any = None
ENOUGH = 2
"""How many parents there are, so that a child can have another."""


SLICE = 6
"""Slices up to this size are filled."""


def populated(compilation: Compilation, state: State, seed: int) -> State:
    """Return facts with more children, as far as a server lets them in; with seed 0 the facts as they are."""
    keeper = Keeper(compilation)
    if not seed or keeper.fault(Projector(compilation, state).all()):
        return state
    dice = Random(seed)
    first = FIRST
    for entity in _lacking(compilation, state):
        stage = Stage(compilation, state, NO_FUNCTION, dice, first)
        first += STEP
        state = _admitted(keeper, compilation, state, _with_thing(stage, entity))
    for relationship in state.model.links:
        if relationship.kind in PAIRED and not _free_pair(compilation, state, relationship):
            state = _admitted(keeper, compilation, state, _without_link(state, relationship, dice))
    for relationship in state.model.links:
        if relationship.kind not in ("one-to-many", "tree"):
            continue
        fills = _slice(state, relationship)
        for _ in range(fills or dice.randint(1, 3)):
            stage = Stage(compilation, state, NO_FUNCTION, dice, first)
            first += STEP
            grown = _with_child(stage, relationship, 1 if fills else None)
            if grown is None or not _is_allowed(keeper, compilation, grown):
                break
            state = grown
    for relationship in state.model.links:
        state = _admitted(keeper, compilation, state, _parted(compilation, state, relationship, dice))
    state.is_changed = False
    return state


def _parted(compilation: Compilation, state: State, relationship: Relationship, dice: Random) -> State | None:
    """Return the facts with some parents that have no child of one subtype, though there are others of it: those that
    one had are another's. None where subtypes have no collections of their own, or it comes to nothing."""
    apart = state.world.apart(relationship.to.entity)
    if relationship.kind != "one-to-many" or len(apart) < 2 or state.world.apart(relationship.from_.entity):
        return None
    subtype = apart[0] if dice.random() < 0.5 else dice.choice(apart)  # what stands first is forgotten first
    made, _ = state.clone()
    parents = [
        thing
        for thing in made.things(relationship.from_.entity)
        if made.links(relationship.name, "from", thing)
    ]
    for parent in parents[: len(parents) // 2]:
        for link in list(made.links(relationship.name, "from", parent)):
            room = [
                one
                for one in parents[len(parents) // 2 :]
                if has_room(compilation, made, relationship, "from", one)
            ]
            if room and made.world.is_a(link.target, subtype) and link.target.holder is not parent:
                values = made.values[link]
                made.cut(link)
                made.join(relationship, dice.choice(room), link.target, values)
    return made if made.is_changed else None


def _lacking(compilation: Compilation, state: State) -> list[str]:
    """Return the entities of which there is none to link any more, or none of a subtype."""
    lacking: list[str] = []
    for relationship in state.model.links:
        parents, children = (state.things(relationship.end(side).entity) for side in ("from", "to"))
        room = [one for one in parents if has_room(compilation, state, relationship, "from", one)]
        if relationship.kind == "is-a":
            lacking += [] if children else [relationship.to.entity]
        elif relationship.kind in PAIRED:
            free = _free_pair(compilation, state, relationship)
            lacking += [] if free else [relationship.to.entity]
        elif relationship.kind == "one-to-one" or len(parents) < ENOUGH:
            lacking += [] if room and len(parents) >= ENOUGH else [relationship.from_.entity]
    return lacking


def _free_pair(compilation: Compilation, state: State, relationship: Relationship) -> bool:
    """Whether two things are not linked yet, and could be."""
    sources, targets = (
        [
            thing
            for thing in state.things(relationship.end(side).entity)
            if has_room(compilation, state, relationship, side, thing)
        ]
        for side in ("from", "to")
    )
    return any(
        source is not target and state.between(relationship.name, source, target) is None
        for source in sources
        for target in targets
    )


def _admitted(keeper: Keeper, compilation: Compilation, state: State, grown: State | None) -> State:
    """Return other facts where a server lets them in, else those that are there."""
    return grown if grown is not None and _is_allowed(keeper, compilation, grown) else state


def _is_allowed(keeper: Keeper, compilation: Compilation, grown: State) -> bool:
    """Return whether a server lets the documents of facts in, and each thing stands in one."""
    is_stored = not any(is_homeless(grown, thing) for thing in grown.all_things())
    return is_stored and not keeper.fault(Projector(compilation, grown).all())


def _with_thing(stage: Stage, entity: str) -> State | None:
    """Return the facts with a thing more that is linked to no more than it must be, None where it can't be alone."""
    try:
        create(stage, entity, {})
    except NotJudged:
        return None
    return stage.after


def _without_link(state: State, relationship: Relationship, dice: Random) -> State | None:
    """Return the facts with a link less, None where there is one at most."""
    fewer, twins = state.clone()
    links = state.links_of(relationship.name)
    if len(links) <= 1:
        return None
    fewer.cut(twins[dice.choice(links)])
    return fewer


def _slice(state: State, relationship: Relationship) -> int:
    """Return the size of a parent's slice where it is small, else 0."""
    decision = state.world.decision(relationship)
    if decision is None or decision.strategy != "SUBSET" or decision.bound is None:
        return 0
    return int(decision.bound) if decision.bound <= SLICE else 0


def _with_child(stage: Stage, relationship: Relationship, most: int | None) -> State | None:
    """Return the facts with one more child, None where no parent takes one."""
    try:
        add_child(stage, relationship, most)
    except NotJudged:
        return None
    return stage.after
