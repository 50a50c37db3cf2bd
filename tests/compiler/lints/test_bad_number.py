"""BAD_NUMBER: numbers that contradict each other."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.bad_number import LINT
from tests.compiler.planned import findings, found, planned, things
from tests.compiler.small import design, entity, link, op, pair, text

AGAIN = [("Thing.a", "error")]


@pytest.mark.parametrize(
    ("low", "high"), [("min_items", "max_items"), ("minimum", "maximum"), ("since_version", "until_version")]
)
@pytest.mark.parametrize(("least", "most", "count"), [(2, 3, 0), (3, 3, 0), (4, 3, 1)])
def test_a_least_is_at_most_the_most(low: str, high: str, least: int, most: int, count: int) -> None:
    kind: dict[str, Any] = (
        {"type": "array", "items": {"type": "int"}} if low == "min_items" else {"type": "int"}
    )
    told = findings(LINT, things({"name": "a", **kind, low: least, high: most}))
    assert [(one.subject, one.severity) for one in told] == AGAIN * count
    assert all(f"{low} (4)" in one.message and f"{high} (3)" in one.message for one in told)


@pytest.mark.parametrize(("seconds", "count"), [(1, 0), (0.5, 0), (0, 1), (-1, 1)])
def test_a_refresh_takes_its_time(seconds: float, count: int) -> None:
    computed = {"formula": "1", "refresh": "periodic", "every_seconds": seconds}
    told = findings(LINT, things({"name": "a", "type": "int", "computed": computed}))
    assert [one.message for one in told] == [f"every_seconds is {seconds}. The minimum is 1."] * count
    assert [(one.subject, one.severity) for one in told] == AGAIN * count


@pytest.mark.parametrize(("value", "count"), [(0, 0), (-1, 1)])
def test_nothing_happens_fewer_than_no_times(value: int, count: int) -> None:
    copy = {"field": "title", "of": "from", "reads_per_day": value}
    assert found(LINT, planned(pair(rel={"copies": [copy]}))) == [("r", "error")] * count
    read = op("read", "Thing", latency_ms=value)
    assert len(findings(LINT, planned(design([entity("Thing", text())], [], (read,))))) == count
    for group in ({"weights": {"R": value}}, {"constants": {"cold_bytes": value}}):
        assert found(LINT, things(top=group)) == [("Test", "error")] * count


@pytest.mark.parametrize(("depth", "count"), [(1, 0), (0, 1)])
def test_a_tree_has_a_level(depth: int, count: int) -> None:
    tree = link("below", "tree", "Thing", "Thing", tree={"depth": depth})
    assert len(findings(LINT, planned(design([entity("Thing")], [tree])))) == count


def test_link_fields_count_too() -> None:
    rel = {"link_fields": [{"name": "n", "type": "int", "minimum": 2, "maximum": 1}]}
    assert found(LINT, planned(pair("many-to-many", rel=rel))) == [("r.n", "error")]


@pytest.mark.parametrize("name", ["min", "average", "p95", "max"])
@pytest.mark.parametrize(
    ("kind", "side", "most", "count"),
    [
        ("one-to-one", "has", 2, 1),
        ("one-to-one", "back", 2, 1),
        ("one-to-one", "back", 1, 0),
        ("one-to-many", "has", 2, 0),
        ("one-to-many", "back", 2, 1),
        ("one-to-many", "back", 1, 0),
        ("many-to-many", "back", 2, 0),
    ],
)
def test_one_is_not_several(name: str, kind: str, side: str, most: int, count: int) -> None:
    told = findings(LINT, planned(pair(kind, **{side: {name: most}})))
    assert [(one.subject, one.severity) for one in told] == [("r", "error")] * count
    assert all(f"{'from' if side == 'has' else 'to'}.has.{name} is {most}" in one.message for one in told)
