"""The rulebook's fixture table: each small design gets the rule, strategy and holder written down for it."""

import json
from typing import Any

import pytest

from tests.compiler.library import FIXTURES, Built, build, built_of, fixture

EXPECTED: dict[str, dict[str, str]] = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))
EMBEDDING = {"EMBED_ARRAY", "EMBED_ONE", "TWO_WAY_REFS", "TWO_WAY_EMBED"}
EXPLAINED = ("reason", "sources", "inputs", "flips")
SIZES = [1, 3, 20, 100, 199, 200, 201, 999, 1000, 1001, 1999, 2000, 2001, 5000, None]


def test_the_table_and_the_files_name_the_same_designs() -> None:
    files = {path.stem for path in FIXTURES.glob("*.json")} - {"expected"}
    assert files == set(EXPECTED)


def compiled(name: str) -> Built:
    """A fixture, compiled once for all tests."""
    made = built_of((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    assert made is not None, name
    return made


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_fixture_gets_its_rule_and_strategy(name: str) -> None:
    built = compiled(name)
    relationship = built.source["relationships"][0]
    expected = EXPECTED[name]
    assert built.chosen(relationship["name"]) == (expected["rule"], expected["strategy"])
    if "holder" in expected:
        entity = relationship[expected["holder"]]["entity"]
        assert {place for place, _ in built.holders(relationship["name"])} == {built.collection_of(entity)}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_decision_explains_itself(name: str) -> None:
    decision = compiled(name).plan["decisions"][0]
    assert all(decision[what] for what in EXPLAINED)
    assert decision["strategy"] not in {r["strategy"] for r in decision["rejected"]}
    assert decision["rejected"] and all(r["by"] and r["because"] for r in decision["rejected"])


def _one_to_many(largest: int | None, **flags: Any) -> Built:
    design = fixture("F37a_200")
    relationship = design["relationships"][0]
    relationship["from"]["has"] = _count(largest)
    relationship.update(flags)
    return build(design)


def _many_to_many(a: int | None, b: int | None) -> Built:
    design = fixture("F36.1_3-5")
    relationship = design["relationships"][0]
    relationship["from"]["has"], relationship["to"]["has"] = _count(a), _count(b)
    return build(design)


def _count(largest: int | None) -> dict[str, Any]:
    return {"max": largest, "growth": "unbounded" if largest is None else "bounded"}


FLAGS: list[dict[str, Any]] = [
    {},
    {"independent_access": 0.5},
    {"independent_access": 0.2, "navigation": {"from_to_per_day": 10, "to_from_per_day": 10}},
    {"exclusive_owner": False},
    {"pagination": "sequential"},
    {"together_needs": "recent", "accessed_together": 0.9},
]


@pytest.mark.parametrize("flags", FLAGS, ids=str)
def test_raising_the_maximum_never_leads_back_to_embedding(flags: dict[str, Any]) -> None:
    chosen = [_one_to_many(size, **flags).chosen("r")[1] for size in SIZES]
    embedded = [strategy in EMBEDDING for strategy in chosen]
    assert embedded == sorted(embedded, reverse=True), list(zip(SIZES, chosen, strict=True))


@pytest.mark.parametrize("small", [3, 20, 200, 1500])
def test_raising_the_larger_side_never_leads_back_to_two_way(small: int) -> None:
    larger = [size for size in SIZES if size is None or size >= small]
    chosen = [_many_to_many(small, size).chosen("ab")[1] for size in larger]
    embedded = [strategy in EMBEDDING for strategy in chosen]
    assert embedded == sorted(embedded, reverse=True), list(zip(larger, chosen, strict=True))


@pytest.mark.parametrize(
    ("largest", "rule"), [(199, "B7"), (200, "B7"), (201, "B10"), (2000, "B10"), (2001, "B5"), (None, "B5")]
)
def test_where_the_one_to_many_rules_meet(largest: int | None, rule: str) -> None:
    assert _one_to_many(largest).chosen("r")[0] == rule


@pytest.mark.parametrize(
    ("a", "b", "rule"),
    [
        (200, 200, "C5"),
        (201, 201, "C4b"),
        (2000, 2000, "C4b"),
        (2001, 2001, "C3"),
        (4, 199, "C5"),
        (4, 200, "C4a"),
        (None, 2000, "C4a"),
        (None, 2001, "C3"),
    ],
)
def test_where_the_many_to_many_rules_meet(a: int | None, b: int | None, rule: str) -> None:
    assert _many_to_many(a, b).chosen("ab")[0] == rule


def test_what_is_chosen_has_passed_every_gate() -> None:
    for name in EXPECTED:
        for decision in compiled(name).plan["decisions"]:
            barred = {r["strategy"] for r in decision["rejected"] if r["by"].startswith("G")}
            assert decision["strategy"] not in barred, name


def test_new_names_change_no_decision() -> None:
    for name in ("F02", "F05", "F12", "F16", "F18"):
        text = json.dumps(fixture(name))
        for entity in fixture(name)["entities"]:
            text = text.replace(f'"{entity["name"]}"', f'"Zz{entity["name"]}"')
        renamed = build(json.loads(text))
        first = renamed.source["relationships"][0]["name"]
        assert renamed.chosen(first) == (EXPECTED[name]["rule"], EXPECTED[name]["strategy"])
