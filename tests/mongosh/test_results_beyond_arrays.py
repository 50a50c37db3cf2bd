"""Results over elements of which some did not fit into their array: those in the overflow count as well."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.test_recomputed_fields import computed

Steps = Generator[None, Played, None]
Json = dict[str, Any]
BY_CODE = {"filter": [{"field": "code"}]}


def albums() -> Json:
    """Albums with photos, of which an array takes 200."""
    results = [
        computed("photo_count", "count(photos)"),
        computed("total", "sum(photos.stars)"),
        computed("rated", "count(photos.stars)"),
        computed("best", "max(photos.stars)"),
        computed("middle", "round(avg(photos.stars), 1)"),
        computed("worth", "sum(photos.stars * photos.price)"),
        computed("double", "photo_count * 2"),
        computed("late", "min(photos.stars)", "periodic"),
    ]
    photo = {"entity": "Photo"}
    return {
        "format": "nestlink/1", "name": "Albums", "database": "albums",
        "entities": [
            entity("Album", field("title", required=True), *results),
            entity("Photo", field("code", unique=True), field("stars", "int"), field("price", "int"), kind="weak"),
        ],
        "relationships": [
            link("photos", "one-to-many", end("Album", field="photos"), end("Photo", 1, field="album"), strategy="OUTLIER", exclusive_owner=True),
        ],
        "operations": [
            {"name": "star", "kind": "update", **photo, **BY_CODE, "changes": ["stars"]},
            {"name": "raise", "kind": "update", **photo, "filter": [{"field": "price"}], "effects": [{"field": "stars", "do": "increment"}]},
            {"name": "drop", "kind": "delete", **photo, **BY_CODE},
            {"name": "reprice", "kind": "update", "entity": "Album", "filter": [{"field": "title"}], "changes": ["photos.price"]},
        ],
    }  # fmt: skip


def photo(code: str, stars: int | None = None, price: int = 1) -> Json:
    return {"code": code, "price": price} | ({} if stars is None else {"stars": stars})


def fill(play: Play, *, room: int = 1) -> None:
    """An album whose array is full but for some room, with one more photo beside it, and another album."""
    rest = [photo(f"r{number}") for number in range(198 - room)]
    play.documents["albums"] = [
        {"_id": 1, "title": "t", "photos": [photo("a", 2), photo("b"), *rest], "has_extras": True},
        {"_id": 2, "title": "u", "photos": [photo("z", 9)], "best": -1},
    ]
    play.documents["albums_extra"] = [{"_id": 1, "album": 1, "item": photo("x", 4, 3)}]


def told(done: Played, step: int = -1, id: int = 1) -> Json:
    album = done.one("albums", id, step) or {}
    return {name: album.get(name) for name in NAMES}


NAMES = ("photo_count", "total", "rated", "best", "middle", "worth", "double")


def results(*values: Any) -> Json:
    return dict(zip(NAMES, values, strict=True))


@replay(albums)
def test_what_comes_changes_and_goes_counts_in_the_array_and_beyond(play: Play) -> Steps:
    fill(play)
    play.call("photos.add", albumId=1, photo=photo("c", 3))
    play.call("photos.add", albumId=1, photo=photo("d", 8, 2))
    play.call("photos.edit", albumId=1, photoCode="x", changes={"stars": 5})
    play.call("photos.edit", albumId=1, photoCode="a", changes={"stars": 1})
    play.call("photos.remove", albumId=1, photoCode="d")
    play.call("photos.remove", albumId=1, photoCode="c")
    done = yield
    assert told(done, 0) == results(201, 9, 3, 4, 3, 17, 402)
    assert told(done, 1) == results(202, 17, 4, 8, 4.2, 33, 404)
    assert told(done, 2) == results(202, 18, 4, 8, 4.5, 36, 404)
    assert told(done, 3) == results(202, 17, 4, 8, 4.2, 35, 404)
    assert told(done, 4) == results(201, 9, 3, 5, 3, 19, 402)
    assert told(done, 5) == results(200, 6, 2, 5, 3, 16, 400)
    assert {one["_id"] for one in done.all("albums_extra")} == {1}
    assert told(done, id=2) == results(None, None, None, -1, None, None, None)


@replay(albums)
def test_operations_keep_them_and_jobs_and_audits_see_both(play: Play) -> Steps:
    fill(play)
    play.call("Album.recompute.all")
    play.call("star", code="x", newStars=6)
    play.call("star", code="a", newStars=3)
    play.call("raise", price=1)
    play.call("drop", code="x")
    play.call("reprice", title="u", newPhotosPrice=5)
    play.call("Album.recompute.one", albumId=1)
    play.call("Album.recompute.one", albumId=2)  # what is only worked out from time to time
    play.audit()
    done = yield
    assert told(done, 0) == results(200, 6, 2, 4, 3, 14, 400)
    assert (done.one("albums", 1, 0) or {})["late"] == 2
    assert told(done, 0, 2) == results(1, 9, 1, 9, 9, 9, 2)
    assert told(done, 1) == results(200, 8, 2, 6, 4, 20, 400)
    assert told(done, 2) == results(200, 9, 2, 6, 4.5, 21, 400)
    assert told(done, 5, 2)["worth"] == 10 * 5
    assert told(done, 4) == told(done, 6)
    assert done.found["Album.results"] == []


def embedded() -> Json:
    made = albums()
    few = {**made["relationships"][0], "strategy": "EMBED_ARRAY", "from": end("Album", 9, field="photos")}
    return {**made, "relationships": [few]}


@replay(embedded)
def test_elements_without_a_value_are_not_counted_as_values(play: Play) -> Steps:
    play.documents["albums"] = [{"_id": 1, "title": "t", "photos": [photo("a", 2), photo("b")]}]
    play.call("photos.add", albumId=1, photo=photo("c"))
    done = yield
    found = told(done)
    assert [found[name] for name in ("photo_count", "total", "rated", "middle")] == [3, 2, 1, 2]
