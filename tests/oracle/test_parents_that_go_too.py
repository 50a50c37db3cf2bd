"""Of what a parent must keep nothing is taken, but for a parent that goes in the same call."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


def test_a_parent_in_another_collection_that_stays_keeps_its_last_child() -> None:
    """Rooms go with their landlord; one that is let by somebody else keeps who lives there alone."""
    lets = link(
        "lets", "one-to-many", end("Person", None), end("Room", 1, field="landlord"), strategy="PARENT_REF",
        exclusive_owner=True,
    )  # fmt: skip
    lives: dict[str, Any] = link(
        "lives", "one-to-many", end("Room", None), end("Person", 1, field="room"), strategy="PARENT_REF",
    )  # fmt: skip
    lives["from"]["has"] = {"min": 1}
    design = {
        "format": "nestlink/1", "name": "Rooms", "database": "rooms",
        "entities": [entity("Person", field("name", required=True)), entity("Room", field("floor", "int"))],
        "relationships": [lets, lives],
    }  # fmt: skip
    assert judged(design, "deletePerson") == {"deletePerson": ""}
