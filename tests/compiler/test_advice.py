"""Advice beside decisions: what is compared, in which order, and what flips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import advise, compile_design, read
from designs.compiler.advice import Advice

LIBRARY = Path(__file__).resolve().parents[2] / "designs" / "library"
UNIVERSITY = json.loads((LIBRARY / "university.json").read_bytes())


def advised(raw: dict[str, Any], *wanted: str) -> dict[str, Advice]:
    model = read(json.dumps(raw)).value
    assert model is not None
    return advise(model, wanted or None)


def strategies(advice: Advice) -> list[str]:
    return [price.strategy for price in advice.prices]


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.json")), ids=lambda path: path.stem)
def test_it_is_about_the_decisions_of_the_compiler(path: Path) -> None:
    model = read(path.read_bytes()).value
    assert model is not None
    decided = {one.relationship: one for one in compile_design(model).plan.decisions}
    found = advise(model)
    assert {name: one.strategy for name, one in found.items()} == {
        name: one.strategy for name, one in decided.items()
    }
    for name, advice in found.items():
        barred = {one.strategy for one in decided[name].rejected if one.by.startswith("G")}
        assert not barred & set(strategies(advice)), name
        assert all(flip.strategy for flip in advice.flips)


def test_the_chosen_one_comes_first_then_the_cheapest() -> None:
    emails = advised(UNIVERSITY)["emails"]
    assert emails.prices[0].strategy == emails.strategy == "EMBED_ARRAY"
    totals = [price.total for price in emails.prices[1:]]
    assert totals == sorted(totals) and totals[0] > emails.prices[0].total


def test_what_a_gate_bars_has_no_price() -> None:
    assert "EMBED_ARRAY" not in strategies(advised(UNIVERSITY)["messages"])
    assert "PARENT_REF" in strategies(advised(UNIVERSITY)["messages"])


def test_only_what_is_asked_for_is_looked_at() -> None:
    assert list(advised(UNIVERSITY, "emails", "nothing")) == ["emails"]


def test_weights_of_the_design_count() -> None:
    free = dict.fromkeys(("R", "D", "B", "I", "W", "WB", "X", "T"), 0)
    only_trips = advised(UNIVERSITY | {"weights": free | {"R": 1}}, "emails")["emails"]
    assert {
        letter for part in only_trips.prices[0].parts for letter, value in part.letters.items() if value
    } == {"R"}


def test_what_operations_say_is_told_beside_what_is_stated() -> None:
    raw = json.loads(json.dumps(UNIVERSITY))
    emails = next(one for one in raw["relationships"] if one["name"] == "emails")
    measured = dict(advised(raw)["emails"].derived)
    assert measured["accessed_together"] == pytest.approx(30_000 / 30_400)
    emails |= {"accessed_together": 0.1, "navigation": {"from_to_per_day": 3}}
    assert dict(advised(raw)["emails"].derived) == measured
    raw["operations"] = []
    assert dict(advised(raw)["emails"].derived).get("accessed_together") is None
