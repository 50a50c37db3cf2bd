"""Averages over a value that documents need not have: those without it count for nothing, as in $avg,
whichever write moves the average."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.compiler.bson_schema import complaints
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
IDS = [ObjectId(f"{number:024x}") for number in range(1, 9)]
RESULTS = {
    "total": "sum(ratings.stars)", "middle": "round(avg(ratings.stars), 2)", "often": "count(ratings)",
    "told": "count(ratings.stars)", "best": "max(ratings.stars)",
}  # fmt: skip
NOTHING: Json = {"total": 0, "middle": None, "often": 0, "told": 0, "best": None}


def rated(strategy: str, *without: str, required: bool = False) -> Any:
    """Products with what they store about stars that a rating need not have."""
    results = [
        field(name, "double", required=required, computed={"formula": formula, "refresh": "on-write"})
        for name, formula in RESULTS.items()
        if name not in without
    ]
    rating = entity("Rating", field("stars", "int"), field("at", "date", required=True))
    ends = end("Product", None, field="ratings"), end("Rating", 1, field="product_id")
    return lambda: {
        "format": "nestlink/1", "name": "Rated", "database": "rated",
        "entities": [entity("Product", field("name"), *results), rating],
        "relationships": [link("rates", "one-to-many", *ends, strategy=strategy)],
    }  # fmt: skip


def emptied(play: Play) -> tuple[Json, Json, Json]:
    """Two products without ratings, and a rating to make others of."""
    one, other, rating = play.first("products"), play.first("products", 1), play.first("ratings")
    for product in (one, other):
        for name in list(product):
            if name.endswith(("_sum", "_values", "_count")) or name in RESULTS:
                product[name] = NOTHING.get(name, 0)
        if "recent_ratings" in product:
            product["recent_ratings"] = []
    play.documents["ratings"] = []
    return one, other, rating


def adds(play: Play, product: Json, like: Json, *stars: Any) -> None:
    """Add a rating for each of these; "" for one without stars."""
    for id, one in zip(IDS, stars, strict=False):
        told = {} if one == "" else {"stars": one}
        play.call("rates.add", rating={"_id": id, "product_id": product["_id"], "at": like["at"], **told})


def results_of(done: Played, product: Json, step: int) -> Json:
    found = done.one("products", product["_id"], step) or {}
    return {name: found[name] for name in RESULTS if name in found}


def told(total: float, middle: float | None, often: int, many: int, best: int | None) -> Json:
    return {"total": total, "middle": middle, "often": often, "told": many, "best": best}


def each_write(play: Play) -> Steps:
    """Ratings without stars, and with null for stars, come and go between those that have some."""
    one, other, like = emptied(play)
    adds(play, one, like, "", 4, None, 1)
    play.call("rates.remove", ratingId=IDS[1])
    play.call("rates.remove", ratingId=IDS[0])
    play.call("rates.reassign", ratingId=IDS[3], newProductId=other["_id"])
    play.call("rates.reassign", ratingId=IDS[2], newProductId=other["_id"])
    play.call("rates.remove", ratingId=IDS[3])
    play.audit()
    done = yield
    assert [results_of(done, one, step) for step in range(8)] == [
        told(0, None, 1, 0, None), told(4, 4, 2, 1, 4), told(4, 4, 3, 1, 4), told(5, 2.5, 4, 2, 4),
        told(1, 1, 3, 1, 1), told(1, 1, 2, 1, 1), told(0, None, 1, 0, None), told(0, None, 0, 0, None),
    ]  # fmt: skip
    assert [results_of(done, other, step) for step in (6, 7, 8)] == [
        told(1, 1, 1, 1, 1), told(1, 1, 2, 1, 1), told(0, None, 1, 0, None)
    ]  # fmt: skip


def repaired(play: Play) -> Steps:
    """What another program wrote is put right, and the next write goes on from there."""
    one, _, like = emptied(play)
    known = {"product_id": one["_id"], "at": like["at"]}
    play.documents["ratings"] = [{**known, "_id": IDS[5], "stars": 2}, {**known, "_id": IDS[6]}]
    play.call("Product.recompute.one", productId=one["_id"])
    adds(play, one, like, 5)
    done = yield
    assert [results_of(done, one, step) for step in (0, 1)] == [told(2, 2, 2, 1, 2), told(7, 3.5, 3, 2, 5)]


@replay(rated("SUBSET"))
def test_a_slice_counts_those_that_have_the_value(play: Play) -> Steps:
    yield from each_write(play)


@replay(rated("SUBSET", "often", "told"))
def test_a_slice_counts_them_beside_the_average_where_nothing_else_does(play: Play) -> Steps:
    one, _, like = emptied(play)
    adds(play, one, like, "", 4, "", 1)
    done = yield
    found = [done.one("products", one["_id"], step) or {} for step in range(4)]
    assert [each["middle"] for each in found] == [None, 4, 4, 2.5]
    assert [each["stars_values"] for each in found] == [0, 1, 1, 2]
    assert "rating_count" not in found[-1]


@replay(rated("PARENT_REF"))
def test_parents_of_references_do_too(play: Play) -> Steps:
    yield from each_write(play)


@replay(rated("SUBSET"))
def test_a_slice_is_repaired_with_what_its_average_is_kept_with(play: Play) -> Steps:
    yield from repaired(play)


@replay(rated("PARENT_REF"))
def test_parents_of_references_are_repaired_too(play: Play) -> Steps:
    yield from repaired(play)


def emptied_again(play: Play) -> Steps:
    """The last rating goes: what is left passes the validator, though each result must be there."""
    one, _, like = emptied(play)
    adds(play, one, like, 4)
    play.call("rates.remove", ratingId=IDS[0])
    play.call("Product.recompute.all")
    done = yield
    known = next(each for each in play.design.compilation.plan.collections if each.name == "products")
    assert known.validator is not None
    schema = known.validator["$jsonSchema"]
    assert {*RESULTS} <= {*schema["required"]}
    for step in range(3):
        found = done.one("products", one["_id"], step) or {}
        assert [str(each) for each in complaints(schema, found)] == []
    assert found["middle"] is None and found["best"] is None


@replay(rated("SUBSET", required=True))
def test_a_required_average_of_no_slice_is_let_in(play: Play) -> Steps:
    yield from emptied_again(play)


@replay(rated("PARENT_REF", required=True))
def test_a_required_average_of_no_reference_is_let_in(play: Play) -> Steps:
    yield from emptied_again(play)
