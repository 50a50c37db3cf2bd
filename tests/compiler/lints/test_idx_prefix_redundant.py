"""L28: indexes that another one makes unnecessary."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.idx_prefix_redundant import LINT
from designs.compiler.plan_model.physical import PlannedIndex
from tests.compiler.planned import found, with_indexes


def index(*keys: tuple[str, int | str], **options: Any) -> PlannedIndex:
    return PlannedIndex(keys=keys, options=options)


A, B, C = ("a", 1), ("b", 1), ("c", 1)


@pytest.mark.parametrize(
    "longer",
    [index(A, B), index(A, B, C), index(("a", -1), B), index(A, B, unique=True), index(A, unique=True)],
)
def test_a_prefix_is_unnecessary(longer: PlannedIndex) -> None:
    assert found(LINT, with_indexes(index(A), longer)) == [("things.a_1", "warning")]


def test_a_descending_index_is_as_plain() -> None:
    plan = with_indexes(index(("a", -1)), index(("a", -1), B))
    assert found(LINT, plan) == [("things.a_-1", "warning")]


@pytest.mark.parametrize(
    "other",
    [
        index(B, A),
        index(A, B, sparse=True),
        index(A, B, partialFilterExpression={"b": 1}),
        index(A, B, collation={"locale": "en"}),
        index(("a", "hashed")),
    ],
)
def test_an_index_of_other_documents_or_orders_replaces_nothing(other: PlannedIndex) -> None:
    assert found(LINT, with_indexes(index(A), other)) == []


@pytest.mark.parametrize("options", [{"unique": True}, {"expireAfterSeconds": 1}, {"sparse": True}])
def test_an_index_with_a_purpose_of_its_own_stays(options: dict[str, Any]) -> None:
    assert found(LINT, with_indexes(index(A, **options), index(A, B))) == []


def test_a_mixed_sort_is_no_prefix() -> None:
    assert found(LINT, with_indexes(index(A, ("b", -1)), index(A, B, C))) == []
