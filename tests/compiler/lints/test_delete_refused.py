"""DELETE_REFUSED: deletes that are refused for each thing, or for nearly each, because something names it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.references.delete_refused import CLEARED, LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
EXPIRES = {"retention": {"policy": "ttl", "field": "at", "seconds": 9000}}


def plan_of(
    has: Json,
    needs: int = 1,
    *,
    filter: list[Json] | None = None,
    sensitive: bool = False,
    loan: Json | None = None,
    **more: Any,
) -> Any:
    """What is compiled where members with such counts of loans are deleted. needs: how many members a loan has at least;
    loan: keys of the loans' entity; more: keys of their relationship."""
    member = entity("Member", field("card", unique=True, sensitive=sensitive), field("state"))
    loans = entity("Loan", field("at", "date", required=True), **(loan or {}))
    to = ("Loan", {"field": "member", "has": {"min": needs, "max": 1}})
    relation = link(
        "loans", "one-to-many", ("Member", {"has": has}), to, id="loans1", strategy="PARENT_REF", **more
    )
    erase = {"name": "erase", "kind": "delete", "entity": "Member", "filter": filter or [{"field": "card"}]}
    return compile_design(design([member, loans], [relation], operations=[erase]))


def findings_of(*given: Any, **more: Any) -> list[Finding]:
    """What is found there."""
    return [finding for finding in plan_of(*given, **more).findings if finding.code == LINT.code]


def notes_of(plan: Any) -> str:
    """What the comments of the delete's function say."""
    statements = [each for each in plan.plan.statements if each.subject == "operation:erase"]
    return " ".join(each.comment for each in statements)


def test_a_delete_of_what_is_always_named_never_succeeds() -> None:
    (finding,) = findings_of({"min": 1})
    assert (finding.subject, finding.severity, finding.is_risk) == ("erase", "warning", True)
    assert finding.message == (
        "This delete always fails: each member has at least one loan, and can't be deleted while loans.member references it."
    )
    assert finding.hint == (
        "Delete loans with it (exclusive owner), let loans exist without it (minimum 0 at their end),"
        " or update it instead: clear its personal fields, or set a status such as retired."
    )
    assert finding.fix == {
        "edit": "several",
        "edits": [{"edit": "set", "id": "loans1", "path": ["to", "has", "min"], "value": 0}],
    }


def test_its_function_says_so() -> None:
    assert (
        "Each member needs at least one loan, in loans.member: the delete is rejected each time."
        in notes_of(plan_of({"min": 1}))
    )
    assert "rejected each time" not in notes_of(plan_of({"min": 0, "average": 9}))


def test_what_expires_refuses_for_a_while() -> None:
    (finding,) = findings_of({"min": 1}, loan=EXPIRES)
    assert finding.message.startswith(
        "This delete fails until the documents that reference it expire: each member has"
    )
    assert "the delete is rejected until these have expired." in notes_of(plan_of({"min": 1}, loan=EXPIRES))


@pytest.mark.parametrize(
    "more",
    [{"needs": 0}, {"exclusive_owner": True}],
    ids=["names nobody then", "goes along"],
)
def test_what_lets_go_refuses_nothing(more: Json) -> None:
    assert findings_of({"min": 1}, **more) == []


def test_what_nearly_each_has_refuses_nearly_always() -> None:
    (finding,) = findings_of({"min": 0, "average": 8})
    assert finding.message == (
        "This delete fails for nearly every member: 8 loans on average reference it, in loans.member."
    )


def test_those_in_a_state_may_have_none() -> None:
    old = [{"field": "card"}, {"field": "state", "value": "never borrowed"}]
    assert findings_of({"min": 0, "average": 8}, sensitive=True, filter=old) == []


def test_a_record_of_what_it_was_keeps_naming_it() -> None:
    """Neither the fix nor the hint lets such documents name nobody: the delete would be refused as before."""
    copied = [{"field": "card", "of": "from", "as": "card", "policy": "snapshot"}]
    (finding,) = findings_of({"min": 1}, copies=copied)
    assert finding.fix is None
    assert finding.hint == (
        "Delete loans with it (exclusive owner), or update it instead: clear its personal fields, or set a status such as retired."
    )


def test_a_person_is_meant_by_anything_but_a_state() -> None:
    by_state = [{"field": "state"}]
    assert len(findings_of({"min": 0, "average": 8}, sensitive=True, filter=by_state)) == 1
    assert findings_of({"min": 0, "average": 8}, filter=by_state) == []


def forget(*averages: float, sensitive: bool = True, kind: str = "entity") -> list[Finding]:
    """What is found where customers are deleted by their _id, with a filter that the design leaves out, and have so many
    calls and orders on average; calls may be without a customer."""
    customer = entity("Customer", field("name", sensitive=sensitive))
    named = [entity("Call", field("note"), kind=kind), entity("Order", field("note"))]
    relations = [
        link(f"{each['name']}s", "one-to-many", ("Customer", {"has": {"min": 0, "average": average}}),
             (each["name"], {"field": "customer", "has": {"min": least, "max": 1}}), strategy="PARENT_REF")
        for each, average, least in zip(named, averages, (0, 1), strict=True)
    ]  # fmt: skip
    erase = {"name": "forget", "kind": "delete", "entity": "Customer"}
    plan = compile_design(design([customer, *named], relations, operations=[erase]))
    return [finding for finding in plan.findings if finding.code == LINT.code]


def test_all_that_refers_to_a_thing_counts_together() -> None:
    """A delete without a filter is by the _id. An event goes on saying to whom it happened, though it need not."""
    (finding,) = forget(2.4, 0.7, sensitive=False, kind="event")
    assert "nearly every customer" in finding.message
    assert "2.40 calls and 0.70 orders" in finding.message
    assert "calls.customer and orders.customer" in finding.message
    assert forget(2.4, 0.7, sensitive=False) == []  # calls lose their customer


def test_a_request_to_be_forgotten_that_often_fails_is_found() -> None:
    (finding,) = forget(0.6, 0.45, kind="event")
    assert "many customers" in finding.message
    assert "clear its personal fields" in finding.hint and "let orders exist without it" in finding.hint
    assert "calls" not in finding.hint
    assert forget(0.6, 0.45, sensitive=False, kind="event") == []
    assert forget(0.5, 0.45, kind="event") == []


def retire(average: float | None, *more: Json, hire: Json | None = None) -> list[str]:
    """What is told of the delete of a machine that hires refer to, so many of them on average."""
    has = {} if average is None else {"average": average}
    back = {"has": {"min": 1, "max": 1}}
    hires = link("hires", "one-to-many", ("Machine", {"has": has}), ("Hire", back), strategy="PARENT_REF")
    at = field("at", "date", required=True)
    entities = [
        entity("Machine", field("number", unique=True), field("state"), count=100),
        entity("Hire", at, **(hire or {})),
    ]
    drop = {"name": "retire", "kind": "delete", "entity": "Machine", "filter": [{"field": "_id"}, *more]}
    plan = compile_design(design(entities, [hires], operations=[drop]))
    return [each.severity for each in plan.findings if each.code == LINT.code]


@pytest.mark.parametrize(
    ("average", "more", "severities"),
    [
        (3, (), ["warning"]),
        (2.9, (), []),
        (None, (), []),  # an assumed average proves nothing
        (130, ({"field": "number"},), ["warning"]),
        (130, ({"field": "state", "value": "new"},), []),  # those may be without any
    ],
)
def test_a_delete_of_what_nearly_always_is_in_use(
    average: float | None, more: tuple[Json, ...], severities: list[str]
) -> None:
    assert retire(average, *more) == severities


@pytest.mark.parametrize(("comes", "severities"), [(0.28, ["warning"]), (0.27, [])])
def test_a_delete_of_what_an_archive_refers_to_in_time(comes: float, severities: list[str]) -> None:
    """Of a hundred machines each has three hires in the archive after three years."""
    hire: Json = {
        "inserts_per_day": comes,
        "retention": {"policy": "archive", "field": "at", "after_days": 30},
    }
    assert retire(0.1, hire=hire) == severities
    assert retire(0.1, hire={**hire, "retention": {"policy": "keep"}}) == []


def test_a_delete_that_leaves_children_without_their_parent_says_so() -> None:
    """Which of both happens, the minimum at the children's end says: they are cleared, or the delete is refused."""
    plan = plan_of({"min": 0, "average": 2}, 0)
    (finding,) = [each for each in plan.findings if each.code == CLEARED.code]
    assert (finding.subject, finding.severity) == ("erase", "info")
    assert finding.message == (
        "This delete clears loans.member of loans (2 on average): they stay, but no longer reference their member."
    )
    assert finding.fix == {
        "edit": "set", "id": "loans1", "path": ["to", "has", "min"], "value": 1,
    }  # fmt: skip
    assert "Optional references to it in loans.member are removed first." in notes_of(plan)
    required = plan_of({"min": 0, "average": 2})
    assert CLEARED.code not in {each.code for each in required.findings}
    assert "Fails while documents in loans.member reference it." in notes_of(required)


@pytest.mark.parametrize("owned", [True, False])
def test_measurements_are_deleted_before_their_owner_and_not_left_without_it(owned: bool) -> None:
    """An owned reading can't exist without its sensor; this was advised all the same."""
    sensor = entity("Sensor", field("serial", required=True), count=100)
    reading = entity("Reading", field("at", "date", required=True), field("v", "double"), kind="measurement")
    has = {"min": 0, "average": 2000, "growth": "unbounded"}
    to = ("Reading", {"field": "sensor", "has": {"min": 1, "max": 1}})
    relation = link("readings", "one-to-many", ("Sensor", {"has": has}), to, id="r1", exclusive_owner=owned)
    scrap = {"name": "scrap", "kind": "delete", "entity": "Sensor", "filter": [{"field": "_id"}]}
    found = compile_design(design([sensor, reading], [relation], operations=[scrap])).findings
    (finding,) = [each for each in found if each.code == LINT.code]
    assert ("delete readings first" in finding.hint, "exist without it" in finding.hint) == (owned, not owned)
    assert (finding.fix is None) == owned
