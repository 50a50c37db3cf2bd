"""Decisions brought to agree with one another: one home, addressable, no ring, sizes, depth, life."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.clashes import clashes
from designs.compiler.composing import compose
from designs.compiler.decisions import Composition, Home
from tests.compiler.small import (
    EXPIRING,
    MANY,
    NM,
    ONE,
    Json,
    barred,
    composition,
    design,
    entity,
    link,
    op,
    strategies,
    surveyed,
    text,
)  # fmt: skip

MIB = 1024 * 1024
OWNED = {"exclusive_owner": True, "has": {"max": 5}}


def settled(entities: list[Json], links: list[Json], *ops: Json, **more: Any) -> Composition:
    return composition(design(entities, links, ops, **more))


def owns(name: str, parent: str, child: str, **more: Any) -> Json:
    """A relationship that would embed its child."""
    return link(name, MANY, parent, child, **{**OWNED, **more})


def kinds(found: Composition) -> dict[str, list[str]]:
    return {name: [home.kind for home in homes] for name, homes in found.homes.items()}


A, B, C, D = (entity(name) for name in "ABCD")
WEAK = entity("Weak", kind="weak")


# --- homes ---------------------------------------------------------------------------------------


def test_an_entity_that_nothing_moves_has_its_collection() -> None:
    assert kinds(settled([A, B], [])) == {"A": ["collection"], "B": ["collection"]}


def test_homes_of_all_strategies() -> None:
    entities = [
        A,
        B,
        C,
        D,
        entity("E", kind="event"),
        entity("M", {"name": "at", "type": "date"}, kind="measurement"),
    ]
    links = [
        link("ab", ONE, "A", "B"),
        owns("ac", "A", "C"),
        link("ad", MANY, "A", "D"),
        link("ae", MANY, "A", "E", pagination="sequential"),
        link("am", MANY, "A", "M"),
    ]
    found = settled(entities, links)
    assert kinds(found) == {
        "A": ["collection"], "B": ["object"], "C": ["element"], "D": ["collection"], "E": ["bucket"], "M": ["timeseries"],
    }  # fmt: skip
    assert found.homes["C"] == (Home(entity="C", kind="element", relationship="ac", holder="A"),)


# --- G8 ------------------------------------------------------------------------------------------


def two_homes(least: tuple[int, int], child: Json = B, **more: Json) -> Composition:
    links = [
        owns(name, name.upper(), child["name"], back={"min": least[place]}, **more.get(name, {}))
        for place, name in enumerate("ac")
    ]
    return settled([A, C, child], links)


def chosen(found: Composition) -> dict[str, str]:
    return {name: decision.strategy for name, decision in found.decisions.items()}


def test_a_weak_shape_may_stand_in_several_holders() -> None:
    found = two_homes((0, 0), WEAK)
    assert chosen(found) == {"a": "EMBED_ARRAY", "c": "EMBED_ARRAY"}
    assert kinds(found)["Weak"] == ["element", "element"]


@pytest.mark.parametrize("child", [B, WEAK], ids=["entity", "weak"])
@pytest.mark.parametrize("least", [(0, 1), (1, 0)])
def test_a_child_of_one_parent_or_another_gets_a_collection(least: tuple[int, int], child: Json) -> None:
    found = two_homes(least, child)
    assert chosen(found) == {"a": "PARENT_REF", "c": "PARENT_REF"}
    assert {barred(decision)["EMBED_ARRAY"] for decision in found.decisions.values()} == {"G8"}
    assert kinds(found)[child["name"]] == ["collection"]


def test_an_entity_of_one_parent_or_another_gets_a_collection() -> None:
    assert chosen(two_homes((0, 0))) == {"a": "PARENT_REF", "c": "PARENT_REF"}


def test_of_two_parents_that_a_child_always_has_one_is_its_home() -> None:
    assert chosen(two_homes((1, 1))) == {"a": "EMBED_ARRAY", "c": "PARENT_REF"}
    assert chosen(two_homes((1, 1), WEAK)) == {"a": "EMBED_ARRAY", "c": "PARENT_REF"}


@pytest.mark.parametrize(
    "stronger",
    [
        {"strategy": "EMBED_ARRAY"},
        {"navigation": {"from_to_per_day": 2}},
    ],
    ids=str,
)
def test_the_stronger_claim_wins(stronger: Json) -> None:
    assert chosen(two_homes((1, 1), c=stronger)) == {"a": "PARENT_REF", "c": "EMBED_ARRAY"}


def test_a_forced_claim_beats_reads_and_reads_beat_ownership() -> None:
    forced, read = {"strategy": "EMBED_ARRAY"}, {"navigation": {"from_to_per_day": 99}}
    assert chosen(two_homes((1, 1), a=read, c=forced))["c"] == "EMBED_ARRAY"
    bucket = {"exclusive_owner": False, "has": {"growth": "unbounded"}, "pagination": "sequential"}
    assert chosen(two_homes((1, 1), a=read | bucket))["a"] == "BUCKET"


def test_ownership_beats_the_place_in_the_file() -> None:
    bucket = {"exclusive_owner": False, "has": {"growth": "unbounded"}, "pagination": "sequential"}
    assert chosen(two_homes((1, 1), a=bucket))["c"] == "EMBED_ARRAY"


def test_two_forced_homes_both_stand() -> None:
    forced = {"strategy": "EMBED_ARRAY"}
    assert set(chosen(two_homes((0, 1), a=forced, c=forced)).values()) == {"EMBED_ARRAY"}


# --- G9 ------------------------------------------------------------------------------------------


STORING = [
    link("r", MANY, "B", "D"),
    link("r", MANY, "B", "D", has={"growth": "unbounded"}, pagination="sequential"),
    link("r", ONE, "B", "D", same_lifecycle=False),
    link("r", NM, "B", "D", has={"max": 3}, back={"max": 3}),
    link("r", NM, "B", "D", strategy="LINK_COLL"),
    link("r", MANY, "D", "B", strategy="CHILD_REFS"),
    link("r", MANY, "D", "B", strategy="TWO_WAY_REFS"),
    link("r", MANY, "D", "B", strategy="SUBSET"),
    link("r", MANY, "B", "D", strategy="SUBSET"),
    link("r", NM, "D", "B", has={"max": 3}, back={"max": 5000}),
    link("r", NM, "B", "D", has={"max": 5000}, back={"max": 3}),
]


@pytest.mark.parametrize("other", STORING, ids=lambda one: f"{one['kind']} {one.get('strategy', '')}")
def test_what_others_refer_to_needs_a_collection(other: Json) -> None:
    found = settled([A, B, D], [owns("ab", "A", "B"), other])
    assert found.decisions["ab"].strategy == "PARENT_REF"
    assert barred(found.decisions["ab"])["EMBED_ARRAY"] == "G9"
    assert kinds(found)["B"] == ["collection"]


NOT_STORING = [
    link("r", MANY, "D", "B", exclusive_owner=False),
    link("r", NM, "B", "D", has={"max": 3}, back={"max": 5000}),
    owns("r", "B", "D"),
    link("r", ONE, "B", "D"),
    link("r", MANY, "B", "D", has={"max": 9}, strategy="VALUE_ARRAY"),
]


@pytest.mark.parametrize("other", NOT_STORING, ids=lambda one: f"{one['kind']} {one.get('strategy', '')}")
def test_what_only_refers_may_be_embedded(other: Json) -> None:
    assert settled([A, B, D], [owns("ab", "A", "B"), other]).decisions["ab"].strategy == "EMBED_ARRAY"


@pytest.mark.parametrize(("kind", "first"), [(ONE, "EMBED_ONE"), (MANY, "EMBED_ARRAY")])
def test_a_sub_document_is_identified_by_its_holder(kind: str, first: str) -> None:
    """Something refers to C, which stands in B: with its own collection or inside A."""
    refers = link("cd", MANY, "C", "D")
    found = settled([B, C, D], [link("bc", ONE, "B", "C"), refers])
    assert (found.decisions["bc"].strategy, found.decisions["cd"].strategy) == ("EMBED_ONE", "PARENT_REF")
    outer = link("ab", ONE, "A", "B") if kind == ONE else owns("ab", "A", "B")
    found = settled([A, B, C, D], [outer, link("bc", ONE, "B", "C"), refers])
    assert (found.decisions["ab"].strategy == first) is (kind == ONE)
    assert found.decisions["bc"].strategy == "EMBED_ONE"


@pytest.mark.parametrize(("policy", "holds"), [("snapshot", True), ("immutable", True), ("eventual", False)])
def test_a_link_with_settled_copies_holds_the_holders_id_too(policy: str, holds: bool) -> None:
    lines = link(
        "lines", NM, "D", "B", has={"max": 9}, link_owner="from", accessed_together=1,
        copies=[{"field": "text", "of": "to", "policy": policy}],
    )  # fmt: skip
    found = settled([A, B, D], [owns("ab", "A", "B"), lines])
    assert found.decisions["lines"].strategy == "EMBED_LINK"
    assert (found.decisions["ab"].strategy == "EMBED_ARRAY") is holds


def test_a_part_of_a_time_series_is_barred() -> None:
    series = entity("M", {"name": "at", "type": "date"}, kind="measurement")
    found = settled([A, series, WEAK], [link("am", MANY, "A", "M"), owns("parts", "M", "Weak")])
    assert found.decisions["parts"].strategy != "EMBED_ARRAY"
    assert barred(found.decisions["parts"])["EMBED_ARRAY"] == "G9"


# --- lookups and folded parents ------------------------------------------------------------------


NAME_ONLY = entity("Tag", text(name="name"), kind="lookup")


def test_a_lookup_is_nowhere_unless_something_refers_to_it() -> None:
    tags = link("tags", NM, "A", "Tag", has={"max": 5})
    assert kinds(settled([A, NAME_ONLY], [tags]))["Tag"] == ["nowhere"]
    refers = link("uses", MANY, "Tag", "D", strategy="PARENT_REF")
    assert kinds(settled([A, D, NAME_ONLY], [tags, refers]))["Tag"] == ["collection"]
    again = link("more", NM, "D", "Tag", has={"max": 5})
    assert kinds(settled([A, D, NAME_ONLY], [tags, again]))["Tag"] == ["nowhere"]


def test_a_folded_parent_is_nowhere() -> None:
    found = settled([entity("P", kind="lookup"), C], [link("pc", MANY, "P", "C")])
    assert (chosen(found), kinds(found)) == ({"pc": "FOLD_ONE"}, {"P": ["nowhere"], "C": ["collection"]})


def test_a_parent_that_others_need_is_not_folded() -> None:
    links = [link("pc", MANY, "P", "C"), owns("pd", "P", "D")]
    found = settled([entity("P", kind="lookup"), C, D], links)
    assert set(chosen(found).values()) == {"FOLD_ONE"}
    both = settled([entity("P", kind="lookup"), C, D], [links[0], {**links[1], "strategy": "EMBED_ARRAY"}])
    assert barred(both.decisions["pc"])["FOLD_ONE"] == "G9"
    assert kinds(both)["P"] == ["collection"]


# --- G10 -----------------------------------------------------------------------------------------


def test_the_weakest_of_a_ring_gives_way() -> None:
    """The last in the file. Its reference then keeps the others from being embedded (G9)."""
    ring = [owns("ab", "A", "B"), owns("bc", "B", "C"), owns("ca", "C", "A")]
    found = settled([A, B, C], ring)
    assert set(chosen(found).values()) == {"PARENT_REF"}
    gates = {name: barred(decision)["EMBED_ARRAY"] for name, decision in found.decisions.items()}
    assert gates == {"ab": "G9", "bc": "G9", "ca": "G10"}


def test_what_is_read_less_is_the_weakest_of_a_ring() -> None:
    ring = [owns("ab", "A", "B", navigation={"from_to_per_day": 0.5}), owns("ba", "B", "A")]
    assert barred(settled([A, B], ring).decisions["ab"])["EMBED_ARRAY"] == "G10"


def test_a_ring_of_sub_documents_is_cut_once() -> None:
    """A reference to a sub-document is one to its holder, so the others may stay."""
    ring = [link("ab", ONE, "A", "B"), link("bc", ONE, "B", "C"), link("ca", ONE, "C", "A")]
    assert chosen(settled([A, B, C], ring)) == {"ab": "EMBED_ONE", "bc": "EMBED_ONE", "ca": "LINK_ONE"}


def test_a_ring_with_one_free_member_frees_it() -> None:
    forced = {"strategy": "EMBED_ARRAY"}
    ring = [owns("ab", "A", "B", **forced), owns("bc", "B", "C"), owns("ca", "C", "A", **forced)]
    found = settled([A, B, C], ring)
    assert chosen(found) == {"ab": "EMBED_ARRAY", "bc": "PARENT_REF", "ca": "EMBED_ARRAY"}
    assert barred(found.decisions["bc"])["EMBED_ARRAY"] == "G10"


def test_nothing_stands_in_itself() -> None:
    found = settled([A], [owns("aa", "A", "A")])
    assert found.decisions["aa"].strategy == "PARENT_REF"
    assert barred(found.decisions["aa"])["EMBED_ARRAY"] == "G10"


def test_nothing_stands_in_a_bucket_of_itself() -> None:
    endless = {"has": {"growth": "unbounded"}, "pagination": "sequential"}
    found = settled([A], [link("aa", MANY, "A", "A", **endless)])
    assert (found.decisions["aa"].strategy, barred(found.decisions["aa"])["BUCKET"]) == ("PARENT_REF", "G9")


def test_a_ring_through_a_shared_shape_is_found() -> None:
    """Weak stands in B and in A, and A would stand in Weak: only by way of A is that a ring."""
    forced = {"strategy": "EMBED_ARRAY"}
    links = [owns("bw", "B", "Weak", **forced), owns("aw", "A", "Weak", **forced), owns("wa", "Weak", "A")]
    found = settled([A, B, WEAK], links)
    assert chosen(found) == {"bw": "EMBED_ARRAY", "aw": "EMBED_ARRAY", "wa": "PARENT_REF"}
    assert barred(found.decisions["wa"])["EMBED_ARRAY"] == "G10"


def test_separate_rings_are_separate() -> None:
    rings = [owns("ab", "A", "B"), owns("ba", "B", "A"), owns("cd", "C", "D"), owns("dc", "D", "C")]
    alone = chosen(settled([A, B], rings[:2]))
    found = chosen(settled([A, B, C, D], rings))
    assert {name: found[name] for name in alone} == alone


# --- sizes, depth, life --------------------------------------------------------------------------


def test_sizes_over_nested_holders() -> None:
    """Each level is small enough by itself; together they are 9 MiB."""
    outer = link("ab", MANY, "A", "B", exclusive_owner=True, has={"max": 100, "average": 90})
    inner = link("bc", MANY, "B", "C", exclusive_owner=True, has={"max": 100, "average": 100})
    entities = [A, B, entity("C", text(1000))]
    assert (
        set(strategies(entities, [outer]).values())
        == set(strategies(entities, [inner]).values())
        == {"EMBED_ARRAY"}
    )
    found = settled(entities, [outer, inner])
    assert chosen(found) == {"ab": "PARENT_REF", "bc": "EMBED_ARRAY"}
    assert barred(found.decisions["ab"])["EMBED_ARRAY"] == "G4"
    assert chosen(settled(entities, [{**outer, "strategy": "EMBED_ARRAY"}, inner])) == {
        "ab": "EMBED_ARRAY",
        "bc": "PARENT_REF",
    }


def test_the_largest_of_several_gives_way() -> None:
    entities = [A, entity("B", text(30_000)), entity("C", text(50_000))]
    count = {"max": 120, "average": 110}
    links = [owns("ab", "A", "B", has=count), owns("ac", "A", "C", has=count)]
    assert chosen(settled(entities, links)) == {"ab": "EMBED_ARRAY", "ac": "PARENT_REF"}
    assert chosen(settled(entities, [links[0], {**links[1], "strategy": "EMBED_ARRAY"}])) == {
        "ab": "PARENT_REF",
        "ac": "EMBED_ARRAY",
    }


def test_of_two_alike_the_first_gives_way() -> None:
    entities = [A, entity("B", text(50_000)), entity("C", text(50_000))]
    count = {"max": 120, "average": 110}
    links = [owns("ab", "A", "B", has=count), owns("ac", "A", "C", has=count)]
    assert chosen(settled(entities, links)) == {"ab": "PARENT_REF", "ac": "EMBED_ARRAY"}


def test_slices_count_in_their_holder() -> None:
    entities = [A, entity("B", text(500_000)), entity("C", text(500_000))]
    recent = {"together_needs": "recent", "accessed_together": 1, "has": {"growth": "unbounded"}}
    links = [link("ab", MANY, "A", "B", **recent), link("ac", MANY, "A", "C", **recent)]
    assert chosen(settled(entities[:2], links[:1])) == {"ab": "SUBSET"}
    found = settled(entities, links)
    assert chosen(found) == {"ab": "PARENT_REF", "ac": "SUBSET"}
    assert barred(found.decisions["ab"])["SUBSET"] == "G4"


def test_the_elements_of_a_bucket_count_with_what_they_hold() -> None:
    endless = {"has": {"growth": "unbounded"}, "pagination": "sequential"}
    parts = owns("parts", "B", "C", has={"max": 200, "average": 190})
    small, large = (
        settled([A, B, entity("C", text(size))], [link("ab", MANY, "A", "B", **endless), parts])
        for size in (100, 1000)
    )
    assert chosen(small) == {"ab": "BUCKET", "parts": "EMBED_ARRAY"}
    assert chosen(large) == {"ab": "PARENT_REF", "parts": "EMBED_ARRAY"}


def chain(length: int, **more: Any) -> tuple[list[Json], list[Json]]:
    entities = [entity(f"E{place}") for place in range(length + 1)]
    return entities, [link(f"r{place}", ONE, f"E{place}", f"E{place + 1}", **more) for place in range(length)]


@pytest.mark.parametrize(("length", "apart"), [(99, 0), (100, 1), (101, 2)])
def test_depth(length: int, apart: int) -> None:
    """A document has a hundred levels; its own root is the first."""
    found = settled(*chain(length))
    linked = [name for name, strategy in chosen(found).items() if strategy == "LINK_ONE"]
    assert len(linked) == apart
    assert {barred(found.decisions[name])["EMBED_ONE"] for name in linked} <= {"G6"}


def test_arrays_and_objects_inside_count_as_levels() -> None:
    nested = {
        "name": "a",
        "type": "array",
        "items": {"type": "object", "fields": [{"name": "x", "type": "int"}]},
    }
    child = entity("Child", nested)
    owned = owns("r", "P", "Child")
    limits = [strategies([entity("P"), child], [owned], constants={"nest_max": most})["r"] for most in (5, 4)]
    assert limits == ["EMBED_ARRAY", "PARENT_REF"]


def test_a_chain_deeper_than_pythons_stack() -> None:
    found = settled(*chain(1500))
    assert set(chosen(found).values()) == {"EMBED_ONE", "LINK_ONE"}


def test_shapes_shared_many_times_over_are_summed_once() -> None:
    """Each of 40 weak shapes stands twice in the next: 2 to the 40 places."""
    entities = [entity(f"W{place}", kind="weak") for place in range(41)]
    links = [owns(f"{half}{place}", f"W{place}", f"W{place + 1}") for place in range(40) for half in "ab"]
    assert chosen(settled(entities, links))


def test_life_is_compared_with_the_root() -> None:
    """B and C expire alike; within A, which does not, neither may stand."""
    fields = [text(), {"name": "made", "type": "date"}]
    b, c = (entity(name, *fields, retention=EXPIRING) for name in "BC")
    assert chosen(settled([b, c], [owns("bc", "B", "C")])) == {"bc": "EMBED_ARRAY"}
    found = settled([A, b, c], [owns("ab", "A", "B", strategy="EMBED_ARRAY"), owns("bc", "B", "C")])
    assert found.decisions["bc"].strategy != "EMBED_ARRAY"
    assert barred(found.decisions["bc"])["EMBED_ARRAY"] == "G7"


# --- ids, kinds that come later, and the whole ---------------------------------------------------


def test_elements_keep_the_ids_that_are_asked_for() -> None:
    entities, links = [A, B], [owns("ab", "A", "B", field="bees")]
    assert settled(entities, links).keeps_id == frozenset()
    assert settled(entities, links, op("read", "B", "_id")).keeps_id == {"B"}
    assert settled(entities, links, op("read", "A", "bees._id")).keeps_id == {"B"}
    declared = entity("B", {"name": "_id", "type": "int"})
    assert settled([A, declared], links).keeps_id == {"B"}


def test_a_sub_document_keeps_no_id_of_its_own() -> None:
    found = settled([A, B, D], [link("ab", ONE, "A", "B"), link("bd", MANY, "B", "D")])
    assert found.keeps_id == {"A"}


def test_an_element_without_a_key_keeps_its_id_for_its_neighbour() -> None:
    held = [
        owns("ab", "A", "B"),
        owns("ac", "A", "C"),
        link("bc", MANY, "B", "C", exclusive_owner=False, has={"max": 5}),
    ]
    found = settled([A, B, C], held)
    assert found.decisions["bc"].strategy == "ELEMENT_REF"
    assert found.keeps_id == {"B"}
    keyed = settled([A, entity("B", {"name": "id", "type": "string"}), C], held)
    assert keyed.keeps_id == frozenset()


@pytest.mark.parametrize(("kind", "child"), [("tree", "A"), ("graph", "A"), ("is-a", "B")])
def test_simple_forms_for_now_say_so(kind: str, child: str) -> None:
    model = design([A, B], [link("r", kind, "A", child), link("plain", MANY, "A", "B")])
    _, findings = compose(surveyed(model))
    assert [(one.code, one.severity, one.subject) for one in findings] == [("LATER", "info", "r")]


def test_forced_strategies_are_never_demoted() -> None:
    forced = {"strategy": "EMBED_ARRAY"}
    links = [
        owns("ab", "A", "B", **forced),
        owns("cb", "C", "B", **forced),
        link("bd", MANY, "B", "D", strategy="PARENT_REF"),
        link("many", MANY, "A", "D", has={"growth": "unbounded"}, **forced),
    ]
    found = chosen(settled([A, B, C, D], links))
    assert found == {"ab": "EMBED_ARRAY", "cb": "EMBED_ARRAY", "bd": "PARENT_REF", "many": "EMBED_ARRAY"}


def test_unconnected_relationships_are_left_alone() -> None:
    links = [owns("ab", "A", "B"), link("bd", MANY, "B", "D")]
    before = settled([A, B, D], links).decisions
    others = [entity("X"), entity("Y", kind="weak"), entity("Z")]
    more = [owns("xy", "X", "Y"), owns("zy", "Z", "Y", back={"min": 1})]
    after = settled([*others, A, B, D], [*more, *links]).decisions
    assert {name: after[name] for name in before} == before


def test_a_settled_design_has_no_clash_left() -> None:
    entities = [A, B, C, D, WEAK, NAME_ONLY]
    links = [
        owns("ab", "A", "B"), owns("cb", "C", "B"), link("bd", MANY, "B", "D"), owns("aw", "A", "Weak"),
        link("tags", NM, "Weak", "Tag", has={"max": 4}), link("wb", MANY, "Weak", "B"),
    ]  # fmt: skip
    model = design(entities, links)
    assert clashes(surveyed(model), composition(model).decisions) == []
