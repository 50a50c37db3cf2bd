"""Linking sample data takes work that grows with the design alone."""

from __future__ import annotations

from typing import Any

import pytest

from bench.workload import design
from designs.compiler import read
from designs.compiler.sampling import samples
from designs.compiler.sampling.world.parents import Ancestry
from tests.compiler.in_parts import laid_out


def steps_asked(monkeypatch: pytest.MonkeyPatch, size: int) -> int:
    """How often linking asks what a thing of a design with so many entities refers to."""
    asked, steps = 0, Ancestry.steps

    def counting(ways: Ancestry, thing: Any) -> Any:
        nonlocal asked
        asked += 1
        return steps(ways, thing)

    model = read(design(size)).value
    assert model is not None
    compilation = laid_out(model)
    with monkeypatch.context() as patched:
        patched.setattr(Ancestry, "steps", counting)
        samples(compilation)
    return asked


def test_eight_times_the_design_asks_about_eight_times_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was 35 times: each relationship went through all things that refer to others."""
    assert steps_asked(monkeypatch, 320) <= 10 * steps_asked(monkeypatch, 40)
