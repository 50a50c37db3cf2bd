"""Proof 2: each example document passes its validator, and each constraint of each validator refuses what breaks it."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import bson
import pytest
from bson.codec_options import CodecOptions

from designs.compiler.plan_model.physical import Collection
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import ALL, design_of
from tests.compiler.mutations import Constraint, constraints, mutations

OFTEN = 1_000 if os.environ.get("NESTLINK_SOAK") else 2
"""In how many documents of a collection each constraint is broken."""


def checked(name: str) -> list[tuple[Collection, dict[str, Any], list[dict[str, Any]]]]:
    """Each collection that has a validator, with it and its example documents."""
    compilation = design_of(name)
    found = samples(compilation)
    return [
        (one, one.validator["$jsonSchema"], found[one.name])
        for one in compilation.plan.collections
        if one.validator is not None
    ]


@pytest.mark.parametrize("name", ALL)
def test_every_example_passes_its_own_validator(name: str) -> None:
    for collection, schema, documents in checked(name):
        assert documents, collection.name
        for document in documents:
            assert [str(error) for error in complaints(schema, document)] == []


@pytest.mark.parametrize("name", ALL)
def test_every_example_can_be_stored_and_comes_back(name: str) -> None:
    options: CodecOptions[dict[str, Any]] = CodecOptions(tz_aware=True)
    for documents in samples(design_of(name)).values():
        for document in documents:
            assert bson.decode(bson.encode(document), options) == document


@pytest.mark.parametrize("name", ALL)
def test_every_constraint_refuses_what_breaks_it(name: str) -> None:
    for collection, schema, documents in checked(name):
        met: Counter[Constraint] = Counter()
        for document in documents:
            for mutation in mutations(schema, document):
                met[mutation.constraint] += 1
                if met[mutation.constraint] > OFTEN:
                    continue
                keywords = {error.validator for error in complaints(schema, mutation.document)}
                wanted = {mutation.constraint.keyword} | (
                    {"oneOf"} if "<" in str(mutation.constraint.place) else set()
                )
                assert keywords & wanted, (collection.name, mutation)
        assert set(constraints(schema)) - met.keys() == set(), collection.name


def test_the_judge_refuses() -> None:
    schema = {
        "bsonType": "object",
        "required": ["a"],
        "properties": {
            "a": {"bsonType": "number", "minimum": 1, "maximum": 5},
            "b": {
                "bsonType": "array",
                "uniqueItems": True,
                "maxItems": 3,
                "items": {"bsonType": ["string", "null"]},
            },
            "c": {"enum": [bson.Decimal128("1.0"), "x"]},
        },
    }
    for good in ({"a": 1}, {"a": bson.Decimal128("4.5"), "b": ["x", None]}, {"a": bson.Int64(2), "c": 1}):
        assert complaints(schema, good) == []
    for bad in ({}, {"a": "1"}, {"a": True}, {"a": 0}, {"a": bson.Decimal128("5.1")}, {"a": 1, "c": True}):
        assert complaints(schema, bad)
    for bad in (["x", "x"], ["a", "b", "c", "d"], [1], "x"):
        assert complaints(schema, {"a": 1, "b": bad})


def test_a_validator_that_forgets_a_constraint_is_noticed() -> None:
    (_, schema, documents), *_ = checked("university")
    weaker = {**schema, "required": [name for name in schema["required"] if name != "first_name"]}
    broken = [m.document for m in mutations(schema, documents[0]) if m.constraint.detail == "first_name"]
    assert broken and all(complaints(schema, one) for one in broken)
    assert not any(complaints(weaker, one) for one in broken)
