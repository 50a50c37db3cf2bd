"""A push onto what is no array is not written: a server refuses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from designs.compiler import compile_design, read

DESIGNS = Path(__file__).resolve().parents[2] / "oracle" / "designs"


@pytest.mark.parametrize(
    ("design", "operation"),
    [
        ("freight_forwarder", "load container"),
        ("freight_forwarder", "unload container"),
    ],
)
def test_an_operation_on_the_reference_of_each_element_is_unwritten(design: str, operation: str) -> None:
    model = read((DESIGNS / f"{design}.json").read_text(encoding="utf-8")).value
    assert model is not None
    assert operation in [one.name for one in model.operations]
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
    assert written[1].must_match.endswith("or the two are linked already")
