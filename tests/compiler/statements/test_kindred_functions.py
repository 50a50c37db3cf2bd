"""What functions ask their callers for, and what their comments and errors say of other functions and of what is not there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import entity, field, link
from tests.mongosh.cases import build

ONE = {"min": 1, "max": 1}
MAYBE = {"min": 0, "max": 1}


def _queries(*operations: dict[str, Any], least: int = 0) -> str:
    """Payments for rides on bikes of two kinds, of which earlier versions are kept; staff look after them."""
    return build({
        "format": "nestlink/1", "name": "Rides", "database": "rides",
        "entities": [
            entity("Bike", field("number", required=True, unique=True), field("note"), history="revisions"),
            entity("ElectricBike", field("battery", "int")), entity("CargoBike", field("load", "int")),
            entity("Payment", field("reference")), entity("Ride", field("started", "date")),
            entity("Person", field("name", required=True)), entity("Rate", field("per_hour", "int")),
        ],
        "relationships": [
            link("electric", "is-a", "Bike", "ElectricBike"), link("cargo", "is-a", "Bike", "CargoBike"),
            link("paid", "one-to-many", ("Payment", {"field": "rides", "has": {"max": 200}}),
                 ("Ride", {"field": "payment", "has": MAYBE}), strategy="PARENT_REF"),
            link("team", "many-to-many", ("Ride", {"field": "team", "has": {"max": 9}}),
                 ("Person", {"field": "rides", "has": {"max": 9000}}), strategy="ONE_WAY_EMBED", link_owner="from"),
            link("rate of", "one-to-one", ("Person", {"field": "rate", "has": {"min": least, "max": 1}}),
                 ("Rate", {"field": "person", "has": ONE}), strategy="LINK_ONE"),
        ],
        "operations": list(operations),
    }).scripts["mongosh/04_queries.js"]  # fmt: skip


@pytest.fixture(scope="module", name="queries")
def fixture_queries() -> str:
    return _queries()


def _function(queries: str, name: str) -> str:
    """Return the comment and the body of a function, on one line."""
    before, _, behind = queries.partition(f"\nfunction {name}(")
    comment = " ".join(line.removeprefix("// ") for line in before.rpartition("\n\n")[2].splitlines())
    return f"{comment} {behind.partition(chr(10) + '}')[0]}"


@pytest.mark.parametrize("name", ["paidRead", "paidPage"])
def test_no_parent_has_no_children(queries: str, name: str) -> None:
    """Without an id, all rides that nobody has paid were those of "the payment"."""
    assert "mustBeGiven({ paymentId });" in _function(queries, name)


def test_a_reference_that_is_always_there_is_asked_for_as_it_is(queries: str) -> None:
    assert "mustBeGiven" not in _function(queries, "rateOfRead")


def test_a_version_of_what_is_not_there_was_changed_by_nobody(queries: str) -> None:
    assert '"bike not found, or changed by someone else: read it again"' in _function(queries, "bikeChange")


def test_a_comment_names_the_functions_that_can_change_it(queries: str) -> None:
    """Of a bike of one kind, those of another kind were named too."""
    assert "electricBikeChange or cargoBikeChange" in _function(queries, "bikeChange")
    own = _function(queries, "electricBikeChange")
    assert "or through bikeChange." in own and "cargoBikeChange" not in own


@pytest.mark.parametrize(("least", "is_said"), [(0, False), (1, True)])
def test_what_each_must_have_is_not_taken_away_without_a_word(least: int, is_said: bool) -> None:
    said = "Each person must have one: add its next rate right after."
    assert (said in _function(_queries(least=least), "rateOfRemove")) == is_said


def test_the_id_of_one_of_a_team_is_no_team_id() -> None:
    mine = {"name": "my rides", "kind": "read", "entity": "Ride", "filter": [{"field": "team"}]}
    assert "function myRides(personId" in _queries(mine)
