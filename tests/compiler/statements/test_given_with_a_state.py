"""A reference that comes with a new state: a subject who is randomised has an arm from then on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import entity, field, link
from tests.mongosh.cases import build

Json = dict[str, Any]
TO = {"field": "state", "do": "set", "value": "randomised"}


def function_of(*effects: Json) -> str:
    """The function that gives a subject an arm, and does what else is asked."""
    state = field("state", required=True, enum=["screened", "randomised"])
    ends = (
        ("Arm", {"has": {"min": 0, "average": 40}}),
        ("Subject", {"field": "arm", "has": {"min": 0, "max": 1}}),
    )
    script = build({
        "format": "nestlink/1", "name": "Trial", "database": "trial",
        "entities": [entity("Arm", field("title")), entity("Subject", state, field("note"))],
        "relationships": [link("arms", "one-to-many", *ends, strategy="PARENT_REF")],
        "operations": [{
            "name": "randomise", "kind": "update", "entity": "Subject", "filter": [{"field": "_id"}, {"field": "state", "value": "screened"}],
            "changes": ["arm"], "effects": list(effects), "per_day": 9,
        }],
    }).scripts["mongosh/04_queries.js"]  # fmt: skip
    return script.partition("function randomise(")[2].partition("\n}\n")[0]


def test_a_transition_refuses_to_do_without_it() -> None:
    """It was randomised to nothing: null took the arm away, and the state was set all the same."""
    assert "mustBeGiven({ newArmId })" in function_of(TO)
    assert "setOrClear" not in function_of(TO)


@pytest.mark.parametrize("effects", [[], [{"field": "note", "do": "set", "value": "late"}]])
def test_any_other_update_may_take_it_away(effects: list[Json]) -> None:
    assert "mustBeGiven" not in function_of(*effects)
