"""Strong copies beside the operations of their source."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import compile_design
from designs.compiler.plan_model.physical import Statement
from tests.compiler.small import design, entity, link, op, pair, text

BY = {"reads_per_day": 10**9, "updates_per_day": 1, "of": "from"}


def written(policy: str, **more: Any) -> list[Statement]:
    """The statements of one update of a parent whose title and city are copied."""
    copies = [{"field": name, "policy": policy, **BY} for name in ("title", "city")]
    rel = {"strategy": "PARENT_REF", "copies": copies}
    model = pair(has={"growth": "unbounded"}, rel=rel, ops=(op("update", "Parent", **more),))
    made = compile_design(model).plan.statements
    return [one for one in made if one.subject == "operation:operation 0"]


ONE = {"filter": [{"field": "_id"}]}


@pytest.mark.parametrize(
    ("policy", "changes", "copied"),
    [
        ("strong", ["title"], ["parent_title"]),
        ("strong", ["city", "title", "phone"], ["parent_title", "parent_city"]),
        ("strong", ["phone"], None),
        ("eventual", ["title"], None),
        ("batch", ["title"], None),
    ],
)
def test_only_what_is_strong_and_changes(policy: str, changes: list[str], copied: list[str] | None) -> None:
    source, *copies = written(policy, **ONE, changes=changes)
    assert list(source.update["$set"]) == changes
    assert [list(one.update["$set"]) for one in copies] == ([copied] if copied else [])
    assert all(one.transaction is bool(copied) for one in (source, *copies))
    for one in copies:
        assert one.filter == {"parent_id": source.filter["_id"]}
        assert one.update["$set"][f"parent_{changes[0]}"] == source.update["$set"][changes[0]]


def test_copies_of_several_documents_follow_by_their_ids() -> None:
    """The ids are read first: afterwards the filter may mean others."""
    read, source, copies = written("strong", filter=[{"field": "title"}], changes=["title"])
    assert (read.op, read.filter, read.projection) == ("find", source.filter, {"_id": 1})
    assert list(copies.filter) == ["parent_id"] and read.step in str(copies.filter)
    assert list(copies.update["$set"]) == ["parent_title"]
    assert read.transaction and source.transaction and copies.transaction


def test_what_is_taken_away_is_taken_out_of_copies() -> None:
    source, copies = written("strong", **ONE, effects=[{"field": "title", "do": "unset"}])
    assert copies.filter == {"parent_id": source.filter["_id"]}
    assert list(copies.update["$unset"]) == ["parent_title"]


def test_what_is_returned_takes_its_copies_along() -> None:
    """They stayed as they were, though reads say of them that they are updated in the same transaction."""
    one, *copies = written("strong", **ONE, changes=["title"], returns="after")
    assert one.op == "findOneAndUpdate" and one.answers and one.must_match and one.transaction
    assert copies and all(each.transaction and not each.answers for each in copies)


def test_what_is_worked_out_and_returned_tells_of_its_copies() -> None:
    """The new value is nobody's parameter."""
    (one,) = written("strong", **ONE, effects=[{"field": "title", "do": "unset"}], returns="after")
    assert not one.transaction and "call rSyncTo in 05_sync.js for each document" in one.comment


def test_other_fields_are_told_nothing() -> None:
    (one,) = written("strong", filter=[{"field": "phone"}], changes=["notes"])
    assert "rSyncTo" not in one.comment


def synced(average: float | None, *names: str, topology: str = "replica-set") -> list[Statement]:
    """The function that changes copied fields of a parent with so many children."""
    copies = [{"field": name, "policy": "strong", **BY} for name in names]
    has = {"growth": "unbounded"} | ({} if average is None else {"average": average})
    model = pair(has=has, rel={"strategy": "PARENT_REF", "copies": copies}, topology=topology)
    return [each for each in compile_design(model).plan.statements if each.recipe == "r.sync.to"]


@pytest.mark.parametrize(("average", "is_in_parts"), [(None, False), (1000, False), (1001, True)])
def test_more_copies_than_a_transaction_should_change_go_in_several_calls(
    average: float | None, is_in_parts: bool
) -> None:
    statements = synced(average, "title")
    assert all(each.transaction for each in statements)
    assert [each.op for each in statements] == [
        "updateOne", *(["find", "updateMany"] if is_in_parts else ["updateMany"])
    ]  # fmt: skip
    assert ("repeat it with the same value until modifiedCount is 0" in statements[0].comment) is is_in_parts
    assert ("in a transaction" in statements[0].comment) is not is_in_parts
    if is_in_parts:
        find, last = statements[1:]
        assert find.limit == 1000 and find.filter["parent_title"] == {
            "$ne": last.update["$set"]["parent_title"]
        }
        assert list(last.filter) == ["_id"] and [each.answers for each in statements] == [False, False, True]


def test_a_document_that_is_not_there_is_told_and_what_was_done_returned() -> None:
    """The function did nothing then, and returned nothing in any case."""
    first, *_ = synced(None, "title")
    assert first.must_match.endswith("not found") and first.answers


def test_where_parts_cannot_be_told_by_one_value_it_says_how_long_it_may_take() -> None:
    statements = synced(5000, "title", "city")
    assert [each.op for each in statements] == ["updateOne", "updateMany"]
    assert "the server aborts after 60 seconds" in statements[0].comment


def test_without_transactions_nothing_is_cut_into_parts() -> None:
    assert not any(each.op == "find" for each in synced(5000, "title", topology="standalone"))


def bids(
    topology: str = "replica-set", tender: dict[str, Any] | None = None, **copies: Any
) -> dict[str, list[Statement]]:
    """The functions of bids that repeat what their tender may cost at most."""
    operations = (
        op("insert", "Bid"),
        op("update", "Bid", "_id", changes=["tender"]),
        op("update", "Tender", "_id", changes=["ceiling"]),
    )
    copied = [{"field": "ceiling", "policy": "strong", **BY, **copies}]
    ends = {
        "field": "bids",
        "back_field": "tender",
        "has": {"growth": "unbounded"},
        "back": {"min": 1, "max": 1},
    }
    link_of = link("r", "one-to-many", "Tender", "Bid", strategy="PARENT_REF", copies=copied, **ends)
    entities = [entity("Tender", text(9, "ceiling"), **(tender or {})), entity("Bid", text(9, "amount"))]
    made = compile_design(design(entities, [link_of], operations, topology=topology))
    functions: dict[str, list[Statement]] = {}
    for each in made.plan.statements:
        if each.script == "04_queries" and each.purpose != "prepare":
            functions.setdefault(each.recipe, []).append(each)
    return functions


@pytest.mark.parametrize("name", ["operation 0", "operation 1"])
def test_what_a_strong_copy_is_taken_from_is_locked_until_it_is_stored(name: str) -> None:
    """Read outside, the old value could be stored behind the update of all copies, and stay there."""
    lock, write, free = bids()[name]
    assert lock.op == "findOneAndUpdate" and lock.must_match == "tender not found"
    assert lock.update == {"$inc": {"locked": 1}} and lock.options["projection"] == {"ceiling": 1}
    assert lock.transaction and write.transaction and free.transaction and write.answers
    assert lock.step in str(write.documents or write.update)
    assert (free.op, free.collection, free.filter) == ("updateOne", "tenders", lock.filter)
    assert free.update == {"$unset": {"locked": ""}}
    assert "The tender is locked until the transaction ends" in lock.comment


@pytest.mark.parametrize(
    "more",
    [{"topology": "standalone"}, {"tender": {"history": "revisions"}}],
)
def test_where_no_lock_is_to_be_had_it_is_said_what_may_happen(more: dict[str, Any]) -> None:
    statements = bids(**more)["operation 0"]
    assert [each.op for each in statements if each.collection == "tenders"] == ["findOne"]
    told = "If the tender changes at the same time, the copy can be outdated; the audit finds it."
    assert told in statements[0].comment


@pytest.mark.parametrize("policy", ["eventual", "batch", "snapshot"])
def test_other_copies_are_read_without_a_lock(policy: str) -> None:
    (read, write) = bids(policy=policy)["operation 0"]
    assert (read.op, write.op, read.transaction) == ("findOne", "insertOne", False)
    assert "outdated" not in read.comment


def test_what_only_tells_which_documents_are_changed_leaves_no_copy_outdated() -> None:
    """The new title comes from the caller, and the transaction writes each parent whose children it finds."""
    changed = {"filter": [{"field": "city"}], "changes": ["title"]}
    statements = written("strong", **changed)
    assert [each.op for each in statements] == ["find", "updateMany", "updateMany"]
    comment = statements[0].comment
    assert "without locking the source can be outdated" in comment
    assert "changes at the same time" not in comment
