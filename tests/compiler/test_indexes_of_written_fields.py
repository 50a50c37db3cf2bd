"""Indexes leave out what is written more often than read, by the frequencies that a design states."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.idx_missing import LINT
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, index_of, keys
from tests.compiler.test_indexes import asks, match, things

NEWEST = {"filter": [match("kind")], "sort": [{"field": "price", "direction": -1}]}


def priced(reads: float | None, writes: float | None, **read: Any) -> Any:
    """Things of a kind by price, and a change of prices, each so often a day."""
    how_often = lambda number: {} if number is None else {"per_day": number}  # noqa: E731
    change = asks("change", "update", filter=[match("_id")], changes=["price"], **how_often(writes))
    return things(asks("list", **(read or NEWEST), **how_often(reads)), change)


@pytest.mark.parametrize(
    ("reads", "writes", "line"),
    [
        (100, 100, "kind:1,price:-1"),
        (100, 101, "kind:1"),
        (None, 10**6, "kind:1,price:-1"),  # how often it is read is not known
        (100, None, "kind:1,price:-1"),
    ],
)
def test_an_order_that_is_written_more_than_read_is_no_suffix(
    reads: float | None, writes: float | None, line: str
) -> None:
    assert keys(priced(reads, writes), "things") == [line]


def test_the_index_and_a_finding_say_why_it_is_left_out() -> None:
    plan = priced(100, 5000)
    assert index_of(plan, "things", "kind:1").reason == (
        '"list" finds by kind; leaves out price (5,000 writes per day): written more often than read'
    )
    (told,) = findings(LINT, plan)
    assert told.subject == "list" and told.severity == "info"
    assert "written 5,000 and read 100 times per day" in told.message
    assert findings(LINT, priced(5000, 100)) == []


def test_ranges_and_added_fields_are_left_out_alike() -> None:
    ranged = {"filter": [match("kind"), match("price", "range")]}
    assert keys(priced(100, 100, **ranged), "things") == ["kind:1,price:1"]
    assert keys(priced(100, 101, **ranged), "things") == ["kind:1"]
    shown = {"filter": [match("kind")], "projection": ["price"]}
    assert keys(priced(100, 100, **shown), "things") == ["kind:1,price:1"]
    assert keys(priced(100, 101, **shown), "things") == ["kind:1"]


def test_what_nothing_stands_before_is_no_suffix() -> None:
    """Without the index each read would sort the whole collection."""
    assert keys(priced(1, 10**6, sort=[{"field": "price"}]), "things") == ["price:1"]
    both = {"sort": [{"field": "city"}, {"field": "price"}]}
    assert keys(priced(1, 10**6, **both), "things") == ["city:1,price:1"]


def test_a_part_of_an_order_is_none() -> None:
    both = {"filter": [match("kind")], "sort": [{"field": "city"}, {"field": "price"}]}
    assert keys(priced(1, 10**6, **both), "things") == ["kind:1"]


@pytest.mark.parametrize(("updates", "line"), [(1, "kind:1,price:-1"), (2, "kind:1")])
def test_fields_say_themselves_how_often_they_change(updates: float, line: str) -> None:
    fields = [field("kind"), field("price", "double", updates_per_day=updates)]
    plan = things(asks("list", **NEWEST, per_day=50), fields=fields, count=50)
    assert keys(plan, "things") == [line]


@pytest.mark.parametrize(
    ("changes", "line"),
    [(["kind", "price"], "kind:1,price:-1"), (["city", "price"], "kind:1"), (["price"], "kind:1")],
)
def test_what_is_written_with_the_key_before_it_costs_no_entry_more(changes: list[str], line: str) -> None:
    """An update that sets a state and its date changes the entry of the state anyway."""
    change = asks("change", "update", filter=[match("_id")], changes=changes, per_day=5000)
    plan = things(asks("list", **NEWEST, per_day=100), change)
    assert keys(plan, "things") == [line] and bool(findings(LINT, plan)) is (line == "kind:1")


def test_a_declared_index_stays_as_it_is() -> None:
    change = asks("change", "update", filter=[match("_id")], changes=["price"], per_day=10**6)
    plan = things(asks("list", **NEWEST, per_day=1), change, indexes=[{"keys": [["kind", 1], ["price", -1]]}])
    assert keys(plan, "things") == ["kind:1,price:-1"] and findings(LINT, plan) == []


# --- places, words and what is missing ---------------------------------------------------------


def test_a_place_and_what_it_is_asked_with_make_one_index() -> None:
    near = asks("near", filter=[match("place", "near"), match("kind"), match("city")])
    assert keys(things(near), "things") == ["kind:1,city:1,place:2dsphere"]
    other = asks("all near", filter=[match("place", "near")])
    assert keys(things(near, other), "things") == ["kind:1,city:1,place:2dsphere", "place:2dsphere"]
    listed = asks("in a list", filter=[match("place", "near"), match("tags")])
    assert keys(things(listed), "things") == ["place:2dsphere"]


def test_a_search_for_words_stands_behind_what_each_search_asks_for() -> None:
    one = asks("one", filter=[match("sku", "text"), match("kind"), match("city")])
    two = asks("two", filter=[match("sku", "text"), match("kind")])
    assert keys(things(one), "things") == ["kind:1,city:1,sku:text"]
    assert keys(things(one, two), "things") == ["kind:1,sku:text"]
    assert keys(things(two, asks("all", filter=[match("sku", "text")])), "things") == ["sku:text"]
    several = asks("some", filter=[match("sku", "text"), match("kind", "in", values=3), match("tags")])
    assert keys(things(several), "things") == ["sku:text"]


def test_a_declared_index_of_words_keeps_what_stands_around_them() -> None:
    declared = {"keys": [["city", 1], ["sku", "text"], ["made_on", 1]]}
    plan = things(asks(filter=[match("kind", "text"), match("city")]), indexes=[declared])
    assert keys(plan, "things") == ["city:1,sku:text,kind:text,made_on:1"]


def test_what_is_missing_equals_null() -> None:
    missing = match("city", "exists", value=False)
    plan = things(asks(filter=[missing], sort=[{"field": "made_on"}]))
    assert keys(plan, "things") == ["city:1,made_on:1"]
    there = match("city", "exists", value=True)
    assert keys(things(asks(filter=[there], sort=[{"field": "made_on"}])), "things") == ["made_on:1,city:1"]
    listed = match("tags", "exists", value=False)
    assert keys(things(asks(filter=[listed, match("kind")])), "things") == ["kind:1,tags:1"]
    (read,) = (
        one
        for one in compile_design(things(asks(filter=[listed])).model).plan.statements
        if one.subject == "operation:find"
    )
    assert read.filter == {"tags": {"$exists": False}}


def test_what_lacks_a_unique_value_is_not_found_by_its_index() -> None:
    """Documents without it are many, and a unique index of those that have one leaves them out."""
    fields = [field("kind"), field("code", unique=True)]
    free = match("code", "exists", value=False)
    plan = things(asks(filter=[match("kind"), free]), fields=fields)
    assert keys(plan, "things") == ["code:1", "kind:1,code:1"]
    assert index_of(plan, "things", "code:1").serves == ("entity:Thing",)
    alone = things(asks(filter=[free]), fields=fields)
    assert keys(alone, "things") == ["code:1", "code:1"]
    assert [index.options.get("unique", False) for index in alone.plan.collections[0].indexes] == [
        True,
        False,
    ]
    both = things(asks(filter=[match("kind"), match("code")]), fields=fields)
    assert keys(both, "things") == ["code:1"]


def test_a_partial_filter_says_null_of_what_is_missing() -> None:
    """A server refuses $exists: false there."""
    plan = things(asks(filter=[match("kind")], always_filter={"city": {"$exists": False}}))
    assert index_of(plan, "things", "kind:1").options == {"partialFilterExpression": {"city": None}}
    (read,) = (one for one in compile_design(plan.model).plan.statements if one.subject == "operation:find")
    assert read.filter["city"] is None


def test_words_are_sorted_by_how_well_they_fit_unless_the_operation_says_otherwise() -> None:
    plan = things(
        asks(filter=[match("sku", "text")]),
        asks("newest", filter=[match("sku", "text")], sort=[{"field": "made_on"}]),
    )
    reads = {
        one.subject: one.sort for one in compile_design(plan.model).plan.statements if one.purpose == "read"
    }
    assert reads["operation:find"] == {"score": {"$meta": "textScore"}}
    assert reads["operation:newest"] == {"made_on": 1}


def test_what_is_near_asks_how_far_at_most() -> None:
    plan = things(asks(filter=[match("place", "near")]))
    (read,) = (one for one in compile_design(plan.model).plan.statements if one.subject == "operation:find")
    assert read.filter["place"]["$near"]["$maxDistance"].name == "maxMetres"


@pytest.mark.parametrize(
    ("updates", "writes", "line"),
    [
        (4, 300, "kind:1"),  # 400 changes, written 300 times: the smaller counts
        (4, 100, "kind:1,price:-1"),
        (0.5, 300, "kind:1,price:-1"),  # of 300 writes 50 change it
        (2, None, "kind:1"),  # nobody says how often it is written
    ],
)
def test_of_changes_and_writes_the_smaller_counts(updates: float, writes: float | None, line: str) -> None:
    fields = [field("kind"), {**field("price", "double"), "updates_per_day": updates}]
    often = {} if writes is None else {"per_day": writes}
    change = asks("change", "update", filter=[match("_id")], changes=["price"], **often)
    plan = things(asks("list", **NEWEST, per_day=100), change, fields=fields, count=100)
    assert keys(plan, "things") == [line]


@pytest.mark.parametrize(("writes", "said"), [(999, "999"), (124_201, "124,000"), (1_409_000, "1,410,000")])
def test_the_cost_of_an_index_has_three_digits(writes: int, said: str) -> None:
    compilation = compile_design(priced(10**7, writes).model)
    (index,) = compilation.plan.collections[0].indexes
    assert f" {said} writes per day" in index.upkeep
