"""Decisions brought to agree: homes, lookups, ids, and what composing leaves alone."""

from __future__ import annotations

import pytest

from designs.compiler.composition.conflicts import clashes
from designs.compiler.plan_model.decisions import Composition, Home
from tests.compiler.settled import WEAK, A, B, C, D, chosen, kinds, owns, settled
from tests.compiler.small import (
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
    surveyed,
    text,
)


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


def two_homes(least: tuple[int, int], child: Json = B, **more: Json) -> Composition:
    links = [
        owns(name, name.upper(), child["name"], back={"min": least[place]}, **more.get(name, {}))
        for place, name in enumerate("ac")
    ]
    return settled([A, C, child], links)


def test_a_weak_shape_may_stand_in_several_holders() -> None:
    found = two_homes((0, 0), WEAK)
    assert chosen(found) == {"a": "EMBED_ARRAY", "c": "EMBED_ARRAY"}
    assert kinds(found)["Weak"] == ["element", "element"]


@pytest.mark.parametrize("least", [(0, 1), (1, 0)])
def test_a_weak_shape_of_one_holder_and_maybe_another_gets_a_collection(least: tuple[int, int]) -> None:
    found = two_homes(least, WEAK)
    assert chosen(found) == {"a": "PARENT_REF", "c": "PARENT_REF"}
    assert {barred(decision)["EMBED_ARRAY"] for decision in found.decisions.values()} == {"G8"}
    assert kinds(found)["Weak"] == ["collection"]


@pytest.mark.parametrize(("least", "home"), [((0, 1), "c"), ((1, 0), "a")])
def test_the_parent_that_a_child_always_has_is_its_home(least: tuple[int, int], home: str) -> None:
    """The other one it may be without, so it refers to that."""
    found = two_homes(least)
    assert chosen(found) == {"a": "PARENT_REF", "c": "PARENT_REF", home: "EMBED_ARRAY"}
    other = next(name for name in "ac" if name != home)
    assert barred(found.decisions[other])["EMBED_ARRAY"] == "G11"


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


def test_elements_keep_the_ids_that_are_asked_for() -> None:
    entities, links = [A, B], [owns("ab", "A", "B", field="bees")]
    assert settled(entities, links).keeps_id == frozenset()
    assert settled(entities, links, op("read", "B", "_id")).keeps_id == {"B"}
    assert settled(entities, links, op("read", "A", "bees._id")).keeps_id == {"B"}
    declared = entity("B", {"name": "_id", "type": "int"})
    assert settled([A, declared], links).keeps_id == {"B"}


@pytest.mark.parametrize(("name", "kept"), [("_id", {"B"}), ("made_by._id", set()), ("ghost._id", set())])
def test_an_id_inside_a_field_is_not_the_elements(name: str, kept: set[str]) -> None:
    inner = {"name": "made_by", "type": "object", "fields": [{"name": "_id", "type": "int"}]}
    links = [owns("ab", "A", "B", strategy="EMBED_ARRAY")]
    assert settled([A, entity("B", inner)], links, op("read", "B", name)).keeps_id == kept


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


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "timeseries"),
        ({"kind": "event"}, "collection"),
        ({"fields": [text()]}, "collection"),
        ({"needs": ["unique"]}, "collection"),
        ({"validation": {"level": "strict"}}, "collection"),
        ({"retention": {"policy": "capped", "bytes": 1000}}, "collection"),
        ({"retention": {"policy": "ttl", "field": "at", "seconds": 60}}, "timeseries"),
    ],
)
def test_a_measurement_of_nothing_is_a_series_of_its_own(changes: Json, kind: str) -> None:
    reading = {
        "name": "Reading",
        "kind": "measurement",
        "fields": [{"name": "at", "type": "date"}],
        **changes,
    }
    found = settled([reading], [])
    assert kinds(found) == {"Reading": [kind]}


def measured(one: int, other: int, kind: str = "measurement") -> dict[str, str]:
    """Readings of two parents, so many of which each reading has at least."""
    at = {"name": "at", "type": "date"}
    links = [
        link(name, MANY, name, "R", has={"growth": "unbounded"}, back={"min": least, "max": 1}, time_window="day")
        for name, least in (("B", one), ("C", other))
    ]  # fmt: skip
    return chosen(settled([entity("R", at, kind=kind), B, C], links))


@pytest.mark.parametrize(("one", "other", "home"), [(1, 0, "B"), (0, 1, "C"), (1, 1, "B"), (0, 0, "B")])
def test_a_time_series_holds_the_keys_of_all_parents(one: int, other: int, home: str) -> None:
    """It is a collection of its own, so a measurement need not have each of them."""
    rest = "C" if home == "B" else "B"
    assert measured(one, other) == {home: "TIME_SERIES", rest: "PARENT_REF"}


def test_what_is_in_one_holder_or_another_has_a_collection() -> None:
    assert measured(1, 0, "event") == {"B": "PARENT_REF", "C": "PARENT_REF"}
    assert "BUCKET_TIME" in measured(1, 1, "event").values()
