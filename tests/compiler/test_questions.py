"""The eleven questions about embedding or referring."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import opinions
from designs.compiler.rules.questions import Answer, answers, contradicting
from tests.compiler.small import EXPIRING, NM, ONE, case, pair, text

SIMPLER, OWNED, QUERIED, UPDATED, ARCHIVED, HIGH, COPIES, LARGE, GROWS, TIMES, ALONE = range(11)


def asked(number: int, *args: Any, **design: Any) -> Answer:
    return answers(case(*args, **design))[number]


def rel(**more: Any) -> dict[str, Any]:
    return {"rel": more}


@pytest.mark.parametrize(
    ("number", "yes", "no"),
    [
        (SIMPLER, {"has": {"max": 200}}, {"has": {"max": 201}}),
        (OWNED, rel(exclusive_owner=True), rel(exclusive_owner=False)),
        (QUERIED, rel(accessed_together=0.5), rel(accessed_together=0.49)),
        (UPDATED, rel(atomic=True), rel()),
        (ARCHIVED, rel(same_lifecycle=True), rel()),
        (ARCHIVED, rel(exclusive_owner=True), rel(same_lifecycle=False)),
        (ARCHIVED, rel(same_lifecycle=True), {"child": {"retention": EXPIRING}}),
        (HIGH, {"has": {"max": 201}}, {"has": {"max": 200}}),
        (COPIES, {"back": {"average": 2}}, {"back": {"average": 1}}),
        (LARGE, {"has": {"average": 200}, "child": {"fields": [text(6000)]}}, {"has": {"average": 20}}),
        (GROWS, {"has": {"growth": "unbounded"}}, {"has": {"growth": "bounded"}}),
        (GROWS, {}, {"has": {"max": 10**9}}),
        (TIMES, {"workload_profile": "write-heavy"}, {"workload_profile": "mixed"}),
        (
            TIMES,
            {"workload_profile": "write-heavy"},
            {"workload_profile": "write-heavy", "rel": {"atomic": True}},
        ),
        (ALONE, {"kind": ONE, "back": {"min": 0}}, {"kind": ONE, "back": {"min": 1}}),
        (OWNED, {"kind": ONE, "back": {"min": 1}}, {"kind": ONE, "back": {"min": 0}}),
        (ALONE, rel(independent_access=0.2), rel(independent_access=0.19)),
    ],
)
def test_each_is_answered_from_its_number(number: int, yes: dict[str, Any], no: dict[str, Any]) -> None:
    with_yes, with_no = asked(number, **yes), asked(number, **no)
    assert (with_yes.yes, with_no.yes) == (True, False)
    sides = ("embed", "refer") if number < 5 else ("refer", "embed")
    assert (with_yes.speaks_for, with_no.speaks_for) == sides
    assert with_yes.question == with_no.question and with_yes.because


def test_there_are_eleven_about_parents_and_parts_and_none_about_others() -> None:
    assert len(answers(case())) == len(answers(case(ONE))) == 11
    assert answers(case(NM)) == ()


def test_each_relationship_of_a_design_is_asked() -> None:
    ends = {"from": {"entity": "Parent"}, "to": {"entity": "Child"}}
    model = pair(links=[{"name": "more", "kind": NM, **ends}])
    assert set(opinions(model)) == {"r"} and len(opinions(model)["r"]) == 11


def test_what_speaks_against_a_base_is_counted() -> None:
    found = answers(
        case(has={"max": 5}, rel={"exclusive_owner": True, "atomic": True, "accessed_together": 1})
    )
    assert contradicting(found, "refer") == 11 and contradicting(found, "embed") == 0
