"""Years of numbers and texts agree with dates and with one another, and dates of days carry no time."""

from __future__ import annotations

import json
from datetime import datetime, time
from typing import Any

from designs.compiler import read
from designs.compiler.sampling import samples
from tests.compiler.in_parts import laid_out

Documents = dict[str, list[dict[str, Any]]]


def _field(name: str, kind: str = "string", **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, **more}


def _entity(name: str, *fields: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "fields": [*fields]}


def documents_of(
    entities: list[dict[str, Any]],
    links: tuple[dict[str, Any], ...] = (),
    operations: tuple[dict[str, Any], ...] = (),
) -> Documents:
    source = {"format": "nestlink/1", "name": "T", "database": "t", "entities": entities, "relationships": [*links],
              "operations": [*operations]}  # fmt: skip
    outcome = read(json.dumps(source))
    assert outcome.value is not None, outcome.findings
    return samples(laid_out(outcome.value))


WORK = _entity(
    "Work",
    _field("number", unique=True, required=True, example="1987.114"),
    _field("credit_line", example="Gift of the Friends, 1987"),
    _field("acquired_on", "date", required=True),
    _field("dated_from", "int", example=1640),
    _field("dated_until", "int", example=1645),
)
MAKER = _entity("Maker", _field("name", required=True), _field("died", "int"), _field("born", "int"))
MAKERS = {
    "name": "makers", "kind": "many-to-many", "from": {"entity": "Work", "has": {"max": 9}}, "to": {"entity": "Maker", "has": {"max": 90}},
}  # fmt: skip


def test_a_work_is_finished_after_it_is_begun_and_acquired_in_the_year_of_its_number() -> None:
    works = documents_of([WORK, MAKER], (MAKERS,))["works"]
    assert len(works) > 1
    for work in works:
        assert 1600 < work["dated_from"] <= work["dated_until"] < 1700
        assert work["acquired_on"].year == 1987 and work["number"].startswith("1987.")
        assert work["credit_line"].endswith("1987")


def test_who_made_it_lived_then_whichever_year_is_declared_first() -> None:
    for maker in documents_of([WORK, MAKER], (MAKERS,))["makers"]:
        assert 1560 < maker["born"] < 1630 and 55 <= maker["died"] - maker["born"] <= 90


def test_nor_have_all_people_died() -> None:
    people = documents_of([MAKER])["makers"]
    assert sum("died" in person for person in people) < len(people)
    assert all(person["died"] - person["born"] >= 55 for person in people if "died" in person)


def test_who_has_a_licence_since_a_day_was_young_then() -> None:
    driver = _entity("Driver", _field("born_on", "date", required=True), _field("licence_since", "date"))
    for each in documents_of([driver])["drivers"]:
        assert 17 <= each["licence_since"].year - each["born_on"].year <= 40


def test_dates_of_days_have_no_time_where_no_date_beside_them_has_one() -> None:
    car = _entity(
        "Car", _field("first_registered", "date"), _field("due_on", "date"), _field("inspected", "date")
    )
    job = _entity("Job", _field("ordered_at", "date"), _field("due_on", "date"), _field("done", "date"))
    made = documents_of([car, job])
    dates = [value for each in made["cars"] for value in each.values() if isinstance(value, datetime)]
    assert len(dates) == 6 and all(date.time() == time(0) for date in dates)
    assert any(each["done"].time() != time(0) for each in made["jobs"])


def test_hours_of_work_within_days_leave_the_days_as_they_are() -> None:
    job = _entity(
        "Job",
        _field("started_on", "date"),
        _field("finished_on", "date"),
        _field("hours", "double", example=4),
    )
    assert all(each["finished_on"].time() == time(0) for each in documents_of([job])["jobs"])


INVOICE = _entity(
    "Invoice",
    _field("state", required=True, enum=["open", "paid", "dunned", "sent_back"]),
    _field("paid_on", "date"),
)


def _to(state: str, *sources: str) -> dict[str, Any]:
    effects = [{"field": "state", "do": "set", "value": state}]
    match = [{"field": "state", "value": each} for each in sources]
    return {
        "name": f"to {state}",
        "kind": "update",
        "entity": "Invoice",
        "filter": match,
        "effects": effects,
        "per_day": 1,
    }


def test_what_is_dunned_is_not_paid_nor_what_an_operation_leads_past_it() -> None:
    for operations in ((), (_to("dunned", "open"), _to("sent_back", "dunned"))):
        for invoice in documents_of([INVOICE], (), operations)["invoices"]:
            assert ("paid_on" in invoice) <= (
                invoice["state"] in ("paid", "sent_back")[: 2 - bool(operations)]
            )


def test_a_version_that_has_ended_holds_nothing_from_after_its_end() -> None:
    policy = _entity(
        "Policy", _field("number", required=True), _field("begins_on", "date"), _field("closed_on", "date")
    ) | {"history": "point-in-time"}
    driver = _entity(
        "Driver", _field("name", required=True), _field("born_on", "date"), _field("licensed_on", "date")
    )
    link = {
        "name": "drivers", "kind": "many-to-many", "link_owner": "from", "from": {"entity": "Policy", "field": "drivers", "has": {"max": 9}},
        "to": {"entity": "Driver", "has": {"max": 9}}, "link_fields": [_field("since", "date")],
    }  # fmt: skip
    holder = {
        "name": "holder",
        "kind": "one-to-many",
        "from": {"entity": "Holder"},
        "to": {"entity": "Policy", "has": {"min": 1, "max": 1}},
    }
    made = documents_of([policy, driver, _entity("Holder", _field("joined_on", "date"))], (link, holder))
    past = [each for each in made["policies"] if each["valid_to"] is not None]
    assert len(past) == 1
    for each in past:
        dates = [
            value for element in each["drivers"] for value in element.values() if isinstance(value, datetime)
        ]
        assert all(date <= each["valid_to"] for date in dates) and each["valid_to"] >= each["begins_on"]
