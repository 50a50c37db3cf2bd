"""The check of paths finds what is planted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from designs.compiler.plan_model.physical import Statement
from tests.compiler.holds import compiled
from tests.compiler.named_paths import lost
from tests.compiler.random_designs import Json
from tests.compiler.small import entity, link

SOURCE: Json = {
    "format": "nestlink/1", "name": "Paths", "database": "paths",
    "entities": [entity("A", {"name": "o", "type": "object"}, {"name": "n", "type": "int"}), entity("B"),
                 entity("C", {"name": "c", "type": "int"})],
    "relationships": [link("bs", "one-to-many", "A", "B", strategy="EMBED_ARRAY")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("part", "value", "path"),
    [
        ("filter", {"n": 1, "gone": 1}, "gone"),
        ("filter", {"$or": [{"n": 1}, {"bs.gone": 1}]}, "bs.gone"),
        ("filter", {"bs": {"$elemMatch": {"gone": 1}}}, "bs.gone"),
        ("sort", {"bs.0.gone": 1}, "bs.0.gone"),
        ("projection", {"gone": 1}, "gone"),
        ("projection", {"gone": {"$slice": [0, 1]}}, "gone"),
        ("projection", {"made": {"$first": "$gone"}}, "gone"),
        ("update", {"$set": {"bs.$[one].gone": 1}}, "bs.$[one].gone"),
        ("update", {"$pull": {"bs": {"gone": 1}}}, "bs.gone"),
        ("update", [{"$set": {"n": {"$add": ["$gone", 1]}}}], "gone"),
        ("pipeline", [{"$unwind": "$gone"}], "gone"),
        ("pipeline", [{"$group": {"_id": "$gone"}}], "gone"),
        ("pipeline", [{"$lookup": {"from": "as", "localField": "n", "foreignField": "gone", "as": "x"}}], "as: gone"),
        ("pipeline", [{"$graphLookup": {"from": "as", "startWith": "$n", "connectFromField": "n",
                                        "connectToField": "gone", "as": "x"}}], "as: gone"),
        ("pipeline", [{"$unionWith": {"coll": "cs", "pipeline": [{"$match": {"n": 1}}]}}], "cs: n"),
        ("pipeline", [{"$unionWith": {"coll": "cs"}}, {"$unset": ["c", "gone"]}], "gone"),
        ("pipeline", [{"$unset": "c"}, {"$unionWith": {"coll": "cs"}}], "c"),
    ],
)  # fmt: skip
def test_a_path_to_nothing_is_told(part: str, value: Any, path: str) -> None:
    assert told(**{part: value}) == [("planted", path)]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("filter", {"_id": 1, "o.anything": 1, "bs.2.text": "", "$expr": {"$eq": ["$n", "$$x.gone"]}}),
        ("update", {"$set": {"bs.$.text": ""}}),
        ("sort", {"n": 1, "score": {"$meta": "textScore"}}),
        ("pipeline", [{"$sort": {"score": {"$meta": "textScore"}, "n": 1}}]),
        ("projection", {"n": 1, "bs": {"$slice": [0, 1]}, "made": {"$first": "$bs"}}),
        ("pipeline", [{"$set": {"made": "$n"}}, {"$match": {"made.deep": 1}}]),
        (
            "pipeline",
            [{"$unionWith": {"coll": "cs", "pipeline": [{"$sort": {"c": 1}}]}}, {"$unset": ["c", "n"]}],
        ),
        ("pipeline", [{"$replaceWith": "$o"}, {"$match": {"whatever": 1}}]),
        ("pipeline", [{"$group": {"_id": "$n", "sum": {"$sum": 1}}}, {"$sort": {"sum": 1}}]),
    ],
)
def test_what_is_stored_or_made_is_no_path_to_nothing(part: str, value: Any) -> None:
    assert told(**{part: value}) == []


def test_a_validator_is_followed_too() -> None:
    found = compiled(SOURCE)
    assert found is not None
    plan = found.with_statements.plan
    collection = plan.collections[0]
    schema = {"$jsonSchema": {"properties": {"bs": {"items": {"required": ["gone"]}}}}}
    changed = replace(plan, collections=(replace(collection, validator=schema),), statements=())
    assert list(lost(changed)) == [("as", "bs.gone")]


@pytest.mark.parametrize("transaction", [False, True])
def test_what_a_transaction_takes_away_again_was_there_meanwhile(transaction: bool) -> None:
    """Without a transaction, others see it, so that it must be a field of the documents."""
    both = [
        {"update": {operator: {"gone": 1}}, "transaction": transaction} for operator in ("$inc", "$unset")
    ]
    assert told_of(*both) == ([] if transaction else [("planted", "gone")] * 2)
    assert [told_of(one) for one in both] == [[("planted", "gone")]] * 2


def told(**parts: Any) -> list[tuple[str, str]]:
    """What is lost of one statement about the documents of A."""
    return told_of(parts)


def told_of(*each: Json) -> list[tuple[str, str]]:
    """What is lost of the statements of one function about the documents of A."""
    found = compiled(SOURCE)
    assert found is not None
    head = {
        "id": "planted",
        "subject": "",
        "purpose": "read",
        "op": "find",
        "collection": "as",
        "script": "04",
    }
    planted = tuple(Statement(**head, **parts) for parts in each)
    return list(lost(replace(found.with_statements.plan, statements=planted)))
