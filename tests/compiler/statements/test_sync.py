"""Keeping copies true: which changes of the source are told, and servers that can't tell."""

from __future__ import annotations

import re
from typing import Any

import pytest

from designs.compiler.plan_model.physical import BuiltValue, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

NAME = field("name", "object", required=True, fields=[field("first"), field("last")])


def statements(copied: str, policy: str = "eventual", **top: Any) -> list[Statement]:
    copies = [
        {
            "field": copied,
            "of": "from",
            "as": "told",
            "policy": policy,
            "reads_per_day": 9000,
            "updates_per_day": 1,
        }
    ]
    parts = [
        entity("Doctor", NAME, field("ward"), field("room", required=True)),
        entity("Visit", field("at", "date", required=True)),
    ]
    ends = ("Doctor", {"has": {"growth": "unbounded"}}), ("Visit", {"has": {"min": 1, "max": 1}})
    visits = link("visits", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)
    return list(compile_design(design(parts, [visits], **top)).plan.statements)


def told(copied: str) -> list[Any]:
    (watch,) = [one for one in statements(copied) if one.purpose == "watch"]
    first, *rest = watch.pipeline[0]["$match"]["$or"]
    assert first == {"operationType": "replace"}
    return rest


def test_a_plain_field_is_told_by_its_name() -> None:
    changed = {"updateDescription.updatedFields.ward": {"$exists": True}}
    assert told("ward") == [changed, {"updateDescription.removedFields": "ward"}]
    assert told("room") == [{"updateDescription.updatedFields.room": {"$exists": True}}]


@pytest.mark.parametrize(
    ("copied", "changed", "other"),
    [
        ("name", ["name", "name.first", "name.last"], ["names", "surname", "ward"]),
        ("name.first", ["name", "name.first"], ["name.last", "name.firstborn"]),
    ],
)
def test_a_part_of_an_object_is_told_under_a_name_with_dots(
    copied: str, changed: list[str], other: list[str]
) -> None:
    """No path reaches a name that holds dots, so the names of the changed fields are looked at."""
    condition, gone = told(copied)
    one = condition["$expr"]["$anyElementTrue"][0]["$map"]
    pattern = one["in"]["$regexMatch"]["regex"]
    assert gone == {"updateDescription.removedFields": {"$regex": pattern}}
    assert one["input"] == {"$objectToArray": {"$ifNull": ["$updateDescription.updatedFields", {}]}}
    assert [name for name in [*changed, *other] if re.search(pattern, name)] == changed


def test_a_standalone_server_is_told_to_refuse_transactions() -> None:
    notes = {
        topology: [one.comment for one in statements("ward", "strong", topology=topology) if one.transaction]
        for topology in ("standalone", "replica-set")
    }
    assert "Standalone servers don't support transactions" in notes["standalone"][0]
    assert notes["replica-set"] and not any("standalone" in one for one in notes["replica-set"])


def filter_of(one: Statement) -> dict[str, Any]:
    """What tells the documents that a function of copies writes."""
    found: dict[str, Any] = one.filter or one.pipeline[0]["$match"]
    return found


def written_by(one: Statement) -> dict[str, Any]:
    """The copies that it writes, or the array that holds them."""
    found: dict[str, Any]
    if isinstance(one.update, BuiltValue):  # what its source has lost goes
        assert one.update.kind == "set_or_unset"
        (found,) = one.update.parts
    else:
        found = one.update["$set"] if one.update else one.pipeline[-1]["$merge"]["whenMatched"][0]["$set"]
    return found


def shared(policy: str) -> list[Statement]:
    """A shape that stands twice in one document, each time beside a reference of its own."""
    copy = {"field": "name", "of": "from", "as": "country_name", "policy": policy, "reads_per_day": 9000}
    parts = [
        entity("Order", field("placed", "date", required=True)),
        entity("Address", field("street"), kind="weak"),
        entity("Country", field("name"), field("code"), field("area", "int"), field("notes")),
    ]
    places = [
        link(name, "one-to-one", ("Order", {"field": name}), ("Address", {"has": {"min": 0, "max": 1}}))
        for name in ("billing", "shipping")
    ]
    country = link(
        "country",
        "one-to-many",
        ("Country", {"has": {"growth": "unbounded"}}),
        ("Address", {"field": "country_id", "has": {"min": 0, "max": 1}}),
        copies=[{**copy, "updates_per_day": 1}],
    )
    return list(compile_design(design(parts, [*places, country])).plan.statements)


@pytest.mark.parametrize("policy", ["eventual", "strong", "batch"])
def test_each_place_of_a_shape_follows_the_reference_beside_it(policy: str) -> None:
    written = {
        key: place
        for one in shared(policy)
        if one.purpose == "sync" and one.collection == "orders"
        for key, place in zip(filter_of(one), written_by(one), strict=True)
    }
    assert written == {
        "billing.country_id": "billing.country_name",
        "shipping.country_id": "shipping.country_name",
    }


def test_the_audit_compares_each_place_with_its_own_source() -> None:
    found = [one.pipeline for one in shared("eventual") if ".copies." in one.id]
    joined = [
        stage["$lookup"]["localField"] for pipeline in found for stage in pipeline if "$lookup" in stage
    ]
    assert joined == ["billing.country_id", "shipping.country_id"]


def test_a_strong_copy_changes_in_all_its_places_with_the_source() -> None:
    kept = [one for one in shared("strong") if one.purpose == "sync"]
    assert len({one.recipe for one in kept}) == 1
    assert [one.collection for one in kept] == ["countries", "orders", "orders"]


@pytest.mark.parametrize("policy", ["eventual", "batch", "strong"])
def test_one_field_that_is_copied_twice_is_written_twice(policy: str) -> None:
    copy = {"field": "room", "of": "from", "policy": policy, "reads_per_day": 9000, "updates_per_day": 1}
    parts = [entity("Doctor", field("room", required=True)), entity("Visit", field("at", "date"))]
    ends = ("Doctor", {"has": {"growth": "unbounded"}}), ("Visit", {"has": {"min": 1, "max": 1}})
    both = [{**copy, "as": "room"}, {**copy, "as": "asked_in"}]
    visits = link("visits", "one-to-many", *ends, strategy="PARENT_REF", copies=both)
    found = compile_design(design(parts, [visits])).plan.statements
    (spread,) = [one for one in found if one.purpose == "sync" and one.collection == "visits"]
    assert set(written_by(spread)) == {"room", "asked_in"}
    values = written_by(spread).values()
    assert len({str(one["$cond"][1] if policy == "batch" else one) for one in values}) == 1


@pytest.mark.parametrize("policy", ["strong", "eventual", "batch"])
def test_a_slice_is_found_by_the_parent_that_holds_it(policy: str) -> None:
    """By the id in its elements it would be a scan: no index is for it."""
    copies = [
        {
            "field": "title",
            "of": "to",
            "as": "shown",
            "policy": policy,
            "reads_per_day": 9e9,
            "updates_per_day": 1,
        }
    ]
    parts = [
        entity("Host", field("name")),
        entity("Talk", field("title"), field("at", "date", required=True, immutable=True)),
    ]
    ends = ("Host", {"has": {"growth": "unbounded"}}), ("Talk", {"has": {"min": 1, "max": 1}})
    recent = {"count": 3, "sort": "at", "fields": ["at"]}
    talks = link("talks", "one-to-many", *ends, strategy="SUBSET", copies=copies, recent=recent)
    made = compile_design(design(parts, [talks])).plan.statements
    found = [one for one in made if one.purpose == "sync" and one.collection == "hosts"]
    told = [filter_of(one) for one in found if one.step != "ranges"]
    assert told and all(list(one) == ["_id", "recent_talks.talk_id"] for one in told)
    ranges = [one for one in found if one.step == "ranges"]
    assert len(ranges) == (policy == "batch")
    assert all(one.pipeline[-1]["$bucketAuto"]["groupBy"] == "$_id" for one in ranges)


@pytest.mark.parametrize("policy", ["strong", "batch"])
def test_the_second_function_is_not_called_like_a_step_of_the_first(policy: str) -> None:
    """A slice repeats what no policy is stated for, beside a copy that has one."""
    copy = {"field": "name", "of": "to", "policy": policy}
    parts = [entity("Doctor", field("ward")), entity("Visit", field("name"), field("room"))]
    ends = ("Doctor", {"has": {"growth": "unbounded"}}), ("Visit", {"has": {"min": 1, "max": 1}})
    visits = link("visits", "one-to-many", *ends, strategy="SUBSET", copies=[copy])
    found = compile_design(design(parts, [visits])).plan.statements
    ids = [one.id for one in found if one.purpose == "sync"]
    assert len(ids) == 3 and len({one.id for one in found}) == len(found)


def test_an_operation_may_be_called_like_a_step() -> None:
    parts = [entity("Doctor", field("ward")), entity("Visit", field("at", "date"))]
    ends = ("Doctor", {"has": {"max": 9}}), ("Visit", {"has": {"min": 1, "max": 1}})
    visits = link("visits", "one-to-many", *ends, strategy="CHILD_REFS")
    look = {"name": "visits.add.2", "kind": "read", "entity": "Doctor", "filter": [{"field": "_id"}]}
    found = compile_design(design(parts, [visits], operations=[look])).plan.statements
    assert [one.op for one in found if one.id == "visits.add.2"] == ["insertOne"]
    assert len({one.id for one in found}) == len(found)
