"""Which indexes a design gets (rulebook IX1 to IX10)."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from designs.compiler.plan.indexes.candidates import Candidate
from designs.compiler.plan.indexes.redundancy import settle
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import design, entity, field
from tests.compiler.planned import index_of, keys, planned


def things(*operations: dict[str, Any], fields: list[Any] | None = None, **more: Any) -> Compilation:
    own = fields or [
        field("sku"), field("kind"), field("city"), field("price", "double"), field("made_on", "date"),
        field("tags", "array", items={"type": "string"}), field("shelves", "array", items={"type": "string"}),
        field("place", "object", fields=[field("row", "int"), field("note")]),
    ]  # fmt: skip
    top = {key: more.pop(key) for key in ("topology", "constants") if key in more}
    return planned(design([entity("Thing", *own, **more)], [], operations=list(operations), **top))


def asks(name: str = "find", kind: str = "read", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "entity": "Thing", **more}


def match(path: str, how: str = "eq", **more: Any) -> dict[str, Any]:
    return {"field": path, "match": how, **more}


# --- IX1: equality, sort, range ---------------------------------------------------------------


def test_equality_comes_before_the_sort_and_the_range_last() -> None:
    filters = [match("price", "range", at_least=1), match("kind"), match("city", "in", values=3)]
    plan = things(asks(filter=filters, sort=[{"field": "made_on", "direction": -1}]))
    assert keys(plan, "things") == ["kind:1,city:1,made_on:-1,price:1"]


@pytest.mark.parametrize(("values", "line"), [(199, "city:1,made_on:1"), (200, "made_on:1,city:1")])
def test_a_large_in_counts_as_a_range(values: int, line: str) -> None:
    plan = things(asks(filter=[match("city", "in", values=values)], sort=[{"field": "made_on"}]))
    assert keys(plan, "things") == [line]


@pytest.mark.parametrize(("unique", "line"), [(True, []), (False, ["city:1,kind:1,price:1"])])
def test_what_a_unique_index_tells_needs_no_further_key(unique: bool, line: list[str]) -> None:
    declared = [{"keys": [["city", 1], ["kind", 1]], "unique": unique}]
    guarded = asks(filter=[match("city"), match("kind"), match("price", "range", at_least=1)])
    assert sorted(keys(things(guarded, indexes=declared), "things")) == ["city:1,kind:1", *line]


@pytest.mark.parametrize("how", ["prefix", "regex", "exists", "range"])
def test_other_matches_are_ranges(how: str) -> None:
    plan = things(asks(filter=[match("city", how), match("kind")], sort=[{"field": "made_on"}]))
    assert keys(plan, "things") == ["kind:1,made_on:1,city:1"]


def test_the_most_shared_equality_comes_first() -> None:
    one = asks("one", filter=[match("kind"), match("city")])
    other = asks("other", filter=[match("city")])
    plan = things(one, other)
    assert keys(plan, "things") == ["city:1,kind:1"]
    assert index_of(plan, "things", "city:1,kind:1").serves == ("operation:one", "operation:other")


def test_updates_and_deletes_need_indexes_and_inserts_do_not() -> None:
    plan = things(
        asks("change", "update", filter=[match("kind")], changes=["price"]),
        asks("remove", "delete", filter=[match("city")]),
        asks("add", "insert"),
    )
    assert keys(plan, "things") == ["kind:1", "city:1"]


def test_nested_fields_are_indexed_by_their_document_path() -> None:
    assert keys(things(asks(filter=[match("place.row")])), "things") == ["place.row:1"]


def test_an_operation_by_id_needs_no_index_of_its_own() -> None:
    plan = things(asks(filter=[match("_id"), match("kind")], sort=[{"field": "made_on"}]))
    assert keys(plan, "things") == []


# --- IX2: prefixes ----------------------------------------------------------------------------


def test_an_index_that_begins_another_is_dropped_and_its_users_are_kept() -> None:
    plan = things(
        asks("a", filter=[match("kind")]),
        asks("b", filter=[match("kind")], sort=[{"field": "price", "direction": -1}]),
    )
    assert keys(plan, "things") == ["kind:1,price:-1"]
    assert index_of(plan, "things", "kind:1,price:-1").serves == ("operation:b", "operation:a")


def test_a_sort_is_served_in_both_directions() -> None:
    up = asks("up", sort=[{"field": "price"}, {"field": "city"}])
    down = asks("down", sort=[{"field": "price", "direction": -1}, {"field": "city", "direction": -1}])
    mixed = asks("mixed", sort=[{"field": "price"}, {"field": "city", "direction": -1}])
    assert keys(things(up, down), "things") == ["price:1,city:1"]
    assert keys(things(up, mixed), "things") == ["price:1,city:1", "price:1,city:-1"]


@pytest.mark.parametrize(
    "options",
    [{"sparse": True}, {"partialFilterExpression": {"x": 1}}, {"collation": {"locale": "en"}}],
    ids=["sparse", "partial", "collation"],
)
def test_an_index_of_fewer_or_other_values_serves_nobody_else(options: dict[str, Any]) -> None:
    longer = Candidate(keys=(("a", 1), ("b", 1)), kept=True, options=options)
    plain = Candidate(keys=(("a", 1),), free=1)
    assert [i.keys for i in settle([plain, longer])] == [plain.keys, longer.keys]
    assert [i.keys for i in settle([plain, Candidate(keys=longer.keys, kept=True)])] == [longer.keys]


@pytest.mark.parametrize("options", [{"unique": True}, {"expireAfterSeconds": 9}])
def test_what_has_a_purpose_of_its_own_is_never_dropped(options: dict[str, Any]) -> None:
    short = Candidate(keys=(("a", 1),), kept=True, options=options)
    assert len(settle([short, Candidate(keys=(("a", 1), ("b", 1)), free=2)])) == 2


def test_equal_keys_with_other_options_get_names_that_differ() -> None:
    partial = Candidate(keys=(("a", 1),), kept=True, options={"partialFilterExpression": {"b": 1}})
    names = [index.name for index in settle([partial, Candidate(keys=(("a", 1),), free=1)])]
    assert names == ["a_1_partial", "a_1"]


# --- IX4, IX5, IX6, IX7 -----------------------------------------------------------------------


def test_two_arrays_never_share_an_index() -> None:
    plan = things(asks(filter=[match("tags"), match("shelves"), match("kind")]))
    assert keys(plan, "things") == ["tags:1,kind:1", "shelves:1,kind:1"]


def test_fields_of_one_array_share_an_index() -> None:
    rows = field("rows", "array", items={"type": "object", "fields": [field("x"), field("y")]})
    plan = things(asks(filter=[match("rows.x"), match("rows.y")]), fields=[rows])
    assert keys(plan, "things") == ["rows.x:1,rows.y:1"]


def test_a_constant_filter_makes_a_partial_index_with_values_of_the_fields_types() -> None:
    always = {"kind": "open", "made_on": {"$gte": "2021-01-01"}}
    plan = things(asks(filter=[match("kind"), match("city")], always_filter=always))
    index = index_of(plan, "things", "city:1")
    made = datetime.datetime(2021, 1, 1, tzinfo=datetime.UTC)
    assert index.options == {"partialFilterExpression": {"kind": "open", "made_on": {"$gte": made}}}


def test_all_text_searches_of_a_collection_share_one_index_of_strings() -> None:
    plan = things(
        asks("a", filter=[match("city", "text")]),
        asks("b", filter=[match("place", "text")]),
        asks("c", filter=[match("sku")]),
    )
    assert keys(plan, "things") == ["sku:1", "city:text,place.note:text"]


def test_a_declared_text_index_takes_the_searches_in() -> None:
    plan = things(
        asks(filter=[match("city", "text")]), indexes=[{"keys": [["sku", "text"]], "name": "words"}]
    )
    assert keys(plan, "things") == ["sku:text,city:text"]
    assert index_of(plan, "things", "sku:text,city:text").name == "words"


def test_ignoring_case_needs_a_collation_where_strings_are_compared() -> None:
    plan = things(
        asks(filter=[match("city")], case_insensitive=True),
        asks("n", filter=[match("price")], case_insensitive=True),
    )
    assert index_of(plan, "things", "city:1").options == {"collation": {"locale": "en", "strength": 2}}
    assert index_of(plan, "things", "price:1").options == {}


def test_what_is_near_needs_a_geographic_index() -> None:
    assert keys(things(asks(filter=[match("place", "near")])), "things") == ["place:2dsphere"]


@pytest.mark.parametrize("city", [match("city"), match("city", "in")])
def test_what_is_asked_for_beside_a_place_stands_before_it(city: dict[str, Any]) -> None:
    """What is near is read outwards: without the state in front, all that was ever closed there was."""
    assert keys(things(asks(filter=[match("place", "near"), city])), "things") == ["city:1,place:2dsphere"]


@pytest.mark.parametrize(
    ("beside", "line"),
    [
        (match("city", "in", values=199), "city:1,place:2dsphere"),
        (match("city", "in", values=200), "place:2dsphere"),
        (match("tags", "in"), "place:2dsphere"),
    ],
)
def test_values_in_an_array_or_too_many_of_them_stand_before_no_place(
    beside: dict[str, Any], line: str
) -> None:
    assert keys(things(asks(filter=[match("place", "near"), beside])), "things") == [line]


# --- IX8: natural keys ------------------------------------------------------------------------


def test_a_required_natural_key_is_unique() -> None:
    plan = things(
        asks(filter=[match("sku"), match("city")]),
        fields=[field("sku", unique=True, required=True), field("city")],
    )
    assert keys(plan, "things") == ["sku:1"]
    assert index_of(plan, "things", "sku:1").options == {"unique": True}
    assert index_of(plan, "things", "sku:1").serves == ("entity:Thing", "operation:find")


def test_several_documents_may_go_without_an_optional_natural_key() -> None:
    index = index_of(things(fields=[field("sku", unique=True)]), "things", "sku:1")
    assert index.options == {"unique": True, "partialFilterExpression": {"sku": {"$exists": True}}}


@pytest.mark.parametrize("shape", [{"until_version": 1}, {"since_version": 2}])
def test_documents_of_another_shape_go_without_a_required_natural_key(shape: dict[str, int]) -> None:
    plan = things(fields=[field("sku", unique=True, required=True, **shape)], schema_version=2)
    assert index_of(plan, "things", "sku:1").options == {
        "unique": True,
        "partialFilterExpression": {"sku": {"$exists": True}},
    }


def test_several_documents_may_have_a_natural_key_of_null() -> None:
    index = index_of(
        things(fields=[field("sku", unique=True, required=True, nullable=True)]), "things", "sku:1"
    )
    assert index.options == {"unique": True, "partialFilterExpression": {"sku": {"$type": ["string"]}}}


def test_on_shards_a_unique_index_starts_with_the_shard_key() -> None:
    fields = [field("sku", unique=True, required=True), field("city", required=True)]
    sharded = things(fields=fields, shard_key=[["city", 1]], topology="sharded")
    assert keys(sharded, "things") == ["city:1,sku:1"]
    assert keys(things(fields=fields, shard_key=[["city", 1]]), "things") == ["sku:1", "city:1"]


def test_a_hashed_shard_key_cannot_guarantee_a_natural_key() -> None:
    fields = [field("sku", unique=True, required=True), field("city", required=True)]
    plan = things(fields=fields, shard_key=[["city", "hashed"]], topology="sharded")
    assert keys(plan, "things") == ["sku:1", "city:hashed"]
    assert "unique" not in index_of(plan, "things", "sku:1").options


# --- IX10: covering ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("projection", "line"),
    [
        (["city", "price"], "kind:1,city:1,price:1"),
        (["city", "price", "sku"], "kind:1"),
        (["city", "tags"], "kind:1"),
        (["place"], "kind:1"),
    ],
    ids=["two", "three", "an array", "an object"],
)
def test_a_frequent_read_of_few_scalars_is_covered(projection: list[str], line: str) -> None:
    assert keys(things(asks(filter=[match("kind")], projection=projection)), "things") == [line]


def test_a_natural_key_finds_one_document_and_needs_no_cover() -> None:
    fields = [field("sku", unique=True, required=True), field("city")]
    assert keys(things(asks(filter=[match("sku")], projection=["city"]), fields=fields), "things") == [
        "sku:1"
    ]


def test_names_that_paths_cannot_reach_are_not_indexed() -> None:
    fields = [field("a.b", unique=True), field("$c", unique=True), field("a", "object", fields=[field("b")])]
    assert keys(things(fields=fields), "things") == []


def test_a_name_of_digits_stays_out_of_compound_indexes() -> None:
    fields = [field("1"), field("kind")]
    assert keys(things(asks(filter=[match("1"), match("kind")]), fields=fields), "things") == ["kind:1"]
    assert keys(things(asks(filter=[match("1")]), fields=fields), "things") == ["1:1"]


def test_only_the_three_most_frequent_reads_are_covered() -> None:
    busy = [asks(f"busy {n}", filter=[match("_id")], per_day=100) for n in range(3)]
    rare = asks("rare", filter=[match("kind")], projection=["city"], per_day=1)
    assert keys(things(*busy, rare), "things") == ["kind:1"]
    assert keys(things(*busy[:2], rare), "things") == ["kind:1,city:1"]


# --- declared, retention, shards --------------------------------------------------------------


def test_declared_indexes_keep_their_options_and_get_document_paths() -> None:
    declared = {
        "keys": [["place.row", -1], ["city", 1]], "name": "mine", "sparse": True,
        "partial": {"made_on": {"$gt": "2021-07-23"}}, "collation": {"locale": "de"},
    }  # fmt: skip
    plan = things(asks(filter=[match("city")]), indexes=[declared])
    index = index_of(plan, "things", "place.row:-1,city:1")
    after = datetime.datetime(2021, 7, 23, tzinfo=datetime.UTC)
    assert index.declared and index.options == {
        "name": "mine", "sparse": True, "collation": {"locale": "de"},
        "partialFilterExpression": {"made_on": {"$gt": after}},
    }  # fmt: skip
    assert keys(plan, "things") == ["city:1", "place.row:-1,city:1"]


def test_declared_wildcards_stay() -> None:
    assert keys(things(indexes=[{"keys": [["place.$**", 1]]}]), "things") == ["place.$**:1"]


def test_documents_expire_by_a_ttl_index() -> None:
    retention = {"policy": "ttl", "seconds": 60, "field": "made_on"}
    plan = things(asks(sort=[{"field": "made_on", "direction": -1}]), retention=retention)
    assert keys(plan, "things") == ["made_on:1"]
    assert index_of(plan, "things", "made_on:1").options == {"expireAfterSeconds": 60}


def test_a_declared_index_on_the_expiry_date_expires_too() -> None:
    retention = {"policy": "ttl", "seconds": 60, "field": "made_on"}
    plan = things(retention=retention, indexes=[{"keys": [["made_on", 1]], "name": "age"}])
    assert index_of(plan, "things", "made_on:1").options == {"expireAfterSeconds": 60, "name": "age"}


def test_a_shard_key_has_its_index_in_its_own_directions() -> None:
    plan = things(
        asks(filter=[match("city")], sort=[{"field": "made_on", "direction": -1}]),
        shard_key=[["city", 1], ["made_on", 1]],
    )
    assert keys(plan, "things") == ["city:1,made_on:1"]
    assert plan.plan.collections[0].shard_key == (("city", 1), ("made_on", 1))


# --- one unique index, of one collation -------------------------------------------------------

E_MAIL = [{**field("email", required=True), "unique": True}, field("kind")]
ANY_CASE = {"locale": "en", "strength": 2}


def lookups(*cases: bool, fields: list[Any] | None = None) -> list[tuple[str, dict[str, Any]]]:
    """The indexes where things are looked for by e-mail, regardless of case or not."""
    asked = [
        asks(f"find{number}", filter=[match("email")], case_insensitive=ignored)
        for number, ignored in enumerate(cases)
    ]
    (collection,) = things(*asked, fields=fields or E_MAIL).plan.collections
    return [(index.name, index.options) for index in collection.indexes]


def test_a_unique_value_that_is_only_looked_for_regardless_of_case_has_one_index() -> None:
    assert lookups(True) == lookups(True, True) == [("email_1", {"unique": True, "collation": ANY_CASE})]


def test_where_case_counts_for_some_there_are_two() -> None:
    by_case = ("email_1_collation", {"collation": ANY_CASE, "name": "email_1_collation"})
    assert lookups(True, False) == [("email_1", {"unique": True}), by_case]
    assert lookups(False) == [("email_1", {"unique": True})]


def test_what_is_not_unique_has_the_index_that_ignores_case() -> None:
    assert lookups(True, fields=[field("email", required=True)]) == [("email_1", {"collation": ANY_CASE})]
