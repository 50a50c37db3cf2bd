"""The templates of the library: each is the pattern that it is called after, small, and without a warning."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.compiler.library import built, design, names

TEMPLATES = [name for name in names() if name.startswith("template_")]
KINDS = {
    "template_account_transactions": {"B5", "COMPUTED"},
    "template_array_slice_cache": {"SUBSET"},
    "template_cart": {"EMBED_LINK", "EXT_REF", "TTL"},
    "template_cart_with_reservation": {"PARENT_REF", "COMPUTED", "EXT_REF"},
    "template_i18n": {"PARENT_REF"},
    "template_metadata": {"ATTRIBUTE"},
    "template_nested_categories": {"TREE_PATH"},
    "template_queue": {"TTL"},
    "template_theater_seats": {"PREALLOC"},
}


def test_there_are_those_that_the_rulebook_names() -> None:
    assert sorted(KINDS) == TEMPLATES


@pytest.mark.parametrize("name", TEMPLATES)
def test_each_shows_its_pattern_by_the_rules_alone(name: str) -> None:
    source, plan = design(name), built(name).plan
    assert not any("strategy" in one for one in source["relationships"])
    decisions = plan["decisions"]
    assert {one["chosen_by"] for one in decisions} <= {"rulebook"}
    overlays = [*plan["entity_overlays"], *(one for made in decisions for one in made["overlays"])]
    shown = {made[key] for made in decisions for key in ("rule", "strategy")}
    assert shown | {one["kind"] for one in overlays} >= KINDS[name]


@pytest.mark.parametrize("name", TEMPLATES)
def test_each_is_small_and_says_what_it_assumes_nowhere(name: str) -> None:
    source = design(name)
    assert len(source["entities"]) <= 3 and 4 <= len(source["operations"]) <= 12
    assert "template" in source["tags"] and len(source["description"]) > 120
    assert all("per_day" in one for one in source["operations"])
    assert built(name).codes("warning") <= {"W-U11"}


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_operation_is_written_out(name: str) -> None:
    for operation in design(name)["operations"]:
        assert built(name).statements(f"operation:{operation['name']}"), operation["name"]


def test_what_is_set_aside_says_why() -> None:
    aside = {name: design(name).get("ignored", []) for name in TEMPLATES}
    assert {name for name, found in aside.items() if found} == {
        "template_cart_with_reservation",
        "template_i18n",
    }
    assert all(len(one["reason"]) > 40 for found in aside.values() for one in found)


def test_a_worker_takes_one_job_by_an_index_that_holds_only_what_waits() -> None:
    plan = built("template_queue")
    (take,) = plan.statements("operation:claim next job")
    assert take["op"] == "findOneAndUpdate" and take["filter"]["status"] == "waiting"
    assert take["options"] == {"returnDocument": "after", "sort": {"priority": -1, "added_at": 1}}
    assert 'topic:1,priority:-1,added_at:1 partial {"status": "waiting"}' in plan.indexes("jobs")
    (waiting, *_) = plan.documents("jobs")
    assert waiting["status"] == "waiting" and waiting["forget_at"] > waiting["added_at"]


def test_a_transfer_and_both_balances_are_one_transaction_that_a_validator_can_end() -> None:
    plan = built("template_account_transactions")
    moved = plan.statements("operation:move money")
    assert [one["op"] for one in moved] == ["insertOne", "updateOne", "updateOne"]
    assert "withTransaction" in plan.script("04").partition("function moveMoney")[2].partition("\n}")[0]
    schema = plan.schema("accounts")
    assert schema["properties"]["balance"]["minimum"] == 0
    assert plan.collection("accounts")["validator"]
    for transfer in plan.documents("transfers"):
        assert transfer["from_account"] != transfer["to_account"]


def test_a_reservation_that_takes_more_than_there_is_ends_its_transaction() -> None:
    plan = built("template_cart_with_reservation")
    held = plan.statements("operation:add to cart")
    assert [(one["op"], one["collection"]) for one in held] == [
        ("findOneAndUpdate", "carts"), ("findOne", "products"), ("insertOne", "reservations"),
        ("updateOne", "products"), ("updateOne", "carts"),
    ]  # fmt: skip
    assert all(one["transaction"] for one in held)
    cart, product, reservation, taken, _ = held
    assert (cart["options"]["projection"], product["projection"]) == ({"status": 1}, {"name": 1, "price": 1})
    assert {"status", "name", "price"} <= set(reservation["documents"])
    assert not {"status", "name", "price"} & set(reservation["parameters"][0]["value"])
    assert list(taken["update"][1]["$set"]) == ["available"]
    assert cart["comment"] and not any(one["comment"] for one in (product, reservation, taken))
    assert plan.schema("products")["properties"]["available"]["minimum"] == 0


def test_who_paid_begins_another_cart_and_has_one_open_at_a_time() -> None:
    plan = built("template_cart_with_reservation")
    (only,) = plan.collection("carts")["indexes"]
    assert only["keys"] == [["visitor", 1]] and only["options"]["unique"] is True
    assert only["options"]["partialFilterExpression"] == {"status": "open"}
    for name in ("cart of a visitor", "pay"):
        (one, *_) = plan.statements(f"operation:{name}")
        assert one["filter"]["status"] == "open"


def test_what_is_paid_for_is_marked_with_its_cart_and_never_given_back() -> None:
    plan = built("template_cart_with_reservation")
    pay = plan.statements("operation:pay")
    assert [(one["op"], one["collection"], one["transaction"]) for one in pay] == [
        ("updateOne", "carts", True),
        ("findOne", "carts", True),  # where the update finds none, to say why
        ("updateMany", "reservations", True),
    ]
    for name in ("expired reservations", "remove from cart", "extend reservation"):
        (one, *_) = plan.statements(f"operation:{name}")
        assert one["filter"]["status"] == "open"


def test_a_queue_has_the_jobs_of_the_days_that_they_are_kept() -> None:
    (job,) = design("template_queue")["entities"]
    example = {one["name"]: one.get("example") for one in job["fields"]}
    added, gone = (datetime.fromisoformat(example[name]) for name in ("added_at", "forget_at"))
    assert job["count"] == job["inserts_per_day"] * (gone - added).days


def test_an_evening_has_its_seats_from_the_start() -> None:
    schema = built("template_theater_seats").schema("evenings")
    assert {"seats", "seats_available"} <= set(schema["required"])


def test_seats_that_are_free_are_counted_as_the_grid_says() -> None:
    for evening in built("template_theater_seats").documents("evenings"):
        assert evening["seats_available"] == sum(row.count(0) for row in evening["seats"]) == 95


def test_texts_are_keyed_by_their_language() -> None:
    plan = built("template_i18n")
    (page,) = plan.statements("operation:product page in German")
    assert page["projection"] == {"sku": 1, "price": 1, "name.en": 1, "name.de": 1}
    assert "product_id:1,locale:1 unique" in plan.indexes("descriptions")
    assert {"name.de:string", "name.en:string"} <= plan.shape("products")
