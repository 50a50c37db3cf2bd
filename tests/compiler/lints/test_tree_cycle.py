"""L56: sample documents of a tree that make no tree; planted, since those that are made agree."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from designs.compiler.lints.references import tree_cycle
from designs.compiler.lints.references.tree_cycle import LINT
from designs.compiler.sampling import samples
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import UP_TO, findings, found, planned

Node = dict[str, Any]
FORMS = {
    "TREE_PARENT": "to", "TREE_NESTED": "to", "TREE_PATH": "to", "TREE_ANCESTORS": "to", "TREE_CHILD": "from",
}  # fmt: skip
BAD = [("tree", "error")]


def checked(strategy: str, monkeypatch: pytest.MonkeyPatch, *changes: tuple[int, str, Any]) -> Any:
    """The findings with some fields of the sample nodes changed: number, field, value; a number
    for a value means that node's id."""
    nodes = entity("Node", field("name"))
    made = planned(design([nodes], [link("tree", "tree", "Node", "Node")]), tree=(strategy, FORMS[strategy]))
    documents = deepcopy(samples(made))
    for number, name, value in changes:
        if isinstance(value, list):
            value = [documents["nodes"][one]["_id"] for one in value]
        elif name == "parent":
            value = documents["nodes"][value]["_id"]
        documents["nodes"][number][name] = value
    monkeypatch.setattr(tree_cycle, "samples", lambda *_: documents)
    return found(LINT, made)


@pytest.mark.parametrize("strategy", FORMS)
def test_samples_that_are_trees(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked(strategy, monkeypatch) == []


@pytest.mark.parametrize("strategy", ["TREE_PARENT", "TREE_ANCESTORS", "TREE_NESTED"])
def test_a_ring_of_parents(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert BAD[0] in checked(strategy, monkeypatch, (1, "parent", 3))
    assert BAD[0] in checked(strategy, monkeypatch, (1, "parent", 1))


def test_a_ring_of_children(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked("TREE_CHILD", monkeypatch, (3, "children", [1])) == BAD
    assert checked("TREE_CHILD", monkeypatch, (3, "children", [])) == []


def test_ancestors_of_another_node(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked("TREE_ANCESTORS", monkeypatch, (3, "ancestors", [0, 1])) == []
    assert checked("TREE_ANCESTORS", monkeypatch, (3, "ancestors", [0, 2])) == BAD
    assert checked("TREE_ANCESTORS", monkeypatch, (3, "ancestors", [1, 0])) == BAD


def test_a_path_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked("TREE_PATH", monkeypatch, (3, "path", ",nobody,")) == BAD
    assert checked("TREE_PATH", monkeypatch, (3, "path", ",")) == []


@pytest.mark.parametrize(
    ("number", "side", "value", "good"),
    [
        (3, "left", 3, True),
        (3, "left", 2, False),
        (3, "left", 4, False),
        (3, "right", 7, False),
        (0, "right", 99, True),
    ],
)
def test_numbers_that_overlap(
    number: int, side: str, value: int, good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checked("TREE_NESTED", monkeypatch, (number, side, value)) == ([] if good else BAD)


def test_nodes_inside_other_documents_are_not_looked_at() -> None:
    entities = [entity("Book", field("title")), entity("Node", field("name"))]
    links = [
        link("chapters", "one-to-many", ("Book", UP_TO(5)), ("Node", UP_TO(1))),
        link("tree", "tree", "Node", "Node"),
    ]
    made = planned(design(entities, links), chapters=("EMBED_ARRAY", "from"), tree=("TREE_ANCESTORS", "to"))
    assert found(LINT, made) == []


@pytest.mark.parametrize(("strategy", "told"), [("TREE_PARENT", "parent"), ("TREE_CHILD", "children")])
def test_the_field_that_leads_around_is_named(
    strategy: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_cycle, "_ring", lambda parents: True)
    nodes = design([entity("Node", field("name"))], [link("tree", "tree", "Node", "Node")])
    made = planned(nodes, tree=(strategy, FORMS[strategy]))
    assert findings(LINT, made)[0].message == f"{told} forms a cycle."
