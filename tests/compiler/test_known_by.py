"""Versions that a natural key tells: one is closed and the next one opened, as the manual does it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import BuiltValue, Outcome, Statement
from designs.compiler.workload.document_history import known_by
from tests.compiler.compiled import compiled
from tests.compiler.composed import field, link

Json = dict[str, Any]
KEY = field("item", unique=True, required=True)


def op(kind: str, by: str = "item", **more: Any) -> Json:
    return {"name": "it", "kind": kind, "entity": "Price", "filter": [{"field": by}], **more}


def prices(
    *operations: Json, key: Json = KEY, links: Any = (), fields: Any = (), top: Any = None, **more: Any
) -> Compilation:
    price = {
        "name": "Price",
        "history": "point-in-time",
        "fields": [key, field("price", "int"), *fields],
        **more,
    }
    shop = {"name": "Shop", "fields": [field("street")]}
    return compiled(
        {"format": "nestlink/1", "name": "P", "database": "p", "entities": [price, shop], "relationships": list(links),
         "operations": list(operations), **(top or {})}
    )  # fmt: skip


def of(made: Compilation, recipe: str) -> list[Statement]:
    return [one for one in made.plan.statements if one.recipe == recipe]


def fields_set(recipe: str, stage: Any) -> Any:
    """Return the fields that ``$set`` of a stage or an update names: an operation sets its own, the function that changes
    any field those that its caller gives."""
    value = stage["$set"]
    assert isinstance(value, BuiltValue) is (recipe != "it")
    if recipe == "it":
        return value
    (given,) = value.parts
    assert value.kind == "given"
    return given


def known(made: Compilation) -> str:
    return known_by(made.model, made.model.entities[0])


SOLD = link(
    "sold",
    "one-to-many",
    ("Shop", {"has": {"max": 5}}),
    ("Price", {"has": {"max": 1}}),
    strategy="PARENT_REF",
)
NEEDED: dict[str, Json] = {
    "revisions": {"history": "revisions"},
    "a relationship": {"links": [SOLD]},
    "a key that may be absent": {"key": field("item", unique=True)},
    "a key that may be null": {"key": {**KEY, "nullable": True}},
    "a key that repeats": {"key": field("item", required=True)},
    "a list as a key": {"key": {**KEY, "type": "array", "items": {"type": "string"}}},
    "a result": {"fields": [field("twice", "int", computed={"formula": "price * 2"})]},
    "an _id of its own": {"fields": [field("_id", "int")]},
    "an archive": {
        "fields": [field("until", "date")],
        "retention": {"policy": "archive", "field": "until", "after_days": 9},
    },
    "a shard key": {"shard_key": [["item", 1]], "top": {"topology": "sharded"}},
    "shapes": {"schema_version": 2},
}


def test_a_natural_key_of_what_nothing_refers_to_tells_versions() -> None:
    assert known(prices(op("read"), op("update", changes=["price"]) | {"name": "raise"})) == "item"


@pytest.mark.parametrize("why", NEEDED)
def test_the_id_of_the_present_stays_where_something_needs_it(why: str) -> None:
    assert known(prices(**NEEDED[why])) == ""


@pytest.mark.parametrize(
    "needs",
    [
        op("read", "_id"),
        op("update", changes=["item"]),
        op("update", effects=[{"field": "item", "do": "set", "value": "x"}]),
    ],
)
def test_an_operation_by_the_id_or_on_the_key_keeps_the_id(needs: Json) -> None:
    assert known(prices(needs)) == ""


def test_a_version_holds_no_id_of_another_and_one_index_does_all() -> None:
    made = prices(op("read"))
    (one,) = [each for each in made.plan.collections if each.entity == "Price"]
    assert [each.name for each in one.fields] == ["_id", "item", "price", "valid_from", "valid_to"]
    (index,) = one.indexes
    assert (index.keys, index.options) == ((("item", 1), ("valid_to", 1)), {"unique": True})
    assert of(made, "it")[0].op == "findOne"


@pytest.mark.parametrize("recipe", ["it", "Price.change"])
def test_a_change_closes_one_version_and_opens_the_next(recipe: str) -> None:
    read, close, opened = of(prices(op("update", changes=["price"])), recipe)
    assert [one.op for one in (read, close, opened)] == ["aggregate", "updateOne", "insertOne"]
    assert list(close.update["$set"]) == ["valid_to"] and close.filter["valid_to"] is None
    assert close.update["$set"]["valid_to"] == read.pipeline[-2]["$set"]["valid_from"]
    changes = fields_set(recipe, read.pipeline[1])
    assert [*changes] == ["price"] and list(changes["price"]) == ["$literal"]
    assert (opened.each, opened.collection) == (read.step, "prices")
    assert all(one.transaction for one in (read, close, opened))


def test_what_only_the_server_can_work_out_is_changed_where_it_stands() -> None:
    counted = op("update", effects=[{"field": "price", "do": "increment", "by": 1}])
    read, keep, change = of(prices(counted), "it")
    assert (read.op, keep.op) == ("aggregate", "insertOne") and change.update["$inc"] == {"price": 1}
    (*_, wanted) = of(prices(op("update", changes=["price"], returns="after")), "it")
    assert wanted.op == "findOneAndUpdate" and "price" in wanted.update["$set"]


def test_without_transactions_what_was_is_kept_first() -> None:
    for recipe in ("it", "Price.change"):
        read, keep, change = of(
            prices(op("update", changes=["price"]), top={"topology": "standalone"}), recipe
        )
        assert change.filter["valid_from"] == Outcome(step=read.step, path="valid_from")
        assert keep.pipeline[-1]["$merge"]["on"] == ["item", "valid_to"]
        assert [*fields_set(recipe, change.update)] == ["price", "valid_from"]
        assert "standalone servers don't support them" in read.comment


def test_the_past_is_asked_for_by_the_key() -> None:
    made = prices()
    assert list(of(made, "Price.history")[0].filter) == ["item"]
    assert list(of(made, "Price.at")[0].filter) == ["item", "valid_from", "$or"]
    (lookup,) = [
        stage["$lookup"] for stage in of(made, "Price.overlapping_versions")[0].pipeline if "$lookup" in stage
    ]
    assert (lookup["localField"], lookup["foreignField"]) == ("item", "item")
