"""What did not fit into an array is changed and taken away, too, where the holder keeps what it was."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge
from tests.oracle.test_reads import judged


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
def test_what_is_in_the_overflow_is_reached(topology: str, history: str) -> None:
    """The array has no such element: without a transaction, too, that is no reason to end there."""
    most = {"entity": "Book", "has": {"min": 0, "p95": 3, "max": 5000}}
    reviews = link("reviews", "one-to-many", most, end("Review", 1), strategy="OUTLIER", exclusive_owner=True)
    design = {
        "format": "nestlink/1", "name": "Reviews", "database": "reviews", "topology": topology,
        "entities": [
            entity("Book", field("title", required=True), history=history),
            entity("Review", field("code", unique=True, required=True), field("stars", "int")),
        ],
        "relationships": [reviews],
    }  # fmt: skip
    verdicts = {one.function: one for one in judge("reviews", design, tries=6)}
    assert all(verdicts[name].judged for name in ("reviewsAdd", "reviewsEdit", "reviewsRemove"))
    assert {name: one.why for name, one in verdicts.items() if one.judged and one.why} == {}


@pytest.mark.parametrize("least", [1, 3])
def test_what_had_no_room_is_taken_away_though_its_array_must_keep_some(least: int) -> None:
    """It is not in the array, and was said to be the last there."""
    many = {"entity": "Club", "field": "members", "has": {"min": least, "average": 5, "p95": 8, "max": 5000}}
    members = link("members", "one-to-many", many, end("Member", 1, field="club"), strategy="OUTLIER")
    design = {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs",
        "entities": [entity("Club", field("name", required=True)), entity("Member", field("name", required=True))],
        "relationships": [members], "operations": [],
    }  # fmt: skip
    assert judged(design, "membersRemove") == {"membersRemove": ""}
