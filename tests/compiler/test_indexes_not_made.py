"""Indexes that no query would use, and parts of a compound ``_id``, which need one of their own."""

from __future__ import annotations

from tests.compiler.composed import design, entity, field
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
    assert (index.keys, index.serves) == ((("city", 1), ("made_on", 1)), ("entity:Thing", "operation:find"))
    other = asks(filter=[match("city")], sort=[{"field": "price", "direction": -1}])
    assert keys(things(other, **key), "things") == ["city:1,price:-1", "city:1,made_on:1"]
