"""L33: partial indexes that queries cannot use."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.partial_mismatch import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import design, entity, op, text

AGAIN = [("operation 0", "warning")]


def partial(condition: dict[str, Any], *ops: dict[str, Any], **top: Any) -> list[tuple[str, str]]:
    fields = (text(9, "a"), text(9, "state"), {"name": "total", "type": "int"})
    order = entity("Order", *fields, indexes=[{"keys": [["a", 1]], "partial": condition}])
    return found(LINT, planned(design([order], [], ops, **top)))


ACTIVE = {"state": "active"}


def matched(value: Any) -> dict[str, Any]:
    both = [{"field": "a"}, {"field": "state", "value": value}]
    return {**op("read", "Order"), "filter": both}


def test_a_query_repeats_the_condition() -> None:
    assert partial(ACTIVE, op("read", "Order", "a")) == AGAIN
    assert partial(ACTIVE, op("read", "Order", "a", always_filter=ACTIVE)) == []
    assert partial(ACTIVE, matched("active")) == []
    assert partial(ACTIVE, matched("closed")) == AGAIN


def test_a_value_means_that_the_field_is_there() -> None:
    there = {"a": {"$exists": True}}
    assert partial(there, op("read", "Order", "a")) == []
    absent = {**op("read", "Order"), "filter": [{"field": "a", "match": "exists"}]}
    assert partial(there, absent) == AGAIN


def test_all_parts_of_a_condition_are_repeated() -> None:
    both = {"$and": [{"state": "active"}, {"a": {"$exists": True}}]}
    assert partial(both, matched("active")) == []
    assert partial(both, op("read", "Order", "a")) == AGAIN


def test_queries_on_other_fields_are_not_meant() -> None:
    assert partial(ACTIVE, op("read", "Order", "total")) == []
    assert partial(ACTIVE, op("insert", "Order")) == []


@pytest.mark.parametrize(("version", "count"), [("5.0", 1), ("6.0", 0)])
@pytest.mark.parametrize(
    "condition", [{"state": {"$in": ["a", "b"]}}, {"$or": [{"state": "a"}, {"state": "b"}]}]
)
def test_old_servers_know_fewer_operators(condition: dict[str, Any], version: str, count: int) -> None:
    assert partial(condition, server_version=version) == [("Order.indexes[0]", "error")] * count


EITHER = {"$or": [{"state": "active"}, {"state": "new"}]}


@pytest.mark.parametrize(
    ("always", "expected"), [(EITHER, []), ({"$or": [{"state": "closed"}]}, AGAIN), (ACTIVE, AGAIN)]
)
def test_one_choice_is_not_another(always: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    """The rest of the condition is repeated either way."""
    read = op("read", "Order", "a", always_filter={**always, "total": 1})
    assert partial({**EITHER, "total": 1}, read) == expected


@pytest.mark.parametrize(
    ("condition", "told"), [(ACTIVE, "state"), ({**ACTIVE, **EITHER}, "state"), (EITHER, "its condition")]
)
def test_what_is_not_said_is_named(condition: dict[str, Any], told: str) -> None:
    fields = (text(9, "a"), text(9, "state"))
    order = entity("Order", *fields, indexes=[{"keys": [["a", 1]], "partial": condition}])
    (one,) = findings(LINT, planned(design([order], [], (op("read", "Order", "a"),))))
    assert f": {told} doesn't match" in one.message


RECENT = {"total": {"$gte": 10}}


@pytest.mark.parametrize(
    ("condition", "match", "told"),
    [
        (RECENT, {"match": "range", "at_least": 10}, []),
        (RECENT, {"match": "range", "at_least": 9}, AGAIN),
        (RECENT, {"match": "range", "at_most": 20}, AGAIN),
        (RECENT, {"value": 10}, []),
        (RECENT, {"value": 9}, AGAIN),
        ({"total": {"$gt": 10}}, {"match": "range", "at_least": 10}, AGAIN),
        ({"total": {"$gt": 10, "$lt": 20}}, {"match": "range", "at_least": 11, "at_most": 19}, []),
        ({"total": {"$gt": 10, "$lt": 20}}, {"match": "range", "at_least": 11}, AGAIN),
        ({"total": {"$in": [1, 2]}}, {"value": 2}, []),
        ({"total": {"$in": [1, 2]}}, {"value": 3}, AGAIN),
        ({"total": {"$in": [1, 2]}}, {}, AGAIN),
        ({"total": {"$gte": 10, "$exists": True}}, {"value": 10}, []),
        ({"total": {"$gte": "a"}}, {"value": 10}, AGAIN),
        ({"total": {"$in": [1, 2]}}, {"match": "in", "value": [2, 1]}, []),
        ({"total": {"$in": [1, 2]}}, {"match": "in", "value": [1, 3]}, AGAIN),
        ({"total": {"$in": [1, 2]}}, {"match": "in", "value": 1}, []),
        ({"total": {"$in": [1, 2]}}, {"match": "in"}, AGAIN),
        ({"total": {"$in": [1, 2]}}, {"match": "in", "value": []}, AGAIN),
        ({"total": {"$in": [1, 2]}}, {"value": [1, 2]}, AGAIN),
        ({"total": {"$in": [1, 2]}}, {"match": "range", "at_least": 1, "at_most": 1}, AGAIN),
        (RECENT, {"match": "in", "value": [10, 11]}, []),
        (RECENT, {"match": "in", "value": [9, 10]}, AGAIN),
        ({"total": 10}, {"match": "in", "value": [10]}, []),
        ({"total": {"$eq": 10}}, {"value": 10}, []),
        ({"total": {"$eq": 10}}, {"value": 11}, AGAIN),
        ({"total": {"$eq": None}}, {}, AGAIN),
        ({"total": {}}, {"value": 10}, AGAIN),
        ({"total": {"$type": "int"}}, {"value": 10}, AGAIN),
        ({"total": {"$exists": True}}, {"match": "exists"}, AGAIN),
    ],
)
def test_a_narrower_condition_is_as_good(
    condition: dict[str, Any], match: dict[str, Any], told: list[tuple[str, str]]
) -> None:
    read = {**op("read", "Order"), "filter": [{"field": "a"}, {"field": "total", **match}]}
    assert partial(condition, read) == told


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"state": {"$in": ["a"]}}, "$in in a partial index"),
        ({"$or": [{"state": {"$in": ["a"]}}]}, "$in, $or in a partial index"),
        ({"$and": [{"$and": [{"state": "a"}]}]}, "$and inside another condition in a partial index"),
    ],
)
def test_what_an_old_server_does_not_know_is_named(condition: dict[str, Any], said: str) -> None:
    order = entity("Order", text(9, "state"), indexes=[{"keys": [["state", 1]], "partial": condition}])
    (one,) = findings(LINT, planned(design([order], [], (), server_version="5.0")))
    assert one.message.startswith(f"{said} requires MongoDB 6.0")


def test_before_6_a_choice_is_no_part_of_another_condition() -> None:
    inner = {"$and": [{"$and": [{"state": "a"}, {"total": 1}]}]}
    assert partial(inner, server_version="5.0") == [("Order.indexes[0]", "error")]
    assert partial({"$and": [{"state": "a"}, {"total": 1}]}, server_version="5.0") == []


@pytest.mark.parametrize(("unique", "told"), [(True, []), (False, AGAIN)])
def test_a_unique_index_is_there_for_its_values_where_another_answers(
    unique: bool, told: list[tuple[str, str]]
) -> None:
    parts = (text(9, "a"), text(9, "state"))
    order = entity("Order", *parts, indexes=[{"keys": [["a", 1]], "partial": ACTIVE, "unique": unique}])
    assert found(LINT, planned(design([order], [], (op("read", "Order", "a"),)))) == told
