"""What goes is taken out of the slices of its own holders, which are found by their ids: no index finds what a slice holds."""

from __future__ import annotations

from typing import Any

from designs.compiler.plan_model.physical import Outcome, Param, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
ONE = {"has": {"min": 1, "max": 1}}
MANY = {"has": {"min": 0, "max": None, "growth": "unbounded"}}


def statements(*filter: str) -> list[Statement]:
    """Those of a delete of reactions to messages, each of which holds its latest ones."""
    parts = [
        entity("Message", field("text")),
        entity("Reaction", field("emoji"), field("at", "date", required=True)),
    ]
    reactions = link(
        "reactions", "one-to-many", ("Message", MANY), ("Reaction", {"field": "message", **ONE}), strategy="SUBSET",
        together_needs="recent", recent={"count": 10, "sort": "at", "fields": ["emoji"]},
    )  # fmt: skip
    gone = {
        "name": "gone",
        "kind": "delete",
        "entity": "Reaction",
        "filter": [{"field": path} for path in filter],
    }
    plan = compile_design(design(parts, [reactions], operations=[gone])).plan
    return [each for each in plan.statements if each.subject == "operation:gone"]


def _held(each: list[Statement]) -> Json:
    """What the messages are asked whose slices are filled."""
    (gathering,) = (one for one in each if one.op == "aggregate" and one.collection == "messages")
    first: Json = gathering.pipeline[0]["$match"]
    return first


def test_a_holder_that_the_caller_names_is_asked_by_its_id() -> None:
    deleted = statements("message", "emoji")
    held = _held(deleted)
    assert isinstance(held["_id"], Param) and held["_id"].name == "messageId"
    assert deleted[0].projection == {"_id": 1} and len(held) == 2


def test_a_holder_that_nobody_names_is_read_with_what_goes() -> None:
    deleted = statements("emoji")
    (ids,) = _held(deleted)["_id"].values()
    assert isinstance(ids, Outcome) and (ids.many, ids.each) == (True, "message")
    read = next(each for each in deleted if each.step == ids.step)
    assert (read.op, read.collection, read.projection) == ("find", "reactions", {"_id": 1, "message": 1})
