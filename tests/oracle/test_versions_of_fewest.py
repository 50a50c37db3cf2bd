"""Documents that keep their versions and a least number of elements: a position in the array is no field of an element."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
@pytest.mark.parametrize("history", ["revisions", "none"])
def test_elements_go_where_enough_stay(topology: str, history: str) -> None:
    """A ward keeps two beds at least; its beds of some colours are taken away, and the ward as it was is kept."""
    design = {
        "format": "nestlink/1", "name": "Wards", "database": "wards", "topology": topology,
        "entities": [
            entity("Ward", field("name", required=True), history=history),
            entity("Bed", field("number", "int", unique=True), field("colour", required=True)),
        ],
        "relationships": [
            link("beds", "one-to-many", {"entity": "Ward", "field": "beds", "has": {"min": 2, "max": 20}},
                 end("Bed", 1, field="ward"), strategy="EMBED_ARRAY", exclusive_owner=True),
        ],
        "operations": [
            {"name": "clear beds", "kind": "delete", "entity": "Bed",
             "filter": [{"field": "colour", "match": "in"}, {"field": "ward"}]},
        ],
    }  # fmt: skip
    assert judged(design, "clearBeds") == {"clearBeds": ""}
