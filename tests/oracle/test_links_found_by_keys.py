"""A link in a collection of its own is made for a document that is found by what no two have, in the state that an operation
asks for."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _design() -> Json:
    """Exhibitions show works: hung while they are planned, and taken down."""
    exhibition = entity(
        "Exhibition", field("slug", required=True, unique=True),
        field("state", required=True, enum=["planned", "open", "closed"]),
    )  # fmt: skip
    ends = end("Exhibition", 400, field="works"), end("Work", 40, field="shown_in")
    matches = [{"field": "slug"}, {"field": "state", "match": "in", "values": 2}]
    does = {"hang": "push", "take down": "pull"}
    return {
        "format": "nestlink/1", "name": "Museum", "database": "museum",
        "entities": [exhibition, entity("Work", field("title", required=True))],
        "relationships": [
            link("hangings", "many-to-many", *ends, strategy="LINK_COLL",
                 link_fields=[field("room", "int", required=True)]),
        ],
        "operations": [
            {"name": name, "kind": "update", "entity": "Exhibition", "per_day": 12, "filter": matches,
             "effects": [{"field": "works", "do": effect}]}
            for name, effect in does.items()
        ],
    }  # fmt: skip


def test_links_are_made_and_removed_in_the_state_asked_for() -> None:
    wanted = {"hang": "", "takeDown": ""}
    assert judged(_design(), *wanted) == wanted


def test_the_state_is_looked_at_in_the_same_transaction() -> None:
    """Neither was written, since one update can't reach both: what adds a link without a look at the state stood in for it."""
    hang = _script(_design()).partition("\nfunction hang(")[2].partition("\n}\n")[0]
    assert "inside.exhibitions.findOne({ slug, state: { $in: states } }, { _id: 1 })" in hang
    assert "the exhibition already has 400 works" in hang
    assert "inside.hangings.updateOne" in hang
