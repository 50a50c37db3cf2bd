"""L10: large embedded content that is seldom read."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.embedding.cold_embed import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import MANY, ONE, pair, text


def cold(together: float, size: int, kind: str = MANY) -> list[tuple[str, str]]:
    strategy = "EMBED_ARRAY" if kind == MANY else "EMBED_ONE"
    rel = {"strategy": strategy, "accessed_together": together}
    child = {"fields": [text(size)]}
    return found(
        LINT, planned(pair(kind, has={"average": 4, "max": 8} if kind == MANY else {}, child=child, rel=rel))
    )


# An element: 5 for the document, 6 for the field's name and type, size + 5, and 3 for its place.
@pytest.mark.parametrize(("size", "count"), [(1005, 0), (1006, 1)])
def test_four_elements_of_a_kilobyte_are_large(size: int, count: int) -> None:
    assert cold(0.1, size) == [("Parent.children", "warning")] * count


@pytest.mark.parametrize(("together", "count"), [(0.2, 0), (0.19, 1)])
def test_a_fifth_of_the_reads_need_it(together: float, count: int) -> None:
    assert len(cold(together, 5000)) == count


@pytest.mark.parametrize(("size", "count"), [(4080, 0), (4081, 1)])
def test_one_part_counts_whole(size: int, count: int) -> None:
    assert cold(0.1, size, ONE) == [("Parent.child", "warning")] * count


# --- owners that are updated often --------------------------------------------------------------


def hot(updates: float | None, reads: float, size: int = 1100, **rel: Any) -> list[str]:
    """Five elements in an owner that is updated and read so often a day."""
    raw: dict[str, Any] = {"strategy": "EMBED_ARRAY", **rel}
    often = {} if updates is None else {"per_day": updates}
    operations = [
        {"name": "move", "kind": "update", "entity": "Parent", "changes": ["name"], **often},
        {"name": "show", "kind": "read", "entity": "Parent", "includes": ["r"], "per_day": reads},
    ]
    child = {"fields": [text(size)]}
    model = pair(MANY, has={"average": 4, "max": 8}, child=child, rel=raw, operations=operations)
    return [finding.message for finding in findings(LINT, planned(model))]


# Four elements of 1,119 bytes are 4.37 KiB: 0.0437 to rewrite them once, 1.02 to read them apart.
@pytest.mark.parametrize(("updates", "count"), [(2_333, 0), (2_334, 1)])
def test_an_owner_that_is_updated_often_carries_them_at_a_cost(updates: float, count: int) -> None:
    assert len(hot(updates, 100)) == count


def test_the_finding_says_how_often_it_is_rewritten_and_needed() -> None:
    (message,) = hot(1_400_000, 30)
    assert message == (
        "Updates of Parent (1,400,000 per day) rewrite 4.4 KiB of Child each time; reads that need it: 30 per day."
    )


def test_what_is_small_or_not_said_to_be_updated_often_is_no_finding() -> None:
    assert hot(1_400_000, 30, size=900) == []
    assert hot(None, 0) == []


@pytest.mark.parametrize(("updates", "count"), [(1, 0), (1_400_000, 1)])
def test_links_with_fields_are_carried_too(updates: float, count: int) -> None:
    link = {"link_owner": "from", "link_fields": [text(80)], "accessed_together": 0.1}
    change = {"name": "move", "kind": "update", "entity": "Parent", "changes": ["name"], "per_day": updates}
    model = pair("many-to-many", has={"average": 70, "max": 140}, rel=link, operations=[change])
    told = findings(LINT, planned(model))
    assert [finding.severity for finding in told] == ["warning"] * count
    assert all("(strategy “Link collection”)" in finding.hint for finding in told)
