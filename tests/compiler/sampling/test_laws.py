"""Laws that a design states of its own hold in its samples; what breaks one is found."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.sampling import samples
from designs.compiler.sampling.records import Records
from tests.compiler.in_parts import compile_design, laid_out
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.coherent_laws import law_contradictions
from tests.compiler.sampling.test_coherence import model_of

HERE = Path(__file__).resolve().parent / "coherent_designs"
DAY = timedelta(days=1)
Json = dict[str, Any]


def _design(name: str) -> Json:
    design: Json = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return design


def _records(design: Json) -> Records:
    return world_of(compile_design(model_of(design)))


def _found(records: Records) -> set[str]:
    things = [thing for row in records.world.things.values() for thing in row]
    return {kind for kind, _ in law_contradictions(records, things)}


@pytest.mark.parametrize("name", ["apiary", "ship_yard"])
def test_no_law_is_broken(name: str) -> None:
    assert _found(_records(_design(name))) == set()


@pytest.mark.parametrize(
    ("entity", "changed", "kind"),
    [
        ("Docking", lambda record: {"undocks_on": record["docks_on"] - DAY}, "begin and end"),
        ("CraneEvent", lambda record: {"at": record["at"] + 90 * DAY}, "time of what it belongs to"),
        ("Job", lambda record: {"status": "quoted"}, "state allows"),
        ("Deposit", lambda record: {"withheld": 1e9}, "part of its whole"),
        (
            "Shipowner",
            lambda record: {"phone": "+1 503-555-0101", "address": {"country": "NO"}},
            "one country",
        ),
    ],
)
def test_a_broken_law_is_found(entity: str, changed: Any, kind: str) -> None:
    records = _records(_design("ship_yard"))
    record = records.of(records.world.things[entity][0])
    record.update(changed(record))
    assert kind in _found(records)


def test_what_operations_take_away_is_gone_with_the_state() -> None:
    """A vessel that has undocked lies in no dock, and one that is booked in none yet."""
    for docking in samples(laid_out(model_of(_design("ship_yard"))))["dockings"]:
        assert ("dock" in docking) == (docking["status"] == "docked")
        assert ("docked_at" in docking) == (docking["status"] in ("docked", "undocked"))


def test_an_invoice_comes_after_what_it_sums_up() -> None:
    documents = samples(laid_out(model_of(_design("ship_yard"))))
    issued = {invoice["_id"]: invoice["issued_on"] for invoice in documents["yard_invoices"]}
    jobs = [job for job in documents["jobs"] if "invoice" in job]
    assert jobs and all(issued[job["invoice"]] >= job["quoted_on"] for job in jobs)


def test_levels_of_a_tree_follow_their_choices() -> None:
    areas = samples(laid_out(model_of(_design("ship_yard"))))["areas"]
    assert {(len(area["ancestors"]), area["kind"]) for area in areas} == {
        (0, "yard"),
        (1, "hall"),
        (2, "bay"),
    }


def test_what_lots_are_used_for_takes_no_more_than_was_received() -> None:
    documents = samples(laid_out(model_of(_design("apiary"))))
    for lot in documents["honey_lots"]:
        taken = sum(
            used["kilograms"].to_decimal()
            for filling in documents["fillings"]
            for used in filling["lots"]
            if used["honey_lot_id"] == lot["_id"]
        )
        assert taken <= lot["kilograms_received"].to_decimal() - lot["kilograms_left"].to_decimal()


def test_codes_of_things_are_theirs() -> None:
    locker: Json = {
        "name": "Locker",
        "fields": [{"name": "code", "type": "string", "required": True, "unique": True}],
    }
    listed = {"name": "favourite_locker_codes", "type": "array", "items": {"type": "string"}}
    guest = {"name": "Guest", "fields": [{"name": "full_name", "type": "string"}, listed]}
    design = {
        "format": "nestlink/1",
        "name": "Any",
        "database": "any",
        "entities": [locker, guest],
        "relationships": [],
    }
    documents = samples(laid_out(model_of(design)))
    codes = {each["code"] for each in documents["lockers"]}
    assert all(set(each["favourite_locker_codes"]) <= codes for each in documents["guests"])


@pytest.mark.parametrize(("name", "country", "phone"), [("apiary", "SI", "+386"), ("ship_yard", "NO", "+47")])
def test_all_is_in_the_country_that_the_description_names(name: str, country: str, phone: str) -> None:
    documents = [each for row in samples(laid_out(model_of(_design(name)))).values() for each in row]
    assert {each["address"]["country"] for each in documents if "address" in each} == {country}
    assert all(each["phone"].startswith(phone) for each in documents if "phone" in each)


def test_things_lie_in_the_town_that_the_description_names() -> None:
    for stand in samples(laid_out(model_of(_design("apiary"))))["stands"]:
        longitude, latitude = stand["position"]["coordinates"]
        assert abs(longitude - 14.5) < 0.2 and abs(latitude - 46.05) < 0.2


def test_nodes_are_called_by_their_own_level() -> None:
    for area in samples(laid_out(model_of(_design("ship_yard"))))["areas"]:
        assert area["name"].startswith(area["kind"].capitalize())


def test_a_world_is_parted_by_its_states_once() -> None:
    """What is linked later stays linked, whatever state its things are brought to: the oracle asks for values of a world
    again after each change."""
    states = ["waiting", "in locker", "collected"]
    status = {"name": "status", "type": "string", "required": True, "enum": states}
    parcel: Json = {"name": "Parcel", "fields": [status]}
    held = {
        "name": "held", "kind": "one-to-many",
        "from": {"entity": "Locker", "field": "parcels", "has": {"max": 9}}, "to": {"entity": "Parcel", "field": "locker"},
    }  # fmt: skip
    by = {"kind": "update", "entity": "Parcel", "filter": [{"field": "_id"}]}
    effects = {"put": ("in locker", "set"), "collect": ("collected", "unset")}
    operations = [
        {
            "name": name,
            **by,
            "effects": [{"field": "status", "do": "set", "value": value}, {"field": "locker", "do": do}],
        }
        for name, (value, do) in effects.items()
    ]
    design = {
        "format": "nestlink/1", "name": "Any", "database": "any", "entities": [{"name": "Locker"}, parcel],
        "relationships": [held], "operations": operations,
    }  # fmt: skip

    class Collected(Records):
        def _begun(self, owner: Any) -> Json:
            return {**super()._begun(owner), "status": "collected"}

    first = world_of(compile_design(model_of(design)))
    linked = [
        pair for thing in first.world.things["Parcel"] for pair in first.world.links("held", "to", thing)
    ]
    assert linked
    Collected(first.world, first.paths)
    assert linked == [
        pair for thing in first.world.things["Parcel"] for pair in first.world.links("held", "to", thing)
    ]
