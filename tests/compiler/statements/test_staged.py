"""Updates of attributes as stages: in documents, in elements, beside fields."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from tests.compiler.patterns.test_attribute import FIELDS, TWICE, by, held, op, shop, statement

MORE: list[dict[str, Any]] = [
    *FIELDS,
    {"name": "tags", "type": "array", "items": {"type": "string"}, "max_items": 9},
    {"name": "seen", "type": "date"},
    {"name": "depth_cm", "type": "int", "variant_group": "attributes"},
    {"name": "box", "type": "object", "fields": [{"name": "high", "type": "int"}, {"name": "wide", "type": "int"}]},
    {"name": "finish", "type": "object", "variant_group": "attributes", "fields": [{"name": "gloss", "type": "int"}]},
    {"name": "marks", "type": "array", "items": {"type": "string"}, "variant_group": "attributes"},
]  # fmt: skip
NEW = {"$literal": "new"}


def made(*effects: dict[str, Any], links: Any = (), asked: Any = None, **more: Any) -> Any:
    change = op(
        "change", "update", filter=by("category") if asked is None else asked, effects=list(effects), **more
    )
    return statement(shop(*TWICE, change, fields=MORE, links=links), "change")


def effect(do: str, field: str, **more: Any) -> dict[str, Any]:
    return {"field": field, "do": do, **more}


def old(array: str, name: str, operator: str = "$eq") -> dict[str, Any]:
    return {
        "$filter": {"input": {"$ifNull": [array, []]}, "as": "one", "cond": {operator: ["$$one.k", name]}}
    }


@pytest.mark.parametrize(
    ("told", "expression"),
    [
        (effect("set", "tags", value=["new"]), {"$literal": ["new"]}),
        (effect("push", "tags", value="new"), {"$concatArrays": [{"$ifNull": ["$tags", []]}, [NEW]]}),
        (
            effect("add-to-set", "tags", value="new"),
            {"$cond": [{"$in": [NEW, {"$ifNull": ["$tags", []]}]}, "$tags", {"$concatArrays": [{"$ifNull": ["$tags", []]}, [NEW]]}]},
        ),
        (
            effect("pull", "tags", value="new"),
            {"$ifNull": [{"$filter": {"input": "$tags", "as": "one", "cond": {"$ne": ["$$one", NEW]}}}, "$$REMOVE"]},
        ),
        (effect("current-date", "seen"), "$$NOW"),
    ],
)  # fmt: skip
def test_every_operator_has_an_expression(told: dict[str, Any], expression: Any) -> None:
    (stage,) = made(effect("set", "color", value="red"), told).update
    assert stage["$set"][told["field"]] == expression


def test_an_attribute_is_replaced_or_added_with_its_unit() -> None:
    (stage,) = made(effect("set", "depth_cm", value=3)).update
    new = {"k": "depth_cm", "v": {"$literal": 3}, "u": "cm"}
    assert stage == {
        "$set": {"attributes": {"$concatArrays": [old("$attributes", "depth_cm", "$ne"), [new]]}}
    }


def test_a_field_of_an_attribute_leaves_the_others_of_its_value() -> None:
    (stage,) = made(effect("set", "finish.gloss", value=3)).update
    (new,) = stage["$set"]["attributes"]["$concatArrays"][1]
    before = {"$let": {"vars": {"found": {"$first": old("$attributes", "finish")}}, "in": "$$found.v"}}
    assert new == {"k": "finish", "v": {"$mergeObjects": [before, {"gloss": {"$literal": 3}}]}}


def test_what_is_taken_out_of_an_attribute_that_is_not_there_leaves_an_empty_list() -> None:
    (stage,) = made(effect("pull", "marks", value="new")).update
    (new,) = stage["$set"]["attributes"]["$concatArrays"][1]
    assert new["v"]["$ifNull"][1] == []


def test_only_the_elements_that_are_meant_are_changed() -> None:
    effects = (
        effect("unset", "color"),
        effect("unset", "title"),
        effect("unset", "box.high"),
        effect("set", "box.wide", value=2),
    )
    one = made(*effects, links=[held()])
    (stage,) = one.update
    inner = stage["$set"]["products"]["$ifNull"][0]["$map"]
    assert stage["$set"]["products"]["$ifNull"][1] == "$$REMOVE" and inner["input"] == "$products"
    is_met, changed, same = inner["in"]["$cond"]
    assert is_met["$eq"][0] == "$$each.category" and same == "$$each"
    box = {
        "$mergeObjects": [
            {"$unsetField": {"field": "high", "input": "$$each.box"}},
            {"wide": {"$literal": 2}},
        ]
    }
    assert changed == {
        "$mergeObjects": [
            {"$unsetField": {"field": "title", "input": "$$each"}},
            {"attributes": old("$$each.attributes", "color", "$ne"), "box": box},
        ]
    }
    assert one.op == "updateMany" and not one.options


@pytest.mark.parametrize(
    "told",
    [
        {"asked": [], "always_filter": {"place": {"$geoWithin": {"$box": [[0, 0], [1, 1]]}}}},
        {"effects": (effect("pull", "tags", value={"a": 1}),)},
    ],
)
def test_what_no_expression_says_is_no_statement(told: dict[str, Any]) -> None:
    told = {**told}
    effects = (effect("set", "color", value="red"), *told.pop("effects", ()))
    change = op("change", "update", effects=list(effects), filter=told.pop("asked", by("category")), **told)
    fields = [*MORE, {"name": "place", "type": "object", "fields": [{"name": "x", "type": "int"}]}]
    compiled: Compilation = shop(*TWICE, change, fields=fields, links=[held()])
    assert "operation:change" not in {one.subject for one in compiled.plan.statements}
    assert [one.subject for one in compiled.findings if one.code == "OPERATION_UNWRITTEN"] == ["change"]
