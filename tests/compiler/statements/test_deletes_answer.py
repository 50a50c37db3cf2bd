"""Deletes of what owns others: what they give their caller, and where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import compile_design
from tests.compiler.composed import design, entity, field, link


def _calls(*more: dict[str, Any]) -> dict[str, Any]:
    """Ships, with the number of their calls, and what is done at each call."""
    one = {"has": {"min": 1, "max": 1}}
    links = [
        link("sc", "one-to-many", ("Ship", {"field": "calls"}), ("Call", {"field": "ship", **one}), strategy="PARENT_REF", exclusive_owner=True),
        link("cs", "one-to-many", ("Call", {"field": "services"}), ("Service", {"field": "call", **one}), strategy="PARENT_REF", exclusive_owner=True),
    ]  # fmt: skip
    ship = entity("Ship", field("imo", unique=True, required=True), *more)
    entities = [
        ship,
        entity("Call", field("ref", unique=True, required=True)),
        entity("Service", field("kind")),
    ]
    drop = {"name": "drop", "kind": "delete", "entity": "Call", "filter": [{"field": "ref"}], "per_day": 9}
    return design(entities, links, operations=[drop])


def test_a_delete_never_answers_with_what_it_deleted_beside() -> None:
    """Of a call without services it said that it had deleted nothing."""
    count = field("n", "int", required=True, computed={"formula": "count(calls)", "refresh": "on-write"})
    for fields in ((), (count,)):
        made = compile_design(_calls(*fields))
        answers = [each for each in made.plan.statements if each.recipe == "drop" and each.answers]
        assert {each.collection for each in answers} <= {"calls"}, answers
        assert {each.op for each in made.plan.statements if each.recipe == "drop" and each.collection == "services"} == {"deleteMany"}  # fmt: skip


@pytest.mark.parametrize(("strategy", "owned", "count"), [("PARENT_REF", True, 0), ("CHILD_REFS", None, 0), ("CHILD_REFS", True, 1)])  # fmt: skip
def test_an_owner_that_alone_lists_its_children_has_no_delete(
    strategy: str, owned: bool | None, count: int
) -> None:
    """Its children stayed, against what the design says, and nothing told any more whose they were."""
    more = {} if owned is None else {"exclusive_owner": owned}
    sh = link("sh", "one-to-many", ("Site", {"field": "houses", "has": {"max": 150}}), ("House", {"field": "site", "has": {"min": 1, "max": 1}}), strategy=strategy, **more)  # fmt: skip
    drop = {"name": "drop", "kind": "delete", "entity": "Site", "filter": [{"field": "_id"}], "per_day": 9}
    made = compile_design(
        design([entity("Site", field("code")), entity("House", field("number"))], [sh], operations=[drop])
    )
    told = [each.message for each in made.findings if each.code == "OPERATION_UNWRITTEN"]
    assert len(told) == count and all("only the Site says which houses" in each for each in told)
