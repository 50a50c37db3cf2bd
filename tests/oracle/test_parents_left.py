"""An update that takes an optional parent away takes the child out of what that parent lists, repeats and counts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import scripts_of
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _update(name: str, *filter: Json, status: str = "", **more: Any) -> Json:
    effects: list[Json] = [{"field": "block", "do": "unset"}]
    effects += [{"field": "status", "do": "set", "value": status}] if status else []
    return {
        "name": name,
        "kind": "update",
        "entity": "Box",
        "filter": list(filter),
        "effects": effects,
        **more,
    }


def _port(strategy: str, topology: str = "replica-set", **more: Any) -> Json:
    """Boxes in blocks of a yard, which count and weigh them."""
    computed = [
        field(
            "occupied",
            "int",
            computed={"formula": "count(boxes)", "sources": ["boxes"], "refresh": "on-write"},
        ),
        field(
            "weight",
            "int",
            computed={"formula": "sum(boxes.kg)", "sources": ["boxes.kg"], "refresh": "on-write"},
        ),
    ]
    number = {"field": "number"}
    return {
        "format": "nestlink/1", "name": "Port", "database": "port", "topology": topology,
        "entities": [
            entity("Block", field("name", required=True), *computed, count=40),
            entity("Box", field("number", required=True, unique=True), field("kg", "int", required=True),
                   field("status", required=True), count=800),
        ],
        "relationships": [
            link("stack", "one-to-many", end("Block", 50, field="boxes"), end("Box", 1, field="block"),
                 strategy=strategy, reassigned_per_day=10, **more),
        ],
        "operations": [
            _update("gate out", number, status="out", returns="after"),
            _update("take off", {"field": "_id"}),
            _update("ship", number, {"field": "status", "value": "yard"}, status="out"),
            _update("clear", {"field": "status"}),
        ],
    }  # fmt: skip


FUNCTIONS = ("gateOut", "takeOff", "ship", "clear")
RECENT = {"together_needs": "recent", "recent": {"count": 3, "sort": "kg", "direction": -1}}


@pytest.mark.parametrize(
    "design",
    [
        pytest.param(_port("TWO_WAY_REFS"), id="listed"),
        pytest.param(_port("TWO_WAY_REFS", "standalone"), id="listed, without transactions"),
        pytest.param(_port("SUBSET", **RECENT), id="repeated"),
        pytest.param(_port("PARENT_REF"), id="counted"),
        pytest.param(_port("PARENT_REF", "standalone"), id="counted, without transactions"),
    ],
)
def test_nothing_of_a_child_stays_with_the_parent_that_it_leaves(design: Json) -> None:
    assert judged(design, *FUNCTIONS) == dict.fromkeys(FUNCTIONS, "")


def test_a_listed_child_moves_in_writes_that_may_be_repeated() -> None:
    """Without transactions it is in the new list before it leaves the others: a second call completes the first."""
    design = _port("CHILD_REFS", "standalone")
    move = {
        "name": "restow",
        "kind": "update",
        "entity": "Box",
        "filter": [{"field": "_id"}],
        "changes": ["block"],
    }
    names = ("stackReassign", "restow")
    assert judged({**design, "operations": [move]}, *names) == dict.fromkeys(names, "")


def test_another_parent_that_stands_inside_a_document_is_told_from_the_child_by_its_name() -> None:
    """It is found by the id of that document, of whose entity the child may be too: newDriverId, not driverId2."""
    design = {
        "format": "nestlink/1", "name": "Depot", "database": "depot",
        "entities": [entity("Driver", field("name", required=True)), entity("Badge", field("color", required=True))],
        "relationships": [
            link("worn", "one-to-one", end("Driver", field="badge"), end("Badge", 1), strategy="EMBED_ONE"),
            link("trained", "one-to-many", end("Badge", field="trainees"), end("Driver", 1, field="trainer"),
                 strategy="PARENT_REF"),
        ],
    }  # fmt: skip
    assert judged(design, "trainedReassign") == {"trainedReassign": ""}
    model = read(json.dumps(design)).value
    assert model is not None
    text = "".join(scripts_of(compile_design(model)).values())
    assert "function trainedReassign(driverId, newDriverId)" in text
