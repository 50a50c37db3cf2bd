"""Children that stand inside other documents than their parents: what parents store about them follows each write."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.calls import functions
from tests.oracle.judging import Verdict, judge, mends_only

Json = dict[str, Any]
ONE = {"min": 1, "max": 1}


def _design(refresh: str = "on-write", **runs: Any) -> Json:
    """Rooms with their runs, each embedded in its booking."""

    def result(formula: str, source: str) -> Json:
        return {"formula": formula, "sources": [source], "refresh": refresh}

    return {
        "format": "nestlink/1", "name": "Rooms", "database": "rooms",
        "entities": [
            entity(
                "Room", field("title", required=True), field("plays", "int", computed=result("count(runs)", "runs")),
                field("best", "int", computed=result("min(runs.seconds)", "runs.seconds")),
            ),
            entity("Booking", field("code", required=True, unique=True)),
            entity("Run", field("seconds", "int", required=True), field("team")),
        ],
        "relationships": [
            link("runs", "one-to-many", end("Room", field="runs"), {"entity": "Run", "field": "room_id", "has": ONE},
                 **runs),
            link("run_of", "one-to-one", end("Booking", 1, field="run"),
                 {"entity": "Run", "field": "booking_id", "has": ONE}, strategy="EMBED_ONE"),
        ],
        "operations": [
            {"name": "finish", "kind": "insert", "entity": "Run", "per_day": 9},
            {"name": "book", "kind": "insert", "entity": "Booking", "per_day": 9},
            {"name": "time", "kind": "update", "entity": "Run", "filter": [{"field": "_id"}], "changes": ["seconds"],
             "per_day": 9},
            {"name": "forget", "kind": "delete", "entity": "Booking", "filter": [{"field": "code"}], "per_day": 9},
        ],
    }  # fmt: skip


WRITES = ("runOfAdd", "runOfRemove", "finish", "book", "time", "forget")
RECENT = {"count": 3, "sort": "seconds", "direction": 1, "fields": ["team", "seconds"]}


@pytest.fixture(scope="module")
def by_reference() -> dict[str, Verdict]:
    return _judged(strategy="PARENT_REF")


@pytest.fixture(scope="module")
def with_slice() -> dict[str, Verdict]:
    return _judged(strategy="SUBSET", recent=RECENT)


def _judged(**runs: Any) -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("rooms", _design(**runs), only=WRITES)}


@pytest.mark.parametrize("name", WRITES)
def test_results_of_the_room_before_and_of_the_room_after_follow(
    by_reference: dict[str, Verdict], name: str
) -> None:
    assert by_reference[name].judged and not by_reference[name].why, by_reference[name]


@pytest.mark.parametrize("name", WRITES)
def test_the_slice_of_the_room_follows(with_slice: dict[str, Verdict], name: str) -> None:
    assert with_slice[name].judged and not with_slice[name].why, with_slice[name]


@pytest.mark.parametrize(("refresh", "hides"), [("on-write", True), ("periodic", False)])
def test_a_job_that_would_hide_what_a_write_forgets_is_not_run(refresh: str, hides: bool) -> None:
    model = read(_text(_design(refresh, strategy="PARENT_REF"))).value
    assert model is not None
    compilation = compile_design(model)
    (job,) = [each for each in functions(compilation) if each.name == "roomRecomputeAll"]
    assert mends_only(job, compilation.model) is hides


def _text(design: Json) -> str:
    return json.dumps(design)
