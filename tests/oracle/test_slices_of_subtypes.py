"""Children whose subtypes have a collection each: the slice of a parent is filled from all of these collections."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.sampling import samples
from tests.compiler.in_parts import laid_out
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import Verdict, judge

Json = dict[str, Any]
WRITES = ("postsRemove", "postsReassign")
SUBTYPES = ("Photo", "Film")


def _design() -> Json:
    def is_a(subtype: str) -> Json:
        return link(f"is_{subtype.lower()}", "is-a", end("Post"), end(subtype), strategy="POLY_SPLIT")

    return {
        "format": "nestlink/1", "name": "Feed", "database": "feed",
        "entities": [
            entity("Author", field("name", required=True)),
            entity("Post", field("title", required=True), field("posted", "date", required=True)),
            entity("Photo", field("width", "int")),
            entity("Film", field("seconds", "int")),
        ],
        "relationships": [
            link(
                "posts", "one-to-many", end("Author", field="posts"), end("Post", field="author_id"), strategy="SUBSET",
                recent={"count": 2, "sort": "posted", "direction": -1, "fields": ["title", "posted"]},
            ),
            is_a("Photo"), is_a("Film"),
        ],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {
        verdict.function: verdict
        for verdict in judge(
            "feed", _design(), only=[name + subtype for name in WRITES for subtype in SUBTYPES]
        )
    }


@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("subtype", SUBTYPES)
def test_a_call_that_ended_early_is_completed_by_the_next(
    verdicts: dict[str, Verdict], name: str, subtype: str
) -> None:
    """No transaction holds the writes together: it takes no $unionWith."""
    verdict = verdicts[f"{name}{subtype}"]
    assert verdict.judged and not verdict.why


def _answers() -> Json:
    return {
        "format": "nestlink/1", "name": "Questions", "database": "questions",
        "entities": [entity("Post", field("made", "date", required=True)), entity("Notice", field("rank", "int"))],
        "relationships": [
            link("is_notice", "is-a", end("Post"), end("Notice"), strategy="POLY_SPLIT"),
            link(
                "answers", "one-to-many", end("Post"), end("Post", field="answers_id"), strategy="SUBSET",
                recent={"count": 2, "sort": "made", "direction": -1, "fields": ["made"]},
            ),
            link("follow_up", "one-to-one", end("Post"), end("Post", field="post_id"), strategy="LINK_ONE"),
        ],
    }  # fmt: skip


def test_an_element_names_its_own_child_though_the_child_has_a_reference_of_that_name() -> None:
    """What stands in the slice is the child's id, and not what the field of the same name refers to there."""
    report = read(json.dumps(_answers()))
    assert report.value is not None
    documents = samples(laid_out(report.value))["notices"]
    parents = {document["_id"]: document.get("answers_id") for document in documents}
    listed = [
        (document["_id"], each["post_id"]) for document in documents for each in document["recent_answers"]
    ]
    assert listed and all(parents[child] == parent for parent, child in listed)


def test_without_transactions_a_child_comes_once_where_parents_are_of_subtypes_too() -> None:
    """The function asked every collection whether the child is there already, took the list for a single answer, and
    never inserted it."""
    design = _answers() | {"topology": "standalone"}
    design["entities"] = [design["entities"][0] | {"history": "point-in-time"}, *design["entities"][1:]]
    design["entities"].append(entity("Call", field("length", "int")))
    design["relationships"].append(link("is_call", "is-a", end("Post"), end("Call"), strategy="POLY_SPLIT"))
    told = {each.function: each for each in judge("questions", design)}
    added = [name for name in told if name.startswith("answersAdd")]
    assert len(added) == 4 and all(told[name].judged and not told[name].why for name in added)
