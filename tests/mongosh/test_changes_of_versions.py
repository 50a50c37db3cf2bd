"""Every field of a document that keeps its versions can be changed where each change is to be kept, lists and objects
whole."""

from __future__ import annotations

from functools import partial

from tests.mongosh.odd import Json, entity, field
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

FIELDS = [
    field("group", required=True),
    field("allergies", "array", items={"type": "string"}),
    field("doctor", "object", fields=[field("name"), field("town")]),
    field("weights", "array", items={"type": "int"}),
    field("first", "int", computed={"formula": "sum(weights)"}),
    field("born", "date", immutable=True),
    field("fixed", "object", fields=[field("number", immutable=True)]),
]


def profiles(history: str) -> Json:
    """Medical profiles, of which all is kept that they said before."""
    return {
        "format": "nestlink/1", "name": "Clinic", "database": "clinic",
        "entities": [entity("Profile", *FIELDS, history=history)], "relationships": [], "operations": [],
    }  # fmt: skip


@replay(partial(profiles, "revisions"))
def test_lists_and_objects_change_whole(play: Play) -> Steps:
    old = {
        "_id": 1,
        "revision": 1,
        "group": "A",
        "allergies": ["latex"],
        "doctor": {"name": "Ada", "town": "Ulm"},
        "weights": [1],
    }
    play.documents = {"profiles": [{**old, "first": 1}], "profile_revisions": []}
    own: Json = {"profileId": 1}
    play.call(
        "Profile.change", **own, revision=1, changes={"allergies": ["latex", "nuts"], "weights": [2, 3]}
    )
    play.call("Profile.change", **own, revision=2, changes={"doctor": {"name": "Bo"}, "allergies": None})
    play.call("Profile.change", **own, revision=3, changes={"first": 9})
    play.call("Profile.change", **own, revision=3, changes={"fixed": {"number": "9"}})
    done = yield
    assert done.one("profiles", 1, 0) == {
        **old,
        "allergies": ["latex", "nuts"],
        "weights": [2, 3],
        "revision": 2,
        "first": 5,
    }
    assert done.one("profiles", 1, 1) == {
        "_id": 1, "revision": 3, "group": "A", "doctor": {"name": "Bo"}, "weights": [2, 3], "first": 5,
    }  # fmt: skip
    assert [each["allergies"] for each in done.all("profile_revisions", 1)] == [["latex"], ["latex", "nuts"]]
    refused = [result["refused"].partition(":")[0] for result in done.results[2:]]
    assert refused == ["first can't be updated here", "fixed can't be updated here"]
