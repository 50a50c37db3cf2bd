"""What has no value is left out of what functions store: null and undefined, at any depth, but where null may stand."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

from bson import ObjectId

from designs.compiler import EXPORTERS, read
from designs.compiler.exporters import mongosh
from designs.compiler.exporters.mongosh.scripts import fragment
from designs.compiler.model.conceptual import Model
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.shell import run, script_of

Steps = Generator[None, Played, None]
Json = dict[str, Any]
HELPER = (Path(mongosh.__file__).parent / "stored.js").read_text(encoding="utf-8")
NEW = ObjectId("0123456789abcdef01234567")


def shop() -> Json:
    """An order whose note may be null and whose phone may not, with lines in it."""
    place = field("place", "object", fields=[field("city", required=True), field("floor", "int")])
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Order", field("phone"), field("note", nullable=True), place),
            entity("Line", field("_id", "int"), field("what", required=True), field("size", "int")),
        ],
        "relationships": [
            link("lines", "one-to-many", end("Order", 5), end("Line", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
        ],
        "operations": [{"name": "place order", "kind": "insert", "entity": "Order"}],
    }  # fmt: skip


@replay(shop)
def test_a_new_document_has_no_field_without_a_value(play: Play) -> Steps:
    line = {"_id": 1, "what": "vase", "size": None}
    order = {
        "_id": NEW,
        "phone": None,
        "note": None,
        "place": {"city": "Ulm", "floor": None},
        "lines": [line],
    }
    play.call("place order", order=order)
    done = yield
    assert done.one("orders", NEW) == {
        "_id": NEW, "note": None, "place": {"city": "Ulm"}, "lines": [{"_id": 1, "what": "vase"}],
    }  # fmt: skip


@replay(shop)
def test_nor_has_a_new_element(play: Play) -> Steps:
    order = play.first("orders")
    play.call("lines.add", orderId=order["_id"], line={"_id": 77, "what": "bowl", "size": None})
    done = yield
    assert {"_id": 77, "what": "bowl"} in done.one("orders", order["_id"])["lines"]


def school() -> Json:
    """Links with fields that need not be there: in documents of their own, and in elements beside a number that follows."""
    said = [
        field("kind", required=True),
        field("until", "date"),
        field("note", nullable=True),
        field("hours", "int"),
    ]
    hours = {"formula": "sum(courses.hours)", "sources": ["courses.hours"], "refresh": "on-write"}
    return {
        "format": "nestlink/1", "name": "School", "database": "school",
        "entities": [
            entity("Student", field("name", required=True), field("hours", "int", computed=hours)),
            entity("Club", field("name", required=True)), entity("Course", field("name", required=True)),
            entity("Trip", field("name", required=True)),
        ],
        "relationships": [
            link("clubs", "many-to-many", end("Student"), end("Club"), strategy="LINK_COLL", link_fields=said),
            link("courses", "many-to-many", end("Student", 5, field="courses"), end("Course"), strategy="EMBED_LINK",
                 link_owner="from", link_fields=said),
            link("trips", "many-to-many", end("Student", 5), end("Trip"), strategy="ONE_WAY_EMBED", link_owner="from",
                 link_fields=said),
        ],
    }  # fmt: skip


@replay(school)
def test_a_new_link_says_nothing_that_its_caller_does_not_know(play: Play) -> Steps:
    student = play.first("students")
    play.documents["students"] = [{**student, "courses": [], "trips": []}]
    for collection in ("clubs", "courses", "trips"):
        play.documents[collection].append({"_id": NEW, "name": "new"})
    said = {"kind": "guest", "until": None, "note": None, "hours": None}
    for name in ("club", "course", "trip"):
        others = {f"{name}Id": NEW, "studentId": student["_id"]}
        play.call(f"{name}s.add", **others, **said)
    done = yield
    stored = done.one("students", student["_id"])
    (club,) = [each for rows in map(done.all, play.documents) for each in rows if each.get("club_id") == NEW]
    for link_of in (club, *stored["courses"], *stored["trips"]):
        assert link_of["kind"] == "guest" and link_of["note"] is None
        assert not {"until", "hours"} & link_of.keys()


def diary() -> Json:
    """Notes without a key: one is found by being compared whole."""
    return {
        "format": "nestlink/1", "name": "Diary", "database": "diary",
        "entities": [entity("Day", field("date")), entity("Note", field("what", required=True), field("size", "int"))],
        "relationships": [
            link("notes", "one-to-many", end("Day", 5), end("Note", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
        ],
    }  # fmt: skip


@replay(diary)
def test_an_old_element_with_a_null_is_found_and_removed(play: Play) -> Steps:
    """What is only compared is left as the caller read it."""
    day = play.first("days")
    day["notes"] = [{"what": "bowl", "size": None}, {"what": "vase"}]
    play.documents["days"] = [day]
    play.call("notes.remove", dayId=day["_id"], note=day["notes"][0])
    done = yield
    assert done.one("days", day["_id"])["notes"] == [{"what": "vase"}]


def test_values_of_bson_and_of_lists_stay() -> None:
    values = (
        "{ id: ObjectId('0123456789abcdef01234567'), day: ISODate('2024-05-01'), price: Decimal128('1.50'), match: /a/i,"
        " list: [null, 1, { gone: undefined, kept: 0 }], gone: undefined, no: false, none: null,"
        " own: { inner: null, toBSON() { return 7; } } }"
    )
    told = f"print(EJSON.stringify(withoutAbsent({values}, ['none'])));"
    done = run([script_of("without-absent", HELPER + told)])["without-absent"]
    assert done["error"] is None, done["error"]
    (line,) = [json.loads(each[0]) for each in done["printed"]]
    assert line == {
        "id": {"$oid": "0123456789abcdef01234567"}, "day": {"$date": "2024-05-01T00:00:00Z"},
        "price": {"$numberDecimal": "1.50"}, "match": {"$regularExpression": {"pattern": "a", "options": "i"}},
        "list": [None, 1, {"kept": 0}], "no": False, "none": None, "own": {"inner": None},
    }  # fmt: skip


def account() -> Json:
    """An account with all kinds of fields that updates set: required, optional, one that may be null."""
    changes: Json = {"kind": "update", "entity": "Account", "filter": [{"field": "_id"}]}
    total = {"formula": "a + b", "sources": ["a", "b"], "refresh": "on-write"}
    return {
        "format": "nestlink/1", "name": "Accounts", "database": "accounts",
        "entities": [
            entity(
                "Account", field("name", required=True), field("phone"), field("note", nullable=True),
                field("a", "int"), field("b", "int"), field("total", "int", computed=total),
                field("points", "int", nullable=True),
            ),
        ],
        "operations": [
            {"name": "change", **changes, "changes": ["name", "phone", "note"]},
            {"name": "rate", **changes, "changes": ["a", "b"]},
            {"name": "earn", **changes, "effects": [{"field": "points", "do": "increment"}]},
        ],
    }  # fmt: skip


@replay(account)
def test_an_update_takes_away_what_has_no_value(play: Play) -> Steps:
    one = play.first("accounts")
    play.documents["accounts"] = [{**one, "phone": "1", "note": "n", "name": "A"}]
    play.call("change", id=one["_id"], newName="B", newPhone=None, newNote=None)
    done = yield
    stored = done.one("accounts", one["_id"])
    assert (stored["name"], "phone" in stored, stored["note"]) == ("B", False, None)


def test_an_update_leaves_alone_what_is_left_out() -> None:
    """Whoever reports a new name alone does not wipe the telephone number."""
    compiled = compile_design(cast("Model", read(json.dumps(account())).value))
    files = (file for exporter in EXPORTERS for file in exporter.render(compiled))
    queries = next(file.text for file in files if file.path.endswith("04_queries.js"))
    assert (
        "function change(id, newName, newPhone, newNote)" in queries
        and "function rate(id, newA, newB)" in queries
    )
    assert (
        "phone and note don't change if omitted; null removes phone and is stored in note."
        in queries.replace("\n// ", " ")
    )
    helpers = "".join(fragment(name) for name in ("set_or_clear", "literal_or_remove", "given"))
    told = (
        "print(EJSON.stringify(setOrClear({ name: 'B', phone: undefined, note: null })));"
        "print(EJSON.stringify(givenFields({ a: literalOrRemove(undefined), b: literalOrRemove(4), c: literalOrRemove(null) })));"
        "try { setOrClear({ name: undefined, phone: undefined }) } catch (error) { print(EJSON.stringify(error.message)) }"
    )
    done = run([script_of("left-out", helpers + told)])["left-out"]
    assert done["error"] is None, done["error"]
    assert [json.loads(each[0]) for each in done["printed"]] == [
        {"$set": {"name": "B"}, "$unset": {"note": ""}},
        {"b": {"$literal": 4}, "c": "$$REMOVE"},
        "nothing to update: pass a value for name or phone",
    ]


@replay(account)
def test_so_does_one_that_works_something_out(play: Play) -> Steps:
    one = play.first("accounts")
    play.call("rate", id=one["_id"], newA=None, newB=4)
    done = yield
    stored = done.one("accounts", one["_id"])
    assert ("a" in stored, stored["b"]) == (False, 4)


@replay(account)
def test_nothing_is_added_that_has_no_value(play: Play) -> Steps:
    one = play.first("accounts")
    play.documents["accounts"] = [{**one, "points": 7}]
    play.call("earn", id=one["_id"], addedPoints=None)
    done = yield
    assert done.results[0]["refused"] == "addedPoints must have a value"
    assert done.one("accounts", one["_id"])["points"] == 7


def tickets() -> Json:
    """Offers that expire, by when they must be answered at the latest."""
    expire = {"name": "expire", "kind": "update", "entity": "Offer", "changes": ["state"], "per_day": 3,
              "filter": [{"field": "points", "match": "range"}]}  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Offers", "database": "offers", "relationships": [], "operations": [expire],
        "entities": [entity("Offer", field("state"), field("points", "int"))],
    }  # fmt: skip


@replay(tickets)
def test_a_range_of_an_update_is_open_where_an_end_is_left_out(play: Play) -> Steps:
    """A job gives "up to now"; what has no value is null for a driver, and nothing is less than that."""
    points = [1, 5, 9]
    play.begin_with({"offers": [{"_id": number, "state": "open", "points": number} for number in points]})
    play.call("expire", leastPoints=None, mostPoints=5, newState="expired")
    done = yield
    assert [each["state"] for each in done.all("offers")] == ["expired", "expired", "open"]


@replay(tickets)
def test_an_update_is_of_no_range_without_ends(play: Play) -> Steps:
    """Without any it would change all documents."""
    play.begin_with({"offers": [{"_id": 1, "state": "open", "points": 1}]})
    play.call("expire", leastPoints=None, mostPoints=None, newState="expired")
    done = yield
    assert done.results[-1]["refused"] == "set the minimum or maximum of points"
    assert done.all("offers") == [{"_id": 1, "state": "open", "points": 1}]


def ward() -> Json:
    """A patient who may have a stay, of which visits are part."""
    stay = link(
        "stay", "one-to-one", {**end("Patient", 1), "field": "stay"}, end("Stay", 1), strategy="EMBED_ONE"
    )
    visits = link(
        "visits", "one-to-many", end("Stay", 9), end("Visit", 1), exclusive_owner=True, strategy="EMBED_ARRAY"
    )
    return {
        "format": "nestlink/1", "name": "Ward", "database": "ward", "relationships": [stay, visits], "operations": [],
        "entities": [
            entity("Patient", field("name")), entity("Stay", field("room", required=True)), entity("Visit", field("by")),
        ],
    }  # fmt: skip


@replay(ward)
def test_nothing_is_put_into_a_part_that_is_not_there(play: Play) -> Steps:
    """The server would make a stay of a list of visits, without a room."""
    play.begin_with({"patients": [{"_id": NEW, "name": "Ada"}]})
    play.call("visits.add", patientId=NEW, visit={"by": "Ben"})
    done = yield
    assert done.one("patients", NEW) == {"_id": NEW, "name": "Ada"}
    assert done.results[-1]["refused"].endswith("or it has no stay")
