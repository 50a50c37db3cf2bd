"""Stories of things hold together: nothing has happened that lies ahead, one comes after another, changes lead to the state of now."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

from designs.compiler.model.values import plain
from designs.compiler.sampling.laws.stories import today_of
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.numbers import measure_of
from tests.compiler.sampling.test_lives_agree import _field, _has, _world

Json = dict[str, Any]


def _thing(name: str, *fields: Json, **more: Any) -> Json:
    return {"name": name, "fields": [*fields], **more}


def _must(name: str, type: str = "date", **more: Any) -> Json:
    return _field(name, type, required=True, **more)


def _pairs(records: Records, parent: str, child: str) -> list[tuple[Json, list[Json]]]:
    """The record of each parent, with those of its children."""
    world = records.world
    return [
        (
            records.of(each),
            [records.of(pair.target) for pair in world.links(f"{child} of {parent}", "from", each)],
        )
        for each in world.things[parent]
    ]


def test_nobody_has_died_or_left_after_the_day_of_all_others_nor_before_their_own() -> None:
    keeper = _thing("Keeper", _must("hired_on"), _field("retired_on"))
    seal = _thing("Seal", _must("found_on"), _field("died_on"))
    feeding = _thing("Feeding", _must("fed_at"), kind="event")
    records = _world(keeper, seal, feeding, links=(_has("Keeper", "Seal"), _has("Seal", "Feeding")))
    today = today_of(records.world)
    late = [
        (record, name)
        for entity in ("Keeper", "Seal")
        for record in map(records.of, records.world.things[entity])
        for name in ("retired_on", "died_on")
        if name in record
    ]
    assert len(late) == 2 and all(record[name] <= today + timedelta(days=1) for record, name in late)
    for seal_record, feedings in _pairs(records, "Seal", "Feeding"):
        assert all(fed["fed_at"] <= seal_record.get("died_on", today) + timedelta(days=1) for fed in feedings)


def test_a_thing_has_one_of_a_kind_at_a_time() -> None:
    charter = _thing("Charter", _must("from_day"), _field("until_day"))
    records = _world(_thing("Yacht", _must("name", "string")), charter, links=(_has("Yacht", "Charter"),))
    rows = [
        sorted((each["from_day"], each["until_day"]) for each in row)
        for _, row in _pairs(records, "Yacht", "Charter")
    ]
    assert any(len(row) > 1 for row in rows)
    assert all(before[1] < after[0] for row in rows for before, after in itertools.pairwise(row))


def test_readings_are_taken_at_even_times() -> None:
    gauge = _thing("TideGauge", _must("code", "string"), count=40)
    level = _thing(
        "Level", _must("at"), _must("metres", "double"), kind="measurement", inserts_per_day=40 * 96
    )
    records = _world(gauge, level, links=(_has("TideGauge", "Level"),))
    rows = [[each["at"] for each in row] for _, row in _pairs(records, "TideGauge", "Level")]
    assert all(date.minute % 15 == 0 == date.second for row in rows for date in row)
    apart = [after - before for row in rows for before, after in itertools.pairwise(row)]
    assert apart and set(apart) == {timedelta(minutes=15)}


def test_a_description_tells_how_often_a_reading_is_taken() -> None:
    level = _thing("Level", _must("at"), kind="measurement", description="The level of a pond, hourly.")
    records = _world(_thing("Pond"), level, links=(_has("Pond", "Level"),))
    assert all(each["at"].minute == 0 for _, row in _pairs(records, "Pond", "Level") for each in row)


def test_what_does_not_keep_is_used_as_soon_as_it_may() -> None:
    milk = _thing("Milking", _must("milked_at"), _must("max_storage_hours", "int"))
    cheese = _thing("Cheese", _must("renneted_at"), _must("raw_storage_hours", "int"))
    link = _has("Milking", "Cheese") | {"kind": "one-to-one"}
    records = _world(_thing("Dairy"), milk, cheese, links=(_has("Dairy", "Milking"), link))
    for above, row in _pairs(records, "Milking", "Cheese"):
        for each in row:
            assert each["raw_storage_hours"] <= above["max_storage_hours"]
            assert each["renneted_at"] - above["milked_at"] == timedelta(hours=each["raw_storage_hours"])


def test_nothing_comes_out_before_its_embargo() -> None:
    study = _thing("Finding", _must("embargo_until"), _must("published_at"))
    records = _world(_thing("Observatory"), study, links=(_has("Observatory", "Finding"),))
    assert all(
        each["embargo_until"] <= each["published_at"]
        for each in map(records.of, records.world.things["Finding"])
    )


def test_changes_lead_to_the_state_of_what_they_change() -> None:
    states = "enquired visited adopted returned cancelled".split()
    dog = _thing("Adoption", _must("state", "string", enum=states))
    change = _thing(
        "Change", _must("at"), _field("from_state", "string"), _must("to_state", "string"), kind="event"
    )
    records = _world(
        _thing("Shelter"), dog, change, links=(_has("Shelter", "Adoption"), _has("Adoption", "Change"))
    )
    rows = [(above, row) for above, row in _pairs(records, "Adoption", "Change") if row]
    assert rows
    for above, row in rows:
        assert row[-1]["to_state"] == above["state"]
        for before, after in itertools.pairwise(row):
            assert after["from_state"] == before["to_state"] != after["to_state"]
        assert all({each.get("from_state", states[0]), each["to_state"]} <= {*states} for each in row)


def test_a_reading_that_is_missing_has_no_value() -> None:
    quality = _must("quality", "string", enum=["good", "doubtful", "missing"])
    for must in (True, False):
        level = _thing(
            "Level", _must("at"), _field("metres", "double", required=must), quality, kind="measurement"
        )
        records = _world(_thing("Pond"), level, links=(_has("Pond", "Level"),))
        rows = [each for _, row in _pairs(records, "Pond", "Level") for each in row]
        assert rows and not [each for each in rows if each["quality"] == "missing" and "metres" in each]


def test_shares_come_to_no_more_than_all() -> None:
    share = _thing("CatchShare", _must("percent", "decimal", minimum=0, maximum=100))
    records = _world(_thing("Trawler"), share, links=(_has("Trawler", "CatchShare"),))
    rows = [
        [plain(each["percent"]) or 0 for each in row] for _, row in _pairs(records, "Trawler", "CatchShare")
    ]
    assert {sum(row) for row in rows if len(row) > 1} == {100}


def test_what_is_charged_is_what_was_agreed() -> None:
    plan = _thing("Berthing", _must("agreed_price", "decimal"))
    visit = _thing("Haulout", _must("done_at"), _must("charged", "decimal"))
    records = _world(
        _thing("Yard"), plan, visit, links=(_has("Yard", "Berthing"), _has("Berthing", "Haulout"))
    )
    pairs = [
        (plain(above["agreed_price"]), plain(each["charged"]))
        for above, row in _pairs(records, "Berthing", "Haulout")
        for each in row
    ]
    assert pairs and all(agreed == charged for agreed, charged in pairs)


def test_energy_costs_cents() -> None:
    line = {"type": "object", "fields": [_must("kwh", "decimal"), _must("cents", "decimal")]}
    bill = _thing("ChargingBill", _must("rows", "array", items=line))
    records = _world(_thing("Depot"), bill, links=(_has("Depot", "ChargingBill"),))
    cents = [
        plain(row["cents"]) or 0
        for each in map(records.of, records.world.things["ChargingBill"])
        for row in each["rows"]
    ]
    assert cents and all(5 < each < 40 for each in cents)


def test_what_has_left_holds_no_place() -> None:
    dog = _thing("Dog", _must("state", "string", enum=["announced", "sheltered", "rehomed"]))
    link = {"name": "kept in", "kind": "one-to-many", "from": {"entity": "Kennel"}, "to": {"entity": "Dog"}}
    records = _world(_thing("Kennel", _must("code", "string")), dog, links=(link,))
    held = {
        records.of(each)["state"]: bool(records.world.links("kept in", "to", each))
        for each in records.world.things["Dog"]
    }
    assert held == {"announced": False, "sheltered": True, "rehomed": False}


def test_what_an_operation_ends_is_not_all_over() -> None:
    key = _thing("Permit", _must("valid_from"), _field("valid_until"))
    links = (_has("Warden", "Permit"),)
    records = _world(_thing("Warden"), key, links=links)
    assert all("valid_until" in each for each in map(records.of, records.world.things["Permit"]))
    end = {"name": "end permit", "kind": "update", "entity": "Permit", "changes": ["valid_until"]}
    records = _world(_thing("Warden"), key, links=links, operations=[end])
    ended = ["valid_until" in each for each in map(records.of, records.world.things["Permit"])]
    assert ended[0] and not any(ended[1:])


def _all(records: Records, entity: str) -> list[Json]:
    return [records.of(each) for each in records.world.things[entity]]


def test_what_is_used_in_a_year_is_much() -> None:
    for name, low, high in (
        ("yearly_kwh_forecast", 1000, 9000),
        ("monthly_kwh", 100, 800),
        ("km_per_year", 4000, 30_000),
    ):
        measure = measure_of("SkiLift", name)
        assert measure is not None and low < measure.low < measure.high < high, name
    price = measure_of("SkiLift", "yearly_price_per_kwh")
    assert price is None or price.high < 1000


def test_a_minute_of_the_day_is_an_hour_of_it() -> None:
    minutes = [
        _must("from_minute", "int", minimum=0, maximum=1439),
        _must("to_minute", "int", minimum=0, maximum=1440),
    ]
    records = _world(_thing("Slope"), _thing("NightRun", *minutes), links=(_has("Slope", "NightRun"),))
    for run in _all(records, "NightRun"):
        assert run["from_minute"] % 60 == 0 == run["to_minute"] % 60
        assert 300 <= run["from_minute"] < run["to_minute"] <= 1440


def test_a_number_of_a_year_tells_it_and_counts_before_it() -> None:
    number = _must("number", "string", example="12 T 031/27", unique=True)
    records = _world(
        _thing("Registry"), _thing("Deed", number, _must("signed_on")), links=(_has("Registry", "Deed"),)
    )
    deeds = _all(records, "Deed")
    assert [deed["number"] for deed in deeds] == ["12 T 031/27", "12 T 032/27", "12 T 033/27"]
    assert {deed["signed_on"].year for deed in deeds} == {2027}


def test_after_december_comes_january() -> None:
    code = _must("code", "string", example="2027-11-SPRUCE", unique=True)
    records = _world(_thing("Forest"), _thing("Felling", code), links=(_has("Forest", "Felling"),))
    assert [each["code"] for each in _all(records, "Felling")] == [
        "2027-11-SPRUCE",
        "2027-12-SPRUCE",
        "2028-01-SPRUCE",
    ]


def test_a_text_of_an_unknown_trade_is_about_its_own_thing() -> None:
    ordinance = _thing(
        "Ordinance", _must("text", "string"), _must("suspension_reason", "string"), _must("comment", "string")
    )
    records = _world(_thing("Parish"), ordinance, links=(_has("Parish", "Ordinance"),))
    for at, each in enumerate(_all(records, "Ordinance"), start=1):
        assert each["text"] == f"Text of ordinance {at}"
        assert "phone during play" not in each["suspension_reason"] and "agree with" not in each["comment"]
