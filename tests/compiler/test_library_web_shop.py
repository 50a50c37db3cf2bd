"""Web shop: the e-commerce platform of the seed article (F17, F20, F21, F23, F25, F26a-c, F38)."""

from tests.compiler.library import built

ADDRESS = {"name", "line1", "line2", "city", "state", "postal_code", "country"}
PRODUCT = {
    "_id:objectId",
    "name:string",
    "slug:string",
    "brand:string",
    "category:string",
    "subcategory:string",
    "price:decimal",
    "sale_price:decimal",
    "currency:string",
    "inventory.in_stock:int",
    "inventory.reserved:int",
    "inventory.available:int",
    "attributes.color:string",
    "attributes.material:string",
    "attributes.weight_capacity:string",
    "attributes.dimensions.width:int",
    "attributes.dimensions.depth:int",
    "attributes.dimensions.height:int",
    "attributes.dimensions.unit:string",
    "images[].url:string",
    "images[].alt:string",
    "images[].is_primary:bool",
    "rating_summary.average:double",
    "rating_summary.count:int",
    *(f"rating_summary.distribution.{n}:int" for n in range(1, 6)),
    "seo.meta_title:string",
    "seo.meta_description:string",
    "seo.keywords[]:string",
    "created_at:date",
    "updated_at:date",
}
CUSTOMER = {
    "_id:objectId",
    "email:string",
    "password_hash:string",
    "name.first:string",
    "name.last:string",
    "addresses[].id:string",
    "addresses[].type:string",
    "addresses[].is_default:bool",
    "addresses[].phone:string",
    *(f"addresses[].{n}:string" for n in ADDRESS),
    *(f"payment_methods[].{n}:string" for n in ("id", "type", "provider", "last_four", "billing_address_id")),
    "payment_methods[].is_default:bool",
    "payment_methods[].exp_month:int",
    "payment_methods[].exp_year:int",
    "recent_orders[].order_id:objectId",
    "recent_orders[].date:date",
    "recent_orders[].total:decimal",
    "recent_orders[].status:string",
    "wishlist[]:objectId",
    "account.status:string",
    "account.created_at:date",
    "account.last_login:date",
}
ORDER = {
    "_id:objectId",
    "customer_id:objectId",
    "customer_email:string",
    "customer_name.first:string",
    "customer_name.last:string",
    "order_number:string",
    "status:string",
    "items[].product_id:objectId",
    "items[].product_name:string",
    "items[].sku:string",
    "items[].price:decimal",
    "items[].quantity:int",
    "items[].subtotal:decimal",
    *(f"{part}.address.{n}:string" for part in ("billing", "shipping") for n in ADDRESS),
    "billing.payment.method:string",
    "billing.payment.last_four:string",
    "billing.payment.transaction_id:string",
    "shipping.method:string",
    "shipping.cost:decimal",
    "shipping.carrier:string",
    "shipping.tracking_number:string",
    *(f"dates.{n}:date" for n in ("created", "updated", "shipped", "delivered")),
    *(f"totals.{n}:decimal" for n in ("subtotal", "tax", "shipping", "discount", "grand_total")),
}


def test_f26a_a_product_is_one_document() -> None:
    plan = built("web_shop")
    for part in ("inventory", "attributes", "dimensions", "rating_summary", "seo"):
        assert plan.chosen(part) == ("A3", "EMBED_ONE")
    assert plan.chosen("images") == ("B7", "EMBED_ARRAY")
    assert {leaf for leaf in plan.shape("products") if not leaf.startswith("sales_metrics.")} == PRODUCT


def test_f26a_reviews_are_elsewhere() -> None:
    plan = built("web_shop")
    assert plan.chosen("reviews") == ("B5", "PARENT_REF")
    assert plan.indexes("reviews") == {"product_id:1,date:-1"}


def test_f26a_f20_products_are_found_by_slug_and_listed_by_category() -> None:
    assert built("web_shop").indexes("products") == {"slug:1 unique", "category:1,price:-1"}


def test_f17_figures_are_computed_when_written_or_every_hour() -> None:
    plan = built("web_shop")
    fields = {f for o in plan.plan["entity_overlays"] if o["kind"] == "COMPUTED" for f in o["fields"]}
    assert {"available", "average", "count", "conversion_rate"} <= {f.split(".")[-1] for f in fields}
    assert {
        "sales_metrics.views_last_7_days:int",
        "sales_metrics.conversion_rate:double",
        "sales_metrics.revenue_last_30_days:decimal",
    } <= plan.shape("products")


def test_f17_formulas_hold_in_the_examples() -> None:
    for product in built("web_shop").documents("products"):
        stock, rating = product["inventory"], product["rating_summary"]
        assert stock["available"] == stock["in_stock"] - stock["reserved"] >= 0
        assert rating["count"] == sum(rating["distribution"].values())


def test_f21_sessions_are_gone_after_thirty_days() -> None:
    plan = built("web_shop")
    assert plan.entity_overlay("Session", "TTL")["collection"] == "session_data"
    assert plan.shape("session_data") == {"_id:objectId", "lastModified:date"}
    assert plan.indexes("session_data") == {"lastModified:1 ttl 2592000"}


def test_f23_reserving_changes_both_figures_and_only_if_one_is_left() -> None:
    (reserve,) = built("web_shop").statements("operation:reserve a unit", writes=True)
    assert reserve["op"] == "updateOne" and set(reserve["filter"]) == {"_id", "inventory.available"}
    assert set(reserve["filter"]["inventory.available"]) == {"$gte"}
    assert reserve["update"] == {"$inc": {"inventory.reserved": 1, "inventory.available": -1}}


def test_f23_a_sale_takes_the_unit_out_of_stock_and_reservation() -> None:
    (sale,) = built("web_shop").statements("operation:ship a reserved unit", writes=True)
    assert sale["update"] == {"$inc": {"inventory.in_stock": -1, "inventory.reserved": -1}}


def test_f25_reading_and_updating_is_one_step() -> None:
    (reserve,) = built("web_shop").statements("operation:reserve and show what is left", writes=True)
    assert reserve["op"] == "findOneAndUpdate"
    assert reserve["options"]["returnDocument"] == "after"
    assert "inventory.available" in reserve["filter"]


def test_f26b_a_customer_is_one_document() -> None:
    plan = built("web_shop")
    assert plan.chosen("addresses") == ("B7", "EMBED_ARRAY")
    assert plan.chosen("payment_methods") == ("B7", "EMBED_ARRAY")
    assert plan.chosen("billing_address") == ("B0", "ELEMENT_REF")
    assert plan.chosen("orders") == ("B3", "SUBSET")
    assert plan.chosen("wishlist") == ("C4a", "ONE_WAY_EMBED")
    assert plan.shape("customers") == CUSTOMER


def test_f26b_only_the_address_of_the_account_is_indexed() -> None:
    indexes = built("web_shop").indexes("customers")
    assert "email:1 unique" in indexes
    assert not any("addresses" in index or "payment" in index for index in indexes)


def test_f26b_the_status_of_a_recent_order_follows_the_order() -> None:
    plan = built("web_shop")
    assert plan.copied("orders")["status"] == "eventual"
    assert any(
        "recent_orders" in str(s["update"]) and "status" in str(s["update"])
        for s in plan.statements(collection="customers", writes=True)
    )


def test_f26b_a_billing_address_is_one_of_the_same_customer() -> None:
    plan = built("web_shop")
    for customer in plan.documents("customers"):
        ids = {address["id"] for address in customer["addresses"]}
        assert len(ids) == len(customer["addresses"])
        assert {
            m["billing_address_id"] for m in customer["payment_methods"] if "billing_address_id" in m
        } <= ids
    assert "billing_address_id" in plan.script("06")


def test_f26c_an_order_is_one_document() -> None:
    plan = built("web_shop")
    assert plan.chosen("items") == ("C2", "EMBED_LINK")
    assert plan.shape("orders") == ORDER
    assert {k: v for k, v in plan.copied("orders").items() if k in ("email", "name")} == {
        "email": "snapshot",
        "name": "snapshot",
    }


def test_f26c_f20_orders_are_found_by_number_customer_and_status() -> None:
    indexes = built("web_shop").indexes("orders")
    assert {"order_number:1 unique", "customer_id:1,dates.created:-1", "status:1,dates.created:-1"} <= indexes
    rest = indexes - {"order_number:1 unique", "customer_id:1,dates.created:-1", "status:1,dates.created:-1"}
    to_pack, to_archive = 'dates.created:1 partial {"status": "processing"}', "dates.created:1"
    assert rest == {to_pack, to_archive}


def test_f26c_the_sums_of_an_order_are_right() -> None:
    orders = built("web_shop").documents("orders")
    for order in orders:
        totals = order["totals"]
        assert all(item["subtotal"] == item["price"] * item["quantity"] for item in order["items"])
        assert totals["subtotal"] == sum(item["subtotal"] for item in order["items"])
        assert (
            totals["grand_total"]
            == totals["subtotal"] + totals["tax"] + totals["shipping"] - totals["discount"]
        )


def test_f26c_an_order_knows_its_customer_and_is_known_by_it() -> None:
    plan = built("web_shop")
    customers = {customer["_id"]: customer for customer in plan.documents("customers")}
    orders = {order["_id"]: order for order in plan.documents("orders")}
    for order in orders.values():
        customer = customers[order["customer_id"]]
        assert (order["customer_email"], order["customer_name"]) == (customer["email"], customer["name"])
    for customer in customers.values():
        for recent in customer["recent_orders"]:
            order = orders[recent["order_id"]]
            assert (recent["date"], recent["total"], recent["status"]) == (
                order["dates"]["created"],
                order["totals"]["grand_total"],
                order["status"],
            )


def test_f38_old_orders_move_to_an_archive() -> None:
    plan = built("web_shop")
    assert plan.entity_overlay("Order", "ARCHIVE")["collection"] == "orders"
    assert "inside.orders_archive.insertMany(oldOrders)" in plan.scripts()
