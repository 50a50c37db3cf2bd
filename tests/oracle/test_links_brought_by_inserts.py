"""A new document brings links and parts that name others: each of these has to be there, as the functions ask that add one."""

from __future__ import annotations

from typing import Any

from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import NEW, OTHER, Json, Steps
from tests.oracle.test_reads import judged


def files() -> Json:
    """Files that go to an archive, with the clerks that they were given to, and what they have to do with others."""
    due = {"formula": "sum(notes.weight)", "sources": ["notes"], "refresh": "on-write"}
    kept = {"policy": "archive", "field": "closed", "after_days": 100}
    return {
        "format": "nestlink/1", "name": "Files", "database": "files",
        "entities": [
            entity("File", field("title", required=True), field("closed", "date"), field("due", "int", computed=due), retention=kept),
            entity("Clerk", field("name", required=True)),
            entity("Note", field("weight", "int", required=True), kind="weak"),
        ],
        "relationships": [
            link("notes", "one-to-many", end("File", 9, field="notes"), {"entity": "Note", "field": "file", "has": {"min": 1, "max": 1}},
                 strategy="EMBED_ARRAY", exclusive_owner=True),
            link("clerks", "one-to-many", end("Clerk", field="notes"), end("Note", 1, field="clerk"), strategy="PARENT_REF"),
            link("linked", "graph", end("File", 9, field="linked_to"), end("File", 9, field="linked_from"), link_fields=[field("why")],
                 strategy="EMBED_LINK", link_owner="from"),
        ],
        "operations": [{"name": "open file", "kind": "insert", "entity": "File", "per_day": 9}],
    }  # fmt: skip


def _opened(play: Play, **brought: Any) -> None:
    play.call("open file", file={"_id": NEW, "title": "A", "notes": [], "linked_to": [], **brought})


@replay(files)
def test_what_a_new_document_names_has_to_be_there(play: Play) -> Steps:
    clerk, other = play.first("clerks")["_id"], play.first("files")["_id"]
    _opened(play, notes=[{"_id": OTHER, "weight": 1, "clerk": OTHER}])
    _opened(play, linked_to=[{"file_id": OTHER, "why": "same"}])
    _opened(
        play,
        notes=[{"_id": OTHER, "weight": 1, "clerk": clerk}, {"_id": other, "weight": 2}],
        linked_to=[{"file_id": other, "why": "same"}],
    )
    done = yield
    told = [(each or {}).get("refused") for each in done.results]
    assert told == ["clerk not found", "file not found", None]
    assert (done.one("files", NEW) or {})["due"] == 3


def test_a_result_that_a_job_works_out_begins_at_nothing() -> None:
    """Whatever the caller says of the next sitting: there is none yet."""
    hourly = {"formula": "min(sittings.at)", "refresh": "periodic", "every_seconds": 3600}
    design = files()
    design["entities"][0]["fields"].append(field("next_sitting", "date", computed=hourly))
    design["entities"].append(entity("Sitting", field("at", "date", required=True)))
    design["relationships"].append(
        link("sittings", "one-to-many", end("File", field="sittings"), end("Sitting", 1, field="file"), strategy="PARENT_REF")
    )  # fmt: skip
    opened = [each for each in compiled(design).plan.statements if each.recipe == "open file"]
    assert "next_sitting starts as null." in opened[0].comment
    assert judged(design, "openFile") == {"openFile": ""}


def test_a_new_document_is_in_no_archive() -> None:
    """Its totals are worked out behind its own insert, which finds it."""
    opened = [each for each in compiled(files()).plan.statements if each.recipe == "open file"]
    assert not any(each.collection == "files_archive" for each in opened)
    assert "Fails if the file is in" not in opened[0].comment


def test_the_function_does_as_it_should() -> None:
    assert judged(files(), "openFile") == {"openFile": ""}
