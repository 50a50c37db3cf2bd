"""Kinds of a thing and homes: which of them may stand in a holder, alone or with the others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import leaves
from tests.compiler.in_parts import compile_design
from tests.compiler.settled import A, B, C, D, chosen, kinds, owns, settled
from tests.compiler.small import MANY, NM, ONE, Json, barred, design, entity, link, op, text

FORWARD = {"navigation": {"from_to_per_day": 5, "to_from_per_day": 0}}
KINDS = [link("b", "is-a", "A", "B"), link("c", "is-a", "A", "C")]


def test_a_kind_is_not_embedded_without_the_others() -> None:
    found = settled([A, B, C, D], [*KINDS, owns("db", "D", "B", **FORWARD)])
    assert chosen(found)["b"] == "POLY_SINGLE" and chosen(found)["db"] != "EMBED_ARRAY"
    assert barred(found.decisions["db"])["EMBED_ARRAY"] == "G8"
    assert kinds(found) == {"A": ["collection"], "B": ["nowhere"], "C": ["nowhere"], "D": ["collection"]}


def test_a_general_is_embedded_with_its_kinds() -> None:
    found = settled([A, B, C, D], [*KINDS, owns("da", "D", "A", **FORWARD)])
    assert chosen(found)["da"] == "EMBED_ARRAY"
    assert kinds(found) == {"A": ["element"], "B": ["nowhere"], "C": ["nowhere"], "D": ["collection"]}


def test_a_reference_to_a_kind_bars_embedding_its_general() -> None:
    links = [*KINDS, owns("da", "D", "A", **FORWARD), link("bx", MANY, "B", "X", has={"growth": "unbounded"})]
    found = settled([A, B, C, D, entity("X")], links)
    assert barred(found.decisions["da"])["EMBED_ARRAY"] == "G9"


def test_no_kind_is_embedded_in_another_of_its_general() -> None:
    """Who looks for documents of the general would find one of the two in one document."""
    split = [
        link("b", "is-a", "A", "B", strategy="POLY_SPLIT"),
        link("c", "is-a", "A", "C", strategy="POLY_SPLIT"),
    ]
    found = settled([A, B, C], [*split, owns("bc", "B", "C", **FORWARD)])
    assert chosen(found)["bc"] != "EMBED_ARRAY" and barred(found.decisions["bc"])["EMBED_ARRAY"] == "G8"


def test_a_designers_ring_is_broken_by_parting_the_kinds() -> None:
    forced = {"strategy": "EMBED_ARRAY"}
    found = settled([A, B, C, D], [*KINDS, owns("ad", "B", "D", **forced), owns("da", "D", "A", **forced)])
    assert chosen(found)["b"] == chosen(found)["c"] == "POLY_SPLIT"
    assert barred(found.decisions["b"])["POLY_SINGLE"] == "G10"


def test_several_kinds_are_no_time_series() -> None:
    at = {"name": "at", "type": "date"}
    general = entity("A", at, kind="measurement")
    found = settled([general, B, C, D], [*KINDS, link("da", MANY, "D", "A", strategy="auto")])
    assert barred(found.decisions["da"])["TIME_SERIES"] == "G8"


def test_a_lookup_with_kinds_keeps_its_collection() -> None:
    tags = link("tags", NM, "D", "A", has={"max": 4})
    found = settled([entity("A", kind="lookup"), B, C, D], [*KINDS, tags])
    assert chosen(found)["tags"] == "VALUE_ARRAY" and kinds(found)["A"] == ["collection"]


def test_the_largest_kind_counts_for_the_size_of_a_document() -> None:
    heavy = entity("P", text(100_000))
    held = owns("bp", "B", "P", has={"max": 200, "average": 100})
    for most, expected in ((8, "EMBED_ARRAY"), (200, "PARENT_REF")):
        one = {**held, "from": {**held["from"], "has": {"max": most, "average": most}}}
        assert chosen(settled([A, B, C, heavy], [*KINDS, one]))["bp"] == expected


ENDLESS = {"has": {"growth": "unbounded"}, "pagination": "sequential", "exclusive_owner": False}
FAMILY = [A, B, C, D, entity("E")]
BOTH = [owns("bs", "D", "B"), owns("cs", "D", "C")]
SPLIT: list[Json] = [{**one, "strategy": "POLY_SPLIT"} for one in KINDS]
INSERTED = {name: (op("insert", name),) for name in "AB"}


@pytest.mark.parametrize("is_a", [KINDS, SPLIT], ids=["together", "apart"])
def test_kinds_that_have_one_holder_stand_in_it(is_a: list[Json]) -> None:
    """Each in an array of its own, so nothing tells them apart but the place."""
    found = settled(FAMILY, [*is_a, *BOTH])
    assert chosen(found)["bs"] == chosen(found)["cs"] == "EMBED_ARRAY"
    assert kinds(found) == {
        "A": ["nowhere"], "B": ["element"], "C": ["element"], "D": ["collection"], "E": ["collection"],
    }  # fmt: skip


def test_so_do_parts_of_kinds_and_kinds_of_kinds() -> None:
    deeper = [KINDS[0], link("c", "is-a", "B", "C"), link("e", "is-a", "B", "E")]
    found = settled(FAMILY, [*deeper, link("cs", ONE, "D", "C"), owns("es", "D", "E")])
    assert (chosen(found)["cs"], chosen(found)["es"]) == ("EMBED_ONE", "EMBED_ARRAY")
    assert kinds(found)["A"] == kinds(found)["B"] == ["nowhere"]


def test_of_two_holders_that_one_kind_always_has_the_common_one_wins() -> None:
    always = {"back": {"min": 1}}
    links = [BOTH[0], owns("cs", "D", "C", **always), owns("more", "E", "C", **always)]
    found = settled(FAMILY, [*KINDS, *links])
    assert [chosen(found)[name] for name in ("bs", "cs", "more")] == [
        "EMBED_ARRAY",
        "EMBED_ARRAY",
        "PARENT_REF",
    ]


def test_nothing_is_left_of_a_thing_whose_kinds_a_designer_puts_elsewhere() -> None:
    forced = {"strategy": "EMBED_ARRAY"}
    found = settled(FAMILY, [*KINDS, owns("bs", "D", "B", **forced), owns("cs", "E", "C", **forced)])
    assert kinds(found)["A"] == ["nowhere"] and kinds(found)["B"] == kinds(found)["C"] == ["element"]


APART = {
    "another has no holder": (BOTH[:1], ()),
    "another has another holder": ([BOTH[0], owns("cs", "E", "C")], ()),
    "another has two holders": ([*BOTH, owns("more", "E", "C", back={"min": 1})], ()),
    "another is put into buckets": ([BOTH[0], link("cs", MANY, "D", "C", **ENDLESS)], ()),
    "the general has documents of its own": (BOTH, INSERTED["A"]),
    "the general has a holder": ([*BOTH, owns("as", "E", "A")], ()),
    "the holder is one of them": ([owns("bs", "B", "B"), owns("cs", "B", "C")], ()),
}


@pytest.mark.parametrize("case", APART)
def test_a_kind_that_shares_its_documents_stays_with_them(case: str) -> None:
    links, ops = APART[case]
    found = settled(FAMILY, [*KINDS, *links], *ops)
    assert barred(found.decisions["bs"])["EMBED_ARRAY"] == "G8"
    assert kinds(found)["B"] == ["nowhere"] and kinds(found)["A"] != ["nowhere"]


def test_inserts_of_a_kind_are_no_documents_of_the_general() -> None:
    assert kinds(settled(FAMILY, [*KINDS, *BOTH], *INSERTED["B"]))["A"] == ["nowhere"]


@pytest.mark.parametrize(("refers", "gate"), [("A", "G9"), ("E", "")])
def test_an_id_that_is_stored_as_the_generals_is_a_kinds_too(refers: str, gate: str) -> None:
    for is_a in (KINDS, SPLIT):
        links = [*is_a, *BOTH, link("more", MANY, refers, "F", has={"growth": "unbounded"})]
        found = settled([*FAMILY, entity("F")], links)
        assert barred(found.decisions["bs"]).get("EMBED_ARRAY", "") == gate, is_a


def test_a_kind_that_is_stored_apart_is_embedded_like_anything_else() -> None:
    found = settled(FAMILY, [*SPLIT, BOTH[0]])
    assert kinds(found) == {
        "A": ["nowhere"], "B": ["element"], "C": ["collection"], "D": ["collection"], "E": ["collection"],
    }  # fmt: skip


@pytest.mark.parametrize("more", [{}, {"strategy": "EMBED_ARRAY"}], ids=["rules", "designer"])
@pytest.mark.parametrize("links", [BOTH, BOTH[:1]], ids=["all", "one"])
def test_what_stands_apart_has_the_fields_of_its_general(links: list[Json], more: Json) -> None:
    """Nothing of it is lost, wherever it is stored."""
    general = entity("A", text(), text(name="number"))
    parts = [general, *(entity(name, text(name=name.lower() + "_own")) for name in "BC"), D]
    made: Any = compile_design(design(parts, [*KINDS, *({**one, **more} for one in links)]))
    assert [one.message for one in made.findings if one.severity == "error"] == []
    found = {path for one in made.plan.collections for path in leaves(one.fields)}
    held = ["bs"] if len(links) == 1 and more else ["bs", "cs"] if len(links) == 2 else []
    assert {f"{name}[].number" for name in held} <= found and all(f"{name}[].text" in found for name in held)
    assert ("number" in found) is (len(held) < 2)
    assert sorted(path for path in found if "_own" in path) == sorted(
        f"{name}s[].{name}_own" if f"{name}s" in held else f"{name}_own" for name in "bc"
    )
