"""What only some versions of a schema have is written into documents of these versions alone; others are moved first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _design(
    *entities: Json, links: tuple[Json, ...] = (), operations: tuple[Json, ...] = (), **more: Any
) -> Json:
    return {
        "format": "nestlink/1", "name": "Shapes", "database": "shapes", "entities": [*entities],
        "relationships": [*links], "operations": [*operations], **more,
    }  # fmt: skip


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
@pytest.mark.parametrize("more", [{}, {"retention": {"policy": "capped", "bytes": 1_000_000}}])
def test_a_change_of_an_older_document_is_refused(history: str, topology: str, more: Json) -> None:
    """A parcel of the first version has no weight, and would have one of which its number says nothing: in a capped
    collection too."""
    parcel = entity(
        "Parcel", field("label", required=True), field("weight", "double", since_version=2),
        field("size", until_version=1), schema_version=2, history=history, **more,
    )  # fmt: skip
    design = _design(parcel, topology=topology)
    assert judged(design, "parcelChange") == {"parcelChange": ""}
    body = _script(design).partition("function parcelChange(")[2].partition("\n}\n")[0]
    assert "schema_version: { $gte: 2 }" in body
    assert "it has another schema version: migrate it first" in body
    assert "size" not in body, "no document of the newest version has it"


def test_a_change_of_what_all_versions_have_asks_for_none() -> None:
    """The label is in each version: nothing but what is written is asked for."""
    parcel = entity(
        "Parcel", field("label", required=True), field("code", since_version=2, immutable=True),
        schema_version=2, history="revisions",
    )  # fmt: skip
    assert judged(_design(parcel), "parcelChange") == {"parcelChange": ""}
    assert (
        "schema_version: {"
        not in _script(_design(parcel)).partition("function parcelChange(")[2].partition("\n}\n")[0]
    )


SHELF = entity(
    "Shelf", field("row", required=True), field("load", "object", fields=[field("most", "int")], since_version=2),
    field("note", until_version=1), schema_version=2,
)  # fmt: skip


def test_an_update_of_many_leaves_those_of_another_version() -> None:
    """What stands in an object that only the second version has; and what only the first one has."""
    operations = (
        {"name": "limit", "kind": "update", "entity": "Shelf", "filter": [{"field": "row"}], "changes": ["load.most"]},
        {"name": "remark", "kind": "update", "entity": "Shelf", "filter": [{"field": "row"}], "changes": ["note"]},
    )  # fmt: skip
    design = _design(SHELF, operations=operations)
    assert judged(design, "limit") == {"limit": ""}
    script = _script(design)
    assert "schema_version: { $gte: 2 }" in script.partition("function limit(")[2].partition("\n}\n")[0]
    assert "schema_version: { $lte: 1 }" in script.partition("function remark(")[2].partition("\n}\n")[0]
    assert "Documents with another schema version don't change: migrate them first." in script


def test_an_update_of_what_no_version_has_together_is_not_written() -> None:
    """The note went when the load came: no document has both."""
    both = {
        "name": "both", "kind": "update", "entity": "Shelf", "filter": [{"field": "row"}],
        "changes": ["note", "load.most"],
    }  # fmt: skip
    assert "function both(" not in _script(_design(SHELF, operations=(both,)))


def test_a_slice_follows_what_a_version_no_longer_has() -> None:
    """The channel of a message never changes, until the message is moved to the version that has none."""
    message = entity(
        "Message", field("text"), field("channel", immutable=True, until_version=1), schema_version=2
    )  # fmt: skip
    messages = link(
        "messages", "one-to-many", end("Room"), end("Message", 1, field="room"), strategy="SUBSET",
        together_needs="recent", recent={"count": 3, "sort": "_id", "direction": -1},
    )  # fmt: skip
    design = _design(entity("Room", field("name")), message, links=(messages,))
    assert judged(design, "messageUpgrade1") == {"messageUpgrade1": ""}


def test_nodes_inside_one_another_are_moved_level_by_level() -> None:
    """A function for the roots, and one for each level below."""
    part = entity("Part", field("name"), field("code", since_version=2), schema_version=2)
    parts = link(
        "parts", "tree", end("Part", 5, field="parts"), end("Part", 1, field="whole"), strategy="EMBED_TREE",
        tree={"reads": "whole", "depth": 3},
    )  # fmt: skip
    design = _design(part, links=(parts,))
    script = _script(design)
    names = [
        name
        for line in script.splitlines()
        if line.startswith("function partUpgrade")
        for name in [line.partition("function ")[2].partition("(")[0]]
    ]
    assert len(names) == 2 * 3, names
    assert judged(design, *names) == dict.fromkeys(names, "")


def test_an_element_is_changed_in_the_shape_that_it_has() -> None:
    """A book has pages from its second version on, each by itself, whatever its neighbours in the shelf are."""
    book = entity(
        "Book", field("_id", "objectId"), field("title", required=True), field("pages", "int", since_version=2),
        schema_version=2,
    )  # fmt: skip
    stands = link(
        "stands", "one-to-many", end("Rack", 20, field="books"), end("Book", 1), strategy="EMBED_ARRAY",
    )  # fmt: skip
    design = _design(book, entity("Rack", field("room", required=True)), links=(stands,))
    assert judged(design, "standsEdit") == {"standsEdit": ""}
    body = _script(design).partition("function standsEdit(")[2].partition("\n}\n")[0]
    assert "$elemMatch: { _id: bookId, schema_version: { $gte: 2 } }" in body
