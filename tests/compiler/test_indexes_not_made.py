"""Indexes that no query would use, and parts of a compound ``_id``, which need one of their own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import keys, planned
from tests.compiler.test_indexes import asks, match, things


def test_an_order_alone_is_no_index_where_the_filter_stands_elsewhere() -> None:
    """The doctors of one department are found by the ids that it lists, then sorted."""
    links = [{
        "name": "staff", "kind": "one-to-many", "from": {"entity": "Ward", "has": {"max": 120}},
        "to": {"entity": "Nurse", "field": "ward"}, "strategy": "CHILD_REFS",
    }]  # fmt: skip
    two = [entity("Ward", field("floor", "int")), entity("Nurse", field("name"))]
    ask = {"name": "all", "kind": "read", "entity": "Nurse", "sort": [{"field": "name"}]}
    listed = planned(design(two, links, operations=[{**ask, "filter": [{"field": "ward"}]}]))
    assert keys(listed, "nurses") == []
    assert keys(planned(design(two, links, operations=[ask])), "nurses") == ["name:1"]


def test_what_is_found_by_its_id_shares_no_equality() -> None:
    by_id = [asks(name, filter=[match("_id"), match("kind")]) for name in ("open", "close")]
    both = asks("both", filter=[match("city"), match("kind")])
    plan = things(*by_id, both, asks("other", filter=[match("city")]))
    assert keys(plan, "things") == ["city:1,kind:1"]


def test_a_search_by_words_is_sorted_without_an_index() -> None:
    plan = things(asks(filter=[match("kind", "text")], sort=[{"field": "made_on"}]))
    assert keys(plan, "things") == ["kind:text"]


def test_a_part_of_a_declared_id_has_an_index_of_its_own() -> None:
    own = [field("_id", "object", fields=[field("shop"), field("number", "int")]), field("city")]
    assert keys(things(asks(filter=[match("_id.shop")]), fields=own), "things") == ["_id.shop:1"]
    assert keys(things(asks(filter=[match("_id")]), fields=own), "things") == []


def test_the_index_of_a_shard_key_is_read_backwards_too() -> None:
    newest = asks(filter=[match("city")], sort=[{"field": "made_on", "direction": -1}])
    key = {"shard_key": [["city", 1], ["made_on", 1]], "topology": "sharded"}
    plan = things(newest, **key)
    (index,) = plan.plan.collections[0].indexes
    assert (index.keys, index.serves) == ((("city", 1), ("made_on", 1)), ("shards:Thing", "operation:find"))
    other = asks(filter=[match("city")], sort=[{"field": "price", "direction": -1}])
    assert keys(things(other, **key), "things") == ["city:1,price:-1", "city:1,made_on:1"]


def test_no_key_in_an_array_and_no_time_series_lets_an_index_answer_alone() -> None:
    """The manual: a multikey index covers no query; a time series keeps its buckets compressed."""
    listed = things(asks(filter=[match("tags")], projection=["city"]))
    assert keys(listed, "things") == ["tags:1"]
    parts = [field("at", "date", required=True), field("place", required=True), field("degrees", "double")]
    read = {"name": "find", "kind": "read", "entity": "Reading", "projection": ["degrees"]}
    reads = [{**read, "filter": [match("place")]}]
    for kind, line in (("measurement", "place:1"), ("event", "place:1,degrees:1")):
        top = {
            "operations": reads,
            "server_version": "6.0",
        }  # a newer one makes the index of measurements itself
        made = planned(design([entity("Reading", *parts, kind=kind)], [], **top))
        assert keys(made, "readings") == [line]


def test_only_one_value_is_fixed_by_a_constant_filter() -> None:
    ranged = asks(filter=[match("kind"), match("price", "range")], always_filter={"price": {"$gt": 5}})
    assert keys(things(ranged), "things") == ["kind:1,price:1"]
    fixed = asks(filter=[match("kind"), match("city")], always_filter={"city": "Bern"})
    assert keys(things(fixed), "things") == ["kind:1"]


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        ([match("kind"), match("city")], '"find" finds by kind and city'),
        (
            [match("kind"), match("price", "range")],
            '"find" finds by kind, then filters a range of price (equality, sort, range)',
        ),
    ],
)
def test_the_order_of_the_roles_is_told_where_there_are_several(filters: list[Any], told: str) -> None:
    (index,) = things(asks(filter=filters)).plan.collections[0].indexes
    assert index.reason == told


# --- beginnings of longer indexes (IX2) ---


def wards(*operations: dict[str, Any]) -> list[str]:
    """The indexes of the children of a reference, listed by a date, beside those of operations."""
    ends = (
        {"has": {"min": 0, "max": None, "growth": "unbounded"}},
        {"field": "ward", "has": {"min": 1, "max": 1}},
    )
    visits = link(
        "visits", "one-to-many", ("Ward", ends[0]), ("Visit", ends[1]), strategy="PARENT_REF",
        navigation={"from_to_per_day": 5},
    )  # fmt: skip
    own = [field("at", "date", required=True), field("kind"), field("cost", "int")]
    asked = [
        {"name": f"ask{number}", "kind": "read", "entity": "Visit", **one}
        for number, one in enumerate(operations)
    ]
    made = planned(
        design([entity("Ward", field("floor", "int")), entity("Visit", *own)], [visits], operations=asked)
    )
    return keys(made, "visits")


def asked(*by: str, sort: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    order = [{"field": one, "direction": direction} for one, direction in (sort or {}).items()]
    return {"filter": [{"field": one} for one in by], **({"sort": order} if order else {}), **more}


@pytest.mark.parametrize("direction", [1, -1])
def test_the_lists_of_a_reference_are_served_by_a_longer_index_that_begins_alike(direction: int) -> None:
    assert wards() == ["ward:1,at:-1"]
    assert wards(asked("ward", sort={"at": direction, "cost": 1})) == [f"ward:1,at:{direction},cost:1"]
    assert wards(asked("ward", "at", "kind")) == ["ward:1,at:1,kind:1"]


def test_a_longer_index_of_another_order_serves_no_list() -> None:
    assert wards(asked("ward", "kind", sort={"at": -1})) == ["ward:1,at:-1", "ward:1,kind:1,at:-1"]


def test_an_index_of_some_documents_serves_none_of_all() -> None:
    few = asked("ward", sort={"at": -1, "cost": 1}, always_filter={"kind": "new"})
    assert wards(few) == ["ward:1,at:-1", "ward:1,at:-1,cost:1"]


def test_a_collation_counts_where_strings_or_an_order_are_asked_for() -> None:
    """Leading keys without strings are found by whatever the collation; what an order holds the server
    does not know."""
    ranged = [{"field": "ward"}, {"field": "kind", "match": "range"}]
    assert wards({"filter": ranged, "case_insensitive": True}) == ["ward:1,kind:1"]
    assert wards(asked("ward", "at", "kind", case_insensitive=True)) == ["ward:1,at:-1", "ward:1,at:1,kind:1"]
    own = [field("city"), field("size", "int")]
    apart = [
        asks("one", filter=[match("city")]),
        asks("other", filter=[match("city"), match("size")], case_insensitive=True),
    ]
    assert keys(things(*apart, fields=own), "things") == ["city:1", "city:1,size:1"]


@pytest.mark.parametrize(
    ("always", "old"),
    [
        ({"ward": "north"}, True),
        ({"$and": [{"ward": "north"}, {"beds": {"$gt": 2}}]}, True),
        ({"ward": {"$in": ["north", "east"]}}, False),
        ({"$or": [{"ward": "north"}, {"beds": 2}]}, False),
        ({"$and": [{"$or": [{"ward": "north"}, {"beds": 2}]}]}, False),
        ({"$and": [{"$and": [{"ward": "north"}]}]}, False),
    ],
)
def test_before_6_an_index_is_limited_by_what_these_servers_take(always: dict[str, Any], old: bool) -> None:
    parts = [entity("Bed", field("ward"), field("beds", "int"), field("free", "bool"))]
    asking = {
        "name": "asks",
        "kind": "read",
        "entity": "Bed",
        "filter": [{"field": "free"}],
        "always_filter": always,
    }
    for version, limited in (("5.0", old), ("6.0", True)):
        made = compile_design(design(parts, [], operations=[asking], server_version=version))
        (index,) = [one for one in made.plan.collections[0].indexes if "operation:asks" in one.serves]
        assert ("partialFilterExpression" in index.options) == limited


def test_what_no_operation_finds_by_says_what_it_is_for() -> None:
    """Both served "queries of Thing", though nothing queries by them."""
    own = [field("city", required=True), field("name", required=True, unique=True)]
    plan = things(fields=own, shard_key=[["city", "hashed"]], topology="sharded")
    words = {
        index.keys[0]: [index.served(each)[0] for each in index.serves]
        for index in plan.plan.collections[0].indexes
    }
    assert words == {("city", "hashed"): ["shard key of"], ("name", 1): ["duplicate checks of"]}
