"""ATTRIBUTE (P3) where its entity stands in lists of other documents, in objects, and among kinds."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import compiled
from tests.compiler.patterns.test_attribute import FIELDS, TWICE, by, held, op, overlays, shop, statement
from tests.compiler.planned import keys


@pytest.mark.parametrize(
    ("strategy", "collection", "path"),
    [
        ("EMBED_ARRAY", "shelves", "products.attributes"),
        ("OUTLIER", "shelves", "products.attributes"),
        ("BUCKET", "product_pages", "items.attributes"),
        ("PARENT_REF", "products", "attributes"),
    ],
)
def test_the_array_stands_where_its_entity_does(strategy: str, collection: str, path: str) -> None:
    made = shop(*TWICE, links=[held(strategy)])
    (overlay,) = made.plan.entity_overlays
    assert (overlay.collection, overlay.path) == (collection, path)
    assert f"{path}.k:1,{path}.v:1" in keys(made, collection)
    for name, documents in samples(made).items():
        (found,) = [one for one in made.plan.collections if one.name == name]
        assert found.validator is not None
        assert not [fault for one in documents for fault in complaints(found.validator["$jsonSchema"], one)]
    assert not [one for one in made.findings if one.severity == "error"]


@pytest.mark.parametrize(
    ("element", "passes"),
    [({"k": "color", "v": "red"}, True), ({"k": "color", "v": 4}, False), ({"v": 4}, False)],
)
def test_a_value_in_a_list_is_checked_by_its_name(element: dict[str, Any], passes: bool) -> None:
    made = shop(*TWICE, links=[held()])
    document = samples(made)["shelves"][0]
    document["products"][0]["attributes"] = [element]
    (shelf,) = [one for one in made.plan.collections if one.name == "shelves"]
    assert (not complaints(shelf.validator["$jsonSchema"], document)) is passes


def test_no_index_has_two_arrays_side_by_side() -> None:
    fields = [*FIELDS, {"name": "tags", "type": "array", "items": {"type": "string"}, "max_items": 5}]
    made = shop(*TWICE, op("both", filter=by("tags", "color", "category")), fields=fields, links=[held()])
    assert keys(made, "shelves") == [
        "products.tags:1,products.category:1",
        "products.attributes.k:1,products.attributes.v:1",
    ]


def test_an_embedded_object_holds_its_group_too() -> None:
    one = {"kind": "one-to-one", "to": {"entity": "Product", "has": {"min": 1, "max": 1}}}
    made = shop(*TWICE, links=[{**held("EMBED_ONE"), **one}])
    assert keys(made, "shelves") == ["product.attributes.k:1,product.attributes.v:1"]


def test_a_copied_field_stays_one_where_copies_find_it() -> None:
    entities = {"name": "picks", "kind": "one-to-many", "from": {"entity": "Product", "has": {"max": 9}},
                "to": {"entity": "Shelf", "has": {"min": 1, "max": 1}}, "strategy": "PARENT_REF",
                "copies": [{"field": "size", "of": "from", "reads_per_day": 1e6, "updates_per_day": 1}]}  # fmt: skip
    made = shop(*TWICE, links=[entities])
    assert overlays(made)[0][2] == ("color", "material", "weight")
    assert [one.id for one in made.plan.statements if one.purpose == "sync"]


@pytest.mark.parametrize("strategy", ["POLY_SINGLE", "POLY_SPLIT"])
@pytest.mark.parametrize("group", ["attributes", "traits"])
def test_what_a_kind_declares_anew_stays_a_field(strategy: str, group: str) -> None:
    isa = {"name": "book", "kind": "is-a", "from": {"entity": "Product"}, "to": {"entity": "Book"}, "strategy": strategy}  # fmt: skip
    anew = [{"name": one, "type": "int", "variant_group": group} for one in ("color", "pages", "grade")]
    entities = [{"name": "Product", "fields": FIELDS}, {"name": "Book", "fields": anew}]
    asked = [op(f"book {number}", entity="Book", filter=by("color", "pages")) for number in (1, 2)]
    more = (op("by size", filter=by("size")), op("by material", filter=by("material")))
    made = compiled(
        {"format": "nestlink/1", "name": "Shop", "database": "shop", "entities": entities, "relationships": [isa],
         "operations": [*TWICE, *more, *asked]}
    )  # fmt: skip
    covered = [fields for kind, _, fields in overlays(made) if kind == "ATTRIBUTE"]
    assert covered and not any("color" in fields for fields in covered)
    assert "color" in statement(made, "book 1").filter
    for name, documents in samples(made).items():
        (found,) = [one for one in made.plan.collections if one.name == name]
        assert found.validator is not None
        assert not [fault for one in documents for fault in complaints(found.validator["$jsonSchema"], one)]


@pytest.mark.parametrize("strategy", ["POLY_SINGLE", "POLY_SPLIT"])
@pytest.mark.parametrize(("group", "count"), [("title", 0), ("titles", 1)])
def test_no_array_of_a_kind_takes_the_name_of_a_field_of_its_general(
    strategy: str, group: str, count: int
) -> None:
    isa = {"name": "book", "kind": "is-a", "from": {"entity": "Product"}, "to": {"entity": "Book"}, "strategy": strategy}  # fmt: skip
    book = {"name": "Book", "fields": [{"name": "pages", "type": "int", "variant_group": group}]}
    asked = [op(f"book {number}", entity="Book", filter=by("pages")) for number in (1, 2)]
    made = compiled(
        {"format": "nestlink/1", "name": "Shop", "database": "shop", "entities": [{"name": "Product", "fields": FIELDS}, book],
         "relationships": [isa], "operations": asked}
    )  # fmt: skip
    assert sum(kind == "ATTRIBUTE" for kind, *_ in overlays(made)) == count


@pytest.mark.parametrize(
    ("group", "names"), [("attributes", ["color", "weight", "pages"]), ("traits", ["pages"])]
)
@pytest.mark.parametrize("strategy", ["POLY_SINGLE", "POLY_SPLIT"])
def test_a_kind_shares_the_array_of_its_general_kind(strategy: str, group: str, names: list[str]) -> None:
    isa = {
        "name": "book",
        "kind": "is-a",
        "from": {"entity": "Product"},
        "to": {"entity": "Book"},
        "strategy": strategy,
    }
    fields = [one for one in FIELDS if one["name"] in ("color", "weight")]
    book = {"name": "Book", "fields": [{"name": "pages", "type": "int", "variant_group": group}]}
    asked = [op(f"book {number}", entity="Book", filter=by("pages")) for number in (1, 2)]
    entities = [{"name": "Product", "fields": fields}, book]
    made = compiled(
        {"format": "nestlink/1", "name": "Shop", "database": "shop", "entities": entities, "relationships": [isa],
         "operations": [*TWICE, *asked, op("by color", entity="Book", filter=by("color"))]}
    )  # fmt: skip
    documents = [one for some in samples(made).values() for one in some if group in one]
    assert [one["k"] for one in documents[-1][group]] == names
    asks = statement(made, "book 1").filter[group]["$elemMatch"]
    assert asks["v"].path == f"{group}.{names.index('pages')}.v"
