"""IMPOSSIBLE_NUMBER: numbers that no machine bears."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import EXPORTERS
from designs.compiler.lints.types.impossible_number import LINT
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import found, planned, things
from tests.compiler.small import design, entity, op, pair, text

SECOND = 86_400


def workload(*ops: dict[str, Any], topology: str = "replica-set") -> list[tuple[str, str]]:
    return found(LINT, planned(design([entity("Thing", text(9, "a"))], [], ops, topology=topology)))


@pytest.mark.parametrize(("rate", "count"), [(1e8 * SECOND, 0), (1e8 * SECOND + 1, 1), (1e300, 1)])
def test_no_cluster_reads_so_often(rate: float, count: int) -> None:
    assert workload(op("read", "Thing", "a", per_day=rate)) == [("operation 0", "error")] * count


@pytest.mark.parametrize(
    ("each", "topology", "count"),
    [(1e5, "replica-set", 0), (1e5 + 0.5, "replica-set", 1), (1.1e5, "sharded", 0)],
)
def test_one_primary_takes_all_writes(each: float, topology: str, count: int) -> None:
    ops = tuple(op(kind, "Thing", per_day=each * SECOND) for kind in ("insert", "insert"))
    assert workload(*ops, topology=topology) == [("small", "warning")] * count


# A document of one string of nine bytes and an _id: 5 + 17 + 3 + 14 bytes.
@pytest.mark.parametrize(("count", "told"), [(2.5e16, 0), (2.6e16, 1), (1e308, 1)])
def test_no_cluster_holds_so_much(count: float, told: int) -> None:
    assert found(LINT, things(text(9, "a"), count=count)) == [("Thing", "error")] * told


@pytest.mark.parametrize(("adds", "told"), [(2.3416e13, 0), (2.3417e13, 1)])
def test_what_is_added_counts_up_to_the_horizon(adds: float, told: int) -> None:
    assert found(LINT, things(text(9, "a"), count=0, inserts_per_day=adds)) == [("Thing", "error")] * told


@pytest.mark.parametrize(
    ("has", "told"),
    [({"max": 1e12}, 0), ({"max": 1e12 + 1}, 1), ({"adds_per_day": 2e12, "average": 3e12}, 1)],
)
def test_no_document_has_so_many(has: dict[str, Any], told: int) -> None:
    assert found(LINT, planned(pair(has=has))) == [("Parent.children", "error")] * told


@pytest.mark.parametrize(("times", "told"), [(8.64e12, 0), (8.65e12, 1), (1e308, 1)])
@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("navigation", "from_to_per_day"), "navigation.from_to_per_day"),
        (("navigation", "to_from_per_day"), "navigation.to_from_per_day"),
        (("reassigned_per_day",), "reassigned_per_day"),
        (("child_updates_per_day",), "child_updates_per_day"),
    ],
)
def test_no_relationship_is_used_so_often(keys: tuple[str, ...], name: str, times: float, told: int) -> None:
    rel = {keys[0]: times if len(keys) == 1 else {keys[1]: times}}
    there = [finding for finding in compile_design(pair(rel=rel)).findings if finding.code == LINT.code]
    assert [(one.subject, one.about, one.severity, one.hint) for one in there] == [
        ("r", "relationship", "error", f"Check {name}.")
    ] * told


@pytest.mark.parametrize("name", ["reads_per_day", "updates_per_day"])
@pytest.mark.parametrize(("times", "told"), [(8.64e12, 0), (8.65e12, 1)])
def test_no_copy_is_used_so_often(name: str, times: float, told: int) -> None:
    copy = {"field": "title", "of": "from", "policy": "eventual", name: times}
    assert (
        found(LINT, planned(pair(rel={"copies": [copy], "strategy": "PARENT_REF"})))
        == [("r", "error")] * told
    )


@pytest.mark.parametrize(("times", "told"), [(8.64e12, 0), (8.65e12, 1)])
def test_no_field_changes_so_often(times: float, told: int) -> None:
    assert found(LINT, things({**text(9, "a"), "updates_per_day": times})) == [("Thing.a", "error")] * told


@pytest.mark.parametrize(
    "strategy", ["auto", "EMBED_ARRAY", "PARENT_REF", "CHILD_REFS", "SUBSET", "BUCKET", "BUCKET_TIME"]
)
@pytest.mark.parametrize("most", [1e18, 1.7e308])
def test_a_design_full_of_them_compiles(strategy: str, most: float) -> None:
    model = pair(
        has={"average": most, "max": most, "adds_per_day": most}, back={"max": 1}, rel={"strategy": strategy},
        parent={"count": most, "inserts_per_day": most},
        child={"count": most, "fields": [text(10**6), {"name": "at", "type": "date"}]},
        ops=tuple(op(kind, "Child", per_day=most) for kind in ("read", "insert", "update", "delete")),
    )  # fmt: skip
    made = compile_design(model)
    assert {one.code for one in made.findings} >= {"IMPOSSIBLE_NUMBER"}
    for exporter in EXPORTERS:
        assert exporter.render(made) is not None


@pytest.mark.parametrize(("count", "told"), [(2.5e16, 0), (2.5e16 + 8, 1)])
def test_an_exabyte_is_held(count: float, told: int) -> None:
    """Documents of 40 bytes."""
    assert found(LINT, things(text(10, "a"), count=count)) == [("Thing", "error")] * told
