"""DELETE_REFUSED: deletes that are refused for each thing, or for nearly each, because something names it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding, compile_design
from designs.compiler.lints.references.delete_refused import LINT
from tests.compiler.composed import design, entity, field, link

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
        "it can never succeed: each member has at least one loan, and is kept while loans.member names it"
    )
    assert finding.hint == (
        "say that loans go with it (exclusive owner), let loans name nobody (at least 0 at their end),"
        " or clear the personal fields by an update in place of the delete"
    )
    assert finding.fix == {
        "edit": "several",
        "edits": [{"edit": "set", "id": "loans1", "path": ["to", "has", "min"], "value": 0}],
    }


def test_its_function_says_so() -> None:
    assert "Each member has at least one loan, in loans.member: it is refused each time." in notes_of(
        plan_of({"min": 1})
    )
    assert "refused each time" not in notes_of(plan_of({"min": 0, "average": 9}))


def test_what_expires_refuses_for_a_while() -> None:
    (finding,) = findings_of({"min": 1}, loan=EXPIRES)
    assert finding.message.startswith("it is refused until what names it has expired: each member has")
    assert "it is refused until these have expired." in notes_of(plan_of({"min": 1}, loan=EXPIRES))


@pytest.mark.parametrize(
    "more",
    [{"needs": 0}, {"exclusive_owner": True}],
    ids=["names nobody then", "goes along"],
)
def test_what_lets_go_refuses_nothing(more: Json) -> None:
    assert findings_of({"min": 1}, **more) == []


def test_nearly_everybody_is_worth_a_word_where_fields_are_personal() -> None:
    (finding,) = findings_of({"min": 0, "average": 8}, sensitive=True)
    assert finding.message == (
        "it is refused for nearly each member, which has 8 loans on average, and is kept while loans.member names it"
    )
    assert findings_of({"min": 0, "average": 8}) == []
    assert findings_of({"min": 0, "average": 1}, sensitive=True) == []


def test_those_in_a_state_may_have_none() -> None:
    old = [{"field": "card"}, {"field": "state", "value": "never borrowed"}]
    assert findings_of({"min": 0, "average": 8}, sensitive=True, filter=old) == []


def test_a_record_of_what_it_was_keeps_naming_it() -> None:
    """Neither the fix nor the hint lets such documents name nobody: the delete would be refused as before."""
    copied = [{"field": "card", "of": "from", "as": "card", "policy": "snapshot"}]
    (finding,) = findings_of({"min": 1}, copies=copied)
    assert finding.fix is None
    assert finding.hint == (
        "say that loans go with it (exclusive owner), or clear the personal fields by an update in place of the delete"
    )
