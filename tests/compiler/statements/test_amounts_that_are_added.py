"""A function that adds what its caller gives says how that takes away: "take from lot" with 5 would add."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import entity, field
from tests.oracle.test_declared_operations import _script

Json = dict[str, Any]
SAID = ": a negative number subtracts."


def _lot(**effect: Any) -> str:
    take = {
        "name": "take", "kind": "update", "entity": "Lot", "per_day": 9, "filter": [{"field": "_id"}],
        "effects": [{"field": "grams", **effect}],
    }  # fmt: skip
    source = {
        "format": "nestlink/1", "name": "Lots", "database": "lots", "entities": [entity("Lot", field("grams", "int"))],
        "operations": [take],
    }  # fmt: skip
    return _script(source)


def test_what_is_added_may_be_negative() -> None:
    assert f"Adds addedGrams{SAID}" in _lot(do="increment")


def test_a_stated_amount_and_a_factor_say_nothing_of_it() -> None:
    assert SAID not in _lot(do="increment", by=-1) + _lot(do="multiply")
