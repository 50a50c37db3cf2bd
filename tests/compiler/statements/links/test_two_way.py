"""Both ends know each other: what is deleted leaves nothing that points at it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

FEW = {"has": {"max": 20}}


def recipes(*made: Any) -> dict[str, list[Statement]]:
    """The statements of each recipe of the link."""
    parts = [entity("Task", field("what")), entity("Person", field("name"))]
    found: dict[str, list[Statement]] = {}
    for one in compile_design(design(parts, [link("work", *made[:-1], **made[-1])])).plan.statements:
        found.setdefault(one.recipe, []).append(one)
    return found


def test_either_document_goes_out_of_every_list() -> None:
    found = recipes("many-to-many", ("Task", FEW), ("Person", FEW), {"strategy": "TWO_WAY_EMBED"})
    for name, lists, goes in (("delete", "tasks", "people"), ("delete_back", "people", "tasks")):
        first, second = found[f"work.{name}"]
        assert (first.op, first.collection) == ("updateMany", lists) and "$pull" in first.update
        assert (second.op, second.collection) == ("deleteOne", goes)
        assert [*first.update["$pull"].values()] == [*second.filter.values()]


@pytest.mark.parametrize("owned", [True, False])
def test_a_parent_goes_with_the_children_that_it_owns(owned: bool) -> None:
    child = "Task", {"has": {"min": 1, "max": 1}}
    more = {"strategy": "TWO_WAY_REFS", "exclusive_owner": owned}
    found = recipes("one-to-many", ("Person", FEW), child, more)
    ops = [(one.op, one.collection) for one in found.get("work.cascade", [])]
    assert ops == ([("deleteMany", "tasks"), ("deleteOne", "people")] if owned else [])
