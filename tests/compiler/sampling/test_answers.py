"""Statements played through on sample documents."""

from __future__ import annotations

from typing import Any

import pytest
from bson import Decimal128

from designs.compiler.plan_model.physical import Outcome, Param, Statement
from designs.compiler.sampling.answers import matches, played, resolve

PEOPLE = [
    {"_id": 1, "name": "A", "tasks": [7, 8], "address": {"city": "X"}, "cards": [{"no": 1}, {"no": 5}]},
    {"_id": 2, "name": "B", "tasks": [], "size": 3, "price": Decimal128("2.50"), "nothing": None},
]
TASKS = [{"_id": 7}, {"_id": 8}]
SAMPLES = {"people": PEOPLE, "tasks": TASKS}


@pytest.mark.parametrize(
    ("filter", "ids"),
    [
        ({}, [1, 2]),
        ({"_id": 2}, [2]),
        ({"tasks": 8}, [1]),
        ({"tasks": [7, 8]}, [1]),
        ({"address.city": "X"}, [1]),
        ({"cards.no": 5}, [1]),
        ({"cards.1.no": 5}, [1]),
        ({"cards.no": {"$gt": 4}}, [1]),
        ({"size": None}, [1]),
        ({"size": {"$exists": True}}, [2]),
        ({"name": {"$in": ["B"]}}, [2]),
        ({"name": {"$ne": "B"}}, [1]),
        ({"name": {"$nin": ["A", "B"]}}, []),
        ({"name": {"$gte": "B", "$lte": "C"}}, [2]),
        ({"name": {"$lt": 5}}, []),
        ({"nothing": {"$gte": None}}, []),
        ({"price": {"$gte": Decimal128("2.5")}}, [2]),
        ({"price": {"$lt": Decimal128("2.4")}}, []),
        ({"price": {"$lte": 3}}, [2]),
        ({"price": {"$in": [Decimal128("2.50")]}}, [2]),
        ({"$or": [{"_id": 1}, {"name": "B"}]}, [1, 2]),
        ({"$and": [{"_id": 1}, {"name": "B"}]}, []),
        ({"$expr": {}, "_id": 1}, [1]),
        ({"name": {"$regex": "x"}}, [1, 2]),
    ],
)
def test_filters(filter: dict[str, Any], ids: list[int]) -> None:
    assert [one["_id"] for one in PEOPLE if matches(one, filter)] == ids


def statement(op: str, collection: str, **more: Any) -> Statement:
    return Statement(
        id="s", subject="x", purpose="read", op=op, collection=collection, script="04_queries", **more
    )


def resolved(*statements: Statement) -> list[Any]:
    """The filters and updates of the statements, played through."""
    return [
        resolve(one.statement.filter or one.statement.update, SAMPLES, one.outcomes)
        for one in played(statements, SAMPLES)
    ]


PERSON = Param(name="personId", collection="people", path="_id")


def test_a_recipe_hands_values_on() -> None:
    asked = Outcome(step="person", path="tasks", many=True)
    assert resolved(
        statement("findOne", "people", recipe="r", step="person", filter={"_id": PERSON}),
        statement("find", "tasks", recipe="r", filter={"_id": {"$in": asked}}),
    ) == [{"_id": 1}, {"_id": {"$in": [7, 8]}}]


def test_a_recipe_knows_nothing_of_another() -> None:
    asked = Outcome(step="person", path="tasks", many=True)
    assert resolved(
        statement("findOne", "people", recipe="one", step="person", filter={"_id": PERSON}),
        statement("find", "tasks", recipe="two", filter={"_id": {"$in": asked}}),
    ) == [{"_id": 1}, {"_id": {"$in": []}}]


def test_an_insert_answers_with_its_id() -> None:
    pushed = {"$push": {"tasks": Outcome(step="made", path="insertedId")}}
    assert resolved(
        statement("insertOne", "tasks", recipe="r", step="made", documents={"_id": 9}),
        statement("updateOne", "people", recipe="r", update=pushed),
    ) == [None, {"$push": {"tasks": 9}}]


def test_a_loop_stands_for_its_first_document() -> None:
    each = {"_id": Outcome(step="found", path="_id")}
    assert resolved(
        statement("find", "tasks", recipe="r", step="found", filter={}),
        statement("updateOne", "tasks", recipe="r", each="found", filter=each),
    ) == [None, {"_id": 7}]


def test_a_parameter_is_known_by_its_name() -> None:
    asked = {"a": PERSON, "b": Outcome(step="personId")}
    assert resolved(statement("find", "tasks", recipe="r", filter=asked)) == [{"a": 1, "b": 1}]


def test_parameters_come_once_and_in_order() -> None:
    other = Param(name="size", value=3)
    made = statement("find", "people", filter={"b": [other, PERSON], "a": other}, limit=PERSON)
    assert [one.name for shown in played([made], SAMPLES) for one in shown.params] == ["size", "personId"]


def test_an_element_of_a_kind_is_one_of_that_kind() -> None:
    """The first element of a list may be of another kind than the one that is meant."""
    people = [{"_id": 1, "ways": [{"kind": "card", "no": 1}, {"kind": "debit", "no": 2}]}]
    debit = Param(name="way", collection="people", path="ways.0", among=("ways.kind", ("debit",)))
    assert resolve(debit, {"people": people}, {}) == {"kind": "debit", "no": 2}
