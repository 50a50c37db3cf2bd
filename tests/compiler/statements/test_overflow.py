"""What did not fit into its array: one function looks in the array and in the overflow collection."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.statements.test_operations import names

Json = dict[str, Any]
BY_CODE, BY_LABEL, BY_ALBUM = [{"field": "code"}], [{"field": "label"}], [{"field": "album"}]
STARS = {"changes": ["stars"]}


def album(*operations: Json, strategy: str = "OUTLIER") -> list[Statement]:
    """Albums with photos, of which a few have more than an array takes, and tags in the photos."""
    entities = [
        entity("Album", field("title", required=True)),
        entity(
            "Photo",
            field("code", required=True, unique=True),
            field("label"),
            field("stars", "int"),
            kind="weak",
        ),
        entity("Tag", field("word"), kind="weak"),
    ]
    many, one = {"has": {"growth": "unbounded"}}, {"field": "album", "has": {"min": 1, "max": 1}}
    most = {"has": {"max": 5}}
    links = [
        link("photos", "one-to-many", ("Album", many if strategy == "OUTLIER" else most), ("Photo", one), strategy=strategy, exclusive_owner=True),
        link("tags", "one-to-many", ("Photo", most), ("Tag", one), strategy="EMBED_ARRAY", exclusive_owner=True),
    ]  # fmt: skip
    return list(compile_design(design(entities, links, operations=list(operations))).plan.statements)


def asked(kind: str, filter: list[Json], **more: Any) -> list[Statement]:
    found = album({"name": "it", "kind": kind, "entity": "Photo", "filter": filter, **more})
    return [one for one in found if one.subject == "operation:it"]


@pytest.mark.parametrize(
    ("kind", "more", "ops"),
    [
        ("update", STARS, ("updateOne", "updateOne")),
        ("update", {**STARS, "returns": "after"}, ("findOneAndUpdate", "findOneAndUpdate")),
        ("delete", {}, ("updateOne", "deleteOne")),
        ("read", {}, ("findOne", "findOne")),
    ],
)
def test_one_that_is_not_in_the_array_is_looked_for_in_the_overflow(kind: str, more: Json, ops: Any) -> None:
    first, second = asked(kind, BY_CODE, **more)
    assert (first.op, second.op) == ops and first.recipe == second.recipe == "it"
    assert (first.collection, second.collection) == ("albums", "albums_extra")
    assert second.unless == first.step and second.step
    assert second.filter["item.code"] == first.filter["photos.code"]


@pytest.mark.parametrize(
    ("kind", "more", "ops"),
    [
        ("update", STARS, ("updateMany", "updateMany")),
        ("delete", {}, ("updateMany", "deleteMany")),
        ("read", {}, ("aggregate", "find")),
    ],
)
def test_several_are_looked_for_in_both(kind: str, more: Json, ops: Any) -> None:
    first, second = asked(kind, BY_LABEL, **more)
    assert (first.op, second.op, second.unless) == (*ops, "")
    assert names(second.filter) == {"item.label": "label"}


def test_those_of_one_holder_are_found_by_it_in_the_overflow_too() -> None:
    first, second = asked("update", BY_ALBUM + BY_LABEL, **STARS)
    assert names(first.filter) == {"_id": "albumId", "photos.label": "label"}
    assert names(second.filter) == {"album": "albumId", "item.label": "label"}
    assert second.filter["album"] == first.filter["_id"]


def test_what_the_overflow_can_not_be_asked_is_said() -> None:
    (only,) = asked("update", [{"field": "album.title"}], **STARS)
    assert "Excludes overflow items in albums_extra." in only.comment


@pytest.mark.parametrize("strategy", ["OUTLIER", "EMBED_ARRAY"])
def test_a_field_is_edited_in_the_array_or_else_in_the_overflow(strategy: str) -> None:
    found = [one for one in album(strategy=strategy) if one.recipe == "photos.edit"]
    assert [one.collection for one in found] == ["albums", "albums_extra"][: 1 + (strategy == "OUTLIER")]
    if strategy == "OUTLIER":
        first, second = found
        assert second.unless == first.step
        assert second.filter == {"album": first.filter["_id"], "item.code": first.filter["photos.code"]}
        (before,), (beyond,) = (one.update["$set"].parts for one in (first, second))
        names = ("label", "stars")
        assert beyond == {f"item.{name}": before[f"photos.$.{name}"] for name in names}


@pytest.mark.parametrize(("strategy", "told"), [("OUTLIER", True), ("EMBED_ARRAY", False)])
def test_functions_of_what_is_inside_look_into_the_overflow(strategy: str, told: bool) -> None:
    made = [one for one in album(strategy=strategy) if one.recipe.startswith("tags.")]
    asked = {
        name: {one.collection for one in made if one.recipe == name} for name in (one.recipe for one in made)
    }
    assert made and all(("albums_extra" in one) is told for one in asked.values())
    assert not any("left out" in one.comment for one in made)
