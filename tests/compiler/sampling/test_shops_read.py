"""Samples of the library's shops and of its theatre, read as those of the trade would. Each test names a class of wrongs, not the
values."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from tests.compiler.compiled import design_of
from tests.compiler.in_parts import laid_out
from tests.compiler.sampling.test_coherence import model_of, told_of


def _documents(name: str) -> dict[str, list[dict[str, Any]]]:
    return samples(design_of(name))


@pytest.mark.parametrize(
    "name",
    ["web_shop", "electronics_store", "department_store", "city_theatre", "bookshop", "university", "blog"],
)
def test_nothing_contradicts_itself(name: str) -> None:
    assert told_of(design_of(name)) == []


def test_an_order_goes_to_whom_it_is_of() -> None:
    shop = _documents("web_shop")
    addresses = {each["_id"]: each["addresses"] for each in shop["customers"]}
    for order in shop["orders"]:
        whole = f"{order['customer_name']['first']} {order['customer_name']['last']}"
        for part in (order["billing"]["address"], order["shipping"]["address"]):
            assert part["name"] == whole
            assert part["line1"] in {each["line1"] for each in addresses[order["customer_id"]]}


def test_an_order_that_is_not_sent_has_no_date_on_which_it_was() -> None:
    for order in _documents("web_shop")["orders"]:
        if order["status"] in ("pending", "processing", "cancelled"):
            assert order["dates"].keys() == {"created", "updated"}
            assert "tracking_number" not in order["shipping"]
        assert plain(order["totals"]["shipping"]) == plain(order["shipping"]["cost"])


def test_goods_are_numbered_and_searched_like_what_they_are() -> None:
    shop = _documents("web_shop")
    numbers: dict[Any, set[str]] = {}
    for order in shop["orders"]:
        for line in order["items"]:
            numbers.setdefault(line["product_id"], set()).add(line["sku"])
            first = line["sku"].partition("-")[0].casefold()
            assert any(word.startswith(first) for word in line["product_name"].casefold().split())
    assert all(len(each) == 1 for each in numbers.values())
    for product in shop["products"]:
        words = {*product["name"].casefold().split()}
        assert all({*phrase.split()} & words for phrase in product["seo"]["keywords"])
    for product in _documents("electronics_store")["products"][1:]:
        assert all(tag in product["name"].casefold() for tag in product["tags"])


def test_a_better_seat_is_dearer_and_subtitles_are_in_another_language() -> None:
    house = _documents("city_theatre")
    now = {
        each["category"]: plain(each["price"]) for each in house["ticket_prices"] if each["valid_to"] is None
    }
    assert (now["Concession"] or 0) < (now["Stalls"] or 0)
    for show in house["shows"]:
        said = {each["k"]: each["v"] for each in show["features"]}
        assert said["language"] != said["subtitles"]


_CARD = [
    {"name": "type", "type": "string", "required": True, "enum": ["card", "bank_transfer"]},
    {"name": "last4", "type": "string", "max_length": 4},
    {"name": "exp_year", "type": "int"},
]


def test_only_a_card_has_the_number_of_one() -> None:
    entities = [{"name": "PaymentMethod", "count": 9, "fields": _CARD}]
    source = {"format": "nestlink/1", "name": "Any", "database": "any", "entities": entities}
    (documents,) = samples(laid_out(model_of(source))).values()
    assert {each["type"] for each in documents} > {"card"}
    assert all(each["type"] == "card" or each.keys() == {"_id", "type"} for each in documents)


def test_a_shop_of_one_trade_sells_its_goods() -> None:
    products = _documents("electronics_store")["products"]
    assert {each["category"] for each in products} == {"Electronics"}
    assert not any(
        name.startswith("Product ")
        for each in _documents("parts_catalogue")["products"]
        if (name := each["name"])
    )
