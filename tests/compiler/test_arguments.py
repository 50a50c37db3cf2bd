"""What a person can argue with: every decision of every golden file says why, from what, and until when."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from designs.compiler import STRATEGIES, read
from tests.compiler.golden import GOLDEN
from tests.compiler.in_parts import compile_design
from tests.compiler.library import design, names

Json = dict[str, Any]
_WHEN = re.compile(r"([a-z_.\d]+|per_day of \".+\") (>|>=|<|<=) \S+$|[a-z_.\d]+: \S+$")


def decisions(name: str) -> list[Json]:
    """The decisions of a golden plan."""
    made: list[Json] = json.loads((GOLDEN / name / "plan.json").read_bytes())["decisions"]
    return made


def complaints(decision: Json) -> list[str]:
    """What a decision lacks that a person would ask for."""
    missing = [key for key in ("reason", "sources", "inputs", "flips") if not decision[key]]
    for flip in decision["flips"]:
        if not _WHEN.search(flip["when"]) or flip["strategy"] not in STRATEGIES or not flip["rule"]:
            missing.append(f"flip {flip}")
    if not isinstance(decision["cost"], float) or decision["cost"] < 0:
        missing.append("cost")
    barred = [one for one in decision["rejected"] if re.fullmatch(r"G\d+", one["by"])]
    return missing + [f"{one['strategy']} has a price" for one in barred if one["cost"] is not None]


@pytest.mark.parametrize("name", names())
def test_every_decision_of_a_golden_file_can_be_argued_with(name: str) -> None:
    assert {one["relationship"]: found for one in decisions(name) if (found := complaints(one))} == {}


def test_a_decision_without_its_grounds_is_told() -> None:
    bare = decisions("university")[1] | {"flips": [], "cost": None}
    assert complaints(bare) == ["flips", "cost"]
    assert complaints(bare | {"flips": [{"when": "never", "rule": "B5", "strategy": "PARENT_REF"}]})


def compiled(raw: Json) -> dict[str, Any]:
    model = read(json.dumps(raw)).value
    assert model is not None
    return {one.relationship: one for one in compile_design(model).decisions}


def test_a_designers_own_choice_flips_when_it_is_taken_back() -> None:
    raw = design("university")
    emails = next(one for one in raw["relationships"] if one["name"] == "emails")
    emails["strategy"] = "PARENT_REF"
    (flip,) = compiled(raw)["emails"].flips
    assert (flip.when, flip.rule, flip.strategy) == ("strategy: auto", "B7", "EMBED_ARRAY")
    emails["strategy"] = "auto"
    assert (compiled(raw)["emails"].rule, compiled(raw)["emails"].strategy) == (flip.rule, flip.strategy)


def test_what_no_number_flips_the_designer_still_can() -> None:
    raw: Json = {
        "format": "nestlink/1",
        "name": "D",
        "database": "d",
        "entities": [{"name": "Order"}, {"name": "Line", "kind": "weak"}, {"name": "Tax", "kind": "weak"}],
        "relationships": [
            {
                "name": name,
                "kind": "one-to-many",
                "from": {"entity": parent, "has": {"max": 5}},
                "to": {"entity": child, "has": {"min": 1, "max": 1}},
            }
            for name, parent, child in (
                ("lines", "Order", "Line"),
                ("taxes", "Order", "Tax"),
                ("of", "Tax", "Line"),
            )
        ],
    }
    raw["relationships"][2]["exclusive_owner"] = False
    before = compiled(raw)["of"]
    assert before.strategy == "ELEMENT_REF"
    (flip,) = before.flips
    assert flip.rule == "forced" and flip.when == f"strategy: {flip.strategy}"
    raw["relationships"][2]["strategy"] = flip.strategy
    after = compiled(raw)["of"]
    assert (after.rule, after.strategy) == (flip.rule, flip.strategy)
