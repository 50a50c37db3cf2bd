"""An update adds what its caller gives, unless the design states by how much."""

from __future__ import annotations

import json
from typing import Any, cast

from designs.compiler import read
from designs.compiler.model.conceptual import Model
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.calls import functions
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _earn(name: str, *effects: Json) -> Json:
    return {
        "name": name, "kind": "update", "entity": "Member", "per_day": 9, "filter": [{"field": "card"}],
        "effects": list(effects),
    }  # fmt: skip


def _design() -> Json:
    """Members earn miles, which their bookings repeat; points are computed of them."""
    total = {"formula": "miles + 2 * bonus", "sources": ["miles", "bonus"], "refresh": "on-write"}
    member = entity(
        "Member", field("card", required=True, unique=True), field("miles", "int", required=True),
        field("bonus", "int", required=True), field("spent", "decimal"), field("points", "int", computed=total),
    )  # fmt: skip
    copies = [
        {"field": "miles", "of": "from", "policy": "strong", "reads_per_day": 1e6, "updates_per_day": 1}
    ]
    increment = {"do": "increment"}
    return {
        "format": "nestlink/1", "name": "Miles", "database": "miles",
        "entities": [member, entity("Booking", field("locator", required=True))],
        "relationships": [
            link("books", "one-to-many", end("Member"), end("Booking"), strategy="PARENT_REF", copies=copies)
        ],
        "operations": [
            _earn("earn", {"field": "miles", **increment}, {"field": "bonus", **increment, "value": 5}),
            _earn("multiply", {"field": "miles", "do": "multiply"}),
            _earn("spend", {"field": "spent", **increment}),
            _earn("greet", {"field": "miles", **increment, "by": 500}),
        ],
    }  # fmt: skip


def test_an_amount_that_no_design_states_is_the_callers() -> None:
    params = {
        one.name: [*one.params]
        for one in functions(compile_design(cast("Model", read(json.dumps(_design())).value)))
    }
    assert params["earn"] == ["card", "addedMiles"]
    assert params["multiply"] == ["card", "milesFactor"]
    assert params["spend"] == ["card", "addedSpent"]
    assert params["greet"] == ["card"]


def test_the_amount_reaches_copies_and_results() -> None:
    wanted = dict.fromkeys(("earn", "multiply", "spend", "greet"), "")
    assert judged(_design(), *wanted) == wanted


def test_an_amount_must_be_given() -> None:
    """Null would be stored where a result follows in the same update: a validator that only warns lets it in."""
    script = _script(_design())
    for name, amount in [("earn", "addedMiles"), ("multiply", "milesFactor"), ("spend", "addedSpent")]:
        body = script[script.index(f"function {name}(") :]
        assert f"mustBeGiven({{ {amount} }});" in body[: body.index("\n}\n")]
    greet = script[script.index("function greet(") :]
    assert "mustBeGiven" not in greet[: greet.index("\n}\n")]
