"""The facts that functions are tried on: whatever a design lets in, there is something to link, move and count."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.growing import random_state
from tests.oracle.populating import _free_pair, populated
from tests.oracle.state import State


def compiled(entities: list[dict[str, Any]], relationships: list[dict[str, Any]]) -> Compilation:
    design = read(
        json.dumps(
            {
                "format": "nestlink/1",
                "name": "Facts",
                "database": "facts",
                "entities": entities,
                "relationships": relationships,
                "operations": [],
            }
        )
    ).value
    assert design is not None
    return compile_design(design)


def facts(compilation: Compilation, seed: int = 1) -> State:
    return populated(compilation, random_state(compilation, seed), seed)


def test_two_things_are_left_to_link() -> None:
    people = [entity("Person", field("name"), count=2)]
    knows = link("knows", "graph", end("Person"), end("Person"), link_fields=[field("since", "date")])
    compilation = compiled(people, [knows])
    state = facts(compilation)
    (relationship,) = state.model.links
    assert _free_pair(compilation, state, relationship)
    assert not _free_pair(compilation, random_state(compilation, 0), relationship)


def test_a_child_can_have_another_parent() -> None:
    shops = [entity("Shop", field("name"), count=1), entity("Parcel", field("name"))]
    parcels = link("parcels", "one-to-many", end("Shop"), end("Parcel", 1), strategy="PARENT_REF")
    compilation = compiled(shops, [parcels])
    assert len(facts(compilation).things("Shop")) > len(random_state(compilation, 0).things("Shop"))
