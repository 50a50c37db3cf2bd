"""P1: one collection for a family of kinds, from both sides of each of its conditions."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.decisions import Composition
from tests.compiler.in_parts import compile_design
from tests.compiler.small import MANY, Json, barred, composition, design, entity, link, op, text

GENERAL = entity("Product", text(name="title"))
ODD = [entity(name, *(text(name=f"{name}{n}") for n in range(2))) for name in ("Ebook", "Audiobook")]
LINKS = [link("ebook", "is-a", "Product", "Ebook"), link("audiobook", "is-a", "Product", "Audiobook")]


def family(*ops: Json, links: list[Json] = LINKS, more: tuple[Json, ...] = (), **extra: Any) -> Composition:
    """A general of one field and two kinds of two fields each: a third is shared."""
    return composition(design([GENERAL, *ODD, *more], links, ops, **extra))


def rules(found: Composition) -> set[tuple[str, str]]:
    """Rule and strategy of the is-a relationships."""
    return {(one.rule, one.strategy) for one in found.decisions.values() if one.kind == "is-a"}


SINGLE, SPLIT = {("P1", "POLY_SINGLE")}, {("P2", "POLY_SPLIT")}


@pytest.mark.parametrize(("general", "expected"), [(50, SINGLE), (49, SPLIT)])
def test_reads_of_the_general_against_those_of_its_kinds(general: float, expected: set[Any]) -> None:
    found = family(op("read", "Product", per_day=general), op("read", "Ebook", per_day=100 - general))
    assert rules(found) == expected
    decision = found.decisions["audiobook"]
    assert decision.inputs["accessed_together"] == general / 100
    assert "accessed_together: workload" in decision.assumed


@pytest.mark.parametrize(("shares", "expected"), [((0.4, 0.6), SINGLE), ((0.4, 0.59), SPLIT)])
def test_declared_shares_are_averaged_over_the_family(
    shares: tuple[float, float], expected: set[Any]
) -> None:
    links = [{**one, "accessed_together": share} for one, share in zip(LINKS, shares, strict=True)]
    assert rules(family(links=links)) == expected


@pytest.mark.parametrize(("own", "expected"), [(1, SINGLE), (2, SPLIT)])
def test_how_much_of_a_kind_is_what_all_have(own: int, expected: set[Any]) -> None:
    kinds = [entity(name, *(text(name=f"{name}{n}") for n in range(own))) for name in ("Ebook", "Audiobook")]
    found = composition(design([GENERAL, *kinds], LINKS))
    assert rules(found) == expected
    assert found.decisions["ebook"].inputs["shared_fields"] == pytest.approx(1 / (1 + own), abs=1e-4)


def test_kinds_without_any_field_are_alike() -> None:
    bare = [{"name": name, "fields": []} for name in ("Product", "Ebook", "Audiobook")]
    assert rules(composition(design(bare, LINKS))) == SINGLE


@pytest.mark.parametrize(("end", "expected"), [("Product", SINGLE), ("Ebook", SPLIT)])
def test_a_general_that_others_refer_to_has_one_place(end: str, expected: set[Any]) -> None:
    orders = link("orders", MANY, end, "Order")
    assert rules(family(links=[*LINKS, orders], more=(entity("Order"),))) == expected


def test_nothing_known_of_reads_is_none_together() -> None:
    decision = family().decisions["ebook"]
    assert decision.inputs["accessed_together"] == 0 and "accessed_together" in decision.assumed


@pytest.mark.parametrize("strategy", ["POLY_SINGLE", "POLY_SPLIT"])
def test_what_the_designer_says_of_one_kind_holds_for_all(strategy: str) -> None:
    reads = op("read", "Product" if strategy == "POLY_SPLIT" else "Ebook")
    found = family(reads, links=[{**LINKS[0], "strategy": strategy}, LINKS[1]])
    assert {one.strategy for one in found.decisions.values()} == {strategy}
    assert found.decisions["ebook"].chosen_by == "designer"
    assert found.decisions["audiobook"].chosen_by == "rulebook"


def test_a_family_of_several_levels_is_decided_once() -> None:
    links = [LINKS[0], link("comic", "is-a", "Ebook", "Comic"), LINKS[1]]
    more = (entity("Comic", *(text(name=f"comic{n}") for n in range(3))),)
    for general in ("Product", "Ebook"):
        found = family(op("read", general, per_day=2), op("read", "Comic", per_day=2), links=links, more=more)
        assert rules(found) == SINGLE
    assert rules(family(op("read", "Comic"), links=links, more=more)) == SPLIT


def test_a_kind_of_two_things_lives_with_the_first() -> None:
    links = [LINKS[0], link("file", "is-a", "File", "Ebook")]
    found = family(op("read", "Product"), op("read", "File"), links=links, more=(entity("File"),))
    assert found.decisions["ebook"].strategy == "POLY_SINGLE"
    assert found.decisions["file"].strategy == "POLY_SPLIT"
    assert barred(found.decisions["file"])["POLY_SINGLE"] == "G8"


@pytest.mark.parametrize("overridden", [{"together_min": 0.3}, {"poly_shared": 0.3}])
def test_the_numbers_are_the_designs(overridden: Json) -> None:
    reads = (op("read", "Product", per_day=3), op("read", "Ebook", per_day=7))
    assert rules(family(*reads)) == SPLIT
    assert rules(family(*reads, constants=overridden)) == SINGLE


MADE = {"name": "made", "type": "date", "required": True}
TTL = {"policy": "ttl", "seconds": 60, "field": "made"}
CAPPED = {"policy": "capped", "bytes": 4096}
ROLLING = {"policy": "rolling", "period": "month", "field": "made"}


def thrown(
    general: Json | None, special: Json | None, *links: Json, **first: Any
) -> tuple[set[Any], list[str]]:
    """Rule and strategy of a family that is read as one, and of whom L49 speaks: by retention of the general
    and of its first kind."""
    kept = [{"retention": one} if one else {} for one in (general, special)]
    parts = [entity("Product", MADE, **kept[0]), entity("Ebook", text(name="isbn"), **kept[1])]
    parts += [entity("Audiobook", text(name="voice")), entity("Order")]
    model = design(parts, [{**LINKS[0], **first}, LINKS[1], *links], (op("read", "Product"),))
    made = compile_design(model)
    return rules(made.composition), [one.subject for one in made.findings if one.code == "L49"]


@pytest.mark.parametrize(
    ("general", "special", "expected"),
    [
        (None, None, SINGLE),
        (None, TTL, SINGLE),
        (TTL, None, SINGLE),
        (None, CAPPED, SPLIT),
        (None, ROLLING, SINGLE),
        (CAPPED, None, SINGLE),
        (ROLLING, {"policy": "keep"}, SINGLE),
        (CAPPED, {"policy": "keep"}, SPLIT),
    ],
)
def test_a_kind_that_goes_with_its_collection_takes_no_others_along(
    general: Json | None, special: Json | None, expected: set[Any]
) -> None:
    assert thrown(general, special) == (expected, [])


NOTES = link("orders", MANY, "Product", "Order", independent_access=0.5)
ENDLESS = {"average": 300, "growth": "unbounded"}


@pytest.mark.parametrize("refers", [NOTES, link("orders", MANY, "Order", "Product", has=ENDLESS)])
def test_what_is_referred_to_is_looked_for_in_each_collection(refers: Json) -> None:
    assert thrown(None, CAPPED, refers) == (SPLIT, [])
    assert thrown(None, TTL, refers) == (SINGLE, [])


@pytest.mark.parametrize(
    ("types", "expected"),
    [(["objectId"], []), (["uuid"], []), (["objectId", "uuid"], []), (["int"], ["Ebook"])],
)
def test_an_id_that_two_kinds_may_have_keeps_them_together(types: list[str], expected: list[str]) -> None:
    parts = [
        entity("Product", MADE, {"name": "_id", "type": types[0], "types": types}),
        entity("Ebook", text(name="isbn"), retention=CAPPED),
    ]
    parts += [entity("Audiobook", text(name="voice")), entity("Order")]
    for refers in (NOTES, None):
        made = compile_design(
            design(parts, [*LINKS, *([refers] if refers else [])], (op("read", "Product"),))
        )
        subjects = [one.subject for one in made.findings if one.code == "L49"]
        assert rules(made.composition) == (SINGLE if expected and refers else SPLIT)
        assert subjects == (expected if refers else [])
        assert not [one for one in made.findings if one.code == "L14" and one.severity == "error"]


def test_a_tree_is_walked_in_one_collection() -> None:
    below = link("below", "tree", "Product", "Product")
    assert thrown(None, CAPPED, below) == (SINGLE, ["Ebook"])
    assert thrown(None, CAPPED, {**below, "kind": "graph"}) == (SPLIT, [])


def test_the_designers_own_collection_of_kinds_stays_and_is_a_finding() -> None:
    found, subjects = thrown(None, CAPPED, strategy="POLY_SINGLE")
    assert {strategy for _, strategy in found} == {"POLY_SINGLE"} and subjects == ["Ebook"]
