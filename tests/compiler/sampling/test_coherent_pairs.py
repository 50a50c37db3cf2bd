"""The values of one thing agree with one another: nights with dates, net with gross, states with what has happened."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from designs.compiler.sampling.records import Records
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling import coherence
from tests.compiler.sampling.coherent_pairs import pair_contradictions
from tests.compiler.sampling.test_coherence import model_of

Record = dict[str, Any]


def _fields(text: str) -> list[Record]:
    """Fields as ``name:type``; an exclamation mark for a required one."""
    pairs = [part.split(":") for part in text.split()]
    return [
        {"name": name, "type": kind.rstrip("!"), **({"required": True} if kind.endswith("!") else {})}
        for name, kind in pairs
    ]


def _enum(name: str, options: str) -> Record:
    return {"name": name, "type": "string", "required": True, "enum": options.split()}


def _of(name: str, parent: str, child: str) -> Record:
    has = {"min": 1, "max": 1}
    return {
        "name": name,
        "kind": "one-to-many",
        "from": {"entity": parent},
        "to": {"entity": child, "has": has},
    }


EVENTS = {
    "name": "events",
    "type": "array",
    "items": {"type": "object", "fields": _fields("at:date place:string")},
}
IMAGES = {
    "name": "images",
    "type": "array",
    "items": {"type": "object", "fields": _fields("url:string mime_type:string")},
}
SHOP: Record = {
    "format": "nestlink/1",
    "name": "Pairs",
    "database": "pairs",
    "entities": [
        {"name": "Seller", "fields": _fields("legal_name:string iban:string")},
        {"name": "Payout", "fields": _fields("period_start:date! period_end:date! gross:decimal! commission:decimal! net:decimal! iban:string sent_at:date")},
        {"name": "Order", "fields": _fields("placed_at:date! total:decimal!")},
        {"name": "OrderLine", "fields": _fields("quantity:int! unit_price:decimal!")},
        {"name": "Payment", "fields": _fields("amount:decimal!")},
        {"name": "Refund", "fields": _fields("amount:decimal!")},
        {"name": "Purchase", "fields": _fields("amount:decimal! tax:decimal total:decimal!")},
        {"name": "Stay", "fields": _fields("check_in:date! check_out:date! nights:int")},
        {"name": "Rental", "fields": _fields("check_out:date! check_in:date odometer_out:int odometer_in:int")},
        {"name": "DailyStat", "fields": _fields("min:double max:double avg:double low_price:int high_price:int")},
        {"name": "Version", "fields": [_enum("status", "uploaded in_review approved rejected live retired"), *_fields("submitted_at:date released_at:date")]},
        {"name": "Shipment", "fields": [*_fields("shipped_at:date delivered_at:date"), EVENTS]},
        {"name": "Repair", "fields": _fields("opened_at:date! closed_at:date labour_cost:decimal parts_cost:decimal tax:decimal total:decimal")},
        {"name": "WorkLog", "fields": _fields("started_at:date! ended_at:date minutes:int")},
        {"name": "Technician", "fields": _fields("name:string")},
        {"name": "RoomType", "fields": [*_fields("max_occupancy:int beds:string check_in_from:string check_out_until:string"), IMAGES]},
        {"name": "ExchangeRate", "fields": _fields("base:string! quote:string! rate:decimal!")},
        {"name": "SensorType", "fields": [_enum("quantity", "temperature vibration light"), *_fields("unit:string")]},
        {"name": "Alarm", "fields": _fields("message:string")},
        {"name": "Review", "fields": _fields("stars:int reply:string")},
    ],
    "relationships": [
        _of("payouts", "Seller", "Payout"),
        _of("lines", "Order", "OrderLine"),
        _of("payments", "Order", "Payment"),
        _of("refunds", "Order", "Refund"),
        _of("logs", "Repair", "WorkLog"),
        {"name": "assigned", "kind": "many-to-many", "from": {"entity": "Repair"}, "to": {"entity": "Technician"},
         "link_fields": _fields("assigned_at:date")},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def shop() -> Records:
    return coherence.world_of(compile_design(model_of(SHOP)))


def all_of(shop: Records, entity: str) -> list[Record]:
    """The records of the things of an entity."""
    return [shop.of(thing) for thing in shop.world.things[entity]]


def number(value: Any) -> float:
    """A decimal as a number."""
    return float(value.to_decimal())


def test_the_measure_finds_nothing(shop: Records) -> None:
    everything = [thing for things in shop.world.things.values() for thing in things]
    assert [one for thing in everything for one in pair_contradictions(shop, thing)] == []


def test_nights_are_the_days_between_two_dates(shop: Records) -> None:
    for stay in all_of(shop, "Stay"):
        assert (stay["check_out"].date() - stay["check_in"].date()).days == stay["nights"] > 0


def test_a_car_that_is_checked_out_comes_in_later(shop: Records) -> None:
    """The other way round than a guest: what is declared first comes first."""
    for rental in all_of(shop, "Rental"):
        assert rental["check_out"] < rental["check_in"] and rental["odometer_out"] <= rental["odometer_in"]


def test_the_least_is_no_more_than_the_most(shop: Records) -> None:
    for stat in all_of(shop, "DailyStat"):
        assert stat["min"] <= stat["avg"] <= stat["max"] and stat["low_price"] <= stat["high_price"]


def test_amounts_add_up(shop: Records) -> None:
    for payout in all_of(shop, "Payout"):
        assert number(payout["net"]) == pytest.approx(number(payout["gross"]) - number(payout["commission"]))
    for purchase in all_of(shop, "Purchase"):
        assert number(purchase["total"]) == pytest.approx(
            number(purchase["amount"]) + number(purchase["tax"])
        )
    for repair in all_of(shop, "Repair"):
        parts = [number(repair[name]) for name in ("labour_cost", "parts_cost", "tax")]
        assert number(repair["total"]) == pytest.approx(sum(parts))


def test_payments_and_refunds_are_no_more_than_the_order(shop: Records) -> None:
    for order in shop.world.things["Order"]:
        total = number(shop.of(order)["total"])
        for name in ("payments", "refunds"):
            paid = [number(shop.of(pair.target)["amount"]) for pair in shop.world.links(name, "from", order)]
            assert sum(paid) <= total + 0.001 and all(amount > 0 for amount in paid)


def test_a_payout_goes_to_the_sellers_account_after_its_period(shop: Records) -> None:
    for payout in shop.world.things["Payout"]:
        record = shop.of(payout)
        assert record["iban"] == shop.of(shop.world.links("payouts", "to", payout)[0].source)["iban"]
        assert (
            record["period_start"]
            < record["period_end"]
            < record.get("sent_at", datetime.max.replace(tzinfo=record["period_end"].tzinfo))
        )


def test_only_what_is_out_was_released_and_after_it_was_submitted(shop: Records) -> None:
    versions = all_of(shop, "Version")
    released = [version for version in versions if "released_at" in version]
    assert released and all(version["status"] in ("live", "retired") for version in released)
    assert all(version["submitted_at"] < version["released_at"] for version in released)


def test_a_parcel_is_seen_on_its_way_after_it_was_shipped(shop: Records) -> None:
    for shipment in all_of(shop, "Shipment"):
        seen = [event["at"] for event in shipment["events"]]
        moments = [shipment["shipped_at"], *seen, shipment["delivered_at"]]
        assert all(one < other for one, other in pairwise(moments))


def test_a_repair_is_closed_after_the_work_on_it_and_assigned_after_it_was_opened(shop: Records) -> None:
    for repair in shop.world.things["Repair"]:
        record = shop.of(repair)
        logs = [shop.of(pair.target) for pair in shop.world.links("logs", "from", repair)]
        assert all(log["ended_at"] <= record["closed_at"] for log in logs)
        assert all(
            (log["ended_at"] - log["started_at"]).total_seconds() == 60 * log["minutes"] for log in logs
        )
        links = shop.world.links("assigned", "from", repair)
        assert links and all(record["opened_at"] < shop.of(link)["assigned_at"] for link in links)


def test_words_and_ranges_are_those_of_the_thing(shop: Records) -> None:
    for kind in all_of(shop, "RoomType"):
        assert kind["max_occupancy"] <= 6 and "bed" in kind["beds"]
        assert kind["check_in_from"][2:] == kind["check_out_until"][2:] == ":00"
        assert all(image["mime_type"].startswith("image/") for image in kind["images"])
    for rate in all_of(shop, "ExchangeRate"):
        assert rate["base"] != rate["quote"] and len(rate["base"]) == len(rate["quote"]) == 3
    units = {"temperature": "°C", "vibration": "mm/s", "light": "lx"}
    for kind in all_of(shop, "SensorType"):
        assert kind["unit"] == units[kind["quantity"]]
    assert not any("invoice" in alarm["message"] for alarm in all_of(shop, "Alarm"))
    assert not any("Settings" in review["reply"] for review in all_of(shop, "Review"))
