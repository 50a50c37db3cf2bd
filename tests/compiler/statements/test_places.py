"""Addresses: a document, a sub-document, an element, an element of an element."""

from __future__ import annotations

from typing import Any

from designs.compiler.model.conceptual import Model
from designs.compiler.model.constants import DEFAULTS
from designs.compiler.operations.context import OperationContext, ScriptFunction
from designs.compiler.operations.document_places import Address, element_key
from designs.compiler.operations.ir.changes import Unset, Update, UpdatePath
from designs.compiler.operations.ir.condition_rendering import rendered_filter
from designs.compiler.operations.ir.conditions import filter_of
from designs.compiler.operations.ir.predicates import Exists
from designs.compiler.operations.ir.rendering import array_filters, rendered_path
from designs.compiler.plan_model.compilation import Compilation, Plan
from designs.compiler.plan_model.physical import Outcome
from tests.compiler.composed import composed, design, entity, field, link, placement

MODEL = design(
    [
        entity("Post", field("title")),
        entity("Comment", field("_id", "int"), field("text")),
        entity("Reply", field("author", unique=True), field("text")),
        entity("Seal", field("colour")),
    ],
    [
        link("comments", "one-to-many", "Post", "Comment"),
        link("replies", "one-to-many", "Comment", "Reply"),
        link("seal", "one-to-one", "Comment", "Seal"),
    ],
)
SEALED = design(
    [entity("Post", field("title")), entity("Seal", field("colour"))],
    [link("seals", "one-to-many", "Post", "Seal")],
)


def world(model: Model = MODEL) -> OperationContext:
    chosen = {one.name: "EMBED_ONE" if one.name == "seal" else "EMBED_ARRAY" for one in model.links}
    composition = composed(model, **chosen)
    placed = placement(model, composition)
    plan = Plan(design="Test", database="test")
    compilation = Compilation(model=model, constants=DEFAULTS, composition=composition, plan=plan)
    return OperationContext(compilation, placed, placed.names, placed.paths)


def written(place: UpdatePath) -> tuple[str, list[dict[str, Any]]]:
    """Return the path of a place as an update has it, and its arrayFilters."""
    return rendered_path(place), array_filters(Update.of(Unset(place)))


def test_a_document_is_found_by_its_id() -> None:
    at, value = Address(world(), "Post"), object()
    assert at.is_root and at.match(value) == filter_of({"_id": value})
    assert at.update_path("title") == UpdatePath("title")
    assert rendered_filter(at.match(1, {"a.3": Exists(False)})) == {
        "_id": 1,
        "a.3": {"$exists": False},
    }


def test_an_element_is_matched_and_written_in_place() -> None:
    at = Address(world(), "Comment")
    assert (
        at.match(7) == filter_of({"comments._id": 7})
        and rendered_path(at.update_path("text", 7)) == "comments.$.text"
    )
    assert rendered_filter(at.match(7, {"text": "x"})) == {
        "comments": {"$elemMatch": {"_id": 7, "text": "x"}}
    }
    assert written(at.everywhere("text", "comments.likes", 7)) == (
        "comments.$[around].text",
        [{"around.likes": 7}],
    )
    assert written(at.update_path("text", 7, named=True, more={"n": 1})) == (
        "comments.$[found].text", [{"found._id": 7, "found.n": 1}]
    )  # fmt: skip


def test_an_element_of_an_element_needs_an_array_filter() -> None:
    at = Address(world(), "Reply")
    assert at.key == "comments.replies.author"
    # A comment without replies is not gone into: the server refuses such an update.
    assert written(at.update_path("text", "me")) == (
        "comments.$[around].replies.$[found].text", [{"around.replies.author": "me"}, {"found.author": "me"}]
    )  # fmt: skip


def test_an_element_without_an_id_is_looked_for_in_one_document() -> None:
    at, recipe = Address(world(), "Reply"), ScriptFunction("operation:x", "x", "edit")
    which = at.id(recipe)
    found = at.match(which)
    assert found.paths == ["_id", "comments.replies.author"] and found.value("_id").name == "postId"


def test_a_sub_document_is_found_by_its_holder() -> None:
    at = Address(world(), "Seal")
    assert at.key == "comments._id" and rendered_path(at.update_path("colour")) == "comments.$.seal.colour"


def test_elements_are_told_apart_by_an_id_or_a_unique_field_only() -> None:
    names = {one.name: one for one in MODEL.entities}
    assert element_key(names["Comment"], True) == "_id"
    assert element_key(names["Reply"], False) == "author"
    assert element_key(names["Seal"], False) == ""


def test_an_element_that_nothing_tells_apart_is_named_whole() -> None:
    at, recipe = Address(world(SEALED), "Seal"), ScriptFunction("operation:x", "x", "edit")
    assert (
        at.is_told_whole and at.key == "seals" and rendered_path(at.update_path("colour")) == "seals.$.colour"
    )
    which = at.id(recipe)
    root = at.match(which).value("_id")
    assert at.match(which) == filter_of({"_id": root, "seals": which}) and root.name == "postId"
    assert recipe.note == "Pass the whole seal as it was read."
    cuts = {"$size": {"$literal": Outcome(step="seal", path="cuts", many=True)}}
    assert rendered_filter(at.match(which, {"cuts.4": Exists(False)}))["$expr"] == {
        "$and": [{"$lte": [cuts, 4]}]
    }
