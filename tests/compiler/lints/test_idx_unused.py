"""L29: indexes that nothing uses."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from designs.compiler.lints.indexes.idx_unused import LINT
from designs.compiler.lints.references.ref_no_index import LINT as NO_INDEX
from designs.compiler.plan_model.physical import PlannedIndex
from tests.compiler.planned import findings, found, planned, with_collection, with_indexes
from tests.compiler.small import design, entity, link, op, text


def declared(index: dict[str, Any], *ops: dict[str, Any]) -> list[tuple[str, str]]:
    thing = entity("Thing", text(9, "a"), text(9, "b"), indexes=[index])
    return found(LINT, planned(design([thing], [], ops)))


def test_an_index_is_for_an_operation() -> None:
    index = {"keys": [["b", 1]]}
    assert declared(index, op("read", "Thing", "a")) == [("things.b_1", "warning")]
    assert declared(index, op("read", "Thing", "b")) == []
    assert declared({"keys": [["b", -1]]}, op("read", "Thing", "a")) == [("things.b_-1", "warning")]
    assert declared({"keys": [["b", 1], ["a", 1]]}, op("read", "Thing", "b")) == []


def test_a_misspelt_field_is_another_finding_and_not_this_one_too() -> None:
    assert declared({"keys": [["bb", 1]]}, op("read", "Thing", "a")) == []


def test_the_index_that_goes_is_that_of_its_own_entity() -> None:
    index = {"keys": [["b", 1]]}
    parts = [
        entity(name, text(9, "a"), text(9, "b"), indexes=[index], id=f"of-{name}") for name in ("One", "Two")
    ]
    (told,) = findings(LINT, planned(design(parts, [], (op("read", "Two", "a"),))))
    assert told.subject == "twos.b_1"
    assert "of-Two" in str(told.fix) and "of-One" not in str(told.fix)


def test_without_operations_nothing_is_known() -> None:
    assert declared({"keys": [["b", 1]]}) == []


@pytest.mark.parametrize(
    "index", [{"keys": [["b", 1]], "unique": True}, {"keys": [["b", "text"]]}, {"keys": [["b.$**", 1]]}]
)
def test_some_have_a_purpose_of_their_own(index: dict[str, Any]) -> None:
    assert declared(index, op("read", "Thing", "a")) == []


@pytest.mark.parametrize(
    ("made", "profile", "count"),
    [(15, "mixed", 0), (16, "mixed", 1), (7, "write-heavy", 0), (8, "write-heavy", 1)],
)
def test_sixteen_with_that_of_the_id_or_eight_where_mostly_is_written(
    made: int, profile: str, count: int
) -> None:
    plan = with_indexes(*(PlannedIndex(keys=((f"f{number}", 1),)) for number in range(made)))
    plan = msgspec.structs.replace(plan, model=msgspec.structs.replace(plan.model, workload_profile=profile))
    assert found(LINT, plan) == [("things", "warning")] * count


@pytest.mark.parametrize(
    ("comes", "changes", "count"),
    [(3, 0, 0), (6000, 0, 1), (None, 0, 1), (3, 86_400, 1), (3, 100, 0)],
)
def test_many_indexes_matter_where_much_is_written_into_them(
    comes: float | None, changes: float, count: int
) -> None:
    """comes, changes: documents that are inserted a day, and changes of the key of one index."""
    rate = {} if comes is None else {"inserts_per_day": comes}
    thing = entity("Thing", text(9, "f0"), text(9, "f1"), count=100_000, **rate)
    work = op("update", "Thing", "f1", changes=["f0"], per_day=changes)
    plan = planned(design([thing], [], (work,)))
    many = tuple(PlannedIndex(keys=((f"f{number}", 1),)) for number in range(16))
    told = findings(LINT, with_collection(plan, "things", indexes=many))
    assert [finding.subject for finding in told if "(limit " in finding.message] == ["things"] * count


def test_an_index_that_settles_a_reference_without_one_is_not_called_unused() -> None:
    """One check's fix declares it; the other's took it away again, round and round."""
    child = entity("Child", text(9, "name"), id="child")
    made = [link("r", "one-to-many", "Parent", "Child", strategy="PARENT_REF", back_field="parent")]
    reads = (op("read", "Child", "name"), op("read", "Parent"))
    (told,) = findings(NO_INDEX, planned(design([entity("Parent"), child], made, reads)))
    fix = told.fix or {}
    assert fix["path"] == ["indexes"]
    settled = planned(design([entity("Parent"), {**child, "indexes": fix["value"]}], made, reads))
    assert found(NO_INDEX, settled) == [] and found(LINT, settled) == []
    other = planned(
        design([entity("Parent"), {**child, "indexes": [{"keys": [["_id", 1], ["parent", 1]]}]}], made, reads)
    )
    assert found(LINT, other) != []
