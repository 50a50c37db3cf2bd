"""An update that returns its document works out what follows in it, as every other update does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import entity, field
from tests.oracle.judging import Verdict, judge

Json = dict[str, Any]
UPDATES = ("homeScores", "end", "scoreTwice")


def _operation(name: str, **parts: Any) -> Json:
    return {
        "name": name, "kind": "update", "entity": "Match", "filter": [{"field": "number"}], "returns": "after",
        "per_day": 9, **parts,
    }  # fmt: skip


def _design() -> Json:
    total = {"formula": "home + 2 * away", "sources": ["home", "away"], "refresh": "on-write"}
    match = entity(
        "Match", field("number", required=True, unique=True), field("home", "int"), field("away", "int"),
        field("ended", "date"), field("total", "int", computed=total),
    )  # fmt: skip
    effects = [{"field": "away", "do": "set"}, {"field": "ended", "do": "current-date"}]
    return {
        "format": "nestlink/1", "name": "Cup", "database": "cup", "entities": [match],
        "operations": [
            _operation("home scores", effects=[{"field": "home", "do": "increment", "by": 1}]),
            _operation("end", effects=effects),
            _operation("score twice", effects=[{"field": "home", "do": "multiply", "by": 2}]),
        ],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("cup", _design(), only=UPDATES)}


@pytest.mark.parametrize("name", UPDATES)
def test_the_total_follows(verdicts: dict[str, Verdict], name: str) -> None:
    assert verdicts[name].judged and not verdicts[name].why, verdicts[name]
