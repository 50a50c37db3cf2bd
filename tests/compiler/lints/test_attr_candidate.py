"""L55: fields that could be attributes."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.attr_candidate import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import design, entity, link, op, text


def product(
    count: int, indexed: int | None = None, inside: bool = False, **more: Any
) -> list[tuple[str, str]]:
    fields = [{**text(9, f"trait{number}"), **more} for number in range(count)]
    prefix = "specs." if inside else ""
    reads = tuple(
        op("read", "Product", f"{prefix}trait{n}") for n in range(count if indexed is None else indexed)
    )
    held = [{"name": "specs", "type": "object", "fields": fields}] if inside else fields
    return found(LINT, planned(design([entity("Product", *held)], [], reads)))


@pytest.mark.parametrize(("count", "told"), [(4, 0), (5, 1)])
def test_five_alike_with_an_index_each(count: int, told: int) -> None:
    assert product(count) == [("Product", "info")] * told
    assert product(count, inside=True) == [("Product", "info")] * told


def test_each_of_them_is_searched() -> None:
    assert product(5, indexed=4) == []


@pytest.mark.parametrize("more", [{"required": True}, {"unique": True}, {"variant_group": "specs"}])
def test_what_every_product_has_or_already_is_an_attribute(more: dict[str, Any]) -> None:
    assert product(5, **more) == []


def test_they_have_one_type() -> None:
    fields = [
        text(9, "a"),
        text(9, "b"),
        {"name": "c", "type": "int"},
        {"name": "d", "type": "int"},
        text(9, "e"),
    ]
    reads = tuple(op("read", "Product", field["name"]) for field in fields)
    assert found(LINT, planned(design([entity("Product", *fields)], [], reads))) == []


GROUPED = [{**text(9, name), "variant_group": "specs"} for name in ("color", "shape")]


@pytest.mark.parametrize(
    ("fields", "path", "reads", "wanted", "says"),
    [
        ([{"name": "box", "type": "object", "fields": GROUPED}], "box.", 2, "", ""),
        ([{"name": "box", "type": "object", "fields": GROUPED, "since_version": 2}], "box.", 2, "Part.box.color", "no plain object"),
        ([{"name": "box", "type": "object", "types": ["string"], "fields": GROUPED}], "box.", 2, "Part.box.color", "no plain object"),
        ([{"name": "box", "type": "object", "fields": [*GROUPED, text(9, "specs")]}], "box.", 2, "Part.box.color", "the group name conflicts"),
        ([{"name": "box", "type": "object", "fields": GROUPED, "since_version": 2}], "box.", 1, "", ""),
        ([{"name": "all", "type": "array", "items": {"type": "object", "fields": GROUPED}}], "all.", 2, "", ""),
        ([{"name": "all", "type": "array", "items": {"type": "array", "items": {"type": "object", "fields": GROUPED}}}], "all.", 2, "Part.all.color", "in a nested array, all"),
        ([*GROUPED, text(9, "specs")], "", 2, "Part.color", "the group name conflicts"),
        ([*GROUPED, text(9, "specs")], "", 1, "", ""),
        ([{**one, "variant_group": "a.b"} for one in GROUPED], "", 2, "Part.color", "the group name conflicts"),
        ([{**one, "variant_group": "$a"} for one in GROUPED], "", 2, "Part.color", "the group name conflicts"),
        ([{**one, "variant_group": "_id"} for one in GROUPED], "", 2, "Part.color", "the group name conflicts"),
        (GROUPED, "", 2, "", ""),
        ([*GROUPED, {"name": "box", "type": "object", "fields": [GROUPED[0]]}], "", 2, "", ""),
    ],
)  # fmt: skip
def test_a_group_that_stays_fields_says_why(
    fields: list[Any], path: str, reads: int, wanted: str, says: str
) -> None:
    asked = tuple({**op("read", "Part", path + name), "name": name} for name in ("color", "shape")[:reads])
    made = planned(design([entity("Part", *fields)], [], asked))
    assert found(LINT, made) == ([(wanted, "info")] if wanted else [])
    assert all(says in one.message for one in made.findings if one.code == "L55")


ROW = {"type": "object", "fields": GROUPED}
GRID = {"type": "array", "items": {"type": "array", "items": ROW}}


@pytest.mark.parametrize(
    ("inner", "says"), [(ROW, "in box, which belongs to a link"), (GRID, "in a nested array, box")]
)
def test_a_group_inside_a_field_of_a_link_says_where_it_is(inner: dict[str, Any], says: str) -> None:
    held = link("held", "many-to-many", "Product", "Part", link_fields=[{"name": "box", **inner}])
    held["from"]["field"] = "held"
    asked = tuple(
        {**op("read", "Product", path), "name": path} for path in ("held.box.color", "held.box.shape")
    )
    (told,) = findings(LINT, planned(design([entity("Product"), entity("Part")], [held], asked)))
    assert told.subject == "held.box.color" and says in told.message


@pytest.mark.parametrize(
    ("kind", "more", "reads", "says"),
    [
        ("many-to-many", [], 2, ""),
        ("many-to-many", [text(9, "specs")], 2, "the group name conflicts"),
        ("many-to-many", [text(9, "specs")], 1, ""),
        ("one-to-many", [], 2, "fields belong to a link"),
        ("one-to-many", [], 1, ""),
    ],
)
def test_a_group_of_a_link_that_stays_fields_says_so(
    kind: str, more: list[Any], reads: int, says: str
) -> None:
    held = link("held", kind, "Product", "Part", link_fields=[*GROUPED, *more])
    ends = ("held.color", "held.shape")
    asked = tuple({**op("read", "Product", path), "name": path} for path in ends[:reads])
    held["from"]["field"] = "held"
    made = planned(design([entity("Product"), entity("Part")], [held], asked))
    told = list(findings(LINT, made))
    assert [one.subject for one in told] == (["held.color"] if says else [])
    assert all(says in one.message for one in told)
