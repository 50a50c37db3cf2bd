"""Samples of trades that no table was made for, in the words of the people who drew them: amounts that add up, doers who are people,
dates and reasons that agree with what a thing says of itself."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from designs.compiler.model.values import plain
from designs.compiler.sampling.laws.keeping import before
from designs.compiler.sampling.values.kinds.people import looks_like_person
from tests.compiler.sampling.test_lives_agree import _field, _has, _world

Entity = dict[str, Any]


def _entity(name: str, *fields: dict[str, Any]) -> Entity:
    return {"name": name, "count": 60, "fields": list(fields)}


def _records(*entities: Entity, links: tuple[dict[str, Any], ...] = ()) -> dict[str, list[dict[str, Any]]]:
    records = _world(*entities, links=links)
    return {each["name"]: [*map(records.of, records.world.things[each["name"]])] for each in entities}


def _money(name: str) -> dict[str, Any]:
    return _field(name, "decimal", required=True)


def _chosen(name: str, *options: str) -> dict[str, Any]:
    return _field(name, "string", required=True, enum=list(options))


@pytest.mark.parametrize(
    ("names", "holds"),
    [
        (("netto", "mwst", "brutto"), lambda netto, mwst, brutto: netto + mwst == brutto),
        (("montant_ht", "tva", "montant_ttc"), lambda net, tax, gross: net + tax == gross),
        (("acompte", "total", "solde"), lambda deposit, total, left: total - deposit == left),
        (("total", "deposit", "balance"), lambda total, deposit, left: total - deposit == left),
        (("netAmount", "vat", "grossAmount"), lambda net, tax, gross: net + tax == gross),
        (("hours", "rate", "amount"), lambda hours, rate, amount: hours * rate == amount),
        (("fees", "expenses", "discount", "total"), lambda fees, costs, off, total: fees + costs - off == total),
    ],
)  # fmt: skip
def test_amounts_of_one_thing_add_up_however_they_are_called(names: tuple[str, ...], holds: Any) -> None:
    for bill in _records(_entity("Bill", *map(_money, names)))["Bill"]:
        assert holds(*(pytest.approx(plain(bill[name]), abs=0.011) if name == names[-1] else plain(bill[name]) for name in names)), bill  # fmt: skip


def test_what_is_partly_paid_is_not_paid_in_full() -> None:
    states = _chosen("status", "partly_paid", "paid")
    bills = _records(_entity("Bill", _money("total"), _money("paid"), states))["Bill"]
    partly = [bill for bill in bills if bill["status"] == "partly_paid"]
    assert partly and all(0 < plain(bill["paid"]) < plain(bill["total"]) for bill in partly)


@pytest.mark.parametrize(
    "doer", ["optometrist", "surveyor", "crew_lead", "gp_name", "opposing_counsel", "patroller"]
)
def test_who_does_something_is_a_person(doer: str) -> None:
    assert all(
        looks_like_person(each[doer])
        for each in _records(_entity("Errand", _field(doer, "string")))["Errand"]
    )


def test_nobody_is_assigned_to_themselves() -> None:
    lead = _entity(
        "Lead", _field("name", "string"), _field("email", "string"), _field("assigned_to", "string")
    )
    assert all(each["assigned_to"] != each["name"] for each in _records(lead)["Lead"])


def test_what_comes_before_a_given_name_is_the_family_name() -> None:
    client = _entity(
        "Client", _field("nom", "string"), _field("prenom", "string"), _field("courriel", "string")
    )
    for each in _records(client)["Client"]:
        assert " " not in each["nom"] and each["nom"].lower() in each["courriel"]


def test_goods_of_one_trade_are_no_goods_of_a_shop() -> None:
    kinds = _chosen("category", "panel", "inverter", "battery")
    goods = _records(
        _entity("Product", _field("name", "string"), _field("sku", "string"), _money("price"), kinds)
    )
    assert all(each["category"] in each["name"].lower() for each in goods["Product"])


def test_scores_beside_one_another_are_of_one_scale() -> None:
    names = ("quality", "impact", "feasibility", "overall")
    reviews = _records(_entity("Review", *(_field(name, "int", required=True) for name in names)))["Review"]
    for each in reviews:
        parts = [each[name] for name in names[:-1]]
        assert all(1 <= part <= 5 for part in parts) and min(parts) <= each["overall"] <= max(parts)


def test_what_is_out_of_order_is_few() -> None:
    machines = _records(
        _entity("Machine", _field("make", "string", required=True), _field("out_of_order_since"))
    )
    kept = [each for each in machines["Machine"] if "out_of_order_since" in each]
    assert len(kept) < len(machines["Machine"])


def test_reasons_and_refusals_are_there_where_there_was_one() -> None:
    lift = _entity("Lift", _chosen("status", "open", "closed", "standby"), _field("closed_reason", "string"))
    assert all(("closed_reason" in each) <= (each["status"] == "closed") for each in _records(lift)["Lift"])
    scan = _entity("Scan", _field("accepted", "bool", required=True), _field("refusal", "string"))
    assert all(not each["accepted"] or "refusal" not in each for each in _records(scan)["Scan"])


def test_who_missed_a_visit_has_no_date_of_it() -> None:
    visit = _entity("Visit", _field("missed", "bool", required=True), _field("visited_on"))
    assert all(not each["missed"] or "visited_on" not in each for each in _records(visit)["Visit"])


def test_what_is_not_over_has_no_end_and_what_is_refused_no_money() -> None:
    event = _entity("Reaction", _field("resolved_on"), _chosen("outcome", "fatal", "ongoing", "recovered"))
    assert all(
        ("resolved_on" in each) <= (each["outcome"] == "recovered") for each in _records(event)["Reaction"]
    )
    claim = _entity(
        "Claim", _money("amount_claimed"), _money("amount_paid"), _chosen("decision", "rejected", "accepted")
    )
    for each in _records(claim)["Claim"]:
        assert each["decision"] == "accepted" or plain(each["amount_paid"]) == 0


def test_what_occurred_is_found_afterwards() -> None:
    deviation = _entity("Deviation", _field("found_on", required=True), _field("occurred_on", required=True))
    assert all(each["occurred_on"] <= each["found_on"] for each in _records(deviation)["Deviation"])


def test_a_pass_ends_after_its_days_and_nights_are_those_of_the_stay() -> None:
    ski_pass = _entity(
        "SkiPass",
        _field("days", "int"),
        _field("valid_from", required=True),
        _field("valid_to", required=True),
    )
    for each in _records(ski_pass)["SkiPass"]:
        assert (each["valid_to"] - each["valid_from"]).days == each["days"] - 1
    stay = _entity(
        "Stay", _field("nights", "int"), _field("arrival", required=True), _field("departure", required=True)
    )
    for each in _records(stay)["Stay"]:
        assert (each["departure"].date() - each["arrival"].date()).days == each["nights"]


def test_a_call_for_applications_is_open_for_days_and_a_forecast_holds_for_one() -> None:
    call = _entity("Call", _field("opens_at", required=True), _field("closes_at", required=True))
    assert all((each["closes_at"] - each["opens_at"]).days > 2 for each in _records(call)["Call"])
    bulletin = _entity("Bulletin", _field("issued_at", required=True), _field("valid_until", required=True))
    assert all((each["valid_until"] - each["issued_at"]).days < 4 for each in _records(bulletin)["Bulletin"])


def test_a_reminder_goes_out_before_what_it_is_of() -> None:
    visit = _entity("Appointment", _field("starts_at", required=True), _field("reminder_sent_at"))
    for each in _records(visit)["Appointment"]:
        sent: datetime = each.get("reminder_sent_at", each["starts_at"])
        assert sent <= each["starts_at"]


def test_a_worker_bills_their_own_rate() -> None:
    lawyer = _entity("Lawyer", _field("full_name", "string"), _money("hourly_rate"))
    entry = _entity("TimeEntry", _money("hours"), _money("rate"), _money("amount"))
    world = _world(lawyer, entry, links=(_has("Lawyer", "TimeEntry"),))
    rates = {plain(world.of(thing)["hourly_rate"]) for thing in world.world.things["Lawyer"]}
    assert all(plain(world.of(thing)["rate"]) in rates for thing in world.world.things["TimeEntry"])


def test_terms_of_a_dictionary_are_those_of_its_example() -> None:
    terms = _records(_entity("DictionaryTerm", _field("name", "string", required=True, example="Headache")))
    assert not {"invoice", "due date", "deposit"} & {each["name"].lower() for each in terms["DictionaryTerm"]}


@pytest.mark.parametrize("name", ["hausgeld_monat", "charge_month", "crew_rate", "billing_rate"])
def test_money_named_after_a_month_or_a_rate_is_money(name: str) -> None:
    flats = _records(_entity("Flat", _field(name, "decimal", required=True, money=True)))["Flat"]
    assert all(plain(each[name]) > 12 for each in flats)


def test_who_has_a_pulse_weighs_as_much_as_a_person() -> None:
    forms = _entity("FormEntry", _field("systolic", "int", required=True), _money("weight_kg"))
    assert all(plain(each["weight_kg"]) > 45 for each in _records(forms)["FormEntry"])


def test_what_is_planned_is_no_plan_for_sale() -> None:
    plans = _records(_entity("VisitPlan", _field("title", "string", required=True, example="Week 4")))
    assert not {"Basic", "Standard", "Plus"} & {each["title"] for each in plans["VisitPlan"]}


@pytest.mark.parametrize(("meter", "reading"), [("Zaehler", "stand"), ("WaterMeter", "value")])
def test_a_meter_never_falls(meter: str, reading: str) -> None:
    read = {**_entity("Ablesung", _field("am", required=True), _money(reading)), "kind": "measurement"}
    world = _world(_entity(meter, _field("number", "string")), read, links=(_has(meter, "Ablesung"),))
    for thing in world.world.things["Ablesung"]:
        last = before(world.world, thing)
        assert last is None or plain(world.of(last)[reading]) <= plain(world.of(thing)[reading])


def test_a_tenant_with_a_slug_is_no_person() -> None:
    slug = _field("slug", "string", required=True, unique=True, example="northwind-cloud")
    named = _field("name", "string", required=True, example="Northwind Cloud")
    assert not any(
        looks_like_person(each["name"]) for each in _records(_entity("Tenant", slug, named))["Tenant"]
    )


def test_shares_of_owners_come_to_the_whole() -> None:
    ends = {"from": {"entity": "Einheit"}, "to": {"entity": "Eigentuemer"}}
    share = _field("anteil", "decimal", required=True, minimum=0, maximum=1)
    link = {"name": "gehoert", "kind": "many-to-many", "link_fields": [share], **ends}
    world = _world(_entity("Einheit", _field("nummer", "string")), _entity("Eigentuemer", _field("name", "string")), links=(link,))  # fmt: skip
    for flat in world.world.things["Einheit"]:
        owned = [plain(world.of(each)["anteil"]) for each in world.world.links("gehoert", "from", flat)]
        assert not owned or sum(owned) == pytest.approx(1)
