"""Trees whose nodes have a field with the name that a walk would give to its own count."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge


@pytest.mark.parametrize("strategy", ["TREE_PARENT", "TREE_CHILD", "TREE_ANCESTORS"])
def test_a_walk_counts_in_a_field_of_its_own(strategy: str) -> None:
    tree = link(
        "areas", "tree", end("Area", field="parts"), end("Area", 1, field="parent"), strategy=strategy
    )
    area = entity("Area", field("name", required=True), field("level", "string"), field("hops", "string"))
    source = {
        "format": "nestlink/1", "name": "areas", "database": "areas", "entities": [area], "relationships": [tree],
        "operations": [{"name": "above", "kind": "read", "entity": "Area", "per_day": 5, "filter": [{"field": "_id"}],
                        "includes": ["areas"]}],
    }  # fmt: skip
    verdicts = judge("areas", source)
    assert [one for one in verdicts if one.why and one.judged] == []
    assert len([one for one in verdicts if one.judged]) > 5
