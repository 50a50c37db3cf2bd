"""Nothing is linked to itself, however links are stored."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def products(strategy: str, kind: str = "many-to-many") -> Json:
    """Products of which one may take the place of another."""
    replaces = link("replaces", kind, end("Product", 9, field="substitutes"), end("Product", 9, field="stands_for"),
                    strategy=strategy)  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Products", "database": "products",
        "entities": [entity("Product", field("_id", "int"), field("name"))],
        "relationships": [replaces], "operations": [],
    }  # fmt: skip


def _refused(play: Play, one: str = "productId", other: str = "otherProductId") -> Steps:
    play.documents = {"products": [{"_id": 1}, {"_id": 2}]}
    play.call("replaces.add", **{one: 1, other: 1})
    play.call("replaces.add", **{one: 1, other: 2})
    done = yield
    itself, two = done.results
    assert "both are the same document" in itself["refused"]
    assert done.all("products", 0) == [{"_id": 1}, {"_id": 2}] and not done.all("replaces", 0)
    assert "refused" not in (two or {}) and done.states[0] != done.states[1]


@replay(lambda: products("ONE_WAY_EMBED"))
def test_a_list_of_one_side(play: Play) -> Steps:
    yield from _refused(play)


@replay(lambda: products("TWO_WAY_EMBED"))
def test_lists_of_both_sides(play: Play) -> Steps:
    yield from _refused(play)


@replay(lambda: products("LINK_COLL"))
def test_a_collection_of_links(play: Play) -> Steps:
    yield from _refused(play, "standsForId", "substituteId")
