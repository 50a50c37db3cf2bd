"""A part inside a document is known by the document's id: what links to the part goes with it, though the links are of a
kind of things of which the part is one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _design(kind: str) -> Json:
    """Cars hold their engine, which is a machine; inspectors see things of a kind."""
    return {
        "format": "nestlink/1", "name": "Cars", "database": "cars",
        "entities": [
            entity("Car", field("plate", required=True)),
            entity("Inspector", field("name", required=True)),
            entity("Machine", field("maker", required=True)),
            entity("Engine", field("litres", "double", required=True)),
        ],
        "relationships": [
            link("is", "is-a", {"entity": "Machine"}, {"entity": "Engine"}, strategy="POLY_SINGLE"),
            link("drives", "one-to-one", end("Car", 1, field="engine"), end("Engine", 1, field="car"), strategy="EMBED_ONE",
                 exclusive_owner=True),
            link("sees", "many-to-many", end("Inspector", 80, field="sees"), end(kind, 80, field="seen_by"),
                 strategy="LINK_COLL"),
        ],
        "operations": [
            {"name": "scrap", "kind": "delete", "entity": "Engine", "filter": [{"field": "litres"}]},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["Machine", "Engine"])
def test_links_to_what_a_part_is_go_with_it(kind: str) -> None:
    names = ("scrap", "drivesRemove")
    assert judged(_design(kind), *names) == dict.fromkeys(names, "")
