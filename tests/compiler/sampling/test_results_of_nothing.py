"""Results that have no value in the examples: null, as the functions store them, required or not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.exporters import documents
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import design_of
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link

Json = dict[str, Any]
FORMULAS = {"middle": "avg(ratings.stars)", "best": "max(ratings.stars)", "share": "total / often",
            "total": "sum(ratings.stars)", "often": "count(ratings)"}  # fmt: skip


def design(strategy: str, required: bool, most: int = 0) -> Compilation:
    """Products of which none has a rating, or each has one."""
    results = [
        field(name, "double", required=required, computed={"formula": formula, "refresh": "on-write"})
        for name, formula in FORMULAS.items()
    ]
    has = {"min": most, "average": most, "max": most}
    ends = end("Product", None, field="ratings") | {"has": has}, end("Rating", 1, field="product_id")
    source = {
        "format": "nestlink/1", "name": "Rated", "database": "rated",
        "entities": [entity("Product", field("name"), *results), entity("Rating", field("stars", "int", required=True))],
        "relationships": [link("rates", "one-to-many", *ends, strategy=strategy)],
    }  # fmt: skip
    model = read(json.dumps(source)).value
    assert model is not None
    return compile_design(model)


@pytest.mark.parametrize("required", [True, False])
def test_what_has_no_value_is_null_and_passes(required: bool) -> None:
    compilation = design("EMBED_ARRAY", required)
    schema = next(one for one in compilation.plan.collections if one.name == "products").validator
    assert schema is not None
    for product in samples(compilation)["products"]:
        assert {name: product[name] for name in FORMULAS} == {
            "middle": None, "best": None, "share": None, "total": 0, "often": 0
        }  # fmt: skip
        assert not list(complaints(schema["$jsonSchema"], product))
        for name in ("total", "often"):
            assert list(complaints(schema["$jsonSchema"], {**product, name: None}))


def test_the_last_product_of_a_shop_has_no_review() -> None:
    """Its average is there and null, in a slice's parent."""
    product = samples(design_of("electronics_store"))["products"][-1]
    assert product["review_count"] == 0 and product["average_rating"] is None


@pytest.mark.parametrize("required", [True, False])
def test_what_has_a_value_shows_it(required: bool) -> None:
    for product in samples(design("PARENT_REF", required, 1))["products"]:
        assert not [name for name in FORMULAS if product[name] is None]


def test_the_examples_say_where_null_is_meant() -> None:
    found = documents.render(design("PARENT_REF", True))
    text = next(one.text for one in found if "products" in one.path)
    lines = " ".join(text.split())
    assert "avg(ratings.stars); null if there's nothing to compute it from" in lines
    assert "sum(ratings.stars);" not in lines and "sum(ratings.stars)" in lines


def test_a_copy_may_be_null_where_its_source_may() -> None:
    """A sale repeats what its product stores: the average, which there may be none of, and the sum."""
    names = ("middle", "total")
    copies = [{"field": name, "of": "from", "as": name, "policy": "snapshot"} for name in names]
    results = [
        field(name, "double", required=True, computed={"formula": FORMULAS[name], "refresh": "on-write"})
        for name in names
    ]
    must = {"has": {"min": 1, "max": 1}}
    source = {
        "format": "nestlink/1", "name": "Sold", "database": "sold",
        "entities": [
            entity("Product", field("name"), *results), entity("Rating", field("stars", "int", required=True)), entity("Sale", field("at", "date")),
        ],
        "relationships": [
            link("rates", "one-to-many", end("Product", None, field="ratings"), end("Rating", 1, field="product_id"), strategy="PARENT_REF"),
            link("sales", "one-to-many", end("Product", None, field="sales"), {**end("Sale", field="product_id"), **must}, strategy="PARENT_REF", copies=copies),
        ],
    }  # fmt: skip
    model = read(json.dumps(source)).value
    assert model is not None
    sold = next(one for one in compile_design(model).plan.collections if one.name == "sales")
    told = {one.name: (one.types, one.empty, one.required) for one in sold.fields if one.name in names}
    assert told == {"middle": (("double",), True, True), "total": (("double",), False, True)}
    assert sold.validator is not None
    properties = sold.validator["$jsonSchema"]["properties"]
    assert "null" in properties["middle"]["bsonType"] and "null" not in properties["total"]["bsonType"]
