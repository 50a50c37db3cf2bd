"""Functions that add to a slice raise the least and the greatest of their parent in the same update, and count nothing anew
behind it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

RECENT = {
    "together_needs": "recent",
    "recent": {"count": 5, "sort": "at", "direction": -1},
    "accessed_together": 0.7,
}


def _result(name: str, formula: str, of: str) -> dict[str, Any]:
    kind = "int" if formula.startswith("count") else "date"
    return field(name, kind, computed={"formula": formula, "sources": [of], "refresh": "on-write"})


def catches(*results: dict[str, Any], operations: list[dict[str, Any]] | None = None) -> list[Statement]:
    """The functions of boats with a slice of their newest catches."""
    boat = entity("Boat", field("name"), *results, count=500)
    catch = entity("Catch", field("at", "date", required=True), field("kilos", "double"), count=90_000)
    many = {"field": "catches", "has": {"min": 0, "average": 180, "growth": "unbounded"}}
    landed = link(
        "landed", "one-to-many", ("Boat", many), ("Catch", {"field": "boat", "has": {"min": 1, "max": 1}}),
        strategy="SUBSET", **RECENT,
    )  # fmt: skip
    return [*compile_design(design([boat, catch], [landed], operations=operations or [])).plan.statements]


COUNT = _result("landings", "count(catches)", "catches")
LATEST = _result("latest", "max(catches.at)", "catches.at")
FIRST = _result("first", "min(catches.at)", "catches.at")


@pytest.mark.parametrize("results", [(COUNT, LATEST), (LATEST,), (FIRST, COUNT, LATEST)])
@pytest.mark.parametrize("operation", [False, True])
def test_what_comes_is_not_counted_anew(results: tuple[dict[str, Any], ...], *, operation: bool) -> None:
    insert = {"name": "land", "kind": "insert", "entity": "Catch", "per_day": 300}
    statements = catches(*results, operations=[insert] if operation else None)
    subject = "operation:land" if operation else "relationship:landed"
    adding = [
        each for each in statements if each.subject == subject and each.recipe in ("land", "landed.add")
    ]
    assert [(each.op, each.collection) for each in adding] == [
        ("insertOne", "catches"),
        ("updateOne", "boats"),
    ]
    assert all(f"'{each['name']}'" in str(adding[1].update) for each in results)


def test_the_old_parent_of_what_moves_is_counted_anew_alone() -> None:
    moving = [each for each in catches(COUNT, LATEST) if each.recipe == "landed.reassign"]
    counted = [each for each in moving if each.op == "aggregate" and each.collection == "boats"]
    assert len([each for each in counted if "latest" in str(each.pipeline)]) == 1


def test_a_new_parent_takes_no_slice_from_its_caller() -> None:
    """Nothing refers to it yet: what it brought would be in the slice twice once the children follow."""
    register = {"name": "register", "kind": "insert", "entity": "Boat", "per_day": 3}
    (insert,) = [each for each in catches(COUNT, operations=[register]) if each.recipe == "register"]
    document, nothing = insert.documents.parts
    assert nothing == {"catches": [], "landings": 0} and {*document.without} >= {"catches", "landings"}
    assert "catches starts empty. landings starts at 0." in insert.comment
