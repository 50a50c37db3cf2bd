"""Dates that say until when, beside those that say from when: in one document, in a link, and along relationships."""

from __future__ import annotations

from typing import Any

from designs.compiler.sampling.records import Records
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.test_coherence import model_of


def _date(name: str, example: str = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "type": "date", **({"example": example} if example else {}), **more}


def _world(*entities: dict[str, Any], links: tuple[dict[str, Any], ...]) -> Records:
    source = {
        "format": "nestlink/1",
        "name": "Lasting",
        "database": "lasting",
        "entities": [*entities],
        "relationships": [*links],
    }
    return world_of(compile_design(model_of(source)))


def _entity(name: str, *fields: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "fields": [{"name": "label", "type": "string"}, *fields]}


def _has(parent: str, child: str, name: str = "has") -> dict[str, Any]:
    return {"name": name, "kind": "one-to-many", "from": {"entity": parent}, "to": {"entity": child, "has": {"min": 1, "max": 1}}}  # fmt: skip


def _linked(one: str, other: str, *fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": "linked",
        "kind": "many-to-many",
        "from": {"entity": one},
        "to": {"entity": other},
        "link_fields": [*fields],
    }


def test_a_link_ends_after_the_example_of_its_beginning() -> None:
    link = _linked(
        "Examiner", "Centre", _date("from_date", "2024-01-08T00:00:00Z", required=True), _date("until_date")
    )
    records = _world(
        _entity("Examiner", _date("hired_on", "2016-04-11T00:00:00Z")), _entity("Centre"), links=(link,)
    )
    pairs = [
        pair
        for thing in records.world.things["Examiner"]
        for pair in records.world.links("linked", "from", thing)
    ]
    ended = [records.of(pair) for pair in pairs if "until_date" in records.of(pair)]
    assert ended and all(each["from_date"] < each["until_date"] for each in ended)


def test_what_was_struck_by_an_outage_is_restored_after_it_began() -> None:
    link = _linked("Outage", "Substation", _date("restored_at"))
    records = _world(
        _entity("Outage", _date("started_at", required=True)), _entity("Substation"), links=(link,)
    )
    for outage in records.world.things["Outage"]:
        for pair in records.world.links("linked", "from", outage):
            assert records.of(pair)["restored_at"] > records.of(outage)["started_at"]


def test_what_is_still_used_is_not_closed_and_has_not_expired() -> None:
    records = _world(
        _entity("Centre", _date("closed_on")), _entity("Vehicle", _date("mot_expires_on")), _entity("Drive", _date("started_at", "2026-05-18T10:16:00Z")),
        _entity("Examiner", _date("hired_on", "2016-04-11T00:00:00Z")),
        links=(_has("Centre", "Drive"), _has("Vehicle", "Drive", "with"), _has("Centre", "Examiner", "employs")),
    )  # fmt: skip
    looked = 0
    for link, field in (("has", "closed_on"), ("with", "mot_expires_on")):
        for drive in records.world.things["Drive"]:
            parent = records.of(records.world.links(link, "to", drive)[0].source)
            if field in parent:
                looked += 1
                assert parent[field] > records.of(drive)["started_at"]
    assert looked > 2


def test_a_place_is_held_until_it_is_used() -> None:
    records = _world(
        _entity("Booking", _date("starts_at", required=True), _date("ends_at", required=True), _date("held_until")), _entity("Hall"),
        links=(_has("Hall", "Booking"),),
    )  # fmt: skip
    held = [
        record for thing in records.world.things["Booking"] if "held_until" in (record := records.of(thing))
    ]
    assert held and all(record["held_until"] < record["starts_at"] < record["ends_at"] for record in held)


def test_who_must_have_died_did_so_before_the_funeral() -> None:
    records = _world(
        _entity("Deceased", _date("death_date", required=True)), _entity("Funeral", _date("scheduled_at")),
        links=(_has("Deceased", "Funeral"),),
    )  # fmt: skip
    for funeral in records.world.things["Funeral"]:
        dead = records.of(records.world.links("has", "to", funeral)[0].source)
        assert dead["death_date"] < records.of(funeral)["scheduled_at"]


def test_what_is_not_decided_has_no_date_of_its_decision() -> None:
    status = {
        "name": "status",
        "type": "string",
        "required": True,
        "example": "filed",
        "enum": ["filed", "in_review", "upheld", "rejected"],
    }
    records = _world(
        _entity("Appeal", status, _date("decided_at")), _entity("Court"), links=(_has("Court", "Appeal"),)
    )
    appeals = [records.of(thing) for thing in records.world.things["Appeal"]]
    assert any("decided_at" in appeal for appeal in appeals)
    assert all(("decided_at" in appeal) is (appeal["status"] in ("upheld", "rejected")) for appeal in appeals)


def test_the_first_sample_has_its_example_though_what_it_belongs_to_has_a_later_one() -> None:
    records = _world(
        _entity("Tax return", _date("filed_at", "2026-07-07T10:00:00Z")), _entity("Batch", _date("brewed_on", "2026-06-02T00:00:00Z")),
        links=(_has("Tax return", "Batch"),),
    )  # fmt: skip
    batch = records.world.things["Batch"][0]
    assert records.of(batch)["brewed_on"].isoformat() == "2026-06-02T00:00:00+00:00"


def test_what_is_due_stays_so_though_it_is_paid_late() -> None:
    records = _world(
        _entity("Invoice", _date("issued_on", required=True), _date("due_on", required=True)), _entity("Payment", _date("received_on", required=True)),
        links=(_has("Invoice", "Payment"),),
    )  # fmt: skip
    for thing in records.world.things["Invoice"]:
        invoice = records.of(thing)
        assert (invoice["due_on"] - invoice["issued_on"]).days <= 30
