"""Which filters name one document at most: one that asks for every key of a unique index, by equality."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
PAIR: Json = {"keys": [["product", 1], ["locale", -1]]}
FIELDS = (
    field("product", required=True),
    field("locale", required=True),
    field("state", required=True, enum=["open", "paid"]),
    field("tags", "array", items={"type": "string"}),
    field("rows", "array", items={"type": "object", "fields": [field("a"), field("b")]}),
)


def done(index: Json, kind: str, *asked: str | Json, **more: Any) -> str:
    """How an operation is done where one index is unique."""
    filters = [{"field": one} if isinstance(one, str) else one for one in asked]
    operation = {"name": "o", "kind": kind, "entity": "Text", "filter": filters, "per_day": 9, **more}
    text = entity("Text", *FIELDS, indexes=[{"unique": True, **index}])
    plan = compile_design(design([text], [], operations=[operation])).plan
    (one,) = (made for made in plan.statements if made.subject == "operation:o" and not made.must_miss)
    return one.op


@pytest.mark.parametrize(
    ("kind", "one", "many"),
    [
        ("read", "findOne", "find"),
        ("update", "updateOne", "updateMany"),
        ("delete", "deleteOne", "deleteMany"),
    ],
)
def test_all_keys_of_a_unique_index_name_one(kind: str, one: str, many: str) -> None:
    more = {"changes": ["state"]} if kind == "update" else {}
    assert done(PAIR, kind, "product", "locale", **more) == one
    assert done(PAIR, kind, "locale", "state", "product", **more) == one
    assert done(PAIR, kind, "product", **more) == many
    assert done(PAIR, kind, "product", {"field": "locale", "match": "in"}, **more) == many
    assert done(PAIR | {"unique": False}, kind, "product", "locale", **more) == many


def test_a_partial_index_tells_of_the_documents_that_it_holds() -> None:
    only = {"keys": [["product", 1]], "partial": {"state": "open"}}
    assert done(only, "read", "product", {"field": "state", "value": "open"}) == "findOne"
    for state in ({"field": "state", "value": "paid"}, {"field": "state"}):
        assert done(only, "read", "product", state) == "find"
    assert done(only, "read", "product") == "find"
    there = {"keys": [["product", 1]], "partial": {"product": {"$exists": True}}}
    assert done(there, "read", "product") == "findOne"
    above = {"keys": [["product", 1]], "partial": {"product": {"$gt": "m"}}}
    assert done(above, "read", "product") == "find"


def test_two_elements_of_one_array_may_be_met_by_two_documents() -> None:
    assert done({"keys": [["tags", 1]]}, "read", "tags") == "findOne"
    assert done({"keys": [["product", 1], ["tags", 1]]}, "read", "product", "tags") == "findOne"
    assert done({"keys": [["rows.a", 1], ["rows.b", 1]]}, "read", "rows.a", "rows.b") == "find"
