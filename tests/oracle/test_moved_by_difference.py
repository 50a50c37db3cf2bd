"""Counts and sums of a parent move by what one child was and is; all children are asked only where that does not do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _result(name: str, formula: str, type: str = "int") -> Json:
    return field(name, type, computed={"formula": formula, "refresh": "on-write"})


def _update(
    name: str, changes: list[str] = (), *effects: Json, by: tuple[str, ...] = ("_id",), **more: Any
) -> Json:  # type: ignore[assignment]
    filter = [{"field": each} for each in by]
    return {"name": name, "kind": "update", "entity": "Lot", "filter": filter, "per_day": 3400,
            "changes": [*changes], "effects": [*effects], **more}  # fmt: skip


def _stores(type: str = "int", topology: str = "replica-set", **more: Any) -> Json:
    """Lots in stores, which weigh and count them; a region adds its stores up."""
    least = {"has": {"min": more.pop("least", 1), "max": 1}}
    return {
        "format": "nestlink/1", "name": "Stores", "database": "stores", "topology": topology,
        "entities": [
            entity("Region", field("name", required=True), _result("stock", "sum(stores.stock)", type), count=4),
            entity("Store", field("name", required=True), _result("stock", "sum(lots.kg)", type),
                   _result("weighed", "count(lots.kg)"), _result("lots_now", "count(lots)"), count=9),
            entity("Lot", field("kg", type, **more), field("state", required=True), count=900),
        ],
        "relationships": [
            link("regions", "one-to-many", end("Region", field="stores"), end("Store", field="region", **least),
                 strategy="PARENT_REF"),
            link("lots", "one-to-many", end("Store", field="lots"), end("Lot", field="store", **least), strategy="PARENT_REF"),
        ],
        "operations": [
            _update("take", [], {"field": "kg", "do": "increment"}),
            _update("weigh", ["kg"]),
            _update("weigh and tell", ["kg"], returns="after"),
            _update("weigh open", ["kg"], by=("_id", "state"), returns="after"),
            _update("move", ["store"]),
            _update("move open", ["store", "kg"], by=("_id", "state")),
            _update("empty", [], {"field": "kg", "do": "set", "value": 0}),
            _update("by state", ["kg"], by=("state",)),
            {"name": "bring", "kind": "insert", "entity": "Lot"},
            {"name": "drop", "kind": "delete", "entity": "Lot", "filter": [{"field": "_id"}]},
        ],
    }  # fmt: skip


FUNCTIONS = (
    "take",
    "weigh",
    "weighAndTell",
    "weighOpen",
    "move",
    "moveOpen",
    "empty",
    "byState",
    "bring",
    "drop",
)


@pytest.mark.parametrize(
    "design",
    [
        pytest.param(_stores(required=True), id="whole numbers"),
        pytest.param(_stores("decimal", required=True), id="decimals"),
        pytest.param(_stores(), id="values that may be missing"),
        pytest.param(_stores(least=0), id="children that may have no parent"),
    ],
)
def test_results_are_what_they_would_be_counted_anew(design: Json) -> None:
    assert judged(design, *FUNCTIONS) == dict.fromkeys(FUNCTIONS, "")


def test_without_transactions_all_are_counted_anew() -> None:
    names = [name for name in FUNCTIONS if name != "take"]
    design = _stores(topology="standalone", required=True)
    assert judged(design, *names) == dict.fromkeys(names, "")


def _statements(design: Json, operation: str) -> list[Any]:
    model = read(json.dumps(design)).value
    assert model is not None
    return [each for each in compile_design(model).plan.statements if each.recipe == operation]


@pytest.mark.parametrize(
    "operation",
    ["take", "weigh", "weigh and tell", "weigh open", "move", "move open", "empty", "bring", "drop"],
)
def test_one_child_is_not_a_reason_to_read_all(operation: str) -> None:
    statements = _statements(_stores(required=True), operation)
    assert not [each for each in statements if each.op == "aggregate"]
    assert all(each.transaction for each in statements)
    assert "by the difference" in statements[0].comment or operation in ("bring", "drop")


@pytest.mark.parametrize(
    ("design", "operation"), [(_stores(required=True), "by state"), (_stores(topology="standalone"), "take")]
)
def test_all_are_counted_where_several_change_or_nothing_holds_the_writes_together(
    design: Json, operation: str
) -> None:
    statements = _statements(design, operation)
    assert [each for each in statements if each.op == "aggregate"]
    assert "by the difference" not in statements[0].comment


def test_what_is_added_is_known() -> None:
    take, _, add, *_ = _statements(_stores(required=True), "take")
    assert (take.op, add.collection, add.update) == (
        "updateOne",
        "stores",
        {"$inc": {"stock": take.update["$inc"]["kg"]}},
    )


@pytest.mark.parametrize(
    "does", ["", "db.stores.updateOne({ _id: lot.store }, { $inc: { stock: 2 * added } });"]
)
def test_a_difference_that_is_not_added_or_added_twice_is_found(does: str) -> None:
    planted = f"""function take(id, added) {{
      const lot = db.lots.findOneAndUpdate({{ _id: id }}, {{ $inc: {{ kg: added }} }});
      {does}
    }}"""
    assert "stock" in judged(_stores(required=True), "take", planted=planted)["take"]
