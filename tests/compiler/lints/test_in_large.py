"""L36: long lists of ids with a sort."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.in_large import LINT
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import found, planned
from tests.compiler.small import design, entity, link, op, pair, text

AGAIN = [("operation 0", "warning")]
BY_TEXT = [{"field": "children.text"}]


def listed(most: float | None, strategy: str = "CHILD_REFS", **read: Any) -> list[tuple[str, str]]:
    has = {"growth": "unbounded"} if most is None else {"max": most}
    asked = op("read", "Parent", "_id", includes=["r"], **{"sort": BY_TEXT, **read})
    return found(LINT, planned(pair(has=has, rel={"strategy": strategy}, ops=(asked,))))


@pytest.mark.parametrize(("most", "count"), [(199, 0), (200, 1), (None, 1)])
def test_two_hundred_ids_are_many(most: float | None, count: int) -> None:
    assert listed(most) == AGAIN * count


def test_without_a_sort_there_is_nothing_to_sort() -> None:
    assert listed(500, sort=[]) == []
    assert listed(500, sort=[{"field": "title"}]) == []


def test_other_strategies_read_no_list() -> None:
    assert listed(500, "PARENT_REF") == []


@pytest.mark.parametrize(("values", "count"), [(199, 0), (200, 1)])
def test_lists_of_values_count_too(values: int, count: int) -> None:
    asked = {
        **op("read", "Thing"),
        "filter": [{"field": "a", "match": "in", "values": values}],
        "sort": [{"field": "b"}],
    }
    model = design([entity("Thing", text(9, "a"), text(9, "b"))], [], (asked,))
    assert found(LINT, planned(model)) == AGAIN * count


@pytest.mark.parametrize(("kind", "sort"), [("update", [{"field": "b"}]), ("read", [])])
def test_only_reads_that_sort_count(kind: str, sort: list[dict[str, str]]) -> None:
    asked = {**op(kind, "Thing"), "filter": [{"field": "a", "match": "in", "values": 500}], "sort": sort}
    model = design([entity("Thing", text(9, "a"), text(9, "b"))], [], (asked,))
    assert found(LINT, planned(model)) == []


def test_a_sort_by_what_another_list_leads_to_is_another_matter() -> None:
    others = link(
        "s", "one-to-many", "Parent", "Other", has={"max": 5}, strategy="CHILD_REFS", field="others"
    )
    asked = op("read", "Parent", "_id", includes=["r", "s"], sort=[{"field": "others.text"}])
    model = pair(
        has={"max": 500},
        rel={"strategy": "CHILD_REFS"},
        ops=(asked,),
        links=[others],
        entities=[entity("Other")],
    )
    assert found(LINT, planned(model)) == []


def ahead(average: float, most: int | None, by: str = "child.parent") -> list[str]:
    """What is said of a read of remarks by the parent of their child, of which each parent has so many."""
    has = {"average": average, "max": most} | ({"growth": "unbounded"} if most is None else {})
    once = {"min": 1, "max": 1}
    links = [
        link("r", "one-to-many", "Parent", "Child", has=has, back=once, back_field="parent", strategy="PARENT_REF"),
        link("s", "one-to-many", "Child", "Remark", has={"max": 900}, back=once, back_field="child",
             strategy="PARENT_REF"),
    ]  # fmt: skip
    parts = [entity("Parent"), entity("Child"), entity("Remark")]
    compilation = compile_design(design(parts, links, (op("read", "Remark", by),)))
    return [each.message for each in compilation.findings if each.code == LINT.code]


@pytest.mark.parametrize(
    ("average", "most", "count"), [(199, 900, 0), (200, 900, 1), (2, None, 1), (2, 900, 0)]
)
def test_ids_that_are_read_first_are_many(average: float, most: int | None, count: int) -> None:
    assert len(ahead(average, most)) == count


def test_the_ids_are_counted_and_those_of_one_thing_are_few() -> None:
    assert ahead(200, 900) == [
        "First reads all Child documents of a Parent (200 on average, up to 900) for a query by their IDs."
    ]
    assert ahead(200, 900, by="child") == []
