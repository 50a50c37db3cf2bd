"""Values that are renamed where both stand, data of a folded parent, and who owns what is linked."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def tagged() -> Json:
    """Articles with tags, and sections inside of them that have tags of their own."""
    return {
        "format": "nestlink/1", "name": "Tags", "database": "tags",
        "entities": [entity("Article", field("title")), entity("Section", field("head", unique=True), kind="weak"),
                     entity("Tag", field("name"), kind="lookup")],
        "relationships": [
            link("sections", "one-to-many", end("Article", 9), end("Section", 1), strategy="EMBED_ARRAY", exclusive_owner=True),
            link("tags", "many-to-many", end("Article", 9), end("Tag"), strategy="VALUE_ARRAY"),
            link("marks", "many-to-many", end("Section", 9, field="marks"), end("Tag"), strategy="VALUE_ARRAY"),
        ],
    }  # fmt: skip


@replay(tagged)
def test_a_renamed_value_stands_once(play: Play) -> Steps:
    one, other = play.first("articles"), play.first("articles", 1)
    one["tags"], other["tags"] = ["old", "new", "kept"], ["old"]
    one["sections"] = [
        {"head": "a", "marks": ["old", "new"]},
        {"head": "b", "marks": ["old"]},
        {"head": "c", "marks": ["new"]},
    ]
    play.call("tags.rename", oldTag="old", newTag="new")
    play.call("tags.rename", oldTag="new", newTag="new")
    play.call("marks.rename", oldTag="old", newTag="new")
    done = yield
    assert not any("refused" in (result or {}) for result in done.results)
    now = done.one("articles", one["_id"]) or {}
    assert now["tags"] == ["new", "kept"] and (done.one("articles", other["_id"]) or {})["tags"] == ["new"]
    assert [each["marks"] for each in now["sections"]] == [["new"], ["new"], ["new"]]


def logged() -> Json:
    host = entity("Host", field("address", unique=True, immutable=True), field("name"), field("place"))
    log = entity("Log", field("time", "date", required=True), kind="event")
    folded = link("logs", "one-to-many", end("Host"), end("Log", 1, field="host"), strategy="FOLD_ONE")
    return {
        "format": "nestlink/1", "name": "Logs", "database": "logs", "entities": [host, log], "relationships": [folded],
    }  # fmt: skip


@replay(logged)
def test_each_thing_that_was_folded_can_change(play: Play) -> Steps:
    address = play.first("logs")["host_address"]
    play.call("logs.rename_host", address=address, newName="mail")
    play.call("logs.rename_host_place", address=address, newPlace="cellar")
    done = yield
    of_host = [one for one in done.all("logs") if one["host_address"] == address]
    assert {(one["host_name"], one["host_place"]) for one in of_host} == {("mail", "cellar")}


def ordered() -> Json:
    lines = link(
        "lines", "many-to-many", end("Order", 9), end("Product"), strategy="EMBED_LINK", link_owner="from",
        link_fields=[field("quantity", "int")], copies=[{"field": "name", "of": "to", "policy": "snapshot"}],
    )  # fmt: skip
    read = {"kind": "read", "filter": [{"field": "_id"}], "includes": ["lines"]}
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders", "relationships": [lines],
        "entities": [entity("Order", field("at", "date")), entity("Product", field("name"), field("price", "int"))],
        "operations": [{"name": "bought in", "entity": "Product", **read}, {"name": "order page", "entity": "Order", **read}],
    }  # fmt: skip


@replay(ordered)
def test_what_is_linked_finds_its_owners(play: Play) -> Steps:
    product = play.first("orders")["products"][0]["product_id"]
    play.call("bought in", id=product)
    play.call("order page", id=play.first("orders")["_id"])
    done = yield
    holding = [
        one["_id"]
        for one in play.documents["orders"]
        if any(e["product_id"] == product for e in one["products"])
    ]
    assert [one["_id"] for one in done.results[0]["orders"]] == holding
    assert done.results[1]["_id"] == play.first("orders")["_id"] and "found" not in done.results[1]
