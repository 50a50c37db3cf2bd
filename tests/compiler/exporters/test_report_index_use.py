"""Which collections an operation goes to, as the report counts its operations."""

from __future__ import annotations

import pytest

from designs.compiler import compile_design
from designs.compiler.exporters.report.index_use import numbered_indexes, uses_of
from tests.compiler.small import MANY, Json, design, entity, link, op, text


@pytest.mark.parametrize(
    ("effects", "least", "collections"),
    [
        ([{"field": "payment", "do": "set"}], 0, ("rides",)),
        ([{"field": "text", "do": "set"}], 0, ("rides", "payments")),
        ([{"field": "payment", "do": "set"}], 1, ("rides", "payments")),
    ],
)
def test_an_insert_does_not_go_where_an_update_leads_later(
    effects: list[Json], least: int, collections: tuple[str, ...]
) -> None:
    """No ride begins with its payment, which settling it sets: 45,000 starts a day aren't operations on payments."""
    paid = link(
        "paid", MANY, "Payment", "Ride", has={"max": 100_000}, back={"min": least, "max": 1}, back_field="payment",
        strategy="PARENT_REF",
    )  # fmt: skip
    ops = (op("insert", "Ride", per_day=45_000), op("update", "Ride", "_id", effects=effects, per_day=5_000))
    start, _ = uses_of(compile_design(design([entity("Payment"), entity("Ride", text())], [paid], ops)))
    assert start.collections == collections


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("read", {}),
        ("read", {"limit": 1}),
        ("read", {"limit": 20, "projection": ["text"]}),
        ("update", {"limit": 1, "effects": [{"field": "state", "do": "set", "value": "gone"}], "returns": "after"}),
        ("delete", {"limit": 1, "returns": "before"}),
    ],
)  # fmt: skip
def test_a_partial_index_on_what_an_operation_sorts_by_serves_it(kind: str, more: Json) -> None:
    """The next of a queue: the condition of the index is what is asked for, its key the order."""
    fields = (text(name="state"), text(), {"name": "came_at", "type": "date"})
    asked = {"filter": [{"field": "state", "value": "here"}], "sort": [{"field": "came_at", "direction": 1}]}
    ops = (op(kind, "Truck", per_day=3_500, **asked, **more),)
    (use,) = uses_of(compile_design(design([entity("Truck", *fields, count=2_500_000)], [], ops)))
    assert (use.scans, use.found_by) == ((), {1})


def test_a_look_up_uses_the_index_of_what_it_joins_by() -> None:
    """Both indexes leave out past versions; that of the order doesn't find the nodes below one."""
    node = entity("Node", text(), {"name": "rank", "type": "int"}, count=10_000, history="point-in-time")
    below = link("below", "tree", "Node", "Node", field="nodes", back_field="parent", strategy="TREE_PARENT")
    sort = [{"field": "rank", "direction": -1}]
    ops = (op("read", "Node", sort=sort, limit=1, includes=["below"]),)
    compilation = compile_design(design([node], [below], ops))
    (use,) = uses_of(compilation)
    by_first_key = {each.planned.keys[0][0]: each.number for each in numbered_indexes(compilation)}
    assert {by_first_key["parent"], by_first_key["rank"]} <= use.found_by
