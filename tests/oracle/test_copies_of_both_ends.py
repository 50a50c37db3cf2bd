"""Links between two of one entity that copy the same field of both: each copy has a name of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import compile_design, read
from designs.compiler.plan_model.physical import walk
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge


def _people(policy: str, strategy: str) -> dict[str, Any]:
    copies = [{"field": "name", "of": side, "policy": policy} for side in ("from", "to")]
    follows = link(
        "follows", "graph", end("Person", 50, field="follows"), end("Person", 50, field="followers"),
        strategy=strategy, copies=copies,
    )  # fmt: skip
    person = entity("Person", field("name", required=True))
    return {
        "format": "nestlink/1",
        "name": "People",
        "database": "people",
        "entities": [person],
        "relationships": [follows],
    }


@pytest.mark.parametrize("policy", ["snapshot", "eventual", "strong"])
@pytest.mark.parametrize("strategy", ["LINK_COLL", "TWO_WAY_EMBED"])
def test_each_end_has_its_copy(policy: str, strategy: str) -> None:
    """Both were called person_name, and only one was stored."""
    verdicts = judge("people", _people(policy, strategy))
    assert [one for one in verdicts if one.why and one.judged] == []
    assert len([one for one in verdicts if one.judged]) > 4


def test_copies_are_called_as_the_ids_are() -> None:
    model = read(json.dumps(_people("snapshot", "LINK_COLL"))).value
    assert model is not None
    (links,) = [one for one in compile_design(model).plan.collections if one.kind == "link"]
    copies = {node.path for node in walk(links.fields)} - {"_id"}
    assert copies == {"follower_id", "follow_id", "follower_name", "follow_name"}
