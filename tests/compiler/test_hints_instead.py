"""OPERATION_UNWRITTEN: what to do instead, by what scripts really hold."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from designs.compiler import compile_design
from designs.compiler.lints.workload.operation_unwritten import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.lints.test_operation_unwritten import NAMED, TAKE, game
from tests.compiler.planned import inspection, with_plan

REFERRED = "Look up the order first: its customer is the _id to {} by."


@pytest.mark.parametrize("kind", ["read", "update", "delete"])
@pytest.mark.parametrize("strategy", ["PARENT_REF", "CHILD_REFS"])
def test_a_hint_says_how_to_find_by_what_refers_to_it(kind: str, strategy: str) -> None:
    """It told to use the functions of the relationship, which read the orders of a customer."""
    ends = [("Customer", {"field": "orders", "has": {"max": 900}}), ("Order", {"field": "customer", "has": {"min": 1, "max": 1}})]  # fmt: skip
    asks = {"name": "asks", "kind": kind, "entity": "Customer", "filter": [{"field": "orders"}]}
    if kind == "update":
        asks["effects"] = [{"field": "name", "do": "set"}]
    entities = [entity("Customer", field("name")), entity("Order", field("number"))]
    placing = link("placing", "one-to-many", *ends, strategy=strategy)
    made = compile_design(design(entities, [placing], operations=[asks]))
    hints = [each.hint for each in made.findings if each.code == LINT.code and each.subject == "asks"]
    assert hints == ([REFERRED.format(kind)] if strategy == "PARENT_REF" else [])


@pytest.mark.parametrize("is_extra", [False, True])
def test_a_hint_says_of_a_function_that_the_script_leaves_out_how_to_have_it(is_extra: bool) -> None:
    plan = game("to", {**TAKE, "effects": [{"field": "inventory", "do": "push"}, NAMED]})
    statements = tuple(
        replace(each, extra=is_extra and each.recipe == "inventory.add") for each in plan.plan.statements
    )
    (told,) = LINT.check(inspection(with_plan(plan, statements=statements)))
    name = "inventoryAdd (written with --all-functions)" if is_extra else "inventoryAdd"
    assert told.hint == f"Call {name} in 04_queries.js, which updates the links; write name separately."
