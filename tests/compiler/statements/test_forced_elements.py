"""What a designer puts into documents of something else, whatever other relationships say of it: no function
adds or deletes the documents around it."""

from __future__ import annotations

import pytest

from designs.compiler.plan_model.physical import Statement
from designs.compiler.strategies.table import strategies_of
from tests.compiler.holds import compiled
from tests.compiler.random_designs import Json
from tests.compiler.small import entity, link

WAYS = [
    (kind, strategy, ends)
    for kind in ("one-to-one", "one-to-many", "many-to-many")
    for strategy in strategies_of(kind)
    for ends in (("A", "C"), ("C", "A"))
]
DELETES = ("deleteOne", "deleteMany", "findOneAndDelete")


def design(kind: str, strategy: str, ends: tuple[str, str]) -> Json:
    """C stands in an array of B, and has something to do with A besides."""
    operations: list[Json] = [
        {"name": f"drop {name} by {field}", "kind": "delete", "entity": name, "filter": [{"field": field}]}
        for name, field in (("C", "_id"), ("C", "at"), ("A", "_id"))
    ]
    return {
        "format": "nestlink/1", "name": "Forced", "database": "forced",
        "entities": [entity("A"), entity("B"), entity("C", {"name": "at", "type": "date"})],
        "relationships": [
            link("inside", "one-to-many", "B", "C", strategy="EMBED_ARRAY"),
            link("l", kind, *ends, strategy=strategy, exclusive_owner=True),
        ],
        "operations": [*operations, {"name": "new", "kind": "insert", "entity": "C"}],
    }  # fmt: skip


@pytest.mark.parametrize(("kind", "strategy", "ends"), WAYS)
def test_elements_are_not_written_as_documents(kind: str, strategy: str, ends: tuple[str, str]) -> None:
    found = compiled(design(kind, strategy, ends))
    assert found is not None
    around = [one for one in found.plan.statements if one.collection == "bs" and one.script == "04_queries"]
    by_element = [one for one in around if any(str(path).startswith("cs") for path in one.filter or ())]
    assert [one.id for one in by_element if one.op in DELETES and not _is_example(one)] == []
    assert [one.id for one in around if one.op == "insertOne" and not _is_example(one)] == []


def _is_example(one: Statement) -> bool:
    """Whether a statement only makes room for the examples of others, or takes them away."""
    return one.recipe.endswith(".prepare")
