"""A parent that goes with its children is a child itself: its own parent lists it no more."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge


@pytest.mark.parametrize("history", ["none", "revisions"])
@pytest.mark.parametrize("strategy", ["TWO_WAY_REFS", "CHILD_REFS", "SUBSET"])
def test_a_list_of_its_own_kind_lets_go_of_it(strategy: str, history: str) -> None:
    parts = link(
        "parts", "one-to-many", end("Part", 50, field="parts"), end("Part", 1, field="whole"),
        strategy=strategy, exclusive_owner=True,
    )  # fmt: skip
    source = {
        "format": "nestlink/1", "name": "parts", "database": "parts", "relationships": [parts],
        "entities": [entity("Part", field("name", required=True), history=history)],
    }  # fmt: skip
    verdicts = [
        one for one in judge("parts", source, tries=8) if "cascade" in one.kind or "delete" in one.kind
    ]
    assert [one for one in verdicts if one.why and one.judged] == []
    assert any(one.judged for one in verdicts) or strategy == "CHILD_REFS"
