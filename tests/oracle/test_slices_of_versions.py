"""A slice of documents that keep their versions holds what is, not what was; what a counter keeps, and what a new
document brings, is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import Compilation, read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]


def _design() -> Json:
    long = {"formula": "minutes * 60", "sources": ["minutes"], "refresh": "on-write"}
    recent = {"sort": "aired", "direction": -1, "count": 5, "fields": ["title", "aired"]}
    return {
        "format": "nestlink/1", "name": "Serials", "database": "serials",
        "entities": [
            entity("Serial", field("name", required=True)),
            entity("Part", field("title", required=True), field("aired", "date", required=True),
                   field("minutes", "int", required=True), field("seconds", "int", computed=long), history="point-in-time"),
        ],
        "relationships": [
            link("parts", "one-to-many", end("Serial", field="parts"), end("Part", 1, field="serial_id"),
                 strategy="SUBSET", recent=recent),
        ],
        "operations": [{"name": "air", "kind": "insert", "entity": "Part", "per_day": 9}],
    }  # fmt: skip


@pytest.fixture(scope="module")
def compiled() -> Compilation:
    model = read(json.dumps(_design())).value
    assert model is not None
    return compile_design(model)


def test_a_slice_is_filled_from_the_current_versions(compiled: Compilation) -> None:
    filling = [one for one in compiled.plan.statements if one.purpose == "sync" and one.pipeline]
    first = [one.pipeline[0]["$match"] for one in filling if one.collection == "parts"]
    assert first and all(asked.get("valid_to", 0) is None for asked in first)


def test_what_follows_in_a_new_document_is_worked_out(compiled: Compilation) -> None:
    (note,) = [one.comment for one in compiled.plan.statements if one.recipe == "air" and one.comment]
    assert "seconds is computed from the document." in note


def test_no_function_of_it_fails() -> None:
    assert not {
        verdict.function: verdict.why
        for verdict in judge("serials", _design())
        if verdict.judged and verdict.why
    }
