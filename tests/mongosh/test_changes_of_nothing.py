"""An update that is given nothing to change writes nothing: it counts no revision up and moves no total. Nor does a move that
is not told where to, which null would be for nowhere. One that always sets a date has something to write in any case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.runs import LEFT_OUT
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
COUNT = {"formula": "count(things)", "refresh": "on-write"}


def store(history: str = "", topology: str = "replica-set", **place: Any) -> Callable[[], Json]:
    """Things at places that count them. history: how what they were is kept; place: more of the relationship."""
    kept = {"history": history} if history else {}
    update: Json = {"kind": "update", "entity": "Thing", "per_day": 9, "filter": [{"field": "_id"}]}
    seen = {"effects": [{"field": "seen", "do": "current-date"}]}
    taken = {"effects": [{"field": "stock", "do": "increment"}]}
    return lambda: {
        "format": "nestlink/1", "name": "Store", "database": "store", "topology": topology,
        "entities": [
            entity("Thing", NUMBER, field("note"), field("size", "int"), field("stock", "int"), field("seen", "date"), **kept),
            entity("Place", NUMBER, field("kept", "int", computed=COUNT)),
        ],
        "relationships": [
            link("stored", "one-to-many", end("Place", field="things"), end("Thing", 1, field="place"), strategy="PARENT_REF", **place),
        ],
        "operations": [
            {"name": "move", **update, "changes": ["place"]},
            {"name": "move noting", **update, "changes": ["place", "note"]},
            {"name": "edit", **update, "changes": ["note", "size"]},
            {"name": "look", **update, "changes": ["note"], **seen},
            {"name": "take", **update, "changes": ["note"], **taken},
        ],
    }  # fmt: skip


def _nothing(play: Play, **moment: Any) -> None:
    play.documents = {
        "places": [{"_id": 1, "kept": 1}, {"_id": 2, "kept": 0}],
        "things": [{"_id": 11, "place": 1, "stock": 4, "revision": 1, **moment}],
    }
    play.call("move", thingId=11, newPlaceId=LEFT_OUT)
    play.call("move noting", id=11, newPlaceId=LEFT_OUT, newNote=LEFT_OUT)
    play.call("edit", id=11, newNote=LEFT_OUT, newSize=LEFT_OUT)


def _refused(*names: str) -> list[str]:
    return [f"nothing to update: pass a value for {each}" for each in names]


def _stays(play: Play, results: list[Any], states: list[Json]) -> None:
    names = ("newPlaceId", "newPlaceId or newNote", "newNote or newSize")
    assert [each.get("refused") for each in results[:3]] == _refused(*names)
    for state in states[:3]:
        assert [state["things"], state["places"]] == [play.documents["things"], play.documents["places"]]


@replay(store("revisions"))
def test_no_revision_is_counted(play: Play) -> Steps:
    _nothing(play)
    play.call("move noting", id=11, newPlaceId=LEFT_OUT, newNote="dry")
    play.call("move", thingId=11, newPlaceId=2)
    play.call("take", id=11, newNote=LEFT_OUT, addedStock=1)
    play.call("move", thingId=11, newPlaceId=None)
    done = yield
    _stays(play, done.results, done.states)
    assert [state.get("thing_revisions", []) for state in done.states[:3]] == [[], [], []]
    assert [[each["kept"] for each in state["places"]] for state in done.states[3:]] == [
        [1, 0],
        [0, 1],
        [0, 1],
        [0, 0],
    ]
    thing = done.one("things", 11)
    assert thing == {"_id": 11, "stock": 5, "revision": 5, "note": "dry"}
    assert [each["revision"] for each in done.all("thing_revisions")] == [1, 2, 3, 4]


@replay(store("revisions", "standalone"))
def test_nor_kept_without_a_transaction(play: Play) -> Steps:
    _nothing(play)
    done = yield
    _stays(play, done.results, done.states)
    assert done.all("thing_revisions") == []


@replay(store("point-in-time"))
def test_no_version_is_closed(play: Play) -> Steps:
    since = play.first("things")["valid_from"]
    _nothing(play, valid_from=since, valid_to=None)
    done = yield
    _stays(play, done.results, done.states)


def _looked(play: Play, **moment: Any) -> Steps:
    """Seen with nothing else to say, then with a note."""
    play.documents = {"places": [], "things": [{"_id": 11, "note": "dry", "revision": 1, **moment}]}
    play.call("look", id=11, newNote=LEFT_OUT)
    play.call("look", id=11, newNote="wet")
    done = yield
    assert [(each or {}).get("refused") for each in done.results] == [None, None]
    for state, note in zip(done.states, ("dry", "wet"), strict=True):
        assert ["seen" in each and each["note"] for each in state["things"] if each["_id"] == 11] == [note]


@replay(store())
def test_a_date_is_something_to_write(play: Play) -> Steps:
    """A scan that says no more than that it was seen."""
    yield from _looked(play)


@replay(store("revisions"))
def test_it_makes_a_revision(play: Play) -> Steps:
    yield from _looked(play)


@replay(store("point-in-time"))
def test_it_makes_a_version(play: Play) -> Steps:
    yield from _looked(play, valid_from=play.first("things")["valid_from"], valid_to=None)


def tree(strategy: str) -> Callable[[], Json]:
    """Areas in areas."""
    return lambda: {
        "format": "nestlink/1", "name": "Park", "database": "park",
        "entities": [entity("Area", NUMBER, field("title"))],
        "relationships": [
            link("areas", "tree", end("Area", field="children"), end("Area", 1, field="parent"), strategy=strategy),
        ],
        "operations": [{"name": "put", "kind": "update", "entity": "Area", "per_day": 9, "filter": [{"field": "_id"}], "changes": ["parent"]}],
    }  # fmt: skip


def _moved_nowhere(play: Play) -> Steps:
    before = play.documents
    play.call("put", areaId=before["areas"][-1]["_id"], newParentId=LEFT_OUT)
    done = yield
    assert [each.get("refused") for each in done.results] == _refused("newParentId")
    assert done.all("areas") == before["areas"]


@replay(tree("TREE_ANCESTORS"))
def test_no_branch_becomes_a_tree_of_its_own(play: Play) -> Steps:
    yield from _moved_nowhere(play)


@replay(tree("TREE_PATH"))
def test_nor_one_that_paths_tell(play: Play) -> Steps:
    yield from _moved_nowhere(play)


@replay(tree("TREE_PARENT"))
def test_nor_one_that_names_its_parent(play: Play) -> Steps:
    before = play.documents
    play.call("put", areaId=before["areas"][-1]["_id"], newParentId=LEFT_OUT)
    done = yield
    assert ["refused" in each for each in done.results] == [True]
    assert done.all("areas") == before["areas"]


def _offers() -> Json:
    """Things that are offered to somebody, which sets their state, too."""
    named = store()()
    offer = {"name": "offer", "kind": "update", "entity": "Thing", "per_day": 9, "filter": [{"field": "_id"}],
             "changes": ["place", "note"], "effects": [{"field": "size", "do": "set", "value": 7}]}  # fmt: skip
    return {**named, "operations": [offer]}


@replay(_offers)
def test_no_state_is_set_without_whom_it_is_for(play: Play) -> Steps:
    """Left out, the place would stay as it is, and the thing be offered to nobody; null says that it has none."""
    play.documents = {"places": [{"_id": 1, "kept": 1}], "things": [{"_id": 11, "place": 1, "size": 4}]}
    play.call("offer", id=11, newPlaceId=LEFT_OUT, newNote="dry")
    play.call("offer", id=11, newPlaceId=None, newNote=LEFT_OUT)
    done = yield
    assert done.results[0].get("refused") == _refused("newPlaceId")[0]
    assert done.states[0]["things"] == play.documents["things"]
    assert done.one("things", 11) == {"_id": 11, "size": 7}
