"""Elements that did not fit into their array are changed, deleted and read like those in it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
GROUP = {"variant_group": "specs"}


def albums() -> Json:
    """Albums with photos, and operations on photos wherever they are."""
    photo = {"entity": "Photo"}
    code, label = {"filter": [{"field": "code"}]}, {"filter": [{"field": "label"}]}
    names = ("colour", "weight", "length")  # asked for often enough to be attributes
    attributes = [field(name, "int", **GROUP) for name in names]
    asked = [{"name": f"by {name}", "kind": "read", **photo, "filter": [{"field": name}]} for name in names]
    return {
        "format": "nestlink/1", "name": "Albums", "database": "albums",
        "entities": [
            entity("Album", field("title", required=True)),
            entity("Photo", field("code", required=True, unique=True), field("label"), field("stars", "int"), *attributes, kind="weak"),
        ],
        "relationships": [
            link("photos", "one-to-many", end("Album"), end("Photo", 1, field="album"), strategy="OUTLIER", exclusive_owner=True),
        ],
        "operations": [
            *asked,
            {"name": "star", "kind": "update", **photo, **code, "changes": ["stars"]},
            {"name": "star all", "kind": "update", **photo, **label, "effects": [{"field": "stars", "do": "increment"}]},
            {"name": "drop", "kind": "delete", **photo, **code},
            {"name": "drop all", "kind": "delete", **photo, **label},
            {"name": "show", "kind": "read", **photo, **code},
            {"name": "of album", "kind": "read", **photo, "filter": [{"field": "album"}]},
        ],
    }  # fmt: skip


def fill(play: Play) -> None:
    def one(code: str, label: str) -> Json:
        return {"code": code, "label": label, "stars": 1, "specs": [{"k": "colour", "v": 3}]}

    extra = [{"_id": code, "album": 1, "item": one(code, label)} for code, label in (("c", "x"), ("d", "y"))]
    play.documents["albums"] = [
        {"_id": 1, "title": "t", "photos": [one("a", "x"), one("b", "y")], "has_extras": True}
    ]
    play.documents["albums_extra"] = extra


def known(done: Played, name: str, step: int = -1) -> list[Any]:
    """What each photo has of a name: first those in the array, then those beyond."""
    (album,) = done.all("albums", step)
    return [
        one.get(name)
        for one in (*album["photos"], *(each["item"] for each in done.all("albums_extra", step)))
    ]


@replay(albums)
def test_one_element_is_changed_wherever_it_is(play: Play) -> Steps:
    fill(play)
    play.call("star", code="a", newStars=5)
    play.call("star", code="c", newStars=6)
    play.call("star all", label="x")
    play.call("photos.edit", albumId=1, photoCode="d", changes={"label": "z"})
    play.call("photos.edit", albumId=1, photoCode="b", changes={"label": "w"})
    play.call("photos.attribute", albumId=1, photoCode="c", newColour=8)
    done = yield
    assert known(done, "stars", 1) == [5, 1, 6, 1]
    assert known(done, "stars", 2) == [6, 1, 7, 1]
    assert known(done, "label") == ["x", "w", "x", "z"]
    assert [one[0]["v"] for one in known(done, "specs")] == [3, 3, 8, 3]
    assert [one["matchedCount"] for one in done.results[:2]] == [1, 1]
    # An increment in two collections can't be asked for again: both stand in one transaction, which answers nothing.
    assert done.results[2] is None


@replay(albums)
def test_an_attribute_that_is_not_there_yet_is_added_in_the_overflow_too(play: Play) -> Steps:
    fill(play)
    play.documents["albums_extra"][0]["item"]["specs"] = [{"k": "weight", "v": 1}]
    play.call("photos.attribute", albumId=1, photoCode="c", newColour=8)
    done = yield
    assert known(done, "specs")[2] == [{"k": "weight", "v": 1}, {"k": "colour", "v": 8}]
    assert known(done, "specs")[:2] == [[{"k": "colour", "v": 3}]] * 2


@replay(albums)
def test_elements_are_read_and_deleted_wherever_they_are(play: Play) -> Steps:
    fill(play)
    play.call("show", code="d")
    play.call("of album", albumId=1)
    play.call("drop", code="c")
    play.call("drop", code="b")
    play.call("drop all", label="y")
    done = yield
    assert done.results[0]["item"]["code"] == "d"
    assert [len(one) for one in done.results[1].values()] == [4, 2]
    assert known(done, "code", 2) == ["a", "b", "d"] and known(done, "code", 3) == ["a", "d"]
    assert known(done, "code") == ["a"]
