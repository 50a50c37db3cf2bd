"""Measurements near a point: a server refuses $near on a time series, and takes the stage $geoNear."""

from __future__ import annotations

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

POINT = field(
    "place", "object", required=True, fields=[
        field("type", required=True, enum=["Point"]),
        field("coordinates", "array", required=True, min_items=2, max_items=2, items={"type": "double"}),
    ],
)  # fmt: skip


def test_the_nearest_measurements_are_found_by_a_stage() -> None:
    parts = [
        entity("Van", field("name")),
        entity("Ping", field("at", "date", required=True), POINT),
    ]
    pings = link(
        "pings", "one-to-many", ("Van", {"has": {"max": None, "growth": "unbounded"}}),
        ("Ping", {"field": "van", "has": {"min": 1, "max": 1}}), strategy="TIME_SERIES",
    )  # fmt: skip
    near = {"name": "near", "kind": "read", "entity": "Ping", "limit": 9,
            "filter": [{"field": "place", "match": "near"}, {"field": "at", "match": "range"}]}  # fmt: skip
    compilation = compile_design(design(parts, [pings], operations=[near]))
    assert next(each.kind for each in compilation.plan.collections if each.name == "pings") == "timeseries"
    (read,) = (each for each in compilation.plan.statements if each.subject == "operation:near")
    stage = read.pipeline[0]["$geoNear"]
    assert (read.op, stage["key"], list(stage["query"])) == ("aggregate", "place", ["at"])
    assert read.pipeline[1:] == [{"$limit": 9}, {"$unset": ["distance"]}]
