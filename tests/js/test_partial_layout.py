"""Cards that a person placed stay; the others are laid out beside them, near what they are linked with."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bench.workload import design
from tests.js.asking import harness

from .test_lines import with_ids


def measured(raw: dict[str, Any], together: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = harness("partial_layout.mjs").answer(
        {"design": with_ids(raw), "together": together}
    )
    return found


def placed(seed: int, entities: int = 40, share: float = 0.5, groups: int = 0) -> dict[str, Any]:
    """A random design: a share of its entities stands on a grid by hand, the others anywhere; some are grouped."""
    raw: dict[str, Any] = json.loads(design(entities, seed=seed))
    chance = random.Random(seed)
    raw["layout"] = {}
    for number, one in enumerate(raw["entities"]):
        by_person = chance.random() < share
        where = {"x": number % 6 * 420 + chance.randrange(60), "y": number // 6 * 620}
        raw["layout"][one["name"]] = where if by_person else where | {"x": 0, "y": 0, "by_program": True}
    names = [one["name"] for one in raw["entities"]]
    raw["groups"] = [
        {"name": f"Group {n}", "entities": names[n * 5 : n * 5 + chance.randrange(1, 6)]}
        for n in range(groups)
    ]
    return raw


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("together", [False, True])
def test_nothing_lies_on_anything_and_only_the_others_are_moved(
    seed: int, share: float, together: bool
) -> None:
    found = measured(placed(seed, share=share), together)
    assert found["upon"] == [] and found["only"]
    assert found["places"] or share > 0.9


def test_cards_come_near_to_what_they_are_linked_with() -> None:
    """Three of each of five that stand far apart."""
    hubs = {f"Hub{n}": {"x": n * 2500, "y": n % 2 * 900} for n in range(5)}
    leaves = {f"Leaf{n}": f"Hub{n % 5}" for n in range(15)}
    raw = {
        "entities": [{"name": name, "fields": []} for name in [*hubs, *leaves]],
        "relationships": [
            {"name": leaf, "kind": "one-to-many", "from": {"entity": hub}, "to": {"entity": leaf}}
            for leaf, hub in leaves.items()
        ],
        "layout": hubs,
    }
    found = measured(raw)
    assert len(found["reach"]) == 15 and max(found["reach"]) < 800
    assert measured(raw) | {"cpu": 0} == found | {"cpu": 0}  # same input, same places


@pytest.mark.parametrize("seed", range(6))
def test_groups_keep_together_and_off_strange_cards(seed: int) -> None:
    """Whole groups that nobody placed are laid out as one; where some cards stand, the others come to them. Where
    those stand far apart, what lies between can be in the way of any place."""
    raw = placed(seed, groups=5)
    held = set(raw["groups"][0]["entities"]) | set(raw["groups"][1]["entities"])
    for name, place in raw["layout"].items():
        if name in held:
            place.update(x=0, y=0, by_program=True)
    found = measured(raw)
    assert found["upon"] == [] and len(found["strangers"]) <= 1
    assert not held & set(found["strangers"])


def test_a_card_comes_to_its_group_and_not_to_what_it_is_linked_with() -> None:
    def entity(name: str) -> dict[str, Any]:
        return {"name": name, "fields": [{"name": "a", "type": "string"}]}

    raw = {
        "entities": [entity(name) for name in ("Far", "Here", "New")],
        "relationships": [{"name": "r", "kind": "one-to-many", "from": {"entity": "Far"}, "to": {"entity": "New"}}],
        "layout": {"Far": {"x": 5000, "y": 0}, "Here": {"x": 0, "y": 0}},
        "groups": [{"name": "G", "entities": ["Here", "New"]}],
    }  # fmt: skip
    assert abs(measured(raw)["places"]["New"]["x"]) < 600
    assert abs(measured(raw | {"groups": []})["places"]["New"]["x"] - 5000) < 600


def test_a_new_card_stands_in_line_beside_the_one_that_it_is_linked_with() -> None:
    raw = {
        "entities": [{"name": name, "fields": []} for name in ("One", "Two")],
        "relationships": [{"name": "r", "kind": "one-to-many", "from": {"entity": "One"}, "to": {"entity": "Two"}}],
        "layout": {"One": {"x": 111, "y": 222}},
    }  # fmt: skip
    place = measured(raw)["places"]["Two"]
    assert place["y"] == 222 and abs(place["x"] - 111) == 232 + 144


def test_a_large_design_is_arranged_in_seconds() -> None:
    found = measured(placed(1, entities=1000))
    assert found["upon"] == [] and found["cpu"] < 6
