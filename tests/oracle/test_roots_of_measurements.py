"""A measurement that is a root names no parent, wherever its document says so."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("kept", [False, True])
def test_a_root_has_no_parent_in_its_meta(kept: bool) -> None:
    """The validator says nothing of a field in an object of measurements: null is no parent there either."""
    copies = [{"field": "text", "of": "from", "as": "cause_text", "reads_per_day": 1e6, "updates_per_day": 1}]
    causes = link(
        "causes", "tree", end("Signal"), end("Signal", 1, field="cause"), strategy="TREE_ANCESTORS",
        tree={"depth": 4, "reads": "ancestors"}, **({"copies": copies} if kept else {}),
    )  # fmt: skip
    signals = link(
        "signals", "one-to-many", end("Machine"), end("Signal", 1, field="machine"), strategy="TIME_SERIES"
    )
    design = {
        "format": "nestlink/1", "name": "Signals", "database": "signals", "relationships": [causes, signals],
        "entities": [
            entity("Machine", field("name", required=True)),
            entity("Signal", field("at", "date", required=True), field("text"), kind="event"),
        ],
    }  # fmt: skip
    assert judged(design, "causesAdd") == {"causesAdd": ""}
