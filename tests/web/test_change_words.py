"""The values of a change as history and conflicts show them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import edits
from designs.delivery.pages.change_words import changes, met, things
from designs.store import GONE, Meeting
from tests.web.conftest import small_design


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"x": 120, "y": 40.5, "folded": True}, "x: 120, y: 40.5, folded: true"),
        ({"min": 0, "max": None, "growth": "unbounded"}, 'min: 0, max: null, growth: "unbounded"'),
        ({}, "{}"),
        ({"a": {"b": 1}}, '{"a": {"b": 1}}'),
        (["a", "b"], "a, b"),
        (["a", "b, c"], '["a", "b, c"]'),
        ("words", "words"),
        ("  ", '"  "'),
        (3, "3"),
        (edits.ABSENT, ""),
    ],
)
def test_objects_of_plain_values_are_no_code(value: Any, said: str) -> None:
    done = edits.Several(edits=(edits.Set(id=edits.DESIGN, path=("layout", "Student"), value=value),))
    (change,) = changes(done, edits.Several(edits=()), things(small_design()))
    assert (change.path, change.after) == ("layout.Student", said)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (
            "filter",
            [{"field": "name", "match": "prefix"}, {"field": "age", "value": 7}],
            "name prefix, age = 7",
        ),
        ("sort", [{"field": "name", "direction": -1}], "name desc"),
        (
            "filter",
            [{"field": "name", "match": "in", "value": 7}],
            '[{"field": "name", "match": "in", "value": 7}]',
        ),
        ("filter", [], "[]"),
        ("filter", edits.ABSENT, ""),
    ],
)
def test_filters_and_sorts_are_told_as_they_are_written(path: str, value: Any, said: str) -> None:
    done = edits.Several(edits=(edits.Set(id="operation", path=(path,), value=value),))
    (change,) = changes(done, edits.Several(edits=()), {})
    assert change.after == said
    if isinstance(value, list):
        (row,) = met([Meeting("operation", (path,), value, [])], {}, GONE)
        assert row.theirs.replace("\n", "").replace(" ", "") == said.replace(" ", "")


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("from", "has"), {"min": 0, "max": None, "growth": "unbounded"}, ("From › Count", "0..*")),
        (("to", "has"), {"min": 1, "max": 5, "average": 2}, ("To › Count", "1..5, usually 2")),
        (("from", "has", "max"), None, ("From › Maximum", "no limit")),
        (("to", "has", "p95"), 9, ("To › 95th percentile", "9")),
        (("description",), "words", ("Description", "words")),
        (("strategy",), "EMBED_ARRAY", ("Strategy", "Embedded array")),
    ],
)
def test_a_property_is_called_as_in_the_inspector(
    path: tuple[str, ...], value: Any, said: tuple[str, str]
) -> None:
    done = edits.Several(edits=(edits.Set(id="relationship", path=path, value=value),))
    (change,) = changes(done, edits.Several(edits=()), {})
    assert (change.path, change.after) == said


def test_a_property_that_is_called_after_an_end_is_called_after_its_entity() -> None:
    raw = small_design()
    raw["relationships"][0]["id"] = "r1"
    done = edits.Several(edits=(edits.Set(id="r1", path=("independent_access",), value=0.2),))
    (change,) = changes(done, edits.Several(edits=()), things(raw))
    assert change.path == f"Operations on {raw['relationships'][0]['to']['entity']} alone"
    (unknown,) = changes(done, edits.Several(edits=()), {})
    assert unknown.path == "Operations on To alone"


def test_both_values_of_a_place_that_two_people_gave() -> None:
    meeting = Meeting(edits.DESIGN, ("layout", "Student"), {"x": 1, "y": 2}, {"x": 3, "y": 4})
    (row,) = met([meeting], things(small_design()), GONE)
    assert {row.theirs, row.ours} == {"x: 1, y: 2", "x: 3, y: 4"}
