"""Null is stored where a result has nothing to be worked out from: a filter that asks for the result finds none."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import entity, field
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("kind", ["update", "read"])
def test_a_result_that_is_null_is_not_there(kind: str) -> None:
    """A parcel without a weight has no postage, and is asked for nothing."""
    postage = field(
        "postage", "double", computed={"formula": "weight + weight / 3", "refresh": "approximate"}
    )
    design = {
        "format": "nestlink/1", "name": "Parcels", "database": "parcels",
        "entities": [entity("Parcel", field("weight", "double"), field("note"), postage)],
        "relationships": [],
        "operations": [
            {"name": "of some", "kind": kind, "entity": "Parcel", "filter": [],
             "always_filter": {"postage": {"$exists": True}}, **({"changes": ["note"]} if kind == "update" else {})},
        ],
    }  # fmt: skip
    assert judged(design, "ofSome") == {"ofSome": ""}
