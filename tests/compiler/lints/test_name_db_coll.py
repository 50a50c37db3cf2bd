"""L39: names that the server refuses."""

from __future__ import annotations

import pytest

from designs.compiler.lints.names.name_db_coll import LINT
from tests.compiler.planned import found, pair, with_indexes, with_plan


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("d" * 63, 0), ("é" * 31, 0), ("é" * 32, 1), ("a b", 1), ("a.b", 1), ("a$b", 1), ("a*b", 1)],
)
def test_database_names(name: str, wrong: int) -> None:
    assert found(LINT, with_indexes(database=name)) == [(name, "error")] * wrong


@pytest.mark.parametrize(
    ("name", "severities"),
    [
        ("things", []), ("a$b", ["error"]), ("system.things", ["error"]), ("my.system.things", ["error"]), ("systems", []),
        ("x" * 250, []), ("x" * 251, ["error"]), ("9lives", ["info"]), ("", ["error"]),
    ],
)  # fmt: skip
def test_collection_names(name: str, severities: list[str]) -> None:
    """The database takes 4 bytes and the dot one: 250 more make 255."""
    assert found(LINT, with_indexes(name=name)) == [(name, severity) for severity in severities]


@pytest.mark.parametrize(("length", "wrong"), [(230, 0), (231, 1)])
def test_namespaces_of_sharded_collections_are_shorter(length: int, wrong: int) -> None:
    plan = pair("PARENT_REF", top={"topology": "sharded"})
    one = with_indexes(name="x" * length).plan.collections
    assert len(found(LINT, with_plan(plan, collections=one))) == wrong
