"""Steps between shapes that differ inside an object or a list: what is written by its path, what as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
OLD, NEW = field("zip", until_version=1), field("code", required=True, since_version=2)
GAINS = field("note", since_version=2)
TWICE = [field("zip", until_version=1), field("zip", "int", since_version=2)]


def moves(*fields: Json, **more: Any) -> dict[str, Statement]:
    made = compile_design(design([entity("User", field("name"), *fields, **more)], []))
    assert not [one for one in made.findings if one.code == "L53"]
    return {one.id: one for one in made.plan.statements if one.purpose in ("upgrade", "outdated")}


def box(*inner: Json, **more: Any) -> Json:
    return field("box", "object", fields=[field("x"), *inner], **more)


def rows(*inner: Json, depth: int = 1, **more: Any) -> Json:
    items: Json = {"type": "object", "fields": [field("x"), *inner]}
    for _ in range(depth - 1):
        items = {"type": "array", "items": items}
    return field("rows", "array", items=items, **more)


def paths(update: Any) -> dict[str, list[str]]:
    stages = update if isinstance(update, list) else [update]
    return {operator: list(found) for stage in stages for operator, found in stage.items()}


SET = "schema_version"


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ([box(OLD, NEW, required=True)], {"$set": [SET, "box.code"], "$unset": ["box.zip"]}),
        ([box(OLD, NEW, required=True, nullable=True)], {"$set": [SET, "box"]}),
        ([box(OLD, NEW)], {"$set": [SET, "box"]}),
        ([box(OLD)], {"$set": [SET], "$unset": ["box.zip"]}),
        ([box(*TWICE, required=True)], {"$set": [SET, "box.zip"]}),
        ([box(box(NEW), required=True)], {"$set": [SET, "box"]}),
        ([box(box(NEW, required=True), required=True)], {"$set": [SET, "box.box.code"]}),
        ([rows(NEW, required=True)], {"$set": [SET, "rows"]}),
        ([rows(OLD)], {"$set": [SET], "$unset": ["rows.zip"]}),
        ([rows(OLD, depth=2)], {"$set": [SET, "rows"]}),
        ([box(OLD, rows(OLD))], {"$set": [SET], "$unset": ["box.zip", "box.rows.zip"]}),
        ([box(NEW, since_version=2)], {"$set": [SET, "box"]}),
        ([box(OLD, until_version=1)], {"$set": [SET], "$unset": ["box"]}),
    ],
)
def test_one_document_moves_by_paths_where_these_lead_somewhere(
    fields: list[Json], wanted: dict[str, list[str]]
) -> None:
    assert paths(moves(*fields)["User.upgrade.1"].update) == wanted


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ([box(OLD, NEW, required=True)], {"box.code": {"$exists": True}}),
        ([box(OLD, NEW)], {"box": {"$exists": False}}),
        ([box(OLD)], {}),
        ([box(*TWICE, required=True)], {"box.zip": {"$exists": False}}),
        (TWICE, {"zip": {"$exists": False}}),
        ([rows(NEW)], {"rows": {"$exists": False}}),
        ([rows(NEW, required=True)], None),
        ([rows(GAINS, required=True)], {}),
        ([rows(OLD, GAINS, required=True)], None),
        ([rows(OLD)], {}),
        ([rows(OLD, depth=2)], {"rows": {"$exists": False}}),
        ([box(GAINS)], {}),
    ],
)
def test_all_move_at_once_where_no_program_makes_what_is_new(fields: list[Json], asked: Json | None) -> None:
    one = moves(*fields).get("User.upgrade_all.1")
    assert (one is None) is (asked is None)
    assert one is None or one.filter == {"schema_version": 1, **(asked or {})}


@pytest.mark.parametrize(
    ("fields", "written"),
    [
        ([box(OLD, NEW, required=True)], ["box.zip", "box.code"]),
        ([box(OLD, NEW)], []),
        ([box(OLD), NEW], []),
        ([rows(OLD), OLD, NEW], ["zip", "code"]),
    ],
)
def test_both_shapes_are_written_where_paths_lead_somewhere(fields: list[Json], written: list[str]) -> None:
    one = moves(*fields).get("User.both.1")
    assert list(one.update["$set"] if one else []) == written


def test_an_element_of_a_list_gets_its_own_list_whole() -> None:
    """No path of an update leads through a list that need not be there."""
    parts = [
        entity("User", field("name")),
        entity("Contact", field("label", unique=True), rows(OLD), schema_version=2),
    ]
    held = link("contacts", "one-to-many", ("User", {"has": {"max": 5}}), "Contact", strategy="EMBED_ARRAY", exclusive_owner=True)  # fmt: skip
    made = compile_design(design(parts, [held]))
    (one,) = [each for each in made.plan.statements if each.id == "Contact.upgrade.1"]
    assert paths(one.update) == {"$set": ["contacts.$[found].schema_version", "contacts.$[found].rows"]}
