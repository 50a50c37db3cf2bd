"""Reads of elements: all that match, conditions that hold together, windows by their whole key."""

from __future__ import annotations

from typing import Any

import pytest
from bson import MaxKey, MinKey

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.statements.test_operations import names, op, statements

Json = dict[str, Any]
RANGE = {"field": "at", "match": "range"}


def stages(read: Statement) -> list[str]:
    return [next(iter(stage)) for stage in read.pipeline]


def log(*operations: Json, **more: Any) -> Compilation:
    """Events of a device, an hour of them in a document."""
    fields = [field("at", "date", required=True), field("level", "int"), field("word")]
    parts = [entity("Device", field("serial", unique=True)), entity("Event", *fields, kind="event")]
    has = {"average": 5000, "growth": "unbounded", "adds_per_day": 2400}
    events = link(
        "events", "one-to-many", ("Device", {"has": has}), ("Event", {"has": {"min": 1, "max": 1}}),
        **{"strategy": "BUCKET_TIME", "time_window": "hour", **more},
    )  # fmt: skip
    return compile_design(design(parts, [events], operations=list(operations)))


def read_of(**more: Any) -> Statement:
    (read,) = [s for s in log(op("read", "Event", **more)).plan.statements if s.subject == "operation:it"]
    return read


def test_every_element_that_matches_is_given() -> None:
    """``lines.$`` would give the first of each document, whichever condition it meets."""
    (read,) = statements(op("read", "Line", filter=[{"field": "sku"}], sort=[{"field": "count"}], limit=3))
    assert (read.collection, stages(read)) == (
        "orders",
        ["$match", "$unwind", "$match", "$sort", "$limit", "$project"],
    )
    assert names(read.pipeline[0]) == {"$match": {"lines.sku": "sku"}} == names(read.pipeline[2])
    assert read.pipeline[1] == {"$unwind": "$lines"}


def test_conditions_on_one_element_hold_together() -> None:
    count = {"field": "count", "match": "range"}
    (read,) = statements(op("read", "Line", filter=[{"field": "sku"}, count]))
    limits = {"$gte": "leastCount", "$lte": "mostCount"}
    assert names(read.pipeline[0]) == {"$match": {"lines": {"$elemMatch": {"sku": "sku", "count": limits}}}}
    assert names(read.pipeline[2]) == {"$match": {"lines.sku": "sku", "lines.count": limits}}
    (alone,) = statements(op("read", "Line", filter=[count]))
    assert names(alone.pipeline[0]) == {"$match": {"lines": {"$elemMatch": {"count": limits}}}}


def test_conditions_on_fields_of_one_array_of_a_document_are_of_one_element() -> None:
    count = {"field": "lines.count", "match": "range"}
    (read,) = statements(op("read", "Order", filter=[{"field": "lines.sku"}, count]))
    limits = {"$gte": "leastLinesCount", "$lte": "mostLinesCount"}
    assert names(read.filter) == {"lines": {"$elemMatch": {"sku": "linesSku", "count": limits}}}
    (alone,) = statements(op("read", "Order", filter=[{"field": "lines.sku"}]))
    assert names(alone.filter) == {"lines.sku": "linesSku"}
    (others,) = statements(
        op("read", "Order", filter=[{"field": "lines.sku"}], always_filter={"lines.count": {"$ne": 3}})
    )
    assert set(others.filter) == {"lines.sku", "lines.count"}


def _windows(filter: dict[str, Any]) -> dict[str, Any]:
    """Return by operator whose windows a filter asks for, and of which parameter the window's start is taken."""
    keys = filter["_id"].items()
    return {name: (key["device_id"], key["date"].parts[0], key["date"].parts[1].name) for name, key in keys}


def test_a_range_of_time_is_a_range_of_items_in_their_windows() -> None:
    read = read_of(filter=[{"field": "device_id"}, RANGE], sort=[{"field": "at", "direction": -1}])
    assert stages(read) == ["$match", "$unwind", "$match", "$sort", "$limit"]
    found = names(read.pipeline[0])["$match"]
    assert _windows(found) == {
        "$gte": ("deviceId", "hour", "leastAt"), "$lte": ("deviceId", "hour", "mostAt"),
    }  # fmt: skip
    assert names(read.pipeline[2]) == {"$match": {"items.at": {"$gte": "leastAt", "$lte": "mostAt"}}}
    assert read.pipeline[3] == {"$sort": {"items.at": -1}}


def test_a_further_condition_is_asked_of_each_element() -> None:
    read = read_of(filter=[{"field": "device_id"}, {"field": "level"}, RANGE], sort=[{"field": "at"}])
    assert stages(read) == ["$match", "$unwind", "$match", "$sort", "$limit"]
    first = names(read.pipeline[0])["$match"]
    assert _windows(first) == {
        "$gte": ("deviceId", "hour", "leastAt"), "$lte": ("deviceId", "hour", "mostAt"),
    }  # fmt: skip
    assert first["items"] == {"$elemMatch": {"level": "level", "at": {"$gte": "leastAt", "$lte": "mostAt"}}}


def test_windows_of_one_parent_are_found_by_the_index_of_their_key() -> None:
    read = read_of(filter=[{"field": "device_id"}, {"field": "level"}])
    ends = [one["date"] for one in names(read.pipeline[0])["$match"]["_id"].values()]
    assert ends == [MinKey(), MaxKey()]
    plan = log(op("read", "Event", filter=[{"field": "device_id"}, {"field": "level"}]))
    windows = next(one for one in plan.plan.collections if one.kind == "bucket")
    assert windows.indexes == ()


def test_a_range_of_something_else_is_no_window() -> None:
    read = read_of(filter=[{"field": "device_id"}, {"field": "level", "match": "range"}])
    assert names(read.pipeline[0])["$match"]["_id"]["$gte"]["date"] == MinKey()
    assert names(read.pipeline[2]) == {"$match": {"items.level": {"$gte": "leastLevel", "$lte": "mostLevel"}}}


def test_a_limit_counts_elements_not_windows() -> None:
    read = read_of(filter=[{"field": "device_id"}], sort=[{"field": "at", "direction": -1}], limit=20)
    assert stages(read) == ["$match", "$sort", "$limit", "$unwind", "$sort", "$limit"]
    assert read.pipeline[1:3] == [{"$sort": {"_id": -1}}, {"$limit": 20}]  # each window holds one
    assert read.pipeline[4:] == [{"$sort": {"items.at": -1}}, {"$limit": 20}]


def test_a_window_with_a_limit_keeps_its_exact_range() -> None:
    read = read_of(filter=[{"field": "device_id"}, RANGE], limit=20)
    assert stages(read) == ["$match", "$sort", "$limit", "$unwind", "$match", "$limit"]
    other = read_of(filter=[{"field": "device_id"}], sort=[{"field": "level"}], limit=20)
    assert stages(other) == ["$match", "$unwind", "$sort", "$limit"]


@pytest.mark.parametrize(
    ("direction", "limit", "pages"), [(1, 50, 1), (1, 51, 2), (-1, 50, 2), (-1, 10, 2), (-1, 51, 3)]
)
def test_pages_hold_so_many_elements(direction: int, limit: int, pages: int) -> None:
    """Whole pages are read in their order; the newest one may hold one element only."""
    sort = [{"field": "at", "direction": direction}]
    ask = op("read", "Event", filter=[{"field": "device_id"}], sort=sort, limit=limit)
    read = next(
        s for s in log(ask, strategy="BUCKET", page_size=50).plan.statements if s.subject == "operation:it"
    )
    assert (read.op, read.sort, read.limit) == ("find", {"page": direction}, pages)


def test_nearness_is_a_stage_of_its_own_before_a_join() -> None:
    """$match refuses $near; $geoNear comes first and takes the other conditions along."""
    parts = [entity("Town", field("name")), entity("Shop", field("open", "bool"), field("place", "object"))]
    has = {"max": None, "growth": "unbounded"}
    ends = ("Town", {"has": has}), ("Shop", {"has": {"min": 1, "max": 1}})
    shops = link("shops", "one-to-many", *ends, strategy="PARENT_REF")
    near = op("read", "Shop", filter=[{"field": "place", "match": "near"}, {"field": "open", "value": True}])
    plain, joined = (
        next(s for s in compile_design(design(parts, [shops], operations=[one])).plan.statements if s.subject == "operation:it")
        for one in (near, {**near, "includes": ["shops"]})
    )  # fmt: skip
    assert plain.op == "find" and "$near" in plain.filter["place"]
    assert stages(joined) == ["$geoNear", "$limit", "$lookup", "$set"]
    first = names(joined.pipeline[0])["$geoNear"]
    assert first == {
        "near": "place", "key": "place", "spherical": True, "distanceField": "distance", "query": {"open": True},
        "maxDistance": "maxMetres",
    }  # fmt: skip
