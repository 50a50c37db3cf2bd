"""New nodes of two trees at once: an insert is told the parent in the tree that stores more than its id."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("strategies", [("TREE_PARENT", "TREE_PATH"), ("TREE_ANCESTORS", "TREE_PARENT")])
def test_an_insert_is_told_the_parent_of_one_tree(strategies: tuple[str, str]) -> None:
    trees = [
        link(
            name,
            "tree",
            end("Part", field=f"{name}Below"),
            end("Part", field=f"{name}Above"),
            strategy=strategy,
        )
        for name, strategy in zip(("places", "makers"), strategies, strict=True)
    ]
    source = {
        "format": "nestlink/1", "name": "parts", "database": "parts",
        "entities": [entity("Part", field("name", required=True))], "relationships": trees,
        "operations": [{"name": "build", "kind": "insert", "entity": "Part", "per_day": 5}],
    }  # fmt: skip
    assert judged(source, "build") == {"build": ""}
