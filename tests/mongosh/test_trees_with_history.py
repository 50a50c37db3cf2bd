"""Trees of which every version of a node is kept: walks, numbers and audits are of the present."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
PAST = ObjectId("64c2321051fd6993227f0000")


def tree(strategy: str) -> Json:
    """Departments below departments, with the versions of each."""
    nodes = entity("Unit", field("name"), history="point-in-time")
    below = link("below", "tree", end("Unit"), end("Unit"), strategy=strategy)
    return {
        "format": "nestlink/1",
        "name": "Units",
        "database": "units",
        "entities": [nodes],
        "relationships": [below],
    }


def with_past(play: Play) -> None:
    """An earlier version of the second node, a child of the first."""
    child = play.first("units", 1)
    until = child["valid_from"]
    past = {
        **child,
        "_id": PAST,
        "unit_id": child["_id"],
        "valid_from": until.replace(year=2001),
        "valid_to": until,
    }
    play.documents["units"].append(past)


@replay(lambda: tree("TREE_PARENT"))
def test_what_is_below_is_so_at_present(play: Play) -> Steps:
    with_past(play)
    play.call("below.descendants", unitId=play.first("units")["_id"])
    done = yield
    found = [one["_id"] for one in done.results[0]]
    assert found and PAST not in found


@replay(lambda: tree("TREE_NESTED"))
def test_numbers_are_of_the_present(play: Play) -> Steps:
    with_past(play)
    play.call("below.rebuild")
    play.audit()
    done = yield
    before = {one["_id"]: (one["left"], one["right"]) for one in play.documents["units"]}
    assert {one["_id"]: (one["left"], one["right"]) for one in done.all("units")} == before
    assert not any(found for name, found in done.found.items() if name.startswith("below."))
