"""A call of a function makes one version of a document, however often it writes it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def people(history: str) -> Json:
    """Return a design whose documents name one another in two lists."""
    return {
        "format": "nestlink/1", "name": "People", "database": "people",
        "entities": [entity("Person", field("name"), field("email", unique=True), history=history)],
        "relationships": [
            link("friends", "graph", end("Person", 20), end("Person", 20), strategy="ONE_WAY_EMBED"),
            link("rivals", "graph", end("Person", 20), end("Person", 20), strategy="ONE_WAY_EMBED"),
        ],
        "operations": [
            {"name": "leave", "kind": "delete", "entity": "Person", "per_day": 5, "filter": [{"field": "email"}]},
        ],
    }  # fmt: skip


HISTORIES = pytest.mark.parametrize("history", ["revisions", "point-in-time"])


@HISTORIES
def test_a_document_that_names_what_goes_twice_has_one_new_version(history: str) -> None:
    """Both lists lose who leaves, by two writes of one call."""
    names = {"leave", "friendsDelete" if history == "point-in-time" else "deletePerson"}
    assert judged(people(history), *names) == dict.fromkeys(names, "")


def library(history: str) -> Json:
    """Return a design whose documents list one another, with a field of the link in both lists."""
    return {
        "format": "nestlink/1", "name": "Library", "database": "library",
        "entities": [entity("Author", field("name"), history=history), entity("Book", field("title"), history=history)],
        "relationships": [
            link("writes", "many-to-many", end("Author", 20), end("Book", 20), strategy="TWO_WAY_EMBED", link_fields=[field("share", "int")]),
        ],
    }  # fmt: skip


@HISTORIES
def test_who_stays_in_a_replaced_list_has_no_new_version(history: str) -> None:
    """A book that an author had, and still has with the same share, is not written."""
    names = ("writesReplace", "writesReplaceBack")
    assert judged(library(history), *names) == dict.fromkeys(names, "")


def _alone(history: str) -> Json:
    """Return a design without transactions, whose operations change one document by its key, and any one of several."""
    filter = [{"field": "email"}]
    rename = {"name": "rename", "kind": "update", "entity": "Person", "filter": filter, "changes": ["name"]}
    invite = {
        "name": "invite", "kind": "update", "entity": "Person", "filter": [{"field": "name"}],
        "effects": [{"field": "email", "do": "unset"}], "returns": "after",
    }  # fmt: skip
    return {**people(history), "topology": "standalone", "operations": [rename, invite]}


@HISTORIES
def test_what_was_kept_without_a_transaction_is_what_is_changed(history: str) -> None:
    """The change asks for the revision that was read: of two callers at once, one is told to call again."""
    names = ("rename", "invite")
    assert judged(_alone(history), *names) == dict.fromkeys(names, "")
    told_by = "revision" if history == "revisions" else "valid_from"
    script = _script(_alone(history))
    for name in names:
        body = script.partition(f"function {name}(")[2].partition("\n}\n")[0]
        change = body[max(body.rfind("updateOne("), body.rfind("findOneAndUpdate(")) :]
        assert f"{told_by}: current" in change, body


def test_a_change_of_an_object_has_its_attributes_as_they_are_stored() -> None:
    """Fields of a group that reads look for stand in a list: who changes the object gives them so."""
    attributes = [field(name, variant_group="traits") for name in ("colour", "cloth")]
    box = field("box", "object", fields=[field("size", "int"), *attributes])
    reads = [
        {
            "name": f"by {name}",
            "kind": "read",
            "entity": "Thing",
            "per_day": 9,
            "filter": [{"field": f"box.{name}"}],
        }
        for name in ("colour", "cloth")
    ]
    design = {
        "format": "nestlink/1", "name": "Things", "database": "things", "relationships": [], "operations": reads,
        "entities": [entity("Thing", field("name", required=True), box, history="revisions")],
    }  # fmt: skip
    assert "traits" in _script(design)
    assert judged(design, "thingChange") == {"thingChange": ""}


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_a_field_called_revision_is_not_the_number_of_the_revision(topology: str) -> None:
    """The colour of the paper that a call sheet is printed on is called its revision, too."""
    sheet = entity(
        "Sheet",
        field("day", "int", required=True, unique=True),
        field("revision", enum=["white", "blue", "pink"]),
        field("note"),
        history="revisions",
    )
    publish = {
        "name": "publish", "kind": "update", "entity": "Sheet", "filter": [{"field": "day"}],
        "effects": [{"field": "revision", "do": "set"}],
    }  # fmt: skip
    add = {"name": "add sheet", "kind": "insert", "entity": "Sheet"}
    design = {
        "format": "nestlink/1", "name": "Sheets", "database": "sheets", "topology": topology, "entities": [sheet],
        "relationships": [], "operations": [publish, add],
    }  # fmt: skip
    names = ("publish", "addSheet", "sheetChange", "sheetRevision", "sheetHistory")
    assert judged(design, *names) == dict.fromkeys(names, "")
    script = _script(design).replace("\n", " ")
    assert (
        "revision: newRevision" in script
        and "revision_number" in script
        and "$inc: { revision:" not in script
    )


@HISTORIES
def test_a_change_of_something_else_leaves_copies_in_arrays_as_they_are(history: str) -> None:
    """There is nothing to set then, and a server refuses array filters that an update has no use for."""
    unit = entity(
        "Unit", field("number", required=True), field("area", "int", required=True), history=history
    )
    rented = link(
        "rented", "many-to-many", end("Rental", 3, field="units"), end("Unit", 900, field="rentals"),
        strategy="ONE_WAY_EMBED", copies=[{"field": "number", "of": "to", "as": "number", "policy": "strong"}],
    )  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Storage", "database": "storage",
        "entities": [unit, entity("Rental", field("begun", "date"))], "relationships": [rented], "operations": [],
    }  # fmt: skip
    assert judged(design, "unitChange") == {"unitChange": ""}
    change = _script(design).partition("function unitChange(")[2].partition("\n}\n")[0]
    assert "if (changes.number !== undefined) {" in change and "$[copy]" in change


@HISTORIES
def test_a_change_of_something_else_leaves_copies_that_may_be_null_as_they_are(history: str) -> None:
    """An update with nothing to set is refused, and the change with it."""
    number = field("number")
    unit = entity("Unit", number, field("area", "int", required=True), history=history)
    rented = link(
        "rented", "one-to-many", end("Unit", field="rentals"), end("Rental", 1, field="unit"), strategy="PARENT_REF",
        copies=[{"field": "number", "of": "from", "as": "number", "policy": "strong"}],
    )  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Storage", "database": "storage",
        "entities": [unit, entity("Rental", field("begun", "date"))], "relationships": [rented], "operations": [],
    }  # fmt: skip
    assert judged(design, "unitChange") == {"unitChange": ""}
    change = _script(design).partition("function unitChange(")[2].partition("\n}\n")[0]
    assert "if (changes.number !== undefined) {" in change


def test_what_changes_a_capped_collection_keeps_versions_without_a_transaction() -> None:
    """The server refuses every write to a capped collection in a transaction."""
    design: Json = {
        "format": "nestlink/1", "name": "Notes", "database": "notes",
        "entities": [
            entity("Note", field("text", required=True), history="revisions"),
            entity("Topic", field("name", required=True, unique=True), kind="lookup")
            | {"retention": {"policy": "capped", "bytes": 4096, "documents": 10}},
        ],
        "relationships": [
            link("topics", "many-to-many", end("Note", 5, field="topics"), end("Topic"), strategy="VALUE_ARRAY"),
            link("leads", "one-to-one", end("Topic"), end("Topic", field="leader"), strategy="LINK_ONE"),
        ],
        "operations": [{"name": "forget", "kind": "delete", "entity": "Topic", "filter": [{"field": "_id"}]}],
    }  # fmt: skip
    script = _script(design).partition("function forget(")[2].partition("\n}")[0]
    assert "topics.deleteOne" in script and "note_revisions" in script
    assert "withTransaction" not in script
    assert judged(design, "forget") == {"forget": ""}


def test_a_link_that_says_nothing_is_the_same_when_it_is_replaced_by_itself() -> None:
    """A tag that keeps its link keeps its version: the engine took a field that is missing for a change."""
    design: Json = {
        "format": "nestlink/1", "name": "Notes", "database": "notes",
        "entities": [entity("Tag", field("name", required=True), history="revisions"), entity("Note", field("text"))],
        "relationships": [
            link("tagged", "many-to-many", end("Tag", field="notes"), end("Note", field="tags"), strategy="TWO_WAY_EMBED",
                 link_fields=[field("mark", "null")]),
        ],
    }  # fmt: skip
    assert judged(design, "taggedReplaceBack") == {"taggedReplaceBack": ""}
