"""Documents that can't be: rings of embedding that the designer's own strategies make, and nodes in the documents
of two trees. Refused when a file is read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler.plan_model.decisions import forced_ring, ring_of
from designs.compiler.reading import read
from tests.compiler.small import MANY, ONE, Json, composition, design, entity, link

ENTITIES = [entity(name) for name in "ABCD"]


def inside(part: str, whole: str, strategy: str | None = "EMBED_ARRAY", kind: str = MANY) -> Json:
    own = {"strategy": strategy} if strategy else {}
    return link(f"{part} in {whole}", kind, whole, part, **own)


RINGS: list[tuple[list[Json], list[str]]] = [
    ([], []),
    ([inside("A", "B"), inside("B", "C")], []),
    ([inside("A", "B"), inside("A", "C"), inside("B", "D"), inside("C", "D")], []),
    ([inside("A", "A")], ["A"]),
    ([inside("A", "B"), inside("B", "A")], ["A", "B"]),
    ([inside("A", "B"), inside("B", "C", "OUTLIER"), inside("C", "A", "EMBED_ONE", ONE)], ["A", "B", "C"]),
    ([inside("D", "A"), inside("A", "B"), inside("B", "A")], ["A", "B"]),
    ([inside("A", "B"), inside("A", "C"), inside("C", "A")], ["A", "C"]),
    ([inside("A", "B"), inside("B", "A", None)], []),
    ([inside("A", "B"), inside("B", "A", "auto")], []),
    ([inside("A", "B"), inside("B", "A", "PARENT_REF")], []),
    ([inside("A", "B"), inside("B", "A", "BUCKET")], []),
    ([inside("A", "A", "EMBED_TREE", "tree")], []),
]


@pytest.mark.parametrize(("links", "ring"), RINGS)
def test_rings(links: list[Json], ring: list[str]) -> None:
    assert forced_ring(design(ENTITIES, links).links) == ring


def test_a_long_way_round() -> None:
    edges = [(str(place), str(place + 1), place) for place in range(20_000)]
    assert ring_of(edges) == []
    assert ring_of([*edges, ("20000", "0", 20_000)]) == list(range(20_001))


def faults(links: list[Json]) -> list[Any]:
    parts = {"entities": ENTITIES, "relationships": links}
    return list(read(json.dumps({"format": "nestlink/1", "name": "x", "database": "x", **parts})).findings)


def test_a_ring_is_refused_where_it_closes_and_named() -> None:
    found = faults([inside("D", "A"), inside("A", "B", None), inside("B", "C"), inside("C", "B")])
    assert [one.subject for one in found] == ["relationships[2].strategy"]
    assert '"B" in "C" in "B"' in found[0].message
    assert found[0].hint


def test_a_ring_that_the_rules_may_cut_is_read() -> None:
    assert faults([inside("A", "B"), inside("B", "A", None)]) == []


def whole(name: str, strategy: str | None) -> Json:
    own = {"strategy": strategy} if strategy else {}
    tree = {"reads": "whole", "static": True, "depth": 3}
    return link(name, "tree", "A", "A", has={"max": 3}, back_field=f"{name}_up", tree=tree, **own)


def test_a_node_stands_in_the_document_of_one_root() -> None:
    found = faults([whole(name, "EMBED_TREE") for name in ("first", "second")])
    assert [one.subject for one in found] == ["relationships[1].strategy"]
    assert found[0].message == '"first" already embeds each A in its root document.'


@pytest.mark.parametrize(
    ("forced", "trees"),
    [
        (("EMBED_TREE", None), ["EMBED_TREE", "TREE_PATH"]),
        ((None, "EMBED_TREE"), ["TREE_PATH", "EMBED_TREE"]),
        ((None, None), ["EMBED_TREE", "TREE_PATH"]),
    ],
)
def test_another_tree_gives_way(forced: tuple[str | None, ...], trees: list[str]) -> None:
    links = [whole(name, own) for name, own in zip(("first", "second"), forced, strict=True)]
    assert faults(links) == []
    decisions = composition(design(ENTITIES, links)).decisions.values()
    assert [one.strategy for one in decisions] == trees
    (other,) = [one for one in decisions if one.strategy == "TREE_PATH"]
    assert [one.by for one in other.rejected if one.strategy == "EMBED_TREE"] == ["G8"]
