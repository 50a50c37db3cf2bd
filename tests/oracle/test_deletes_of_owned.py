"""What goes with what is deleted, though another link leads to it too; and what is no change of what stays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.shell import run
from tests.oracle.judging import Judge, judge
from tests.oracle.test_declared_operations import _compiled
from tests.oracle.test_reads import judged


def test_what_is_linked_goes_where_it_belongs_to_what_goes() -> None:
    """A painting that a painter owns and that he shows: it goes with him, and so does the showing."""
    design = {
        "format": "nestlink/1", "name": "Paintings", "database": "paintings",
        "entities": [entity("Painter", field("name", required=True)), entity("Painting", field("title"))],
        "relationships": [
            link("works", "one-to-many", end("Painter"), end("Painting", 1, field="painter"), strategy="PARENT_REF",
                 exclusive_owner=True),
            link("showings", "many-to-many", end("Painting"), end("Painter"), strategy="LINK_COLL"),
        ],
    }  # fmt: skip
    (verdict,) = judge("paintings", design, tries=6, only=["deletePainter"])
    assert verdict.judged and not verdict.why


def test_the_numbers_of_a_nested_set_make_no_version() -> None:
    """What deletes a node may leave a gap between the others."""
    unit = entity("Unit", field("title"), history="revisions")
    design = {
        "format": "nestlink/1", "name": "Units", "database": "units", "entities": [unit],
        "relationships": [
            link("parts", "tree", end("Unit", 20), end("Unit", 1, field="parent"), strategy="TREE_NESTED",
                 tree={"reads": "subtree", "depth": 3, "static": True}),
            link("helps", "graph", end("Unit"), end("Unit"), strategy="LINK_COLL", link_owner="from"),
        ],
    }  # fmt: skip
    assert judged(design, "deleteUnit") == {"deleteUnit": ""}


def _owned(*more: dict[str, Any], least: int = 1) -> dict[str, Any]:
    """Return a design of orders with lines, each of which belongs to one."""
    order = {"entity": "Line", "field": "order", "has": {"min": least, "max": 1}}
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders",
        "entities": [entity("Order", field("number", required=True)), entity("Line", field("sku"))],
        "relationships": [
            link("lines", "one-to-many", end("Order"), order, strategy="PARENT_REF", exclusive_owner=True), *more,
        ],
        "operations": [
            {"name": "drop", "kind": "delete", "entity": "Order", "filter": [{"field": "_id"}], "per_day": 9},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("least", [0, 1])
def test_a_delete_that_leaves_what_belongs_to_what_goes_is_found(least: int) -> None:
    """The judge knows of parts, whether or not they could be without a whole."""
    design = _owned(least=least)
    assert judged(design, "drop") == {"drop": ""}
    judge_of_it = Judge("orders", _compiled(design), direct=True)
    judge_of_it.keep(["drop"])
    judge_of_it.planted = "function drop(orderId) { return db.orders.deleteOne({ _id: orderId }); }"
    (verdict,) = judge_of_it.verdicts(run([judge_of_it.job("0")])["0"])
    assert "lines: has" in verdict.why


def test_what_leads_to_its_owner_goes_with_its_part_that_owns_it() -> None:
    """A line that heads the order to which it belongs: who deletes the order by the line's link deletes both."""
    heads = link("heads", "one-to-one", end("Line", 1), end("Order", 1, field="head"), strategy="LINK_ONE")
    (verdict,) = judge("orders", _owned(heads, least=0), tries=6, only=["deleteOrder"])
    assert verdict.judged and not verdict.why


def test_parts_of_parts_of_one_entity_are_moved_first() -> None:
    """What belongs to such a part is not deleted either: it was never there."""
    parts = link("parts", "one-to-many", end("Order"), end("Order", 1, field="whole"), strategy="PARENT_REF",
                 exclusive_owner=True)  # fmt: skip
    assert judged(_owned(parts, least=0), "drop", "deleteOrderWithLines") == {
        "drop": "",
        "deleteOrderWithLines": "",
    }


def test_what_a_capped_collection_names_may_go() -> None:
    """No document of a capped collection can be changed, or asked to go first: nothing holds back what it names."""
    capped = {"policy": "capped", "bytes": 100_000}
    entry = {"entity": "Entry", "field": "device", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Devices", "database": "devices",
        "entities": [entity("Device", field("name")), entity("Entry", field("text"), retention=capped)],
        "relationships": [link("entries", "one-to-many", end("Device"), entry, strategy="PARENT_REF")],
        "operations": [
            {"name": "drop", "kind": "delete", "entity": "Device", "filter": [{"field": "_id"}], "per_day": 9},
        ],
    }  # fmt: skip
    assert judged(design, "drop") == {"drop": ""}


def test_what_was_never_there_leaves_no_value_in_a_list() -> None:
    """Of topics that name the one that goes: a list has none of their values before, and none after."""
    listed = {"entity": "Topic", "field": "articles", "has": {"min": 0, "max": None}}
    design = {
        "format": "nestlink/1", "name": "Topics", "database": "topics",
        "entities": [entity("Topic", field("rank", "int", required=True)), entity("Article", field("title"))],
        "relationships": [
            link("topics", "one-to-many", end("Article", 199, field="ranks"), listed, strategy="VALUE_ARRAY"),
            link("next", "one-to-one", end("Topic", 1, field="before"), end("Topic", 1, field="after"), strategy="LINK_ONE"),
        ],
        "operations": [
            {"name": "drop", "kind": "delete", "entity": "Topic", "filter": [{"field": "_id"}], "per_day": 9},
        ],
    }  # fmt: skip
    (verdict,) = judge("topics", design, tries=6, only=["drop"])
    assert verdict.judged and not verdict.why


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_what_goes_with_its_children_keeps_no_version_without_them(history: str) -> None:
    """A section that names one of those below it goes with them: the version that had let go of that one was never true,
    and a second one of the same moment is refused."""
    design = {
        "format": "nestlink/1", "name": "Handbook", "database": "handbook",
        "entities": [{**entity("Section", field("title", required=True)), "history": history}],
        "relationships": [
            link("parts", "tree", end("Section", 5, field="children"), end("Section", 1, field="above"),
                 strategy="TREE_ANCESTORS", exclusive_owner=True),
            link("related", "many-to-many", end("Section", 5, field="see_also"), end("Section", 5, field="seen_from"),
                 strategy="ONE_WAY_EMBED"),
        ],
    }  # fmt: skip
    assert judged(design, "partsCascade") == {"partsCascade": ""}


def test_parts_go_out_of_every_collection_that_their_kinds_have() -> None:
    """A policy of a customer goes with him, whichever kind it is, and no other names it as one beside it."""
    design = {
        "format": "nestlink/1", "name": "Insurer", "database": "insurer",
        "entities": [
            entity("Customer", field("name", required=True)), entity("Policy", field("number", required=True)),
            entity("CarPolicy", field("plate")), entity("HomePolicy", field("street")),
            entity("TruckPolicy", field("tons", "int")),
        ],
        "relationships": [
            link("held", "one-to-many", end("Customer", field="policies"), end("Policy", 1, field="customer"),
                 strategy="PARENT_REF", exclusive_owner=True),
            link("spouse", "one-to-one", end("Customer", field="first"), end("Customer", 1, field="second"),
                 strategy="LINK_ONE"),
            link("is_home", "is-a", end("Policy"), end("HomePolicy"), strategy="POLY_SPLIT"),
            link("is_car", "is-a", end("Policy"), end("CarPolicy")),
            link("is_truck", "is-a", end("CarPolicy"), end("TruckPolicy"), strategy="POLY_SPLIT"),
            link("insures", "graph", end("Policy", 3, field="beside"), end("Policy", 3, field="besides"),
                 strategy="EMBED_LINK", link_fields=[field("since", "date")]),
        ],
    }  # fmt: skip
    assert judged(design, "deleteCustomer") == {"deleteCustomer": ""}


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_parts_that_name_one_another_keep_no_version_between(history: str) -> None:
    """Articles go with their author, those too that cite another of his."""
    design = {
        "format": "nestlink/1", "name": "Journal", "database": "journal",
        "entities": [
            entity("Author", field("name", required=True), field("country"), count=1),
            {**entity("Article", field("title", required=True)), "history": history},
        ],
        "relationships": [
            link("wrote", "one-to-many", end("Author", field="articles"), end("Article", 1, field="author"),
                 strategy="PARENT_REF", exclusive_owner=True),
            link("cites", "many-to-many", end("Article", 20, field="cited"), end("Article", 20, field="cited_by"),
                 strategy="ONE_WAY_EMBED"),
        ],
        "operations": [{"name": "forget", "kind": "delete", "entity": "Author", "filter": [{"field": "country"}],
                        "per_day": 1}],
    }  # fmt: skip
    (verdict,) = judge("journal", design, tries=6, only=["forget"])
    assert verdict.judged and not verdict.why
