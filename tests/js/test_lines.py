"""The ways of lines, measured: none through a card, none upon another, in the library and in larger designs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.canvas import placed
from bench.workload import design
from tests.browser.marketplace import marketplace
from tests.js.asking import harness
from tests.js.ski_resort import ski_resort

HERE = Path(__file__).parent
LIBRARY = sorted((HERE.parent.parent / "designs" / "library").glob("*.json"))


def with_ids(raw: dict[str, Any]) -> dict[str, Any]:
    for kind in ("entities", "relationships"):
        for number, one in enumerate(raw.get(kind, [])):
            one.setdefault("id", f"{kind}{number}")
    return raw


def measured(raw: dict[str, Any], quick: bool = False, view: dict[str, int] | None = None) -> dict[str, Any]:
    """Counts of what is wrong with a design's lines. quick: as they are while something moves. view: the room that what
    nobody placed is arranged in."""
    job = {"design": with_ids(raw), "quick": quick, "view": view}
    found: dict[str, Any] = harness("lines.mjs").answer(job)
    return found


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: str(path.stem))
def test_lines_of_the_library_are_clean(path: Path) -> None:
    found = measured(json.loads(path.read_text(encoding="utf-8")))
    assert (found["through"], found["upon"], found["slanted"]) == (0, 0, 0), found["bad"]


@pytest.mark.parametrize(
    "view", [None, {"w": 816, "h": 600}, {"w": 340, "h": 600}], ids=["placed", "desk", "phone"]
)
def test_each_line_has_a_track_of_its_own_and_each_number_its_place(view: dict[str, int] | None) -> None:
    """As they are placed, and as they are arranged for a window, where many lines end at folded cards."""
    texts = [path.read_text(encoding="utf-8") for path in LIBRARY] + [
        json.dumps(marketplace()),
        json.dumps(ski_resort()),
    ]
    found = []
    for raw in map(json.loads, texts):
        if view:
            raw.pop("layout", None)
        found.append(measured(raw, view=view))
    wrong = [(one["upon"], one["through"], one["struck"], one["bad"]) for one in found if one["bad"]]
    assert wrong == []
    assert sum(one["touching"] for one in found) <= 4


@pytest.mark.parametrize("seed", [3, 7, 11])
def test_lines_of_a_random_design_are_clean(seed: int) -> None:
    found = measured(json.loads(design(60, seed=seed)))
    assert found["lines"] == 78
    assert (found["through"], found["slanted"]) == (0, 0), found["bad"]
    assert found["upon"] <= 12, found["bad"]  # of 35,000 px: one track, at a corner


def test_where_cards_stand_close_lines_pass_through_none() -> None:
    """A grid with 92 px between columns and long lines across it: tracks run short, cards stay free."""
    found = measured(placed(60))
    assert found["through"] == 0
    assert found["upon"] < 0.01 * found["length"]


def test_lines_that_go_straight_are_seen() -> None:
    assert measured(json.loads(design(60, seed=3)), quick=True)["through"] > 20
