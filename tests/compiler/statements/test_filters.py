"""Filters as conditions: what they say, and others made of them."""

from __future__ import annotations

from typing import Any

import pytest
from bson import Regex

from designs.compiler.operations.ir.condition_reading import read_filter
from designs.compiler.operations.ir.condition_rendering import rendered_filter, rendered_value
from designs.compiler.operations.ir.conditions import (
    And,
    At,
    Expr,
    Filter,
    Or,
    Text,
    all_of,
    any_of,
    filter_of,
    where,
)
from designs.compiler.operations.ir.predicates import (
    AllOf,
    Eq,
    Exists,
    In,
    Matches,
    Ne,
    Not,
    Range,
    above,
    at_least,
    at_most,
    below,
    between,
    from_until,
)  # fmt: skip

Json = dict[str, Any]


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"a": 1, "b.c": {"d": 2}, "e": None},
        {"a": {"$eq": 1}},
        {"a": {"$eq": 1, "$ne": 2}},
        {"a": {"$lt": 5, "$gt": 1}},
        {"a": {"$gt": 1, "$exists": True, "$lt": 5}},
        {"a": {"$in": [1, 2]}, "b": {"$nin": [3]}, "c": {"$all": [4]}},
        {"a": {"$type": "string"}, "b": {"$not": {"$elemMatch": {"k": 1}}}},
        {"a": Regex("^x", "i"), "b": {"$regex": "y", "$options": "i"}, "c": {"$regex": "z"}},
        {"at": {"$near": {"$geometry": {"type": "Point"}}}},
        {"at": {"$geoWithin": {"$geometry": {}}}},
        {"$text": {"$search": "words"}, "a": 1},
        {"$expr": {"$eq": ["$a", "$b"]}},
        {"$and": [{"a": 1}, {"$or": [{"b": 2}, {"c": {"$ne": 3}}]}], "d": {"$elemMatch": {"e": {"$gte": 1}}}},
        {"at": {"$date": "2020-01-01"}},
        {"a": {"$elemMatch": {"$gte": 1, "$lte": 2}}, "b": {"$elemMatch": {"$eq": 1}}},
    ],
)  # fmt: skip
def test_a_filter_in_mongodbs_form_is_written_as_it_was(written: Json) -> None:
    filter = read_filter(written)
    assert rendered_filter(filter) == written and repr(rendered_filter(filter)) == repr(written)
    assert read_filter(filter) is filter and bool(filter) == bool(written)


def test_a_range_keeps_the_order_of_its_bounds() -> None:
    assert read_filter({"a": {"$lt": 5, "$gt": 1}}).predicate("a") == Range((("lt", 5), ("gt", 1)))
    made = [at_least(1), at_most(2), above(3), below(4), between(5, 6), from_until(7, 8)]
    shown = [rendered_filter(filter_of({"a": each}))["a"] for each in made]
    assert shown == [
        {"$gte": 1}, {"$lte": 2}, {"$gt": 3}, {"$lt": 4}, {"$gte": 5, "$lte": 6}, {"$gte": 7, "$lt": 8},
    ]  # fmt: skip


def test_a_filter_tells_what_a_value_equals() -> None:
    filter = filter_of({"a": 1, "b": In([2, 3]), "c": None})
    assert (filter.value("a"), filter.value("b"), filter.value("d")) == (1, None, None)
    assert "b" in filter and "d" not in filter and filter.paths == ["a", "b", "c"]
    assert filter.only is None and filter_of({"b": 2}).only == At("b", Eq(2))
    assert filter_of({"b": 2}).merged(Filter((Text("x"),))).only is None and Filter((Text("x"),)).only is None
    assert filter.is_on_paths and not filter.also(Expr({})).is_on_paths
    assert [Eq(1).accepted, In([1, 2]).accepted] == [[1], [1, 2]]
    with pytest.raises(TypeError, match="lists no values"):
        Ne(1).accepted  # noqa: B018


@pytest.mark.parametrize(
    ("predicate", "alone"),
    [
        (Eq(1), True), (In([1]), True), (at_least(1), True), (Exists(), True), (Matches("x"), True),
        (AllOf((Eq(1),)), True), (between(1, 2), False), (Ne(1), False), (Not(Eq(1)), False), (Exists(False), False),
        (AllOf((Eq(1), Exists())), False),
    ],
)  # fmt: skip
def test_what_one_element_meets_by_itself(predicate: Any, alone: bool) -> None:
    assert predicate.is_met_alone is alone


@pytest.mark.parametrize(
    ("predicate", "several"),
    [
        (Eq(1), False), (at_least(1), False), (between(1, 2), True), (AllOf((at_least(1), Exists())), True),
        (AllOf((between(1, 2),)), True), (AllOf((Eq(1), Ne(2))), False), (AllOf((Eq(1),)), False),
    ],
)  # fmt: skip
def test_parts_that_are_to_hold_of_one_value(predicate: Any, several: bool) -> None:
    assert predicate.is_of_one_value is several


def test_a_merged_filter_has_the_later_condition_at_the_place_of_the_first() -> None:
    first, second = filter_of({"a": 1, "b": 2}), filter_of({"c": 3, "a": Ne(4)})
    assert rendered_filter(first.merged(second)) == {"a": {"$ne": 4}, "b": 2, "c": 3}
    assert list(rendered_filter(first.merged(second))) == ["a", "b", "c"]
    assert rendered_filter(first.filled(second)) == {"a": 1, "b": 2, "c": 3}
    assert first.merged(None) == first and first.without("a") == filter_of({"b": 2})


def test_one_filter_needs_no_word_for_all_or_any() -> None:
    one, other = filter_of({"a": 1}), filter_of({"b": 2})
    assert all_of([one]) == any_of([one]) == one
    assert all_of([one, other]) == Filter((And((one, other)),))
    assert any_of([one, other]) == Filter((Or((one, other)),))


def test_alternatives_about_elements_and_their_surroundings_are_mixed() -> None:
    mixed, plain = {"$or": [{"lines.a": 1}, {"b": 2}]}, {"$or": [{"lines.a": 1}, {"lines.b": 2}]}
    assert read_filter(mixed).mixed("lines") == [read_filter(mixed)]
    assert read_filter({"$and": [mixed, {"c": 1}]}).mixed("lines") == [read_filter(mixed)]
    assert read_filter(plain).mixed("lines") == [] == read_filter({"$or": [{"b": 1}]}).mixed("lines")
    joined = read_filter(mixed | {"lines.c": 3}).of_same_elements(("lines",))
    assert rendered_filter(joined) == {
        "$or": [{"lines": {"$elemMatch": {"a": 1, "c": 3}}}, {"b": 2, "lines.c": 3}]
    }


def test_conditions_are_rendered_wherever_they_stand() -> None:
    stages = [{"$match": filter_of({"a": above(1)})}, {"$lookup": {"pipeline": [{"$match": filter_of({})}]}}]
    assert rendered_value(stages) == [
        {"$match": {"a": {"$gt": 1}}},
        {"$lookup": {"pipeline": [{"$match": {}}]}},
    ]


def test_nobody_writes_an_operator_as_a_value() -> None:
    with pytest.raises(TypeError, match="an operator is no value"):
        filter_of({"a": {"$gte": 1}})
    with pytest.raises(TypeError, match="an operator is no value"):
        filter_of({"$expr": {"$eq": ["$a", 1]}})
    assert rendered_filter(filter_of({"a": 1}).merged(where({"$eq": ["$b", 1]}))) == {
        "a": 1,
        "$expr": {"$eq": ["$b", 1]},
    }
