"""Sums of amounts in several currencies: a formula has no condition, and adds them all."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.copies.computed_choice import LINT
from tests.compiler.planned import findings, planned
from tests.compiler.small import MANY, design, entity, link


@pytest.mark.parametrize(
    ("currency", "own", "is_told"),
    [({"enum": ["EUR", "CHF"]}, False, True), ({}, False, True), ({"enum": ["EUR"]}, False, False),
     ({"enum": ["EUR", "CHF"]}, True, False)],
)  # fmt: skip
def test_amounts_in_different_currencies_are_not_added(
    currency: dict[str, Any], own: bool, is_told: bool
) -> None:
    """A guest's passes were summed over francs and euros without a word."""
    spent = {
        "name": "spent",
        "type": "decimal",
        "computed": {"formula": "sum(passes.price)", "refresh": "on-write"},
    }
    money = {"name": "currency", "type": "string", **currency}
    guest = entity("Guest", spent, *([money] if own else []))
    entities = [guest, entity("Pass", {"name": "price", "type": "decimal"}, money)]
    links = [link("passes", MANY, "Guest", "Pass", field="passes", back={"min": 1, "max": 1})]
    said = [each for each in findings(LINT, planned(design(entities, links))) if "currencies" in each.message]
    assert [(each.subject, each.severity) for each in said] == [("Guest.spent", "warning")] * is_told
