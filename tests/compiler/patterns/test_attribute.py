"""ATTRIBUTE (P3): a group of similar fields as one array, in shapes, indexes and statements."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId, encode

from designs.compiler import Compilation
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import compiled
from tests.compiler.composed import at
from tests.compiler.planned import keys

GROUP = {"variant_group": "attributes"}
FIELDS: list[dict[str, Any]] = [
    {"name": "title", "type": "string", "required": True},
    {"name": "color", "type": "string", "enum": ["red", "blue"], **GROUP},
    {"name": "material", "type": "string", **GROUP},
    {"name": "size", "type": "string", **GROUP},
    {"name": "weight", "type": "double", "minimum": 0, **GROUP},
    {"name": "category", "type": "string"},
]


def op(name: str, kind: str = "read", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "entity": "Product", "per_day": 10, **more}


def by(*fields: str) -> list[dict[str, Any]]:
    return [{"field": name} for name in fields]


TWICE = (op("one", filter=by("color")), op("two", sort=by("weight")))


def shop(
    *ops: dict[str, Any], fields: list[dict[str, Any]] = FIELDS, links: Any = (), **more: Any
) -> Compilation:
    entities = [
        {"name": "Product", "fields": fields, **more},
        {
            "name": "Shelf",
            "fields": [{"name": name, "type": "string"} for name in ("room", "row", "side", "door")],
        },
    ]
    return compiled(
        {"format": "nestlink/1", "name": "Shop", "database": "shop", "entities": entities, "relationships": list(links),
         "operations": list(ops)}
    )  # fmt: skip


def held(strategy: str = "EMBED_ARRAY", **more: Any) -> dict[str, Any]:
    """A list of products in each shelf."""
    return {
        "name": "held", "kind": "one-to-many", "from": {"entity": "Shelf", "has": {"max": 9}},
        "to": {"entity": "Product", "has": {"min": 1, "max": 1}}, "strategy": strategy, **more,
    }  # fmt: skip


def overlays(made: Compilation) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.kind, one.path, one.fields) for one in made.plan.entity_overlays]


def statement(made: Compilation, name: str) -> Any:
    return next(one for one in made.plan.statements if one.id == name)


def products(made: Compilation) -> Any:
    return next(one for one in made.plan.collections if one.name == "products")


def test_two_operations_are_worth_an_array() -> None:
    assert overlays(shop(*TWICE)) == [("ATTRIBUTE", "attributes", ("color", "material", "size", "weight"))]


@pytest.mark.parametrize(
    "ops",
    [(), TWICE[:1], (op("one", filter=by("color", "weight")),), (TWICE[0], op("x", projection=["color"]))],
)
def test_one_operation_is_not(ops: Any) -> None:
    made = shop(*ops)
    assert overlays(made) == [] and at(products(made).fields, "color").types == ("string",)


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ({"unique": True}, {}),
        ({"computed": {"formula": "1"}}, {}),
        ({"since_version": 2}, {}),
        ({}, {"indexes": [{"keys": [["weight", 1]]}]}),
        ({}, {"shard_key": [["weight", 1]]}),
    ],
)
def test_what_needs_a_path_of_its_own_stays_a_field(field: dict[str, Any], more: dict[str, Any]) -> None:
    fields = [{**one, **field} if one["name"] == "weight" else one for one in FIELDS]
    made = shop(op("one", filter=by("color")), op("two", filter=by("size")), fields=fields, **more)
    assert ("ATTRIBUTE", "attributes", ("color", "material", "size")) in overlays(made)
    assert "double" in at(products(made).fields, "weight").types


@pytest.mark.parametrize(
    ("name", "type", "kept"), [("id", "string", True), ("serial", "string", False), ("made", "date", True)]
)
def test_what_tells_or_orders_elements_stays_a_field(name: str, type: str, kept: bool) -> None:
    fields = [*FIELDS, {"name": name, "type": type, **GROUP}]
    covered = overlays(shop(*TWICE, fields=fields, links=[held()]))[0][2]
    assert (name not in covered) is kept
    alone = overlays(shop(*TWICE, fields=fields))[0][2]
    assert (name in alone) is (name != "id")  # a date orders lists, where there are some


def test_the_array_has_names_values_and_units() -> None:
    field = at(products(shop(*TWICE)).fields, "attributes")
    assert field.origin == "attribute" and field.items is not None
    told = [(one.name, one.types, one.kinds) for one in field.items.fields]
    assert told == [
        ("k", ("string",), ()),
        ("v", ("string",), ("color",)),
        ("v", ("string",), ("material", "size")),
        ("v", ("double",), ("weight",)),
    ]


@pytest.mark.parametrize(
    ("name", "unit"), [("weight_kg", "kg"), ("weight", None), ("kg", None), ("full_name", None)]
)
def test_a_name_with_a_unit_says_it_beside_the_value(name: str, unit: str | None) -> None:
    fields = [{**one, "name": name} if one["name"] == "weight" else one for one in FIELDS]
    made = shop(TWICE[0], op("two", filter=by("size")), fields=fields)
    field = at(products(made).fields, "attributes")
    assert field.items is not None and ("u" in {one.name for one in field.items.fields}) is (unit is not None)
    (value,) = [one for one in samples(made)["products"][0]["attributes"] if one["k"] == name]
    assert value.get("u") == unit


@pytest.mark.parametrize(
    ("element", "passes"),
    [
        ({"k": "color", "v": "red"}, True),
        ({"k": "color", "v": "green"}, False),
        ({"k": "weight", "v": 2}, True),
        ({"k": "weight", "v": 2.5, "u": "kg"}, True),
        ({"k": "weight", "v": -1}, False),
        ({"k": "weight"}, False),
        ({"k": "age", "v": 4}, True),
        ({"v": 4}, False),
    ],
)
def test_a_value_is_checked_by_its_name(element: dict[str, Any], passes: bool) -> None:
    made = shop(*TWICE)
    document = {**samples(made)["products"][0], "attributes": [element]}
    assert (not complaints(products(made).validator["$jsonSchema"], document)) is passes


def test_samples_have_them_and_pass() -> None:
    made = shop(*TWICE)
    for document in samples(made)["products"]:
        assert [one["k"] for one in document["attributes"]] == ["color", "material", "size", "weight"]
        assert not {"color", "weight"} & set(document)
    assert not [one for one in made.findings if one.severity == "error"]


def test_samples_have_attributes_whose_values_are_lists() -> None:
    sizes = {"name": "sizes", "type": "array", "items": {"type": "string"}, "max_items": 3, **GROUP}
    made = shop(op("bySizes", filter=by("sizes")), op("byColor", filter=by("color")), fields=[*FIELDS, sizes])
    for document in samples(made)["products"]:
        values = {each["k"]: each["v"] for each in document["attributes"]}
        assert len(values["sizes"]) > 0, "a value that is a list is stored with the others"
        assert values.keys() >= {"color", "weight"}


def test_one_index_serves_all() -> None:
    made = shop(*TWICE, op("both", filter=by("category", "size")))
    assert keys(made, "products") == ["category:1", "attributes.k:1,attributes.v:1"]


def test_filters_ask_one_element_for_name_and_value() -> None:
    made = shop(
        *TWICE, op("both", filter=[*by("color"), {"field": "weight", "match": "range", "at_most": 5}])
    )
    (first, second) = statement(made, "both").filter["$and"]
    assert first["attributes"]["$elemMatch"]["k"] == "color"
    assert second == {"attributes": {"$elemMatch": {"k": "weight", "v": {"$lte": 5.0}}}}
    sample = first["attributes"]["$elemMatch"]["v"]
    assert sample.path == "attributes.0.v"


@pytest.mark.parametrize(
    ("value", "expected"),
    [(True, {"$elemMatch": {"k": "size"}}), (False, {"$not": {"$elemMatch": {"k": "size"}}})],
)
def test_whether_there_is_one_at_all(value: bool, expected: dict[str, Any]) -> None:
    made = shop(*TWICE, op("has", filter=[{"field": "size", "match": "exists", "value": value}]))
    assert statement(made, "has").filter == {"attributes": expected}


def test_a_constant_filter_is_rewritten_too() -> None:
    made = shop(*TWICE, op("reds", filter=by("category"), always_filter={"color": "red"}))
    assert statement(made, "reds").filter["attributes"] == {"$elemMatch": {"k": "color", "v": "red"}}


def test_sorting_takes_the_value_out_first() -> None:
    stages = statement(shop(*TWICE, op("light", sort=by("weight"), limit=5)), "light").pipeline
    assert [next(iter(one)) for one in stages] == ["$set", "$sort", "$limit", "$unset"]
    assert stages[1] == {"$sort": {"sorted_by_1": 1}} and stages[3] == {"$unset": ["sorted_by_1"]}


def test_a_projection_reads_the_array() -> None:
    made = shop(*TWICE, op("shown", filter=by("category"), projection=["title", "color", "size"]))
    assert statement(made, "shown").projection == {"title": 1, "attributes": 1}


def test_setting_one_replaces_or_adds_it() -> None:
    made = shop(*TWICE, op("paint", "update", filter=by("_id"), changes=["title", "color", "size"]))
    (stage,) = statement(made, "paint").update
    outer = stage["$set"]["attributes"]["$concatArrays"]
    assert outer[1][0]["k"] == "size"
    assert outer[0]["$filter"]["input"]["$ifNull"][0]["$concatArrays"][1][0]["k"] == "color"
    assert "$literal" in stage["$set"]["title"]


def test_other_effects_are_worked_out_in_the_array() -> None:
    effects = [
        {"field": "weight", "do": "increment", "by": 2},
        {"field": "color", "do": "unset"},
        {"field": "category", "do": "unset"},
    ]
    one = statement(shop(*TWICE, op("change", "update", filter=by("_id"), effects=effects)), "change")
    stage, gone = one.update
    assert list(stage["$set"]) == ["attributes"] and gone == {"$unset": ["category"]}
    assert "$add" in str(stage) and not one.options


def test_names_that_nobody_knows_have_a_wildcard_index() -> None:
    fields = [FIELDS[0], {"name": "specs", "type": "object", "variant_group": "specs"}]
    made = shop(fields=fields)
    assert keys(made, "products") == ["specs.$**:1"] and overlays(made) == []
    plain = shop(fields=[FIELDS[0], {"name": "specs", "type": "object"}])
    assert keys(plain, "products") == []


def test_a_group_never_takes_the_name_of_a_field() -> None:
    fields = [*FIELDS, {"name": "attributes", "type": "string"}]
    assert overlays(shop(*TWICE, fields=fields)) == []


def test_a_slice_takes_the_whole_array() -> None:
    link = {
        "name": "latest", "kind": "one-to-many", "from": {"entity": "Shelf", "has": {"growth": "unbounded"}},
        "to": {"entity": "Product", "has": {"min": 1, "max": 1}}, "together_needs": "recent", "accessed_together": 1,
        "recent": {"count": 3}, "navigation": {"from_to_per_day": 1000},
    }  # fmt: skip
    made = shop(*TWICE, links=[link])
    shelf = next(one for one in made.plan.collections if one.name == "shelves")
    slice_ = next(one for one in shelf.fields if one.origin == "subset")
    assert "attributes" in {one.name for one in slice_.items.fields}
    assert not [one for one in made.findings if one.severity == "error"]


def test_what_is_sure_to_be_asked_is_not_asked_again() -> None:
    always = {"color": "red", "weight": {"$gt": 2}}
    made = shop(*TWICE, op("reds", filter=by("color", "size"), always_filter=always))
    asked = statement(made, "reds").filter["$and"]
    assert [one["attributes"]["$elemMatch"]["k"] for one in asked] == ["size", "color"]
    assert asked[1]["attributes"]["$elemMatch"]["v"] == "red"
    assert statement(made, "reds").filter["attributes"]["$elemMatch"]["k"] == "weight"


def test_no_index_is_limited_by_an_attribute() -> None:
    reds = op("reds", filter=by("category"), always_filter={"color": "red"})
    (own,) = [one for one in products(shop(*TWICE, reds)).indexes if one.keys[0][0] == "category"]
    assert own.options == {}
    plain = products(shop(reds))
    assert plain.indexes[0].options == {"partialFilterExpression": {"color": "red"}}


def test_attributes_weigh_what_their_documents_do() -> None:
    fields = [one | {"average_bytes": 4} if one["type"] == "string" else one for one in FIELDS]
    fields = [*fields, {"name": "depth_cm", "type": "int", **GROUP}]
    made = shop(*TWICE, fields=fields)
    values = {"color": "redd", "material": "wood", "size": "four", "weight": 2.5}
    stored = [{"k": name, "v": value} for name, value in values.items()] + [
        {"k": "depth_cm", "v": 2, "u": "cm"}
    ]
    document = {"_id": ObjectId(), "title": "four", "attributes": stored, "category": "four"}
    assert products(made).bytes.today == len(encode(document))


@pytest.mark.parametrize(
    ("group", "folds"),
    [("ids", True), ("shelf_id", False), ("_id", False), ("a.b", False), ("$a", False), ("owner", False)],
)
def test_no_array_takes_a_name_that_no_path_reaches_or_an_id_or_an_end_has(group: str, folds: bool) -> None:
    fields = [{**one, "variant_group": group} if "variant_group" in one else one for one in FIELDS]
    links = [held("PARENT_REF", to={"entity": "Product", "field": "owner"})]
    made = shop(*TWICE, fields=fields, links=links)
    assert any(one.kind == "ATTRIBUTE" for one in made.plan.entity_overlays) is folds
    assert ("color" in {one.name for one in products(made).fields}) is not folds
