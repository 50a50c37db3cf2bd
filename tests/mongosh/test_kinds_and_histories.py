"""Kinds in one collection, attributes, histories and grids: what their functions do to documents."""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")


def design(*entities: Json, links: Any = (), operations: Any = ()) -> Json:
    return {
        "format": "nestlink/1", "name": "Kinds", "database": "kinds", "entities": list(entities),
        "relationships": list(links), "operations": list(operations),
    }  # fmt: skip


def by(*names: str, **more: Any) -> list[Json]:
    return [{"field": name, **more} for name in names]


def day(number: int) -> datetime:
    return datetime(2024, 1, number, tzinfo=UTC)


# --- kinds ----------------------------------------------------------------------------------------


def media() -> Json:
    operations = [
        {"name": "everything", "kind": "read", "entity": "Book", "filter": by("title"), "per_day": 90},
        {"name": "ebooks", "kind": "read", "entity": "Ebook", "filter": by("title"), "per_day": 9},
        {"name": "burn", "kind": "delete", "entity": "Ebook", "filter": by("title"), "per_day": 1},
        {"name": "retitle", "kind": "update", "entity": "Audiobook", "filter": by("title"), "effects": [
            {"field": "title", "do": "set", "value": "$new"}], "per_day": 1},
        {"name": "add", "kind": "insert", "entity": "Audiobook", "per_day": 1},
    ]  # fmt: skip
    return design(
        entity("Book", field("title", required=True), count=20),
        entity("Ebook", field("pages", "int", required=True), field("code", unique=True), count=10),
        entity("Audiobook", field("hours", "int", required=True), count=10),
        links=[
            link("ebook", "is-a", {"entity": "Book"}, {"entity": "Ebook"}),
            link("audio", "is-a", {"entity": "Book"}, {"entity": "Audiobook"}),
        ],
        operations=operations,
    )


@replay(media)
def test_one_kind_is_read_and_written_without_the_others(play: Play) -> Steps:
    for book in play.documents["books"]:
        book["title"] = "same"
    ebooks = [one for one in play.documents["books"] if one["book_type"] == "ebook"]
    play.call("everything", title="same")
    play.call("ebooks", title="same")
    play.call("ebook.kinds")
    play.call("retitle", title="same")
    play.call("burn", title="same")
    play.call("add", audiobook={"_id": NEW, "book_type": "audiobook", "title": "new", "hours": 3})
    done = yield
    everything, found, counted = done.results[:3]
    assert len(everything) == len(play.documents["books"]) > len(found) == len(ebooks)
    assert {one["_id"]: one["count"] for one in counted} == {
        "ebook": len(ebooks),
        "audiobook": len(everything) - len(ebooks),
    }
    titles = {one["_id"]: (one["book_type"], one["title"]) for one in done.all("books", 3)}
    assert set(titles.values()) == {("ebook", "same"), ("audiobook", "$new")}
    assert {one["book_type"] for one in done.all("books", 4)} == {"audiobook"}
    assert done.one("books", NEW) is not None


@replay(media)
def test_the_audit_tells_what_breaks_the_rules_of_its_kind(play: Play) -> Steps:
    first, second = play.first("books"), play.first("books", 1)
    first["book_type"] = "film"
    second["pages" if second["book_type"] == "audiobook" else "hours"] = 4
    play.audit()
    done = yield
    assert [one["_id"] for one in done.found["Book.unknown_kinds"]] == [first["_id"]]
    assert {one["_id"] for one in done.found["Book.foreign_fields"]} == {first["_id"], second["_id"]}


def archived() -> Json:
    made = media()
    made["entities"][0]["fields"].append(field("out", "date", required=True))
    made["entities"][1]["retention"] = {"policy": "archive", "field": "out", "after_days": 30}
    return made


@replay(archived)
def test_one_kind_is_archived_alone(play: Play) -> Steps:
    play.documents["books_archive"] = []
    for book in play.documents["books"]:
        book["out"] = day(1)
    kept = [one["_id"] for one in play.documents["books"] if one["book_type"] != "ebook"]
    play.call("Ebook.archive", cutoff=day(2))
    done = yield
    assert [one["_id"] for one in done.all("books")] == kept
    assert {one["book_type"] for one in done.all("books_archive")} == {"ebook"}


# --- attributes -----------------------------------------------------------------------------------


def goods() -> Json:
    group = {"variant_group": "specs"}
    operations = [
        {"name": "by both", "kind": "read", "entity": "Good", "filter": [*by("color"), {"field": "weight", "match": "range", "at_most": 5}]},
        {"name": "by weight", "kind": "read", "entity": "Good", "sort": by("weight")},
        {"name": "without", "kind": "read", "entity": "Good", "filter": [{"field": "color", "match": "exists", "value": False}]},
        {"name": "paint", "kind": "update", "entity": "Good", "filter": by("_id"), "changes": ["color"]},
        {"name": "load", "kind": "update", "entity": "Good", "filter": by("_id"), "effects": [
            {"field": "weight", "do": "increment", "by": 2}, {"field": "color", "do": "unset"}]},
    ]  # fmt: skip
    return design(
        entity("Good", field("name"), field("color", **group), field("weight", "int", **group)),
        operations=operations,
    )


@replay(goods)
def test_attributes_are_found_sorted_and_changed_by_their_names(play: Play) -> Steps:
    one, other = play.documents["goods"][:2]
    play.documents["goods"] = [one, other]
    one["specs"] = [{"k": "color", "v": "red"}, {"k": "weight", "v": 9}]
    other["specs"] = [{"k": "weight", "v": 5}]
    play.call("by both", color="red")
    play.call("by weight")
    play.call("without")
    play.call("paint", id=other["_id"], newColor="$blue")
    play.call("load", id=one["_id"])
    play.call("paint", id=one["_id"], newColor="green")
    done = yield
    both, sorted_, without = done.results[:3]
    assert both == []  # red is one thing's, light the other's
    assert [one["_id"] for one in sorted_] == [other["_id"], one["_id"]] and "sorted_by_1" not in sorted_[0]
    assert [one["_id"] for one in without] == [other["_id"]]
    added = done.one("goods", other["_id"])
    assert added is not None and added["specs"] == [{"k": "weight", "v": 5}, {"k": "color", "v": "$blue"}]
    loaded, painted = done.one("goods", one["_id"], 4), done.one("goods", one["_id"])
    assert loaded is not None and loaded["specs"] == [{"k": "weight", "v": 11}]
    assert painted is not None and painted["specs"][1] == {"k": "color", "v": "green"}


# --- histories ------------------------------------------------------------------------------------


def policies(history: str, **top: Any) -> Callable[[], Json]:
    operations = [
        {"name": "low", "kind": "read", "entity": "Policy", "filter": by("limit")},
        {"name": "raise", "kind": "update", "entity": "Policy", "filter": by("_id"), "changes": ["limit"]},
        {"name": "drop", "kind": "delete", "entity": "Policy", "filter": by("_id")},
    ]
    policy = entity("Policy", field("number", unique=True), field("limit", "int"), history=history)
    holder = entity("Holder", *(field(name) for name in ("name", "city", "street", "phone")))
    held = link("policies", "one-to-many", end("Holder", None), end("Policy", 1), strategy="PARENT_REF")
    return lambda: design(policy, holder, links=[held], operations=operations) | top


def revised(play: Play) -> Steps:
    """Changes that keep what was, one that came too late, and an end."""
    play.documents["policy_revisions"] = []
    policy = play.first("policies")
    policy |= {"revision": 1, "limit": 10}
    play.call("raise", id=policy["_id"], newLimit=20)
    play.call("Policy.change", policyId=policy["_id"], revision=2, changes={"number": "N2"})
    play.call("Policy.change", policyId=policy["_id"], revision=2, changes={"number": "N3"})
    play.call("Policy.revision", policyId=policy["_id"], revision=1)
    play.call("Policy.history", policyId=policy["_id"])
    play.call("drop", id=policy["_id"])
    play.audit()
    done = yield
    states = [done.one("policies", policy["_id"], step) for step in range(3)]
    assert [(one["limit"], one["revision"]) for one in states if one] == [(20, 2), (20, 3), (20, 3)]
    assert states[2] is not None and states[2]["number"] == "N2"  # the third one was too late
    assert done.results[3]["limit"] == 10 and [one["revision"] for one in done.results[4]] == [2, 1]
    assert done.one("policies", policy["_id"]) is None
    kept = [one for one in done.all("policy_revisions") if one["policy_id"] == policy["_id"]]
    assert sorted(one["revision"] for one in kept) == [1, 2, 3]
    assert done.found["Policy.missing_revisions"] == []


@replay(policies("revisions"))
def test_a_revision_is_kept_in_the_transaction_of_each_change(play: Play) -> Steps:
    yield from revised(play)


@replay(policies("revisions", topology="standalone"))
def test_a_revision_is_kept_before_each_change(play: Play) -> Steps:
    yield from revised(play)


@replay(policies("revisions"))
def test_a_new_document_is_its_own_first_revision(play: Play) -> Steps:
    holder = play.first("holders")
    play.call("policies.add", policy={"_id": NEW, "number": "N9", "limit": 1, "holder_id": holder["_id"]})
    done = yield
    assert (done.one("policies", NEW) or {})["revision"] == 1


@replay(policies("revisions"))
def test_a_change_past_the_functions_is_found(play: Play) -> Steps:
    play.documents["policy_revisions"] = []
    play.first("policies")["revision"] = 3
    play.first("policies", 1)["revision"] = 1
    play.audit()
    done = yield
    assert play.first("policies")["_id"] in {one["_id"] for one in done.found["Policy.missing_revisions"]}
    assert play.first("policies", 1)["_id"] not in {
        one["_id"] for one in done.found["Policy.missing_revisions"]
    }


def asked(play: Play, versions: int) -> Steps:
    """Versions of one policy, and what each moment finds. versions: how many there are in the end."""
    policy = play.first("policies")
    play.documents["policies"] = [policy]
    policy |= {"limit": 10, "valid_from": day(1), "valid_to": None, "policy_id": policy["_id"]}
    play.call("raise", id=policy["_id"], newLimit=20, now=day(5))
    play.call("raise", id=policy["_id"], newLimit=20, now=day(5))  # again, after a crash
    play.call("raise", id=policy["_id"], newLimit=30, now=day(9))
    for number in (1, 5, 8, 9):
        play.call("Policy.at", policyId=policy["_id"], moment=day(number))
    play.call("low", limit=10)
    play.call("policies.read", holderId=policy["holder_id"])
    play.call("drop", id=policy["_id"], now=day(20))
    play.call("low", limit=30)
    play.call("Policy.at", policyId=policy["_id"], moment=day(19))
    play.audit()
    done = yield
    assert [one["limit"] for one in done.results[3:7]] == [10, 20, 20, 30]
    assert done.results[7] == [] and [one["limit"] for one in done.results[8]] == [30]
    assert done.results[10] == [] and done.results[11]["limit"] == 30
    assert len(done.all("policies")) == versions and done.found["Policy.overlapping_versions"] == []


@replay(policies("point-in-time"))
def test_any_moment_can_be_asked_for(play: Play) -> Steps:
    yield from asked(play, 4)  # a change that is made again ends what the first one began


@replay(policies("point-in-time", topology="standalone"))
def test_any_moment_can_be_asked_for_without_transactions(play: Play) -> Steps:
    yield from asked(play, 3)


# --- grids ----------------------------------------------------------------------------------------


def shows() -> Json:
    rows = {"type": "array", "items": {"type": "int", "enum": [0, 1]}}
    return design(
        entity("Show", field("seats", "array", grid=[2, 3], items=rows), field("seats_available", "int"))
    )


@replay(shows)
def test_seats_are_taken_once_all_or_none(play: Play) -> Steps:
    show = play.first("shows")
    show |= {"seats": [[0, 0, 0], [0, 0, 0]], "seats_available": 6}
    play.call("Show.take.seats", showId=show["_id"], row=1, columns=[0, 1])
    play.call("Show.take.seats", showId=show["_id"], row=1, columns=[1, 2])
    play.call("Show.free.seats", showId=show["_id"])
    play.call("Show.give_back.seats", showId=show["_id"], row=1, columns=[1])
    done = yield
    states = [done.one("shows", show["_id"], step) for step in range(4)]
    assert [one["seats"][1] for one in states if one] == [[1, 1, 0], [1, 1, 0], [1, 1, 0], [1, 0, 0]]
    assert [one["seats_available"] for one in states if one] == [4, 4, 4, 5]
    assert done.results[2][0]["free"] == 4


@replay(shows)
def test_no_seat_is_free_where_there_is_no_grid(play: Play) -> Steps:
    show = play.first("shows")
    del show["seats"]
    play.call("Show.free.seats", showId=show["_id"])
    done = yield
    assert done.results[0][0]["free"] == 0
