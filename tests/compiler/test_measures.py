"""Each derived input: the stated value, else measured, else a default, and what is called assumed."""

from __future__ import annotations

import math
from typing import Any

import pytest

from designs.compiler.workload.inputs import DEFAULT, GIVEN, MEASURED, has_no_maximum
from tests.compiler.small import MANY, NM, ONE, Json, case, decide, op, text


def value(name: str, *args: Any, **design: Any) -> tuple[Any, str]:
    found = case(*args, **design).quantity(name)
    return found.value, found.origin


AT = {"name": "at", "type": "date"}
EVENT = {"kind": "event", "fields": [AT]}


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        ({"max": 7}, (7, GIVEN)),
        ({"max": 7, "growth": "bounded"}, (7, GIVEN)),
        ({"max": 7, "growth": "unbounded"}, (math.inf, GIVEN)),
        ({"average": 3}, (30, DEFAULT)),
        ({"max": None, "average": 3}, (30, DEFAULT)),
        ({"p95": 3}, (math.inf, DEFAULT)),
        ({"average": 3, "p95": 29}, (30, DEFAULT)),
        ({"average": 3, "p95": 31}, (31, DEFAULT)),
        ({"average": 3, "min": 30}, (30, DEFAULT)),
        ({"average": 3, "min": 31}, (31, DEFAULT)),
        ({"min": 5}, (math.inf, DEFAULT)),
        ({}, (math.inf, DEFAULT)),
    ],
    ids=str,
)
def test_the_most_children(has: Json, expected: tuple[float, str]) -> None:
    assert value("max", has=has) == expected
    assert value("from.max", NM, has=has) == expected
    assert value("to.max", NM, back=has) == expected


@pytest.mark.parametrize(
    ("kind", "most"),
    [("event", math.inf), ("measurement", math.inf), ("entity", 30), ("weak", 30), ("lookup", 30)],
)
def test_what_happens_grows_without_bound(kind: str, most: float) -> None:
    assert value("max", child={"kind": kind, "fields": [AT]}, has={"average": 3}) == (most, DEFAULT)
    assert value("to.max", NM, parent={"kind": kind}, back={"average": 3}) == (most, DEFAULT)


def test_no_maximum_is_no_growth_without_a_limit() -> None:
    assert has_no_maximum(case()) and has_no_maximum(case(NM), "to.max")
    assert not has_no_maximum(case(has={"max": 10**9})) and not has_no_maximum(case(has={"average": 10**9}))
    assert not has_no_maximum(case(has={"growth": "unbounded"})) and not has_no_maximum(case(child=EVENT))


def test_a_child_has_one_parent() -> None:
    assert value("to.max") == (1, GIVEN) and value("to.max", back={"max": 2}) == (2, GIVEN)
    assert value("to.max", NM) == (math.inf, DEFAULT)


def test_a_one_to_one_has_one() -> None:
    assert value("max", ONE, child=EVENT) == (1, GIVEN)
    assert value("average", ONE) == (1, GIVEN)


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        ({"average": 3, "p95": 9, "max": 99}, (3, GIVEN)),
        ({"p95": 9, "max": 99}, (4.5, DEFAULT)),
        ({"max": 99}, (49.5, DEFAULT)),
        ({"min": 60, "max": 99}, (60, DEFAULT)),
        ({"min": 11}, (11, DEFAULT)),
        ({"min": 9}, (10, DEFAULT)),
        ({}, (10, DEFAULT)),
    ],
    ids=str,
)
def test_the_average(has: Json, expected: tuple[float, str]) -> None:
    assert value("average", has=has) == expected


@pytest.mark.parametrize(
    ("counts", "has", "expected"),
    [
        ((4, 4000), {}, (1000, MEASURED)),
        ((4, 4000), {"average": 7}, (7, GIVEN)),
        ((4, 4000), {"max": 200}, (200, MEASURED)),
        ((4, 4000), {"min": 2000}, (2000, MEASURED)),
        ((4, None), {"max": 30}, (15, DEFAULT)),
        ((None, 4000), {}, (10, DEFAULT)),
        ((0, 4000), {}, (10, DEFAULT)),
    ],
    ids=str,
)
def test_two_stated_counts_tell_the_average(
    counts: tuple[int | None, int | None], has: Json, expected: tuple[float, str]
) -> None:
    parent, child = ({} if count is None else {"count": count} for count in counts)
    assert value("average", has=has, parent=parent, child=child) == expected


def test_links_are_as_many_from_both_ends() -> None:
    counts = {"parent": {"count": 340}, "child": {"count": 5}}
    assert value("to.average", NM, has={"average": 2}, **counts) == (136, MEASURED)
    assert value("average", NM, back={"average": 34}, **counts) == (0.5, MEASURED)
    assert value("to.average", NM, **counts) == (10, DEFAULT)


@pytest.mark.parametrize(
    ("has", "expected"),
    [({"p95": 9, "max": 99}, (9, GIVEN)), ({"max": 99}, (99, DEFAULT)), ({}, (None, DEFAULT))],
    ids=str,
)
def test_the_usual_most(has: Json, expected: tuple[float | None, str]) -> None:
    assert value("p95", has=has) == expected


def test_additions() -> None:
    known = {"parent": {"count": 100}}
    assert value("adds_per_day", has={"adds_per_day": 3}) == (3, GIVEN)
    assert value("adds_per_day", ops=(op("insert", "Child", per_day=500),), **known) == (5, MEASURED)
    assert value("adds_per_day", child={"inserts_per_day": 200}, **known) == (2, MEASURED)
    assert value("adds_per_day", child={"inserts_per_day": 200}) == (0.02, DEFAULT)  # of 10,000 parents
    assert value("adds_per_day") == (0, DEFAULT)


def test_inserts() -> None:
    assert value(
        "inserts_per_day", child={"inserts_per_day": 4}, ops=(op("insert", "Child", per_day=5),)
    ) == (5, MEASURED)
    assert value("inserts_per_day", child={"inserts_per_day": 4}, has={"adds_per_day": 9}) == (4, GIVEN)
    assert value("inserts_per_day", has={"adds_per_day": 2}, parent={"count": 10}) == (20, GIVEN)
    assert value("inserts_per_day", has={"adds_per_day": 2}) == (20_000, DEFAULT)
    assert value("inserts_per_day") == (None, DEFAULT)


LASTING = {"retention": {"policy": "ttl", "field": "at", "seconds": 36 * 3600}}  # a day and a half
ADDED = op("insert", "Child", per_day=4000)


@pytest.mark.parametrize(
    ("child", "ops", "expected"),
    [
        (LASTING, (ADDED,), (6000, MEASURED)),
        (LASTING, (ADDED, ADDED), (12_000, MEASURED)),
        (LASTING | {"inserts_per_day": 10}, (), (15, MEASURED)),
        (LASTING | {"inserts_per_day": 10}, (ADDED,), (6000, MEASURED)),
        (LASTING | {"count": 7}, (ADDED,), (7, GIVEN)),
        (LASTING, (op("insert", "Child", per_day=0.1),), (1, MEASURED)),
        (LASTING, (op("insert", "Child", per_day=0),), (10_000, DEFAULT)),
        (LASTING, (op("delete", "Child", per_day=9),), (10_000, DEFAULT)),
        (LASTING, (op("insert", "Parent", per_day=9),), (10_000, DEFAULT)),
        ({}, (ADDED,), (10_000, DEFAULT)),
        ({"retention": {"policy": "archive", "field": "at", "seconds": 60}}, (ADDED,), (10_000, DEFAULT)),
        ({"retention": {"policy": "ttl", "field": "at"}}, (ADDED,), (10_000, DEFAULT)),
    ],
    ids=str,
)
def test_how_many_there_are(child: Json, ops: tuple[Json, ...], expected: tuple[float, str]) -> None:
    """Of what expires, as many as come in a lifetime."""
    found = case(child={"fields": [AT], **child}, ops=ops).survey.counted("Child")
    assert (found.value, found.origin) == expected
    assert value("count", child={"fields": [AT], **child}, ops=ops) == expected


def test_additions_are_of_as_many_parents_as_expire() -> None:
    parent = {"fields": [AT], **LASTING}
    ops = (op("insert", "Parent", per_day=100), op("insert", "Child", per_day=300))
    assert value("adds_per_day", parent=parent, ops=ops) == (2, MEASURED)
    assert value("inserts_per_day", has={"adds_per_day": 3}, parent=parent, ops=ops[:1]) == (450, MEASURED)
    assert value("inserts_per_day", has={"adds_per_day": 3}, parent={"count": 5}) == (15, GIVEN)


def test_the_horizon_is_three_years_and_never_over_the_maximum() -> None:
    assert value("at_horizon", has={"average": 5, "max": 100_000, "adds_per_day": 2})[0] == 5 + 2 * 365 * 3
    assert value("at_horizon", has={"average": 5, "max": 50, "adds_per_day": 2})[0] == 50
    assert value("at_horizon", has={"average": 5, "growth": "unbounded"})[0] == 5
    horizon = {"constants": {"horizon": 1}}
    assert value("at_horizon", has={"average": 5, "max": 10_000, "adds_per_day": 2}, **horizon)[0] == 735
    assert value("p95_at_horizon", has={"p95": 50, "max": 10_000, "adds_per_day": 1}) == (1145, GIVEN)
    assert value("p95_at_horizon") == (None, DEFAULT)


ONCE = {"min": 1, "max": 1}


@pytest.mark.parametrize(
    ("child", "back", "owned"),
    [
        ({"kind": "weak"}, {}, True),
        ({"kind": "entity"}, ONCE, True),
        ({"kind": "entity"}, {"max": 1}, False),
        ({"kind": "entity"}, {"min": 0, "max": 1}, False),
        ({"kind": "entity"}, {}, False),
        ({"kind": "event"}, ONCE, False),
        ({"kind": "measurement"}, ONCE, False),
        ({"kind": "lookup"}, ONCE, False),
    ],
    ids=str,
)
def test_who_is_owned(child: Json, back: Json, owned: bool) -> None:
    origin = GIVEN if child["kind"] == "weak" else DEFAULT  # "Owned" says whose it is
    assert value("exclusive_owner", child=child, back=back) == (owned, origin)
    assert value("exclusive_owner", child=child, back=back, rel={"exclusive_owner": not owned}) == (
        not owned,
        GIVEN,
    )


def test_an_end_of_another_relationship_is_not_owned() -> None:
    other = {"name": "s", "kind": NM, "from": {"entity": "Other"}, "to": {"entity": "Child"}}
    more = {"entities": [{"name": "Other"}], "links": [other]}
    assert value("exclusive_owner", back=ONCE, **more) == (False, DEFAULT)
    assert value("exclusive_owner", child={"kind": "weak"}, **more) == (True, GIVEN)


@pytest.mark.parametrize("owned", [True, False])
def test_what_is_weak_and_said_to_be_anothers_is_not_owned(owned: bool) -> None:
    """The line of an invoice that may name a project is a part of the invoice alone."""
    other = {
        "name": "s", "kind": MANY, "from": {"entity": "Other"}, "to": {"entity": "Child"}, "exclusive_owner": owned,
    }  # fmt: skip
    more = {"entities": [{"name": "Other"}], "links": [other]}
    origin = DEFAULT if owned else GIVEN
    assert value("exclusive_owner", child={"kind": "weak"}, **more) == (not owned, origin)


@pytest.mark.parametrize(
    ("other", "owned"),
    [
        ({"kind": MANY, "from": {"entity": "Child"}, "to": {"entity": "Other"}}, True),
        ({"kind": ONE, "from": {"entity": "Child"}, "to": {"entity": "Other"}}, True),
        ({"kind": NM, "from": {"entity": "Child"}, "to": {"entity": "Other"}, "link_owner": "from"}, True),
        ({"kind": NM, "from": {"entity": "Child"}, "to": {"entity": "Other"}, "link_owner": "to"}, False),
        ({"kind": NM, "from": {"entity": "Child"}, "to": {"entity": "Other"}}, False),
        ({"kind": MANY, "from": {"entity": "Other"}, "to": {"entity": "Child"}}, False),
        ({"kind": ONE, "from": {"entity": "Other"}, "to": {"entity": "Child"}}, False),
        ({"kind": MANY, "from": {"entity": "Child"}, "to": {"entity": "Child"}}, False),
        ({"kind": "is-a", "from": {"entity": "Child"}, "to": {"entity": "Other"}}, False),
    ],
    ids=str,
)
def test_what_a_child_holds_itself_does_not_keep_it_from_being_owned(other: Json, owned: bool) -> None:
    """Another parent does, and what may refer to it."""
    more = {"entities": [{"name": "Other"}], "links": [{"name": "s", **other}]}
    assert value("exclusive_owner", back=ONCE, **more) == (owned, DEFAULT)
    assert value("exclusive_owner", **more) == (False, DEFAULT)


def test_use_alone() -> None:
    rel = {"back_field": "parent"}
    ops = [
        op("read", "Child", per_day=10),
        op("update", "Child", per_day=5),
        op("delete", "Child", per_day=5),
        op("insert", "Child", per_day=1000),
        op("read", "Child", "parent", per_day=10),
        op("read", "Parent", includes=["r"], per_day=10),
    ]
    assert value("independent_access", rel=rel, ops=tuple(ops)) == (0.5, MEASURED)
    ops[0]["includes"] = ["r"]
    assert value("independent_access", rel=rel, ops=tuple(ops)) == (0.5, MEASURED)
    assert value("independent_access", rel={"independent_access": 0.3}, ops=tuple(ops)) == (0.3, GIVEN)
    assert value("independent_access") == (0, DEFAULT)


def test_navigation() -> None:
    ops = (
        op("read", "Parent", includes=["r"], per_day=30),
        op("read", "Child", "parent", per_day=20),
        op("read", "Child", includes=["r"], per_day=7),
    )
    rel = {"back_field": "parent"}
    assert value("from_to_per_day", rel=rel, ops=ops) == (50, MEASURED)
    assert value("to_from_per_day", rel=rel, ops=ops) == (7, MEASURED)
    declared = {**rel, "navigation": {"to_from_per_day": 9}}
    assert value("from_to_per_day", rel=declared, ops=ops) == (50, MEASURED)
    assert value("to_from_per_day", rel=declared, ops=ops) == (9, GIVEN)


@pytest.mark.parametrize(("kind", "backward"), [(ONE, 0), (MANY, 0), (NM, 1)])
def test_navigation_nobody_has_counted(kind: str, backward: int) -> None:
    assert value("from_to_per_day", kind) == (1, DEFAULT)
    assert value("to_from_per_day", kind) == (backward, DEFAULT)


def test_one_declared_direction_leaves_the_other_unknown() -> None:
    rel = {"navigation": {"from_to_per_day": 5}}
    assert value("from_to_per_day", rel=rel) == (5, GIVEN)
    assert value("to_from_per_day", rel=rel) == (0, DEFAULT)
    assert value("from_to_per_day", rel={"navigation": {"to_from_per_day": 5}}) == (0, DEFAULT)


def test_reads_together() -> None:
    rel = {"back_field": "parent"}
    ops = (
        op("read", "Parent", includes=["r"], per_day=30),
        op("read", "Parent", per_day=40),
        op("read", "Child", "parent", per_day=30),
        op("read", "Child", per_day=1000),
    )
    assert value("accessed_together", rel=rel, ops=ops) == (0.6, MEASURED)
    assert value("accessed_together", rel=rel, ops=ops[1:2]) == (0, MEASURED)
    assert value("accessed_together", rel={**rel, "accessed_together": 0.9}, ops=ops) == (0.9, GIVEN)
    assert value("accessed_together") == (0.5, DEFAULT)
    much = {**rel, "navigation": {"from_to_per_day": 10**6}}
    assert value("accessed_together", rel=much, ops=ops) == (1, MEASURED)


def test_flags_that_are_absent() -> None:
    assert value("together_needs") == ("all", DEFAULT)
    assert value("together_needs", rel={"recent": {}}) == ("recent", DEFAULT)
    assert value("together_needs", rel={"recent": {}, "together_needs": "page"}) == ("page", GIVEN)
    assert value("same_lifecycle") == (True, DEFAULT)
    assert value("pagination") == ("none", DEFAULT)
    assert value("pagination", rel={"pagination": "none"}) == ("none", GIVEN)


def test_moves() -> None:
    ops = (op("update", "Child", changes=["parent"], per_day=4),)
    rel = {"back_field": "parent"}
    assert value("reassigned_per_day", rel=rel, ops=ops) == (4, MEASURED)
    assert value("reassigned_per_day", rel={**rel, "reassigned_per_day": 2}, ops=ops) == (2, GIVEN)
    assert value("reassigned_per_day", rel=rel) == (0, DEFAULT)


INSERTS = {"child": {"inserts_per_day": 10}}


def test_reads_for_each_insert() -> None:
    read = op("read", "Parent", includes=["r"], per_day=30)
    assert value("reads_per_insert", ops=(read,), **INSERTS) == (3, MEASURED)
    assert value("reads_per_insert", ops=(read,))[0] == math.inf
    assert value("reads_per_insert", ops=(op("read", "Parent", per_day=30),), **INSERTS) == (0, MEASURED)
    declared = {"navigation": {"from_to_per_day": 50}}
    assert value("reads_per_insert", rel=declared, **INSERTS) == (5, MEASURED)
    assert value("reads_per_insert", rel=declared, ops=(read,), **INSERTS) == (3, MEASURED)
    assert value("reads_per_insert", **INSERTS) == (None, DEFAULT)


def test_the_order_of_asking_does_not_matter() -> None:
    asked_late = case(**INSERTS)
    for name in ("from_to_per_day", "to_from_per_day", "accessed_together", "independent_access"):
        asked_late.quantity(name)
    assert asked_late.quantity("reads_per_insert") == case(**INSERTS).quantity("reads_per_insert")


def test_what_was_used_and_not_stated_is_assumed_and_measured_says_so() -> None:
    ops = (op("read", "Parent", includes=["r"]),)
    decision = decide(MANY, has={"max": 5}, rel={"exclusive_owner": True}, ops=ops)
    assert decision.rule == "B7"
    assert decision.assumed == ("independent_access: workload", "accessed_together: workload", "to.min")
    used = {"child_kind": "entity", "max": 5, "exclusive_owner": True}
    assert decision.inputs == {**used, "independent_access": 0, "accessed_together": 1, "to.min": 1}


def test_nothing_is_assumed_where_all_is_stated() -> None:
    rel = {"exclusive_owner": True, "independent_access": 0, "accessed_together": 1}
    assert decide(MANY, has={"max": 5}, back={"min": 1}, rel=rel).assumed == ()


def test_the_childs_bytes_leave_its_id_out_unless_it_is_declared() -> None:
    assert value("child_bytes", child={"fields": [text(10)]}) == (5 + 2 + 4 + 15, GIVEN)
    declared = [{"name": "_id", "type": "int"}, text(10)]
    assert value("child_bytes", child={"fields": declared}) == (26 + 2 + 3 + 4, GIVEN)
