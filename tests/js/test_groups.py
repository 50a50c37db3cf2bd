"""Where cards are laid out, those of a group stand together: no area lies on a card that is not its own."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bench.workload import design
from tests.js.asking import harness

from .test_lines import with_ids


def measured(raw: dict[str, Any]) -> dict[str, float]:
    found: dict[str, float] = harness("groups.mjs").answer({"design": with_ids(raw)})
    return found


def grouped(seed: int, groups: int, share: float) -> dict[str, Any]:
    """A random design, a share of its entities in groups of every size."""
    raw: dict[str, Any] = json.loads(design(40, seed=seed))
    chance = random.Random(seed)
    held: list[list[str]] = [[] for _ in range(groups)]
    for one in raw["entities"]:
        if chance.random() < share:
            held[int(chance.random() ** 2 * groups)].append(one["name"])
    raw["groups"] = [{"name": f"Group {n}", "entities": names} for n, names in enumerate(held)]
    return raw


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("groups", "share"), [(1, 0.2), (3, 0.5), (6, 0.8), (4, 1.0)])
def test_areas_lie_on_no_strange_card(seed: int, groups: int, share: float) -> None:
    found = measured(grouped(seed, groups, share))
    assert (found["cards"], found["strangers"], found["areas"]) == (0, 0, 0)
    assert found["filled"] > 0.12  # the whole stays a picture, not a scroll


def test_without_groups_nothing_is_kept_together() -> None:
    """What the measure says of cards that are laid out as if there were no groups."""
    raw = grouped(1, 3, 0.5)
    plain = json.loads(json.dumps(raw))
    del plain["groups"]
    assert measured(plain)["filled"] > 0.25
    scattered = raw | {
        "layout": {
            one["name"]: {"x": n % 7 * 400, "y": n // 7 * 700} for n, one in enumerate(raw["entities"])
        }
    }
    assert measured(scattered)["strangers"] > 0


def test_a_card_that_two_groups_name_stands_in_the_first() -> None:
    raw = grouped(2, 2, 0.6)
    raw["groups"][1]["entities"].append(raw["groups"][0]["entities"][0])
    assert measured(raw)["cards"] == 0
