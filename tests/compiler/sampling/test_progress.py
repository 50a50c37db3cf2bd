"""How far things of the sample have come, as what belongs to them and what they belong to say."""

from __future__ import annotations

from typing import Any

from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.kinds.people import looks_like_person
from tests.compiler.sampling.test_lives_agree import _field, _has, _world

Json = dict[str, Any]


def _thing(name: str, *fields: Json, state: str = "") -> Json:
    listed = [_field("state", "string", required=True, enum=state.split())] if state else []
    return {"name": name, "fields": [*listed, *fields]}


def _once(parent: str, child: str) -> Json:
    return _has(parent, child) | {"kind": "one-to-one"}


def _of(records: Records, parent: str, child: str) -> list[tuple[Json, Json]]:
    """The records of a parent and of what belongs to it, pair by pair."""
    links = records.world.things[parent]
    pairs = [pair for each in links for pair in records.world.links(f"{child} of {parent}", "from", each)]
    return [(records.of(pair.source), records.of(pair.target)) for pair in pairs]


def test_what_goes_one_way_does_not_go_another() -> None:
    item = _thing("FoundItem", _field("found_on"), state="stored handed_over auctioned destroyed")
    handover, lot = (
        _thing("Handover", _field("handed_over_at")),
        _thing("AuctionLot", _field("lot_no", "int")),
    )
    records = _world(
        item, handover, lot, links=(_once("FoundItem", "Handover"), _once("FoundItem", "AuctionLot"))
    )
    handed = [item for item, _ in _of(records, "FoundItem", "Handover")]
    sold = [item for item, _ in _of(records, "FoundItem", "AuctionLot")]
    assert handed and {item["state"] for item in handed} == {"handed_over"}
    assert sold and {item["state"] for item in sold} == {"auctioned"}


def test_what_has_results_is_more_than_asked_for() -> None:
    order = _thing("LabOrder", _field("asked_at"), state="requested in_progress completed")
    sample, result = _thing("Sample", _field("taken_at")), _thing("Result", _field("measured_at"))
    records = _world(order, sample, result, links=(_has("LabOrder", "Sample"), _has("Sample", "Result")))
    of_results = {sample["_id"] for sample, _ in _of(records, "Sample", "Result")}
    states = {
        order["state"] for order, sample in _of(records, "LabOrder", "Sample") if sample["_id"] in of_results
    }
    assert states and "requested" not in states


def test_parts_are_as_far_as_what_they_are_part_of() -> None:
    project = _thing("Project", _field("title", "string"), state="planned active closed")
    job = _thing("Job", _field("title", "string"), state="open running done")
    records = _world(project, job, links=(_has("Project", "Job"),))
    seen = {(project["state"], job["state"]) for project, job in _of(records, "Project", "Job")}
    assert seen
    assert not seen & {("closed", "open"), ("closed", "running"), ("planned", "done"), ("planned", "running")}


def test_nothing_is_sold_for_less_than_its_reserve_nor_unsold_for_a_price() -> None:
    prices = [_field("reserve_price", "decimal", required=True), _field("hammer_price", "decimal")]
    records = _world(
        _thing("Auction", _field("held_on")),
        _thing("Lot", *prices, state="open sold passed"),
        links=(_has("Auction", "Lot"),),
    )
    lots = [lot for _, lot in _of(records, "Auction", "Lot")]
    assert any("hammer_price" in lot for lot in lots)
    for lot in lots:
        assert ("hammer_price" not in lot) or lot["state"] == "sold"
        assert (
            "hammer_price" not in lot or lot["hammer_price"].to_decimal() >= lot["reserve_price"].to_decimal()
        )


def test_bids_come_before_the_end_of_what_is_bid_for() -> None:
    lot = _thing("Lot", _field("closed_at", required=True))
    bid = _thing("Bid", _field("placed_at", required=True)) | {"kind": "event"}
    records = _world(lot, bid, links=(_has("Lot", "Bid"),))
    assert all(bid["placed_at"] <= lot["closed_at"] for lot, bid in _of(records, "Lot", "Bid"))


def test_what_happens_on_a_tour_that_is_under_way_does_so_on_its_day() -> None:
    tour = _thing("Tour", _field("started_at"), _field("finished_at"), state="planned under_way finished")
    stop = _thing("Emptying", _field("emptied_at", required=True)) | {"kind": "event"}
    bins = _thing("Bin", _field("placed_on", required=True))
    records = _world(tour, bins, stop, links=(_has("Tour", "Emptying"), _has("Bin", "Emptying")))
    pairs = [(tour, stop) for tour, stop in _of(records, "Tour", "Emptying") if tour["state"] == "under_way"]
    assert pairs
    assert all((stop["emptied_at"] - tour["started_at"]).days == 0 for tour, stop in pairs)


def test_reports_are_signed_by_those_who_work_there() -> None:
    steps = _field(
        "steps", "array", items={"type": "object", "fields": [_field("by", "string"), _field("at")]}
    )
    report = _thing("Report", _field("signed_by", "string", required=True), steps)
    clinician = _thing("Clinician", _field("name", "string", required=True))
    records = _world(
        _thing("Ward", _field("name", "string")),
        clinician,
        report,
        links=(_has("Ward", "Clinician"), _has("Ward", "Report")),
    )
    names = {clinician["name"] for _, clinician in _of(records, "Ward", "Clinician")}
    for _, report in _of(records, "Ward", "Report"):
        assert report["signed_by"] in names
        assert {step["by"] for step in report["steps"]} <= names


def test_who_is_called_like_a_person_is_one_and_so_are_others() -> None:
    """The mail of the example has its name: no Imogen Clarke 2 follows."""
    fields = [
        _field("name", "string", example="Imogen Clarke"),
        _field("email", "string", example="imogen.clarke@hartwell.example"),
    ]
    records = _world(_thing("Specialist", *fields), _thing("Hall"), links=(_has("Hall", "Specialist"),))
    names = [each["name"] for _, each in _of(records, "Hall", "Specialist")]
    assert names[0] == "Imogen Clarke" and not any(
        name.startswith("Imogen") or name[-1].isdigit() for name in names[1:]
    )


def test_what_repeats_something_repeats_what_was_before() -> None:
    ends = {
        "from": {"entity": "Complaint", "field": "repeats"},
        "to": {"entity": "Complaint", "field": "repeated_by"},
    }
    link = {"name": "repeats", "kind": "graph", **ends}
    records = _world(_thing("Complaint", _field("received_at", required=True)), links=(link,))
    pairs = [
        pair
        for each in records.world.things["Complaint"]
        for pair in records.world.links("repeats", "from", each)
    ]
    assert pairs and all(pair.target.number < pair.source.number for pair in pairs)


def test_who_advises_is_a_person_and_a_business_client_a_company() -> None:
    adviser = _thing("Adviser", _field("name", "string", required=True))
    records = _world(adviser, _thing("Office"), links=(_has("Office", "Adviser"),))
    assert all(looks_like_person(each["name"]) for _, each in _of(records, "Office", "Adviser"))
    client = _thing("Client", _field("display_name", "string", required=True))
    kinds = [
        {"name": name, "kind": "is-a", "from": {"entity": "Client"}, "to": {"entity": name}}
        for name in ("PrivateClient", "BusinessClient")
    ]
    world = _world(
        client,
        _thing("PrivateClient", _field("born_on")),
        _thing("BusinessClient", _field("turnover", "int")),
        links=tuple(kinds),
    )
    for kind, is_one in (("PrivateClient", True), ("BusinessClient", False)):
        names = [world.of(each)["display_name"] for each in world.world.everywhere(kind)]
        assert names and all(looks_like_person(name) is is_one for name in names)


def test_what_is_under_way_has_no_certificate() -> None:
    check = _thing("Inspection", _field("planned_for"), state="planned in_progress approved")
    records = _world(_thing("Crane", _field("plate", "string")), check, _thing("Certificate", _field("issued_on")),
                     links=(_has("Crane", "Inspection"), _once("Inspection", "Certificate")))  # fmt: skip
    states = {inspection["state"] for inspection, _ in _of(records, "Inspection", "Certificate")}
    assert states == {"approved"}


def test_few_of_several_consents_are_withdrawn() -> None:
    consent = {"type": "object", "fields": [_field("given_at", required=True), _field("withdrawn_at")]}
    records = _world(
        _thing("Patient", _field("consents", "array", items=consent)),
        _thing("Ward"),
        links=(_has("Ward", "Patient"),),
    )
    rows = [row for _, patient in _of(records, "Ward", "Patient") for row in patient["consents"]]
    assert 0 < len([row for row in rows if "withdrawn_at" in row]) < len(rows) / 2


def test_what_is_meant_for_a_day_is_done_about_then() -> None:
    order = _thing(
        "Order", _field("deliver_on", required=True), _field("delivered_at"), state="open loaded delivered"
    )
    records = _world(_thing("Route", _field("code", "string")), order, links=(_has("Route", "Order"),))
    done = [order for _, order in _of(records, "Route", "Order") if "delivered_at" in order]
    assert done and all(abs((order["delivered_at"] - order["deliver_on"]).days) <= 2 for order in done)


def test_dates_of_one_meaning_come_as_they_are_declared() -> None:
    fields = [_field(name, required=True) for name in ("scheduled_in", "scheduled_out", "call", "wrap")]
    records = _world(
        _thing("Stand", _field("code", "string")),
        _thing("Turnaround", *fields),
        links=(_has("Stand", "Turnaround"),),
    )
    for _, turn in _of(records, "Stand", "Turnaround"):
        assert turn["scheduled_in"] < turn["scheduled_out"] and turn["call"] < turn["wrap"]
