"""Values that arithmetic or doubling once made an error of, or an hour: they compile."""

from __future__ import annotations

import json

import pytest

from designs.compiler import compile_design, read, write
from designs.compiler.exporters import EXPORTERS
from designs.limits import Budget, within

from . import makers

MADE = makers()


@pytest.mark.parametrize(
    "kind",
    [
        "many decimals",
        "formulas of large numbers",
        "deep arrays",
        "arrays of arrays",
        "absurd growth",
        "enums of numbers",
        "numbers that vanish",
        "absurd constants",
        "the largest number: entities.fields.minimum",
        "the smallest number: entities.fields.minimum",
    ],
)
def test_it_compiles_or_is_refused_with_a_place(kind: str) -> None:
    with within(Budget(60, 0)):
        report = read(MADE[kind]())
        assert (report.value is None) == bool(report.findings)
        if report.value is not None:
            made = compile_design(report.value)
            assert all(file.text for exporter in EXPORTERS for file in exporter.render(made))


@pytest.mark.parametrize(
    ("digits", "kept"), [("9" * 35, int("9" * 35)), ("9" * 36, 1e36), ("-" + "9" * 36, -1e36)]
)
def test_a_whole_number_beyond_any_decimal_is_read_as_a_float(digits: str, kept: float) -> None:
    design = {"format": "nestlink/1", "name": "x", "database": "x", "entities": [{"name": "A", "count": 7}]}
    model = read(json.dumps(design).replace("7", digits)).value
    assert (model is None) == (kept < 0)
    if model is not None:
        assert model.entities[0].count == kept
        assert read(write(model)).value == model
