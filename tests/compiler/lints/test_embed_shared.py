"""L08: embedded documents with several parents."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.embedding.embed_shared import LINT
from tests.compiler.planned import found, planned
from tests.compiler.small import MANY, design, entity, link, pair


def shared(
    strategy: str = "EMBED_ARRAY", parents: float = 2, told: str = "average", **child: Any
) -> list[tuple[str, str]]:
    rel = {"strategy": strategy}
    return found(LINT, planned(pair(has={"max": 5}, back={told: parents}, rel=rel, child=child)))


@pytest.mark.parametrize(
    ("told", "parents", "count"),
    [
        ("average", 1, 0),
        ("average", 1.5, 1),
        ("p95", 1, 0),
        ("p95", 2, 1),
        ("max", 1, 0),
        ("max", 2, 1),
        ("min", 0, 0),
    ],
)
def test_one_child_has_one_parent(told: str, parents: float, count: int) -> None:
    assert shared(told=told, parents=parents) == [("Parent.children", "error")] * count


def test_what_never_changes_may_be_copied() -> None:
    fields = [{"name": "text", "type": "string", "immutable": True}]
    assert shared(fields=fields) == []


def test_references_are_no_copies() -> None:
    assert shared("PARENT_REF") == []


def embedded_twice(first: int, second: int, kind: str = "entity") -> list[tuple[str, str]]:
    owned = {"has": {"average": 3, "max": 5}, "strategy": "EMBED_ARRAY"}
    ends = (("one", "A", first), ("two", "B", second))
    both = [
        link(name, MANY, parent, "C", back={"min": least, "max": 1}, **owned) for name, parent, least in ends
    ]
    return found(LINT, planned(design([entity("A"), entity("B"), entity("C", kind=kind)], both)))


def test_what_two_relationships_embed_is_stored_twice() -> None:
    assert embedded_twice(1, 1) == [("B.cs", "error")]
    assert embedded_twice(1, 0) == [("B.cs", "warning")]
    assert embedded_twice(0, 0) == [("B.cs", "warning")]
    assert embedded_twice(0, 0, "weak") == []  # a part of whatever has it
