"""What the editor calls a relationship that nobody has named: by meaning, not by a number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from designs.compiler.names.inflection import _IRREGULAR, _UNINFLECTED, plural, snake
from tests.js.asking import harness

LIBRARY = Path(__file__).resolve().parents[2] / "designs" / "library"


def named(one: str, other: str, *taken: str) -> str:
    name: str = harness("naming.mjs").answer({"from": one, "to": other, "taken": taken})
    return name


def test_it_is_called_what_it_leads_to() -> None:
    assert named("Bike", "Repair job") == "repair_jobs"
    assert named("Category", "Category") == "category_tree"


@pytest.mark.parametrize(
    ("one", "other", "name"),
    [
        ("Mechanic", "Repair job", "mechanic_repair_jobs"),
        ("Supplier", "Part", "supplier_parts"),
        ("Customer", "Message", "customer_messages"),
    ],
)
def test_a_second_one_says_what_it_comes_from(one: str, other: str, name: str) -> None:
    assert named(one, other, "repair_jobs", "parts", "messages") == name


def test_further_ones_of_the_same_two_have_words_too() -> None:
    taken: list[str] = []
    for name in ("parts", "supplier_parts", "other_supplier_parts"):
        assert named("Supplier", "Part", *taken) == name
        taken.append(name)
    assert named("Category", "Category", "category_tree") == "category_hierarchy"
    assert named("Supplier", "Part", *taken) not in taken


def test_plurals_are_those_of_collections() -> None:
    """On a card, in a sentence and in a name of a relationship the same entity is several of one word."""
    designs = [json.loads(path.read_text(encoding="utf-8")) for path in LIBRARY.glob("**/*.json")]
    names = {entity["name"] for design in designs for entity in design.get("entities", ())}
    names |= {word.capitalize() for word in (*_IRREGULAR, *_UNINFLECTED)} | {
        "Settings",
        "Analysis",
        "CallSheet",
    }
    assert len(names) > 180
    differing = {name: named("Zebra", name) for name in names if named("Zebra", name) != plural(snake(name))}
    assert differing == {}
