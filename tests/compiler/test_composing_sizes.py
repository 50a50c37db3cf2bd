"""G4, G6 and G7 over whole holder documents, nested ones included."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.settled import A, B, chosen, owns, settled
from tests.compiler.small import (
    EXPIRING,
    MANY,
    NM,
    ONE,
    Json,
    barred,
    entity,
    link,
    strategies,
    text,
)


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


@pytest.mark.parametrize(
    ("has", "ending"), [({}, "MiB (assumed: state an average)"), ({"average": 90}, "MiB")]
)
def test_sizes_of_whole_documents_ask_for_an_assumed_average(has: Json, ending: str) -> None:
    outer = owns("ab", "A", "B", has={"max": 180, **has})
    inner = owns("bc", "B", "C", has={"max": 100, "average": 100})
    found = settled([A, B, entity("C", text(1000))], [outer, inner])
    (told,) = [one for one in found.decisions["ab"].rejected if one.strategy == "EMBED_ARRAY"]
    assert told.by == "G4" and told.because.startswith("a whole A document") and told.because.endswith(ending)


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


def test_links_count_in_their_owner() -> None:
    """Links and parts are small enough by themselves; together they are over 8 MiB."""
    lines = link("lines", NM, "A", "D", has={"max": 100}, link_owner="from", accessed_together=1,
                 link_fields=[text(80_000, "why")])  # fmt: skip
    parts = owns("ab", "A", "B", has={"max": 120, "average": 110})
    entities = [A, entity("B", text(50_000)), entity("D", text())]
    assert chosen(settled(entities, [lines])) == {"lines": "EMBED_LINK"}
    assert chosen(settled(entities[:2], [parts])) == {"ab": "EMBED_ARRAY"}
    found = settled(entities, [lines, parts])
    assert chosen(found) == {"lines": "EMBED_LINK", "ab": "PARENT_REF"}
    assert barred(found.decisions["ab"])["EMBED_ARRAY"] == "G4"


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


def test_arrays_in_arrays_count_as_levels() -> None:
    inner = {"type": "array", "items": {"type": "int"}}
    child = entity("Child", {"name": "a", "type": "array", "items": inner})
    owned = owns("r", "P", "Child")
    limits = [strategies([entity("P"), child], [owned], constants={"nest_max": most})["r"] for most in (5, 4)]
    assert limits == ["EMBED_ARRAY", "PARENT_REF"]


@pytest.mark.parametrize(
    ("most", "expected"), [(5, ("BUCKET", "EMBED_ARRAY")), (4, ("PARENT_REF", "PARENT_REF"))]
)
def test_what_an_element_of_a_page_holds_stands_below_the_page_and_its_array(
    most: int, expected: tuple[str, str]
) -> None:
    paged = link(
        "r", MANY, "P", "Child", has={"growth": "unbounded"}, pagination="sequential", independent_access=0
    )
    links = [paged, owns("s", "Child", "Part")]
    found = strategies([entity(name) for name in ("P", "Child", "Part")], links, constants={"nest_max": most})
    assert (found["r"], found["s"]) == expected


@pytest.mark.parametrize(("most", "whole"), [(5, True), (4, False)])
def test_each_level_of_a_whole_tree_is_an_array_and_a_node(most: int, whole: bool) -> None:
    tree = link("r", "tree", "Node", "Node", tree={"reads": "whole", "depth": 3})
    found = strategies([entity("Node", count=10)], [tree], constants={"nest_max": most})["r"]
    assert (found == "EMBED_TREE") is whole


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
