"""L07: documents that nest deeply."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.embedding.nesting import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, things


def nested(levels: int) -> dict[str, Any]:
    inner = field("leaf")
    for level in range(levels):
        inner = field(f"level_{level}", "object", fields=[inner])
    return inner


@pytest.mark.parametrize(
    ("levels", "severities"), [(8, []), (9, ["warning"]), (100, ["warning"]), (101, ["error"])]
)
def test_the_limits_of_nesting(levels: int, severities: list[str]) -> None:
    assert [severity for _, severity in found(LINT, things(nested(levels)))] == severities


def test_an_array_of_objects_is_two_levels() -> None:
    rows = field("rows", "array", items={"type": "object", "fields": [nested(6)]})
    deeper = field("rows", "array", items={"type": "object", "fields": [nested(7)]})
    assert found(LINT, things(rows)) == []
    assert found(LINT, things(deeper)) == [("things", "warning")]


@pytest.mark.parametrize(("levels", "count"), [(5, 0), (6, 1)])
def test_an_array_in_an_array_is_a_level_more(levels: int, count: int) -> None:
    rows = {"type": "array", "items": {"type": "object", "fields": [nested(levels)]}}
    assert len(found(LINT, things(field("grid", "array", items=rows)))) == count


@pytest.mark.parametrize(("levels", "count"), [(7, 0), (8, 1)])
def test_values_in_an_array_are_no_level(levels: int, count: int) -> None:
    inner = field("tags", "array", items={"type": "string"})
    for level in range(levels):
        inner = field(f"level_{level}", "object", fields=[inner])
    assert len(found(LINT, things(inner))) == count


@pytest.mark.parametrize(("levels", "count"), [(6, 0), (7, 1)])
def test_an_object_without_fields_is_a_level(levels: int, count: int) -> None:
    def around(inner: dict[str, Any]) -> dict[str, Any]:
        for level in range(levels):
            inner = field(f"level_{level}", "object", fields=[inner])
        return inner

    rows = field("rows", "array", items={"type": "object"})
    deep = field("deep", "object", fields=[field("bare", "object")])
    for inner in (rows, deep):
        assert len(found(LINT, things(around(inner)))) == count


def test_the_limit_of_a_design_counts_where_it_is_lower_than_the_warning() -> None:
    assert found(LINT, things(nested(6))) == []
    assert found(LINT, things(nested(6), top={"constants": {"nest_max": 5}})) == [("things", "error")]
