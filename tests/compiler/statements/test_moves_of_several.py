"""Moves of several documents, of which their old and new parents store more than a reference."""

from __future__ import annotations

import pytest

from designs.compiler import compile_design
from tests.compiler.composed import design, entity, field, link


@pytest.mark.parametrize("strategy", ["SUBSET", "TWO_WAY_REFS"])
@pytest.mark.parametrize(("unique", "count"), [(True, 0), (False, 1)])
def test_a_move_of_several_that_would_leave_their_parents_lists_has_no_script(
    strategy: str, unique: bool, count: int
) -> None:
    """Its comment told to call another function instead; who called it had both lists wrong."""
    ends = [("Batch", {"field": "treatments", "has": {"max": 300}}), ("Treatment", {"field": "batch", "has": {"min": 1, "max": 1}})]  # fmt: skip
    more = {"recent": {"count": 5, "sort": "at"}} if strategy == "SUBSET" else {}
    treated = link("treated", "one-to-many", *ends, strategy=strategy, **more)
    entities = [entity("Batch", field("name")), entity("Treatment", field("code", unique=unique), field("at", "date", required=True))]  # fmt: skip
    move = {"name": "move", "kind": "update", "entity": "Treatment", "filter": [{"field": "code"}], "changes": ["batch"]}  # fmt: skip
    plan = compile_design(design(entities, [treated], operations=[move]))
    assert [one.subject for one in plan.findings if one.code == "OPERATION_UNWRITTEN"] == ["move"] * count
    for told in (one for one in plan.findings if one.code == "OPERATION_UNWRITTEN"):
        assert "not the data derived from it" in told.message and "with the functions of treated" in told.hint
