"""Nothing is stored that refers to things of two tenants: a matter of one firm with a client of another."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.compiled import compiled
from tests.mongosh.odd import entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps
from tests.oracle.test_reads import judged

Json = dict[str, Any]
NUMBER = field("_id", "int")


def firms(*, event: bool = False, mended: bool = False, name: str = "Tenant") -> Json:
    """Matters of a firm, for its clients, led by its attorneys; deadlines of a matter, kept by an attorney. event: whether
    a deadline only says that something happened; mended: whether it may be changed later. name: what a firm is called."""
    own = {"has": {"min": 1, "max": 1}}
    many = {"has": {"min": 0, "growth": "unbounded"}}

    def owned(relation: str, child: str, parent: str, role: str) -> Json:
        return link(relation, "one-to-many", {"entity": parent, **many}, {"entity": child, "field": role, **own},
                    strategy="PARENT_REF")  # fmt: skip

    kind = {"kind": "event"} if event else {}
    operations: list[Json] = [
        {"name": "open", "kind": "insert", "entity": "Matter", "per_day": 9},
        {"name": "hand over", "kind": "update", "entity": "Matter", "filter": [{"field": "_id"}], "changes": ["attorney"], "per_day": 2},
        {"name": "note", "kind": "insert", "entity": "Deadline", "per_day": 9},
    ]  # fmt: skip
    if mended:
        operations.append({"name": "drop", "kind": "delete", "entity": "Deadline", "per_day": 1})
    return {
        "format": "nestlink/1", "name": "Firms", "database": "firms",
        "entities": [
            entity(name, NUMBER), entity("Client", NUMBER), entity("Attorney", NUMBER),
            entity("Matter", NUMBER, field("title")), entity("Deadline", NUMBER, **kind),
        ],
        "relationships": [
            owned("clients", "Client", name, "firm"), owned("attorneys", "Attorney", name, "firm"),
            owned("matters", "Matter", name, "firm"), owned("ordered", "Matter", "Client", "client"),
            owned("led", "Matter", "Attorney", "attorney"), owned("deadlines", "Deadline", "Matter", "matter"),
            owned("kept", "Deadline", "Attorney", "attorney"),
        ],
        "operations": operations,
    }  # fmt: skip


def _start(play: Play) -> None:
    play.documents = {
        "tenants": [{"_id": 1}, {"_id": 2}],
        "clients": [{"_id": 11, "firm": 1}, {"_id": 12, "firm": 2}],
        "attorneys": [{"_id": 21, "firm": 1}, {"_id": 22, "firm": 2}, {"_id": 23, "firm": 1}],
        "matters": [{"_id": 31, "firm": 1, "client": 11, "attorney": 21}],
    }


@replay(firms)
def test_what_belongs_to_two_tenants_is_refused(play: Play) -> Steps:
    _start(play)
    of_first = {"firm": 1, "client": 11, "attorney": 21}
    play.call("open", matter={"_id": 32, **of_first, "client": 12})
    play.call("open", matter={"_id": 32, **of_first, "attorney": 22})
    play.call("hand over", matterId=31, newAttorneyId=22)
    play.call("note", deadline={"_id": 41, "matter": 31, "attorney": 22})
    play.call("open", matter={"_id": 32, **of_first})
    play.call("hand over", matterId=31, newAttorneyId=23)
    play.call("note", deadline={"_id": 41, "matter": 31, "attorney": 23})
    done = yield
    assert [each.get("refused") for each in done.results] == [
        "client not found, or of another tenant",
        "attorney not found, or of another tenant",
        "matter found, but its firm differs from that of the attorney",
        "attorney not found, or of another tenant",
        None,
        None,
        None,
    ]


def test_the_conceptual_model_says_the_same() -> None:
    names = ("open", "handOver", "note", "orderedReassign", "ledReassign", "attorneysAdd")
    assert not {name: why for name, why in judged(firms(), *names).items() if why}


@pytest.mark.parametrize(
    ("more", "is_checked"), [({}, True), ({"event": True}, False), ({"event": True, "mended": True}, True)]
)
def test_a_log_without_a_tenant_of_its_own_is_taken_as_it_is_told(more: Json, is_checked: bool) -> None:
    """The audit compares whose its things are."""
    plan = compiled(firms(**more)).plan
    reads = [
        each.filter for each in plan.statements if each.recipe == "note" and each.collection == "attorneys"
    ]
    assert ["firm" in each for each in reads] == [is_checked]
    assert any(each.recipe == "deadlines.tenants" for each in plan.statements)


def _keyed(within: str) -> Compilation:
    """Clients and matters with numbers that are unique within a firm, or everywhere."""
    source = firms(name="Firm")
    for each in source["entities"][1:4]:
        each["fields"].append(field("number", required=True))
        keys = [[within, 1], ["number", 1]] if within else [["number", 1]]
        each["indexes"] = [{"keys": keys, "unique": True}]
    return compiled(source)


@pytest.mark.parametrize(("within", "is_tenant"), [("firm", True), ("", False)])
def test_whom_numbers_are_unique_within_is_a_tenant(within: str, is_tenant: bool) -> None:
    recipes = {each.recipe for each in _keyed(within).plan.statements}
    assert ("matters.tenants" in recipes) is is_tenant
