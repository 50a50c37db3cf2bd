"""No note of a function promises an index that is not made, and no function joins without one.

Of the larger designs, the newest are looked through in each run; all of them with NESTLINK_SOAK=1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.library import built_of, larger
from tests.compiler.random_wild import wild
from tests.compiler.recorder import RANDOM_SHARED

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("designs/library", "designs/handbook", "tests/oracle/designs")
FILES = [
    *(path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.json")) if path.stem != "sides"),
    *larger(),
]
PROMISES = re.compile(
    r"(by|of|over|in|on|using) the ((multikey|unique|pair|parent|(unique )?reference) )?index\b|one index range|"
    "keyset pagination"
)
Json = dict[str, Any]


def _compiled(source: Json | str) -> Compilation | None:
    made = built_of(source if isinstance(source, str) else json.dumps(source))
    return None if made is None else made.compilation


def _starts(found: Compilation) -> dict[str, set[str]]:
    return {
        collection.name: {"_id", *(index.keys[0][0] for index in collection.indexes)}
        for collection in found.plan.collections
    }


def _asked(statement: Statement) -> Iterator[str]:
    """Yield the paths that a read asks for first."""
    conditions = [statement.filter or {}]
    for stage in statement.pipeline or ():
        if "$match" not in stage:
            break
        conditions.append(stage["$match"])
    for condition in conditions:
        for path, value in condition.items():
            if path == "_id" and isinstance(value, dict) and "$in" not in value:
                continue  # where a page goes on, which finds nothing by itself
            inner = value.get("$elemMatch", {}) if isinstance(value, dict) else {}
            yield from (f"{path}.{name}" for name in inner)
            yield path


def _broken(found: Compilation) -> list[str]:
    """Return the functions whose notes promise an index that none of their reads has, and those that join without."""
    starts, broken = _starts(found), []
    recipes: dict[str, list[Statement]] = {}
    for statement in found.plan.statements:
        if statement.script == "04_queries":
            recipes.setdefault(statement.recipe, []).append(statement)
    for name, statements in recipes.items():
        if not PROMISES.search(statements[0].comment) or any(one.writes for one in statements):
            continue
        asked = [(one.collection, [*_asked(one)]) for one in statements]
        if not all(starts.get(collection, set()).intersection(paths) for collection, paths in asked if paths):
            broken.append(f"{name}: {statements[0].comment}")
    own = {one.id for one in found.plan.statements}
    return broken + [
        f"{one.subject}: {one.message}" for one in found.findings if one.code == "L12" and one.subject in own
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_notes_promise_no_index_that_is_not_made(path: Path) -> None:
    found = _compiled(path.read_text())
    assert found is not None and _broken(found) == []


@pytest.mark.parametrize("seed", range(RANDOM_SHARED))
def test_notes_of_random_designs_promise_none_either(seed: int) -> None:
    found = _compiled(wild(seed))
    assert found is None or _broken(found) == []


def test_a_page_without_its_index_is_seen() -> None:
    parts = [entity("Show", field("on", "date")), entity("Ticket", field("row"))]
    ends = ("Show", {"has": {"max": None, "growth": "unbounded"}}), "Ticket"
    model = design(parts, [link("tickets", "one-to-many", *ends, strategy="PARENT_REF")])
    found = compile_design(model).with_statements
    assert _broken(found) == []
    bare = [replace(each, indexes=()) for each in found.plan.collections]
    without = replace(found, plan=replace(found.plan, collections=tuple(bare)))
    assert [line.partition(":")[0] for line in _broken(without)] == ["tickets.read", "tickets.page"]


def test_links_of_an_end_that_no_index_begins_with_are_found_by_looking_through_all() -> None:
    """The pair's index gives their order, and so was taken for one that finds them."""
    reads = {"name": "lots of it", "kind": "read", "entity": "Auction", "filter": [{"field": "_id"}]}
    parts = [entity("Auction", field("on", "date")), entity("Pledge", field("thing"))]
    lots = link("lots", "many-to-many", ("Auction", {"field": "lots"}), "Pledge", strategy="LINK_COLL")
    found = compile_design(design(parts, [lots], operations=[reads | {"includes": ["lots"], "per_day": 900}]))
    notes = {each.recipe: each.comment for each in found.plan.statements if each.comment}
    assert "No index starts with pledge_id: scans every document in lots" in notes["lots.reverse"]
    assert "No index" not in notes["lots.read"]


def _listed(**more: Any) -> Compilation:
    """Shows that list pieces, which store in how many shows they are; nobody else asks which shows list one."""
    parts = [entity("Show", field("on", "date")), entity("Piece", field("title"), *more.pop("results", ()))]
    lists = link("played", "many-to-many", ("Show", {"has": {"max": 9}}), "Piece", strategy="ONE_WAY_EMBED")
    return compile_design(design(parts, [lists]))


def _note(found: Compilation) -> str:
    (statement,) = [one for one in found.plan.statements if one.id == "played.reverse"]
    return statement.comment


def test_a_read_against_a_list_that_nobody_declares_is_said_to_look_at_all() -> None:
    note = _note(_listed())
    assert "multikey" not in note
    assert "No index starts with" in note and "scans every document in shows" in note


def test_a_list_that_results_are_computed_over_has_an_index() -> None:
    result = {"formula": "max(shows.on)", "sources": ["shows.on"], "refresh": "on-write"}
    found = _listed(results=[field("last_on", "date", computed=result)])
    assert any(path.startswith("pieces") for path in _starts(found)["shows"])
    assert "using the multikey index" in _note(found)
    assert _broken(found) == []


def _found_by_name(match: str, **more: Any) -> str:
    """The note of a read by name, of people whose names a language compares."""
    reads = {
        "name": "find",
        "kind": "read",
        "entity": "Person",
        "filter": [{"field": "name", "match": match}],
    }
    people = {**entity("Person", field("name")), **more}
    found = compile_design(design([people], [], operations=[reads]))
    return next(each.comment for each in found.plan.statements if each.recipe == "find")


@pytest.mark.parametrize("match", ["prefix", "regex"])
def test_a_pattern_is_said_to_know_no_collation(match: str) -> None:
    words = "name is matched exactly: collations don't apply to patterns."
    german = {"collation": {"locale": "de", "strength": 2}}
    assert words in _found_by_name(match, **german)
    assert words not in _found_by_name(match) and words not in _found_by_name("eq", **german)


def test_a_read_that_a_partial_index_is_made_for_is_not_said_to_look_at_all() -> None:
    """Its constant filter stands in the index, which begins with what it sorts by."""
    ticket = entity("Ticket", field("status", enum=["open", "closed"]), field("opened_at", "date"))
    constant = {"always_filter": {"status": "open"}, "per_day": 800}
    newest = {"sort": [{"field": "opened_at", "direction": 1}], **constant}
    reads = [
        {"name": "waiting", "kind": "read", "entity": "Ticket", "filter": [], **newest},
    ]
    plan = compile_design(design([ticket], [], operations=reads)).plan
    (index,) = plan.collections[0].indexes
    assert index.options["partialFilterExpression"] == {"status": "open"}
    (waiting,) = [each for each in plan.statements if each.recipe == "waiting"]
    assert "No index" not in waiting.comment


def test_a_partial_index_is_not_that_of_the_reference() -> None:
    """It holds open stays alone; a list of all stays of a space can't use it."""
    stay = entity(
        "Stay",
        field("started_at", "date", required=True),
        field("state", required=True, enum=["open", "ended"]),
    )
    ends = ("Space", {"has": {"max": None, "growth": "unbounded"}}), "Stay"
    stays = link("stays", "one-to-many", *ends, strategy="PARENT_REF")
    is_open = {"field": "state", "value": "open"}
    end = {"effects": [{"field": "state", "do": "set", "value": "ended"}], "per_day": 500}
    operations = [
        {
            "name": "open stays",
            "kind": "read",
            "entity": "Stay",
            "filter": [{"field": "space_id"}, is_open],
            "per_day": 900,
        },
        {"name": "end", "kind": "update", "entity": "Stay", "filter": [{"field": "_id"}, is_open], **end},
        {"name": "start", "kind": "insert", "entity": "Stay", "per_day": 500},
    ]
    plan = compile_design(
        design([entity("Space", field("label")), stay], [stays], operations=operations)
    ).with_statements.plan
    planned = next(each for each in plan.collections if each.name == "stays")
    assert [index.options.get("partialFilterExpression") for index in planned.indexes] == [{"state": "open"}]
    notes = {each.recipe: each.comment for each in plan.statements if each.comment}
    assert "No index starts with space_id: scans every document in stays" in notes["stays.read"]
    assert "No index" not in notes["open stays"]
