"""L13: references of another type than the id."""

from __future__ import annotations

import pytest

from designs.compiler.lints.references.ref_type import LINT
from designs.compiler.plan_model.physical import DocField, Element
from tests.compiler.composed import field
from tests.compiler.planned import found, pair, with_collection

ID = DocField(name="_id", types=("objectId",), required=True)


def children(*types: str) -> DocField:
    return DocField(name="parent_id", types=types, target="parents", origin="reference")


@pytest.mark.parametrize(
    ("types", "wrong"),
    [(("objectId",), False), (("objectId", "null"), False), (("string",), True), (("uuid",), True)],
)
def test_the_types_must_share_something(types: tuple[str, ...], wrong: bool) -> None:
    plan = with_collection(pair("PARENT_REF"), "children", fields=(ID, children(*types)))
    assert found(LINT, plan) == ([("children.parent_id", "error")] if wrong else [])


def test_numbers_of_all_types_are_equal() -> None:
    plan = pair("PARENT_REF", parent={"fields": [field("_id", "int")]})
    assert found(LINT, with_collection(plan, "children", fields=(ID, children("long")))) == []


def test_ids_in_arrays_are_compared_too() -> None:
    ids = DocField(name="parents", types=("array",), items=Element(types=("string",), target="parents"))
    plan = with_collection(pair("PARENT_REF"), "children", fields=(ID, ids))
    assert found(LINT, plan) == [("children.parents", "error")]


@pytest.mark.parametrize("strategy", ["PARENT_REF", "CHILD_REFS", "TWO_WAY_REFS", "SUBSET", "BUCKET"])
def test_generated_references_take_the_type_of_the_id(strategy: str) -> None:
    ids = {"fields": [field("_id", "uuid"), field("name"), field("born_on", "date")]}
    assert found(LINT, pair(strategy, parent=dict(ids), child=dict(ids))) == []


def test_an_array_and_its_elements_are_one_reference() -> None:
    element = Element(types=("string",), target="parents")
    ids = DocField(name="parents", types=("array",), target="parents", items=element)
    plan = with_collection(pair("PARENT_REF"), "children", fields=(ID, ids))
    assert found(LINT, plan) == [("children.parents", "error")]
