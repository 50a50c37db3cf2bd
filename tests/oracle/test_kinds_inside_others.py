"""Kinds that stand inside documents of others, while their general has documents of its own: each place has its
functions, and what could not say into which document something goes is not written."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def clubs() -> Json:
    """Parties, some of which are members of a club, in whose document they stand; members recommend other parties."""
    return {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs",
        "entities": [
            entity("Club", field("title", required=True)),
            entity("Party", field("name", required=True)),
            entity("Member", field("since", "date")),
            entity("Guest", field("badge")),
        ],
        "relationships": [
            link("members", "one-to-many", end("Club", 100, field="members"), end("Member", 1), strategy="EMBED_ARRAY"),
            link("recommends", "one-to-many", end("Member", field="recommended"), end("Party", 1, field="by"), strategy="PARENT_REF"),
            link("member", "is-a", end("Party"), end("Member"), strategy="POLY_SINGLE"),
            link("guest", "is-a", end("Party"), end("Guest"), strategy="POLY_SINGLE"),
        ],
        "operations": [
            {"name": "register", "kind": "insert", "entity": "Party", "per_day": 9},
            {"name": "everybody", "kind": "read", "entity": "Party", "per_day": 9, "limit": 100},
        ],
    }  # fmt: skip


def test_a_join_tells_the_children_of_one_element_alone() -> None:
    """Of a member in a club's list, not of those beside it."""
    assert judged(clubs(), "recommendsJoin") == {"recommendsJoin": ""}


def test_each_place_is_read_by_its_function() -> None:
    """Parties with documents of their own, and those in clubs."""
    assert set(
        judged(
            clubs(), "partyEverybody", "everybodyMember", "partyRecommendsRead", "recommendsReadMember"
        ).values()
    ) == {""}


def test_what_names_no_document_inserts_nothing_into_one() -> None:
    """A party that is a member needs its club: the other insert is right."""
    model = read(json.dumps(clubs())).value
    assert model is not None
    unwritten = {one.recipe: one.remedy for one in compile_design(model).plan.unwritten}
    assert unwritten == {"register.member": "declare an insert of Member"}
    assert judged(clubs(), "partyRegister", "registerMember") == {"partyRegister": ""}


def test_nothing_is_written_of_nodes_of_which_one_stands_inside_another() -> None:
    """A wagon and the engine in it would be two nodes of one tree in one document."""
    design = {
        "format": "nestlink/1", "name": "Trains", "database": "trains",
        "entities": [
            entity("Part", field("made", "date")), entity("Wagon", field("seats", "int")), entity("Engine", field("power", "int")),
            entity("Depot", field("town")),
        ],
        "relationships": [
            link("below", "tree", end("Part"), end("Part", 1, field="parent"), strategy="TREE_PARENT"),
            link("wagon", "is-a", end("Part"), end("Wagon"), strategy="POLY_SPLIT"),
            link("engine", "is-a", end("Part"), end("Engine"), strategy="POLY_SPLIT"),
            link("drives", "one-to-one", end("Wagon", 1), end("Engine", 1), strategy="EMBED_ONE"),
            link("wagons", "one-to-many", end("Depot"), end("Depot", 1, field="of"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "scrap", "kind": "delete", "entity": "Part", "per_day": 9, "filter": [{"field": "made"}]},
            {"name": "towns", "kind": "read", "entity": "Depot", "per_day": 9, "filter": [{"field": "town"}]},
        ],
    }  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    plan = compile_design(model).plan
    assert {"scrap", "drives.add"} <= {one.recipe for one in plan.unwritten}
    assert {"towns", "wagons.add"} <= {one.recipe for one in plan.statements}
    assert "relationship:below" not in {one.subject for one in plan.statements if one.script == "04_queries"}


def teams(strategy: str) -> Json:
    """People, among them assistants, each of whom stands in the document of the person whose assistant it is; and chats
    between assistants and people. Of a dozen strategies of the chats eleven left something wrong."""
    return {
        "format": "nestlink/1", "name": "Teams", "database": "teams",
        "entities": [
            entity("Person", field("name", required=True)), entity("Assistant", field("desk")),
            entity("Room", field("town")),
        ],
        "relationships": [
            link("assists", "one-to-many", end("Person", 9, field="assistants"), end("Assistant", 1, field="of"), strategy="EMBED_ARRAY"),
            link("chats", "many-to-many", end("Assistant", field="chats"), end("Person", field="chats"), strategy=strategy),
            link("assistant", "is-a", end("Person"), end("Assistant"), strategy="POLY_SINGLE"),
            link("rooms", "one-to-many", end("Room"), end("Room", 1, field="of"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "hire", "kind": "insert", "entity": "Person", "per_day": 9}],
    }  # fmt: skip


def test_nothing_is_written_of_people_of_whom_one_stands_inside_another() -> None:
    """Each chat is between an assistant and somebody who may be one, and then stands in somebody's document."""
    design = teams("TWO_WAY_EMBED")
    model = read(json.dumps(design)).value
    assert model is not None
    plan = compile_design(model).plan
    reasons = {one.recipe: one.reason for one in plan.unwritten}
    told = "In people one Person is embedded in another, and chats links the two."
    assert reasons["hire"] == reasons["assists.remove"] == reasons["chats.add"] == told
    assert "rooms.add" in {one.recipe for one in plan.statements}


def test_trees_whose_nodes_stand_inside_one_another_are_written() -> None:
    """A node's own children are not what its kinds stand in."""
    design = {
        "format": "nestlink/1", "name": "Threads", "database": "threads",
        "entities": [entity("Comment", field("text", required=True)), entity("Question", field("topic")), entity("User", field("name"))],
        "relationships": [
            link("replies", "tree", end("Comment"), end("Comment", 1, field="above"), strategy="EMBED_TREE"),
            link("question", "is-a", end("Comment"), end("Question"), strategy="POLY_SINGLE"),
            link("written", "one-to-many", end("User", field="wrote"), end("Comment", 1, field="by"), strategy="PARENT_REF"),
        ],
    }  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    plan = compile_design(model).plan
    assert not [one for one in plan.unwritten if "is embedded in" in one.reason]
    assert "relationship:written" in {one.subject for one in plan.statements if one.script == "04_queries"}


def test_a_document_comes_with_parts_of_a_kind_where_none_is_of_the_general_alone() -> None:
    """No function that adds a case with its pieces was judged: a piece of no kind is refused by each validator."""
    entities = [
        entity("Case", field("number", required=True, unique=True)), entity("Piece", field("tooth", "int", required=True)),
        entity("Crown", field("cemented", "bool")), entity("Bridge", field("span", "int", required=True)),
    ]  # fmt: skip
    kinds = [
        link(special, "is-a", end("Piece"), end(special), discriminator={"field": "sort", "value": special})
        for special in ("Crown", "Bridge")
    ]
    pieces = link(
        "pieces",
        "one-to-many",
        end("Case", 9, field="pieces"),
        end("Piece", 1, field="case"),
        strategy="EMBED_ARRAY",
    )
    receive = {"name": "receive", "kind": "insert", "entity": "Case", "per_day": 9}
    design = {
        "format": "nestlink/1", "name": "Cases", "database": "cases", "entities": entities, "relationships": [*kinds, pieces],
        "operations": [receive],
    }  # fmt: skip
    assert judged(design, "receive") == {"receive": ""}
