"""L37: frequent reads that join."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.lookup_heavy import LINT
from designs.compiler.plan_model.physical import Statement
from tests.compiler.planned import findings, found, planned, with_plan
from tests.compiler.small import design, entity, link, op, text


def joining(lookups: int, others: int, subject: str = "operation:operation 0") -> list[tuple[str, str]]:
    """A read with so many joins, and so many more frequent reads."""
    reads = (op("read", "Thing", "a"), *(op("read", "Thing", "a", per_day=9) for _ in range(others)))
    plan = planned(design([entity("Thing", text(9, "a"))], [], reads))
    pipeline: list[Any] = [{"$match": {}}, *({"$lookup": {"from": "others"}} for _ in range(lookups))]
    made = Statement(
        id="one", subject=subject, purpose="read", op="aggregate", collection="things",
        script="04_queries", pipeline=pipeline,
    )  # fmt: skip
    return found(LINT, with_plan(plan, statements=(made,)))


@pytest.mark.parametrize(("lookups", "count"), [(0, 0), (1, 1)])
def test_the_three_most_frequent_reads_do_not_join(lookups: int, count: int) -> None:
    assert joining(lookups, 2) == [("operation 0", "warning")] * count


@pytest.mark.parametrize(("lookups", "count"), [(2, 0), (3, 1)])
def test_others_may_join_twice(lookups: int, count: int) -> None:
    assert joining(lookups, 3) == [("operation 0", "warning")] * count


def test_what_is_stored_apart_by_a_rule_is_told_with_what_decided_it() -> None:
    """The hint was to embed it, against the report's own decision."""
    plan = planned(
        design(
            [entity("Whole", text(9, "a")), entity("Part", text(9, "b"))],
            [
                link(
                    "r",
                    "one-to-one",
                    "Whole",
                    "Part",
                    field="part",
                    back={"min": 1, "max": 1},
                    same_lifecycle=False,
                )
            ],
            (op("read", "Whole", "a", includes=["r"], per_day=9),),
        )
    )
    made = Statement(
        id="one", subject="operation:operation 0", purpose="read", op="aggregate", collection="wholes",
        script="04_queries", pipeline=[{"$lookup": {"from": "parts"}}],
    )  # fmt: skip
    (told,) = findings(LINT, with_plan(plan, statements=(made,)))
    assert "embed" not in told.hint and "same_lifecycle is false" in told.hint and "A1" in told.hint


def test_a_statement_of_something_else_by_that_name_is_not_the_operations() -> None:
    assert joining(3, 3, subject="relationship:operation 0") == []


def test_the_rank_of_a_frequent_read_is_told() -> None:
    plan = planned(
        design(
            [entity("Thing", text(9, "a"))],
            [],
            (op("read", "Thing", "a", per_day=2), op("read", "Thing", per_day=9)),
        )
    )
    made = Statement(
        id="one", subject="operation:operation 0", purpose="read", op="aggregate", collection="things",
        script="04_queries", pipeline=[{"$lookup": {"from": "others"}}],
    )  # fmt: skip
    (told,) = findings(LINT, with_plan(plan, statements=(made,)))
    assert told.message == "Your second most frequent read (2 per day) needs 1 $lookup."
