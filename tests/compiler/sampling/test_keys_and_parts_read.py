"""What a vineyard and a car park showed their consultant: keys of other things, parts of a whole, steps, prices of a kilogram, and
how long a stay lasts."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.kinds.people import of_the_sex
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.test_coherence import model_of

Json = dict[str, Any]


def field(name: str, type: str = "string", **more: Any) -> Json:
    return {"name": name, "type": type, "required": True, **more}


def entity(name: str, *fields: Json, **more: Any) -> Json:
    return {"name": name, "fields": list(fields), **more}


def one_to_many(name: str, parent: str, child: str) -> Json:
    to = {"entity": child, "has": {"min": 1, "max": 1}}
    return {"name": name, "kind": "one-to-many", "from": {"entity": parent}, "to": to}


def records_of(entities: list[Json], relationships: Any = (), operations: Any = ()) -> Records:
    design = {
        "format": "nestlink/1", "name": "Read", "database": "read", "entities": entities,
        "relationships": list(relationships), "operations": list(operations),
    }  # fmt: skip
    return world_of(compile_design(model_of(design)))


def all_of(records: Records, entity: str) -> list[Json]:
    return [records.of(thing) for thing in records.world.things[entity]]


LINES = field("lines", "array", items={"type": "object", "fields": [field("ticket"), field("kg", "decimal")]})


def test_what_is_called_like_the_key_of_another_thing_names_one() -> None:
    """Payouts had tickets A and B, of which no delivery was; stays had plates of no vehicle."""
    key = {"keys": [["country", 1], ["plate", 1]], "unique": True}
    delivery = entity("Delivery", field("ticket", unique=True, example="T-26-00412"))
    vehicle = entity(
        "Vehicle", field("plate", example="M-AB 1234"), field("country", example="DE"), indexes=[key]
    )
    records = records_of([delivery, vehicle, entity("Payout", LINES), entity("Stay", field("plate"))])
    tickets = {each["ticket"] for each in all_of(records, "Delivery")}
    assert {line["ticket"] for each in all_of(records, "Payout") for line in each["lines"]} <= tickets
    plates = {each["plate"] for each in all_of(records, "Vehicle")}
    assert {each["plate"] for each in all_of(records, "Stay")} <= plates


def test_names_that_each_entity_has_of_its_own_are_no_keys_of_others() -> None:
    records = records_of(
        [entity("Shop", field("code", unique=True, example="SH-001")), entity("Rule", field("code"))]
    )
    codes = {each["code"] for each in all_of(records, "Shop")}
    assert codes.isdisjoint(each["code"] for each in all_of(records, "Rule"))


def test_what_links_have_of_an_extent_comes_to_that_of_the_whole() -> None:
    """A plot of 28.5 hectares was planted on 72.5."""
    planted = {
        "name": "plantings", "kind": "many-to-many", "from": {"entity": "Plot"}, "to": {"entity": "Variety"},
        "link_fields": [field("hectares", "decimal")],
    }  # fmt: skip
    records = records_of(
        [entity("Plot", field("hectares", "decimal")), entity("Variety", field("name"))], [planted]
    )
    for plot in records.world.things["Plot"]:
        parts = [records.of(link)["hectares"] for link in records.world.links("plantings", "from", plot)]
        if parts:
            assert sum(each.to_decimal() for each in parts) == records.of(plot)["hectares"].to_decimal()


def test_steps_begin_one_after_another() -> None:
    items = {"type": "object", "fields": [field("from_minute", "int"), field("price", "decimal")]}
    steps = field("steps", "array", min_items=3, items=items)
    for tariff in all_of(records_of([entity("Tariff", steps)]), "Tariff"):
        minutes = [step["from_minute"] for step in tariff["steps"]]
        assert minutes[0] == 0 and minutes == sorted(minutes)


def test_the_price_of_a_unit_is_the_same_whichever_word_comes_first() -> None:
    """A delivery of grapes came to 3.2 million."""
    records = records_of([entity("Load", field("kg_price", "decimal"), field("price_per_kg", "decimal"))])
    for load in all_of(records, "Load"):
        assert all(float(str(load[name])) <= 14 for name in ("kg_price", "price_per_kg"))


def test_a_list_says_nothing_twice() -> None:
    words = field("synonyms", "array", items={"type": "string", "example": "Johannisberger"})
    assert all(
        len(set(each["synonyms"])) == len(each["synonyms"])
        for each in all_of(records_of([entity("Grape", words)]), "Grape")
    )


def test_a_short_code_goes_on_as_a_code() -> None:
    """The second level of a car park was called Intermediate."""
    levels = [
        each["level"] for each in all_of(records_of([entity("Space", field("level", example="L2"))]), "Space")
    ]
    assert levels[0] == "L2" and all(level.startswith("L") and level[1:].isdecimal() for level in levels)


@pytest.mark.parametrize(("changes", "within_hours"), [(60, True), (3, False)])
def test_a_stay_is_as_short_as_the_state_of_its_space(changes: int, within_hours: bool) -> None:
    """Cars stayed for eight days in spaces that become free several times a day."""
    space = entity("Space", field("state", enum=["free", "occupied"]), count=10)
    stay = entity(
        "Stay", field("started_at", "date"), field("ended_at", "date", required=False),
        count=90_000, inserts_per_day=8,
    )  # fmt: skip
    sensed = {
        "name": "sensed",
        "kind": "update",
        "entity": "Space",
        "filter": [{"field": "_id"}],
        "changes": ["state"],
        "per_day": changes,
    }
    ended = {
        "name": "end",
        "kind": "update",
        "entity": "Stay",
        "filter": [{"field": "_id"}],
        "changes": ["ended_at"],
        "per_day": 8,
    }
    records = records_of([space, stay], [one_to_many("stays", "Space", "Stay")], [sensed, ended])
    lengths = [
        each["ended_at"] - each["started_at"] for each in all_of(records, "Stay") if each.get("ended_at")
    ]
    assert lengths and all((length < timedelta(hours=12)) is within_hours for length in lengths)


def test_the_country_of_an_example_is_where_the_accounts_are() -> None:
    fields = [field("country", example="DE", pattern="^[A-Z]{2}$"), field("plate")]
    records = records_of([entity("Vehicle", *fields), entity("Owner", field("name"), field("iban"))])
    assert all(each["iban"].startswith("DE") for each in all_of(records, "Owner"))


def test_lines_come_to_their_units_times_the_price_of_one() -> None:
    names = ("kg", "price_per_kg", "amount")
    items = {"type": "object", "fields": [field("batch_code"), *(field(name, "decimal") for name in names)]}
    order = entity("Order", field("lines", "array", items=items), field("total", "decimal"))
    records = records_of([entity("Batch", field("code", unique=True, example="B-26-114")), order])
    codes = {each["code"] for each in all_of(records, "Batch")}
    for each in all_of(records, "Order"):
        rows = [[line[name].to_decimal() for name in names] for line in each["lines"]]
        assert all(abs(kg * price - amount) <= Decimal("0.005") for kg, price, amount in rows)
        assert each["total"].to_decimal() == sum(row[2] for row in rows)
        assert {line["batch_code"] for line in each["lines"]} <= codes


def test_who_is_called_like_a_woman_is_one() -> None:
    records = records_of([entity("Patient", field("name"), field("sex", enum=["male", "female", "diverse"]))])
    people = all_of(records, "Patient")
    assert len(people) > 1
    for each in people:
        assert each["sex"] == of_the_sex(["male", "female"], each["name"].split(" ")[0])


def test_a_job_is_over_within_hours_where_who_does_it_changes_state_often() -> None:
    """A locksmith came after eight days, and took four to open the door."""
    technician = entity("Technician", field("name"), field("state", enum=["available", "on_job"]), count=10)
    dates = [
        field("assigned_at", "date"),
        *(field(name, "date", required=False) for name in ("arrived_at", "finished_at")),
    ]
    job = entity("Job", *dates, count=90_000, inserts_per_day=80)
    busy = {
        "name": "sensed",
        "kind": "update",
        "entity": "Technician",
        "filter": [{"field": "_id"}],
        "changes": ["state"],
        "per_day": 300,
    }
    records = records_of([technician, job], [one_to_many("done by", "Technician", "Job")], [busy])
    jobs = [each for each in all_of(records, "Job") if each.get("finished_at")]
    assert jobs and all(each["finished_at"] - each["assigned_at"] < timedelta(hours=12) for each in jobs)
