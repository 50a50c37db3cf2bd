"""What was moved to an archive, and earlier revisions: audits find them there, reads bring them to the newest
shape, and functions of their own move those of an archive."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import build, built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.shell import run, sources

Steps = Generator[None, Played, None]
Json = dict[str, Any]
ARCHIVE = {"policy": "archive", "field": "at", "after_days": 30}
AT = datetime(2024, 1, 1, tzinfo=UTC)
PHONES = [
    field("phone", until_version=1),
    field("phones", "array", items={"type": "string"}, since_version=2),
]


def dated(**more: Any) -> Json:
    return {"schema_version": 1, "at": AT, **more}


def design(*entities: Json, links: Any = ()) -> Json:
    return {
        "format": "nestlink/1", "name": "Kept", "database": "kept", "entities": list(entities),
        "relationships": list(links), "operations": [],
    }  # fmt: skip


# --- audits ---------------------------------------------------------------------------------------


def sessions() -> Json:
    session = entity("Session", field("at", "date", required=True), field("title"), retention=ARCHIVE)
    copies = [{"field": "title", "of": "from", "policy": "eventual"}]
    clicks = link("clicks", "one-to-many", end("Session"), end("Click", 1, field="session_id"), strategy="PARENT_REF", copies=copies)  # fmt: skip
    return design(session, entity("Click", field("x", "int")), links=[clicks])


@replay(sessions)
def test_what_refers_to_an_archived_document_is_no_orphan(play: Play) -> Steps:
    moved, here, gone = play.first("clicks"), play.first("clicks", 1), play.first("clicks", 2)
    play.documents["clicks"] = [moved, here, gone]
    play.documents["sessions_archive"] = [{"_id": ObjectId(), "at": AT, "title": "t"}]
    moved["session_id"], here["session_id"] = (
        play.first("sessions_archive")["_id"],
        play.first("sessions")["_id"],
    )
    gone["session_id"] = ObjectId()
    moved["session_title"], here["session_title"] = "t", "another"
    play.audit()
    done = yield
    assert [one["_id"] for one in done.found["clicks.orphans.to"]] == [gone["_id"]]
    differing = {one["_id"] for one in done.found["clicks.copies.session_title"]}
    assert moved["_id"] not in differing and here["_id"] in differing


def boxes() -> Json:
    box = entity("Box", field("at", "date", required=True), retention=ARCHIVE)
    inside = link(
        "items", "one-to-many", end("Box", 5), end("Item", 1), strategy="EMBED_ARRAY", exclusive_owner=True
    )
    notes = link("notes", "one-to-many", end("Item"), end("Note", 1, field="item_id"), strategy="PARENT_REF")
    return design(box, entity("Item", field("name")), entity("Note", field("text")), links=[inside, notes])


@replay(boxes)
def test_elements_of_archived_documents_are_there_too(play: Play) -> Steps:
    moved, gone = play.first("notes"), play.first("notes", 1)
    play.documents["notes"] = [moved, gone]
    moved["item_id"], gone["item_id"] = ObjectId(), ObjectId()
    play.documents["boxes_archive"] = [
        {"_id": ObjectId(), "at": AT, "items": [{"_id": moved["item_id"], "name": "a"}]}
    ]
    play.audit()
    done = yield
    assert [one["_id"] for one in done.found["notes.orphans.to"]] == [gone["_id"]]


def pairs() -> Json:
    friend = entity("Friend", field("at", "date", required=True), retention=ARCHIVE)
    both = link("clubs", "one-to-many", end("Friend", 5, field="club_ids"), end("Club", 1, field="friend_id"), strategy="TWO_WAY_REFS")  # fmt: skip
    return design(friend, entity("Club", field("name")), links=[both])


@replay(pairs)
def test_what_points_back_from_the_archive_agrees(play: Play) -> Steps:
    agrees, differs, lost = play.documents["clubs"][:3]
    moved = ObjectId()
    agrees["friend_id"], differs["friend_id"], lost["friend_id"] = moved, moved, ObjectId()
    play.documents["clubs"] = [agrees, differs, lost]
    play.documents["friends"] = []
    play.documents["friends_archive"] = [{"_id": moved, "at": AT, "club_ids": [agrees["_id"]]}]
    play.audit()
    done = yield
    found = [one["_id"] for one in done.found["clubs.disagreements.to"]]
    assert found == [differs["_id"], lost["_id"]]
    assert [one["_id"] for one in done.found["clubs.orphans.to"]] == [lost["_id"]]


def tree() -> Json:
    node = entity("Node", field("at", "date", required=True), retention=ARCHIVE)
    above = link("tree", "tree", end("Node", None, field="children"), end("Node", 1, field="parent"), strategy="TREE_ANCESTORS")  # fmt: skip
    return design(node, links=[above])


@replay(tree)
def test_a_node_in_the_archive_is_above_its_nodes(play: Play) -> Steps:
    root, below, lost = ObjectId(), ObjectId(), ObjectId()
    named = {key for one in play.documents["nodes"] for key in one} - {"_id", "at"}
    (listed,) = [
        key for key in named if any(isinstance(one.get(key), list) for one in play.documents["nodes"])
    ]
    (parent,) = named - {listed}
    play.documents["nodes_archive"] = [{"_id": root, "at": AT, listed: []}]
    play.documents["nodes"] = [
        {"_id": below, "at": AT, parent: root, listed: [root]},
        {"_id": lost, "at": AT, parent: below, listed: [root, ObjectId(), below]},
    ]
    play.audit()
    done = yield
    assert [one["_id"] for one in done.found["tree.ancestors.missing"]] == [lost]
    assert [one["_id"] for one in done.found["tree.ancestors.differ"]] == [lost]


# --- results --------------------------------------------------------------------------------------


def owed() -> Json:
    """Owners with the sum of their bills, those in the archive too, which come in two shapes."""
    total = {"formula": "sum(bills.cents)", "sources": ["bills.cents"], "refresh": "on-write"}
    shapes = field("fee", "int", until_version=1), field("cents", "int", required=True, since_version=2)
    bill = entity("Bill", field("at", "date", required=True), *shapes, retention=ARCHIVE, schema_version=2)
    bills = link("bills", "one-to-many", end("Owner", field="bills"), end("Bill", 1, field="owner_id"), strategy="PARENT_REF")  # fmt: skip
    return design(entity("Owner", field("owed", "int", computed=total)), bill, links=[bills])


@replay(owed)
def test_a_write_in_the_archive_moves_the_total_of_the_owner(play: Play) -> Steps:
    owner, here, moved = play.first("owners")["_id"], ObjectId(), ObjectId()
    play.documents["owners"] = [{"_id": owner, "owed": 5}]
    play.documents["bills"] = [{"_id": here, "at": AT, "schema_version": 2, "cents": 5, "owner_id": owner}]
    play.documents["bills_archive"] = [{"_id": moved, **dated(fee=1, owner_id=owner)}]
    play.call("Bill.upgrade.1.archive", billId=moved, cents=100)
    play.audit()
    done = yield
    assert done.all("owners") == [{"_id": owner, "owed": 105}]
    assert done.found["Owner.results"] == []


def test_setup_makes_the_archive_and_finds_it_as_it_should_be_the_second_time() -> None:
    paths = sources(built_once(owed()).scripts, "archive-setup")
    twice = [{"load": paths["setup"], "name": name} for name in ("first", "second")]
    done = run([{"id": "archive-setup", "live": True, "steps": twice}])["archive-setup"]
    assert done["error"] is None, done["error"]
    said = [str(line[0]) for line in done["printed"]]
    assert "created bills_archive" in said and "created index bills_archive.owner_id_1" in said
    assert len([line for line in said if "bills_archive" in line]) == 2


# --- shapes ---------------------------------------------------------------------------------------


def people(**more: Any) -> Json:
    asked = entity("Person", field("at", "date", required=True), *PHONES, field("seen", "int"), schema_version=2, **more)  # fmt: skip
    return design(asked)


@replay(lambda: people(retention=ARCHIVE))
def test_what_is_in_the_archive_moves_by_functions_of_its_own(play: Play) -> Steps:
    one, other, third = ObjectId(), ObjectId(), ObjectId()
    play.documents["people"] = [{"_id": one, **dated(phone="1")}]
    play.documents["people_archive"] = [
        {"_id": one, **dated(phone="1")},
        {"_id": other, **dated(phone="2", phones=["2"])},
        {"_id": third, **dated(phone="3")},
    ]
    play.call("Person.archived", personId=other)
    play.call("Person.archived", personId=third)
    play.call("Person.upgrade.1.archive", personId=one, phones=["1"])
    play.call("Person.upgrade_all.1.archive")
    play.call("Person.outdated.1.archive")
    play.audit()
    done = yield
    read, kept = done.results[:2]
    assert read == [{"_id": other, "schema_version": 2, "at": AT, "phones": ["2"]}]
    assert kept == [{"_id": third, **dated(phone="3")}]
    assert done.one("people", one) == {"_id": one, **dated(phone="1")}
    shapes = [done.one("people_archive", key) for key in (one, other, third)]
    assert [each["schema_version"] for each in shapes if each] == [2, 2, 1]
    assert [each["_id"] for each in done.results[4]] == [third]
    assert {each["_id"]: each["count"] for each in done.found["Person.shapes.archive"]} == {2: 2, 1: 1}


@replay(lambda: people(history="revisions"))
def test_earlier_revisions_come_in_the_newest_shape_and_stay_as_they_are(play: Play) -> Steps:
    person = play.first("people")["_id"]
    kept = [
        {"_id": ObjectId(), "person_id": person, "revision": 2, **dated(phone="1", phones=["1"])},
        {"_id": ObjectId(), "person_id": person, "revision": 1, **dated(phone="1")},
    ]
    play.documents["person_revisions"] = kept
    play.call("Person.history", personId=person)
    play.call("Person.revision", personId=person, revision=2)
    play.audit()
    done = yield
    newest = {key: value for key, value in kept[0].items() if key != "phone"} | {"schema_version": 2}
    assert done.results[:2] == [[newest, kept[1]], [newest]]
    assert done.all("person_revisions") == kept
    assert [each["_id"] for each in done.found["Person.shapes.revisions"]] == [1]


def filed() -> Json:
    """Folders with pages of several shapes, in an object of the archive and in elements."""
    folder = entity("Folder", field("at", "date", required=True), retention=ARCHIVE)
    page = entity("Page", field("n", "int"), field("old", until_version=1), schema_version=2)
    cover = entity("Cover", field("text"), field("gone", until_version=1), schema_version=2)
    pages = link("pages", "one-to-many", end("Folder", 5), end("Page", 1), strategy="EMBED_ARRAY", exclusive_owner=True)  # fmt: skip
    held = link(
        "cover", "one-to-one", end("Folder", 1), end("Cover", 1), strategy="EMBED_ONE", exclusive_owner=True
    )
    return design(folder, page, cover, links=[pages, held])


@replay(filed)
def test_sub_documents_and_elements_of_the_archive_come_in_their_newest_shapes(play: Play) -> Steps:
    pages = [{"schema_version": 1, "n": 1, "old": "a"}, {"schema_version": 2, "n": 2}]
    whole = {
        "_id": ObjectId(),
        "at": AT,
        "pages": pages,
        "cover": {"schema_version": 1, "text": "t", "gone": "g"},
    }
    bare = {"_id": ObjectId(), "at": AT}
    play.documents["folders_archive"] = [whole, bare]
    play.call("Folder.archived", folderId=whole["_id"])
    play.call("Folder.archived", folderId=bare["_id"])
    done = yield
    (read,) = done.results[0]
    assert read["pages"] == [{"schema_version": 2, "n": 1}, {"schema_version": 2, "n": 2}]
    assert read["cover"] == {"schema_version": 2, "text": "t"}
    assert done.results[1] == [bare]


# --- by a natural key ------------------------------------------------------------------------------


def parcels() -> Json:
    """Parcels that customers ask for by their number, and the office by their state."""
    parcel = entity("Parcel", field("at", "date", required=True), field("number", unique=True), field("state"), retention=ARCHIVE)  # fmt: skip
    reads = [
        {"name": f"by {path}", "kind": "read", "entity": "Parcel", "filter": [{"field": path}], "per_day": 9}
        for path in ("number", "state")
    ]
    return design(parcel) | {"operations": reads}


@replay(parcels)
def test_what_is_asked_for_by_its_number_is_found_in_the_archive_by_that(play: Play) -> Steps:
    """Another may have got the number since: there is no unique index."""
    moved = [{"_id": ObjectId(), "at": AT, "number": number} for number in ("A1", "B2", "A1")]
    play.documents = {"parcels": [], "parcels_archive": moved}
    play.call("Parcel.archived by number", number="A1")
    done = yield
    (found,) = done.results
    assert sorted(each["_id"] for each in found) == sorted((moved[0]["_id"], moved[2]["_id"]))


def test_its_archive_has_an_index_of_that_alone() -> None:
    statements = built_once(parcels()).compilation.plan.statements
    made = [each for each in statements if each.op == "createIndex" and each.collection == "parcels_archive"]
    assert [(each.keys, each.options) for each in made] == [({"number": 1}, {"name": "number_1"})]
    names = {each.recipe for each in statements if each.collection == "parcels_archive"}
    assert "Parcel.archived by number" in names and "Parcel.archived by state" not in names


def lots() -> Json:
    """Lots of auctions, numbered in each auction, which a read finds by both, among those of a state."""
    lot = entity(
        "Lot", field("at", "date", required=True), field("auction", "int"), field("lot_no", "int"), field("state"), retention=ARCHIVE,
        indexes=[{"keys": [["auction", 1], ["lot_no", 1]], "unique": True}, {"keys": [["state", 1]]}],
    )  # fmt: skip
    asked = [{"field": name} for name in ("auction", "lot_no", "state")]
    work: list[Json] = [
        {"name": "lot", "kind": "read", "entity": "Lot", "filter": asked},
        {"name": "of a state", "kind": "read", "entity": "Lot", "filter": asked[2:]},
        {"name": "close", "kind": "update", "entity": "Lot", "filter": asked[:2], "changes": ["state"]},
        {"name": "open", "kind": "insert", "entity": "Lot"},
    ]
    return design(lot) | {"operations": work}


def test_a_key_of_several_fields_is_looked_for_in_the_archive_too() -> None:
    statements = built_once(lots()).compilation.plan.statements
    made = [each for each in statements if each.op == "createIndex" and each.collection == "lots_archive"]
    assert [[*each.keys.items()] for each in made] == [[("auction", 1), ("lot_no", 1)]]
    (read,) = (each for each in statements if each.recipe == "Lot.archived by auction and lot_no")
    assert (read.collection, set(read.filter)) == (
        "lots_archive",
        {"auction", "lot_no"},
    )


def test_operations_say_what_they_do_not_see() -> None:
    statements = built_once(lots()).compilation.plan.statements
    said = {
        each.subject: each.comment
        for each in statements
        if each.comment and each.subject.startswith("operation:")
    }
    for name in ("lot", "of a state"):
        assert "Excludes documents archived in lots_archive." in said[f"operation:{name}"]
    assert "Leaves documents archived in lots_archive unchanged." in said["operation:close"]
    assert "lots_archive" not in said["operation:open"]


def test_documents_are_moved_together() -> None:
    """One call of the server for all that moves, and none where nothing does: it refuses to insert no documents."""
    built = build(design(entity("Session", field("at", "date", required=True), retention=ARCHIVE)))
    (script,) = (text for path, text in built.scripts.items() if path.endswith("04_queries.js"))
    assert (
        "if (oldSessions.length !== 0) {\n        inside.sessions_archive.insertMany(oldSessions);" in script
    )
    assert "for (const each of" not in script.partition("function sessionArchive(")[2].partition("\n}\n")[0]


def linked() -> Json:
    """Sessions that are archived, with who took part and each change."""
    session = entity(
        "Session", field("at", "date", required=True), field("title"), retention=ARCHIVE, history="revisions"
    )
    took = link("took part", "many-to-many", end("Session", field="people"), end("Person", field="sessions"),
                strategy="LINK_COLL", link_fields=[field("role", required=True)])  # fmt: skip
    asked = {"name": "sessions of a person", "kind": "read", "entity": "Session", "filter": [{"field": "people"}],
             "sort": [{"field": "at"}], "limit": 20, "per_day": 9}  # fmt: skip
    source = design(session, entity("Person", field("name", required=True)), links=[took])
    return source | {"operations": [asked]}


def test_reads_over_links_say_that_archived_ones_are_not_found() -> None:
    notes = {
        each.recipe: each.comment for each in built_once(linked()).compilation.plan.statements if each.comment
    }
    unseen = "Excludes documents archived in sessions_archive."
    assert unseen in notes["sessions of a person"]
    assert unseen in notes["took part.reverse"], "each link with its session"
    assert unseen not in notes["took part.read"], "each link with its person"


def test_an_archive_says_that_earlier_versions_stay() -> None:
    statements = built_once(linked()).compilation.plan.statements
    (note,) = (each.comment for each in statements if each.recipe == "Session.archive" and each.comment)
    assert "Earlier versions stay in session_revisions." in note
    assert not any(
        "Earlier versions" in each.comment for each in built_once(sessions()).compilation.plan.statements
    )


# --- changes --------------------------------------------------------------------------------------


def claims() -> Json:
    state = field("state", required=True, enum=["open", "paid"])
    claim = entity("Claim", field("at", "date", required=True), state, field("note"), retention=ARCHIVE)
    pay = [{"field": "state", "do": "set", "value": "paid"}]
    open_one = [{"field": "_id"}, {"field": "state", "value": "open"}]
    return design(claim) | {"operations": [
        {"name": "pay", "kind": "update", "entity": "Claim", "filter": open_one, "effects": pay},
        {"name": "annotate", "kind": "update", "entity": "Claim", "filter": [{"field": "_id"}], "changes": ["note"]},
    ]}  # fmt: skip


@replay(claims)
def test_a_change_of_what_was_archived_says_where_it_is(play: Play) -> Steps:
    here, paid, moved = ObjectId(), ObjectId(), ObjectId()
    play.documents["claims"] = [
        {"_id": here, "at": AT, "state": "open"},
        {"_id": paid, "at": AT, "state": "paid"},
    ]
    play.documents["claims_archive"] = [{"_id": moved, "at": AT, "state": "open"}]
    for id in (here, paid, moved, ObjectId()):
        play.call("pay", id=id)
    for id in (here, moved, ObjectId()):
        play.call("annotate", id=id, newNote="n")
    done = yield
    refused = [result.get("refused") for result in done.results]
    archived, unknown = "claim was moved to claims_archive", "claim not found"
    assert refused[:4] == [None, 'claim found, but its state isn\'t "open"', archived, unknown]
    assert refused[4:] == [None, archived, unknown]


def numbered() -> Json:
    """Claims are known by their number, hold notes, and are paid in instalments."""
    state = field("state", required=True, enum=["open", "paid"])
    number = field("number", required=True, unique=True)
    claim = entity("Claim", number, field("at", "date", required=True), state, retention=ARCHIVE)
    notes = link(
        "notes", "one-to-many", end("Claim", 3, field="notes"), end("Note", 1), strategy="EMBED_ARRAY"
    )
    paid_in = link("instalments", "one-to-many", end("Claim"), end("Instalment", has={"min": 1, "max": 1}, field="claim"),
                   strategy="PARENT_REF")  # fmt: skip
    pay = [{"field": "state", "do": "set", "value": "paid"}]
    open_one = [{"field": "number"}, {"field": "state", "value": "open"}]
    return design(claim, entity("Note", field("text")), entity("Instalment", field("sum", "int")), links=[notes, paid_in]) | {
        "operations": [
            {"name": "pay", "kind": "update", "entity": "Claim", "filter": open_one, "effects": pay},
            {"name": "pay part", "kind": "insert", "entity": "Instalment"},
        ],
    }  # fmt: skip


@replay(numbered)
def test_whatever_needs_what_was_archived_says_where_it_is(play: Play) -> Steps:
    """By its number, as the holder of a new element, and as what a new document refers to."""
    moved = ObjectId()
    play.documents["claims_archive"] = [{"_id": moved, "number": "C1", "at": AT, "state": "open"}]
    for number in ("C1", "C2"):
        play.call("pay", number=number)
    for id in (moved, ObjectId()):
        play.call("notes.add", claimId=id, note={"text": "n"})
        play.call("pay part", instalment={"sum": 1, "claim": id})
    done = yield
    archived, unknown = "claim was moved to claims_archive", "claim not found"
    refused = [result.get("refused") for result in done.results]
    assert refused[:2] == [archived, unknown]
    assert refused[2:] == [archived, archived, f"{unknown}, or notes limit reached", unknown]
