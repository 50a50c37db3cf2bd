"""The workload as statements: filters, includes, effects, wherever the data stands."""

from __future__ import annotations

from typing import Any

import pytest
from bson import Decimal128, Regex

from designs.compiler.exporters.mongosh import render
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.physical import LAST_LETTER, Outcome, Param, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
ONE = {"has": {"min": 1, "max": 1}}
MANY = {"has": {"min": 0, "max": None, "growth": "unbounded"}}


def shop(*operations: Json, **more: Any) -> Model:
    entities = [
        entity("Customer", field("name", required=True), field("email", unique=True), field("age", "int")),
        entity(
            "Order",
            field("placed", "date", required=True),
            field("state", enum=["new", "paid"]),
            field("total", "decimal"),
        ),
        entity("Line", field("sku"), field("count", "int"), kind="weak"),
    ]
    links = [
        link(
            "orders",
            "one-to-many",
            ("Customer", MANY),
            ("Order", {"field": "customer_id", **ONE}),
            strategy="PARENT_REF",
        ),
        link(
            "lines",
            "one-to-many",
            ("Order", {"has": {"max": 20}}),
            ("Line", ONE),
            exclusive_owner=True,
            strategy="EMBED_ARRAY",
        ),
    ]
    return design(entities, links, operations=list(operations), **more)


def statements(*operations: Json) -> list[Statement]:
    plan = compile_design(shop(*operations)).plan
    return [one for one in plan.statements if one.subject == f"operation:{operations[0]['name']}"]


def op(kind: str, entity: str, **more: Any) -> Json:
    return {"name": "it", "kind": kind, "entity": entity, **more}


def names(value: Any) -> Any:
    """Parameters by their names, so that a filter can be compared."""
    if isinstance(value, Param):
        return value.name
    if isinstance(value, dict):
        return {key: names(inner) for key, inner in value.items()}
    return [names(one) for one in value] if isinstance(value, list) else value


def test_one_document_is_read_by_what_is_unique() -> None:
    (read,) = statements(op("read", "Customer", filter=[{"field": "email"}]))
    assert (read.op, names(read.filter)) == ("findOne", {"email": "email"})


def test_matches_become_operators() -> None:
    filters = [
        {"field": "age", "match": "range", "at_least": 18}, {"field": "name", "match": "prefix", "value": "A.b"},
        {"field": "email", "match": "exists"},
    ]  # fmt: skip
    (read,) = statements(
        op("read", "Customer", filter=filters, sort=[{"field": "name", "direction": -1}], limit=5)
    )
    assert read.filter == {"age": {"$gte": 18}, "name": Regex("^A\\.b"), "email": {"$exists": True}}
    assert (read.op, read.sort, read.limit) == ("find", {"name": -1}, 5)


def test_a_beginning_is_given_as_it_is() -> None:
    (read,) = statements(op("read", "Customer", filter=[{"field": "name", "match": "prefix"}]))
    beginning = read.filter["name"]
    assert (beginning.kind, names(list(beginning.parts))) == ("prefix", ["namePrefix"])


def test_values_that_the_design_leaves_open_are_parameters() -> None:
    filters = [{"field": "age", "match": "range"}, {"field": "name", "match": "in", "values": 9}]
    (read,) = statements(op("read", "Customer", filter=filters))
    assert names(read.filter) == {
        "age": {"$gte": "leastAge", "$lte": "mostAge"},
        "name": {"$in": "names"},
    }


def test_a_list_of_values_is_one_parameter_with_two_of_them_as_its_example() -> None:
    many, one = (
        op("read", "Customer", filter=[{"field": "name", "match": "in", "values": most}]) for most in (9, 1)
    )
    for operation, count in ((many, 2), (one, 1)):
        (read,) = statements(operation)
        listed = read.filter["name"]["$in"]
        assert (listed.name, len(listed.value)) == ("names", count)
        assert [(each.collection, each.path) for each in listed.value] == [("customers", "name")] * count


def test_values_that_the_design_lists_are_no_parameter() -> None:
    (read,) = statements(
        op("read", "Order", filter=[{"field": "state", "match": "in", "value": ["new", "paid"]}])
    )
    assert read.filter == {"state": {"$in": ["new", "paid"]}}


def test_a_constant_filter_is_part_of_the_query() -> None:
    (read,) = statements(op("read", "Order", sort=[{"field": "placed"}], always_filter={"state": "new"}))
    assert read.filter == {"state": "new"}


def test_case_is_ignored_by_a_collation() -> None:
    (read,) = statements(op("read", "Customer", filter=[{"field": "name"}], case_insensitive=True))
    assert read.options == {"collation": {"locale": "en", "strength": 2}}


def test_an_element_is_found_through_its_holder() -> None:
    (read,) = statements(op("read", "Line", filter=[{"field": "_id"}]))
    assert (read.collection, names(read.filter), read.projection) == (
        "orders",
        {"lines._id": "id"},
        {"lines.$": 1},
    )


def test_what_is_included_and_apart_is_read_after_one_document() -> None:
    found = statements(op("read", "Order", filter=[{"field": "_id"}], includes=["orders", "lines"]))
    assert [(one.op, one.collection) for one in found] == [("findOne", "orders"), ("findOne", "customers")]
    assert found[1].filter == {"_id": Outcome(step="found", path="customer_id")}


def test_what_is_included_in_a_list_is_joined_by_the_server() -> None:
    (read,) = statements(op("read", "Customer", sort=[{"field": "name"}], limit=3, includes=["orders"]))
    stages = [next(iter(stage)) for stage in read.pipeline]
    assert read.op == "aggregate" and stages == ["$sort", "$limit", "$lookup"]


def test_a_filter_behind_a_reference_finds_what_stands_there_first() -> None:
    first, read = statements(op("read", "Order", filter=[{"field": "customer_id.email"}]))
    assert (first.op, names(first.filter), first.projection) == (
        "findOne",
        {"email": "customerEmail"},
        {"_id": 1},
    )
    assert (read.op, read.filter) == ("find", {"customer_id": Outcome(step="customer", path="_id")})


def test_what_else_is_asked_for_and_the_order_hold_beside_what_is_found_first() -> None:
    listed = {"field": "customer_id.email", "match": "in", "values": 5}
    more = {"sort": [{"field": "placed", "direction": -1}], "limit": 4}
    first, read = statements(op("read", "Order", filter=[listed, {"field": "state", "value": "new"}], **more))
    assert names(first.filter) == {"email": {"$in": "customerIdEmails"}}
    assert [one.collection for one in first.filter["email"]["$in"].value] == ["customers"] * 2
    ids = Outcome(step="customers", many=True, each="_id")
    assert read.filter == {"state": "new", "customer_id": {"$in": ids}}
    assert (read.sort, read.limit) == ({"placed": -1}, 4)


def test_effects_are_atomic_and_keep_the_type() -> None:
    effects = [
        {"field": "total", "do": "increment", "by": 5},
        {"field": "state", "do": "set", "value": "paid"},
    ]
    (update,) = statements(op("update", "Order", filter=[{"field": "_id"}], effects=effects))
    assert update.op == "updateOne" and update.update == {
        "$inc": {"total": Decimal128("5")},
        "$set": {"state": "paid"},
    }


def test_an_update_that_returns_is_one_step_and_another_asks_why_it_finds_nothing() -> None:
    effects = [{"field": "age", "do": "increment", "by": -1}]
    guard = [{"field": "_id"}, {"field": "age", "match": "range", "at_least": 1}]
    update, why = statements(op("update", "Customer", filter=guard, effects=effects, returns="after"))
    assert (update.op, update.options) == ("findOneAndUpdate", {"returnDocument": "after"})
    assert names(update.filter) == {"_id": "id", "age": {"$gte": 1}} and update.update == {
        "$inc": {"age": -1}
    }
    assert (why.op, why.unless, names(why.filter)) == ("findOne", update.step, {"_id": "id"})
    assert why.must_match == "customer not found"
    assert why.must_miss == "customer found, but its age isn't at least 1"


def test_changed_paths_are_set() -> None:
    (update,) = statements(op("update", "Order", filter=[{"field": "state"}], changes=["total"]))
    assert update.op == "updateMany" and names(update.update) == {"$set": {"total": "newTotal"}}


def test_the_element_of_a_key_is_changed_alone_and_those_that_a_filter_means_all() -> None:
    (one,) = statements(op("update", "Line", filter=[{"field": "_id"}], changes=["count"]))
    (many,) = statements(op("update", "Line", filter=[{"field": "sku"}], changes=["count"]))
    assert (names(one.update), one.options) == ({"$set": {"lines.$.count": "newCount"}}, None)
    assert names(many.update) == {"$set": {"lines.$[found].count": "newCount"}}
    assert names(many.options) == {"arrayFilters": [{"found.sku": "sku"}]}


def test_an_element_is_inserted_as_its_relationship_does() -> None:
    (insert,) = statements(op("insert", "Line"))
    assert insert.op == "updateOne" and "lines.19" in insert.filter and "$push" in insert.update


def test_deletes_take_documents_or_elements() -> None:
    *_, one = statements(op("delete", "Customer", filter=[{"field": "email"}]))
    (many,) = statements(op("delete", "Order", filter=[{"field": "state", "value": "new"}]))
    (element,) = statements(op("delete", "Line", filter=[{"field": "sku"}]))
    assert (one.op, many.op, many.filter) == ("deleteOne", "deleteMany", {"state": "new"})
    assert (element.op, names(element.update)) == ("updateMany", {"$pull": {"lines": {"sku": "sku"}}})
    for fields in ([{"field": "email"}], [{"field": "name"}]):
        *_, gone = statements(op("delete", "Customer", filter=fields, returns="before"))
        assert (gone.op, gone.options) == ("findOneAndDelete", None)


IGNORED = {"collation": {"locale": "en", "strength": 2}}


def test_one_document_and_writes_ignore_case_too() -> None:
    by_email = {"filter": [{"field": "email"}], "case_insensitive": True}
    (read,) = statements(op("read", "Customer", **by_email))
    (update,) = statements(op("update", "Customer", changes=["age"], **by_email))
    found, look, delete = statements(op("delete", "Customer", **by_email))
    assert look.must_miss
    assert [one.op for one in (read, update, found, delete)] == [
        "findOne",
        "updateOne",
        "aggregate",
        "deleteOne",
    ]
    assert [one.options for one in (read, update, found, delete)] == [IGNORED] * 4


def test_a_prefix_without_case_is_a_range_that_the_index_answers() -> None:
    starts = op("read", "Customer", filter=[{"field": "name", "match": "prefix"}], case_insensitive=True)
    compiled = compile_design(shop(starts))
    plan = compiled.plan
    (read,) = [one for one in plan.statements if one.subject == "operation:it"]
    first, last = read.filter["name"]["$gte"], read.filter["name"]["$lt"]
    assert first.name == "namePrefix" and (last.kind, last.parts) == ("text", (first, LAST_LETTER))
    assert "{ $gte: namePrefix, $lt: `${namePrefix}\\uffff` }" in next(
        each.text for each in render(compiled) if each.path.endswith("04_queries.js")
    )
    customers = next(one for one in plan.collections if one.entity == "Customer")
    (index,) = [one for one in customers.indexes if one.keys == (("name", 1),)]
    assert (read.options, index.options) == (IGNORED, IGNORED)


def test_a_regular_expression_has_its_own_flag_and_no_collation() -> None:
    like = op("read", "Customer", filter=[{"field": "name", "match": "regex"}], case_insensitive=True)
    plan = compile_design(shop(like)).plan
    (read,) = [one for one in plan.statements if one.subject == "operation:it"]
    assert read.options is None and names(read.filter)["name"]["$options"] == "i"
    assert not any("collation" in index.options for one in plan.collections for index in one.indexes)


def test_the_collation_is_in_the_language_that_the_entity_declares() -> None:
    model = design(
        [entity("Customer", field("name"), collation={"locale": "de"})],
        [],
        operations=[op("read", "Customer", filter=[{"field": "name"}], case_insensitive=True)],
    )
    (read,) = [one for one in compile_design(model).plan.statements if one.subject == "operation:it"]
    assert read.options == {"collation": {"locale": "de", "strength": 2}}


def test_the_sample_range_is_never_upside_down() -> None:
    (read,) = statements(op("read", "Order", filter=[{"field": "placed", "match": "range"}]))
    assert {one.document for one in read.filter["placed"].values()} == {0}


def test_numbers_in_comments_have_all_their_digits() -> None:
    (read,) = statements(op("read", "Order", per_day=30_000_000))
    assert read.comment == "Order, read: 30,000,000 per day."


def test_a_changed_reference_takes_its_copies_with_it() -> None:
    copies = [{"field": "email", "of": "from", "as": "contact.email", "policy": "eventual"}]
    ends = (("Customer", MANY), ("Order", {"field": "customer_id", **ONE}))
    orders = link("orders", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)
    entities = [entity("Customer", field("email")), entity("Order", field("state"))]
    move = op("update", "Order", filter=[{"field": "_id"}], changes=["customer_id", "state"])
    plan = compile_design(design(entities, [orders], operations=[move])).plan
    read, update = [one for one in plan.statements if one.subject == "operation:it"]
    assert (read.op, read.projection) == ("findOne", {"email": 1})
    assert list(update.update[0]["$set"]) == ["customer_id", "contact.email", "state"]


def test_a_slice_is_filled_anew_where_the_field_changes_that_it_is_sorted_by() -> None:
    recent = {"count": 3, "sort": "placed", "direction": -1, "fields": ["state", "placed"]}
    ends = (("Customer", MANY), ("Order", {"field": "customer_id", **ONE}))
    orders = link("orders", "one-to-many", *ends, strategy="SUBSET", recent=recent)
    entities = [
        entity("Customer", field("email")),
        entity("Order", field("state"), field("placed", "date", required=True)),
    ]
    plan = compile_design(design(entities, [orders])).plan
    latest, fill = [one for one in plan.statements if one.recipe == "orders.sync.from"]
    (watch,) = [one for one in plan.statements if one.recipe == "orders.sync.from.watch"]
    assert latest.pipeline[1:3] == [{"$sort": {"placed": -1, "_id": -1}}, {"$limit": 3}]
    assert fill.transaction and list(fill.update["$set"]) == ["recent_orders"]
    assert {"updateDescription.updatedFields.placed": {"$exists": True}} in watch.pipeline[0]["$match"]["$or"]


def test_an_update_of_all_documents_works_their_results_out_anew() -> None:
    double = field("double", "int", computed={"formula": "size * 2"})
    update = {
        "name": "it",
        "kind": "update",
        "entity": "Box",
        "filter": [],
        "effects": [{"field": "size", "do": "maximum"}],
    }
    model = design([entity("Box", field("size", "int"), double)], [], operations=[update])
    found = [one for one in compile_design(model).plan.statements if one.subject == "operation:it"]
    assert [one.op for one in found] == ["updateMany"] and found[0].filter == {}
    assert [list(stage["$set"]) for stage in found[0].update] == [["size"], ["double"]]


@pytest.mark.parametrize(
    ("path", "is_written"), [("title", True), ("above.title", False), ("below.title", False)]
)
def test_a_write_by_what_another_document_of_the_collection_holds_is_never_one_by_its_own(
    path: str, is_written: bool
) -> None:
    entities = [entity("Post", field("title"))]
    above = link(
        "answers", "one-to-many", ("Post", {"field": "below", "has": {"growth": "unbounded"}}),
        ("Post", {"field": "above", "has": {"max": 1}}), strategy="PARENT_REF",
    )  # fmt: skip
    change = {
        "name": "it",
        "kind": "update",
        "entity": "Post",
        "filter": [{"field": path}],
        "changes": ["title"],
    }
    plan = compile_design(design(entities, [above], operations=[change])).plan
    assert bool([one for one in plan.statements if one.subject == "operation:it"]) is is_written
