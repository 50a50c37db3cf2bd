"""The in-memory engine computes with decimals as a server does: with all their digits, a double rounded to 15."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.mongosh.shell import run, script_of

PROGRAM = """
const bills = db.getCollection("bills");
bills.insertOne({ _id: 1, base: Decimal128("4647.5"), rows: [Decimal128("0.1"), Decimal128("4647.4")], size: 1.005 });
bills.updateOne({ _id: 1 }, [
  { $set: { base: { $sum: "$rows" } } },
  { $set: {
    total: { $toDecimal: { $round: [{ $multiply: ["$base", 1.21] }, 2] } },
    rest: { $subtract: ["$base", 4647.4] },
    half: { $round: [{ $multiply: ["$size", 100.3] }, 3] },
  } },
]);
"""


@cache
def stored() -> dict[str, Any]:
    """The document that the program leaves."""
    journal = run([script_of("stored", PROGRAM, live=True)])["stored"]
    assert journal["error"] is None, journal["error"]
    (found,) = journal["documents"]["bills"]
    return found


def _number(value: dict[str, str]) -> float:
    return float(next(iter(value.values())))


@pytest.mark.parametrize(
    ("name", "value"), [("base", 4647.5), ("total", 5623.48), ("rest", 0.1), ("half", 100.801)]
)
def test_a_decimal_keeps_its_digits(name: str, value: float) -> None:
    """Doubles would make 5623.474999... of the total, and round it down; of two doubles they still do."""
    assert _number(stored()[name]) == value
