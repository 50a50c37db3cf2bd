"""Which indexes entities ask for themselves: natural keys, declared indexes, shard keys and groups of attributes."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan.indexes.candidates import Candidate
from designs.compiler.plan.indexes.redundancy import settle
from tests.compiler.compiled import compiled
from tests.compiler.composed import field
from tests.compiler.planned import index_of, keys, pair
from tests.compiler.test_indexes import asks, match, things

PLACE = field("place", "object", fields=[field("row", "int"), field("code", unique=True, required=True)])


def inside(**child: Any) -> list[str]:
    """The indexes of parents that hold such children."""
    child = {"fields": [field("name"), field("spot", "object", fields=[field("row", "int")])], **child}
    return keys(pair("EMBED_ARRAY", child=child, top={"topology": "sharded"}), "parents")


def test_a_natural_key_may_stand_inside_of_an_object_or_a_list() -> None:
    assert keys(things(fields=[PLACE]), "things") == ["place.code:1"]
    (index,) = things(fields=[_places(required=True)]).plan.collections[0].indexes
    assert index.keys == (("places.code", 1),) and index.options["unique"]
    assert index.reason.endswith("; it doesn't prevent duplicates inside one document")


def test_a_natural_key_that_elements_may_lack_is_not_unique() -> None:
    """Two documents with an element without it would both count as null."""
    (index,) = things(fields=[_places()]).plan.collections[0].indexes
    assert index.keys == (("places.code", 1),) and "unique" not in index.options
    assert "items without it count as null" in index.reason
    inner = {"type": "object", "fields": [_places(required=True)]}
    (index,) = things(fields=[field("halls", "array", items=inner)]).plan.collections[0].indexes
    assert index.keys == (("halls.places.code", 1),) and "unique" not in index.options


def _places(**code: bool) -> dict[str, Any]:
    return field("places", "array", items={"type": "object", "fields": [field("code", unique=True, **code)]})


@pytest.mark.parametrize(
    ("topology", "line", "told"),
    [
        ("replica-set", "sku:1", "sku is a natural key of Thing"),
        (
            "sharded",
            "city:1,sku:1",
            "sku is a natural key of Thing; on a sharded collection a unique index starts with the shard key",
        ),
    ],
)
def test_a_natural_key_on_shards_says_why_it_starts_with_another(topology: str, line: str, told: str) -> None:
    fields = [field("sku", unique=True, required=True), field("city", required=True)]
    made = things(fields=fields, shard_key=[["city", 1]], topology=topology)
    assert index_of(made, "things", line).reason == told


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("name", "children.name:1"),
        ("spot.row", "children.spot.row:1"),
        ("spot.$**", "children.spot.$**:1"),
        ("$**", "$**:1"),
    ],
)
def test_a_declared_index_stands_where_its_entity_does(key: str, line: str) -> None:
    assert inside(indexes=[{"keys": [[key, 1]]}]) == [line]


def test_only_a_collection_of_its_own_is_sharded_by_a_key() -> None:
    assert inside(shard_key=[["name", 1]]) == []
    apart = pair("PARENT_REF", child={"shard_key": [["name", 1]]}, top={"topology": "sharded"})
    assert "name:1" in keys(apart, "children")


def test_a_filter_by_a_whole_list_is_a_value() -> None:
    declared = {"keys": [["city", 1]], "partial": {"tags": ["new", "old"]}}
    index = index_of(things(indexes=[declared]), "things", "city:1")
    assert index.options == {"partialFilterExpression": {"tags": ["new", "old"]}}


@pytest.mark.parametrize(("strategy", "lines"), [("TIME_SERIES", []), ("PARENT_REF", ["specs.$**:1"])])
def test_names_that_nobody_knows_are_not_indexed_in_a_time_series(strategy: str, lines: list[str]) -> None:
    specs = field("specs", "object", variant_group="specs")
    child = {"kind": "measurement", "fields": [field("at", "date", required=True), specs]}
    assert [line for line in keys(pair(strategy, None, child=child), "children") if "specs" in line] == lines


TTL = {"policy": "ttl", "seconds": 60, "field": "at"}


@pytest.mark.parametrize(
    ("retention", "strategy", "lines"),
    [
        (TTL, "PARENT_REF", ["at:1"]),
        (TTL, "TIME_SERIES", []),
        ({**TTL, "policy": "archive", "after_days": 30}, "PARENT_REF", ["at:1"]),
        ({**TTL, "policy": "archive", "after_days": 30}, "TIME_SERIES", []),
        ({"policy": "ttl", "field": "at"}, "PARENT_REF", []),
    ],
)
def test_what_goes_has_an_index_of_its_end(
    retention: dict[str, Any], strategy: str, lines: list[str]
) -> None:
    child = {"kind": "measurement", "retention": retention, "fields": [field("at", "date", required=True)]}
    made = pair(strategy, None, child=child)
    assert [line for line in keys(made, "children") if line.startswith("at")] == lines


def test_the_current_version_is_found_by_its_unique_index() -> None:
    """A read of what is true now asks for the end that is not there, and so does the filter of that index."""
    number = {**field("number", required=True), "unique": True}
    asked = asks(filter=[match("number")])
    by_id = asks("by id", filter=[match("_id")])  # so they are not known by their number
    plan = things(asked, by_id, fields=[number, field("kind")], history="point-in-time")
    only = index_of(plan, "things", "number:1")
    assert only.serves == ("entity:Thing", "operation:find")
    assert only.options == {
        "unique": True, "partialFilterExpression": {"number": {"$exists": True}, "valid_to": None}
    }  # fmt: skip
    assert [line for line in keys(plan, "things") if line.startswith("number")] == ["number:1"]


# --- what is not asked for twice --------------------------------------------------------------


def test_ids_are_indexed_by_the_server_unless_the_design_wants_more() -> None:
    assert keys(things(asks(sort=[{"field": "_id", "direction": -1}])), "things") == []
    assert keys(things(asks(sort=[{"field": "_id"}, {"field": "city"}])), "things") == []
    wanted = {"keys": [["_id", 1], ["city", 1]]}
    assert keys(things(indexes=[wanted]), "things") == ["_id:1,city:1"]


def test_one_equality_that_is_shared_is_not_enough() -> None:
    both = [
        asks("one", filter=[match("kind"), match("city")]),
        asks("other", filter=[match("kind"), match("sku")]),
    ]
    assert keys(things(*both), "things") == ["kind:1,city:1", "kind:1,sku:1"]


A = (("a", 1),)
UNIQUE = {"unique": True, "partialFilterExpression": {"a": {"$exists": True}}}


@pytest.mark.parametrize(
    ("declared", "kept", "options"),
    [
        ({"unique": True}, UNIQUE, [{"unique": True}]),  # the designer's, as it was declared
        (
            {"unique": True},
            {"expireAfterSeconds": 9},
            [{"unique": True, "name": "a_1_unique"}, {"expireAfterSeconds": 9}],
        ),
        ({"sparse": True}, {"unique": True}, [{"sparse": True}, {"unique": True, "name": "a_1_unique"}]),
        ({}, {"expireAfterSeconds": 9}, [{"expireAfterSeconds": 9}]),
    ],
)
def test_what_must_stay_is_one_with_a_declared_index_that_does_the_same(
    declared: dict[str, Any], kept: dict[str, Any], options: list[dict[str, Any]]
) -> None:
    one = Candidate(keys=A, kept=True, declared=True, options=declared)
    made = settle([one, Candidate(keys=A, kept=True, options=kept)])
    assert [index.options for index in made] == options


def test_a_declared_unique_index_leaves_out_documents_of_kinds_that_lack_its_field() -> None:
    """Two of them would both count as null, and the second one would be refused."""
    declared = {"keys": [["tax_no", 1]], "unique": True}
    firm = {"name": "Firm", "fields": [field("tax_no")], "indexes": [declared]}
    links = [
        {"name": name, "kind": "is-a", "from": {"entity": "Party"}, "to": {"entity": name}}
        for name in ("Firm", "Person")
    ]
    made = compiled(
        {"format": "nestlink/1", "name": "Parties", "database": "parties", "relationships": links,
         "entities": [{"name": "Party", "fields": [field("name")]}, firm, {"name": "Person"}]}
    )  # fmt: skip
    index = index_of(made, "parties", "tax_no:1")
    assert index.options == {"unique": True, "partialFilterExpression": {"tax_no": {"$exists": True}}}
