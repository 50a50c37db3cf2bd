"""What others use has not gone out of use, money that has not come pays nothing, and what a state says of today is so."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from designs.compiler.model.values import plain
from tests.compiler.sampling.test_wholes_and_levels import _made, _of_one
from tests.compiler.sampling.test_years_and_days import _entity, _field, documents_of

Json = dict[str, Any]
STATE = {"required": True}


def _update(entity: str, name: str, state: str, asked: str = "", **set_: str) -> Json:
    """An operation that sets a state, and with it fields: to the day on which it runs, or to what its caller says."""
    effects = [{"field": "state", "do": "set", "value": state}]
    effects += [{"field": field, "do": do} for field, do in set_.items()]
    matches = [{"field": "state", "match": "eq", "value": asked}] if asked else []
    return {
        "name": name, "kind": "update", "entity": entity, "effects": effects, "filter": [{"field": "_id"}, *matches],
    }  # fmt: skip


def test_nothing_runs_on_a_machine_that_is_scrapped() -> None:
    machine = _entity(
        "Machine", _field("state", enum=["idle", "running", "out_of_order", "scrapped"], **STATE)
    )
    load = _entity("Load", _field("weight_kg", "double"), _field("started_at", "date"))
    made = documents_of([machine, load], (_of_one("Machine", "Load"),))
    used = {each["machine"] for each in made["loads"]}
    states = {each["_id"]: each["state"] for each in made["machines"]}
    assert used and all(states[each] != "scrapped" for each in used), states


def test_what_an_operation_ends_for_good_is_used_by_nothing() -> None:
    grave = _entity(
        "Grave",
        _field("state", enum=["free", "reserved", "in_use", "levelled"], **STATE),
        _field("levelled_on", "date"),
    )
    stone = _entity("Stone", _field("set_on", "date", required=True))
    made = documents_of(
        [grave, stone],
        (_of_one("Grave", "Stone"),),
        operations=(_update("Grave", "level", "levelled", "reserved", levelled_on="current-date"),),
    )
    used = {each["grave"] for each in made["stones"]}
    assert all(each["state"] != "levelled" for each in made["graves"] if each["_id"] in used)


def test_who_works_there_is_active() -> None:
    driver = _entity("Driver", _field("name", required=True), _field("active", "bool", required=True))
    tour = _entity("Tour", _field("left_at", "date", required=True))
    made = documents_of([driver, tour], (_of_one("Driver", "Tour"),))
    used = {each["driver"] for each in made["tours"]}
    assert all(each["active"] for each in made["drivers"] if each["_id"] in used)


def _paid(*states: str, formula: str = "") -> dict[str, list[Json]]:
    computed = (_field("received", "decimal", money=True, **_made(formula)),) if formula else ()
    notice = _entity(
        "Notice",
        _field("state", enum=["draft", "issued", "paid", "waived"], **STATE),
        _field("amount", "decimal", required=True, money=True),
        _field("reduction_percent", "int", minimum=0, maximum=100),
        _field("payable", "decimal", money=True, **_made("round(amount * (1 - reduction_percent / 100), 2)")),
        *computed,
    )
    receipt = _entity(
        "Receipt",
        _field("amount", "decimal", required=True, money=True),
        _field("state", enum=[*states], **STATE),
        _field("method", required=True, enum=["transfer", "cash"]),
        _field("received_on", "date"),
    )
    return documents_of(
        [notice, {**receipt, "kind": "event"}], (_of_one("Notice", "Receipt", field="receipts"),)
    )


def test_what_is_paid_is_so_by_money_that_has_come() -> None:
    made = _paid("failed", "pending", "cleared")
    paid = {each["_id"]: plain(each["payable"]) or 0 for each in made["notices"] if each["state"] == "paid"}
    assert paid
    for notice, payable in paid.items():
        rows = [each for each in made["receipts"] if each["notice"] == notice]
        assert {each["state"] for each in rows} == {"cleared"}, rows
        assert round(sum(plain(each["amount"]) or 0 for each in rows), 2) == payable


def test_money_that_has_not_come_is_there_where_less_is_paid() -> None:
    made = _paid("pending", "cleared", "failed", formula="sum(receipts.amount)")
    states = {each["_id"]: each["state"] for each in made["notices"]}
    for each in made["receipts"]:
        assert each["state"] == "cleared" or states[each["notice"]] != "paid"


def test_what_is_scheduled_lies_ahead_whatever_its_date_is_called() -> None:
    burial = _entity(
        "Burial",
        _field("state", enum=["requested", "scheduled", "held"], **STATE),
        _field("requested_on", "date", required=True),
        _field("held_at", "date"),
    )
    operations = (
        _update("Burial", "schedule", "scheduled", "requested", held_at="set"),
        _update("Burial", "hold", "held", "scheduled"),
    )
    made = documents_of([burial, _entity("Grave")], (_of_one("Grave", "Burial"),), operations=operations)[
        "burials"
    ]
    last = max(each["held_at"] for each in made if each["state"] == "held")
    requested = max(each["requested_on"] for each in made)
    assert [each for each in made if each["state"] == "scheduled"]
    for each in made:
        if each["state"] == "scheduled":
            assert each["held_at"] > max(last, requested)


def test_who_is_buried_died_before_that_was_asked_for() -> None:
    burial = _entity(
        "Burial",
        _field("requested_on", "date", required=True),
        _field("deceased_born_on", "date", required=True),
        _field("deceased_died_on", "date", required=True),
        _field("held_at", "date"),
    )
    for each in documents_of([burial, _entity("Grave")], (_of_one("Grave", "Burial"),))["burials"]:
        assert each["deceased_born_on"] < each["deceased_died_on"] <= each["requested_on"]


def test_what_has_not_left_leaves_later_and_what_is_under_way_arrives_soon() -> None:
    train = _entity(
        "Train",
        _field("state", enum=["on_sale", "boarding", "under_way", "arrived"], **STATE),
        _field("departs_at", "date", required=True),
        _field("arrives_at", "date", required=True),
    )
    offered = {
        "name": "offered",
        "kind": "read",
        "entity": "Train",
        "filter": [{"field": "state", "value": "on_sale"}],
    }
    made = documents_of([train, _entity("Line")], (_of_one("Line", "Train"),), (offered,))["trains"]
    begun = max(each["departs_at"] for each in made if each["state"] != "on_sale")
    assert all(each["departs_at"] > begun for each in made if each["state"] == "on_sale"), made
    for each in made:
        assert (each["arrives_at"] - each["departs_at"]).days < 4, each


def test_nothing_is_given_to_someone_before_it_is_assigned() -> None:
    task = _entity(
        "Task", _field("state", enum=["open", "assigned", "done"], **STATE), _field("created_at", "date")
    )
    push = {"field": "gardeners", "do": "push"}
    assign = _update("Task", "assign", "assigned", "open")
    assign["effects"].append(push)
    link = {
        "name": "assigned", "kind": "many-to-many",
        "from": {"entity": "Task", "field": "gardeners", "has": {"min": 0, "average": 1, "max": 8}},
        "to": {"entity": "Gardener", "field": "tasks", "has": {"min": 0, "average": 900}},
    }  # fmt: skip
    done = _update("Task", "finish", "done", "assigned")
    made = documents_of([task, _entity("Gardener", _field("name"))], (link,), operations=(assign, done))[
        "tasks"
    ]
    assert any(each["gardeners"] for each in made)
    assert not any(each["gardeners"] for each in made if each["state"] == "open"), made


def test_what_is_repaired_was_reported_before() -> None:
    job = _entity("RepairJob", _field("started_at", "date", required=True), _field("finished_at", "date"))
    defect = _entity(
        "Defect",
        _field("state", enum=["reported", "in_repair", "fixed"], **STATE),
        _field("reported_at", "date", required=True),
    )
    repaired = {
        "name": "repaired", "kind": "one-to-many",
        "from": {"entity": "RepairJob", "field": "defects"},
        "to": {"entity": "Defect", "field": "repair_job", "has": {"min": 0, "max": 1}},
    }  # fmt: skip
    links = (_of_one("Coach", "RepairJob"), _of_one("Coach", "Defect"), repaired)
    made = documents_of([_entity("Coach"), job, defect], links)
    started: dict[Any, datetime] = {each["_id"]: each["started_at"] for each in made["repair_jobs"]}
    linked = [each for each in made["defects"] if each.get("repair_job")]
    assert linked
    assert all(each["reported_at"] <= started[each["repair_job"]] for each in linked)
    assert not any(each["state"] == "reported" for each in linked)


def test_no_more_is_there_than_has_room() -> None:
    station = _entity(
        "Station",
        _field("capacity", "int", required=True, minimum=4, maximum=60),
        _field("bikes_available", "int", required=True, minimum=0),
    )
    for each in documents_of([station, _entity("Area")], (_of_one("Area", "Station"),))["stations"]:
        assert each["bikes_available"] <= each["capacity"]


def test_nothing_is_done_more_often_than_it_may_be() -> None:
    kind = _entity("TextileType", _field("max_washes", "int", required=True))
    piece = _entity("Piece", _field("wash_count", "int", required=True, minimum=0))
    made = documents_of([kind, piece], (_of_one("TextileType", "Piece"),))
    most = {each["_id"]: each["max_washes"] for each in made["textile_types"]}
    assert all(each["wash_count"] <= most[each["textiletype"]] for each in made["pieces"])


def test_what_is_granted_for_years_ends_after_them_and_is_over_when_it_has_expired() -> None:
    right = _entity(
        "Right",
        _field("state", enum=["active", "extended", "expired"], **STATE),
        _field("granted_on", "date", required=True),
        _field("ends_on", "date", required=True),
        _field("years", "int", required=True, minimum=5, maximum=30),
    )
    visit = _entity("Visit", _field("made_on", "date", required=True))
    made = documents_of(
        [_entity("Grave"), right, visit], (_of_one("Grave", "Right"), _of_one("Grave", "Visit"))
    )
    today = max(each["made_on"] for each in made["visits"])
    for each in made["rights"]:
        assert abs((each["ends_on"] - each["granted_on"]).days - 365.25 * each["years"]) < 40, each
        assert each["state"] != "expired" or each["ends_on"] <= today
        assert each["state"] != "active" or each["ends_on"] > today


def test_what_has_expired_ended_before_today_and_began_a_year_before() -> None:
    rider = _entity("Rider", _field("name"), _field("registered_at", "date", required=True))
    subscription = _entity(
        "Subscription",
        _field("state", enum=["active", "paused", "cancelled", "expired"], **STATE),
        _field("started_on", "date", required=True),
        _field("ends_on", "date", required=True),
    )
    ride = _entity("Ride", _field("started_at", "date", required=True))
    expired = {
        "name": "expired",
        "kind": "read",
        "entity": "Subscription",
        "filter": [{"field": "state", "value": "expired"}],
    }
    links = (_of_one("Rider", "Subscription"), _of_one("Rider", "Ride"))
    made = documents_of([rider, subscription, ride], links, (expired,))
    today = max(each["started_at"] for each in made["rides"])
    over = [each for each in made["subscriptions"] if each["state"] == "expired"]
    assert over
    assert all(each["ends_on"] <= today for each in over), over


def test_a_name_that_is_a_persons_or_its_own_is_one() -> None:
    piece = _entity("Piece", _field("embroidered_name", required=True))
    company = _entity("Company", _field("name", required=True), _field("registered_name", required=True))
    burial = _entity("Burial", _field("deceased_name", required=True))
    made = documents_of([piece, company, burial])
    assert all(each["name"] == each["registered_name"] for each in made["companies"])
    for name in (
        *(each["embroidered_name"] for each in made["pieces"]),
        *(each["deceased_name"] for each in made["burials"]),
    ):
        assert name.count(" ") == 1 and "name" not in name, name


def test_what_has_a_word_for_a_code_is_called_so() -> None:
    tariff = _entity(
        "Tariff", _field("code", required=True, unique=True, example="ANNUAL"), _field("name", required=True)
    )
    assert documents_of([tariff])["tariffs"][0]["name"] == "Annual"


def test_those_who_own_a_thing_own_all_of_it_together() -> None:
    owns = {
        "name": "affiliates", "kind": "graph", "from": {"entity": "Party", "field": "owns", "has": {"min": 0, "max": 9}},
        "to": {"entity": "Party", "field": "owned_by", "has": {"min": 0, "max": 9}},
        "link_fields": [_field("percent", "decimal", minimum=0, maximum=100)],
    }  # fmt: skip
    for party in documents_of([_entity("Party", _field("name"))], (owns,))["parties"]:
        shares = [plain(each["percent"]) or 0 for each in party.get("owned_by", [])]
        assert not shares or sum(shares) == 100, party


def test_what_takes_hours_and_goes_on_began_hours_ago() -> None:
    load = _entity(
        "Load",
        _field("state", enum=["loading", "running", "finished"], **STATE),
        _field("loaded_at", "date", required=True),
        _field("started_at", "date"),
        _field("finished_at", "date"),
    )
    operations = (
        _update("Load", "start", "running", "loading", started_at="current-date"),
        _update("Load", "finish", "finished", "running", finished_at="current-date"),
    )
    made = documents_of([_entity("Machine"), load], (_of_one("Machine", "Load"),), operations)["loads"]
    over = max(each["finished_at"] for each in made if each["state"] == "finished")
    for each in made:
        begun = {"loading": "loaded_at", "running": "started_at"}.get(each["state"])
        assert begun is None or each[begun] > over, made


def test_nothing_is_taken_of_what_is_free() -> None:
    grave = _entity(
        "Grave",
        _field("state", enum=["free", "in_use"], **STATE),
        _field("places", "int", required=True, minimum=1, maximum=8),
        _field("places_taken", "int", required=True, minimum=0),
    )
    asked = {
        "name": "free",
        "kind": "read",
        "entity": "Grave",
        "filter": [{"field": "state", "value": "free"}],
    }
    made = documents_of([_entity("Section"), grave], (_of_one("Section", "Grave"),), (asked,))["graves"]
    assert {each["places_taken"] for each in made if each["state"] == "free"} == {0}


def test_minutes_of_work_that_may_last_a_day_are_no_time_of_day() -> None:
    entry = _entity("TimeEntry", _field("minutes", "int", required=True, minimum=6, maximum=1440))
    assert all(each["minutes"] <= 480 for each in documents_of([entry])["time_entries"])


def test_limits_say_more_than_a_name_of_which_they_leave_a_corner() -> None:
    stone = _entity("Stone", _field("height_cm", "int", required=True, minimum=20, maximum=160))
    area = _entity(
        "Area",
        _field("name", required=True, example="Altstadt"),
        _field("speed_limit_kmh", "int", maximum=45),
    )
    made = documents_of(
        [stone, area, _entity("Visit")], (_of_one("Area", "Visit"), _of_one("Stone", "Visit"))
    )
    assert any(each["height_cm"] < 140 for each in made["stones"])
    assert {each["speed_limit_kmh"] % 10 for each in made["areas"]} == {0}
    assert all(
        each["name"].startswith("Altstadt") and not each["name"][-1].isdigit() for each in made["areas"]
    )


def test_what_is_planned_for_a_day_is_begun_then() -> None:
    delivery = _entity(
        "Delivery",
        _field("state", enum=["planned", "packed", "delivered"], **STATE),
        _field("planned_for", "date", required=True),
        _field("packed_at", "date"),
        _field("delivered_at", "date"),
    )
    operations = (
        _update("Delivery", "pack", "packed", "planned", packed_at="current-date"),
        _update("Delivery", "deliver", "delivered", "packed", delivered_at="current-date"),
    )
    made = documents_of([_entity("Ward"), delivery], (_of_one("Ward", "Delivery"),), operations)["deliveries"]
    assert any("packed_at" in each for each in made)
    for each in made:
        assert "packed_at" not in each or abs((each["packed_at"] - each["planned_for"]).days) <= 2, each
