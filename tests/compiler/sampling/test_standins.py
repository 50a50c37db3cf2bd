"""Markers of statements are replaced by what the examples hold."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import BuiltValue, Outcome, Param
from designs.compiler.sampling import resolve
from designs.compiler.sampling.answers import at, first_at

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "students": [
        {"_id": 1, "emails": [], "name": {"first": "Sammy"}, "a.b": 7},
        {"_id": 2, "emails": [{"email": "omar@example.com"}], "name": {"first": "Omar"}},
    ]
}


@pytest.mark.parametrize(
    ("param", "wanted"),
    [
        (Param(name="id", collection="students", path="_id"), 1),
        (Param(name="id", collection="students", path="_id", document=1), 2),
        (Param(name="first", collection="students", path="name.first"), "Sammy"),
        (Param(name="email", collection="students", path="emails.email"), "omar@example.com"),
        (Param(name="dotted", collection="students", path="a.b"), 7),
        (Param(name="far", collection="students", path="_id", document=9), 1),
        (Param(name="gone", collection="students", path="none"), None),
        (Param(name="gone", collection="nothing", path="_id"), None),
        (Param(name="given", value=Param(name="id", collection="students", path="_id")), 1),
        (Param(name="null", value=None), None),
    ],
)
def test_a_parameter_takes_its_sample(param: Param, wanted: Any) -> None:
    assert resolve(param, SAMPLES, {}) == wanted


@pytest.mark.parametrize(
    ("outcome", "wanted"),
    [
        (Outcome(step="found", path="name.first"), "Omar"),
        (Outcome(step="found", path="emails.0.email"), "omar@example.com"),
        (Outcome(step="found", path="emails", each="email"), ["omar@example.com"]),
        (Outcome(step="found", path="none", many=True), []),
        (Outcome(step="found", path="none"), None),
        (Outcome(step="unknown"), None),
        (Outcome(step="found", path="none", each="email"), []),
    ],
)
def test_an_outcome_takes_what_the_step_returned(outcome: Outcome, wanted: Any) -> None:
    assert resolve(outcome, SAMPLES, {"found": SAMPLES["students"][1]}) == wanted


def test_markers_are_found_at_any_depth() -> None:
    value = {
        "$or": [{"_id": Param(name="id", collection="students", path="_id")}, {"n": (1, Outcome(step="s"))}],
        "k": None,
    }
    assert resolve(value, SAMPLES, {"s": 5}) == {"$or": [{"_id": 1}, {"n": [1, 5]}], "k": None}


def test_paths_step_as_they_do_in_javascript_and_in_queries() -> None:
    value = {"a": [{"b": 1}, {"b": 2}], "0": "zero"}
    assert (at(value, "a.1.b"), at(value, "a.b"), at(value, "0"), at(value, "a.7.b"), at(value, "")) == (
        2,
        None,
        "zero",
        None,
        value,
    )
    assert (first_at(value, "a.b"), first_at([], "a"), first_at(value, "x")) == (1, None, None)


def test_what_is_taken_away_keeps_the_order_of_the_update() -> None:
    """Every run writes the same plan: no order comes from a set."""
    names = [f"field{number}" for number in range(12)]
    update = BuiltValue("set_or_unset", (dict.fromkeys(names) | {"kept": 1},))
    assert list(resolve(update, {}, {})["$unset"]) == names
