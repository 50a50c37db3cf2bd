"""Trees and subtypes: nodes inside one another, numbers of nested sets with a history, subtypes in several places."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.test_trees_with_history import tree
from tests.oracle.judging import judge

Json = dict[str, Any]


def design(entities: list[Json], relationships: list[Json]) -> Json:
    return {
        "format": "nestlink/1",
        "name": "Archive",
        "database": "archive",
        "entities": entities,
        "relationships": relationships,
    }


def nested_sections() -> Json:
    """Sections inside of sections, some of which have the seal of one keeper."""
    return design(
        [entity("Section", field("title")), entity("Keeper", field("name"))],
        [
            link("parts", "tree", end("Section"), end("Section"), strategy="EMBED_TREE", tree={"depth": 3}),
            link("seal", "one-to-one", end("Keeper"), end("Section"), strategy="LINK_ONE"),
        ],
    )


def subtypes(strategy: str) -> Json:
    """Deeds are papers, and wills are deeds."""
    return design(
        [entity(name, field(f"{name.lower()}_no")) for name in ("Paper", "Map", "Deed", "Will")],
        [
            link("maps", "is-a", end("Paper"), end("Map"), strategy="POLY_SINGLE"),
            link("deeds", "is-a", end("Paper"), end("Deed"), strategy="POLY_SINGLE"),
            link("wills", "is-a", end("Deed"), end("Will"), strategy=strategy),
        ],
    )


def nodes_of_a_subtype() -> Json:
    """Folders are papers, and stand inside of folders."""
    return design(
        [entity(name, field(f"{name.lower()}_no")) for name in ("Paper", "Map", "Folder")],
        [
            link("maps", "is-a", end("Paper"), end("Map"), strategy="POLY_SINGLE"),
            link("folders", "is-a", end("Paper"), end("Folder"), strategy="POLY_SINGLE"),
            link("below", "tree", end("Folder"), end("Folder"), strategy="EMBED_TREE", tree={"depth": 3}),
        ],
    )


def trees_of_kin(other: str) -> Json:
    """Deeds below deeds, and below these or beside them another tree."""
    source = subtypes("POLY_SINGLE")
    source["relationships"] += [
        link("older", "tree", end("Deed"), end("Deed"), strategy="TREE_ANCESTORS"),
        link("nearer", "tree", end(other), end(other), strategy="TREE_ANCESTORS"),
    ]
    return source


def full_sections() -> Json:
    """Sections inside of sections, so and so many at most."""
    parts = link("parts", "tree", end("Section", 9), end("Section"), strategy="EMBED_TREE", tree={"depth": 4})
    return design([entity("Section", field("title"))], [parts])


def counted_children(topology: str) -> Json:
    """Nodes that count those below them, and name the node above in a field that the function fills."""
    total = field("children", "int", computed={"formula": "count(below)", "refresh": "on-write"})
    below = link(
        "below", "tree", end("Node", 40, field="below"), end("Node", field="above"), strategy="TREE_ANCESTORS"
    )
    return design([entity("Node", field("name"), total)], [below]) | {"topology": topology}


def slices_of_a_history() -> Json:
    """Shelves keep their versions and repeat their latest boxes."""
    source = design(
        [
            entity("Shelf", field("name"), history="point-in-time"),
            entity("Box", field("label"), field("packed", "date")),
            entity("Owner", field("name")),
        ],
        [
            link("boxes", "one-to-many", end("Owner"), end("Box"), strategy="PARENT_REF"),
            link(
                "latest",
                "one-to-many",
                end("Shelf"),
                end("Box"),
                strategy="SUBSET",
                recent={"count": 2, "sort": "packed", "direction": -1},
            ),
        ],
    )
    return source | {"topology": "standalone"}


@pytest.mark.parametrize(
    ("source", "functions"),
    [
        pytest.param(
            nested_sections(),
            ["partsAdd1", "partsRemove2", "sealRead", "sealBack"],
            id="seals of inner sections",
        ),
        pytest.param(tree("TREE_NESTED"), ["belowReassign", "belowCascade"], id="numbers with a history"),
        pytest.param(subtypes("POLY_SPLIT"), ["deedsRead"], id="a subtype in two collections"),
        pytest.param(nodes_of_a_subtype(), ["foldersRead", "mapsKinds"], id="nodes of a subtype"),
        pytest.param(trees_of_kin("Will"), ["olderRebuild", "nearerRebuild"], id="trees of kin"),
        pytest.param(trees_of_kin("Map"), ["olderRebuild", "nearerRebuild"], id="trees beside one another"),
        pytest.param(full_sections(), ["partsAdd1", "partsAdd3"], id="arrays in arrays with a maximum"),
        pytest.param(counted_children("replica-set"), ["belowAdd"], id="a count of children"),
        pytest.param(
            counted_children("standalone"), ["belowAdd"], id="a count of children on a server alone"
        ),
        pytest.param(slices_of_a_history(), ["boxesRemove"], id="slices of a history"),
    ],
)
def test_each_function_does_what_it_means(source: Json, functions: list[str]) -> None:
    verdicts = judge("archive", source, only=functions)
    assert {one.function: one.why for one in verdicts if one.judged} == dict.fromkeys(functions, "")
