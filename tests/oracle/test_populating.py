"""The facts that functions are tried on: whatever a design lets in, there is something to link, move and count."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.names.naming import Names
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.growing import _settled, random_state
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


def test_a_measurement_has_its_time_though_the_design_does_not_require_that_date() -> None:
    meters = [
        entity("Meter", field("name")),
        entity("Reading", field("taken", "date"), field("value", "double")),
    ]
    taken = link("readings", "one-to-many", end("Meter"), end("Reading", 1), strategy="TIME_SERIES")
    compilation = compiled(meters, [taken])
    states = [random_state(compilation, seed) for seed in range(1, 30)]
    readings = [state.values[one] for state in states for one in state.things("Reading")]
    assert any(one.get("value") is None for one in readings)
    assert all(one.get("taken") for one in readings)


@pytest.mark.parametrize(("updates", "keeps"), [(100_000, True), (0.001, False)])
def test_of_a_copy_that_is_declared_twice_the_one_that_is_stored_tells(updates: float, keeps: bool) -> None:
    """Too dear an eventual copy is dropped: the immutable one is stored, and keeps the value it began with."""
    people = [
        entity("Person", field("name", updates_per_day=updates, required=True)),
        entity("Post", field("text")),
    ]
    copies = [
        {"field": "name", "of": "from", "policy": "eventual", "reads_per_day": 9000},
        {"field": "name", "of": "from", "policy": "immutable"},
    ]
    posts = link("posts", "one-to-many", end("Person"), end("Post", 1), strategy="PARENT_REF", copies=copies)
    compilation = compiled(people, [posts])
    assert bool(list(_settled(compilation, Names(compilation.model)))) == keeps


def test_each_thing_stands_in_a_document() -> None:
    """A firm has one office, of whose kind no other place stands anywhere; it was counted among those of a street."""
    entities = [entity(name, field("name")) for name in ("Firm", "Place", "Office", "Square", "Street")]
    office = link("office", "one-to-one", end("Firm", 1), end("Office", 1), strategy="EMBED_ONE")
    places = link("places", "one-to-many", end("Street"), end("Place", 1), strategy="PARENT_REF")
    kinds = [
        link(f"is_{name}", "is-a", {"entity": "Place"}, {"entity": name}, strategy="POLY_SPLIT")
        for name in ("Office", "Square")
    ]
    compilation = compiled(entities, [office, places, *kinds])
    for seed in range(1, 6):
        assert all(one.holder is not None for one in facts(compilation, seed).things("Office"))
