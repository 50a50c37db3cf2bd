"""POLY_SINGLE: the kinds of a thing in its documents, from the shape to what is written and read."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import compiled
from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes
from tests.compiler.planned import keys

PRODUCT = entity(
    "Product", field("title", required=True), field("price", "decimal", updates_per_day=1), count=20_000
)
EBOOK = entity("Ebook", field("download_url", required=True), field("pages", "int"), count=10_000)
AUDIOBOOK = entity(
    "Audiobook", field("hours", "int", required=True), field("isbn", unique=True), count=10_000
)
ISA = [link("ebook", "is-a", "Product", "Ebook"), link("audiobook", "is-a", "Product", "Audiobook")]
AUTHOR = entity("Author", *(field(name) for name in ("name", "city", "born", "agent")))
CHAPTER = entity("Chapter", field("title"), kind="weak")
MANY: Any = {"has": {"max": 3000}}
ONCE: Any = {"has": {"min": 1, "max": 1}}


def shop(
    entities: list[Any] | None = None, links: list[Any] | None = None, *ops: Any, **more: Any
) -> Compilation:
    """A shop of ebooks and audiobooks, with what else a test adds."""
    return compiled(
        {
            "format": "nestlink/1", "name": "Shop", "database": "shop",
            "entities": [PRODUCT, EBOOK, AUDIOBOOK, *(entities or [])],
            "relationships": [*ISA, *(links or [])],
            "operations": [{"per_day": 10, **op} for op in ops] or [{"name": "all", "kind": "read", "entity": "Product"}],
            **more,
        }
    )  # fmt: skip


def products(made: Compilation) -> Any:
    return next(one for one in made.plan.collections if one.name == "products")


def test_the_kinds_stand_in_their_generals_documents() -> None:
    model = design([PRODUCT, EBOOK, AUDIOBOOK], ISA)
    made = shapes(model, composed(model, ebook="POLY_SINGLE", audiobook="POLY_SINGLE"))
    assert made == {
        "products": {
            "product_type": "string", "title": "string", "price": "decimal",
            "download_url": "string", "pages": "int", "hours": "int", "isbn": "string",
        }
    }  # fmt: skip


def test_a_field_of_one_kind_is_required_of_that_kind_only() -> None:
    model = design([PRODUCT, EBOOK, AUDIOBOOK], ISA)
    (made,) = collections(model, composed(model, ebook="POLY_SINGLE", audiobook="POLY_SINGLE")).values()
    told, common = at(made.fields, "product_type"), at(made.fields, "title")
    assert (told.origin, told.required, told.enum) == ("discriminator", True, ("ebook", "audiobook"))
    assert (common.kinds, common.required) == ((), True)
    own = {name: at(made.fields, name) for name in ("download_url", "pages", "hours")}
    assert {name: (one.kinds, one.required, one.needed) for name, one in own.items()} == {
        "download_url": (("ebook",), False, True),
        "pages": (("ebook",), False, False),
        "hours": (("audiobook",), False, True),
    }


def test_what_only_some_have_says_so() -> None:
    assert at(products(shop()).fields, "hours").note == "only for audiobook"
    assert at(products(shop()).fields, "title").note == ""


def test_the_validator_has_a_branch_for_each_kind() -> None:
    schema = products(shop()).validator["$jsonSchema"]
    assert schema["properties"]["product_type"] == {"bsonType": "string", "enum": ["ebook", "audiobook"]}
    assert schema["required"] == ["product_type", "title"]
    assert [one["required"] for one in schema["oneOf"]] == [
        ["product_type", "download_url"],
        ["product_type", "hours"],
    ]
    assert [one["properties"]["product_type"] for one in schema["oneOf"]] == [
        {"enum": ["ebook"]},
        {"enum": ["audiobook"]},
    ]


@pytest.mark.parametrize(
    ("change", "passes"),
    [
        ({}, True),
        ({"product_type": "audiobook"}, False),
        ({"product_type": "film"}, False),
        ({"product_type": None}, False),
        ({"download_url": None}, False),
        ({"hours": "long"}, False),  # another kind's field
    ],
)
def test_documents_are_held_to_the_rules_of_their_kind(change: dict[str, Any], passes: bool) -> None:
    made = shop()
    document = {**next(one for one in samples(made)["products"] if one["product_type"] == "ebook"), **change}
    document = {name: value for name, value in document.items() if value is not None}
    assert (not complaints(products(made).validator["$jsonSchema"], document)) is passes


def test_the_samples_are_of_every_kind_and_valid() -> None:
    found = samples(shop())["products"]
    assert {one["product_type"] for one in found} == {"ebook", "audiobook"}
    assert len({one["_id"] for one in found}) == len(found) >= 4
    assert not [one for one in shop().findings if one.severity == "error"]
    for one in found:
        assert ("download_url" in one) is (one["product_type"] == "ebook") is not ("hours" in one)


def test_the_overlay_is_listed_and_the_decisions_say_where() -> None:
    made = shop()
    (overlay,) = made.plan.entity_overlays
    assert (overlay.entity, overlay.kind, overlay.collection, overlay.path) == (
        "Product", "POLY_SINGLE", "products", "product_type",
    )  # fmt: skip
    assert {one.holders[0].collection for one in made.decisions} == {"products"}


def test_references_of_and_to_a_kind_are_its_generals() -> None:
    narrates = link("narrates", "one-to-many", ("Author", MANY), ("Audiobook", {"field": "narrator", **ONCE}))
    sales = link("sales", "one-to-many", ("Ebook", MANY), ("Sale", ONCE))
    made = shop([AUTHOR, entity("Sale", field("at", "date"))], [narrates, sales])
    narrator = at(products(made).fields, "narrator")
    assert (narrator.kinds, narrator.needed, narrator.target) == (("audiobook",), True, "authors")
    sale = next(one for one in made.plan.collections if one.name == "sales")
    assert at(sale.fields, "ebook_id").target == "products"
    known = {one["_id"] for one in samples(made)["products"] if one["product_type"] == "ebook"}
    assert {one["ebook_id"] for one in samples(made)["sales"]} <= known


def test_a_kind_may_hold_parts_of_its_own() -> None:
    chapters = link("chapters", "one-to-many", ("Audiobook", {"has": {"max": 9}}), ("Chapter", ONCE))
    made = shop([CHAPTER], [chapters])
    held = at(products(made).fields, "chapters")
    assert (held.kinds, held.origin, held.max_items) == (("audiobook",), "embedded", 9)
    assert all(
        ("chapters" in one) is (one["product_type"] == "audiobook") for one in samples(made)["products"]
    )


def test_an_embedded_general_takes_its_kinds_along() -> None:
    held = link(
        "products",
        "one-to-many",
        ("Shelf", {"has": {"max": 9}}),
        ("Product", ONCE),
        exclusive_owner=True,
        strategy="EMBED_ARRAY",
    )
    made = shop([entity("Shelf", field("room"))], [held])
    (only,) = made.plan.collections
    inner = only.validator["$jsonSchema"]["properties"]["products"]["items"]
    assert len(inner["oneOf"]) == 2 and inner["properties"]["product_type"]["enum"] == ["ebook", "audiobook"]
    assert made.plan.entity_overlays[0].path == "products.product_type"
    kinds = {one["product_type"] for shelf in samples(made)["shelves"] for one in shelf["products"]}
    assert kinds == {"ebook", "audiobook"}


def test_one_kind_is_read_by_its_discriminator_and_all_kinds_without() -> None:
    made = shop(
        None,
        None,
        {"name": "by title", "kind": "read", "entity": "Product", "filter": [{"field": "title"}]},
        {"name": "ebooks", "kind": "read", "entity": "Ebook", "filter": [{"field": "title"}]},
        {
            "name": "long",
            "kind": "read",
            "entity": "Audiobook",
            "filter": [{"field": "hours", "match": "range", "at_least": 20}],
        },
    )
    filters = {one.id: one.filter for one in made.plan.statements}
    assert "product_type" not in filters["by title"]
    assert filters["ebooks"]["product_type"] == "ebook"
    assert filters["long"] == {"hours": {"$gte": 20}, "product_type": "audiobook"}
    assert filters["ebook.read"] == {"product_type": "ebook"}
    assert keys(made, "products") == ["isbn:1", "title:1,product_type:1", "hours:1"]
    partial = products(made).indexes[-1].options
    assert partial == {"partialFilterExpression": {"product_type": "audiobook"}}


@pytest.mark.parametrize(
    ("narrower", "values"), [([], ["ebook"]), (["Comic"], []), (["Comic", "Manual"], [])]
)
def test_an_index_is_limited_to_the_one_value_that_its_documents_have(
    narrower: list[str], values: list[str]
) -> None:
    """Those of a kind that has kinds of its own say which of these they are."""
    links = [link(name.lower(), "is-a", "Ebook", name) for name in narrower]
    read = {"name": "long", "kind": "read", "entity": "Ebook", "filter": [{"field": "pages"}]}
    made = shop([entity(name, field(name.lower())) for name in narrower], links, read)
    (index,) = [one for one in products(made).indexes if "operation:long" in one.serves]
    assert index.options == ({"partialFilterExpression": {"product_type": values[0]}} if values else {})


def test_writes_are_of_one_kind_and_show_documents_of_it() -> None:
    made = shop(
        None,
        None,
        {"name": "all", "kind": "read", "entity": "Product"},
        {"name": "add", "kind": "insert", "entity": "Audiobook"},
        {
            "name": "reprice",
            "kind": "update",
            "entity": "Audiobook",
            "filter": [{"field": "_id"}],
            "changes": ["price"],
        },
        {"name": "drop", "kind": "delete", "entity": "Audiobook", "filter": [{"field": "_id"}]},
    )
    told = {one.id: one for one in made.plan.statements}
    document, kind = told["add"].documents.parts
    assert document.among == ("product_type", ("audiobook",)) and kind == {"product_type": "audiobook"}
    for name in ("reprice", "drop"):
        assert told[name].filter["product_type"] == "audiobook"
        assert told[name].filter["_id"].among == ("product_type", ("audiobook",))


def test_the_audit_finds_unknown_kinds_and_fields_of_other_kinds() -> None:
    told = {one.id: one for one in shop().plan.statements if one.script == "06_audit"}
    assert told["Product.unknown_kinds"].pipeline[0] == {
        "$match": {"product_type": {"$nin": ["ebook", "audiobook"]}}
    }
    wanted = told["Product.foreign_fields"].pipeline[0]["$match"]["$or"]
    assert {"product_type": {"$nin": ["ebook"]}, "download_url": {"$exists": True}} in wanted
    assert len(wanted) == 4


def test_kinds_of_kinds_have_what_all_of_theirs_have() -> None:
    comic = entity("Comic", field("panels", "int", required=True))
    made = shop([comic], [link("comic", "is-a", "Ebook", "Comic")])
    assert at(products(made).fields, "product_type").enum == ("ebook", "audiobook", "comic")
    assert at(products(made).fields, "download_url").kinds == ("ebook", "comic")
    assert [one["required"] for one in products(made).validator["$jsonSchema"]["oneOf"]] == [
        ["product_type", "download_url"], ["product_type", "hours"], ["product_type", "download_url", "panels"],
    ]  # fmt: skip


def test_a_general_that_is_inserted_by_itself_is_a_kind_too() -> None:
    made = shop(None, None, {"name": "add", "kind": "insert", "entity": "Product"})
    assert at(products(made).fields, "product_type").enum == ("product", "ebook", "audiobook")
    assert {one["product_type"] for one in samples(made)["products"]} == {"product", "ebook", "audiobook"}


def test_what_a_kind_says_of_a_field_wins_in_its_documents() -> None:
    narrow = entity("Leaflet", field("price", "int"), count=9)
    made = shop([narrow], [link("leaflet", "is-a", "Product", "Leaflet")])
    prices = [one for one in products(made).fields if one.name == "price"]
    assert [(one.types, one.kinds) for one in prices] == [
        (("decimal",), ("ebook", "audiobook")), (("int",), ("leaflet",)),
    ]  # fmt: skip
    assert not [one for one in made.findings if one.code == "L44"]


def test_declared_field_and_values_are_kept() -> None:
    isa = [
        {**one, "discriminator": {"field": "format", "value": value}}
        for one, value in zip(ISA, "EA", strict=True)
    ]
    entities = [
        entity("Product", field("format", description="what it is"), field("title"), count=20_000),
        EBOOK,
        AUDIOBOOK,
    ]
    made = compiled(
        {"format": "nestlink/1", "name": "S", "database": "s", "entities": entities, "relationships": isa,
         "operations": [{"name": "all", "kind": "read", "entity": "Product"}]}
    )  # fmt: skip
    told = at(products(made).fields, "format")
    assert told.enum == ("E", "A") and told.source is not None
    assert products(made).fields[1].name == "format"
    assert {one["format"] for one in samples(made)["products"]} == {"E", "A"}


def test_shapes_and_kinds_of_one_collection_are_both_checked() -> None:
    entities = [
        entity("Product", field("title", required=True), field("code", "int", since_version=2, required=True), schema_version=2,
               count=20_000),
        EBOOK, AUDIOBOOK,
    ]  # fmt: skip
    made = compiled(
        {"format": "nestlink/1", "name": "S", "database": "s", "entities": entities, "relationships": ISA,
         "operations": [{"name": "all", "kind": "read", "entity": "Product"}]}
    )  # fmt: skip
    schema = products(made).validator["$jsonSchema"]
    assert [len(one["oneOf"]) for one in schema["allOf"]] == [2, 2] and "oneOf" not in schema
    assert not [one for one in made.findings if one.code == "L44"]


def test_the_size_is_that_of_one_kind() -> None:
    wide = entity("Film", *(field(f"f{n}", average_bytes=1000) for n in range(4)))
    small = products(shop()).bytes
    large = products(shop([wide], [link("film", "is-a", "Product", "Film")])).bytes
    assert small.today < large.today < small.today + 3000 < large.largest
