"""READ_ALL: reads that return very many documents, or some of many by chance."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.read_all import LINT
from tests.compiler.planned import findings, planned
from tests.compiler.small import Json, design, entity, op, pair, text

LATEST = {"sort": [{"field": "text"}]}


def said_of(*filters: str, count: float | None = 5000, parent: Json | None = None, **read: Any) -> list[str]:
    """What is said of a read of things."""
    known = {} if count is None else {"count": count}
    model = design(
        [entity("Thing", text(), **known, **(parent or {}))], [], (op("read", "Thing", *filters, **read),)
    )
    return [f"{each.severity}: {each.message}" for each in findings(LINT, planned(model))]


@pytest.mark.parametrize(("count", "said"), [(1000, 0), (1001, 1), (None, 0)])
def test_a_read_of_everything_states_a_limit(count: float | None, said: int) -> None:
    assert (
        said_of(count=count)
        == ["info: No limit: by default, it returns 50 of all 1,001 Thing documents."] * said
    )


def test_those_of_three_years_count() -> None:
    (message,) = said_of(count=100, parent={"inserts_per_day": 10})
    assert message.startswith("info: ") and "all 100 Thing documents, 11,050 in three years" in message


def test_a_limit_needs_an_order() -> None:
    assert said_of(limit=20) == ["info: No sort: it returns any 20 of all 5,000 Thing documents."]
    assert said_of(limit=20, **LATEST) == []
    assert len(said_of(**LATEST)) == 1


def test_how_many_have_a_value_is_not_known() -> None:
    assert said_of("text") == [] and said_of("_id") == []
    assert said_of(always_filter={"text": "a"}) == []


@pytest.mark.parametrize(("average", "said"), [(1000, 0), (1001, 1), (None, 0)])
def test_children_of_one_parent_are_counted(average: float | None, said: int) -> None:
    has = {"growth": "unbounded"} | ({} if average is None else {"average": average})
    read = op("read", "Child", "parent_id")
    plan = planned(pair(has=has, rel={"strategy": "PARENT_REF"}, ops=(read,)))
    messages = [each.message for each in findings(LINT, plan)]
    expected = (
        "No limit: by default, it returns 50 of all Child documents of a Parent (1,001 on average, no limit)."
    )
    assert messages == [expected] * said


def test_elements_come_with_their_document() -> None:
    read = op("read", "Child", "parent_id")
    plan = planned(pair(has={"average": 2000, "max": 5000}, rel={"strategy": "EMBED_ARRAY"}, ops=(read,)))
    assert findings(LINT, plan) == []


@pytest.mark.parametrize(("most", "said"), [(1000, 1000), (1001, 50), (None, 50)])
def test_the_default_of_the_function_is_said(most: int | None, said: int) -> None:
    read = op("read", "Child", "parent_id")
    has = {"average": 1001, "max": most, **({} if most else {"growth": "unbounded"})}
    if most == 1000:
        has["average"] = 1000.5
    plan = planned(pair(has=has, rel={"strategy": "PARENT_REF"}, ops=(read,)))
    (finding,) = findings(LINT, plan)
    assert finding.message.startswith(
        f"No limit: by default, it returns {said:,} of all Child documents of a "
    )
