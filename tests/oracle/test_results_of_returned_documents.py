"""An update that returns its document works out what follows in it, as every other update does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import entity, field
from tests.mongosh.shell import run
from tests.oracle.judging import Judge, Verdict, judge

Json = dict[str, Any]
UPDATES = ("homeScores", "end", "scoreTwice")


def _operation(name: str, **parts: Any) -> Json:
    return {
        "name": name, "kind": "update", "entity": "Match", "filter": [{"field": "number"}], "returns": "after",
        "per_day": 9, **parts,
    }  # fmt: skip


def _design() -> Json:
    total = {"formula": "home + 2 * away", "sources": ["home", "away"], "refresh": "on-write"}
    match = entity(
        "Match", field("number", required=True, unique=True), field("home", "int"), field("away", "int"),
        field("ended", "date"), field("total", "int", computed=total),
    )  # fmt: skip
    effects = [{"field": "away", "do": "set"}, {"field": "ended", "do": "current-date"}]
    return {
        "format": "nestlink/1", "name": "Cup", "database": "cup", "entities": [match],
        "operations": [
            _operation("home scores", effects=[{"field": "home", "do": "increment", "by": 1}]),
            _operation("end", effects=effects),
            _operation("score twice", effects=[{"field": "home", "do": "multiply", "by": 2}]),
        ],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("cup", _design(), only=UPDATES)}


@pytest.mark.parametrize("name", UPDATES)
def test_the_total_follows(verdicts: dict[str, Verdict], name: str) -> None:
    assert verdicts[name].judged and not verdicts[name].why, verdicts[name]


ITEMS = {"moreBefore", "moreAfter", "setBefore", "setAfter", "pullBefore", "pullAfter"}


def _of_items() -> Json:
    total = {"formula": "sum(lines.quantity)", "sources": ["lines.quantity"], "refresh": "on-write"}
    lines = {
        "name": "lines", "kind": "one-to-many", "exclusive_owner": True, "accessed_together": 1.0,
        "from": {"entity": "Order", "field": "lines", "has": {"min": 0, "average": 6.0, "max": 60}},
        "to": {"entity": "Line", "field": "order", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    changes: dict[str, Json] = {
        "more": {"effects": [{"field": "lines.quantity", "do": "increment", "by": 1}]},
        "set": {"changes": ["lines.quantity"]},
        "pull": {"effects": [{"field": "lines", "do": "pull"}]},
    }
    filter = [{"field": "_id"}, {"field": "lines.code"}]
    of_order = {"kind": "update", "entity": "Order", "filter": filter, "per_day": 9}
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders", "relationships": [lines],
        "entities": [
            entity("Order", field("note"), field("total", "int", computed=total)),
            entity("Line", field("quantity", "int", required=True), field("code", required=True)),
        ],
        "operations": [
            {**of_order, **parts, "name": f"{name} {when}", "returns": when}
            for name, parts in changes.items() for when in ("before", "after")
        ],
    }  # fmt: skip


def test_the_total_follows_a_change_of_an_item_and_the_document_is_returned() -> None:
    verdicts = {verdict.function: verdict for verdict in judge("orders", _of_items(), only=ITEMS)}
    assert {name: verdict.why for name, verdict in verdicts.items() if verdict.judged} == dict.fromkeys(
        ITEMS, ""
    )


def test_a_document_that_is_not_returned_is_a_fault() -> None:
    judge_of_all = Judge("orders", compile_design(read(json.dumps(_of_items())).value))
    judge_of_all.keep({"moreAfter"})
    judge_of_all.planted = "const rightly = moreAfter;\nmoreAfter = (id, code) => { rightly(id, code); };\n"
    journal = run([judge_of_all.job("planted")])["planted"]
    (verdict,) = judge_of_all.verdicts(journal)
    assert verdict.why == "it returns no document, though it has changed one"
