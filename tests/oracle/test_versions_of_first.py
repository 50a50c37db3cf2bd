"""Of several documents that a filter finds, the first is changed: it alone is kept as it was."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _queue(topology: str, history: str) -> Json:
    """Workers claim the job with the least rank of all."""
    first = {"entity": "Job", "filter": [], "sort": [{"field": "rank", "direction": 1}]}
    return {
        "format": "nestlink/1", "name": "Queue", "database": "queue", "topology": topology,
        "entities": [
            entity("Job", field("rank", "int", required=True, unique=True),
                   field("worker"), history=history),
        ],
        "relationships": [],
        "operations": [
            {"name": "claim", "kind": "update", "changes": ["worker"], "returns": "after", **first},
            {"name": "drop", "kind": "delete", "returns": "before", **first},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_the_first_alone_is_kept(topology: str, history: str) -> None:
    names = ("claim", "drop")
    assert judged(_queue(topology, history), *names) == dict.fromkeys(names, "")


def test_a_new_root_of_a_nested_set_keeps_nothing() -> None:
    """The last root ends later so that two writers keep apart: it is what it was."""
    design = {
        "format": "nestlink/1", "name": "Shelves", "database": "shelves",
        "entities": [entity("Shelf", field("name", required=True), history="revisions")],
        "relationships": [
            link("shelves", "tree", end("Shelf", 5, field="shelves"), end("Shelf", 1, field="around"),
                 strategy="TREE_NESTED", tree={"reads": "subtree", "depth": 3}),
        ],
    }  # fmt: skip
    assert judged(design, "shelvesPlant") == {"shelvesPlant": ""}


@pytest.mark.parametrize("more", [{}, {"retention": {"policy": "capped", "bytes": 1000000}}])
def test_a_change_of_what_was_read_asks_for_it_before_lists_follow(more: Json) -> None:
    """Terms list the names of others: a change of one term's name counts up those that list it, too."""
    design = {
        "format": "nestlink/1", "name": "Terms", "database": "terms",
        "entities": [entity("Term", field("name", required=True, unique=True), field("meaning"), history="revisions", **more)],
        "relationships": [
            link("likens", "many-to-many", end("Term", 5, field="like"), end("Term", 50, field="liked_by"),
                 strategy="VALUE_ARRAY"),
        ],
    }  # fmt: skip
    assert judged(design, "termChange") == {"termChange": ""}
