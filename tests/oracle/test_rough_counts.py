"""A result that is approximate follows from time to time where documents tell it, else each hit counts."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from designs.compiler import read
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.calls import functions
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _rough(name: str, formula: str, kind: str = "int", **more: Any) -> Json:
    sources = [] if " for each " in formula else ["-"]
    computed = {"formula": formula, "sources": sources, "refresh": "approximate"}
    return field(name, kind, computed=computed, **more)


def _design(*more: Json, **parts: Any) -> Json:
    """Lots that clients watch and bid on, with rough counts of both, and of each time that a lot is shown."""
    lot = entity(
        "Lot", field("title", required=True), field("guess", "int", required=True),
        _rough("watchers_count", "count(watchers)"), _rough("bids_sum", "sum(bids.amount)", "double"),
        _rough("twice", "guess * 2"), _rough("views", "one for each time the lot is shown"), *more,
    )  # fmt: skip
    lot["fields"][0]["unique"] = True
    return {
        "format": "nestlink/1", "name": "Lots", "database": "lots",
        "entities": [lot, entity("Client", field("name", required=True)), entity("Bid", field("amount", "double", required=True))],
        "relationships": [
            link("watches", "many-to-many", end("Client", field="watched"), end("Lot", field="watchers"), strategy="ONE_WAY_EMBED"),
            link("bids", "one-to-many", end("Lot", field="bids"), end("Bid", field="lot", has={"min": 1, "max": 1}), strategy="PARENT_REF"),
        ],
        **parts,
    }  # fmt: skip


def _functions(design: Json) -> dict[str, list[str]]:
    return {one.name: [*one.params] for one in functions(_compiled(design))}


def _compiled(design: Json) -> Compilation:
    return compile_design(cast("Model", read(json.dumps(design)).value))


def test_only_what_nothing_stores_is_counted_by_hits() -> None:
    names = _functions(_design())
    assert [name for name in names if "Hit" in name] == ["lotHitViews"]
    assert {"lotRecompute", "lotRecomputeAll", "lotRecomputeOne"} <= names.keys()


def test_what_follows_from_itself_is_counted_and_never_worked_out() -> None:
    """A job would add one to each document at each run."""
    names = _functions(_design(_rough("shown", "shown + 1")))
    assert "lotHitShown" in names and "lotHitTwice" not in names
    text = _compiled(_design(_rough("shown", "shown + 1")))
    assert not [
        each for each in text.plan.statements if each.purpose == "compute" and "shown" in str(each.update)
    ]


def test_what_an_operation_adds_to_is_counted_by_it_alone() -> None:
    """A hit that adds a hundred beside it would count each of them twice."""
    show = {
        "name": "look at",
        "kind": "update",
        "entity": "Lot",
        "per_day": 9,
        "filter": [{"field": "title"}],
    }
    show |= {"effects": [{"field": "views", "do": "increment", "by": 1}]}
    add = {"name": "bring", "kind": "insert", "entity": "Lot", "per_day": 9}
    design = _design(_rough("shown", "shown + 1"), operations=[show, add])
    names = _functions(design)
    assert {"lotHitShown", "lookAt"} <= names.keys() and "lotHitViews" not in names
    assert judged(design, "bring") == {"bring": ""}


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_rough_results_follow_in_the_end(topology: str) -> None:
    design = _design(topology=topology)
    wanted = dict.fromkeys(_functions(design), "")
    assert judged(design, *wanted) == wanted


def test_what_may_be_null_counts_as_nothing() -> None:
    """A server refuses to add to null by an operator."""
    change = {"name": "pay", "kind": "update", "entity": "Lot", "per_day": 9, "filter": [{"field": "title"}]}
    pay = {**change, "effects": [{"field": "paid", "do": "increment"}]}
    shares = _rough("shares", "one for each share", nullable=True)
    design = _design(shares, field("paid", "int", nullable=True), operations=[pay])
    updates = {one.name: one.statements[0].update for one in functions(_compiled(design))}
    added = [updates[name][0]["$set"] for name in ("lotHitShares", "pay")]
    assert added[0] == {"shares": {"$add": [{"$ifNull": ["$shares", 0]}, {"$literal": 100}]}}
    assert added[1]["paid"]["$add"][0] == {"$ifNull": ["$paid", 0]}
    assert updates["lotHitViews"] == {"$inc": {"views": 100}}
    assert judged(design, "lotHitShares", "pay") == {"lotHitShares": "", "pay": ""}


def test_a_count_that_a_newer_shape_has_no_longer_is_not_begun_nor_counted_there() -> None:
    """Views were counted in videos of the first shape only; a new video has no such field, and a hit adds none."""
    views = field(
        "views",
        "int",
        computed={"formula": "how often it was seen", "refresh": "approximate"},
        until_version=1,
    )
    design = {
        "format": "nestlink/1", "name": "Videos", "database": "videos",
        "entities": [entity("Video", field("title", required=True), views, schema_version=2)], "relationships": [],
        "operations": [{"name": "upload", "kind": "insert", "entity": "Video", "per_day": 1}],
    }  # fmt: skip
    names = ("upload", "videoHitViews")
    assert judged(design, *names) == dict.fromkeys(names, "")
