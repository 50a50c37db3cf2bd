"""L08: embedded documents with several parents."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.embed_shared import LINT
from tests.compiler.planned import found, planned
from tests.compiler.small import pair


def shared(strategy: str = "EMBED_ARRAY", average: float = 2, **child: Any) -> list[tuple[str, str]]:
    rel = {"strategy": strategy}
    return found(LINT, planned(pair(has={"max": 5}, back={"average": average}, rel=rel, child=child)))


@pytest.mark.parametrize(("average", "count"), [(1, 0), (1.5, 1)])
def test_one_child_has_one_parent(average: float, count: int) -> None:
    assert shared(average=average) == [("Parent.children", "error")] * count


def test_what_never_changes_may_be_copied() -> None:
    fields = [{"name": "text", "type": "string", "immutable": True}]
    assert shared(fields=fields) == []


def test_references_are_no_copies() -> None:
    assert shared("PARENT_REF") == []
