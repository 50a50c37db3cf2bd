"""Electronics store: the patterns of the seed article, one by one (F13-F16, F24, F28)."""

from tests.compiler.library import build, built, design, named


def test_f13_addresses_are_part_of_the_user() -> None:
    plan = built("electronics_store")
    assert plan.chosen("addresses") == ("B7", "EMBED_ARRAY")
    assert plan.shape("users") == {"_id:objectId", "name:string", "email:string"} | {
        f"addresses[].{name}:string" for name in ("type", "street", "city", "state", "zip")
    }
    assert plan.indexes("users") == {"email:1 unique"}


def test_f14_orders_refer_to_their_user() -> None:
    plan = built("electronics_store")
    assert plan.chosen("orders") == ("B5", "PARENT_REF")
    assert plan.rejected("orders")["CHILD_REFS"] == "G1"
    assert plan.indexes("orders") == {"user_id:1,order_date:-1"}


def test_f15_a_product_holds_its_latest_reviews() -> None:
    plan = built("electronics_store")
    assert plan.chosen("reviews") == ("B3", "SUBSET")
    shown = {"user:string", "rating:int", "comment:string", "date:date"}
    assert plan.shape("products", "recent_reviews") == {
        f"recent_reviews[].{leaf}" for leaf in shown | {"review_id:objectId"}
    }
    assert plan.shape("reviews") == shown | {"_id:objectId", "product_id:objectId"}
    assert plan.indexes("reviews") == {"product_id:1,date:-1"}
    assert plan.schema("products")["properties"]["recent_reviews"]["maxItems"] == 5


def test_f15_the_figures_about_reviews_are_kept_in_the_product() -> None:
    plan = built("electronics_store")
    overlay = plan.entity_overlay("Product", "COMPUTED")
    assert {"average_rating", "review_count"} <= set(overlay["fields"])
    assert {"average_rating:double", "review_count:int"} <= plan.shape("products")


def test_f15_a_new_review_reaches_list_and_figures_and_a_removed_one_is_refilled() -> None:
    plan = built("electronics_store")
    writes = plan.statements(collection="products", writes=True)
    assert any("recent_reviews" in str(s["update"]) for s in writes)
    assert any("review_count" in str(s["update"]) for s in writes)


def test_f16_order_lines_keep_name_and_price_of_the_day() -> None:
    plan = built("electronics_store")
    assert plan.chosen("items") == ("C2", "EMBED_LINK")
    assert plan.copied("items") == {"name": "snapshot", "price": "snapshot"}
    assert plan.shape("orders") == {
        "_id:objectId",
        "user_id:objectId",
        "order_date:date",
        "total_amount:decimal",
        "items[].product_id:objectId",
        "items[].product_name:string",
        "items[].price:decimal",
        "items[].quantity:int",
        "shipping.address:string",
        "shipping.method:string",
        "shipping.cost:decimal",
    }


def test_f16_a_snapshot_is_never_rewritten() -> None:
    plan = built("electronics_store")
    assert not plan.statements(op="updateMany", collection="orders")
    assert not any("items.product_id" in index for index in plan.indexes("orders"))


def test_f16_an_eventual_name_brings_its_index_and_its_sync() -> None:
    changed = design("electronics_store")
    items = named(changed["relationships"], "items")
    items["copies"][0] |= {"policy": "eventual", "reads_per_day": 1_000_000, "updates_per_day": 1}
    plan = build(changed)
    assert "items.product_id:1" in plan.indexes("orders")
    assert plan.statements(op="updateMany", collection="orders")


def test_f16_the_total_is_the_sum_of_the_lines_and_shipping_stays_aside() -> None:
    orders = built("electronics_store").documents("orders")
    assert all(order["items"] for order in orders)
    for order in orders:
        assert order["total_amount"] == sum(item["price"] * item["quantity"] for item in order["items"])


def test_f24_ids_of_orders_without_end_in_the_user_are_an_error() -> None:
    changed = design("electronics_store")
    named(changed["relationships"], "orders")["strategy"] = "CHILD_REFS"
    plan = build(changed)
    assert plan.chosen("orders") == ("forced", "CHILD_REFS")
    assert "L02" in plan.codes("error")
    assert "L02" not in built("electronics_store").codes()


def test_f28_products_are_validated_gently() -> None:
    plan = built("electronics_store")
    schema = plan.schema("products")
    assert schema["bsonType"] == "object" and set(schema["required"]) >= {"name", "price", "category"}
    assert schema["properties"]["name"]["bsonType"] == "string"
    price = schema["properties"]["price"]
    assert (price["bsonType"], price["minimum"]) == (["decimal", "int", "long"], 0)
    assert schema["properties"]["tags"]["items"]["bsonType"] == "string"
    created = plan.script("01")
    assert '"moderate"' in created and '"warn"' in created
