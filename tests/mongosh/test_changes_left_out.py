"""What an update is not given stays as it is, where null is let in too: a driver would write null for it."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler.exporters.mongosh.scripts import fragment
from tests.compiler.compiled import compiled
from tests.compiler.recorder import outputs
from tests.mongosh.odd import entity, field
from tests.mongosh.shell import run, script_of
from tests.oracle.judging import scripts_of

Json = dict[str, Any]


def clinic() -> Json:
    """Treatments whose weight and volume come at the end, or later; all that is optional may be null."""
    fields = [field("_id", "int"), field("state", required=True), field("kg", "double"), field("ml", "int")]
    return {
        "format": "nestlink/1", "name": "Clinic", "database": "clinic", "absent": "either",
        "entities": [entity("Treatment", *fields)], "relationships": [],
        "operations": [{"name": "finish", "kind": "update", "entity": "Treatment", "filter": [{"field": "_id"}], "per_day": 3,
                        "effects": [{"field": "state", "do": "set", "value": "over"}, {"field": "kg", "do": "set"}, {"field": "ml", "do": "set"}]}],
    }  # fmt: skip


def test_what_is_left_out_stays() -> None:
    """Null is stored for what the caller says there is none of."""
    script = next(text for path, text in scripts_of(compiled(clinic())).items() if "04_queries" in path)
    assert 'setOrClear({ state: "over", kg: newKg, ml: newMl }, ["kg", "ml"])' in script
    assert "kg and ml don't change if omitted" in script
    told = "print(EJSON.stringify(setOrClear({ state: 'over', kg: undefined, ml: null }, ['kg', 'ml'])));"
    done = run([script_of("left-out", fragment("set_or_clear") + told)])["left-out"]
    assert [json.loads(each[0]) for each in done["printed"]] == [{"$set": {"state": "over", "ml": None}}]


def _treatments(**change: Any) -> str:
    """The script of an update of required fields."""
    fields = [field("_id", "int"), field("state", required=True), field("note", required=True)]
    update = {
        "name": "correct",
        "kind": "update",
        "entity": "Treatment",
        "filter": [{"field": "_id"}],
        **change,
    }
    made = {**clinic(), "entities": [entity("Treatment", *fields)], "operations": [update]}
    return next(text for path, text in scripts_of(compiled(made)).items() if "04_queries" in path)


def test_one_of_several_required_fields_can_be_left_out() -> None:
    """The other was sent as null, which the validator refuses."""
    script = _treatments(changes=["state", "note"])
    assert "setOrClear({ state: newState, note: newNote })" in script
    assert "state and note don't change if omitted" in script


def test_one_required_field_is_what_an_update_is_for() -> None:
    script = _treatments(changes=["note"])
    assert "$set: { note: newNote }" in script and "left out" not in script


def test_what_is_left_out_of_a_pipeline_stays_too() -> None:
    """A result that follows from the change made the update a pipeline, which set the other field to null."""
    hours = [
        field("_id", "int"),
        field("minutes", "int", required=True),
        field("rate", "int", required=True),
        field("amount", "int", computed={"formula": "minutes * rate", "refresh": "on-write"}),
    ]
    correct = {"name": "correct", "kind": "update", "entity": "Hour", "filter": [{"field": "_id"}], "per_day": 3,
               "changes": ["minutes", "rate"]}  # fmt: skip
    made = {**clinic(), "entities": [entity("Hour", *hours)], "operations": [correct]}
    script = next(text for path, text in scripts_of(compiled(made)).items() if "04_queries" in path)
    assert "givenFields({ minutes: { $literal: newMinutes }, rate: { $literal: newRate } })" in script
    assert "minutes and rate don't change if omitted" in script
    assert "mustChangeSome({ newMinutes, newRate });" in script


def test_an_amount_may_be_added_beside_what_is_set() -> None:
    """The sample of an amount is a decimal, which has no hash."""
    inside = field("place", "object", fields=[field("shelf", "int")])
    bill = entity(
        "Bill",
        field("amount", "decimal", updates_per_day=10),
        field("note", immutable=True),
        inside,
        history="revisions",
    )
    added = {"name": "correct", "kind": "update", "entity": "Bill", "filter": [], "changes": ["place", "note"], "returns": "after",
             "effects": [{"do": "set", "field": "place.shelf"}, {"do": "increment", "field": "amount"}]}  # fmt: skip
    made = {
        "format": "nestlink/1",
        "name": "Bills",
        "database": "bills",
        "entities": [bill],
        "operations": [added],
    }
    assert "function correct(" in outputs(json.dumps(made))["mongosh/04_queries.js"]
