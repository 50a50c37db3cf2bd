"""Pages of an owner are found by it, and no function changes a field of which copies are kept for ever."""

from __future__ import annotations

from typing import Any

from designs.compiler.operations.ir.rendering import rendered
from designs.compiler.plan_model.physical import Param, markers
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]


def meters(*filter: Json) -> Any:
    read = field("read_on", "date", required=True)
    return design(
        [entity("Meter", field("serial", required=True)), entity("Reading", read, kind="event")],
        [link("readings", "one-to-many", "Meter", ("Reading", {"field": "meter"}), strategy="BUCKET", page_size=12)],
        operations=[{"name": "drop", "kind": "delete", "entity": "Reading", "filter": [*filter, {"field": "read_on", "match": "range"}]}],
    )  # fmt: skip


def test_the_counts_of_one_owner_are_updated_in_its_pages_alone() -> None:
    for filter, scans in (([{"field": "meter"}], False), ([], True)):
        statements = [
            each for each in compile_design(meters(*filter)).plan.statements if each.recipe == "drop"
        ]
        recount = statements[-1].filter
        assert "$expr" in recount
        assert ("meter" in recount) is not scans
        assert ("The update of the counts scans every document in" in statements[0].comment) is scans


def policies(policy: str) -> Any:
    return design(
        [entity("Policy", field("number", required=True), field("note"), history="revisions"), entity("Claim", field("at", "date"))],
        [link("claims", "one-to-many", "Policy", "Claim", strategy="PARENT_REF", copies=[{"field": "number", "of": "from", "as": "policy_number", "policy": policy}])],
    )  # fmt: skip


def test_a_field_of_which_copies_are_kept_for_ever_is_not_offered_for_change() -> None:
    for policy, fields in (
        ("immutable", {"note"}),
        ("snapshot", {"note", "number"}),
        ("strong", {"note", "number"}),
    ):
        statements = [
            each
            for each in compile_design(policies(policy)).plan.statements
            if each.recipe == "Policy.change"
        ]
        given = (marker for each in statements for marker in markers(rendered(each)))
        assert {each.part for each in given if isinstance(each, Param) and each.part} == fields, policy
