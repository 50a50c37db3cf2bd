"""Samples of things that lead to one another in rings are made in few steps: the ways through such rings are more than
anyone can go."""

from __future__ import annotations

from collections import Counter

import pytest

from designs.compiler.sampling import samples
from designs.compiler.sampling.world import FirstStep, Thing
from designs.compiler.sampling.world.parents import Ancestry
from tests.compiler.compiled import compiled
from tests.compiler.random_wild import wild

RINGS = 1790
"""A random design of a tree whose nodes have parents that are such nodes, and those have parents, too."""
STEPS = 500_000


def test_rings_are_gone_through_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, steps = Counter[str](), Ancestry.steps

    def counted(self: Ancestry, thing: Thing) -> list[FirstStep]:
        calls["steps"] += 1
        assert calls["steps"] < STEPS
        return steps(self, thing)

    monkeypatch.setattr(Ancestry, "steps", counted)
    assert samples(compiled(wild(RINGS)))
    assert calls["steps"] > 0
