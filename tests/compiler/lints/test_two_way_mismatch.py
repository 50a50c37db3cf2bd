"""L15: two-way links that disagree."""

from __future__ import annotations

import pytest

from designs.compiler.lints.references import two_way_mismatch
from designs.compiler.lints.references.two_way_mismatch import LINT
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Collection
from tests.compiler.compiled import compiled, design_of
from tests.compiler.planned import found, inspection, pair
from tests.mongosh.odd import end, entity, field, link


@pytest.mark.parametrize("name", ["bookshop", "task_tracker"])
def test_our_examples_agree(name: str) -> None:
    assert found(LINT, design_of(name)) == []


def test_a_link_on_one_side_only_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of the source: a book names an author who does not name it, and the other way."""
    plan = pair("TWO_WAY_EMBED", 5, 5, kind="many-to-many")
    left, right = (collection.name for collection in plan.plan.collections)
    spots = {side: _path(plan, side) for side in ("from", "to")}
    agreeing = {
        left: [{"_id": 1, spots["from"]: [1, 2]}, {"_id": 2, spots["from"]: [1]}],
        right: [{"_id": 1, spots["to"]: [1, 2]}, {"_id": 2, spots["to"]: [1]}],
    }
    erring = {
        left: [{"_id": 1, spots["from"]: [1, 2]}, {"_id": 2, spots["from"]: [1]}],
        right: agreeing[right][:1],
    }
    monkeypatch.setattr(two_way_mismatch, "samples", lambda *given: agreeing)
    assert found(LINT, plan) == []
    erring[right].append({"_id": 2, spots["to"]: [1, 2]})
    monkeypatch.setattr(two_way_mismatch, "samples", lambda *given: erring)
    assert found(LINT, plan) == [("Parent.children", "error")]


def test_a_task_is_owned_by_who_lists_it(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = pair("TWO_WAY_REFS", 5)
    left, right = (collection.name for collection in plan.plan.collections)
    one, other = _path(plan, "from"), _path(plan, "to")
    held = {left: [{"_id": 1, one: [7]}, {"_id": 2, one: []}], right: [{"_id": 7, other: 2}]}
    monkeypatch.setattr(two_way_mismatch, "samples", lambda *given: held)
    assert found(LINT, plan) == [("Parent.children", "error")]


@pytest.mark.parametrize("history", ["none", "revisions", "point-in-time"])
def test_a_past_version_names_what_was_linked_then(history: str) -> None:
    units = link("adjoining", "graph", end("Unit", 3, field="adjoins"), end("Unit", 3, field="adjoined_by"))
    design = {
        "format": "nestlink/1", "name": "Storage", "database": "storage", "relationships": [units], "operations": [],
        "entities": [entity("Unit", field("number"), history=history)],
    }  # fmt: skip
    plan = compiled(design)
    assert plan.plan.decisions[0].strategy == "TWO_WAY_EMBED" and found(LINT, plan) == []


def test_only_collections_that_refer_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each relationship looked through all collections of a design for those that keep versions."""
    looked_at: list[str] = []

    def noting(collection: Collection) -> bool:
        looked_at.append(collection.name)
        return False

    monkeypatch.setattr(two_way_mismatch, "holds_versions", noting)
    left, right = (end(name, 3, field=f"of_{name}") for name in ("Left", "Right"))
    design = {
        "format": "nestlink/1", "name": "Pairs", "database": "pairs", "operations": [],
        "relationships": [link("paired", "many-to-many", left, right, strategy="TWO_WAY_EMBED")],
        "entities": [entity(name, field("number")) for name in ("Left", "Right", "Apart", "Alone")],
    }  # fmt: skip
    assert found(LINT, compiled(design)) == []
    assert sorted(looked_at) == ["lefts", "rights"]


def _path(plan: Compilation, side: str) -> str:
    seen = inspection(plan)
    return seen.placement.references(seen.model.links[0], side)[0].path
