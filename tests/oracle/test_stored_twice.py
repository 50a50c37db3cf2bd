"""What two relationships of the designer's hold, one of them as a measurement: no function writes one of the two alone."""

from __future__ import annotations

import json

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


def test_no_function_writes_one_of_two() -> None:
    """A reading of a sensor that is on a page of its room as well."""
    design = {
        "format": "nestlink/1", "name": "Rooms", "database": "rooms",
        "entities": [
            entity("Sensor", field("label", required=True)), entity("Room", field("title", required=True)),
            entity("Reading", field("taken", "date", required=True), field("value", "double")),
        ],
        "relationships": [
            link("measured", "one-to-many", end("Sensor"), end("Reading", 1, field="sensor"), strategy="TIME_SERIES"),
            link("seen", "one-to-many", end("Room"), end("Reading", 1, field="room"), strategy="BUCKET"),
        ],
    }  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    assert {one.recipe for one in compile_design(model).plan.unwritten} == {
        "measured.add",
        "seen.add",
        "seen.remove",
    }
    assert judged(design, "seenRead") == {"seenRead": ""}


def test_no_list_leads_to_one_of_two() -> None:
    """Readings that name others: those on a page, or those in the time series."""
    alike = {"field": "like"}
    design = {
        "format": "nestlink/1", "name": "Rooms", "database": "rooms",
        "entities": [
            entity("Sensor", field("label", required=True)), entity("Room", field("title", required=True)),
            entity("Reading", field("taken", "date", required=True), field("value", "double")),
        ],
        "relationships": [
            link("measured", "one-to-many", end("Sensor"), end("Reading", 1, field="sensor"), strategy="TIME_SERIES"),
            link("seen", "one-to-many", end("Room"), end("Reading", 1, field="room"), strategy="BUCKET"),
            link("alike", "graph", end("Reading", 5), end("Reading", 5) | alike, strategy="ONE_WAY_EMBED"),
        ],
    }  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    plan = compile_design(model).plan
    assert "relationship:alike" not in {one.subject for one in plan.statements if one.script == "04_queries"}
    assert "measured.read" in {one.recipe for one in plan.statements}
