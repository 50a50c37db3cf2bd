"""Who adds a document need not make its ``_id``: what refers to it has the one that it gets, and so has the caller."""

from __future__ import annotations

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps


def riders() -> Json:
    """Riders show their last two rides."""
    rides = link(
        "rides", "one-to-many", end("Rider", field="latest"), end("Ride", 1, field="rider_id"), strategy="SUBSET",
        recent={"count": 2, "sort": "day", "fields": ["day"]},
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Scooters", "database": "scooters",
        "entities": [
            entity("Rider", field("name")), entity("Ride", field("day", "int", required=True), field("note")),
        ],
        "relationships": [rides],
        "operations": [{"name": "start", "kind": "insert", "entity": "Ride", "per_day": 10}],
    }  # fmt: skip


@replay(riders)
def test_what_repeats_a_new_document_names_it(play: Play) -> Steps:
    rider = play.first("riders")
    play.documents = {"riders": [{"_id": rider["_id"], "name": "Ada"}], "rides": []}
    play.call("start", ride={"day": 7, "rider_id": rider["_id"]})
    done = yield
    (ride,) = done.all("rides", 0)
    (latest,) = done.all("riders", 0)[0]["latest"]
    assert latest["day"] == 7 and latest["ride_id"] == ride["_id"]
    assert done.results[0]["insertedId"] == ride["_id"]
