"""Parents that a child need not have, that are read before a child moves to them, and that give back what they were
told to change."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Json = dict[str, Any]
Steps = Generator[None, Played, None]
NEW = ObjectId("0123456789abcdef01234567")


def design(entities: list[Json], relationships: list[Json], *operations: Json) -> Json:
    return {
        "format": "nestlink/1", "name": "yard", "database": "yard", "entities": entities,
        "relationships": relationships, "operations": [{"per_day": 5, **each} for each in operations],
    }  # fmt: skip


def boxes(strategy: str) -> Json:
    piles = link(
        "piles",
        "one-to-many",
        end("Stack", 40, field="boxes"),
        end("Box", 1, field="stack"),
        strategy=strategy,
    )
    return design([entity("Stack", field("code", required=True)), entity("Box", field("mark"))], [piles])


@replay(lambda: boxes("TWO_WAY_REFS"))
def test_a_child_that_names_no_parent_is_added(play: Play) -> Steps:
    stack = play.first("stacks")["_id"]
    play.call("piles.add", box={"_id": NEW, "mark": "alone"})
    play.call("piles.add", box={"_id": ObjectId(), "mark": "piled", "stack": stack})
    played = yield
    assert played.one("boxes", NEW) == {"_id": NEW, "mark": "alone"}
    piled = next(each for each in played.all("boxes") if each.get("mark") == "piled")
    assert piled["_id"] in (played.one("stacks", stack) or {})["boxes"]


@replay(lambda: boxes("CHILD_REFS"))
def test_a_child_that_nobody_lists_is_added(play: Play) -> Steps:
    stacks = play.documents["stacks"]
    play.call("piles.add", stackId=None, box={"_id": NEW, "mark": "alone"})
    played = yield
    assert played.one("boxes", NEW) == {"_id": NEW, "mark": "alone"}
    assert [each.get("boxes") for each in played.all("stacks")] == [each.get("boxes") for each in stacks]


def visits() -> Json:
    return design(
        [entity("Worker", field("name", required=True)), entity("Vet", field("licence")), entity("Nurse", field("ward")),
         entity("Visit", field("reason", required=True), field("at", "date", required=True))],
        [link("vets", "is-a", end("Worker"), end("Vet"), discriminator={"field": "role", "value": "vet"},
              strategy="POLY_SINGLE"),
         link("nurses", "is-a", end("Worker"), end("Nurse"), discriminator={"field": "role", "value": "nurse"},
              strategy="POLY_SINGLE"),
         link("attending", "one-to-many", end("Vet", field="visits"), end("Visit", 1, field="vet"), strategy="SUBSET",
              together_needs="recent", recent={"count": 3, "sort": "at", "direction": -1, "fields": ["reason", "at"]},
              copies=[{"field": "name", "of": "from", "as": "vet_name", "policy": "snapshot"}])],
    )  # fmt: skip


def test_the_new_parent_is_of_the_kind_and_what_is_copied_is_read_from_it() -> None:
    script = build(visits()).scripts["mongosh/04_queries.js"]
    move = script[script.index("function attendingReassign(") :]
    move = move[: move.index("\n}\n")]
    assert "attendingReassign(visitId, newVetId)" in move
    assert 'findOne({ _id: newVetId, role: "vet" }, { name: 1 })' in move


def test_what_was_is_kept_in_the_transaction_that_gives_the_document_back() -> None:
    page = entity("Page", field("code", required=True, unique=True), field("state"), history="revisions")
    start = {"name": "start", "kind": "update", "entity": "Page", "filter": [{"field": "code"}], "returns": "after",
             "changes": ["state"]}  # fmt: skip
    script = build(design([page], [], start)).scripts["mongosh/04_queries.js"]
    body = script[script.index("function start(") :]
    body = body[: body.index("\n}\n")]
    assert "withTransaction" in body and "changed = inside.pages.findOneAndUpdate(" in body
    assert body.rstrip().endswith("return changed;")


def accounts() -> Json:
    """Clients, of which some have an account in their document, and what is booked on the accounts."""
    client = {"entity": "Client", "field": "account", "has": {"min": 0, "max": 1}}
    one = {"entity": "Booking", "field": "account", "has": {"min": 1, "max": 1}}
    ends = client, end("Account", 1, field="client")
    booked = end("Account", 900, field="bookings"), one
    links = [
        link("account", "one-to-one", *ends, strategy="EMBED_ONE"),
        link("bookings", "one-to-many", *booked, strategy="PARENT_REF"),
    ]
    names = ("Client", "name"), ("Account", "iban"), ("Booking", "text")
    parts = [entity(name, field(own)) for name, own in names]
    return design(parts, links, {"name": "book", "kind": "insert", "entity": "Booking"})


@replay(accounts)
def test_what_names_a_part_that_its_holder_lacks_is_refused_and_found(play: Play) -> Steps:
    """It asked for the client alone, whose id the account has."""
    without, lost = ObjectId("0123456789abcdef01234568"), ObjectId("0123456789abcdef01234569")
    has = next(each["_id"] for each in play.documents["clients"] if each.get("account"))
    play.documents["clients"].append({"_id": without, "name": "No account"})
    play.documents["bookings"].append({"_id": lost, "account": without})
    play.call("book", booking={"_id": NEW, "account": has})
    play.call("book", booking={"_id": without, "account": without})
    play.audit()
    played = yield
    assert played.one("bookings", NEW) and played.one("bookings", without) is None
    assert {each["_id"] for each in played.found["bookings.orphans.to"]} == {lost}
