"""Writes of lists, links and slices: replayed on documents in memory."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")
OTHER = ObjectId("0123456789abcdef01234568")


def ids(documents: list[Json]) -> set[Any]:
    return {one["_id"] for one in documents}


# --- arrays of ids ---


@replay("F06")
def test_a_listed_child_is_added_handed_over_and_deleted_everywhere(play: Play) -> Steps:
    one, other, part = play.first("products"), play.first("products", 1), play.first("parts")
    play.call("parts.add", part={**part, "_id": NEW, "partno": "new"})
    play.call("parts.reassign", partId=NEW)
    play.call("parts.remove", partId=NEW)
    done = yield
    assert done.one("parts", NEW, 0) and NEW in done.one("products", one["_id"], 0)["parts"]
    assert NEW not in done.one("products", one["_id"], 1)["parts"]
    assert NEW in done.one("products", other["_id"], 1)["parts"]
    assert done.one("parts", NEW, 2) is None and not any(
        NEW in each["parts"] for each in done.all("products")
    )


@replay("parts_catalogue")
def test_a_listed_document_comes_with_its_copies_once(play: Play) -> Steps:
    product = play.first("products")
    play.documents["parts"].append(
        {**play.first("parts"), "_id": NEW, "name": "Brand new", "partno": "NEW-1"}
    )
    play.call("parts.add", partId=NEW)
    play.call("parts.add", partId=NEW)
    play.call("parts.remove", partId=NEW)
    play.call("parts.delete", partId=product["parts"][0]["part_id"])
    done = yield
    assert done.one("products", product["_id"], 1)["parts"] == [
        *product["parts"],
        {"part_id": NEW, "name": "Brand new"},
    ]
    assert done.one("products", product["_id"], 2) == product
    assert all(product["parts"][0] not in one["parts"] for one in done.all("products"))


@replay("task_tracker")
def test_a_task_changes_hands_in_three_documents_or_in_none(play: Play) -> Steps:
    task = play.first("tasks")
    old = next(one for one in play.documents["people"] if one["_id"] == task["owner"])
    new = next(one for one in play.documents["people"] if one["_id"] != task["owner"])
    values = {"taskId": task["_id"], "oldPersonId": old["_id"], "newPersonId": new["_id"]}
    play.call("tasks.reassign", **values)
    play.call("tasks.reassign", **values)
    play.call("tasks.add", task={**task, "_id": NEW, "owner": new["_id"]})
    play.call("tasks.remove", taskId=NEW)
    done = yield
    assert done.one("tasks", task["_id"], 0)["owner"] == new["_id"]
    assert task["_id"] not in done.one("people", old["_id"], 0)["tasks"]
    assert task["_id"] in done.one("people", new["_id"], 0)["tasks"]
    assert done.results[1] == {"refused": "task was moved by someone else"}
    assert done.states[1] == done.states[0]
    assert done.one("tasks", NEW, 2) and NEW in done.one("people", new["_id"], 2)["tasks"]
    assert done.states[3] == done.states[0]


@replay("bookshop")
def test_a_link_is_made_and_unmade_on_both_sides(play: Play) -> Steps:
    author, book = play.first("authors"), play.first("books")
    author["books"], book["authors"] = [], []
    play.call("authorship.add", authorId=author["_id"], bookId=book["_id"])
    play.call("authorship.remove", authorId=author["_id"], bookId=book["_id"])
    done = yield
    assert done.one("authors", author["_id"], 0)["books"] == [book["_id"]]
    assert done.one("books", book["_id"], 0)["authors"] == [author["_id"]]
    assert (
        done.one("authors", author["_id"], 1)["books"] == [] == done.one("books", book["_id"], 1)["authors"]
    )


@replay("electronics_store")
def test_an_order_line_keeps_name_and_price_of_the_moment(play: Play) -> Steps:
    order = play.first("orders")
    order["items"] = []
    product = play.first("products")
    play.call("items.add", orderId=order["_id"], productId=product["_id"], quantity=4)
    play.call("items.edit", orderId=order["_id"], productId=product["_id"], changes={"quantity": 5})
    play.call("items.remove", orderId=order["_id"], productId=product["_id"])
    done = yield
    (line,) = done.one("orders", order["_id"], 0)["items"]
    assert (line["product_name"], line["quantity"]) == (product["name"], 4)
    assert done.one("orders", order["_id"], 1)["items"][0]["quantity"] == 5
    assert len(done.one("orders", order["_id"], 2)["items"]) == 1, "an order has one item at least"
    assert "must keep at least 1 in items" in done.results[2]["refused"]


@replay("odd")
def test_a_link_document_is_made_once_with_its_copies(play: Play) -> Steps:
    employee, project = play.first("employees", 2), play.first("projects")
    values = {"employeeId": employee["_id"], "projectId": project["_id"], "role": "tester"}
    play.call("work.add", **values)
    play.call("work.add", **values | {"role": "other"})
    ids = {key: value for key, value in values.items() if key != "role"}
    play.call("work.edit", **ids, changes={"role": "lead"})
    play.call("work.remove", **ids)
    done = yield

    def pair(step: int) -> list[Json]:
        return [
            one
            for one in done.all("work", step)
            if (one["employee_id"], one["project_id"]) == (employee["_id"], project["_id"])
        ]

    assert len(pair(1)) == 1 and (pair(1)[0]["role"], pair(1)[0]["project_title"]) == (
        "tester",
        project["title"],
    )
    assert pair(2)[0]["role"] == "lead"
    assert pair(3) == []


@replay("cms")
def test_a_value_is_added_once_renamed_everywhere_and_taken_away(play: Play) -> Steps:
    article = play.first("articles")
    play.call("tags.add", tag="brand new")
    play.call("tags.add", tag="brand new")
    play.call("tags.rename", oldTag="brand new", newTag="documents")
    play.call("tags.remove", tag="documents")
    done = yield
    assert done.one("articles", article["_id"], 1)["tags"] == [*article["tags"], "brand new"]
    assert done.one("articles", article["_id"], 2)["tags"] == [*article["tags"], "documents"]
    assert done.one("articles", article["_id"], 3)["tags"] == article["tags"]


@replay("F11")
def test_folded_data_is_renamed_in_every_child(play: Play) -> Steps:
    message = play.first("logmsg")
    play.call("logs.rename_host", name=message["host_name"], newIpaddr="10.9.8.7")
    done = yield
    renamed = [one["host_ipaddr"] == "10.9.8.7" for one in done.all("logmsg")]
    assert renamed == [one["host_name"] == message["host_name"] for one in play.documents["logmsg"]] and any(
        renamed
    )


# --- subsets and computed figures ---


@replay("F04b")
def test_a_slice_holds_the_newest_and_never_more(play: Play) -> Steps:
    student, message = play.first("students"), play.first("messages")
    message["posted_by"] = student["_id"]
    for number in range(8):
        moment = datetime(2030, 1, 1 + number, tzinfo=UTC)
        play.call("messages.add", message={**message, "_id": ObjectId(f"{number:024x}"), "posted_on": moment})
    play.call("messages.remove", messageId=ObjectId(f"{7:024x}"))
    done = yield

    def kept(step: int) -> list[ObjectId]:
        return [one["message_id"] for one in done.one("students", student["_id"], step)["recent_messages"]]

    assert kept(7) == [ObjectId(f"{number:024x}") for number in range(3, 8)]
    assert kept(8) == [ObjectId(f"{number:024x}") for number in range(2, 7)]
    assert done.one("messages", ObjectId(f"{7:024x}")) is None
    assert len(done.all("messages")) == len(play.documents["messages"]) + 7


def figures(done: Played, product: Any, step: int) -> tuple[Any, Any, list[Any]]:
    found = done.one("products", product, step)
    assert found is not None
    return (
        found["review_count"],
        found["average_rating"],
        [one["review_id"] for one in found["recent_reviews"]],
    )


@replay("electronics_store")
def test_count_and_average_follow_additions_removals_and_moves(play: Play) -> Steps:
    review = play.first("reviews")
    one, other = (
        review["product_id"],
        next(each["_id"] for each in play.documents["products"] if each["_id"] != review["product_id"]),
    )
    play.call(
        "reviews.add", review={**review, "_id": NEW, "rating": 1, "date": datetime(2031, 1, 1, tzinfo=UTC)}
    )
    play.call("reviews.reassign", reviewId=NEW, newProductId=other)
    play.call("reviews.remove", reviewId=NEW)
    done = yield
    for step in range(3):
        for product in (one, other):
            ratings = [each["rating"] for each in done.all("reviews", step) if each["product_id"] == product]
            count, average, listed = figures(done, product, step)
            assert count == len(ratings)
            assert average == (round(sum(ratings) / len(ratings), 2) if ratings else None)
            assert (NEW in listed) == any(
                each["_id"] == NEW and each["product_id"] == product for each in done.all("reviews", step)
            )


@replay("electronics_store")
def test_text_that_looks_like_a_path_stays_text(play: Play) -> Steps:
    review = play.first("reviews")
    play.call(
        "reviews.add",
        review={**review, "_id": NEW, "comment": "$price", "date": datetime(2031, 1, 1, tzinfo=UTC)},
    )
    done = yield
    product = done.one("products", review["product_id"])
    assert [one["comment"] for one in product["recent_reviews"] if one["review_id"] == NEW] == ["$price"]


@replay("cms")
def test_computed_fields_are_computed_and_rough_counts_jump(play: Play) -> Steps:
    article = play.first("articles")
    article["metadata"] |= {"word_count": 1950, "read_time": 1}
    play.call("Article.compute")
    play.call("Article.hit.stats.views")
    done = yield
    assert done.one("articles", article["_id"], 0)["metadata"]["read_time"] == 10
    assert done.one("articles", article["_id"], 1)["stats"]["views"] == article["stats"]["views"] + 100
