"""Each flip that is printed, stated in the design file: a compile of that decides as the flip says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from designs.compiler import read, write
from designs.compiler.pipeline import plan_design
from designs.compiler.plan_model.decisions import Decision, Flip, Turn
from designs.compiler.sensitivity.question_words import ASKABLE, nearest
from tests.compiler.library import LIBRARY, Json, built_of, larger, named

_NOT_IN_FILES = frozenset({"child_bytes", "deletes_per_day"})
"""What follows from fields and operations: no one place in a file states it."""
_DESIGNS = [*sorted(LIBRARY.glob("*.json")), *larger()[:6]]


def stating(raw: Json, relationship: str, turn: Turn) -> Json:
    """A design file with the first value at which a turn comes about."""
    raw = deepcopy(raw)
    link = named(raw["relationships"], relationship)
    part, path = link, turn.input
    if turn.operation:
        part = named(raw["operations"], turn.operation)
    elif turn.input == "from.count":
        part, path = named(raw["entities"], link["from"]["entity"]), "count"
    elif question := ASKABLE.get(turn.input):
        path = question.path
        part = named(raw["entities"], link["to"]["entity"]) if question.about == "entity" else link
    *way, last = path.split(".")
    for step in way:
        part = part.setdefault(step, {})
    part[last] = nearest(turn)
    return raw


def untrue(raw: Json) -> Iterator[str]:
    """The flips of a design that a compile of the changed design does not bear out."""
    for decision, flip in _flips(raw):
        changed = read(json.dumps(stating(raw, decision.relationship, flip.turn)))
        assert changed.value is not None, (decision.relationship, flip.when, changed.findings)
        decisions = plan_design(changed.value).compilation.decisions
        then = next(each for each in decisions if each.relationship == decision.relationship)
        moved = (then.strategy, then.side) != (decision.strategy, decision.side)
        if then.strategy != flip.strategy or not moved:
            yield f"{decision.relationship}: {flip.when} -> {flip.strategy}, not {then.strategy}"


def _flips(raw: Json) -> Iterator[tuple[Decision, Flip]]:
    model = read(json.dumps(raw)).value
    assert model is not None
    made = built_of(write(model))  # the text of its file, which other tests compile, too
    assert made is not None
    for decision in made.compilation.plan.decisions:
        for flip in decision.flips:
            if flip.turn.input not in _NOT_IN_FILES:
                yield decision, flip


@pytest.mark.parametrize("path", _DESIGNS, ids=lambda path: path.stem)
def test_each_flip_comes_true(path: Path) -> None:
    assert not [*untrue(json.loads(path.read_text(encoding="utf-8")))]
