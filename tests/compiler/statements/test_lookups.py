"""Arrays of values: what they are values of is renamed with them, where it has documents of its own."""

from __future__ import annotations

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

FEW, UNBOUNDED = {"has": {"max": 9}}, {"has": {"growth": "unbounded"}}


@pytest.mark.parametrize("is_known", [False, True])
def test_a_value_is_renamed_in_the_document_that_it_comes_from(is_known: bool) -> None:
    entities = [entity("Post", field("title")), entity("Tag", field("label", unique=True)), entity("Note", field("text"))]  # fmt: skip
    links = [link("tagged", "many-to-many", ("Post", FEW), ("Tag", UNBOUNDED), strategy="VALUE_ARRAY")]
    if is_known:
        links.append(link("notes", "one-to-many", ("Tag", UNBOUNDED), "Note", strategy="PARENT_REF"))
    plan = compile_design(design(entities, links)).plan
    *_, array, last = [statement for statement in plan.statements if statement.recipe == "tagged.rename"]
    documents = {each.name for each in plan.collections}
    assert ("tags" in documents) is is_known
    own = last if is_known else None
    assert (last.collection, [*last.update]) == (("tags" if is_known else "posts"), ["$set"])
    if own is not None:
        assert [*own.filter] == ["label"] and [*own.update["$set"]] == ["label"]
        assert own.filter["label"] == array.filter["tags"] and own.options is None
