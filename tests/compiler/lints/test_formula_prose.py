"""FORMULA_PROSE: formulas that cannot be computed."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.copies.formula_prose import LINT
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, planned, things
from tests.compiler.small import design, entity, link, text


@pytest.mark.parametrize(
    ("formula", "count"), [("a * 2 + 1", 0), ("round(a, 2)", 0), ("twice a", 1), ("a *", 1)]
)
def test_what_does_not_parse_is_prose(formula: str, count: int) -> None:
    plan = things(field("a", "int"), field("b", "int", computed={"formula": formula}))
    assert found(LINT, plan) == [("Thing.b", "warning")] * count


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("(a + 1", "a parenthesis isn't closed"),
        ("a + 1)", "a closing parenthesis has no opening one"),
        ("summ(a)", "summ isn't a function"),
        ("count(a, a)", "count takes one argument"),
        ("a + ", "it ends after +"),
        ("a % 2", "% isn't supported"),
        ("a, 2", "a comma stands outside a function"),
        ("sum()", "a value is missing before )"),
        ("twice a", "an operator, such as + or *, is missing before a"),
        ("", "it is empty"),
    ],
)
def test_a_formula_that_cannot_be_read_says_where_it_goes_wrong(formula: str, why: str) -> None:
    plan = things(field("a", "int"), field("b", "int", computed={"formula": formula}))
    assert [each.message for each in findings(LINT, plan)] == [f"This formula can't be computed: {why}."]


@pytest.mark.parametrize(
    ("formula", "count"),
    [
        ("_id * 2", 1),
        ("name + 1", 1),
        ("round(name)", 1),
        ("name", 0),
        ("max(name)", 0),
        ("count(name)", 0),
        ("sum(ns)", 0),
    ],
)
def test_a_formula_calculates_with_numbers(formula: str, count: int) -> None:
    fields = (field("name"), field("ns", "array", items={"type": "int"}))
    plan = things(*fields, field("b", "int", computed={"formula": formula}))
    assert found(LINT, plan) == [("Thing.b", "error")] * count


@pytest.mark.parametrize(
    ("general", "strategy", "kind"),
    [
        (field("_id", "objectId"), "POLY_SINGLE", "an ObjectId"),
        (field("_id", "int"), "POLY_SINGLE", ""),
        (field("_id", "string"), "POLY_SPLIT", ""),
    ],
)
def test_the_id_of_a_subtype_is_that_of_the_documents_it_shares(
    general: dict[str, Any], strategy: str, kind: str
) -> None:
    """A subtype that states an int keeps it only where its documents are its own."""
    parts = [entity("Thing", general), entity("Tool", field("_id", "int"), computed("twice", "_id * 2"))]
    tools = link("tools", "is-a", "Thing", "Tool", strategy=strategy)
    told = findings(LINT, planned(design(parts, [tools])))
    assert [one.message for one in told] == [
        f"The formula uses _id, which is {kind}, so it has no result." for _ in kind[:1]
    ]


def computed(name: str, formula: str, **more: Any) -> dict[str, Any]:
    return field(name, "int", computed={"formula": formula, **more})


def test_a_formula_does_not_follow_from_itself() -> None:
    ring = things(computed("a", "b + 1"), computed("b", "c + 1"), computed("c", "a + 1"))
    (told,) = findings(LINT, ring)
    assert (told.severity, told.message) == (
        "error", "Circular formula: Thing.a from Thing.b from Thing.c from Thing.a.",
    )  # fmt: skip
    assert len(findings(LINT, things(computed("a", "a + 1"), computed("b", "b + 1")))) == 2
    assert not findings(LINT, things(computed("a", "b + c"), computed("b", "c + 1"), computed("c", "1")))
    assert not findings(LINT, things(computed("views", "views + 1", refresh="approximate")))


def test_a_ring_may_lead_through_other_documents() -> None:
    def plan(back: str) -> Compilation:
        parts = [entity("Depot", computed("total", "sum(buses.part)")), entity("Bus", computed("part", back))]
        buses = link("buses", "one-to-many", "Depot", "Bus", field="buses", back_field="depot")
        return planned(design(parts, [buses]))

    assert [one.subject for one in findings(LINT, plan("depot.total"))] == ["Depot.total"]
    assert not findings(LINT, plan("1"))


def test_the_total_of_a_branch_follows_from_those_of_its_branches() -> None:
    tree = link("below", "tree", "Part", "Part", field="parts", back_field="whole")
    assert not findings(
        LINT, planned(design([entity("Part", computed("total", "sum(parts.total)"))], [tree]))
    )


def test_a_field_of_the_link_is_none_of_the_entity() -> None:
    parts = [entity("Team", computed("points", "sum(standings.points)")), entity("Group", text())]
    played = link("played", "many-to-many", "Team", "Group", field="standings", back_field="teams")
    played["link_fields"] = [{"name": "points", "type": "int"}]
    assert not findings(LINT, planned(design(parts, [played])))
