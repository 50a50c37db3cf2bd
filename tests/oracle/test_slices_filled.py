"""Slices after changes of their children: which are in them, and in which order, is what their home says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design, with_all_functions
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.shell import run
from tests.oracle.judging import DIRECT, Judge, judge
from tests.oracle.slices import DISORDERED
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import LIBRARY, judged

Json = dict[str, Any]


def _operation(name: str, kind: str, by: str, *changes: str) -> Json:
    more = {"changes": list(changes)} if changes else {}
    return {"name": name, "kind": kind, "entity": "Note", "per_day": 10, "filter": [{"field": by}], **more}


OPERATIONS = [
    _operation("drop note", "delete", "_id"),
    _operation("drop notes of state", "delete", "state"),
    {"name": "write note", "kind": "insert", "entity": "Note", "per_day": 10},
]


def _design(
    sort: Json, *around: Json, direction: int = -1, counts: bool = False, links: tuple[Json, ...] = (), **more: Any
) -> Json:  # fmt: skip
    total = {"formula": "count(notes)", "sources": ["notes"], "refresh": "on-write"}
    state = field("state", required=True, enum=["a", "b"])
    return {
        "format": "nestlink/1", "name": "Posts", "database": "posts",
        "entities": [
            entity("Post", field("title", required=True), *([field("total", "int", computed=total)] if counts else [])),
            entity("Note", field("text", required=True), sort, state),
            *around,
        ],
        "relationships": [
            link(
                "notes", "one-to-many", end("Post", field="notes"), end("Note", 1, field="post_id"), strategy="SUBSET",
                recent={"count": 2, "sort": sort["name"], "direction": direction},
            ),
            *links,
        ],
        "operations": [
            *OPERATIONS,
            _operation("edit sort", "update", "_id", sort["name"]),
            _operation("edit sort of state", "update", "state", sort["name"]),
            _operation("edit sort of post", "update", "post_id", sort["name"]),
        ],
    } | more  # fmt: skip


def _subtypes(general: str, first: str, second: str) -> tuple[tuple[Json, Json], tuple[Json, Json]]:
    entities = (entity(first, field("width", "int")), entity(second, field("seconds", "int")))
    split = {"strategy": "POLY_SPLIT"}
    links = (
        link(f"is_{first.lower()}", "is-a", end(general), end(first), **split),
        link(f"is_{second.lower()}", "is-a", end(general), end(second), **split),
    )
    return entities, links


def _with_objects(*fields: str) -> Json:
    """Return a design whose slice repeats fields of notes, of which some have objects and others none."""
    sizes = [field("high", "int"), field("wide", "int")]
    design = _design(AT)
    note = design["entities"][1]
    lights = field("lights", "object", fields=sizes)
    place = field("place", "object", fields=[field("room", "int"), lights], since_version=2)
    note["fields"] += [place, field("box", "object", fields=sizes, since_version=2)]
    note["schema_version"] = 2
    design["relationships"][0]["recent"]["fields"] = list(fields)
    return design


AT = field("at", "date", required=True)
DAY = field("day", "date", required=True)
"""No moment, so that of notes of one day the ids decide; no order is sure between equal ones of two collections."""
BLOG = entity("Blog", field("name", required=True))
CHILDREN, ARE_CHILDREN = _subtypes("Note", "Photo", "Film")
PARENTS, ARE_PARENTS = _subtypes("Post", "Advert", "Story")
OWNED = {"exclusive_owner": True}
DESIGNS = {
    "ties": _design(field("pinned", "bool", required=True)),
    "ties of some": _design(field("rank", "int"), direction=1, topology="standalone"),
    "by a decimal": _design(field("price", "decimal", required=True)),
    "of subtypes apart": _design(DAY, *CHILDREN, links=ARE_CHILDREN),
    "in subtypes apart": _design(AT, *PARENTS, links=ARE_PARENTS),
    "in elements": _design(
        AT, BLOG,
        links=(link("posts", "one-to-many", end("Blog", 5, field="posts"), end("Post", 1), strategy="EMBED_ARRAY", **OWNED),),
    ),
    "in a part": _design(
        AT, BLOG,
        links=(link("post", "one-to-one", end("Blog", 1, field="post"), end("Post", 1), strategy="EMBED_ONE", **OWNED),),
    ),
    "by what is said never to change": _design(field("made", "date", required=True, immutable=True)),
    "beside a count on 5.0": _design(AT, counts=True, server_version="5.0"),
    "with an object that may be absent": _with_objects("at", "text", "place", "box"),
    "with some of an object that may be absent": _with_objects("at", "place", "box.high"),
}  # fmt: skip


@pytest.mark.parametrize("name", DESIGNS)
def test_a_slice_holds_what_its_home_says(name: str) -> None:
    verdicts = [each for each in judge(name, DESIGNS[name]) if not each.kind.endswith((" all", " join"))]
    assert [(each.function, each.why) for each in verdicts if each.judged and each.why] == []
    judged = {each.function.removesuffix("Film").removesuffix("Photo") for each in verdicts if each.judged}
    assert judged >= {
        "dropNote",
        "dropNotesOfState",
        "writeNote",
        "editSort",
        "editSortOfState",
        "editSortOfPost",
    }


def _filling(sort: str, sorted_again: str, *, most: int = 2, text: str = '"$text"') -> str:
    """Return a function that fills a slice, loaded in the place of the design's own."""
    return f"""function notesSyncFrom(postId) {{
      const own = db.getSiblingDB("posts");
      const notes = own.notes.aggregate([
        {{ $match: {{ post_id: postId }} }}, {{ $sort: {sort} }}, {{ $limit: {most} }},
        {{ $project: {{ _id: 0, note_id: "$_id", text: {text}, at: "$at", state: "$state" }} }},
        {{ $sort: {sorted_again} }},
      ]).toArray();
      own.posts.updateOne({{ _id: postId }}, {{ $set: {{ notes }} }});
    }}"""


def _judged(name: str, planted: str, *only: str) -> dict[str, str]:
    """Return what the oracle says of functions of a design beside which one that is planted is loaded."""
    report = read(json.dumps(DESIGNS[name]))
    assert report.value is not None
    judge = Judge(name, compile_design(report.value), direct=DIRECT)
    judge.keep(only)
    judge.planted = planted
    verdicts = list(judge.verdicts(run([judge.job(name)])[name]))
    assert verdicts and all(each.judged for each in verdicts)
    return {each.function: each.why for each in verdicts}


@pytest.mark.parametrize("first", [1, -1])
@pytest.mark.parametrize("then", [1, -1])
def test_any_of_several_notes_of_one_moment_may_be_in_a_slice(first: int, then: int) -> None:
    filling = _filling(f"{{ at: -1, _id: {first} }}", f"{{ at: 1, note_id: {then} }}")
    assert _judged("beside a count on 5.0", filling, "editSort", "editSortOfPost") == {
        "editSort": "",
        "editSortOfPost": "",
    }


WRONG = {
    "the oldest": ("editSort", _filling("{ at: 1 }", "{ at: 1 }"), "posts.notes.0"),
    "one too few": ("editSortOfPost", _filling("{ at: -1 }", "{ at: 1 }", most=1), "1 elements, not 2"),
    "one too many": ("editSortOfPost", _filling("{ at: -1 }", "{ at: 1 }", most=3), "notes: maxItems"),
    "another text": ("editSortOfPost", _filling("{ at: -1 }", "{ at: 1 }", text='"a"'), "posts.notes.0.text"),
    "newest first": ("editSort", _filling("{ at: -1 }", "{ at: -1 }"), DISORDERED),
    "one twice": ("editSortOfPost", _filling("{ at: -1 }", "{ at: 1 }").replace(
        "$set: { notes }", "$set: { notes: notes.map(() => notes[0]) }"), "posts.notes.1"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_slice_that_is_wrong_is_found_though_its_order_leaves_some_open(name: str) -> None:
    function, filling, why = WRONG[name]
    assert why in _judged("beside a count on 5.0", filling, function)[function]


def test_a_slice_lets_go_of_what_its_children_let_go_of() -> None:
    """An optional reference that a child has no more is absent in the slice too."""
    user = entity("User", field("name", required=True))
    written = link(
        "written", "one-to-many", end("User", field="written"), end("Note", 1, field="user_id"), strategy="PARENT_REF"
    )  # fmt: skip
    design = _design(AT, user, links=(written,))
    design["relationships"][0]["recent"]["fields"] = ["text", "user_id"]
    drop = _operation("drop user", "delete", "_id") | {"entity": "User"}
    design["operations"].append(drop)
    (verdict,) = judge("posts", design, only=["dropUser"])
    assert verdict.judged and not verdict.why


def _cascade(*relationships: Json, topology: str) -> Json:
    return {
        "format": "nestlink/1", "name": "Notes", "database": "notes", "topology": topology,
        "entities": [entity("Post", field("title", required=True)), entity("Note", field("text", required=True), AT)],
        "relationships": list(relationships),
    }  # fmt: skip


def _notes(parent: str, name: str, **more: Any) -> Json:
    recent = {"count": 3, "sort": "at", "direction": -1}
    ends = end(parent, field=name), end("Note", 1, field=f"{name}_of")
    return link(name, "one-to-many", *ends, strategy="SUBSET", recent=recent, **more)


def test_a_note_that_goes_with_its_answers_leaves_the_slice_that_it_is_in() -> None:
    design = _cascade(_notes("Note", "answers", exclusive_owner=True), topology="standalone")
    model = read(json.dumps(design)).value
    assert model is not None
    statements = with_all_functions(compile_design(model)).plan.statements
    own = [each for each in statements if each.recipe == "answers.cascade"]
    looks = [each for each in own if each.must_miss]  # answers to its answers stay
    assert {each.collection for each in looks} == {"notes"} and own[0].op == "aggregate"
    rest = [each.op for each in own[1:] if each not in looks]
    assert rest == ["find", "find", "aggregate", "deleteMany", "deleteOne"]
    (verdict,) = judge("answers", design, only=["deleteNoteWithNotes"])
    assert verdict.judged and not verdict.why


@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
def test_a_branch_that_goes_leaves_the_slices_that_its_nodes_are_in(topology: str) -> None:
    tree = link(
        "threads", "tree", end("Note", field="below"), end("Note", 1, field="above"), strategy="TREE_PATH",
        tree={"reads": "descendants"},
    )  # fmt: skip
    design = _cascade(_notes("Post", "notes"), tree, topology=topology)
    (verdict,) = judge("threads", design, only=["threadsCascade"])
    assert verdict.judged and not verdict.why


def test_a_note_says_which_stream_brings_the_slice() -> None:
    """An update that leaves the slice to a stream names it."""
    design = json.loads((LIBRARY / "web_shop.json").read_text(encoding="utf-8"))
    assert "customers.recent_orders is updated by ordersSyncFrom in 05_sync.js." in _script(design)


def test_a_slice_of_events_follows_what_changes_their_strong_copies() -> None:
    """No operation changes an alarm, but its level has a strong copy, so that a function of the copy does."""
    recent = {"count": 3, "sort": "at", "direction": -1, "fields": ["at", "level"]}
    level = {"field": "level", "of": "to", "policy": "strong"}
    design = {
        "format": "nestlink/1", "name": "Alarms", "database": "alarms",
        "entities": [
            entity("Site", field("name", required=True)),
            entity("Alarm", field("at", "date", required=True), field("level", "int"), kind="event"),
            entity("Team", field("name", required=True)),
        ],
        "relationships": [
            link("alarms", "one-to-many", end("Site"), end("Alarm", 1), strategy="SUBSET", recent=recent),
            link("duty", "many-to-many", end("Team"), end("Alarm"), strategy="LINK_COLL", copies=[level]),
        ],
    }  # fmt: skip
    assert judged(design, "dutySyncFrom") == {"dutySyncFrom": ""}
