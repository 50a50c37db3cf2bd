"""Versions of what is inside an object or a list of an entity's own: they move with their document, by their
paths where these always lead somewhere, and as a whole where only a program can say what is new in each."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
STREET, ZIP = field("street"), field("zip", until_version=1)
CODE = field("code", required=True, since_version=2)
PRICE = field("price", "int", required=True, since_version=2)


def users(*fields: Json, **more: Any) -> Json:
    return {
        "format": "nestlink/1", "name": "Users", "database": "users", "operations": [], "relationships": [],
        "entities": [entity("User", field("name"), *fields, **more)],
    }  # fmt: skip


def address(**more: Any) -> Json:
    return field("address", "object", fields=[STREET, ZIP, CODE], **more)


def lines(*inner: Json, **more: Any) -> Json:
    return field("lines", "array", items={"type": "object", "fields": [field("sku"), *inner]}, **more)


def old(**more: Any) -> Json:
    return {"_id": ObjectId(), "schema_version": 1, "name": "n", **more}


def moved(document: Json | None, **more: Any) -> Json:
    return {**(document or {}), "schema_version": 2, **more}


@replay(lambda: users(address(required=True)))
def test_what_is_in_an_object_moves_by_its_path(play: Play) -> Steps:
    one, other, third = (old(address={"street": "s", "zip": "z"}) for _ in range(3))
    play.documents["users"] = [one, other, third]
    play.call("User.upgrade.1", userId=one["_id"], addressCode="c")
    play.call("User.both.1", userId=other["_id"], addressZip="y", addressCode="d")
    play.call("User.upgrade_all.1")
    play.call("User.outdated.1")
    done = yield
    assert done.one("users", one["_id"]) == moved(one, address={"street": "s", "code": "c"})
    assert done.one("users", other["_id"], 1)["address"] == {"street": "s", "zip": "y", "code": "d"}  # type: ignore[index]
    assert done.one("users", other["_id"]) == moved(other, address={"street": "s", "code": "d"})
    assert done.one("users", third["_id"]) == third
    assert [each["_id"] for each in done.results[3]] == [third["_id"]]


@replay(lambda: users(address()))
def test_an_object_that_need_not_be_there_moves_as_a_whole(play: Play) -> Steps:
    one, bare = old(address={"street": "s", "zip": "z"}), old()
    play.documents["users"] = [one, bare]
    play.call("User.upgrade_all.1")
    play.call("User.upgrade.1", userId=one["_id"], address={"street": "s", "code": "c"})
    done = yield
    assert done.one("users", bare["_id"], 0) == moved(bare) and done.one("users", one["_id"], 0) == one
    assert done.one("users", one["_id"]) == moved(one, address={"street": "s", "code": "c"})


@replay(lambda: users(lines(field("old", until_version=1)), history="revisions"))
def test_what_leaves_a_list_leaves_every_element(play: Play) -> Steps:
    one = old(lines=[{"sku": "a", "old": "x"}, {"sku": "b"}], revision=1)
    bare = old(revision=1)
    play.documents["users"] = [one, bare]
    play.call("User.upgrade.1", userId=one["_id"])
    play.call("User.upgrade.1", userId=bare["_id"])
    play.call("User.history", userId=one["_id"])
    done = yield
    now = moved(one, lines=[{"sku": "a"}, {"sku": "b"}])
    assert done.one("users", one["_id"]) == {**now, "revision": 2}
    assert done.one("users", bare["_id"]) == moved(bare, revision=2)
    (kept,) = [each for each in done.all("user_revisions") if each["user_id"] == one["_id"]]
    assert (kept["schema_version"], kept["lines"]) == (1, one["lines"])
    (read,) = done.results[2]
    assert (read["schema_version"], read["lines"]) == (2, now["lines"])


@replay(lambda: users(lines(field("old", until_version=1))))
def test_what_leaves_a_list_leaves_all_at_once(play: Play) -> Steps:
    one, bare = old(lines=[{"sku": "a", "old": "x"}, {"sku": "b"}]), old()
    play.documents["users"] = [one, bare]
    play.call("User.upgrade_all.1")
    done = yield
    assert done.all("users") == [moved(one, lines=[{"sku": "a"}, {"sku": "b"}]), moved(bare)]


@replay(lambda: users(lines(PRICE)))
def test_what_comes_into_a_list_is_given_with_the_list(play: Play) -> Steps:
    one, bare = old(lines=[{"sku": "a"}, {"sku": "b"}]), old()
    play.documents["users"] = [one, bare]
    new = [{"sku": "a", "price": 1}, {"sku": "b", "price": 2}]
    play.call("User.upgrade_all.1")
    play.call("User.upgrade.1", userId=one["_id"], lines=new)
    done = yield
    assert done.all("users", 0) == [one, moved(bare)]
    assert done.one("users", one["_id"]) == moved(one, lines=new)


def contacts() -> Json:
    made = users()
    within = lines(field("old", until_version=1))
    made["entities"].append(entity("Contact", field("label", required=True, unique=True), address(required=True), within, schema_version=2))  # fmt: skip
    ends = end("User", 5), end("Contact", 1)
    made["relationships"] = [
        link("contacts", "one-to-many", *ends, strategy="EMBED_ARRAY", exclusive_owner=True)
    ]
    return made


@replay(contacts)
def test_elements_move_with_what_is_inside_of_them(play: Play) -> Steps:
    def contact(label: str) -> Json:
        inside = {"street": "s", "zip": "z"}
        return {
            "schema_version": 1,
            "label": label,
            "address": inside,
            "lines": [{"sku": "a", "old": "x"}],
        }

    user = {"_id": ObjectId(), "name": "n", "contacts": [contact("a"), contact("b")]}
    play.documents["users"] = [user]
    play.call(
        "Contact.upgrade.1",
        userId=user["_id"],
        contactLabel="b",
        addressCode="c",
        lines=[{"sku": "a"}],
    )
    done = yield
    new = moved(contact("b"), address={"street": "s", "code": "c"}, lines=[{"sku": "a"}])
    assert done.one("users", user["_id"]) == {**user, "contacts": [contact("a"), new]}
