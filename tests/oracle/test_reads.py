"""Reads tell what they should: each class of reads that once told something else, or was misread."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.compiled import compiled
from tests.compiler.in_parts import compile_design
from tests.compiler.random_wild import wild
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.shell import run
from tests.oracle.judging import DIRECT, Judge
from tests.oracle.reads import Wanted, _told_otherwise

LIBRARY = Path(__file__).resolve().parents[2] / "designs" / "library"


def judged(source: dict[str, Any], *names: str, planted: str = "") -> dict[str, str]:
    """Return how these functions of a design are otherwise than they should be, "" where they are right. planted: a
    script that is loaded after those of the design."""
    design = read(json.dumps(source)).value
    assert design is not None
    judge = Judge("reads", compile_design(design), direct=DIRECT)
    judge.functions = [one for one in judge.functions if one.name in names]
    judge.planted = planted
    journal = run([judge.job("reads")])["reads"]
    return {
        one.function: one.why if one.judged else f"not judged: {one.why}" for one in judge.verdicts(journal)
    }


@pytest.mark.parametrize(
    ("design", "function"),
    [
        ("activity_stream", "activitiesRead"),  # a range over documents compares field after field
        ("activity_stream", "activitiesOfSomeDays"),  # elements of a window that have no id
        ("blog", "pageOfComments"),
        ("template_i18n", "productByGermanName"),  # a pattern that the caller gives
        ("template_metadata", "photosOfAPlace"),  # a value that stands as name and value
    ],
)
def test_library(design: str, function: str) -> None:
    """Operations and relationships of the library read what they mean."""
    source = json.loads((LIBRARY / f"{design}.json").read_text(encoding="utf-8"))
    assert judged(source, function) == {function: ""}


@pytest.mark.parametrize(
    ("number", "functions"),
    [
        (12, ["link1Read"]),  # a page of a declared size
        (13, ["link1Read", "link1Page"]),  # things in pages; the holders of a list, page after page
        (20, ["operation3"]),  # of kinds in collections of their own
        (39, ["asks42"]),  # documents in the place of ids inside an object
        (134, ["entity1Outdated1"]),  # parts of an older shape
        (192, ["asks11", "asks12", "asks13"]),  # lists that links have, and what they have by name
        (147, ["entity3Outdated1"]),  # elements of an older shape
        (82, ["link1Join"]),  # a parent with its first ten children
        (289, ["link3Read"]),  # a value that things of a subtype and others have
        (297, ["operation2"]),  # an order of binary values
        (142, ["work3"]),  # a filter behind an array of values
        (152, ["link4Reverse", "special1Read"]),  # links with the pages that hold what they lead to
        (186, ["link0Read"]),  # values that several things have, listed at the other end
        (191, ["operation1"]),  # a filter by the id of another of the same entity
        (430, ["asks8"]),  # a filter by a field of a link
    ],
)
def test_random(number: int, functions: list[str]) -> None:
    """Random designs read what they mean."""
    assert judged(wild(number), *functions) == dict.fromkeys(functions, "")


def test_operations_name_the_windows_of_an_element_whole() -> None:
    """A read of what an element did asks for whole keys: the holder's id stands in them too."""
    source = {
        "format": "nestlink/1", "name": "Sensors", "database": "sensors",
        "entities": [
            entity("Station", field("place")),
            entity("Sensor", field("label")),
            entity("Reading", field("taken", "date", required=True), field("value", "double")),
        ],
        "relationships": [
            link("sensors", "one-to-many", end("Station"), end("Sensor", 1), strategy="EMBED_ARRAY"),
            link("readings", "one-to-many", end("Sensor"), end("Reading", 1), strategy="BUCKET_TIME"),
        ],
        "operations": [
            {"name": "what it read", "kind": "read", "entity": "Reading", "per_day": 5,
             "filter": [{"field": "sensor_id"}, {"field": "taken", "match": "range"}]},
        ],
    }  # fmt: skip
    design = read(json.dumps(source)).value
    assert design is not None
    statements = compile_design(design).plan.statements
    statement = next(one for one in statements if one.subject == "operation:what it read")
    asked = statement.pipeline[0]["$match"]["_id"]
    assert list(asked["$gte"]) == ["station_id", "sensor_id", "date"]
    assert judged(source, "whatItRead") == {"whatItRead": ""}


def test_documents_with_elements_of_the_newest_shape_are_not_outdated() -> None:
    """A look for elements of an older shape that tells all documents is found wrong."""
    shell = 'db.getSiblingDB("random").entity0s.find().toArray()'
    all_of_them = f"function entity1Outdated1() {{ return {shell}; }}"
    assert ", not [" in judged(wild(134), "entity1Outdated1", planted=all_of_them)["entity1Outdated1"]


def test_a_page_tells_as_many_as_it_may() -> None:
    """A page may leave some out, but not more than its size says."""
    wanted = Wanted((), some=True, least=2)
    assert _told_otherwise(wanted, ["a"], ["a", "b", "c"]) == "tells 1, not 2"
    assert _told_otherwise(wanted, ["a", "c"], ["a", "b", "c"]) == ""
    assert _told_otherwise(wanted, ["a", "d"], ["a", "b", "c"]) == "tells d, which is none of those"


def test_a_read_asks_for_what_stands_behind_a_link() -> None:
    """Children that their parent lists are told without it, by its id; a filter on another entity's field takes the
    value of what is linked."""
    source = {
        "format": "nestlink/1", "name": "Herd", "database": "herd",
        "entities": [
            entity("Group", field("label", required=True)),
            entity("Animal", field("tag", required=True, unique=True)),
            entity("Medicine", field("code", required=True, unique=True)),
        ],
        "relationships": [
            link("members", "one-to-many", end("Group", field="animals"), end("Animal", field="group_id"), strategy="CHILD_REFS"),
            link(
                "given", "many-to-many", end("Animal", field="medicines"), end("Medicine", field="animals"),
                strategy="ONE_WAY_EMBED",
            ),
        ],
        "operations": [
            {"name": "group list", "kind": "read", "entity": "Animal", "filter": [{"field": "group_id"}],
             "sort": [{"field": "tag"}], "per_day": 9},
            {"name": "treated with", "kind": "read", "entity": "Animal", "filter": [{"field": "medicines.code"}],
             "sort": [{"field": "tag"}], "per_day": 9},
        ],
    }  # fmt: skip
    assert judged(source, "groupList", "treatedWith") == {"groupList": "", "treatedWith": ""}


def test_a_page_beside_a_link_must_hold_what_it_leads_to() -> None:
    """Links told with the page of something else, or without one, are found wrong."""
    shell = 'db.getSiblingDB("random")'
    for page in ("{ $sort: { _id: -1 } }", "{ $match: { none: 1 } }"):
        planted = (
            f"function link4Reverse(entity1Id) {{ return {shell}.link4.aggregate([{{ $match: {{ entity1_id: entity1Id }} }}, "
            f"{{ $lookup: {{ from: 'special0_pages', pipeline: [{page}, {{ $limit: 1 }}, {{ $project: {{ _id: 1 }} }}], as: 'entity3' }} }}]).toArray(); }}"
        )
        assert "not [" in judged(wild(152), "link4Reverse", planted=planted)["link4Reverse"]


def test_a_filter_two_links_away_in_the_same_collection_is_not_asked_of_the_first() -> None:
    """Who lists what lists a thing is not who lists the thing: no one statement reads that, so none is written."""
    source = {
        "format": "nestlink/1", "name": "Circle", "database": "circle",
        "entities": [entity("Person", field("name", required=True))],
        "relationships": [
            link(
                "follows", "many-to-many", end("Person", field="follows"), end("Person", field="followers"),
                strategy="ONE_WAY_EMBED",
            ),
        ],
        "operations": [
            {"name": "near by", "kind": "read", "entity": "Person", "filter": [{"field": "follows.followers"}], "per_day": 9},
            {"name": "by name", "kind": "read", "entity": "Person", "filter": [{"field": "follows.name"}], "per_day": 9},
        ],
    }  # fmt: skip
    assert judged(source, "nearBy", "byName") == {"byName": ""}


def test_a_read_by_what_is_joined_orders_by_it_and_shows_what_it_names() -> None:
    """A whole document told where the projection names one field is found wrong."""
    source = {
        "format": "nestlink/1", "name": "Inns", "database": "inns",
        "entities": [
            entity("Inn", field("name", required=True)),
            entity("Chamber", field("storey", "int", required=True), field("view")),
            entity("Chore", field("label", required=True), field("open", "bool", required=True)),
        ],
        "relationships": [
            link("chambers", "one-to-many", end("Inn", field="chambers"), end("Chamber", field="inn"), strategy="PARENT_REF"),
            link("chores", "one-to-many", end("Chamber", field="chores"), end("Chore", field="chamber"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "to do", "kind": "read", "entity": "Chore", "filter": [{"field": "chamber.inn"}, {"field": "label"}],
             "sort": [{"field": "chamber.storey"}], "always_filter": {"open": True}, "projection": ["label"], "per_day": 9},
        ],
    }  # fmt: skip
    assert judged(source, "toDo") == {"toDo": ""}
    whole = 'db.getSiblingDB("inns").chores.find({ label, open: true })'
    planted = f"function toDo(inn, label) {{ return {whole}.toArray(); }}"
    assert "which its projection leaves out" in judged(source, "toDo", planted=planted)["toDo"]


def test_a_read_of_elements_of_one_document_tells_those_that_it_asks_for_in_order() -> None:
    """A queue inside its tool: who waits first, not the tool with all that ever stood in the queue."""
    source = {
        "format": "nestlink/1", "name": "Tools", "database": "tools",
        "entities": [
            entity("Tool", field("name", required=True)),
            entity("Turn", field("place", "int", required=True), field("state", required=True, enum=["waiting", "lapsed"])),
        ],
        "relationships": [
            link("queue", "one-to-many", end("Tool", field="queue") | {"has": {"min": 2, "max": 9}}, end("Turn", field="tool"),
                 strategy="EMBED_ARRAY"),
        ],
        "operations": [
            {"name": "next one", "kind": "read", "entity": "Turn", "filter": [{"field": "tool"}, {"field": "state", "value": "waiting"}],
             "sort": [{"field": "place"}], "limit": 1, "per_day": 9},
        ],
    }  # fmt: skip
    (read,) = [each for each in compiled(source).plan.statements if each.recipe == "next one"]
    assert [*map(next, map(iter, read.pipeline))] == [
        "$match", "$unwind", "$match", "$sort", "$limit", "$project",
    ]  # fmt: skip
    assert judged(source, "nextOne") == {"nextOne": ""}
    found = 'db.getSiblingDB("tools").tools.findOne({ _id: toolId, "queue.state": "waiting" })'
    planted = f"function nextOne(toolId) {{ return {found}; }}"
    assert "whose state is lapsed" in judged(source, "nextOne", planted=planted)["nextOne"]


def test_a_read_shows_the_ids_alone_where_all_that_it_shows_is_elsewhere() -> None:
    """It told whole documents, of which nobody had asked for anything."""
    calls = link("calls", "many-to-many", end("Ship", field="ports"), end("Port", field="ships"))
    source = {
        "format": "nestlink/1", "name": "Fleet", "database": "fleet",
        "entities": [entity("Ship", field("name", required=True)), entity("Port", field("town", required=True))],
        "relationships": [calls | {"strategy": "LINK_COLL"}],
        "operations": [{"name": "towns", "kind": "read", "entity": "Ship", "per_day": 5, "projection": ["ports.ships.name"]}],
    }  # fmt: skip
    assert judged(source, "towns") == {"towns": ""}


def test_a_read_by_an_array_of_arrays_names_an_inner_one_and_code_has_no_capitals() -> None:
    source = {
        "format": "nestlink/1", "name": "Grids", "database": "grids",
        "entities": [
            entity("Grid", field("cells", "array", items={"type": "array", "items": {"type": "date"}}), field("rule", "javascript")),
        ],
        "operations": [
            {"name": "by cells", "kind": "read", "entity": "Grid", "filter": [{"field": "cells"}], "per_day": 9},
            {"name": "by rule", "kind": "read", "entity": "Grid", "filter": [{"field": "rule"}], "case_insensitive": True, "per_day": 9},
        ],
    }  # fmt: skip
    assert judged(source, "byCells", "byRule") == {"byCells": "", "byRule": ""}


def test_an_attribute_that_is_a_list_is_found_by_the_whole_of_it() -> None:
    sizes = field(
        "sizes", "array", items={"type": "object", "fields": [field("a", "int")]}, variant_group="specs"
    )
    cut = field("cut", "object", fields=[sizes, field("fit", variant_group="specs"), field("length", "int")])
    design = {
        "format": "nestlink/1", "name": "Shirts", "database": "shirts", "relationships": [],
        "entities": [entity("Shirt", field("name", required=True), cut)],
        "operations": [{"name": "drop", "kind": "delete", "entity": "Shirt", "filter": [{"field": "cut.sizes", "match": "in"}]},
                       {"name": "find", "kind": "read", "entity": "Shirt", "filter": [{"field": "cut.fit"}]}],
    }  # fmt: skip
    assert judged(design, "drop") == {"drop": ""}


def test_what_has_no_id_of_its_own_is_found_by_those_of_the_documents_around_it() -> None:
    design = {
        "format": "nestlink/1", "name": "Houses", "database": "houses",
        "entities": [entity("House", field("name")), entity("Address", field("number", "int")), entity("Street")],
        "relationships": [
            link("address", "one-to-one", end("House", has={"min": 1, "max": 1}), end("Address", has={"min": 1, "max": 1}),
                 strategy="EMBED_ONE"),
            link("rooms", "one-to-many", end("Street"), end("House", 1), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "these", "kind": "read", "entity": "Address", "filter": [{"field": "_id", "match": "in"}]}],
    }  # fmt: skip
    assert judged(design, "these") == {"these": ""}
