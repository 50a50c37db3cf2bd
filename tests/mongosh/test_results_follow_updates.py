"""Stored results after an update of what they are computed from, in documents of another collection: those that
refer, those in a slice, those behind links, those in a list."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
ONE, OTHER, FIRST, SECOND, LINK = (ObjectId(f"{number:024x}") for number in range(1, 6))
NAMES = ("often", "total", "middle", "double")


def rated(strategy: str, kind: str = "one-to-many", **more: Any) -> Callable[[], Json]:
    formulas = ("count(ratings)", "sum(ratings.stars)", "avg(ratings.stars)", "total * 2")
    results = [
        field(name, "double", computed={"formula": formula, "refresh": "on-write"})
        for name, formula in zip(NAMES, formulas, strict=True)
    ]
    rating = entity("Rating", field("stars", "int", required=True), field("state"), field("at", "date"))
    back = end("Rating", 1 if kind == "one-to-many" else None, field="product_id")
    stars = {"kind": "update", "entity": "Rating", "changes": ["stars"]}
    shown = {
        "name": "show",
        "kind": "update",
        "entity": "Rating",
        "filter": [{"field": "_id"}],
        "changes": ["state"],
    }
    return lambda: {
        "format": "nestlink/1", "name": "Rated", "database": "rated",
        "entities": [entity("Product", field("name"), *results), rating],
        "relationships": [link("rates", kind, end("Product", None, field="ratings"), back, strategy=strategy, **more)],
        "operations": [
            {**stars, "name": "correct", "filter": [{"field": "_id"}]},
            {**stars, "name": "level", "filter": [{"field": "state"}]}, shown,
        ],
    }  # fmt: skip


def corrected(play: Play, *, referring: bool) -> Steps:
    """One rating is corrected, then both; another product is left as it was."""
    ratings = [{"_id": id, "stars": 1, "state": "new"} for id in (FIRST, SECOND)]
    if referring:
        for one in ratings:
            one["product_id"] = ONE
    stored = (
        {"often": 2, "total": 2, "middle": 1, "double": 2} if referring else {}
    )  # moved by the difference
    play.documents |= {"ratings": ratings, "products": [{"_id": ONE, **stored}, {"_id": OTHER}]}
    for name in play.documents:
        if name == "rates":
            play.documents[name] = [{"_id": id, "product_id": ONE, "rating_id": id} for id in (FIRST, SECOND)]
    if not referring and "rates" not in play.documents:
        play.documents["products"][0]["ratings"] = [FIRST, SECOND]
    play.call("show", id=FIRST, newState="old")
    play.call("correct", id=FIRST, newStars=4)
    play.call("level", state="new", newStars=2)
    done = yield
    found = [done.one("products", ONE, step) or {} for step in range(3)]
    told = [[one.get(name, "-") for name in NAMES] for one in found]
    assert told[0] == ([*stored.values()] or ["-"] * 4)
    assert [one[1:] for one in told[1:]] == [[5, 2.5, 10], [6, 3, 12]]
    assert done.one("products", OTHER) == {"_id": OTHER}


@replay(rated("PARENT_REF"))
def test_what_refers(play: Play) -> Steps:
    yield from corrected(play, referring=True)


@replay(rated("SUBSET"))
def test_what_is_in_a_slice(play: Play) -> Steps:
    yield from corrected(play, referring=True)


@replay(rated("LINK_COLL", "many-to-many"))
def test_what_is_behind_links(play: Play) -> Steps:
    yield from corrected(play, referring=False)


@replay(rated("ONE_WAY_EMBED", "many-to-many", link_owner="from"))
def test_what_is_in_a_list(play: Play) -> Steps:
    yield from corrected(play, referring=False)


@replay(rated("SUBSET"))
def test_what_follows_from_the_sums_of_a_slice(play: Play) -> Steps:
    """A result of the parent's own document moves with its sums, whichever child comes or goes."""
    known = {"often": 0, "total": 0, "middle": None, "double": 0, "stars_sum": 0}
    play.documents |= {"products": [{"_id": id, **known} for id in (ONE, OTHER)], "ratings": []}
    for id, stars in ((FIRST, 1), (SECOND, 4)):
        play.call("rates.add", rating={"_id": id, "product_id": ONE, "stars": stars})
    play.call("rates.reassign", ratingId=FIRST, newProductId=OTHER)
    play.call("rates.remove", ratingId=SECOND)
    done = yield
    doubles = [[(done.one("products", id, step) or {})["double"] for id in (ONE, OTHER)] for step in range(4)]
    assert doubles == [[2, 0], [10, 0], [8, 2], [0, 2]]


@replay(rated("PARENT_REF"))
def test_an_average_moves_on_from_an_update(play: Play) -> Steps:
    """The update keeps what the average is kept with: the next rating is added to it."""
    known = {"often": 1, "total": 1, "middle": 1, "double": 2, "stars_sum": 1}
    play.documents["products"] = [{"_id": ONE, **known}]
    play.documents["ratings"] = [{"_id": FIRST, "product_id": ONE, "stars": 1}]
    play.call("correct", id=FIRST, newStars=3)
    play.call("rates.add", rating={"_id": SECOND, "product_id": ONE, "stars": 5})
    play.audit()
    done = yield
    found = done.one("products", ONE) or {}
    assert (found["total"], found["middle"], found["double"]) == (8, 4, 16)
    assert done.found["Product.results"] == []


def returning(topology: str) -> Callable[[], Json]:
    """The same, where a correction gives the rating back."""

    def made() -> Json:
        source = rated("PARENT_REF")()
        source["operations"][0]["returns"] = "after"
        return {**source, "topology": topology}

    return made


def given_back(play: Play) -> Steps:
    """One rating is corrected, then one that isn't there."""
    play.documents["products"] = [{"_id": ONE, "often": 1, "total": 1}, {"_id": OTHER}]
    play.documents["ratings"] = [{"_id": FIRST, "product_id": ONE, "stars": 1}]
    play.call("correct", id=FIRST, newStars=4)
    play.call("correct", id=SECOND, newStars=4)
    done = yield
    assert done.results[0] == {"_id": FIRST, "product_id": ONE, "stars": 4}
    assert done.results[1] == {"refused": "rating not found"}
    assert (done.one("products", ONE) or {})["total"] == 4
    assert done.one("products", OTHER) == {"_id": OTHER}


@replay(returning("replica-set"))
def test_what_is_asked_for_comes_back_from_its_transaction(play: Play) -> Steps:
    yield from given_back(play)


@replay(returning("standalone"))
def test_what_is_asked_for_comes_back_though_results_follow(play: Play) -> Steps:
    yield from given_back(play)
