"""The seeds' mistakes: one test each that no library design repeats it. The number is the erratum's."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.compiler.library import Built, build, built, design, fixture, names

LEGACY = re.compile(r"\.(save|insert|update|remove|ensureIndex|findAndModify|count|copyTo)\(")
ALL = pytest.mark.parametrize("name", names())


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(item)


def _javascript(plan: Built) -> dict[str, str]:
    return {path: text for path, text in plan.files.items() if path.endswith(".js")}


def test_01_both_sides_of_a_two_way_link_agree() -> None:
    plan = built("bookshop")
    from_authors = {(author["_id"], book) for author in plan.documents("authors") for book in author["books"]}
    from_books = {(author, book["_id"]) for book in plan.documents("books") for author in book["authors"]}
    assert from_authors == from_books and from_authors


def test_02_a_category_is_found_by_its_id() -> None:
    scripts = built("bookshop").scripts()
    assert not re.search(r"\.id\b", scripts)
    assert built("bookshop").statements("operation:books of a category")


@ALL
def test_03_ids_are_whole_and_calls_are_current(name: str) -> None:
    for path, text in _javascript(built(name)).items():
        ids = re.findall(r"ObjectI[dD]\(([^)]*)\)", text)
        assert all(re.fullmatch(r'"[0-9a-f]{24}"', given) for given in ids if given.startswith('"')), path
        assert not LEGACY.search(text), path
        assert "getSisterDB" not in text, path


def test_03_every_message_has_an_address() -> None:
    assert all(
        re.fullmatch(r"[0-9a-f:.]+", message["ipaddr"]) for message in built("log_hosts").documents("logmsg")
    )


def test_04_averages_follow_from_their_distribution() -> None:
    for product in built("web_shop").documents("products"):
        summary = product["rating_summary"]
        stars = sum(int(star) * number for star, number in summary["distribution"].items())
        assert summary["average"] == pytest.approx(stars / summary["count"], abs=0.006)


def test_04_averages_follow_from_the_reviews_beside_them() -> None:
    plan = built("electronics_store")
    for product in plan.documents("products"):
        ratings = [
            review["rating"] for review in plan.documents("reviews") if review["product_id"] == product["_id"]
        ]
        assert product["review_count"] == len(ratings)
        if ratings:
            assert product["average_rating"] == pytest.approx(sum(ratings) / len(ratings), abs=0.006)


def test_05_no_update_breaks_the_stock_figures() -> None:
    touched = 0
    for statement in built("web_shop").statements(writes=True):
        update = statement["update"] if isinstance(statement["update"], dict) else {}
        by = {
            path.split(".")[-1]: amount
            for path, amount in update.get("$inc", {}).items()
            if path.startswith("inventory.")
        }
        touched += bool(by)
        assert by.get("available", 0) == by.get("in_stock", 0) - by.get("reserved", 0), statement["id"]
    assert touched >= 3


@ALL
def test_06_partial_indexes_name_fields_and_values_that_exist(name: str) -> None:
    plan = built(name)
    for collection in plan.plan["collections"]:
        leaves = {leaf.rsplit(":", 1)[0].replace("[]", "") for leaf in plan.shape(collection["name"])}
        for index in collection["indexes"]:
            keys = {path for path, _ in index["keys"]} | set(
                index["options"].get("partialFilterExpression", {})
            )
            missing = {
                key
                for key in keys
                if key not in leaves and not any(leaf.startswith(key + ".") for leaf in leaves)
            }
            assert not missing, (collection["name"], missing)


def test_06_the_status_of_a_partial_index_is_one_that_orders_have() -> None:
    plan = built("web_shop")
    (partial,) = [
        i["options"]["partialFilterExpression"]
        for i in plan.collection("orders")["indexes"]
        if "partialFilterExpression" in i["options"]
    ]
    assert partial["status"] in plan.schema("orders")["properties"]["status"]["enum"]


def test_07_text_is_indexed_where_the_text_is() -> None:
    plan = built("cms")
    keys = [
        path
        for index in plan.collection("articles")["indexes"]
        for path, kind in index["keys"]
        if kind == "text"
    ]
    assert keys and {f"{path}:string" for path in keys} <= plan.shape("articles")


@ALL
def test_08_nothing_is_pushed_without_a_bound(name: str) -> None:
    plan = built(name)
    assert not plan.codes("error") & {"L01", "L02"}
    for statement in plan.statements(subject="", op="updateOne"):
        if not statement["subject"].startswith("relationship:") or "$push" not in (statement["update"] or {}):
            continue
        for path, pushed in statement["update"]["$push"].items():
            capped = isinstance(pushed, dict) and "$slice" in pushed
            room = rf'"{path.rpartition(".")[2]}\.\d+": {{"\$exists": false}}'
            guarded = "count" in statement["filter"] or re.search(room, json.dumps(statement["filter"]))
            windowed = plan.decision(statement["subject"].split(":", 1)[1])["strategy"] == "BUCKET_TIME"
            assert capped or guarded or windowed, statement["id"]


def test_09_a_card_expires_after_it_was_issued() -> None:
    students = built("university").documents("students")
    assert students and all(
        student["id_card"]["expires_on"] > student["id_card"]["issued_on"] for student in students
    )


def test_09_the_steps_of_an_order_follow_one_another() -> None:
    for order in built("web_shop").documents("orders"):
        steps = [
            order["dates"][step]
            for step in ("created", "shipped", "delivered", "updated")
            if step in order["dates"]
        ]
        assert steps == sorted(steps)


@ALL
def test_10_nobody_is_warned_of_padding_or_moves(name: str) -> None:
    outputs = " ".join(text for path, text in built(name).files.items() if not path.endswith(".dot")).lower()
    assert "padding" not in outputs and "moved around" not in outputs


def test_10_pages_of_an_embedded_array_are_cut_by_the_server() -> None:
    plan = build(fixture("F31"))
    reads = plan.statements("relationship:comments", collection="posts", writes=False)
    assert any("$slice" in str(s["projection"]) for s in reads)


@ALL
def test_11_what_is_called_positive_is_above_zero(name: str) -> None:
    for collection in built(name).plan["collections"]:
        for rule in _objects(collection["validator"] or {}):
            if "positive" in str(rule.get("description", "")) and "minimum" in rule:
                assert rule["minimum"] > 0 or rule.get("exclusiveMinimum") is True


def test_12_authors_have_written_books() -> None:
    plan = built("bookshop")
    books = {book["_id"] for book in plan.documents("books")}
    listed = [author["books"] for author in plan.documents("authors")]
    assert all(listed) and {book for each in listed for book in each} <= books


def test_13_handing_a_task_over_is_three_writes() -> None:
    writes = built("task_tracker").statements("relationship:tasks", purpose="reassign", writes=True)
    assert len(writes) == 3
    assert any("three" in c or "3 " in c for c in built("task_tracker").decision("tasks")["caveats"])


def test_the_errata_tests_see_what_they_look_for() -> None:
    """The guards above fail on the seeds' own words."""
    assert LEGACY.search("db.logmsg.save({time : now})") and not LEGACY.search("db.logmsg.insertOne({})")
    assert not re.fullmatch(r'"[0-9a-f]{24}"', '"AAF1"')
    broken = design("task_tracker")
    broken["relationships"][0] |= {"strategy": "CHILD_REFS"}
    broken["relationships"][0]["from"]["has"] = {"average": 80, "max": None, "growth": "unbounded"}
    assert "L02" in build(broken).codes("error")
