"""The values of a change as history and conflicts show them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import edits
from designs.delivery.change_words import changes, met, things
from designs.store import GONE, Meeting
from tests.web.conftest import small_design


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"x": 120, "y": 40.5, "folded": True}, "x: 120, y: 40.5, folded: true"),
        ({"min": 0, "max": None, "growth": "unbounded"}, 'min: 0, max: null, growth: "unbounded"'),
        ({}, "{}"),
        ({"a": {"b": 1}}, '{"a": {"b": 1}}'),
        (["a", "b"], '["a", "b"]'),
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


def test_both_values_of_a_place_that_two_people_gave() -> None:
    meeting = Meeting(edits.DESIGN, ("layout", "Student"), {"x": 1, "y": 2}, {"x": 3, "y": 4})
    (row,) = met([meeting], things(small_design()), GONE)
    assert {row.theirs, row.ours} == {"x: 1, y: 2", "x: 3, y: 4"}
