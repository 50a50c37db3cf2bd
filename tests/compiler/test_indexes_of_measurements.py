"""Which indexes time series get, and children that nothing dates."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import MANY, UP_TO, keys, pair, planned


@pytest.mark.parametrize("version", ["5.0", "6.0", "7.0", "8.0"])
def test_measurements_are_found_by_what_they_are_of_on_every_server(version: str) -> None:
    """The server's own index, since 6.3, is of the whole metaField."""
    fields = [field("at", "date", required=True), field("degrees", "double")]
    child = {"kind": "measurement", "fields": fields}
    made = pair("TIME_SERIES", None, child=child, top={"server_version": version})
    assert keys(made, "children") == ["meta.parent_id:1,at:-1"]


@pytest.mark.parametrize(
    ("version", "match", "lines"),
    [
        ("7.0", {"field": "room"}, ["room:1"]),
        ("5.0", {"field": "room"}, []),
        ("5.0", {"field": "at", "match": "range"}, ["at:1"]),
        ("7.0", {"field": "tags"}, []),
        ("7.0", {"field": "room", "match": "text"}, []),
    ],
)
def test_a_time_series_has_the_indexes_that_its_server_allows(
    version: str, match: dict[str, Any], lines: list[str]
) -> None:
    """No text index and none of lists; before 6.0 none but of the metaField and the time."""
    tags = field("tags", "array", items={"type": "string"})
    child = {"kind": "measurement", "fields": [field("at", "date", required=True), field("room"), tags]}
    asks = [{"name": "asks", "kind": "read", "entity": "Child", "filter": [match]}]
    made = pair("TIME_SERIES", None, child=child, top={"server_version": version, "operations": asks})
    assert keys(made, "children") == lines


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ({"entity": "Parent", "includes": ["kids"]}, ["meta.parent_id:1,at:-1"]),
        ({"entity": "Child", "filter": [{"field": "parent_id"}, {"field": "side"}], "sort": [{"field": "at"}]},
         ["meta.parent_id:1,side:1,at:1"]),
        ({"entity": "Parent", "filter": [{"field": "_id"}]}, []),
    ],
)  # fmt: skip
def test_what_measurements_are_of_is_indexed_alone_where_something_finds_by_it(
    asked: dict[str, Any], lines: list[str]
) -> None:
    fields = [field("at", "date", required=True), field("side"), field("price", "double")]
    operations = [{"name": "asks", "kind": "read", **asked}]
    child = {"kind": "measurement", "fields": fields}
    made = pair("TIME_SERIES", None, child=child, top={"operations": operations})
    assert keys(made, "children") == lines


@pytest.mark.parametrize(
    ("growth", "kind", "lines"),
    [
        ({"growth": "unbounded"}, "entity", ["parent_id:1,_id:-1"]),
        ({"growth": "bounded"}, "event", ["parent_id:1"]),
        ({}, "event", ["parent_id:1,_id:-1"]),
        ({}, "measurement", ["parent_id:1,_id:-1"]),
        ({}, "entity", ["parent_id:1"]),
    ],
)
def test_long_lists_without_a_date_are_paged_by_id(growth: Any, kind: str, lines: list[str]) -> None:
    ends = ("Parent", {"has": {"average": 300, **growth}}), ("Child", UP_TO(1))
    model = design(
        [entity("Parent", field("title")), entity("Child", field("name"), kind=kind)],
        [link("kids", MANY, *ends)],
    )
    assert keys(planned(model, kids="PARENT_REF"), "children") == lines


@pytest.mark.parametrize(("version", "lines"), [("6.0", ["room:1,at:1"]), ("7.0", []), ("8.0", [])])
def test_the_index_that_the_server_makes_is_not_made_again(version: str, lines: list[str]) -> None:
    """Since 6.3 a new time series has one of its metaField and its time."""
    fields = [field("at", "date", required=True), field("room"), field("degrees", "double")]
    read = {
        "name": "curve",
        "kind": "read",
        "entity": "Reading",
        "filter": [{"field": "room"}],
        "sort": [{"field": "at"}],
    }
    reading = entity("Reading", *fields, kind="measurement")
    plan = planned(design([reading], [], operations=[read], server_version=version))
    (series,) = plan.plan.collections
    assert series.options["timeseries"]["metaField"] == "room"
    assert keys(plan, series.name) == lines
    declared = entity("Reading", *fields, kind="measurement", indexes=[{"keys": [["room", 1], ["at", 1]]}])
    kept = planned(design([declared], [], operations=[read], server_version=version))
    assert keys(kept, series.name) == ["room:1,at:1"]


@pytest.mark.parametrize(
    ("adds", "granularity", "words"),
    [
        (1440, "minutes", "costs about 144 writes per day, one entry per bucket"),
        (24, "hours", "costs about 3 writes per day, one entry per bucket"),
    ],
)
def test_an_index_has_an_entry_for_each_bucket_of_the_server(adds: int, granularity: str, words: str) -> None:
    """Each measurement was counted: hundreds of times too many."""
    parts = [
        entity("Sensor", field("code"), count=100),
        entity(
            "Reading", field("at", "date", required=True), field("degrees", "double"), kind="measurement",
            inserts_per_day=100 * adds,
        ),
    ]  # fmt: skip
    ends = ("Sensor", {"has": {"growth": "unbounded", "adds_per_day": adds}}), "Reading"
    readings = link("readings", MANY, *ends, strategy="TIME_SERIES")
    made = {each.name: each for each in compile_design(design(parts, [readings])).plan.collections}[
        "readings"
    ]
    assert made.options["timeseries"]["granularity"] == granularity
    assert [index.upkeep.partition("; ")[2] for index in made.indexes] == [words]


def test_what_is_looked_for_before_it_is_inserted_is_counted() -> None:
    """Of two writes one is run; a read in front of an insert is none, and left an index that cost about 0."""
    parts = [
        entity("Sensor", field("code"), field("readings_ever", "int", computed={
            "formula": "count(readings)", "sources": ["readings"], "refresh": "on-write",
        }), count=100),
        entity("Reading", field("at", "date", required=True), kind="measurement"),
    ]  # fmt: skip
    ends = ("Sensor", {"field": "readings", "has": {"growth": "unbounded", "adds_per_day": 1440}}), "Reading"
    readings = link("readings", MANY, *ends, strategy="TIME_SERIES")
    record = {"name": "record", "kind": "insert", "entity": "Reading", "per_day": 144_000}
    compilation = compile_design(design(parts, [readings], operations=[record]))
    steps = [each.op for each in compilation.plan.statements if each.subject == "operation:record"]
    assert steps.index("insertOne") > 0, "something is looked for first"
    made = {each.name: each for each in compilation.plan.collections}["readings"]
    assert {index.upkeep.partition("; ")[2] for index in made.indexes} == {
        "costs about 144 writes per day, one entry per bucket"
    }
