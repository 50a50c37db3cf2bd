"""schemas/<collection>.json: the validator of the plan, as JSON that reads back."""

from __future__ import annotations

import json
from datetime import UTC

import pytest
from bson import json_util

from designs.compiler.exporters.plan import render as render_plan
from designs.compiler.exporters.schemas import render
from designs.compiler.workload.document_history import installed_validator
from tests.compiler.bson_schema import exact
from tests.compiler.compiled import ALL, compiled, design_of


@pytest.mark.parametrize("name", ALL)
def test_each_file_reads_back_as_the_validator(name: str) -> None:
    compilation = design_of(name)
    made = {file.path: file.text for file in render(compilation)}
    wanted = {
        f"schemas/{one.file}.json": installed_validator(one)
        for one in compilation.plan.collections
        if one.validator
    }
    assert {path: json_util.loads(text) for path, text in made.items()} == wanted
    assert all('"$jsonSchema": {\n' in text for text in made.values())


def test_a_file_and_the_plan_hold_the_validator_that_setup_installs() -> None:
    """Of a collection with past versions, whose validator lets them in, too: each change inserts one."""
    fields = [
        {"name": "code", "type": "string", "required": True, "unique": True},
        {"name": "price", "type": "int"},
    ]
    entity = {"name": "Fare", "fields": fields, "history": "point-in-time"}
    compilation = compiled({"format": "nestlink/1", "name": "S", "database": "s", "entities": [entity]})
    (installed,) = [
        one.options["validator"] for one in compilation.plan.statements if one.op == "createCollection"
    ]
    assert "$or" in installed
    assert [json_util.loads(file.text) for file in render(compilation)] == [installed]
    (file,) = render_plan(compilation)
    assert [one["validator"] for one in json_util.loads(file.text)["collections"]] == [installed]


def test_values_of_every_type_survive() -> None:
    fields = [
        {"name": "on", "type": "date", "enum": ["2021-07-23"]},
        {"name": "price", "type": "decimal", "enum": [{"$numberDecimal": "1.10"}]},
    ]
    source = {
        "format": "nestlink/1",
        "name": "S",
        "database": "s",
        "entities": [{"name": "Thing", "fields": fields}],
    }
    compilation = compiled(source)
    ((_, text),) = [(file.path, file.text) for file in render(compilation)]
    aware = json_util.JSONOptions(tz_aware=True, tzinfo=UTC)
    read = json_util.loads(text, json_options=aware)["$jsonSchema"]["properties"]
    own = compilation.plan.collections[0].validator
    assert own is not None
    properties = own["$jsonSchema"]["properties"]
    assert read["on"]["enum"][0] == properties["on"]["enum"][0]
    assert exact(read["price"]["enum"][0]) == exact(properties["price"]["enum"][0])


def test_a_time_series_has_no_file() -> None:
    sensor = {
        "name": "Sensor",
        "fields": [{"name": one, "type": "string"} for one in ("name", "place", "model", "owner")],
    }
    reading = {
        "name": "Reading",
        "kind": "measurement",
        "fields": [{"name": "at", "type": "date", "required": True}],
    }
    ends = {"from": {"entity": "Sensor"}, "to": {"entity": "Reading", "has": {"min": 1, "max": 1}}}
    link = {"name": "readings", "kind": "one-to-many", **ends}
    source = {
        "format": "nestlink/1",
        "name": "S",
        "database": "s",
        "entities": [sensor, reading],
        "relationships": [link],
    }
    compilation = compiled(source)
    assert [one.kind for one in compilation.plan.collections] == ["standard", "timeseries"]
    assert [file.path for file in render(compilation)] == ["schemas/sensors.json"]


def test_the_text_is_json_with_a_final_newline() -> None:
    (file, *_) = render(design_of("university"))
    assert json.loads(file.text)["$jsonSchema"]["title"] == "student" and file.text.endswith("}\n")
