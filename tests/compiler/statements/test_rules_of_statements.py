"""What holds for the statements of every design of the library and every pinned fixture."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import BuiltValue, Outcome, Param, Statement
from designs.compiler.sampling import resolve, samples
from tests.compiler.library import FIXTURES, built_of, names, text_of

PARTS = ("filter", "update", "pipeline", "documents", "keys", "projection", "sort", "limit", "options")
FIXED = [path.stem for path in sorted(FIXTURES.glob("F*.json"))]
ALL = pytest.mark.parametrize("name", [*names(), *FIXED])


def compiled(name: str) -> Compilation:
    made = built_of(
        (FIXTURES / f"{name}.json").read_text(encoding="utf-8") if name in FIXED else text_of(name)
    )
    assert made is not None
    compilation: Compilation = made.compilation
    return compilation


def markers(statement: Statement) -> list[Any]:
    found, stack = [], [getattr(statement, part) for part in PARTS]
    while stack:
        value = stack.pop()
        if isinstance(value, Param | Outcome):
            found.append(value)
        elif isinstance(value, BuiltValue):
            stack += value.parts
        elif isinstance(value, dict):
            stack += value.values()
        elif isinstance(value, list | tuple):
            stack += value
    return found


@ALL
def test_ids_are_unique_and_recipes_stand_together(name: str) -> None:
    statements = compiled(name).plan.statements
    ids = [one.id for one in statements]
    assert len(set(ids)) == len(ids)
    runs = [
        one.recipe
        for place, one in enumerate(statements)
        if not place or statements[place - 1].recipe != one.recipe
    ]
    assert len(set(runs)) == len(runs)


@ALL
def test_every_relationship_and_operation_can_be_used(name: str) -> None:
    plan, model = compiled(name).plan, compiled(name).model
    subjects = {one.subject for one in plan.statements}
    told = {f"relationship:{one.name}" for one in model.links if one.kind != "is-a"} | {
        f"operation:{one.name}" for one in model.workload
    }
    assert told <= subjects


@ALL
def test_earlier_results_are_of_the_same_recipe(name: str) -> None:
    known: dict[str, set[str]] = {}
    taken: dict[str, set[str]] = defaultdict(set)
    for one in compiled(name).plan.statements:
        taken[one.recipe].update(marker.name for marker in markers(one) if isinstance(marker, Param))
    for one in compiled(name).plan.statements:
        own = known.setdefault(one.recipe, set())
        params = taken[one.recipe]
        for marker in markers(one):
            if isinstance(marker, Outcome):
                assert marker.step in own | params | ({"each"} if one.each else set()), one.id
        assert {one.unless, one.each} - {""} <= own, one.id
        assert not {one.step} & params, one.id
        own |= params | {one.step}


@ALL
def test_the_values_of_a_call_stand_in_the_sample_documents(name: str) -> None:
    known = samples(compiled(name))
    for one in compiled(name).plan.statements:
        for marker in markers(one):
            if isinstance(marker, Param) and marker.collection and known[marker.collection]:
                assert marker.collection in known, one.id
                if marker.path in ("", "_id"):
                    assert resolve(marker, known, {}) is not None, (one.id, marker)


@ALL
def test_writes_are_marked_and_audits_read(name: str) -> None:
    for one in compiled(name).plan.statements:
        merges = one.op == "aggregate" and "$merge" in json.dumps(one.pipeline, default=str)
        reading = one.op in ("find", "findOne", "aggregate", "estimatedDocumentCount", "watch") and not merges
        assert one.writes is not reading, one.id
        assert not (one.script == "06_audit" and one.writes), one.id


@ALL
def test_parts_stand_where_their_method_takes_them(name: str) -> None:
    for one in compiled(name).plan.statements:
        given = {part for part in PARTS if getattr(one, part) is not None}
        assert given <= TAKES[one.op], (one.id, given)
        assert not (one.options == {} or one.projection == {}), one.id


TAKES = {
    "find": {"filter", "projection", "sort", "limit", "options"}, "findOne": {"filter", "projection", "options"},
    "aggregate": {"pipeline", "options"}, "estimatedDocumentCount": {"limit"}, "watch": {"pipeline", "options"},
    "insertOne": {"documents"}, "updateOne": {"filter", "update", "options"}, "updateMany": {"filter", "update", "options"},
    "deleteOne": {"filter"}, "deleteMany": {"filter"}, "findOneAndUpdate": {"filter", "update", "options"},
    "findOneAndDelete": {"filter"}, "createCollection": {"options"}, "runCommand": {"documents"},
    "createIndex": {"keys", "options"}, "shardCollection": {"keys"},
}  # fmt: skip
