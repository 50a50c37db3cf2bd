"""What copies the same field of two of one entity has a name for each copy."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.physical import walk
from tests.compiler.in_parts import compile_design
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


@pytest.mark.parametrize("policy", ["snapshot", "eventual", "strong"])
def test_a_child_has_a_copy_of_each_of_its_two_parents(policy: str) -> None:
    """Both were called airport_city, and only one was stored: that of where a flight goes, as where it comes from."""
    copies = [{"field": "city", "of": "from", "policy": policy}]
    ways = [
        link(name, "one-to-many", end("Airport"), end("Flight", 1, field=name), strategy="PARENT_REF", copies=copies)
        for name in ("origin", "destination")
    ]  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Air", "database": "air",
        "entities": [entity("Airport", field("city", required=True)), entity("Flight", field("number", required=True))],
        "relationships": ways,
        "operations": [{"name": "schedule", "kind": "insert", "entity": "Flight"}],
    }  # fmt: skip
    verdicts = judge("air", design)
    assert [each for each in verdicts if each.why and each.judged] == []
    model = read(json.dumps(design)).value
    assert model is not None
    (flights,) = (each for each in compile_design(model).plan.collections if each.name == "flights")
    names = [stored.name for stored in flights.fields if stored.origin == "copy"]
    assert names == ["origin_city", "destination_city"]


def test_a_copy_with_a_name_is_not_taken_for_that_of_the_other_end() -> None:
    """What the link says of its target was, in the samples, what its source has."""
    design = _people("batch", "LINK_COLL")
    copies = design["relationships"][0]["copies"]
    copies[0] |= {"as": "copies.of0", "reads_per_day": 0}
    copies[1] |= {"reads_per_day": 1}
    verdicts = judge("people", design)
    assert [each for each in verdicts if each.why and each.judged] == []
