"""An update of one thing that is not in the state that it asks for is refused, and changes nothing."""

from __future__ import annotations

import pytest

from tests.mongosh.test_states_asked_for import ferry
from tests.oracle.test_reads import judged

FUNCTIONS = ("board", "cancel", "takeASeat")


@pytest.mark.parametrize("history", ["none", "revisions"])
@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_a_state_that_is_asked_for_is_seen_to(topology: str, history: str) -> None:
    assert judged(ferry(topology, history=history)(), *FUNCTIONS) == dict.fromkeys(FUNCTIONS, "")


def test_a_function_that_says_nothing_is_found() -> None:
    planted = """function board(id) {
        return db.passages.updateOne({ _id: id, state: "booked" }, { $set: { state: "left" } });
    }"""
    why = judged(ferry("replica-set")(), "board", planted=planted)["board"]
    assert why == "not refused, though what it names is in another state"
