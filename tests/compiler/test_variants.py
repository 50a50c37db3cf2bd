"""What a comparison asks of a design: its ways, its workload under all decisions, and what does not stand together."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from designs.compiler import cheapest, clashing, complete, loads, plan_design, read, ways_of
from designs.compiler.model.conceptual import Model
from designs.compiler.strategies.table import STRATEGIES, strategies_of
from tests.compiler.library import names, text_of
from tests.compiler.small import MANY, NM, ONE, design, entity, link, op, pair


def model_named(name: str) -> Model:
    model = read(text_of(name)).value
    assert model is not None
    return model


@pytest.mark.parametrize("name", names())
def test_every_strategy_of_a_kind_is_open_or_barred_with_a_reason(name: str) -> None:
    for one in ways_of(model_named(name)):
        open_, barred = ({way.strategy for way in found} for found in (one.open, one.barred))
        assert not open_ & barred and one.strategy not in open_ | barred
        every = set(strategies_of(one.kind))
        tested = {name for name in every if STRATEGIES[name].tested}
        assert open_ | barred <= every and every - open_ - barred - {one.strategy} <= tested
        assert all(way.by and way.because for way in one.barred)


@pytest.mark.parametrize(("most", "is_open"), [(200, True), (201, True), (100_000, False)])
def test_what_a_gate_bars_is_not_open(most: int, is_open: bool) -> None:
    (ways,) = ways_of(pair(MANY, has={"average": 20, "max": most}))
    assert any(one.strategy == "CHILD_REFS" for one in ways.open) == is_open
    assert any(one.strategy == "CHILD_REFS" and one.by[0] == "G" for one in ways.barred) != is_open


def test_what_only_the_others_are_against_is_open_and_says_so() -> None:
    """A child of two parents has one home; the other may take it once the first lets go."""
    owned = {"has": {"average": 3, "max": 5}, "back": {"min": 1, "max": 1}, "accessed_together": 1}
    owned |= {"independent_access": 0, "exclusive_owner": True, "same_lifecycle": True}
    both = [link(name, MANY, parent, "C", **owned) for name, parent in (("one", "A"), ("two", "B"))]
    found = ways_of(design([entity("A"), entity("B"), entity("C")], both))
    told = [way for one in found for way in one.open if way.strategy == "EMBED_ARRAY"]
    assert [way.by for way in told] == ["G8"]


def test_the_designers_own_is_told() -> None:
    model = pair(ONE, back={"min": 1})
    forced = replace(model, relationships=[replace(one, strategy="LINK_ONE") for one in model.links])
    assert [(one.strategy, one.stated) for one in (*ways_of(model), *ways_of(forced))] == [
        ("EMBED_ONE", ""),
        ("LINK_ONE", "LINK_ONE"),
    ]


@pytest.mark.parametrize("name", names())
def test_the_scores_are_those_of_the_whole_design(name: str) -> None:
    model = model_named(name)
    found = loads(complete(plan_design(model)))
    assert sum(one.score for one in found) == pytest.approx(cheapest(model).total)
    assert {one.name for one in found if one.of == "operation"} <= {one.name for one in model.workload}


def test_what_a_relationship_states_beyond_the_operations_has_its_name() -> None:
    navigation = {"navigation": {"from_to_per_day": 50, "to_from_per_day": 3}, "child_updates_per_day": 7}
    reads = (op("read", "Parent", per_day=20, includes=["r"]),)
    found = loads(complete(plan_design(pair(NM, rel=navigation, ops=reads))))
    stated = [(one.kind, one.entity, one.forward, one.per_day) for one in found if one.of == "relationship"]
    assert ("read", "Parent", True, 30.0) in stated and ("read", "Child", False, 3.0) in stated
    assert ("update", "Child", True, 7.0) in stated
    assert [one.per_day for one in found if one.of == "operation"] == [20.0]


def test_two_homes_of_the_designers_own_do_not_stand_together() -> None:
    owned = {"has": {"average": 3, "max": 5}, "back": {"min": 1, "max": 1}, "strategy": "EMBED_ARRAY"}
    both = [link(name, MANY, parent, "C", **owned) for name, parent in (("one", "A"), ("two", "B"))]
    entities = [entity("A"), entity("B"), entity("C")]
    assert clashing(complete(plan_design(design(entities, both[:1])))) == ()
    (found,) = clashing(complete(plan_design(design(entities, both))))
    assert (found.gate, found.strategy) == ("G8", "EMBED_ARRAY")


def test_a_reference_to_an_item_of_an_array_breaks_no_limit() -> None:
    owned = {"has": {"average": 3, "max": 5}, "back": {"min": 1, "max": 1}}
    embedded = link("classes", MANY, "Gym", "Class", strategy="EMBED_ARRAY", **owned)
    referring = link("bookings", MANY, "Class", "Booking", strategy="PARENT_REF", **owned)
    plan = plan_design(design([entity("Gym"), entity("Class"), entity("Booking")], [embedded, referring]))
    compilation = complete(plan)
    (bookings,) = (each for each in compilation.plan.collections if each.name == "bookings")
    assert {"gym_id", "class_id"} <= {field.name for field in bookings.fields}  # so both are stored
    assert clashing(compilation) == ()
