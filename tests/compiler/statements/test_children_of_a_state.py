"""A child with a document of its own is added to a parent only in the state that its operation asks for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from designs.compiler import compile_design, read
from tests.mongosh.cases import build

_SMALL = json.loads((Path("tests") / "oracle" / "small_designs.json").read_text(encoding="utf-8"))
DESIGN: dict[str, Any] = _SMALL["a line is added to a bill that is a draft, found by its number"]["design"]


def _queries(design: dict[str, Any]) -> str:
    return build(design).scripts["mongosh/04_queries.js"]


def _add_line(design: dict[str, Any]) -> tuple[str, str]:
    """Return the comment and the body of the function that adds a line."""
    before, _, behind = _queries(design).partition("\nfunction addLine(number, billLine) {")
    return " ".join(before.rpartition("\n\n")[2].split()), behind.partition("\n}\n")[0]


def test_the_parent_is_looked_up_in_its_state() -> None:
    """No function was written: what adds a line without a look at the state stood in for it."""
    comment, body = _add_line(DESIGN)
    assert body.index('findOne({ number, state: "draft" }') < body.index(
        "insertOne({ ...billLine, bill: bill._id })"
    )
    assert "withTransaction" in body and "bill found, but its state isn't" in body
    assert "net of the bill is updated in // the same transaction" in comment
    assert "may go unnoticed" not in comment, "of two transactions that write the bill one begins again"


def test_the_insert_is_what_the_caller_gets() -> None:
    assert "inserted = inside.bill_lines.insertOne" in (body := _add_line(DESIGN)[1])
    assert body.endswith("return inserted;")


def test_what_adds_without_the_look_is_for_those_who_ask_for_all() -> None:
    statements = compile_design(read(json.dumps(DESIGN)).value).plan.statements
    assert all(each.extra for each in statements if each.recipe == "lines.add")


def test_a_state_that_nothing_writes_beside_may_change_unseen() -> None:
    """A parent that stores nothing about its children is only read."""
    bill, line = DESIGN["entities"]
    plain = {**bill, "fields": [each for each in bill["fields"] if each["name"] != "net"]}
    comment, _ = _add_line({**DESIGN, "entities": [plain, line]})
    assert "A concurrent change of state // may go unnoticed." in comment
