"""L06: documents with large parts that few reads want."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.embedding.bloated import LINT
from designs.compiler.plan_model.findings import Finding
from tests.compiler.planned import findings, planned
from tests.compiler.small import design, entity, op, text


def bloated(size: int, few: float, many: float, **more: Any) -> list[Finding]:
    """An Article with a body of so many bytes; reads a day that want it, and that do not."""
    reads = (
        op("read", "Article", "title", per_day=many, projection=["title"]),
        op("read", "Article", "title", per_day=few),
    )
    article = entity("Article", text(30, "title"), text(size, "body"), **more)
    return findings(LINT, planned(design([article], [], reads)))


# A string of n bytes takes n + 5, its name and type 6 more.
@pytest.mark.parametrize(("size", "count"), [(4085, 0), (4086, 1)])
def test_what_few_want_may_take_four_kilobytes(size: int, count: int) -> None:
    assert [one.subject for one in bloated(size, 1, 99)] == ["Article"] * count


@pytest.mark.parametrize(("few", "count"), [(19.9, 1), (20, 0)])
def test_a_fifth_of_the_reads_is_enough(few: float, count: int) -> None:
    assert len(bloated(9000, few, 100 - few)) == count


def test_the_numbers_are_told() -> None:
    (found,) = bloated(9000, 5, 95)
    assert (
        found.params == {"bytes": 9011, "share": 0.05} and "9,011" in found.message and "5%" in found.message
    )


def test_without_reads_nothing_is_known() -> None:
    article = entity("Article", text(9000, "body"))
    assert findings(LINT, planned(design([article], []))) == []


def test_parts_count_as_long_as_together_few_want_them() -> None:
    reads = (
        op("read", "Article", "title", per_day=80, projection=["title"]),
        op("read", "Article", "title", per_day=10, projection=["body"]),
        op("read", "Article", "title", per_day=10, projection=["notes"]),
    )
    article = entity("Article", text(30, "title"), text(9000, "body"), text(3000, "notes"))
    (found,) = findings(LINT, planned(design([article], [], reads)))
    assert found.params["bytes"] == 9011  # both together are wanted by a fifth


def test_only_the_reads_of_the_entity_count() -> None:
    reads = (
        op("read", "Article", "title", per_day=90, projection=["title"]),
        op("read", "Article", "title", per_day=10),
        op("update", "Article", "title", per_day=1000),
        op("read", "Author", "name", per_day=1000),
    )
    parts = [entity("Article", text(30, "title"), text(9000, "body")), entity("Author", text(9, "name"))]
    assert [one.subject for one in findings(LINT, planned(design(parts, [], reads)))] == ["Article"]
