"""An operation that pushes onto whom something is linked to adds one whole link, and asks for all that its filter says."""

from __future__ import annotations

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")
OVER = 'class found, but its state isn\'t "open"'
FULL = "class not found, or booked limit reached, or already linked, or doesn't match the rest of the filter"


def classes() -> Json:
    """Two may book a class while it is open, each once, and say where they stand."""
    count = {"formula": "count(booked)", "sources": ["booked"], "refresh": "on-write"}
    open_one = [{"field": "_id"}, {"field": "state", "value": "open"}]
    booked = link(
        "bookings", "many-to-many", end("Class", 2, field="booked"), end("Member", None, field="classes"),
        link_fields=[field("spot", "int")], strategy="ONE_WAY_EMBED",
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Gym", "database": "gym",
        "entities": [
            entity("Class", NUMBER, field("state", enum=["open", "over"]), {**field("taken", "int"), "computed": count}),
            entity("Member", NUMBER, field("name")),
        ],
        "relationships": [booked],
        "operations": [
            {"name": "book", "kind": "update", "entity": "Class", "filter": open_one, "effects": [{"field": "booked", "do": "push"}]},
            {"name": "cancel", "kind": "update", "entity": "Class", "filter": open_one, "effects": [{"field": "booked", "do": "pull"}]},
        ],
    }  # fmt: skip


@replay(classes)
def test_one_link_is_added_and_taken_away(play: Play) -> Steps:
    play.documents = {
        "classes": [{"_id": 1, "state": "open"}, {"_id": 2, "state": "over"}],
        "members": [{"_id": member} for member in (7, 8, 9)],
    }
    play.call("book", classId=1, memberId=7, spot=4)
    play.call("book", classId=1, memberId=7, spot=5)
    play.call("book", classId=2, memberId=8, spot=1)
    play.call("book", classId=1, memberId=6, spot=1)
    play.call("book", classId=1, memberId=8, spot=None)
    play.call("book", classId=1, memberId=9, spot=1)
    play.call("cancel", classId=1, memberId=7)
    play.call("cancel", classId=2, memberId=7)
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, FULL, FULL, "member not found", None, FULL, None, f"{OVER} or it isn't linked"]
    assert done.all("classes", 0)[0] == {
        "_id": 1, "state": "open", "booked": [{"member_id": 7, "spot": 4}], "taken": 1,
    }  # fmt: skip
    assert done.all("classes", 5)[0]["booked"] == [{"member_id": 7, "spot": 4}, {"member_id": 8}]
    assert done.all("classes", 7) == [
        {"_id": 1, "state": "open", "booked": [{"member_id": 8}], "taken": 1}, {"_id": 2, "state": "over"},
    ]  # fmt: skip


def by_code() -> Json:
    """The same classes, each found by its code."""
    design = classes()
    design["entities"][0]["fields"].append(field("code", unique=True))
    for operation in design["operations"]:
        operation["filter"] = [{"field": "code"}]
    return design


@replay(by_code)
def test_the_document_may_be_told_by_another_unique_value(play: Play) -> Steps:
    play.documents = {"classes": [{"_id": 1, "code": "YO"}], "members": [{"_id": 7}, {"_id": 8}]}
    play.call("book", code="YO", memberId=7, spot=4)
    play.call("book", code="NO", memberId=8, spot=4)
    play.call("cancel", code="YO", memberId=7)
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, "class not found", None]
    assert done.all("classes", 1) == [
        {"_id": 1, "code": "YO", "booked": [{"member_id": 7, "spot": 4}], "taken": 1},
    ]
    assert done.all("classes", 2) == [{"_id": 1, "code": "YO", "booked": [], "taken": 0}]


def started() -> Json:
    """Who comes last starts the class: it is over for all others."""
    design = classes()
    design["entities"][0]["fields"].pop()  # what follows from the list
    booked = {"field": "booked", "do": "push"}
    design["operations"] = [
        {"name": does, "kind": "update", "entity": "Class", "filter": [{"field": "_id"}],
         "effects": [{"field": "state", "do": "set", "value": "over"}, {**booked, "do": how}]}
        for does, how in (("start", "push"), ("stop", "pull"))
    ]  # fmt: skip
    return design


@replay(started)
def test_an_update_sets_a_state_and_adds_a_link_at_once(play: Play) -> Steps:
    play.documents = {
        "classes": [{"_id": 1, "state": "open"}, {"_id": 2, "state": "open"}],
        "members": [{"_id": 7}],
    }
    play.call("start", classId=1, memberId=7, spot=4)
    play.call("start", classId=2, memberId=9, spot=4)
    play.call("start", classId=3, memberId=7, spot=4)
    play.call("stop", classId=1, memberId=7)
    done = yield
    refused = [(result or {}).get("refused") or "" for result in done.results]
    assert refused[0] == refused[3] == ""
    assert "member not found" in refused[1] and "class not found" in refused[2]
    assert done.all("classes", 0)[0] == {
        "_id": 1, "state": "over", "booked": [{"member_id": 7, "spot": 4}],
    }  # fmt: skip
    assert done.all("classes", 3) == [
        {"_id": 1, "state": "over", "booked": []}, {"_id": 2, "state": "open"},
    ]  # fmt: skip
