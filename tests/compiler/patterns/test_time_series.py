"""TIME_SERIES: measurements with a metaField and without a validator."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan.validators import validator_of
from designs.compiler.plan_model.decisions import Composition, Home
from tests.compiler.composed import at, collections, composed, design, drafted, entity, field, link, shapes
from tests.compiler.in_parts import compile_design

MODEL = design(
    [
        entity("Sensor", field("name")),
        entity("Room"),
        entity("Reading", field("ts", "date"), field("celsius", "double"), kind="measurement"),
    ],
    [
        link(
            "readings",
            "one-to-many",
            ("Sensor", {"has": {"adds_per_day": 1440, "growth": "unbounded"}}),
            ("Reading", {"has": {"min": 1}}),
            copies=[{"field": "name", "of": "from", "policy": "immutable"}],
        ),
        link("room", "one-to-many", "Room", "Reading"),
    ],
)
CHOSEN = composed(MODEL, readings="TIME_SERIES", room="PARENT_REF")


@pytest.mark.parametrize(("name", "expected"), [("meta", "meta_field"), ("metal", "meta")])
def test_no_kind_has_a_field_of_the_meta_fields_name(name: str, expected: str) -> None:
    """A kind shares the documents of what it is a kind of, and so the names in them."""
    model = design(
        [entity("Reading", field("at", "date", required=True)), entity("Station", field(name))],
        [
            link("readings", "one-to-many", "Station", "Reading", strategy="TIME_SERIES"),
            link("kinds", "is-a", "Reading", "Station"),
        ],
    )
    (collection,) = compile_design(model).plan.collections
    assert expected in [field.name for field in collection.fields]
    keys = [key for index in collection.indexes for key, _ in index.keys]
    assert f"{expected}.station_id" in keys


def test_references_and_their_copies_stand_in_the_meta_field() -> None:
    assert shapes(MODEL, CHOSEN)["readings"] == {
        "ts": "date",
        "celsius": "double",
        "meta.sensor_id": "objectId",
        "meta.sensor_name": "string",
        "meta.room_id": "objectId",
    }


def test_the_collection_says_time_meta_and_step() -> None:
    made = collections(MODEL, CHOSEN)["readings"]
    assert made.options == {"timeseries": {"timeField": "ts", "metaField": "meta", "granularity": "minutes"}}
    assert made.kind == "timeseries" and at(made.fields, "ts").required
    assert validator_of(made) is None


def test_a_measurement_of_nothing_is_a_time_series_too() -> None:
    model = design([entity("Reading", field("ts", "date"), kind="measurement")], [])
    alone = Composition(decisions={}, homes={"Reading": (Home(entity="Reading", kind="timeseries"),)})
    assert collections(model, alone)["readings"].options == {
        "timeseries": {"timeField": "ts", "granularity": "seconds"}
    }
    (overlay,) = drafted(model, alone).entity_overlays
    assert (overlay.kind, overlay.entity, overlay.path) == ("TIME_SERIES", "Reading", "ts")


@pytest.mark.parametrize(
    ("inserts", "step"),
    [
        (None, "seconds"),
        (86_400, "seconds"),
        (2_880, "seconds"),
        (2_879.99, "minutes"),
        (1_440, "minutes"),
        (48, "minutes"),
        (47.9999, "hours"),
        (1, "hours"),
    ],
)
def test_the_step_of_a_lone_series_follows_from_its_rate(inserts: float | None, step: str) -> None:
    alone = Composition(decisions={}, homes={"Reading": (Home(entity="Reading", kind="timeseries"),)})
    rate = {} if inserts is None else {"inserts_per_day": inserts}
    model = design([entity("Reading", field("ts", "date"), kind="measurement", **rate)], [])
    assert collections(model, alone)["readings"].options["timeseries"]["granularity"] == step
    if inserts is not None:
        written = {"name": "log", "kind": "insert", "entity": "Reading", "per_day": inserts}
        model = design([entity("Reading", field("ts", "date"), kind="measurement")], [], operations=[written])
        assert collections(model, alone)["readings"].options["timeseries"]["granularity"] == step


@pytest.mark.parametrize(("least", "required"), [(0, False), (1, True)])
def test_a_measurement_may_be_of_nothing(least: int, required: bool) -> None:
    ends = "Sensor", ("Reading", {"has": {"min": least}})
    parts = [entity("Sensor"), entity("Reading", field("ts", "date"), kind="measurement")]
    model = design(parts, [link("readings", "one-to-many", *ends)])
    made = collections(model, composed(model, readings="TIME_SERIES"))["readings"]
    assert at(made.fields, "meta.sensor_id").required is required


def test_the_granularity_is_that_of_one_series_of_several_things() -> None:
    """A site with a thousand sensors measures all the time, each of these every ten minutes."""
    many = {"has": {"min": 0, "average": 10**6, "max": None, "growth": "unbounded"}}
    links = [
        link(
            name.lower(),
            "one-to-many",
            (name, {"has": {**many["has"], "adds_per_day": rate}}),
            ("Reading", {"has": {"min": 1, "max": 1}}),
            strategy="TIME_SERIES" if name == "Site" else "PARENT_REF",
        )
        for name, rate in (("Site", 144_000), ("Sensor", 144))
    ]
    parts = [entity(name, *(field(f"of_{part}") for part in "abcde")) for name in ("Site", "Sensor")]
    parts.append(
        entity("Reading", field("ts", "date", required=True), field("degrees", "double"), kind="measurement")
    )
    for ordered in (links, links[::-1]):
        made = compile_design(design(parts, ordered)).plan.collections
        series = next(one for one in made if one.name == "readings")
        assert series.options["timeseries"]["granularity"] == "minutes"


@pytest.mark.parametrize(
    ("batches", "a_day", "step", "each"),
    [
        (16_000, 10, "seconds", "about 240 writes"),  # 2,880 a batch: one each 30 seconds, 120 within an hour
        (16_000, 10.01, "minutes", "about 29 writes"),  # a bucket has no more than 1,000
        (16_000, 14, "minutes", "about 29 writes"),
        (16_000, 601, "hours", "about 601 writes"),  # fewer than 48 a batch, all of them in one bucket
        (20, 0.01, "minutes", "about 29 writes"),  # batches that stay: 1,440 a day each
    ],
)
def test_a_series_that_ends_is_taken_to_run_a_day(batches: int, a_day: float, step: str, each: str) -> None:
    """Divided by all the batches that there ever were, two readings a day were left of one a minute."""
    parts = [
        entity("Batch", field("code"), count=batches, inserts_per_day=a_day),
        entity(
            "Reading", field("at", "date", required=True), field("celsius", "double"), kind="measurement",
            inserts_per_day=28_800,
        ),
    ]  # fmt: skip
    ends = (
        ("Batch", {"has": {"average": 2880, "growth": "unbounded"}}),
        ("Reading", {"has": {"min": 1, "max": 1}}),
    )
    curve = {
        "name": "curve", "kind": "read", "entity": "Reading", "filter": [{"field": "batch_id"}],
        "sort": [{"field": "at", "direction": -1}], "per_day": 900,
    }  # fmt: skip
    links = [link("readings", "one-to-many", *ends, strategy="TIME_SERIES")]
    made = compile_design(design(parts, links, operations=[curve])).plan.collections
    series = next(collection for collection in made if collection.kind == "timeseries")
    assert series.options["timeseries"]["granularity"] == step
    assert [index.upkeep.rpartition("costs ")[2].partition(" per day")[0] for index in series.indexes] == [
        each
    ]


@pytest.mark.parametrize(
    ("window", "step"), [("hour", "seconds"), ("day", "minutes"), ("week", "hours"), ("month", "hours")]
)
def test_the_step_follows_from_the_window_that_is_stated(window: str, step: str) -> None:
    """A bucket of seconds spans an hour, one of minutes a day, whatever the rate."""
    parts = [entity("Sensor"), entity("Reading", field("ts", "date"), kind="measurement")]
    often = {"has": {"adds_per_day": 1_000}}
    model = design(parts, [link("readings", "one-to-many", ("Sensor", often), "Reading", time_window=window)])
    made = collections(model, composed(model, readings="TIME_SERIES"))["readings"]
    assert made.options["timeseries"]["granularity"] == step


def quoted_design(*filters: str, names: list[str] | None = None) -> Any:
    """Quotes of nothing, 5,000 a day, which reads find by these fields."""
    quotes = entity(
        "Quote",
        field("at", "date", required=True), field("index", "string", enum=names) if names else field("index", "string"),
        field("desk", "string"), field("points", "double"), kind="measurement", inserts_per_day=5_000,
    )  # fmt: skip
    reads = [
        {"name": f"read {number}", "kind": "read", "entity": "Quote", "filter": [{"field": path}, {"field": "at", "match": "range"}]}
        for number, path in enumerate(filters)
    ]  # fmt: skip
    return design([quotes], [], operations=reads)


@pytest.mark.parametrize(
    ("filters", "source"),
    [
        ((), None),
        (("points",), None),
        (("index",), "index"),
        (("desk", "index", "index"), "index"),
        (("at",), None),
    ],
)
def test_measurements_of_nothing_are_grouped_by_what_reads_find_them_by(
    filters: tuple[str, ...], source: str | None
) -> None:
    alone = Composition(decisions={}, homes={"Quote": (Home(entity="Quote", kind="timeseries"),)})
    series = collections(quoted_design(*filters), alone)["quotes"].options["timeseries"]
    assert series.get("metaField") == source
    assert series["granularity"] == "seconds"


def test_the_step_is_that_of_one_of_the_series_that_a_field_tells_apart() -> None:
    alone = Composition(decisions={}, homes={"Quote": (Home(entity="Quote", kind="timeseries"),)})
    made = collections(quoted_design("index", names=["BDI", "BCI", "BPI"]), alone)
    assert made["quotes"].options["timeseries"]["granularity"] == "minutes"
