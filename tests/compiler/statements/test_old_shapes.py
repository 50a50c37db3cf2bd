"""Reads of what is kept: which steps between shapes are done while reading, and what is said of the others."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
OLD, NEW = field("phone", until_version=1), field("phones", "string", since_version=2)


def reads(*fields: Json, history: str = "revisions", **more: Any) -> dict[str, Statement]:
    found = compile_design(design([entity("User", field("name"), *fields, history=history, **more)], []))
    return {one.id: one for one in found.plan.statements if one.purpose == "read"}


def test_without_versions_nothing_is_brought_anywhere() -> None:
    found = reads()
    assert (found["User.history"].op, found["User.revision"].op) == ("find", "findOne")
    assert "shape" not in found["User.history"].comment


@pytest.mark.parametrize(
    ("fields", "steps"),
    [
        ([OLD], 1),
        ([OLD, NEW], 1),
        ([NEW], 1),
        ([field("size", "int", required=True, since_version=2)], 0),
        ([OLD, field("size", "int", required=True, since_version=2)], 1),
        ([field("n", until_version=1), field("n", "int", since_version=2)], 1),
        ([field("n", until_version=1), field("n", "int", required=True, since_version=2)], 0),
        ([OLD, field("size", "int", since_version=3)], 2),
        ([field("a.b", until_version=1)], 0),
    ],
)
def test_what_no_program_has_to_make_is_done_while_reading(fields: list[Json], steps: int) -> None:
    one = reads(*fields)["User.revision"]
    stages = [stage for stage in one.pipeline or () if "$replaceWith" in stage]
    assert len(stages) == steps
    assert (one.op == "aggregate") is bool(steps)
    assert ("latest schema version" in one.comment) is bool(steps) and "see schema_version" in one.comment


def test_what_both_shapes_were_written_for_has_all_of_the_new_one() -> None:
    (stage,) = [one for one in reads(OLD, NEW)["User.revision"].pipeline if "$replaceWith" in one]
    is_old = stage["$replaceWith"]["$cond"][0]["$and"]
    assert is_old == [
        {"$eq": ["$$ROOT.schema_version", 1]},
        {"$ne": [{"$type": "$$ROOT.phones"}, "missing"]},
    ]


def test_versions_of_the_past_are_read_in_the_newest_shape_too() -> None:
    found = reads(OLD, history="point-in-time", schema_version=2)
    assert [one for one in found["User.at"].pipeline if "$replaceWith" in one]
    assert [one for one in found["User.history"].pipeline if "$replaceWith" in one]
