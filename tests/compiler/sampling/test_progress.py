"""How far things of the sample have come, as what belongs to them and what they belong to say."""

from __future__ import annotations

from typing import Any

from designs.compiler.sampling.records import Records
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
