"""A tree of one kind in a collection of several: documents of the others are no nodes of it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from tests.compiler.compiled import compiled

FORMS = ("TREE_PARENT", "TREE_CHILD", "TREE_ANCESTORS", "TREE_PATH", "TREE_NESTED")
FOLDER = {"thing_type": "folder"}
ALL = ("roots", "roots_page", "whole", "rebuild")


def things(strategy: str, node: str = "Folder") -> Compilation:
    """Folders in folders, beside files in one collection with them; or a tree of all things."""
    entities = [
        {"name": name, "fields": [{"name": name.lower(), "type": "string"}]}
        for name in ("Thing", "Folder", "File")
    ]
    kinds: list[dict[str, Any]] = [
        {"name": name.lower(), "kind": "is-a", "from": {"entity": "Thing"}, "to": {"entity": name}, "strategy": "POLY_SINGLE"}
        for name in ("Folder", "File")
    ]  # fmt: skip
    tree = {
        "name": "tree",
        "kind": "tree",
        "from": {"entity": node},
        "to": {"entity": node},
        "strategy": strategy,
    }
    return compiled({"format": "nestlink/1", "name": "Disk", "database": "disk", "entities": entities, "relationships": [*kinds, tree]})  # fmt: skip


def asked(made: Compilation) -> dict[str, dict[str, Any]]:
    """Of what looks at all nodes, what it looks for first."""
    wanted = [one for one in made.plan.statements if one.subject == "relationship:tree"]
    first = {one.id: dict((one.pipeline or [{}])[0].get("$match") or one.filter or {}) for one in wanted}
    audits = {one.id for one in wanted if one.purpose == "audit" and ".orphans" not in one.id}
    return {name: first[name] for name in first if name in audits or name.partition(".")[2] in ALL}


@pytest.mark.parametrize("strategy", FORMS)
def test_what_looks_at_all_nodes_leaves_other_kinds_alone(strategy: str) -> None:
    found = asked(things(strategy))
    assert found and all(one.items() >= FOLDER.items() for one in found.values()), found


@pytest.mark.parametrize("strategy", FORMS)
def test_a_tree_of_all_kinds_looks_at_all_of_them(strategy: str) -> None:
    assert not [one for one in asked(things(strategy, "Thing")).values() if "thing_type" in one]


@pytest.mark.parametrize("node", ["Folder", "Thing"])
@pytest.mark.parametrize("strategy", FORMS)
def test_examples_of_other_kinds_are_no_faults_of_the_tree(strategy: str, node: str) -> None:
    assert not [one for one in things(strategy, node).findings if one.severity == "error"]
