"""Ranges whose ends a function can't go without."""

from __future__ import annotations

from msgspec.structs import replace

from designs.compiler.exporters.mongosh.lacking.open_ranges import closed_ends
from designs.compiler.plan_model.physical import BuiltValue, Param
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design


def test_what_is_taken_out_where_a_value_is_given_is_by_no_range() -> None:
    """An update may leave out what it takes out of an array, where its caller has no value for it."""
    rename = {
        "name": "rename",
        "kind": "update",
        "entity": "Song",
        "filter": [{"field": "_id"}],
        "changes": ["title"],
    }
    plan = compile_design(design([entity("Song", field("title"))], [], operations=[rename])).plan
    update = next(each for each in plan.statements if each.recipe == "rename")
    pull = BuiltValue("given", ({"tags": Param(name="tag", collection="songs", path="tags")},))
    assert closed_ends([replace(update, update={"$pull": pull})]) == ()
