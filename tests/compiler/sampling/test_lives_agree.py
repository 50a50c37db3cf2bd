"""What one thing says of itself agrees: states with what is there, dates with their places, the last with the latest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.kinds.places import POSITIONS
from designs.compiler.sampling.values.pools import is_company
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.coherent_values import value_contradictions
from tests.compiler.sampling.test_coherence import model_of

Json = dict[str, Any]
STATUS = {"name": "status", "type": "string", "required": True}


def _field(name: str, type: str = "date", **more: Any) -> Json:
    return {"name": name, "type": type, **more}


def _has(parent: str, child: str) -> Json:
    ends = {"from": {"entity": parent}, "to": {"entity": child, "has": {"min": 1, "max": 1}}}
    return {"name": f"{child} of {parent}", "kind": "one-to-many", **ends}


def _world(*entities: Json, links: tuple[Json, ...] = (), operations: Sequence[Json] = ()) -> Records:
    source = {"format": "nestlink/1", "name": "Lives", "database": "lives", "operations": [*operations]}
    return world_of(compile_design(model_of({**source, "entities": [*entities], "relationships": [*links]})))


def _records(entity: Json) -> list[Json]:
    """Records of a thing of which there are several, since something has it."""
    records = _world(entity, {"name": "Office"}, links=(_has("Office", entity["name"]),))
    return [records.of(thing) for thing in records.world.things[entity["name"]]]


def test_who_is_on_leave_has_not_left_and_who_is_retired_has() -> None:
    states = {**STATUS, "enum": ["active", "leave", "retired"], "example": "active"}
    members = _records({"name": "Member", "fields": [states, _field("joined_on"), _field("left_on")]})
    assert [("left_on" in member) for member in members] == [
        member["status"] == "retired" for member in members
    ]
    assert {member["status"] for member in members} >= {"active", "retired"}


def test_a_failed_test_has_no_certificate_that_is_valid() -> None:
    result = _field("result", "string", required=True, enum=["pass", "fail"], example="pass")
    certificate = _field("certificate_number", "string")
    tests = _records({"name": "TheoryTest", "fields": [result, certificate, _field("valid_until")]})
    for test in tests:
        assert ("valid_until" in test, "certificate_number" in test) == ((test["result"] == "pass"),) * 2


def test_nothing_says_what_was_decided_before_it_is() -> None:
    states = {**STATUS, "enum": ["filed", "upheld", "dismissed"], "example": "filed"}
    appeals = _records({"name": "Appeal", "fields": [states, _field("decision_text", "string")]})
    decided = {appeal["status"]: appeal.get("decision_text") for appeal in appeals}
    assert decided["filed"] is None
    assert decided["upheld"] not in ("accepted", "rejected", "withdrawn")


def test_what_is_planned_was_not_measured() -> None:
    states = {**STATUS, "enum": ["planned", "brewing", "packaged"], "example": "packaged"}
    measured = _field("measured_og", "decimal", example={"$numberDecimal": "1.047"})
    batches = _records({"name": "Batch", "fields": [states, measured]})
    assert ("measured_og" in batches[0], batches[1]["status"], "measured_og" in batches[1]) == (
        True,
        "planned",
        False,
    )
    gravities = [float(batch["measured_og"].to_decimal()) for batch in batches if "measured_og" in batch]
    assert all(1.03 < gravity < 1.07 for gravity in gravities) and len(set(gravities)) > 1


def test_few_places_are_closed() -> None:
    fields = [_field("name", "string"), _field("address", "string"), _field("closed_on")]
    assert sum("closed_on" in centre for centre in _records({"name": "TestCentre", "fields": fields})) == 1


def test_the_last_result_is_that_of_the_last_inspection() -> None:
    results = {"type": "string", "enum": ["ok", "repair", "scrap"]}
    item = {"name": "Item", "fields": [{"name": "last_result", **results}]}
    inspection = {"name": "Inspection", "fields": [_field("done_at"), {"name": "result", **results}]}
    records = _world(item, inspection, links=(_has("Item", "Inspection"),))
    for thing in records.world.things["Item"]:
        rows = [pair.target for pair in records.world.links("Inspection of Item", "from", thing)]
        if rows:
            assert records.of(thing)["last_result"] == records.of(rows[-1])["result"]


def test_a_tax_return_comes_after_the_batches_that_it_is_made_of() -> None:
    """The examples say so; others follow the first sample."""
    filed = {
        "name": "TaxReturn",
        "fields": [_field("filed_at", example={"$date": "2026-07-07T10:00:00Z"})],
    }
    batch = {"name": "Batch", "fields": [_field("brewed_on", example={"$date": "2026-06-02T00:00:00Z"})]}
    records = _world(filed, batch, links=(_has("TaxReturn", "Batch"),))
    brewed = [records.of(thing)["brewed_on"] for thing in records.world.things["Batch"]]
    assert len(brewed) > 2 and {(day.year, day.month) for day in brewed} == {(2026, 6)}
    everything = [thing for things in records.world.things.values() for thing in things]
    assert [*value_contradictions(records, everything)] == []


def test_dates_lie_in_the_year_that_numbers_tell() -> None:
    number = _field("number", "string", example="R-2026-10412")
    bills = _records({"name": "Invoice", "fields": [number, _field("issued_on", required=True)]})
    assert {bill["issued_on"].year for bill in bills} == {2026}


def test_entries_of_a_log_follow_one_another_after_the_example() -> None:
    inner = [_field("at", example={"$date": "2026-07-04T22:20:00Z"}), _field("text", "string")]
    log = _field("log", "array", items={"type": "object", "fields": inner})
    for callout in _records({"name": "Callout", "fields": [log]}):
        first, second = (entry["at"] for entry in callout["log"])
        assert 0 < (second - first).total_seconds() <= 900


def test_births_stay_at_midnight_where_the_example_is() -> None:
    born = _field("date_of_birth", example={"$date": "2006-05-11T00:00:00Z"})
    candidates = _records({"name": "Candidate", "fields": [_field("name", "string"), born]})
    assert {candidate["date_of_birth"].hour for candidate in candidates} == {0}
    dead = _records(
        {"name": "Deceased", "fields": [_field("birth_date"), _field("death_date", required=True)]}
    )
    assert all(person["death_date"].year - person["birth_date"].year > 50 for person in dead)


def test_places_lie_where_their_address_says_else_near_the_example() -> None:
    point = _field("location", "object", fields=[_field("type", "string", enum=["Point"]), _pair()])
    address = _field("address", "string", example="Harehills Lane, Leeds LS8 5DR")
    phone = _field("phone", "string", example="+441134960000")
    index = {"indexes": [{"keys": [["location", "2dsphere"]]}]}
    for centre in _records({"name": "TestCentre", "fields": [address, phone, point], **index})[1:]:
        town = next(name for name in POSITIONS if name in centre["address"])
        assert all(
            abs(one - other) < 0.1
            for one, other in zip(centre["location"]["coordinates"], POSITIONS[town], strict=True)
        )
    shown = {**point, "example": {"type": "Point", "coordinates": [-72.69, 42.61]}}
    for station in _records({"name": "Station", "fields": [_field("name", "string"), shown], **index}):
        longitude, latitude = station["location"]["coordinates"]
        assert abs(longitude + 72.69) < 0.1 and abs(latitude - 42.61) < 0.1


def _pair() -> Json:
    return _field("coordinates", "array", items={"type": "double"}, min_items=2, max_items=2)


def test_payments_are_none_that_were_given_back() -> None:
    order = {"name": "Order", "fields": [_field("total", "decimal", required=True)]}
    method = _field("method", "string", required=True, enum=["card", "voucher", "refund"])
    payment = {"name": "Payment", "fields": [_field("amount", "decimal", required=True), method]}
    records = _world(order, payment, links=(_has("Order", "Payment"),))
    assert "refund" not in {records.of(each)["method"] for each in records.world.things["Payment"]}


def test_a_line_has_the_price_of_its_article_which_is_bought_for_less() -> None:
    article = {"name": "Article", "fields": [_field("price", "decimal", required=True)]}
    line = [_field("quantity", "int", required=True), _field("unit_price", "decimal", required=True)]
    bought = [_field("purchase_price", "decimal", required=True)]
    links = [
        {"name": "lines", "kind": "many-to-many", "from": {"entity": "Invoice"}, "link_fields": line},
        {"name": "supplies", "kind": "many-to-many", "from": {"entity": "Supplier"}, "link_fields": bought},
    ]
    to = {"to": {"entity": "Article"}}
    ends = tuple({**link, **to} for link in links)
    records = _world(article, {"name": "Invoice"}, {"name": "Supplier"}, links=ends)
    for thing in records.world.things["Article"]:
        price = records.of(thing)["price"].to_decimal()
        for pair in records.world.links("lines", "to", thing):
            assert records.of(pair)["unit_price"].to_decimal() == price
        for pair in records.world.links("supplies", "to", thing):
            assert 0 < records.of(pair)["purchase_price"].to_decimal() < price


def test_owners_share_a_building_out_and_keep_the_example() -> None:
    share = _field("share", "decimal", required=True, example={"$numberDecimal": "0.50"})
    owned = {
        "name": "owned",
        "kind": "many-to-many",
        "from": {"entity": "Owner"},
        "to": {"entity": "Building"},
    }
    records = _world({"name": "Owner"}, {"name": "Building"}, links=({**owned, "link_fields": [share]},))
    sums = []
    for building in records.world.things["Building"]:
        links = records.world.links("owned", "to", building)
        shares = [records.of(link)["share"].to_decimal() for link in links]
        sums += [sum(shares)] if links and all(link.number for link in links) else []
    assert sums and set(sums) == {1}


def test_a_business_customer_is_a_company() -> None:
    customer = {"name": "Customer", "fields": [_field("name", "string", required=True)]}
    kinds = [
        {"name": "PrivateCustomer", "fields": []},
        {"name": "BusinessCustomer", "fields": [_field("vat_id", "string")]},
    ]
    links = tuple(
        {"name": kind["name"], "kind": "is-a", "from": {"entity": "Customer"}, "to": {"entity": kind["name"]}}
        for kind in kinds
    )
    records = _world(customer, *kinds, links=links)
    firms = {records.of(thing)["name"] for thing in records.world.things["BusinessCustomer"]}
    people = {records.of(thing)["name"] for thing in records.world.things["PrivateCustomer"]}
    assert firms and all(map(is_company, firms)) and people and not any(map(is_company, people))
