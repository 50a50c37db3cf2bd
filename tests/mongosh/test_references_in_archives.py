"""What was moved to an archive goes on naming others: a delete of these asks it as it asks the collection itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import ARCHIVE, AT, Steps, design

Json = dict[str, Any]
LATER = datetime(2030, 1, 1, tzinfo=UTC)
OWNED = {"exclusive_owner": True}


def hires() -> Json:
    """Hires that go to an archive. A customer and each machine must stay while one names them, a site need not; what
    a yard owns goes with it."""
    hire = entity("Hire", field("at", "date", required=True), retention=ARCHIVE)
    machine = {"entity": "Machine", "field": "hires", "has": {"min": 0}}
    copies = [{"field": "plate", "of": "to", "policy": "snapshot"}]
    gone = [
        {"name": f"drop {name}", "kind": "delete", "entity": name, "filter": [{"field": "_id"}]}
        for name in ("Customer", "Machine", "Site")
    ]
    return design(
        entity("Customer", field("name")), entity("Site", field("place")), entity("Yard", field("street")),
        entity("Machine", field("plate", required=True)), hire,
        links=[
            link("bookings", "one-to-many", end("Customer", field="bookings"), {"entity": "Hire", "field": "customer", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
            link("places", "one-to-many", end("Site", field="visits"), end("Hire", 1, field="site"), strategy="PARENT_REF"),
            link("parked", "one-to-many", end("Yard", field="parked"), end("Hire", 1, field="yard"), strategy="PARENT_REF", **OWNED),
            link("machines", "many-to-many", end("Hire", 9, field="machines"), machine, strategy="EMBED_LINK", link_owner="from", copies=copies),
        ],
    ) | {"operations": gone}  # fmt: skip


def _moved(play: Play, **named: Any) -> None:
    """Put one hire into the archive, and none elsewhere."""
    play.documents["hires"] = []
    play.documents["hires_archive"] = [{"_id": ObjectId(), "at": AT, **named}]


def _refusals(results: list[Any]) -> list[str | None]:
    return [result.get("refused") if isinstance(result, dict) else None for result in results]


@replay(hires)
def test_what_an_archived_document_needs_stays(play: Play) -> Steps:
    customer, machine = play.first("customers"), play.first("machines")
    yard, free = play.first("yards"), play.first("yards", 1)
    _moved(play, customer=customer["_id"], yard=yard["_id"], machines=[{"machine_id": machine["_id"], "plate": "X"}])  # fmt: skip
    play.call("drop Customer", id=customer["_id"])
    play.call("drop Machine", id=machine["_id"])
    play.call("parked.cascade", yardId=yard["_id"])
    play.call("parked.cascade", yardId=free["_id"])
    play.audit()
    done = yield
    assert _refusals(done.results[:4]) == [
        "customer is in use: hires_archive.customer references it",
        "machine is in use: hires_archive.machines.machine_id references it",
        "yard is in use: hires_archive.yard references it",
        None,
    ]
    assert done.one("customers", customer["_id"]) and done.one("machines", machine["_id"])
    assert done.one("yards", yard["_id"]) and not done.one("yards", free["_id"])


@replay(hires)
def test_what_may_be_without_it_loses_its_name_in_the_archive_too(play: Play) -> Steps:
    site, other = play.first("sites"), play.first("sites", 1)
    _moved(play, site=site["_id"])
    play.documents["hires_archive"].append({"_id": ObjectId(), "at": AT, "site": other["_id"]})
    play.call("drop Site", id=site["_id"])
    done = yield
    assert not done.one("sites", site["_id"])
    assert [each.get("site") for each in done.all("hires_archive")] == [None, other["_id"]]


@replay(hires)
def test_the_audit_finds_what_leads_nowhere_from_an_archive(play: Play) -> Steps:
    customer, gone = play.first("customers")["_id"], ObjectId()
    _moved(play, customer=customer)
    play.documents["hires_archive"].append({"_id": ObjectId(), "at": AT, "customer": gone})
    play.audit()
    done = yield
    assert [each["customer"] for each in done.found["bookings.orphans.to.archive"]] == [gone]


def test_the_archive_has_the_index_that_finds_what_holds_a_delete_back() -> None:
    statements = built_once(hires()).compilation.plan.statements
    made = [each.keys for each in statements if each.collection == "hires_archive" and each.op == "createIndex"]  # fmt: skip
    assert {"customer": 1} in made and {"site": 1} in made


def letters(topology: str) -> Json:
    """Letters with a secret that no read shows, and pages that may not all have room in them."""
    secret = field("secret", sensitive=True)
    letter = entity("Letter", field("at", "date", required=True), secret, field("title"), retention=ARCHIVE)
    pages = link("pages", "one-to-many", end("Letter", 400, field="pages"), end("Page", 1, field="letter_id"), strategy="OUTLIER", **OWNED)  # fmt: skip
    return design(letter, entity("Page", field("text", required=True)), links=[pages]) | {
        "topology": topology
    }


def _archived(play: Play) -> Steps:
    old, new = ObjectId(), ObjectId()
    letter = {"at": AT, "secret": "s", "title": "t", "pages": []}
    play.documents = {
        "letters": [{"_id": old, **letter}, {"_id": new, **letter, "at": LATER}],
        "letters_archive": [{"_id": old, "at": AT, "title": "half moved"}],
    }
    for _ in range(2):
        play.call("Letter.archive", cutoff=LATER)
    done = yield
    assert [result["deletedCount"] for result in done.results] == [1, 0]
    assert done.all("letters_archive") == [{"_id": old, **letter}]
    assert [each["_id"] for each in done.all("letters")] == [new]


@replay(lambda: letters("replica-set"))
def test_a_transaction_moves_documents_whole(play: Play) -> Steps:
    yield from _archived(play)


@replay(lambda: letters("standalone"))
def test_a_server_alone_moves_documents_whole(play: Play) -> Steps:
    yield from _archived(play)


def test_what_is_moved_to_an_archive_is_moved_in_one_transaction() -> None:
    for topology, together in (("replica-set", True), ("standalone", False)):
        statements = built_once(letters(topology)).compilation.plan.statements
        moving = [each for each in statements if each.recipe == "Letter.archive"]
        assert {each.transaction for each in moving} == {together}
        assert {"letters", "letters_archive"} <= {each.collection for each in moving} or not together
