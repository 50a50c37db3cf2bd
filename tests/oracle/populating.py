"""More children for the facts: several elements in an array, branches below branches, slices that are full."""

from __future__ import annotations

from random import Random
from typing import Any

from designs.compiler.model.conceptual import Relationship
from designs.compiler.plan_model.compilation import Compilation
from tests.oracle.keeping import Keeper
from tests.oracle.projecting import Projector
from tests.oracle.relationships import add_child
from tests.oracle.scenario import NotJudged, Stage
from tests.oracle.state import State

FIRST = 200
"""The number of the first thing that is added; the samples have fewer, and a call's own begin far behind."""
STEP = 25
"""How many things one child may bring with it."""
NO_FUNCTION: Any = None


SLICE = 6
"""Slices up to this size are filled."""


def populated(compilation: Compilation, state: State, seed: int) -> State:
    """Return facts with more children, as far as a server lets them in; with seed 0 the facts as they are."""
    keeper = Keeper(compilation)
    if not seed or keeper.fault(Projector(compilation, state).all()):
        return state
    dice = Random(seed)
    first = FIRST
    for relationship in state.model.links:
        if relationship.kind not in ("one-to-many", "tree"):
            continue
        fills = _slice(state, relationship)
        for _ in range(fills or dice.randint(1, 3)):
            stage = Stage(compilation, state, NO_FUNCTION, dice, first)
            first += STEP
            grown = _with_child(stage, relationship, 1 if fills else None)
            if grown is None or keeper.fault(Projector(compilation, grown).all()):
                break
            state = grown
    state.is_changed = False
    return state


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
