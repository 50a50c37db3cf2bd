"""The cheapest whole design: it composes, no combination is cheaper than its bound, and for a pair it is the price."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import assume, given

from designs.compiler import cheapest, read
from designs.compiler.composition.conflicts import clashes
from designs.compiler.composition.fixpoint import Composer
from designs.compiler.cost.pricing import price
from designs.compiler.cost.whole_cost import Whole
from designs.compiler.cost.whole_search import Search
from designs.compiler.model.conceptual import Model
from designs.compiler.model.constants import weights_of
from designs.compiler.plan_model.decisions import forced_ring
from tests.compiler.library import names, text_of
from tests.compiler.random_designs import Json, designs, examples
from tests.compiler.small import MANY, design, entity, link, op, pair, surveyed
from tests.compiler.test_decision_properties import model_of

USUAL = weights_of({}, "mixed")
READS: tuple[Json, ...] = (
    op("read", "Parent", per_day=7),
    op("read", "Parent", per_day=100, includes=["r"]),
    op("read", "Child", per_day=20),
    op("insert", "Child", per_day=30),
    op("update", "Child", per_day=5),
    op("delete", "Child", per_day=2),
)


def searched(model: Model) -> Search:
    composer = Composer(surveyed(model))
    composer.settle()
    return Search(composer.survey, composer.decisions, USUAL)


@pytest.mark.parametrize("name", names())
def test_nothing_is_stored_otherwise_that_saves_nothing(name: str) -> None:
    model = read(text_of(name)).value
    assert model is not None
    found = cheapest(model)
    assert all(saved > 0 for saved in found.saves.values()), found.saves


@pytest.mark.parametrize(
    "strategy", ["EMBED_ARRAY", "CHILD_REFS", "PARENT_REF", "BUCKET", "SUBSET", "TWO_WAY_REFS"]
)
@pytest.mark.parametrize("paged", [False, True])
def test_a_pair_costs_what_its_relationship_does(strategy: str, paged: bool) -> None:
    rel = {"together_needs": "recent", "recent": {"count": 3}} if paged else {}
    model = pair(MANY, has={"average": 20, "max": 50}, rel=rel, ops=READS)
    survey = surveyed(model)
    alone = price(survey.case("r"), strategy, USUAL)
    assert alone is not None
    assert Whole(survey, USUAL).total({"r": strategy}) == pytest.approx(alone.total)


def three(*ops: Json) -> Model:
    """Orders that hold lines that hold notes, each few and owned."""
    owned: dict[str, Any] = {
        "has": {"average": 4, "max": 9},
        "back": {"min": 1, "max": 1},
        "navigation": {"from_to_per_day": 0, "to_from_per_day": 0},
    }
    return design(
        [entity("Order"), entity("Line", kind="weak"), entity("Note", kind="weak")],
        [link("lines", MANY, "Order", "Line", **owned), link("notes", MANY, "Line", "Note", **owned)],
        ops,
    )


def test_a_document_weighs_what_is_embedded_at_any_depth() -> None:
    """A read of the order takes its lines and their notes; apart, the notes cost another trip."""
    whole = Whole(
        surveyed(three(op("read", "Order", per_day=1))), USUAL | {"R": 0, "D": 0, "I": 0, "B": 1024}
    )
    sizes = [
        whole.total(assignment)
        for assignment in ({}, {"lines": "EMBED_ARRAY"}, {"lines": "EMBED_ARRAY", "notes": "EMBED_ARRAY"})
    ]
    assert sizes[1] - sizes[0] == pytest.approx(4 * 39)  # a line of 36 bytes with its index
    assert sizes[2] - sizes[1] == pytest.approx(16 * 39)


def test_what_is_read_together_from_one_document_is_one_trip() -> None:
    whole = Whole(surveyed(three(op("read", "Order", per_day=1, includes=["lines", "notes"]))), USUAL)
    trips = Whole(whole.survey, dict.fromkeys(USUAL, 0.0) | {"R": 1})
    inside = {"lines": "EMBED_ARRAY", "notes": "EMBED_ARRAY"}
    assert [
        trips.total(one)
        for one in (inside, inside | {"notes": "PARENT_REF"}, dict.fromkeys(inside, "PARENT_REF"))
    ] == [1, 2, 3]


def test_a_part_of_a_part_is_read_with_the_whole() -> None:
    whole = Whole(surveyed(three(op("read", "Note", per_day=1))), dict.fromkeys(USUAL, 0.0) | {"B": 1024})
    inside = {"lines": "EMBED_ARRAY", "notes": "EMBED_ARRAY"}
    note, order = whole.total({"lines": "EMBED_ARRAY"}), whole.total(inside)
    assert (note, order) == (53, 53 + 4 * (39 + 4 * 39))


def test_homes_and_gates_rule_combinations_out() -> None:
    """Each of two parents would embed the child the cheapest; only one of them can."""
    reads = [op("read", name, per_day=1000, includes=[rel]) for name, rel in (("A", "in_a"), ("B", "in_b"))]
    few: dict[str, Any] = {"has": {"average": 3, "max": 5}, "back": {"min": 1, "max": 1}}
    model = design(
        [entity("A"), entity("B"), entity("C")],
        [link("in_a", MANY, "A", "C", **few), link("in_b", MANY, "B", "C", **few)],
        tuple(reads),
    )
    search = searched(model)
    both = {"in_a": "EMBED_ARRAY", "in_b": "EMBED_ARRAY"}
    assert search.whole.total(both) < search.result().least
    assert not search.composes(both)
    assert search.result().exact


def test_what_reading_along_adds_stays_in_the_bound_though_another_home_may_spare_the_rest() -> None:
    reads = [op("read", name, per_day=1000, includes=[rel]) for name, rel in (("A", "in_a"), ("B", "in_b"))]
    few: dict[str, Any] = {"has": {"average": 3, "max": 5}, "back": {"min": 1, "max": 1}}
    links = [link("in_a", MANY, "A", "C", **few), link("in_b", MANY, "B", "C", **few)]
    search = searched(design([entity("A"), entity("B"), entity("C")], links, tuple(reads)))
    alone = [search.whole.total({name: "EMBED_ARRAY"}) - search.whole.total({}) for name in ("in_a", "in_b")]
    assert [search.least["in_a"], search.least["in_b"]] == pytest.approx(alone)
    assert min(alone) > 0


def test_what_another_home_may_spare_is_not_in_the_bound() -> None:
    """A child that stands in its parent by one relationship needs no second read to find it by another."""
    few: dict[str, Any] = {"has": {"average": 10, "max": 20}, "back": {"min": 1, "max": 1}}
    still = {"navigation": {"from_to_per_day": 0, "to_from_per_day": 0}}
    links = [link(name, MANY, "A", "C", **few, **still) for name in ("here", "there")]
    asked = op("read", "C", per_day=5000, includes=["here"])
    search = searched(design([entity("A"), entity("C")], links, (asked,)))
    ways = itertools.product(*search.choices.values())
    totals = [search.whole.total(dict(zip(search.choices, one, strict=True))) for one in ways]
    assert search.whole.total({}) + sum(search.least.values()) <= min(totals) * (1 + 1e-9)


def test_what_is_written_with_a_larger_document_is_not_in_the_bound() -> None:
    """A value of B in A costs an insert of B only what it has over the document of B, which holds C too."""
    forced = [
        link("values", MANY, "A", "B", strategy="VALUE_ARRAY"),
        link("parts", MANY, "B", "C", strategy="EMBED_ARRAY", has={"max": 1000}),
    ]
    entities = [entity(name, {"name": "text", "type": "string", "average_bytes": 10_000}) for name in "ABC"]
    search = searched(design(entities, forced, (op("insert", "B", per_day=1000),)))
    least = search.whole.total({}) + sum(search.least.values())
    assert least <= search.whole.total(search.start) * (1 + 1e-9)


@pytest.mark.parametrize("name", names())
def test_the_library_has_a_bound_and_the_difference_adds_up(name: str) -> None:
    model = read(text_of(name)).value
    assert model is not None
    found = cheapest(model)
    assert found.bound <= found.least <= found.total
    assert (found.least < found.total) is bool(found.changed)
    differences = sum(now - was for was, now in found.operations.values())
    assert found.least - found.total == pytest.approx(differences, abs=1e-3)


@examples
@given(designs(entities=4, links=4, operations=6))
def test_no_combination_that_composes_is_cheaper(raw: Json) -> None:
    """Against every combination there is; and what is found composes."""
    model = model_of(raw)
    assume(not forced_ring(model.links))
    search = searched(model)
    found = search.result()
    best = search.start | {name: now for name, (_, now) in found.changed.items()}
    assert search.whole.total(best) == pytest.approx(found.least)
    assert best == search.start or search.composes(best)
    count = 1
    for strategies in search.choices.values():
        count *= len(strategies)
    assume(count <= 300)
    for combination in itertools.product(*search.choices.values()):
        assignment = dict(zip(search.choices, combination, strict=True))
        total = search.whole.total(assignment)
        assert search.whole.total({}) + sum(search.least.values()) <= total * (1 + 1e-9)
        if total < found.least * (1 - 1e-6):
            assert clashes(search.survey, {n: search._decision(n, s) for n, s in assignment.items()})


def test_a_search_step_by_step_asks_for_no_cost_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the best so far costs is known while each relationship is tried, and stays true."""
    model = read(text_of("web_shop")).value
    assert model is not None
    search, asked = searched(model), list[tuple[str, ...]]()
    best = dict(search.start)
    costs = search.whole.costs(best)
    honest = Whole.costs

    def counted(self: Whole, assignment: Any, places: Any = None) -> dict[int, float]:
        asked.append(tuple(assignment.values()))
        return honest(self, assignment, places)

    monkeypatch.setattr(Whole, "costs", counted)
    changed = [name for name in search.start if search._better(name, best, costs)]
    assert changed and costs == honest(search.whole, best)
    others = sum(len(choices) - 1 for choices in search.choices.values())
    assert len(asked) == others
