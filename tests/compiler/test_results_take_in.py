"""COMPUTED_CHOICE of what a result takes in that it may not be of: things in any state, and optional numbers."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.copies.computed_choice import LINT
from designs.compiler.plan_model.findings import Finding
from tests.compiler.planned import findings, planned
from tests.compiler.small import MANY, PARENT_FIELDS, design, entity, link, op


def billed(
    formula: str, name: str, *ops: dict[str, Any], values: tuple[str, ...] = ("draft", "sent", "cancelled")
) -> list[Finding]:
    """What is told of a result of members over their invoices, whose state an operation sets."""
    state = {"name": "state", "type": "string", "required": True, "enum": list(values)}
    invoice = entity("Invoice", {"name": "cents", "type": "int"}, {"name": "due", "type": "date"}, state)
    result = {
        "name": name,
        "type": "date" if formula.startswith("m") else "int",
        "computed": {"formula": formula, "refresh": "on-write"},
    }
    member = entity("Member", *PARENT_FIELDS, result)
    invoices = link("invoices", MANY, "Member", "Invoice", field="invoices", strategy="PARENT_REF")
    told = findings(LINT, planned(design([member, invoice], [invoices], ops)))
    return [each for each in told if "a formula has no condition" in each.message]


SETS = op("update", "Invoice", "_id", effects=[{"field": "state", "do": "set", "value": "sent"}])
ASKS = op("read", "Invoice", "state")


@pytest.mark.parametrize(
    ("used", "apart"),
    [(SETS, "draft, sent, and cancelled"), (ASKS, "draft and cancelled")],
    ids=["set", "asked for"],
)
def test_a_sum_over_things_that_operations_tell_apart_by_their_state(
    used: dict[str, Any], apart: str
) -> None:
    (told,) = billed("sum(invoices.cents)", "balance", used)
    assert told.subject == "Member.balance" and told.severity == "info"
    assert (
        told.message == f"The sum includes invoices in every state, even {apart}: a formula has no condition."
    )
    assert "give the invoice a number that is 0 unless it counts," in told.hint


@pytest.mark.parametrize(("also_set", "count"), [("cents", 0), ("due", 1)])
def test_a_number_that_is_set_with_the_state_says_what_counts(also_set: str, count: int) -> None:
    """Which is what the finding advises."""
    value = {"cents": 0, "due": "2026-01-01T00:00:00Z"}[also_set]
    effects = [
        {"field": "state", "do": "set", "value": "cancelled"},
        {"field": also_set, "do": "set", "value": value},
    ]
    assert (
        len(billed("sum(invoices.cents)", "balance", op("update", "Invoice", "_id", effects=effects)))
        == count
    )


@pytest.mark.parametrize(
    ("how", "count"),
    [
        ({"effects": [{"field": "cents", "do": "set"}]}, 0),
        ({"changes": ["cents"]}, 0),
        ({"effects": [{"field": "cents", "do": "increment", "by": 1}]}, 1),
        ({"changes": ["due"]}, 1),
    ],
)
def test_the_caller_may_give_the_number_that_says_what_counts(how: dict[str, Any], count: int) -> None:
    paid = {"field": "state", "do": "set", "value": "sent"}
    work = op("update", "Invoice", "_id", **{**how, "effects": [paid, *how.get("effects", [])]})
    assert len(billed("sum(invoices.cents)", "balance", work)) == count


def test_a_state_that_no_operation_sets_or_asks_for_is_none() -> None:
    assert billed("sum(invoices.cents)", "balance") == []
    assert (
        billed("sum(invoices.cents)", "balance", op("insert", "Invoice"), op("read", "Invoice", "due")) == []
    )


@pytest.mark.parametrize(
    ("formula", "name", "values", "count"),
    [
        ("min(invoices.due)", "next_due", ("open", "closed"), 1),
        ("max(invoices.due)", "last_due", ("open", "closed"), 0),
        ("sum(invoices.cents)", "balance", ("open", "closed"), 0),
        ("sum(invoices.cents)", "owed", ("open", "redeemed", "sold"), 1),
        ("sum(invoices.cents)", "owed", ("open", "overdue"), 0),
        ("sum(invoices.cents)", "turnover", ("open", "paid"), 0),
        ("count(invoices)", "open_invoices", ("open", "cancelled"), 1),
        ("count(invoices)", "invoice_count", ("open", "cancelled"), 0),
        ("count(invoices)", "invoices_paid", ("planned", "sent"), 1),
        ("count(invoices)", "invoices_received", ("open", "cancelled"), 0),
        ("sum(invoices.cents) + count(invoices)", "balance", ("open", "void"), 1),
        ("avg(invoices.cents)", "usual", ("open", "void"), 0),
    ],
)
def test_what_a_result_takes_that_it_is_plainly_not_of(
    formula: str, name: str, values: tuple[str, ...], count: int
) -> None:
    assert len(billed(formula, name, SETS, values=values)) == count


def test_a_sum_over_links_takes_things_in_every_state_too() -> None:
    state = {"name": "state", "type": "string", "required": True, "enum": ["pending", "cleared", "bounced"]}
    paid = {
        "name": "paid",
        "type": "int",
        "computed": {"formula": "sum(payments.amount)", "refresh": "on-write"},
    }
    parts = [entity("Invoice", *PARENT_FIELDS, paid), entity("Payment", state)]
    paying = {"name": "paying", "kind": "many-to-many", "strategy": "EMBED_LINK", "link_fields": [{"name": "amount", "type": "int", "required": True}],
              "from": {"entity": "Payment", "field": "invoices", "has": {"max": 9}}, "to": {"entity": "Invoice", "field": "payments", "has": {"max": 9}}}  # fmt: skip
    bounces = op("update", "Payment", "_id", effects=[{"field": "state", "do": "set", "value": "bounced"}])
    told = findings(LINT, planned(design(parts, [paying], [bounces])))
    assert [(each.subject, "even bounced" in each.message) for each in told] == [("Invoice.paid", True)]
    assert "give the payment link a number" in told[0].hint


@pytest.mark.parametrize(
    ("formula", "required", "count"),
    [
        ("round((put_in - got_out) / put_in * 100, 1)", False, 1),
        ("round((put_in - got_out) / put_in * 100, 1)", True, 0),
        ("put_in - got_out", False, 0),
        ("got_out / put_in", False, 0),
    ],
)
def test_an_optional_number_that_is_taken_off_in_a_quotient(formula: str, required: bool, count: int) -> None:
    """A batch that was only planned had lost all of its weight."""
    numbers = [
        {"name": "put_in", "type": "double", "required": True},
        {"name": "got_out", "type": "double", "required": required},
    ]
    loss = {"name": "loss", "type": "double", "computed": {"formula": formula, "refresh": "on-write"}}
    told = findings(LINT, planned(design([entity("Batch", *numbers, loss)], [], [])))
    assert [each.message for each in told] == ["If got_out is absent, the quotient uses 0."] * count


def sets(value: str, *before: str, per_day: float = 1, state: str = "state") -> dict[str, Any]:
    """An operation that sets a state, of things in one of these states before."""
    update = op(
        "update", "Invoice", "_id", per_day=per_day, effects=[{"field": state, "do": "set", "value": value}]
    )
    asked = (
        [
            {
                "field": state,
                "match": "in" if len(before) > 1 else "eq",
                "value": list(before) if len(before) > 1 else before[0],
            }
        ]
        if before
        else []
    )
    return {**update, "filter": [{"field": "_id"}, *asked]}


SENDS = op("insert", "Invoice", per_day=100)
CYCLE = ("open", "parked", "settled", "recalled")


@pytest.mark.parametrize(
    ("formula", "ops", "apart"),
    [
        ("sum(invoices.cents)", [SENDS, sets("recalled")], "recalled"),
        ("count(invoices)", [SENDS, sets("recalled")], "recalled"),
        ("max(invoices.cents)", [SENDS, sets("recalled"), sets("settled", "open", per_day=90)], "recalled"),
        ("sum(invoices.cents)", [SENDS, sets("settled", "open", per_day=90)], ""),  # how they usually end
        ("sum(invoices.cents)", [SENDS, sets("parked", "open"), sets("open", "parked")], ""),  # no end
        ("sum(invoices.cents)", [sets("recalled")], "recalled"),
        ("avg(invoices.cents)", [SENDS, sets("recalled")], ""),
    ],
)  # fmt: skip
def test_what_only_some_end_in_is_told_whatever_it_is_called(
    formula: str, ops: list[dict[str, Any]], apart: str
) -> None:
    told = billed(formula, "invoice_total", *ops, values=CYCLE)
    assert [f"even {apart}:" in each.message for each in told] == ([True] if apart else [])


@pytest.mark.parametrize(("before", "count"), [(("open",), 1), ((), 0)])
def test_a_field_that_goes_from_one_value_to_another_is_a_state_by_any_name(
    before: tuple[str, ...], count: int
) -> None:
    """A priority that an operation sets, whatever it was before, is none."""
    stage = {"name": "stage", "type": "string", "enum": ["open", "recalled"]}
    result = {"name": "total", "type": "int", "computed": {"formula": "sum(invoices.cents)"}}
    parts = [
        entity("Member", *PARENT_FIELDS, result),
        entity("Invoice", {"name": "cents", "type": "int"}, stage),
    ]
    invoices = link("invoices", MANY, "Member", "Invoice", field="invoices", strategy="PARENT_REF")
    told = findings(
        LINT, planned(design(parts, [invoices], (SENDS, sets("recalled", *before, state="stage"))))
    )
    assert sum("even recalled" in each.message for each in told) == count
