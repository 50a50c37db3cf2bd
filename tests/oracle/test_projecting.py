"""What copies keep of earlier moments is worked out once for each of these."""

from __future__ import annotations

from collections import Counter

import pytest

from designs.compiler.model.conceptual import Model
from designs.compiler.sampling import records as sampling_records
from designs.compiler.sampling.values.pools import neighbours
from tests.compiler.compiled import design_of
from tests.oracle.growing import random_state
from tests.oracle.populating import populated
from tests.oracle.projecting import StateRecords
from tests.oracle.state import State

MOMENTS = 6


def test_each_moment_before_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compilation = design_of("web_shop")
    state = populated(compilation, random_state(compilation, 1), 1)
    for _ in range(MOMENTS):
        state, _ = state.clone()
    asked: list[State] = []
    begin = StateRecords.__init__

    def counted(self: StateRecords, of: State) -> None:
        asked.append(of)
        begin(self, of)

    monkeypatch.setattr(StateRecords, "__init__", counted)
    asked_of_model = Counter[str]()

    def neighbours_counted(model: Model) -> dict[str, tuple[str, ...]]:
        asked_of_model[model.name] += 1
        return neighbours(model)

    monkeypatch.setattr(sampling_records, "neighbours", neighbours_counted)
    records = StateRecords(state)
    assert all(records.of(thing) for thing in state.all_things())
    assert records.kept_values and len(asked) == len({*asked}) >= MOMENTS
    assert max(asked_of_model.values(), default=0) <= 1
