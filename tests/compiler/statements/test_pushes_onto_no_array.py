"""A push onto what is no array is not written: a server refuses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design

DESIGNS = Path(__file__).resolve().parents[2] / "oracle" / "designs"


@pytest.mark.parametrize("operation", ["load container", "unload container"])
def test_an_operation_on_the_reference_of_each_element_is_unwritten(operation: str) -> None:
    raw = json.loads((DESIGNS / "freight_forwarder.json").read_text(encoding="utf-8"))
    (declared,) = (each for each in raw["operations"] if each["name"] == operation)
    declared["filter"] = [{"field": "incoterm"}]  # which tells of many
    model = read(json.dumps(raw)).value
    assert model is not None
    compilation = compile_design(model)
    statements = [one for one in compilation.plan.statements if one.subject == f"operation:{operation}"]
    assert not any(one.writes for one in statements)
    unwritten = [str(one) for one in compilation.findings if one.code == "OPERATION_UNWRITTEN"]
    assert any(operation in finding for finding in unwritten)


def test_a_push_onto_a_list_of_links_adds_one_whole_link() -> None:
    model = read((DESIGNS / "vet_clinics.json").read_text(encoding="utf-8")).value
    assert model is not None
    compilation = compile_design(model)
    written = [one for one in compilation.plan.statements if one.subject == "operation:prescribe"]
    assert [(one.op, one.collection) for one in written] == [("findOne", "drugs"), ("updateOne", "visits")]
    assert written[1].must_match.endswith("or already linked")


def test_such_a_list_is_that_of_what_another_unique_value_tells() -> None:
    model = read((DESIGNS / "freight_forwarder.json").read_text(encoding="utf-8")).value
    assert model is not None
    statements = compile_design(model).plan.statements
    written = {
        name: [(one.op, one.collection) for one in statements if one.subject == f"operation:{name}"]
        for name in ("load container", "unload container")
    }
    assert written == {
        "load container": [("findOne", "shipments"), ("findOne", "containers"), ("updateOne", "shipments")],
        "unload container": [("updateOne", "shipments"), ("findOne", "shipments")],
    }
