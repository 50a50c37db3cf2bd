"""What operations of one entity's own fields, of its links to itself and of what it names by a value mean."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.oracle.constants import holds_always
from tests.oracle.growing import random_state
from tests.oracle.judging import Judge, judge
from tests.oracle.scenario import Stage

Json = dict[str, Any]


def _many(least: int = 0) -> Json:
    return {"min": least, "average": 2, "max": 10, "growth": "bounded"}


def _graph(name: str, strategy: str) -> Json:
    return {
        "name": name, "kind": "graph", "strategy": strategy,
        "from": {"entity": "Sailor", "field": "mates", "has": _many()},
        "to": {"entity": "Sailor", "field": "mate_of", "has": _many()},
    }  # fmt: skip


def _operation(name: str, kind: str, entity: str, *filter: Json, **more: Any) -> Json:
    return {"name": name, "kind": kind, "entity": entity, "per_day": 5, "filter": list(filter), **more}


def _design(strategy: str = "TWO_WAY_EMBED", **of_name: Any) -> Json:
    sailor = [field("name", required=True, **of_name), field("rank", "int")]
    berth = {
        "name": "berths", "kind": "one-to-many", "strategy": "FOLD_ONE",
        "from": {"entity": "Harbour", "field": "boats", "has": _many()},
        "to": {"entity": "Boat", "field": "harbour", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Sailing club", "database": "sailing_club",
        "entities": [
            {"name": "Sailor", "fields": sailor},
            {"name": "Harbour", "fields": [field("name", required=True, unique=True), field("depth", "int")]},
            {"name": "Boat", "fields": [field("length", "int"), field("sold_at", "date", nullable=True)]},
        ],
        "relationships": [_graph("mates", strategy), berth],
        "operations": [
            _operation("dismiss sailor", "delete", "Sailor", {"field": "_id"}),
            _operation("boats of a harbour", "read", "Boat", {"field": "harbour"}),
            _operation("unsold boats", "read", "Boat", {"field": "length"}, always_filter={"sold_at": None}),
        ],
    }  # fmt: skip


def _compiled(source: Json) -> Compilation:
    model = read(json.dumps(source)).value
    assert model is not None
    return compile_design(model)


def _script(source: Json) -> str:
    files = {file.path.rpartition("/")[2]: file.text for file in render(_compiled(source))}
    return files["04_queries.js"]


@pytest.mark.parametrize("name", ["dismissSailor", "boatsOfAHarbour", "unsoldBoats"])
def test_operations_do_what_they_mean(name: str) -> None:
    (verdict,) = judge("sailing_club", _design(), only=[name])
    assert verdict.judged and not verdict.why, verdict


def test_values_are_called_after_what_is_compared() -> None:
    script = _script(_design())
    assert "function dismissSailor(sailorId)" in script
    assert "function boatsOfAHarbour(harbourName, " in script


def test_a_value_that_another_document_has_stays_in_the_lists() -> None:
    (verdict,) = judge("sailing_club", _design("VALUE_ARRAY"), tries=6, only=["dismissSailor"])
    assert verdict.judged and not verdict.why, verdict


def test_no_rename_is_written_where_the_value_does_not_tell_which_is_meant() -> None:
    shared, unique = _design("VALUE_ARRAY"), _design("VALUE_ARRAY", unique=True)
    assert (
        '// Not generated: "mates.rename". Two sailors can have the same name, so a list of values can\'t show'
        in _script(shared)
    )
    assert "function matesRename(" not in _script(shared)
    assert "function matesRename(" in _script(unique)
    findings = [each for each in _compiled(shared).findings if each.code == "OPERATION_UNWRITTEN"]
    assert [each.subject for each in findings] == ["mates"]
    assert "Make name of Sailor unique" in str(findings[0])
    assert not [each for each in _compiled(unique).findings if each.code == "OPERATION_UNWRITTEN"]


@pytest.mark.parametrize(
    ("constant", "holds"),
    [
        ({"rank": 3}, True),
        ({"rank": {"$gte": 4}}, False),
        ({"rank": {"$in": [1, 3]}}, True),
        ({"$or": [{"rank": 9}, {"name": {"$exists": True}}]}, True),
        ({"rank": {"$exists": True}, "name": {"$exists": True}}, True),
    ],
)
def test_the_oracle_asks_for_constants(constant: Json, *, holds: bool) -> None:
    source = _design()
    source["operations"] = [_operation("sailors", "read", "Sailor", {"field": "_id"}, always_filter=constant)]
    compilation = _compiled(source)
    state = random_state(compilation, 1)
    sailor = state.things("Sailor")[0]
    state.correct(sailor, ["rank"], 3)
    function = next(each for each in Judge("x", compilation).functions if each.name == "sailors")
    operation = compilation.model.workload[0]
    assert holds_always(Stage(compilation, state, function, Random(1)), operation, sailor) is holds


def test_a_bound_may_be_a_number_of_the_design() -> None:
    source = _design()
    effect = {"field": "rank", "do": "minimum", "by": 3}
    source["operations"] = [_operation("demote", "update", "Sailor", {"field": "_id"}, effects=[effect])]
    assert "{ $min: { rank: 3 } }" in _script(source)
    (verdict,) = judge("sailing_club", source, only=["demote"])
    assert verdict.judged and not verdict.why, verdict
