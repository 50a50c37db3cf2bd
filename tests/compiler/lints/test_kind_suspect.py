"""L57: one to many that may be many to many."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.references import kind_suspect
from designs.compiler.lints.references.kind_suspect import LINT
from tests.compiler.planned import found, pair, planned
from tests.compiler.small import NM
from tests.compiler.small import pair as drawn

AGAIN = [("r", "warning")]


@pytest.mark.parametrize(
    ("back", "count"),
    [
        ({}, 0),
        ({"average": 1}, 0),
        ({"average": 1.1}, 1),
        ({"p95": 1}, 0),
        ({"p95": 2}, 1),
        ({"growth": "bounded"}, 0),
        ({"growth": "unbounded"}, 1),
        ({"adds_per_day": 0}, 0),
        ({"adds_per_day": 0.1}, 1),
    ],
)
def test_a_child_has_one_parent(back: dict[str, Any], count: int) -> None:
    assert found(LINT, planned(drawn(back=back))) == AGAIN * count


def test_many_to_many_may_have_many() -> None:
    assert found(LINT, planned(drawn(NM, back={"average": 4}))) == []


@pytest.mark.parametrize(("second", "count"), [([2], 0), ([1], 1)])
def test_examples_may_say_it_too(second: list[int], count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = pair("CHILD_REFS", 5)
    held = {"parents": [{"_id": 1, "children": [1]}, {"_id": 2, "children": second}]}
    monkeypatch.setattr(kind_suspect, "samples", lambda *given: held)
    assert found(LINT, plan) == [("kids", "warning")] * count


def test_our_examples_do_not() -> None:
    assert found(LINT, pair("CHILD_REFS", 5)) == []
