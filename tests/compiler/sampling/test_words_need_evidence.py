"""A word of one business needs the design to be of that business, and who is reached and carries something is a person."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.sampling import samples
from tests.compiler.in_parts import laid_out
from tests.compiler.sampling.coherence import ROOT

Field = dict[str, Any]


def _of(*entities: dict[str, Any], **design: Any) -> dict[str, list[dict[str, Any]]]:
    source = {
        "format": "nestlink/1",
        "name": "Some",
        "database": "some",
        "entities": [*entities],
        "relationships": [],
    }
    outcome = read(json.dumps(source | design))
    assert outcome.value is not None, outcome.findings
    return samples(laid_out(outcome.value))


def _entity(name: str, *fields: Field, **more: Any) -> dict[str, Any]:
    return {"name": name, "fields": [{"type": "string", "required": True} | each for each in fields], **more}


def _names(entity: dict[str, Any], *others: dict[str, Any], **design: Any) -> list[str]:
    documents = next(iter(_of(entity, *others, **design).values()))
    return [next(each[name] for name in ("name", "title") if name in each) for each in documents]


@pytest.mark.parametrize(
    ("entity", "example", "beside", "further"),
    [
        ("Species", "Norway spruce", "Animal", "Norway spruce, small"),
        ("Resort", "Silvretta Nova", "Hotel", "Silvretta Nova North"),
        ("Office", "Patent Office", "City", "Patent Office North"),
        ("WeatherStation", "Dry valley", "Bus", "Dry valley, north"),
        ("Loft", "Garden loft", "", "Hill loft"),
        ("Variety", "Alpine cheese, raw milk", "", "Alpine cheese, small"),
    ],
)
def test_a_list_of_one_business_is_taken_where_the_design_is_of_it_else_names_like_the_example(
    entity: str, example: str, beside: str, further: str
) -> None:
    own = _entity(entity, {"name": "name", "example": example})
    assert _names(own) == [example, further]
    assert not beside or _names(own, _entity(beside, {"name": "code"}))[1] != further


def test_further_goods_are_like_the_example_unless_the_design_is_a_shop() -> None:
    board = _entity("Product", {"name": "name", "example": "Spruce 47 x 100 mm"}, {"name": "sku"})
    assert all(name.startswith("Spruce 47 x ") for name in _names(board))


def test_who_is_reached_and_does_something_has_a_persons_name() -> None:
    patrollers = _names(_entity("Patroller", {"name": "name"}, {"name": "phone"}, {"name": "badge"}))
    firms = _names(_entity("Haulier", {"name": "name"}, {"name": "phone"}))
    assert all(len(name.split(" ")) == 2 and not name[-1].isdigit() for name in patrollers)
    assert firms == ["Haulier 1", "Haulier 2"]
    listed = _entity("Person", {"name": "name"}, description="An inventor, designer or applicant")
    assert not {"An inventor", "Designer", "Applicant"} & {*_names(listed)}


def test_amounts_are_in_the_currency_of_the_country() -> None:
    client = _entity(
        "Client", {"name": "country", "example": "DE"}, {"name": "vat_number"},
        {"name": "currency", "enum": ["USD", "GBP", "EUR"]},
    )  # fmt: skip
    assert {each["currency"] for each in _of(client)["clients"]} == {"EUR"}
    assert all(each["vat_number"].startswith("DE") for each in _of(client)["clients"])


def test_steps_of_a_list_are_counted_and_flags_agree_with_what_is_beside_them() -> None:
    of_steps = {"type": "object", "fields": [{"name": "step", "type": "int", "required": True},
                {"name": "fixed", "type": "bool", "required": True}, {"name": "fixed_on", "type": "date"}]}  # fmt: skip
    batches = _of(_entity("Batch", {"name": "steps", "type": "array", "items": of_steps}))["batches"]
    for batch in batches:
        assert [each["step"] for each in batch["steps"]] == [1, 2]
        assert all("fixed_on" in each or not each["fixed"] for each in batch["steps"])
        assert not any("fixed_on" in each and not each["fixed"] for each in batch["steps"])


def test_who_is_sent_out_is_there_within_hours() -> None:
    dates = [
        {"name": f"{each}_at", "type": "date"} for each in ("reported", "dispatched", "arrived", "closed")
    ]
    for incident in _of(_entity("Incident", *dates))["incidents"]:
        times = [incident[each["name"]] for each in dates if each["name"] in incident]
        assert times == sorted(times) and (times[-1] - times[0]).total_seconds() < 4 * 3600


def test_what_operations_set_with_a_state_is_so_in_it() -> None:
    states = ["open", "extended", "met", "missed"]
    deadline = _entity(
        "Deadline", {"name": "state", "enum": states},
        {"name": "pending", "type": "int", "minimum": 0, "maximum": 1},
    )  # fmt: skip
    task = _entity("Matter", {"name": "code"})
    link = {
        "name": "deadlines", "kind": "one-to-many", "from": {"entity": "Matter"},
        "to": {"entity": "Deadline", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    in_either = {"field": "state", "match": "in", "value": ["open", "extended"]}
    operations = [
        {"name": f"set {state}", "kind": "update", "entity": "Deadline", "filter": [{"field": "_id"}, in_either],
         "effects": [{"field": "state", "do": "set", "value": state}, {"field": "pending", "do": "set", "value": 0}]}
        for state in ("met", "missed")
    ]  # fmt: skip
    documents = _of(deadline, task, relationships=[link], operations=operations)["deadlines"]
    assert {each["state"] for each in documents} & {"open", "extended"}, "the guarded operation finds one"
    assert all(each["pending"] == (each["state"] in ("open", "extended")) for each in documents)


def test_hours_on_no_invoice_are_there_where_an_operation_asks_for_them() -> None:
    file = ROOT / "tests" / "oracle" / "designs" / "at_length" / "patent_docket.json"
    documents = samples(laid_out(read(file.read_bytes().decode()).value))  # type: ignore[arg-type]
    unbilled = [each for each in documents["time_entries"] if "invoice" not in each]
    assert unbilled and all(each["billable"] for each in unbilled)
    assert {each["state"] for each in documents["deadlines"]} & {"open", "extended"}
    assert len(documents["matters"]) <= 12


def test_what_is_not_there_yet_is_asked_for_and_shown() -> None:
    """A pilot who isn't aboard yet is neither aboard nor left again; a waived deadline is no longer met or pending."""
    pilotage = _entity(
        "Pilotage", {"name": "ordered_at", "type": "date"}, {"name": "boarded_at", "type": "date", "required": False},
        {"name": "left_at", "type": "date", "required": False},
    )  # fmt: skip
    call = _entity("Call", {"name": "code"})
    link = {
        "name": "pilotages",
        "kind": "one-to-many",
        "from": {"entity": "Call"},
        "to": {"entity": "Pilotage"},
    }
    aboard = {
        "name": "pilot aboard", "kind": "update", "entity": "Pilotage",
        "filter": [{"field": "_id"}, {"field": "boarded_at", "match": "exists", "value": False}],
        "effects": [{"field": "boarded_at", "do": "current-date"}],
    }  # fmt: skip
    pilotages = _of(pilotage, call, relationships=[link], operations=[aboard])["pilotages"]
    waiting = [each for each in pilotages if "boarded_at" not in each]
    assert waiting and not any("left_at" in each for each in waiting) and "boarded_at" in pilotages[0]


def test_logs_have_the_volume_of_their_length_and_what_is_put_off_is_later() -> None:
    log = _entity(
        "Log", *({"name": name, "type": "decimal"} for name in ("diameter_mm", "length_m", "volume_m3"))
    )
    for each in _of(log)["logs"]:
        diameter, length, volume = (
            float(str(each[name])) for name in ("diameter_mm", "length_m", "volume_m3")
        )
        assert volume == pytest.approx(0.785 * (diameter / 1000) ** 2 * length, abs=0.02)
    deadline = _entity(
        "Deadline", *({"name": name, "type": "date"} for name in ("due_on", "original_due_on"))
    )
    assert all(each["original_due_on"] <= each["due_on"] for each in _of(deadline)["deadlines"])
