"""A pull takes out the elements that the filter means by their fields, else what equals the one that is given."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _design(*filter: Json, least: int = 0) -> Json:
    state = field("state", required=True, enum=["open", "void"])
    lots = {
        "name": "lots", "kind": "one-to-many", "strategy": "EMBED_ARRAY",
        "from": {"entity": "Tender", "field": "lots", "has": {"min": least, "average": 3, "max": 60}},
        "to": {"entity": "Lot", "field": "tender", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    drop = {
        "name": "drop", "kind": "update", "entity": "Tender", "filter": [{"field": "reference"}, *filter],
        "effects": [{"field": "lots", "do": "pull"}],
    }  # fmt: skip
    lot = [field("number", "int", required=True), state, field("note")]
    return {
        "format": "nestlink/1", "name": "Tenders", "database": "tenders", "relationships": [lots], "operations": [drop],
        "entities": [
            {"name": "Tender", "fields": [field("reference", required=True, unique=True)]},
            {"name": "Lot", "kind": "weak", "fields": lot},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("least", [0, 1])
@pytest.mark.parametrize(
    "filter",
    [
        [{"field": "lots.number"}],
        [{"field": "lots.state", "value": "void"}],
        [{"field": "lots.number"}, {"field": "lots.state"}],
        [],
    ],
)
def test_those_alone_go(filter: list[Json], least: int) -> None:
    assert judged(_design(*filter, least=least), "drop") == {"drop": ""}


def test_the_caller_gives_what_the_filter_asks_and_no_element() -> None:
    drop = _function(_design({"field": "lots.number"}, {"field": "lots.state", "value": "open"}))
    assert drop.startswith("(reference, lotsNumber) {")
    assert "lots: { $elemMatch: { number: lotsNumber, state:" in drop
    assert "{ $pull: { lots: { number: lotsNumber, state:" in drop


def test_an_element_with_more_fields_stays() -> None:
    drop = _function(_design())
    assert "{ $pullAll: { lots: [removedLot] } }" in drop
    assert "$pull:" not in drop


def _function(source: Json) -> str:
    design = read(json.dumps(source)).value
    assert design is not None
    files = {each.path.rpartition("/")[2]: each.text for each in render(compile_design(design))}
    return files["04_queries.js"].partition("function drop")[2].partition("\n}\n")[0]
