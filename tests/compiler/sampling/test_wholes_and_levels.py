"""What is paid has payments that come to what is owed, places have less room than what they are in, levels follow the depth, and a
list that a caller gives has each value once."""

from __future__ import annotations

from typing import Any

from designs.compiler.plan_model.physical import Param
from designs.compiler.sampling import resolve
from tests.compiler.sampling.test_years_and_days import _entity, _field, documents_of


def _of_one(parent: str, child: str, **end: Any) -> dict[str, Any]:
    return {"name": f"{child} of {parent}", "kind": "one-to-many", "strategy": "PARENT_REF", "from": {"entity": parent, **end},
            "to": {"entity": child, "field": parent.lower(), "has": {"min": 1, "max": 1}}}  # fmt: skip


def _made(formula: str) -> dict[str, Any]:
    return {"computed": {"formula": formula}}


CLAIM = _entity(
    "Claim",
    _field("state", required=True, enum=["reported", "assessed", "paid", "closed", "rejected"]),
    _field("reserve", "decimal", required=True, money=True, example="2200.00"),
    _field("paid_total", "decimal", **_made("sum(payments.amount)")),
    _field("outstanding", "decimal", **_made("reserve - paid_total")),
)
PAYMENT = _entity(
    "Payment", _field("amount", "decimal", required=True, money=True), _field("paid_at", "date")
)
CLOSE = {
    "name": "close", "kind": "update", "entity": "Claim", "per_day": 1, "filter": [{"field": "state", "value": "paid"}],
    "effects": [{"field": "state", "do": "set", "value": "closed"}],
}  # fmt: skip


def test_what_is_paid_has_been_paid_for_and_no_more_than_is_reserved() -> None:
    made = documents_of([CLAIM, PAYMENT], (_of_one("Claim", "Payment", field="payments"),), (CLOSE,))
    paid = {payment["claim"] for payment in made["payments"]}
    for claim in made["claims"]:
        assert claim["outstanding"].to_decimal() >= 0
        assert claim["_id"] in paid or claim["state"] not in ("paid", "closed")


def test_no_claim_is_on_a_policy_that_is_only_offered() -> None:
    policy = _entity(
        "Policy", _field("state", required=True, enum=["offered", "in_force", "suspended", "cancelled"])
    )
    made = documents_of([policy, CLAIM], (_of_one("Policy", "Claim"),))
    states = {policy["_id"]: policy["state"] for policy in made["policies"]}
    assert "offered" not in {states[claim["policy"]] for claim in made["claims"]}


def _tree(entity: dict[str, Any]) -> list[dict[str, Any]]:
    tree = {
        "name": "tree",
        "kind": "tree",
        "strategy": "TREE_PARENT",
        "from": {"entity": entity["name"]},
        "to": {"entity": entity["name"]},
    }
    return documents_of([entity], (tree,))[f"{entity['name'].lower()}s"]


def test_people_whose_levels_are_listed_from_the_top_are_each_a_level_lower() -> None:
    levels = ["head", "region", "agency", "agent"]
    rows = _tree(
        _entity("Broker", _field("name", required=True), _field("level", required=True, enum=levels))
    )
    by_id = {row["_id"]: row for row in rows}
    below = [row for row in rows if row.get("parent") is not None]
    assert below and all(
        levels.index(row["level"]) == levels.index(by_id[row["parent"]]["level"]) + 1 for row in below
    )


def test_rooms_have_no_more_room_than_their_building() -> None:
    kinds = ["building", "floor", "room"]
    rows = _tree(_entity("Location", _field("kind", enum=kinds), _field("capacity", "int", required=True)))
    by_id = {row["_id"]: row for row in rows}
    for node in by_id:
        below = [row["capacity"] for row in rows if row.get("parent") == node]
        assert sum(below) <= by_id[node]["capacity"]


def test_one_person_is_the_main_one_of_those_linked_to_a_thing() -> None:
    link = {
        "name": "drivers", "kind": "many-to-many", "link_owner": "from", "from": {"entity": "Car", "field": "drivers", "has": {"min": 2, "max": 9}},
        "to": {"entity": "Driver", "has": {"max": 9}}, "link_fields": [_field("main", "bool")],
    }  # fmt: skip
    cars = documents_of([_entity("Car", _field("plate")), _entity("Driver", _field("name"))], (link,))["cars"]
    assert all([driver["main"] for driver in car["drivers"]].count(True) == 1 for car in cars)


def test_a_list_that_a_caller_gives_has_each_value_once() -> None:
    params = [Param(name=f"value{at}", collection="claims", path="state", document=at) for at in range(2)]
    claims = [{"state": state} for state in ("closed", "closed", "paid")]
    assert resolve(params, {"claims": claims}, {}) == ["closed", "paid"]
    assert resolve(params, {"claims": claims[:2]}, {}) == ["closed"]


def test_a_number_of_what_is_open_counts_what_is_neither_over_nor_paid() -> None:
    borrower = _entity("Borrower", _field("name"), _field("open_loan_count", "int", required=True))
    loan = _entity(
        "Loan", _field("state", required=True, enum=["requested", "shipped", "returned", "refused"])
    )
    made = documents_of([borrower, loan], (_of_one("Borrower", "Loan"),))
    for each in made["borrowers"]:
        own = [loan["state"] for loan in made["loans"] if loan["borrower"] == each["_id"]]
        assert each["open_loan_count"] == sum(state in ("requested", "shipped") for state in own)


def test_what_has_run_out_was_not_paid_and_what_was_dropped_is_not_finished() -> None:
    pay, handle = (
        {"name": state, "kind": "update", "entity": entity, "per_day": 1, "filter": [{"field": "state", "value": "open"}],
         "effects": [{"field": "state", "do": "set", "value": state}, {"field": f"{state}_at", "do": "current-date"}]}
        for entity, state in (("Order", "paid"), ("Job", "handled"))
    )  # fmt: skip
    order = _entity(
        "Order",
        _field("paid_at", "date"),
        _field("state", required=True, enum=["open", "paid", "refunded", "expired"], example="expired"),
    )
    job = _entity(
        "Job",
        _field("state", required=True, enum=["open", "handled", "dropped"], example="dropped"),
        _field("handled_at", "date"),
    )
    made = documents_of([order, job], (), (pay, handle))
    assert not [each for each in made["orders"] if each["state"] == "expired" and "paid_at" in each]
    assert not [each for each in made["jobs"] if each["state"] == "dropped" and "handled_at" in each]
    assert made["orders"][0]["state"] == "expired" and made["jobs"][0]["state"] == "dropped"


def test_an_animal_is_no_older_than_animals_get() -> None:
    patient = _entity(
        "Patient",
        _field("species", enum=["dog", "cat"]),
        _field("born_on", "date"),
        _field("seen_on", "date"),
    )
    for each in documents_of([patient])["patients"]:
        assert each["seen_on"].year - each["born_on"].year < 12


def test_no_more_is_booked_than_there_is_room_for() -> None:
    ship = _entity("Ship", _field("capacity_teu", "int", required=True, example=8400))
    voyage = _entity("Voyage", _field("booked_teu", "int", required=True))
    made = documents_of([ship, voyage], (_of_one("Ship", "Voyage"),))
    room = {each["_id"]: each["capacity_teu"] for each in made["ships"]}
    assert all(each["booked_teu"] <= room[each["ship"]] for each in made["voyages"])
