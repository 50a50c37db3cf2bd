"""Names of parameters and steps, after fields."""

from __future__ import annotations

import pytest

from designs.compiler.operations.identifiers import identifier


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("student_id", "studentId"), ("Order.totals.sum", "orderTotalsSum"), ("delete", "deleteValue"), ("db", "dbValue"),
        ("\u4e2d", "value"), ("2nd", "value"), ("", "value"), ("__proto__", "proto"), ('");x("', "x"),
    ],
)  # fmt: skip
def test_parameters_are_named_after_fields(words: str, name: str) -> None:
    assert identifier(words) == name
