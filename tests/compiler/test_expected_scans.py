"""Which index each operation should walk: the one made for it, else one that begins with what it asks for."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import EXPORTERS
from designs.compiler.pipeline import compile_design
from designs.compiler.plan_model.expected_scans import expected_scans, places
from tests.compiler.composed import design, entity, field

SKU, SIZE, PLACE = field("sku", unique=True), field("size", "int"), field("state", required=True)


def _compiled(*operations: dict[str, Any]) -> Any:
    named = [
        {"name": f"it {number}", "kind": "read", "entity": "Product", **operation}
        for number, operation in enumerate(operations)
    ]
    return compile_design(design([entity("Product", SKU, SIZE, PLACE)], [], operations=named), advised=False)


@pytest.mark.parametrize(
    ("filter", "indexes"),
    [
        ([{"field": "sku"}], ("sku_1",)),
        ([{"field": "_id"}], ("_id_",)),
        ([{"field": "state"}, {"field": "size", "match": "range"}], ("state_1_size_1",)),
        ([], ()),
    ],
)
def test_an_operation_walks_its_index(filter: list[dict[str, Any]], indexes: tuple[str, ...]) -> None:
    (scan,) = expected_scans(_compiled({"filter": filter, "per_day": 50_000}))
    assert scan.indexes == indexes


def test_those_that_run_most_often_come_first() -> None:
    often = ({"filter": [{"field": "sku"}], "per_day": day} for day in (3, 900, 40))
    assert [scan.per_day for scan in expected_scans(_compiled(*often))] == [900, 40, 3]


def test_values_are_taken_from_where_they_are_asked_for() -> None:
    (scan,) = expected_scans(
        _compiled({"filter": [{"field": "sku", "match": "in"}, {"field": "size", "match": "range"}]})
    )
    assert [tuple(place) for place in places(scan.statement).values()] == [
        ("sku", True), ("size", False), ("size", False), (None, False),
    ]  # fmt: skip


def test_a_delete_only_looks() -> None:
    (mongosh,) = (each for each in EXPORTERS if each.slug == "mongosh")
    compiled = _compiled({"kind": "delete", "filter": [{"field": "state"}], "per_day": 50_000})
    (text,) = (file.text for file in mongosh.render(compiled) if file.path.endswith("07_explain.js"))
    assert (
        '(state) => ({ find: "products", filter: { state } }),' in text
        and "delete" not in text.split("--- the operations")[1]
    )
