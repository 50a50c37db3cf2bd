"""Reads by a parent that lists its children: through its list, never left out."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Outcome, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.statements.test_operations import names

Json = dict[str, Any]


def ward(
    strategy: str, *filters: str, kind: str = "read", **more: Any
) -> tuple[Compilation, list[Statement]]:
    parts = [entity("Ward", field("floor", "int")), entity("Nurse", field("name"), field("grade", "int"))]
    ends = ("Ward", {"has": {"max": 120}}), ("Nurse", {"field": "ward", "has": {"min": 1, "max": 1}})
    staff = link("staff", "one-to-many", *ends, strategy=strategy)
    ask = {
        "name": "it",
        "kind": kind,
        "entity": "Nurse",
        "filter": [{"field": one} for one in filters],
        **more,
    }
    made = compile_design(design(parts, [staff], operations=[ask]))
    return made, [one for one in made.plan.statements if one.subject == "operation:it"]


def test_the_list_is_read_first() -> None:
    made, (first, second) = ward("CHILD_REFS", "ward", "grade", sort=[{"field": "name"}], limit=9)
    assert (first.op, first.collection, first.projection) == ("findOne", "wards", {"nurses": 1})
    assert names(first.filter) == {"_id": "wardId"} and not first.ends  # no ward: no nurses, an empty list
    ids = {"$in": Outcome(step=first.step, path="nurses", many=True)}
    assert names(second.filter) == {"_id": ids, "grade": "grade"}
    assert (second.op, second.collection, second.sort, second.limit) == ("find", "nurses", {"name": 1}, 9)
    assert not [one for one in made.findings if one.code == "OPERATION_UNWRITTEN"]


@pytest.mark.parametrize("strategy", ["PARENT_REF", "TWO_WAY_REFS"])
def test_a_reference_answers_alone(strategy: str) -> None:
    _, (read,) = ward(strategy, "ward")
    assert (read.op, read.collection) == ("find", "nurses")


def test_only_reads_go_through_the_list() -> None:
    made, found = ward("CHILD_REFS", "ward", kind="delete")
    assert found == [] and [one.code for one in made.findings if one.code == "OPERATION_UNWRITTEN"]
