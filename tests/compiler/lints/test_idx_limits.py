"""L27: indexes that the server refuses."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.idx_limits import LINT
from designs.compiler.plan_model.physical import DocField, Element, PlannedIndex
from tests.compiler.planned import findings, found, things, with_indexes


def array(name: str) -> DocField:
    inner = DocField(name="x", types=("string",))
    return DocField(
        name=name,
        types=("array",),
        items=Element(types=("object",), fields=(inner, DocField(name="y", types=("int",)))),
    )


def index(*paths: str, kind: int | str = 1, **options: Any) -> PlannedIndex:
    return PlannedIndex(keys=tuple((path, kind) for path in paths), options=options)


@pytest.mark.parametrize(("count", "wrong"), [(63, 0), (64, 1)])
def test_64_indexes_with_that_of_the_id(count: int, wrong: int) -> None:
    plan = with_indexes(*(index(f"f{n}") for n in range(count)))
    assert found(LINT, plan) == [("things", "error")] * wrong


@pytest.mark.parametrize(("count", "wrong"), [(32, 0), (33, 1)])
def test_32_keys(count: int, wrong: int) -> None:
    assert len(found(LINT, with_indexes(index(*(f"f{n}" for n in range(count)))))) == wrong


@pytest.mark.parametrize(
    ("made", "wrong"),
    [
        ((index("a", kind="text"),), 0),
        ((index("a", kind="text"), index("b", kind="text")), 1),
        ((index("a", expireAfterSeconds=1),), 0),
        ((index("a", "b", expireAfterSeconds=1),), 1),
        ((index("_id", expireAfterSeconds=1),), 1),
        ((index("a", sparse=True),), 0),
        ((index("a", sparse=True, partialFilterExpression={"a": 1}),), 1),
        ((index("a", kind="hashed"),), 0),
        ((index("a", kind="hashed", unique=True),), 1),
        ((index("rows.x", kind="hashed"),), 1),
        ((index("rows.x", "rows.y"),), 0),
        ((index("1"),), 0),
        ((index("a", "a"),), 1),
        ((index("a", "b"),), 0),
        ((index("a", "1"),), 1),
        ((index("a", "stars.1"),), 0),
        ((index("rows.x", "a"),), 0),
        ((index("rows.x", "more.x"),), 1),
    ],
)
def test_what_the_server_refuses(made: tuple[PlannedIndex, ...], wrong: int) -> None:
    plan = with_indexes(*made, fields=(array("rows"), array("more")))
    assert [severity for _, severity in found(LINT, plan)] == ["error"] * wrong


@pytest.mark.parametrize(
    ("collation", "said"),
    [
        ({"locale": "de"}, ""),
        ({"locale": "fr_CA", "strength": 2, "caseLevel": True, "backwards": False}, ""),
        ({"locale": "zh_Hant"}, ""),
        ({"locale": "en_US_POSIX"}, ""),
        ({"locale": "de@collation=phonebook", "alternate": "shifted", "maxVariable": "space"}, ""),
        ({"locale": "simple"}, ""),
        ({"locale": "german"}, '"german" isn\'t a locale.'),
        ({"locale": "de-DE"}, '"de-DE" isn\'t a locale.'),
        ({"strength": 2}, "it has no locale."),
        ({"locale": "de", "local": "de"}, "local is unknown."),
        ({"locale": "de", "strength": 9}, "strength can't be 9."),
        ({"locale": "de", "strength": True}, "strength can't be true."),
        ({"locale": "de", "numericOrdering": 1}, "numericOrdering can't be 1."),
    ],
)
def test_a_collation_is_one_that_the_server_takes(collation: dict[str, Any], said: str) -> None:
    for more in ({"collation": collation}, {"indexes": [{"keys": [["name", 1]], "collation": collation}]}):
        told = [each.message for each in findings(LINT, things(**more)) if "collation" in each.message]
        assert told == [f"Invalid collation: {said}"][: bool(said)]
