"""Parts catalogue: lists of references, and which fields are worth copying (F06, F06b, F07, F08)."""

from typing import Any

from tests.compiler.library import Built, build, built, design, named, without

PART = {"_id:objectId", "partno:string", "name:string", "qty:int", "cost:double", "price:double"}
PRODUCT = {"_id:objectId", "name:string", "manufacturer:string", "catalog_number:int"}


def shared_parts(**changes: Any) -> Built:
    """Products and shared parts alone, without copies."""
    changed = design("parts_catalogue")
    changed["entities"] = without(changed["entities"], "SparePart")
    changed["relationships"] = without(changed["relationships"], "spare_parts")
    changed["operations"] = [item for item in changed["operations"] if item["entity"] != "SparePart"]
    del changed["layout"]
    parts = named(changed["relationships"], "parts")
    del parts["copies"]
    parts.update(changes)
    return build(changed)


def test_f06_a_product_lists_the_parts_that_are_its_own() -> None:
    plan = shared_parts(kind="one-to-many", to={"entity": "Part", "has": {"min": 1, "max": 1}})
    assert plan.chosen("parts") == ("B9", "CHILD_REFS")
    assert plan.shape("products") == PRODUCT | {"parts[]:objectId"}
    assert plan.shape("parts") == PART
    assert "catalog_number:1 unique" in plan.indexes("products")
    assert plan.rejected("parts")["EMBED_ARRAY"] == "G2"
    assert {"TWO_WAY_REFS", "PARENT_REF"} <= plan.rejected("parts").keys()


def test_f06_the_parts_of_a_product_are_fetched_by_their_ids() -> None:
    plan = shared_parts(kind="one-to-many", to={"entity": "Part", "has": {"min": 1, "max": 1}})
    fetches = [
        s for s in plan.statements(collection="parts") if isinstance((s["filter"] or {}).get("_id"), dict)
    ]
    assert any("$in" in s["filter"]["_id"] for s in fetches)


def test_f06b_shared_parts_take_the_same_form() -> None:
    plan = shared_parts()
    assert plan.chosen("parts") == ("C4b", "ONE_WAY_EMBED")
    assert plan.holders("parts") == {("products", "parts")}
    assert plan.shape("products") == PRODUCT | {"parts[]:objectId"}
    assert plan.shape("parts") == PART


def test_f07_the_name_of_a_part_is_copied_into_the_list() -> None:
    plan = built("parts_catalogue")
    assert plan.chosen("parts") == ("C4b", "ONE_WAY_EMBED")
    assert plan.copied("parts") == {"name": "eventual"}
    assert plan.shape("products") == PRODUCT | {"parts[].part_id:objectId", "parts[].name:string"}
    assert "parts.part_id:1" in plan.indexes("products")


def test_f07_the_quantity_is_not_worth_copying() -> None:
    findings = [f for f in built("parts_catalogue").plan["findings"] if "qty" in f["message"]]
    assert [f["code"] for f in findings] == ["L19"]


def test_f07_a_new_name_reaches_every_list() -> None:
    updates = [
        s
        for s in built("parts_catalogue").statements(op="updateMany", collection="products")
        if "parts.part_id" in (s["filter"] or {})
    ]
    assert updates and all(s["options"]["arrayFilters"] for s in updates)


def test_f07_role_naming_calls_the_reference_id() -> None:
    changed = design("parts_catalogue")
    changed["naming"] = {"references": "role"}
    assert "parts[].id:objectId" in build(changed).shape("products", "parts")


def test_f08_a_spare_part_carries_name_and_number_of_its_product() -> None:
    plan = built("parts_catalogue")
    assert plan.chosen("spare_parts") == ("B10", "PARENT_REF")
    assert plan.copied("spare_parts") == {"name": "eventual", "catalog_number": "immutable"}
    assert plan.shape("spare_parts") == PART | {
        "product_id:objectId",
        "product_name:string",
        "product_catalog_number:int",
    }
    assert plan.indexes("spare_parts") == {"partno:1 unique", "product_id:1"}


def test_f08_renaming_a_product_rewrites_its_spare_parts() -> None:
    updates = built("parts_catalogue").statements(op="updateMany", collection="spare_parts")
    assert any(
        set(s["filter"]) == {"product_id"} and set(s["update"]["$set"]) == {"product_name"} for s in updates
    )


def test_copies_equal_their_sources_in_the_examples() -> None:
    plan = built("parts_catalogue")
    names = {part["_id"]: part["name"] for part in plan.documents("parts")}
    assert all(
        names[item["part_id"]] == item["name"]
        for product in plan.documents("products")
        for item in product["parts"]
    )
    products = {product["_id"]: product for product in plan.documents("products")}
    for spare in plan.documents("spare_parts"):
        assert spare["product_name"] == products[spare["product_id"]]["name"]
        assert spare["product_catalog_number"] == products[spare["product_id"]]["catalog_number"]
