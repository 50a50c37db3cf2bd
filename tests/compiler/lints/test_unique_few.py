"""UNIQUE_FEW: what is unique has a value for each document."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.unique_few import LINT
from tests.compiler.planned import findings, found, index_of, planned, things
from tests.compiler.small import design, entity

Json = dict[str, Any]
THREE = {"enum": ["a", "b", "c"]}
TOLD = [("Thing.a", "error")]


def one(**more: Any) -> Json:
    return {"name": "a", "type": "string", "required": True, "unique": True, **more}


def below(**more: Any) -> Json:
    return {"name": "b", "type": "bool", "required": True, **more}


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ({"type": "bool"}, 2),
        ({"type": "bool", "types": ["maxKey"]}, 3),
        ({"type": "minKey"}, 1),
        ({"type": "maxKey"}, 1),
        ({"type": "null"}, 1),
        ({"type": "object"}, 1),
        ({"type": "object", "fields": [below()]}, 2),
        ({"type": "object", "fields": [below(required=False)]}, 3),
        ({"type": "object", "fields": [below(), below(name="c", **THREE, type="string")]}, 6),
        (THREE, 3),
        ({"enum": ["a", "a", None]}, 1),
        ({"enum": [None]}, 1),
        ({"type": "int", "minimum": 1, "maximum": 5}, 5),
        ({"type": "int", "minimum": 5, "maximum": 3}, 0),
        ({"type": "long", "minimum": 0.5, "maximum": 5.5}, 5),
        ({"max_length": 0}, 1),
        ({"type": "array", "items": {"type": "bool"}}, 3),
        ({"type": "array", "items": {"type": "bool"}, "min_items": 1}, 2),
    ],
)
def test_there_are_as_many_values_as_documents(field: Json, values: int) -> None:
    assert found(LINT, things(one(**field), count=values)) == []
    assert found(LINT, things(one(**field), count=values + 1)) == TOLD
    assert found(LINT, things(one(**field, unique=False), count=values + 1)) == []


@pytest.mark.parametrize(
    "field",
    [
        {},
        {"type": "int"},
        {"type": "int", "minimum": 1},
        {"max_length": 1},
        {"type": "double", "maximum": 1},
        {"type": "array"},
        {"type": "array", "types": ["string"], "items": {"type": "bool"}},
    ],
)
def test_what_nobody_could_count_is_enough(field: Json) -> None:
    assert found(LINT, things(one(**field), count=1e9)) == []


@pytest.mark.parametrize(("field", "most"), [({"type": "minKey"}, "1 document"), (THREE, "3 documents")])
def test_it_is_told_how_many_can_have_one(field: Json, most: str) -> None:
    (told,) = findings(LINT, things(one(**field), count=9))
    assert told.message == f"Unique, so at most {most} can have a value, and there are 9."


@pytest.mark.parametrize("more", [{"required": False}, {"nullable": True}, {"since_version": 2}])
def test_where_it_may_be_absent_it_is_a_warning(more: Json) -> None:
    assert found(LINT, things(one(type="bool", **more), count=3)) == [("Thing.a", "warning")]
    assert found(LINT, things(one(type="bool", **more), count=2)) == []


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ({"type": "bool"}, 1),
        ({"type": "null"}, 1),
        ({"type": "object"}, 1),
        ({"type": "object", "fields": [below()]}, 0),
        ({"type": "int", "minimum": 1, "maximum": 5}, 0),
        ({"type": "bool", "enum": [True]}, 0),
        (THREE, 0),
    ],
)
def test_without_a_number_of_documents_types_that_never_have_more_are_told(field: Json, told: int) -> None:
    assert found(LINT, things(one(**field))) == [("Thing.a", "warning")] * told


def test_inserts_and_a_lifetime_are_a_number_of_documents() -> None:
    kept = {"policy": "ttl", "field": "at", "seconds": 86_400}
    parts = [one(**THREE), {"name": "at", "type": "date", "required": True}]
    for inserts, told in ((3, []), (4, TOLD)):
        assert found(LINT, things(*parts, retention=kept, inserts_per_day=inserts)) == told


def test_nested_ones_and_ids_count() -> None:
    inner = {"name": "o", "type": "object", "required": True, "fields": [one(type="bool")]}
    assert found(LINT, things(inner, count=3)) == [("Thing.o.a", "error")]
    listed = {
        "name": "l",
        "type": "array",
        "required": True,
        "items": {"type": "object", "fields": [one(**THREE)]},
    }
    assert found(LINT, things(listed, count=4)) == [("Thing.l.a", "warning")]
    assert found(LINT, things(listed | {"min_items": 1}, count=4)) == [("Thing.l.a", "error")]
    own = {"name": "_id", "type": "string", **THREE}
    (told,) = findings(LINT, things(own, count=4))
    assert (told.subject, told.severity, told.fix) == ("Thing._id", "error", None)
    assert found(LINT, things(own, count=3)) == []


@pytest.mark.parametrize(
    ("index", "most"),
    [
        ({"keys": [["a", 1]]}, 3),
        ({"keys": [["a", 1], ["b", -1]]}, 9),
        ({"keys": [["a", 1], ["c", 1]]}, None),
        ({"keys": [["a", 1]], "partial": {"b": True}}, None),
        ({"keys": [["a", 1]], "sparse": True}, None),
        ({"keys": [["a", 1]], "unique": False}, None),
    ],
)
def test_a_declared_index_has_as_many_keys_as_documents(index: Json, most: int | None) -> None:
    parts = [one(unique=False, **THREE), below(required=False), {"name": "c", "type": "string"}]
    declared = [{"unique": True, **index}]
    told = lambda count: found(LINT, things(*parts, indexes=declared, count=count))  # noqa: E731
    subject = ", ".join(path for path, _ in index["keys"])
    assert told(most or 3) == []
    assert told((most or 1000) + 1) == ([(f"Thing.{subject}", "error")] if most else [])
    assert found(LINT, things(*parts, indexes=declared)) == []


@pytest.mark.parametrize(
    ("field", "click", "hint"),
    [
        ({"type": "bool"}, True, "Remove unique."),
        ({"type": "object"}, False, "Index its fields, or remove unique."),
        (THREE, False, "Remove unique, allow more values, or correct the count."),
    ],
)
def test_one_click_where_no_number_of_values_would_do(field: Json, click: bool, hint: str) -> None:
    (told,) = findings(LINT, planned(design([entity("Thing", one(**field, id="aaaaaaaaaaaa"), count=9)], [])))
    expected = {"edit": "set", "id": "aaaaaaaaaaaa", "path": ["unique"]}
    assert told.fix == (expected if click else None) and told.hint == hint


def test_the_index_of_what_is_only_null_is_one_that_the_server_takes() -> None:
    index = index_of(things(one(type="null")), "things", "a:1")
    assert index.options == {"unique": True, "partialFilterExpression": {"a": {"$exists": True}}}


@pytest.mark.parametrize("required", [True, False])
def test_items_that_may_lack_what_is_unique_are_told_of(required: bool) -> None:
    """The mandates of direct debits beside cards in one array were to be unique, and nothing kept them so."""
    items = {"type": "object", "fields": [one(name="mandate", required=required)]}
    plan = things({"name": "l", "type": "array", "required": True, "items": items})
    assert found(LINT, plan) == ([] if required else [("Thing.l.mandate", "warning")])
    for finding in findings(LINT, plan):
        assert finding.message.startswith("things.l.mandate can't be unique: items without it count as null")
        assert finding.hint.startswith(
            "Make l.mandate required, or insert each value as _id of a separate collection"
        )
