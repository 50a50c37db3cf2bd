"""Filters and sorts as text: read as meant, told where they are wrong, and nothing is lost on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.admin.forms.boxes import WorkBox
from designs.delivery.properties.workload_text import (
    Misread,
    filter_read,
    filter_written,
    sort_read,
    sort_written,
)
from tests.compiler.random_designs import examples

from .conftest import LIBRARY

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
    st.sampled_from(
        ["true", "7", "1.0", "a, b", '"', "[1]", "{}", " x ", "a = b", "", "7.0", "[", "\ufeffx", "a\nb"]
    ),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
PATHS = st.one_of(st.sampled_from(["_id", "name.first", "-a", "a b", "größe", "in"]), st.text(min_size=1))
WAYS = st.sampled_from(["eq", "in", "range", "prefix", "regex", "exists", "text", "near"])
CONDITIONS = st.fixed_dictionaries(
    {"field": PATHS},
    optional={"match": WAYS, "values": st.integers(), "value": VALUES, "at_least": VALUES, "at_most": VALUES},
)
KEYS = st.fixed_dictionaries({"field": PATHS}, optional={"direction": st.sampled_from([1, -1])})
BOXES = {
    "filter": WorkBox(read=filter_read, written=filter_written),
    "sort": WorkBox(read=sort_read, written=sort_written),
}


def same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def through(box: WorkBox, value: list[Any]) -> Any:
    """What a browser sends back of what a box shows."""
    return box.to_python(box.prepare_value(value).replace("\n", "\r\n"))


@examples
@given(st.lists(CONDITIONS, min_size=1, max_size=3))
def test_no_filter_is_lost_in_its_box(value: list[Any]) -> None:
    assert same(through(BOXES["filter"], value), value)
    assert not BOXES["filter"].has_changed(value, BOXES["filter"].prepare_value(value))


@examples
@given(st.lists(KEYS, min_size=1, max_size=3))
def test_no_sort_is_lost_in_its_box(value: list[Any]) -> None:
    assert same(through(BOXES["sort"], value), value)


def test_filters_and_sorts_of_the_library_are_said_as_text() -> None:
    said, unsaid = 0, []
    for path in LIBRARY.glob("*.json"):
        for operation in json.loads(path.read_bytes()).get("operations", []):
            for box, write in (("filter", filter_written), ("sort", sort_written)):
                value = operation.get(box, [])
                unsaid += [value] if write(value) is None else []
                said += bool(value)
    assert said > 50 > len(unsaid) and all({"match", "value"} <= set(one) for (one,) in unsaid)


@pytest.mark.parametrize(
    ("text", "place", "remedy"),
    [
        ("city, price > 100", "Condition 2, “price > 100”", "Write price >= 100"),
        ("city, status open now", "Condition 2, “status open now”", "status = open"),
        ("sku in many", "Condition 1, “sku in many”", "sku in 20"),
        ("a, b = {x", "Condition 2, “b = {x”", "unclosed"),
        ("a = [1", "Condition 1, “a = [1”", "unclosed"),
    ],
)
def test_what_is_no_filter_is_told_with_its_place_and_the_remedy(text: str, place: str, remedy: str) -> None:
    with pytest.raises(Misread) as told:
        filter_read(text)
    assert str(told.value).startswith(place) and remedy in str(told.value)


@pytest.mark.parametrize("text", ["name, posted_on down", "name, -posted_on asc"])
def test_what_is_no_sort_is_told_with_its_place_and_the_remedy(text: str) -> None:
    with pytest.raises(Misread, match=r"Condition 2, .*posted_on desc"):
        sort_read(text)
