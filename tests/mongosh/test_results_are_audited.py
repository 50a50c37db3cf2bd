"""The audit of stored results: it finds what a formula does not give, and nothing else."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.test_averages_of_what_is_there import rated
from tests.mongosh.test_recomputed_fields import shelves
from tests.mongosh.test_results_follow_writes import basket

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def quiet(play: Play, audit: str) -> Steps:
    """Samples are what their formulas give."""
    play.audit()
    done = yield
    assert done.found[audit] == []


def spoiled(play: Play, audit: str, collection: str, name: str, value: Any) -> Steps:
    """Another program wrote over a result of one document, and of no other."""
    document = play.first(collection)
    before, document[name] = document.get(name), value
    assert before != value
    play.audit()
    done = yield
    assert [(one["_id"], one["expected"].get(name)) for one in done.found[audit]] == [
        (document["_id"], before)
    ]


@replay(rated("SUBSET"))
def test_samples_of_a_slice_are_what_is_due(play: Play) -> Steps:
    yield from quiet(play, "Product.results")


@replay(rated("PARENT_REF"))
def test_samples_of_references_are_what_is_due(play: Play) -> Steps:
    yield from quiet(play, "Product.results")


@replay(shelves)
def test_samples_of_links_are_what_is_due(play: Play) -> Steps:
    yield from quiet(play, "Shelf.results")


@replay(basket)
def test_samples_of_the_same_document_are_what_is_due(play: Play) -> Steps:
    yield from quiet(play, "Basket.results")


@replay(rated("SUBSET"))
def test_an_average_that_counts_what_has_no_value_is_found(play: Play) -> Steps:
    known = [
        one["stars"]
        for one in play.documents["ratings"]
        if one["product_id"] == play.first("products")["_id"] and "stars" in one
    ]
    yield from spoiled(play, "Product.results", "products", "middle", sum(known) / (len(known) + 1) + 0.001)


@replay(rated("PARENT_REF"))
def test_a_result_that_is_null_though_there_is_one_is_found(play: Play) -> Steps:
    yield from spoiled(play, "Product.results", "products", "best", None)


@replay(rated("SUBSET"))
def test_what_an_average_is_kept_with_is_looked_at_too(play: Play) -> Steps:
    yield from spoiled(play, "Product.results", "products", "stars_sum", 1000)


@replay(basket)
def test_a_sum_of_the_same_document_is_looked_at_too(play: Play) -> Steps:
    yield from spoiled(play, "Basket.results", "baskets", "weight", 0.5)


def cuppings() -> Json:
    """Lots with the cuppings in them, each with a total of the scores in it."""
    total = field("total", "int", computed={"formula": "sum(scores.points)", "refresh": "on-write"})
    return {
        "format": "nestlink/1", "name": "Lots", "database": "lots",
        "entities": [
            entity("Lot", field("code", required=True)), entity("Cupping", field("cupper", required=True), total),
            entity("Score", field("points", "int", required=True)),
        ],
        "relationships": [
            link("cuppings", "one-to-many", end("Lot", 9, field="cuppings"), end("Cupping", 1), strategy="EMBED_ARRAY"),
            link("scores", "one-to-many", end("Cupping", 9, field="scores"), end("Score", 1), strategy="EMBED_ARRAY"),
        ],
    }  # fmt: skip


def _with_cuppings(play: Play) -> Json:
    lot = play.first("lots")
    one, other = {"_id": ObjectId(), "cupper": "Ines"}, {"_id": ObjectId(), "cupper": "Tom"}
    lot["cuppings"] = [
        {**one, "total": 9, "scores": [{"points": 4}, {"points": 5}]},
        {**other, "total": 9, "scores": []},
    ]
    return lot


@replay(cuppings)
def test_a_result_in_an_element_is_looked_at_too(play: Play) -> Steps:
    lot = _with_cuppings(play)
    play.audit()
    done = yield
    found = done.found["Cupping.results"]
    assert [(each["cuppings"]["_id"], each["expected"]["cuppings"]["total"]) for each in found] == [
        (lot["cuppings"][1]["_id"], 0)
    ]


@replay(cuppings)
def test_a_result_in_an_element_is_recomputed_from_what_is_in_it(play: Play) -> Steps:
    lot = _with_cuppings(play)
    play.call("Cupping.compute", lotId=lot["_id"], cuppingId=lot["cuppings"][1]["_id"])
    play.call("scores.add", lotId=lot["_id"], cuppingId=lot["cuppings"][0]["_id"], score={"points": 7})
    done = yield
    after = done.one("lots", lot["_id"])
    assert after is not None and [each["total"] for each in after["cuppings"]] == [16, 0]


# --- of documents that expire ---------------------------------------------------------------------


def expiring() -> Json:
    """Devices with results of codes that go after a minute, one for each way to gather."""
    formulas = {
        "often": "count(codes)",
        "most": "max(codes.digits)",
        "least": "min(codes.digits)",
        "middle": "avg(codes.digits)",
    }
    results = [
        field(
            name,
            "double" if name == "middle" else "int",
            computed={"formula": formula, "sources": ["codes"], "refresh": "on-write"},
        )
        for name, formula in formulas.items()
    ]
    kept = {"policy": "ttl", "field": "at", "seconds": 60}
    code = entity(
        "Code", field("at", "date", required=True), field("digits", "int", required=True), retention=kept
    )
    codes = link("codes", "one-to-many", end("Device", field="codes"), end("Code", 1, field="device_id"), strategy="PARENT_REF")  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Codes", "database": "codes", "entities": [entity("Device", *results), code],
        "relationships": [codes], "operations": [],
    }  # fmt: skip


def left(play: Play, **stored: Any) -> Any:
    """One device, of whose codes one is left, the number 5. Returns its id."""
    device, code = play.first("devices"), play.first("codes")
    play.documents["devices"] = [
        {"_id": device["_id"], "often": 1, "most": 5, "least": 5, "middle": 5.0, "digits_sum": 5, **stored}
    ]
    play.documents["codes"] = [{**code, "digits": 5, "device_id": device["_id"]}]
    play.audit()
    return device["_id"]


@replay(expiring)
def test_what_counts_documents_that_have_expired_is_no_mistake(play: Play) -> Steps:
    left(play, often=9, most=8, least=2, middle=4.5, digits_sum=41)
    done = yield
    assert done.found["Device.results"] == []


@replay(expiring)
def test_a_count_of_less_than_is_there_is_one(play: Play) -> Steps:
    device = left(play, often=0)
    done = yield
    assert [each["_id"] for each in done.found["Device.results"]] == [device]


@replay(expiring)
def test_a_greatest_below_what_is_there_is_one(play: Play) -> Steps:
    device = left(play, most=4)
    done = yield
    assert [each["_id"] for each in done.found["Device.results"]] == [device]


@replay(expiring)
def test_a_least_above_what_is_there_is_one(play: Play) -> Steps:
    device = left(play, least=6)
    done = yield
    assert [each["_id"] for each in done.found["Device.results"]] == [device]


@replay(expiring)
def test_a_least_that_is_absent_is_one(play: Play) -> Steps:
    device = left(play, least=None)
    done = yield
    assert [each["_id"] for each in done.found["Device.results"]] == [device]
