"""A function that nobody could read is not written, and says what would make it short."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.in_parts import compile_design, with_all_functions
from tests.mongosh.odd import end, entity, field, link


def _compiled(lists: int) -> Compilation:
    """Return a design of nodes inside one another, each of which is listed by others and lists some. lists: how many ways."""
    design: dict[str, Any] = {
        "format": "nestlink/1", "name": "Nodes", "database": "nodes",
        "entities": [entity("Node", field("name")), entity("Owner", field("name"))],
        "relationships": [
            link("nodes", "tree", end("Node", 5, field="nodes"), end("Node", 1, field="above"), strategy="EMBED_TREE",
                 tree={"reads": "whole"}),
            link("owned", "one-to-many", end("Owner"), end("Node", field="owner"), strategy="ELEMENT_REF", exclusive_owner=True),
            *(link(f"likes {number}", "graph", end("Node", 9), end("Node", 9), strategy="EMBED_LINK", link_owner="to")
              for number in range(lists)),
        ],
    }  # fmt: skip
    report = read(json.dumps(design))
    assert report.value is not None, report.findings
    return with_all_functions(compile_design(report.value))


def _longest(compilation: Compilation) -> int:
    recipes = [each.recipe for each in compilation.plan.statements if each.script == "04_queries"]
    return max(map(recipes.count, recipes))


def test_a_delete_that_would_take_too_many_statements_is_not_written() -> None:
    """Each list at each level is a statement of its own."""
    few, many = _compiled(1), _compiled(12)
    assert not any("statements" in each.reason for each in few.plan.unwritten)
    reasons = {each.recipe: each.reason for each in many.plan.unwritten if "statements" in each.reason}
    assert reasons and all(reason.startswith("It would take ") for reason in reasons.values())
    assert _longest(few) > 2 and _longest(many) <= 50
