"""The $jsonSchema of collections: every constraint is there, and nothing that MongoDB refuses."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from bson.decimal128 import Decimal128

from designs.compiler.model.field_types import FIELD_TYPES
from designs.compiler.plan.validators import validator_of
from tests.compiler.bson_schema import complaints
from tests.compiler.composed import collections, composed, design, entity, field, link
from tests.mongosh.cases import build

LIMITS = [("a", 0.01, 0.7), ("b", 0.1, 0.3), ("c", 1.01, 1.1)]


def _schema(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    model = design([entity("Product", *fields, **more)], [])
    found = validator_of(collections(model, composed(model))["products"])
    assert found is not None
    schema: dict[str, Any] = found["$jsonSchema"]
    return schema


def _property(*args: Any, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = _schema(field("x", *args, **more))["properties"]["x"]
    return found


def test_a_plain_collection() -> None:
    assert _schema(field("name", required=True), field("price", "double"), description="What is sold") == {
        "bsonType": "object",
        "title": "product",
        "description": "What is sold",
        "required": ["name"],
        "properties": {
            "_id": {"bsonType": "objectId"},
            "name": {"bsonType": "string"},
            "price": {"bsonType": "number"},
        },
    }


INT = ["int", "long"]
WIDE: dict[str, Any] = {
    "double": "number",
    "decimal": ["decimal", "int", "long"],
    "int": INT,
    "long": ["int", "long", "double"],
    "uuid": "binData",
}


@pytest.mark.parametrize("name", [row.name for row in FIELD_TYPES if row.name != "array"])
def test_every_type_is_its_alias_or_what_drivers_send_for_it(name: str) -> None:
    assert _property(name)["bsonType"] == WIDE.get(name, name)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"nullable": True}, ["string", "null"]),
        ({"types": ["int", "objectId"]}, ["string", *INT, "objectId"]),
        ({"types": ["decimal", "long"]}, ["string", "decimal", *INT]),
        ({"types": ["int", "double"], "nullable": True}, ["string", "number", "null"]),
    ],
)
def test_several_types_stand_in_a_list(more: dict[str, Any], expected: list[str]) -> None:
    assert _property("string", **more)["bsonType"] == expected


@pytest.mark.parametrize(
    ("type_", "more", "expected"),
    [
        ("string", {"pattern": "^a", "max_length": 9}, {"pattern": "^a", "maxLength": 9}),
        ("int", {"minimum": 1, "maximum": 5}, {"minimum": 1, "maximum": 5}),
        ("string", {"minimum": 1}, {}),
        ("string", {"enum": ["a", "b"]}, {"enum": ["a", "b"]}),
        ("string", {"description": "Its name"}, {"description": "Its name"}),
        ("date", {"enum": ["2021-07-23"]}, {"enum": [datetime(2021, 7, 23, tzinfo=UTC)]}),
        ("decimal", {"enum": [1.5]}, {"enum": [Decimal128("1.5")]}),
        ("decimal", {"minimum": 0.01, "maximum": 5}, {"minimum": Decimal128("0.01"), "maximum": 5}),
        ("double", {"minimum": 0.01}, {"minimum": 0.01}),
    ],
)
def test_declared_constraints(type_: str, more: dict[str, Any], expected: dict[str, Any]) -> None:
    assert _property(type_, **more) == {"bsonType": WIDE.get(type_, type_)} | expected


@pytest.mark.parametrize("types", [["decimal"], ["decimal", "double"], ["number"]])
def test_a_number_may_be_its_limit_itself(types: list[str]) -> None:
    """The double 0.01 is more than the decimal, and the double 0.7 less."""
    also = {"types": types[1:]} if types[1:] else {}
    schema = _schema(
        *(field(name, types[0], minimum=low, maximum=high, **also) for name, low, high in LIMITS)
    )
    for kind in (lambda number: Decimal128(str(number)), float)[: 1 if types == ["decimal"] else 2]:
        lowest = {name: kind(low) for name, low, _ in LIMITS}
        highest = {name: kind(high) for name, _, high in LIMITS}
        assert [complaints(schema, each) for each in (lowest, highest)] == [[], []]
    assert complaints(schema, {"a": Decimal128("0.009999")})
    assert complaints(schema, {"b": Decimal128("0.300001")})


@pytest.mark.parametrize(
    ("types", "is_whole"),
    [(["long"], True), (["int", "long"], True), (["long", "string"], True), (["long", "decimal"], False),
     (["long", "double"], False), (["int"], False)],
)  # fmt: skip
def test_a_long_takes_no_fraction(types: list[str], is_whole: bool) -> None:
    schema = _property(types[0], **({"types": types[1:]} if types[1:] else {}))
    assert schema.get("multipleOf") == (1 if is_whole else None)
    assert ("double" in schema["bsonType"]) == is_whole


def test_an_exact_design_takes_the_type_that_is_declared_alone() -> None:
    rows = field("rows", "array", items={"type": "object", "fields": [field("x", "long")]})
    fields = [field(name, name) for name in ("int", "long", "decimal", "double")]
    worked_out = field("sum", "long", computed={"formula": "sum(rows.x)"})
    model = design([entity("Product", *fields, rows, worked_out)], [], exact=True)
    schema = validator_of(collections(model, composed(model))["products"], exact=True)
    told = (schema or {})["$jsonSchema"]["properties"]
    types = {name: told[name]["bsonType"] for name in ("int", "long", "decimal", "double")}
    assert types == {"int": "int", "long": "long", "decimal": "decimal", "double": "number"}
    assert told["rows"]["items"]["properties"] == {"x": {"bsonType": "long"}}
    assert told["sum"]["bsonType"] == ["int", "long", "double"]


def test_a_nullable_enumeration_allows_null() -> None:
    assert _property("string", enum=["a"], nullable=True)["enum"] == ["a", None]


def test_arrays_say_their_elements_and_bounds() -> None:
    assert _property("array", items={"type": "string", "max_length": 9}, min_items=1, max_items=3) == {
        "bsonType": "array",
        "minItems": 1,
        "maxItems": 3,
        "items": {"bsonType": "string", "maxLength": 9},
    }


def test_arrays_in_arrays_and_objects_in_them() -> None:
    inner = {"type": "object", "fields": [field("a", "int", required=True)]}
    found = _property("array", items={"type": "array", "items": inner})
    schema = {"bsonType": "object", "required": ["a"], "properties": {"a": {"bsonType": INT}}}
    assert found["items"] == {"bsonType": "array", "items": schema}


def test_an_id_array_is_bounded_and_unique() -> None:
    model = design(
        [entity("Book"), entity("Author", field("_id", "int"))],
        [link("r", "many-to-many", ("Book", {"has": {"max": 9}}), "Author")],
    )
    made = collections(model, composed(model, r=("ONE_WAY_EMBED", "from")))["books"]
    assert (validator_of(made) or {})["$jsonSchema"]["properties"]["authors"] == {
        "bsonType": "array",
        "maxItems": 9,
        "uniqueItems": True,
        "items": {"bsonType": INT},
    }


def test_an_id_inside_a_key_or_an_element_is_required_and_the_roots_own_is_not() -> None:
    model = design([entity("Post"), entity("Comment")], [link("r", "one-to-many", "Post", "Comment")])
    made = collections(model, composed(model, ("Comment",), r="EMBED_ARRAY"))["posts"]
    schema = (validator_of(made) or {})["$jsonSchema"]
    assert "required" not in schema
    assert schema["properties"]["comments"]["items"]["required"] == ["_id"]


def test_each_version_of_a_shape_is_a_branch() -> None:
    old = field("name", required=True, until_version=1)
    new = field("name", "object", fields=[field("first")], since_version=2)
    schema = _schema(field("email"), old, new, schema_version=2)
    assert set(schema["properties"]) == {"_id", "schema_version", "email"}
    assert schema["required"] == ["schema_version"]
    assert schema["oneOf"] == [
        {
            "properties": {"schema_version": {"enum": [1]}, "name": {"bsonType": "string"}},
            "required": ["schema_version", "name"],
        },
        {
            "properties": {
                "schema_version": {"enum": [2]},
                "name": {"bsonType": "object", "properties": {"first": {"bsonType": "string"}}},
            },
            "required": ["schema_version"],
        },
    ]


KEYWORDS = {
    "bsonType", "enum", "oneOf", "maximum", "minimum", "maxLength", "pattern", "required", "properties", "items",
    "maxItems", "minItems", "uniqueItems", "title", "description",
}  # fmt: skip


def _keywords(schema: dict[str, Any]) -> set[str]:
    found = set(schema)
    for inner in schema.get("properties", {}).values():
        found |= _keywords(inner)
    for inner in [schema.get("items"), *schema.get("oneOf", [])]:
        found |= _keywords(inner) if isinstance(inner, dict) else set()
    return found


def test_only_keywords_that_mongodb_knows() -> None:
    everything = field(
        "x", "array", items={"type": "object", "fields": [field("a", pattern="a", enum=["a"])]}, max_items=3
    )
    old = field("y", "int", minimum=1, maximum=3, until_version=1)
    assert (
        _keywords(_schema(everything, old, field("z", "array", items={"type": "int"}), schema_version=2))
        <= KEYWORDS
    )


RESULTS = [
    ("a + b", False), ("a + c", False), ("c - c", False), ("a / b", True), ("avg(rows.x)", True), ("min(rows.x)", True),
    ("sum(rows.x)", False), ("count(rows)", False), ("round(avg(rows.x), 2)", True), ("round(a * 2, 2)", False),
    ("2 * (a - c)", False), ("a * c", True), ("avg(sure.x)", False), ("max(sure.x * 2)", False), ("min(sure.x / 2)", False),
    ("avg(sure.y)", True), ("avg(marks)", False), ("last(rows.x)", True), ("a / 3", False), ("a / 0", True),
    ("min(sure.x / a)", True),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "null"), RESULTS)
def test_a_result_without_a_value_is_let_in(formula: str, null: bool) -> None:
    """The average of nothing is stored as null, and so is what follows from something that is absent, which counts 0 where it is added."""
    result = field("result", "int", computed={"formula": formula})
    rows = field("rows", "array", items={"type": "object", "fields": [field("x", "int")]})
    row = {"type": "object", "fields": [field("x", "int", required=True), field("y", "int")]}
    sure = field("sure", "array", required=True, min_items=1, items=row)
    marks = field("marks", "array", required=True, min_items=1, items={"type": "int"})
    rest = [rows, sure, marks]
    numbers = [field("a", "int", required=True), field("b", "int", required=True), field("c", "int")]
    for required in (False, True):
        told = _schema(*numbers, *rest, {**result, "required": required})["properties"]["result"]["bsonType"]
        assert told == ([*INT, "null"] if null else INT)

    inside = field("in", "object", required=True, fields=[*numbers, result])
    told = _schema(*rest, inside)["properties"]["in"]["properties"]["result"]["bsonType"]
    assert told == ([*INT, "null"] if null else INT)


def test_a_result_inside_an_element_follows_from_what_the_element_has() -> None:
    """An optional price beside it makes the total null, whatever a field of that name is around it."""
    for required in (False, True):
        total = field("total", "int", computed={"formula": "price * 2"}, required=True)
        row = {"type": "object", "fields": [field("price", "int", required=required), total]}
        schema = _schema(field("price", "int", required=True), field("rows", "array", items=row))
        told = schema["properties"]["rows"]["items"]["properties"]["total"]["bsonType"]
        assert told == (INT if required else [*INT, "null"])


def test_kinds_and_versions_that_say_nothing_of_fields_need_no_branches() -> None:
    assert "oneOf" not in _schema(field("name"), schema_version=2)
    parts = [entity("Product", field("name"), count=20), entity("Ebook", count=10), entity("Film", count=10)]
    kinds = [link(name, "is-a", "Product", name.title()) for name in ("ebook", "film")]
    model = design(parts, kinds)
    made = collections(model, composed(model, ebook="POLY_SINGLE", film="POLY_SINGLE"))["products"]
    schema = (validator_of(made) or {})["$jsonSchema"]
    assert schema["properties"]["product_type"]["enum"] == ["ebook", "film"] and "oneOf" not in schema


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_the_number_of_a_revision_is_none_of_a_shape(history: str) -> None:
    old, new = field("phone", until_version=1), field("phones", "array", since_version=2)
    schema = _schema(field("revision", "int"), old, new, schema_version=2, history=history)
    told = [branch["properties"]["schema_version"]["enum"] for branch in schema["oneOf"]]
    assert told == [[1], [2]]


def test_versions_of_one_kind_are_numbered_among_those_of_its_kind() -> None:
    """The general's own fields of some versions are then told in each kind's branch."""
    own = [field("isbn", until_version=1), field("code", since_version=2)]
    parts = [
        entity("Product", field("name"), field("old", until_version=1), count=20),
        entity("Ebook", *own, schema_version=2, count=10),
        entity("Film", field("minutes", "int"), count=10),
    ]
    kinds = [link(name, "is-a", "Product", name.title()) for name in ("ebook", "film")]
    model = design(parts, kinds)
    made = collections(model, composed(model, ebook="POLY_SINGLE", film="POLY_SINGLE"))["products"]
    schema = (validator_of(made) or {})["$jsonSchema"]
    told = {
        branch["properties"]["product_type"]["enum"][0]: [
            set(one["properties"]) - {"schema_version"} for one in branch["oneOf"]
        ]
        for branch in schema["oneOf"]
    }
    assert told == {"ebook": [{"old", "isbn"}, {"code"}], "film": [{"old"}, set()]}
    assert set(schema["properties"]) == {"_id", "product_type", "name"}


PLACE = [field("street"), field("zip", until_version=1), field("code", since_version=2)]


def test_what_stands_in_a_field_has_the_versions_of_the_document() -> None:
    of_place = {"type": "object", "fields": PLACE}
    rows = field("rows", "array", items=of_place)
    grid = field("grid", "array", items={"type": "array", "items": of_place})
    schema = _schema(field("name"), field("place", "object", fields=PLACE), rows, grid, schema_version=2)
    assert set(schema["properties"]) == {"_id", "schema_version", "name"}
    for branch, other in zip(schema["oneOf"], ("zip", "code"), strict=True):
        inner = branch["properties"]
        places = (inner["place"], inner["rows"]["items"], inner["grid"]["items"]["items"])
        assert [list(one["properties"]) for one in places] == [["street", other]] * 3


def test_a_copy_has_no_versions_of_the_document_that_it_stands_in() -> None:
    parts = [
        entity("Shop", field("place", "object", fields=PLACE), schema_version=2),
        entity("Sale", field("sum", "int"), field("was", until_version=1), schema_version=2),
    ]
    copies = [
        {"field": "place", "of": "from", "policy": "snapshot", "reads_per_day": 99, "updates_per_day": 0}
    ]
    model = design(parts, [link("sales", "one-to-many", "Shop", "Sale", copies=copies)])
    made = collections(model, composed(model, sales="PARENT_REF"))["sales"]
    schema = (validator_of(made) or {})["$jsonSchema"]
    place = schema["properties"]["shop_place"]
    assert (place["bsonType"], list(place["properties"])) == (["object", "null"], ["street", "zip", "code"])
    assert [set(branch["properties"]) for branch in schema["oneOf"]] == [
        {"schema_version", "was"},
        {"schema_version"},
    ]


def test_only_what_is_copied_may_be_null_where_its_source_may_lack_it() -> None:
    """Scripts copy what is missing as null; what a document says of itself is there or not."""
    parts = [entity("Shop", field("name", required=True), field("city")), entity("Sale", field("note"))]
    ends = ("Shop", {"field": "sales", "has": {"max": 9000}}), ("Sale", {"has": {"min": 1, "max": 1}})
    seldom = {"of": "from", "policy": "snapshot", "reads_per_day": 99, "updates_per_day": 0}
    copies = [{"field": "name", **seldom}, {"field": "city", "as": "at.city", **seldom}]
    model = design(parts, [link("sales", "one-to-many", *ends, copies=copies)])
    schemas = {
        (strategy, name): (validator_of(one) or {})["$jsonSchema"]["properties"]
        for strategy in ("PARENT_REF", "SUBSET", "EMBED_ARRAY")
        for name, one in collections(model, composed(model, sales=strategy)).items()
    }
    referring = schemas["PARENT_REF", "sales"]
    told = {name: referring[name]["bsonType"] for name in ("shop_name", "at", "note")}
    assert told == {"shop_name": "string", "at": "object", "note": "string"}
    assert referring["at"]["properties"]["city"]["bsonType"] == ["string", "null"]
    notes = [schemas[of, "shops"]["sales"]["items"]["properties"]["note"] for of in ("SUBSET", "EMBED_ARRAY")]
    assert [one["bsonType"] for one in notes] == [["string", "null"], "string"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("sum(rows.price * rows.quantity)", ["decimal", "int", "long"]),
        ("sum(rows.price) * 2", ["decimal", "int", "long"]),
        ("sum(rows.price * rows.weight)", "number"),
        ("avg(rows.quantity)", ["number", "null"]),
        ("sum(elsewhere.price)", "number"),
    ],
)
def test_a_result_of_decimals_takes_no_double(formula: str, expected: Any) -> None:
    columns = [field("price", "decimal"), field("quantity", "int"), field("weight", "double")]
    rows = field("rows", "array", items={"type": "object", "fields": columns})
    total = field("total", "decimal", computed={"formula": formula}, required=True)
    assert _schema(rows, total)["properties"]["total"]["bsonType"] == expected


def test_a_place_in_geojson_is_whole() -> None:
    """A 2dsphere index refuses one without coordinates, which the validator let in."""
    parts = [field("type", enum=["Point"]), field("coordinates", type="array", items={"type": "double"})]
    assert _property(type="object", fields=parts)["required"] == ["type", "coordinates"]
    assert _property(type="object", fields=parts)["properties"]["coordinates"]["minItems"] == 2
    assert "required" not in _property(type="object", fields=[field("type"), field("colour")])
    line = [field("type", enum=["LineString"]), parts[1]]
    assert isinstance(_property(type="object", fields=line)["properties"]["coordinates"]["items"], dict)
    assert "minItems" not in _property(type="object", fields=line)["properties"]["coordinates"]


def test_an_area_is_of_a_type_whose_coordinates_are_as_deep_as_declared() -> None:
    ring = {"type": "array", "items": {"type": "array", "items": {"type": "double"}}}
    parts = [field("type"), field("coordinates", type="array", items=ring)]
    schema = _property(type="object", fields=parts)["properties"]["type"]
    assert schema["enum"] == ["Polygon", "MultiLineString"]


@pytest.mark.parametrize("kind", [{}, {"enum": ["Point"]}])
@pytest.mark.parametrize(
    ("place", "passes"),
    [
        ({"type": "Point", "coordinates": [6.9, 50.9]}, True),
        ({"type": "Point", "coordinates": [-180, 90]}, True),
        ({"type": "banana", "coordinates": [6.9, 50.9]}, False),
        ({"type": "Point", "coordinates": [6.9]}, False),
        ({"type": "Point", "coordinates": [6.9, 50.9, 3.0]}, False),
        ({"type": "Point", "coordinates": [6.9, 150.9]}, False),  # latitude first
        ({"type": "Point", "coordinates": None}, False),
        (None, True),
    ],
)
def test_a_point_has_two_coordinates_on_the_globe(
    kind: dict[str, Any], place: dict[str, Any] | None, passes: bool
) -> None:
    """A 2dsphere index refuses all others, with a message that names no field."""
    parts = [field("type", **kind), field("coordinates", type="array", items={"type": "double"})]
    schema = _property(type="object", fields=parts, nullable=True)
    assert (complaints(schema, place) == []) is passes


def test_a_point_has_a_height_where_the_design_states_so_many() -> None:
    height = field("coordinates", type="array", items={"type": "double"}, max_items=3)
    schema = _property(type="object", fields=[field("type"), height])
    assert not complaints(schema, {"type": "Point", "coordinates": [6.9, 50.9, 300.0]})


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("sum(sales.price)", ["decimal", "int", "long"]),
        ("sum(sales.price * sales.weight)", ["decimal", "int", "long"]),
        ("avg(sales.pieces)", ["decimal", "int", "long", "null"]),
        ("max(sales.note)", ["number", "null"]),
        ("sum(elsewhere.price)", "number"),
    ],
)
def test_a_result_over_other_documents_takes_no_double(formula: str, expected: Any) -> None:
    """Scripts make a decimal of what comes out as a double."""
    total = field("total", "decimal", computed={"formula": formula}, required=True)
    columns = [field("price", "decimal"), field("pieces", "int"), field("weight", "double"), field("note")]
    ends = ("Shop", {"field": "sales", "has": {"max": 9000}}), ("Sale", {"has": {"min": 1, "max": 1}})
    parts = [entity("Shop", total), entity("Sale", *columns)]
    text = {"format": "nestlink/1", "name": "Shops", "database": "shops", "entities": parts}
    source = {**text, "relationships": [link("sales", "one-to-many", *ends, strategy="PARENT_REF")]}
    collection = next(each for each in build(source).compilation.plan.collections if each.name == "shops")
    properties = (collection.validator or {})["$jsonSchema"]["properties"]
    assert properties["total"]["bsonType"] == expected
