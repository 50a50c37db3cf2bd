"""Results that follow from other results: of three collections one above the other, and of the same document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]
SUMS = ("sum(shops.fee)", "sum(orders.total)", "sum(items.price)")
OTHERS = ("max(shops.takings)", "avg(orders.total)", "count(items.weight) * 10")


def computed(formula: str) -> Json:
    """A result that every write keeps."""
    return {"formula": formula, "refresh": "on-write"}


def three_levels(strategies: tuple[str, str, str], formulas: tuple[str, str, str], topology: str) -> Json:
    """Cities with shops with orders with items, and a result at each level. strategies, formulas: from the top."""
    cities, shops, orders = (computed(formula) for formula in formulas)
    which = [{"field": "_id"}]
    some = [{"field": "label"}]
    item = {"entity": "Item", "per_day": 8}
    return {
        "format": "nestlink/1", "name": "Takings", "database": "takings", "topology": topology,
        "entities": [
            entity("City", field("name", required=True), field("income", "double", computed=cities)),
            entity("Shop", field("name", required=True), field("takings", "double", computed=shops),
                   field("fee", "double", computed=computed("takings * 2"))),
            entity("Order", field("mark", required=True), field("total", "int", computed=orders)),
            entity("Item", field("label", required=True), field("price", "int", required=True), field("weight", "int")),
        ],
        "relationships": [
            link(f"{many} of {one}", "one-to-many", end(one, 9, field=many), end(child, 1, field=one.lower()), strategy=strategy)
            for one, many, child, strategy in (
                ("City", "shops", "Shop", strategies[0]), ("Shop", "orders", "Order", strategies[1]),
                ("Order", "items", "Item", strategies[2]),
            )
        ],
        "operations": [
            {"name": "put", "kind": "insert", **item},
            {"name": "drop", "kind": "delete", "filter": which, **item},
            {"name": "drop some", "kind": "delete", "filter": some, **item},
            {"name": "reprice", "kind": "update", "filter": which, "changes": ["price", "weight"], **item},
            {"name": "reprice some", "kind": "update", "filter": some, "changes": ["price"], **item},
            {"name": "drop order", "kind": "delete", "entity": "Order", "filter": which, "per_day": 8},
        ],
    }  # fmt: skip


def failing(design: Json, tries: int = 2) -> dict[str, str]:
    """Return what functions of a design leave otherwise, but for those that ended in between and are called again."""
    verdicts = [verdict for verdict in judge("takings", design, tries=tries) if verdict.judged]
    assert len(verdicts) > 9
    return {
        each.function: each.why for each in verdicts if each.why and not each.why.startswith("ended after")
    }


@pytest.mark.parametrize(("topology", "formulas"), [("replica-set", SUMS), ("standalone", OTHERS)])
@pytest.mark.parametrize(
    "strategies",
    [
        ("PARENT_REF", "PARENT_REF", "PARENT_REF"),
        ("CHILD_REFS", "CHILD_REFS", "CHILD_REFS"),
        ("PARENT_REF", "PARENT_REF", "EMBED_ARRAY"),
    ],
)
def test_each_level_follows(
    strategies: tuple[str, str, str], formulas: tuple[str, str, str], topology: str
) -> None:
    assert not failing(three_levels(strategies, formulas, topology))


@pytest.mark.parametrize(("topology", "formulas"), [("replica-set", SUMS), ("standalone", OTHERS)])
@pytest.mark.parametrize("above", ["PARENT_REF", "EMBED_ARRAY"])
def test_results_in_elements_follow_what_is_in_these(
    above: str, formulas: tuple[str, str, str], topology: str
) -> None:
    design = three_levels((above, "EMBED_ARRAY", "EMBED_ARRAY"), formulas, topology)
    model = read(json.dumps(design)).value
    assert model is not None
    assert not [each for each in compile_design(model).findings if each.code == "FORMULA_UNKEPT"]
    assert not failing(design)


def _accounts() -> Json:
    """A balance of what an account holds itself and of documents elsewhere; a rest that follows from it and from
    others again."""
    rest = computed("balance - sum(fees.amount)")
    return {
        "format": "nestlink/1", "name": "Accounts", "database": "accounts",
        "entities": [
            entity("Owner", field("name", required=True), field("owned", "int", computed=computed("sum(accounts.rest)"))),
            entity("Account", field("number", required=True), field("rest", "int", computed=rest),
                   field("balance", "int", computed=computed("sum(deposits.amount) - sum(payments.amount)"))),
            *(entity(name, field("amount", "int", required=True)) for name in ("Deposit", "Payment", "Fee")),
        ],
        "relationships": [
            link("accounts", "one-to-many", end("Owner", 9, field="accounts"), end("Account", 1, field="owner"),
                 strategy="PARENT_REF"),
            link("deposits", "one-to-many", end("Account", 9, field="deposits"), end("Deposit", 1, field="account"),
                 strategy="EMBED_ARRAY"),
            link("payments", "one-to-many", end("Account", 9, field="payments"), end("Payment", 1, field="account"),
                 strategy="PARENT_REF"),
            link("fees", "one-to-many", end("Account", 9, field="fees"), end("Fee", 1, field="account"),
                 strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "correct", "kind": "update", "entity": "Payment", "filter": [{"field": "_id"}], "changes": ["amount"]},
            {"name": "double", "kind": "update", "entity": "Fee", "effects": [{"field": "amount", "do": "multiply", "value": 2}],
             "filter": [{"field": "_id"}]},
        ],
    }  # fmt: skip


def test_a_result_of_its_own_document_and_of_others_follows_both() -> None:
    assert not failing(_accounts())


def matches(strategy: str) -> Json:
    """Teams of players who play matches, and what each stores about the next; the links have minutes."""
    which = [{"field": "_id"}]
    match = {"kind": "update", "entity": "Match", "filter": which, "per_day": 8}
    return {
        "format": "nestlink/1", "name": "Matches", "database": "matches",
        "entities": [
            entity("Team", field("name", required=True), field("points", "int", computed=computed("sum(players.score)"))),
            entity("Player", field("name", required=True), field("score", "int", computed=computed("sum(matches.worth)")),
                   field("longest", "int", computed=computed("max(matches.minutes)"))),
            entity("Match", field("place", required=True), field("weight", "int", required=True),
                   field("worth", "int", computed=computed("weight * 3")),
                   field("load", "int", computed=computed("sum(players.minutes)"))),
        ],
        "relationships": [
            link("players", "one-to-many", end("Team", 9, field="players"), end("Player", 1, field="team"), strategy="PARENT_REF"),
            link("played", "many-to-many", end("Player", 9, field="matches"), end("Match", 9, field="players"),
                 strategy=strategy, link_fields=[field("minutes", "int", required=True)]),
        ],
        "operations": [
            {"name": "weigh", "changes": ["weight"], **match},
            {"name": "weigh and tell", "changes": ["weight"], "returns": "after", **match},
            {"name": "drop", **match, "kind": "delete"},
            {"name": "played longer", **match, "entity": "Player", "filter": [*which, {"field": "matches._id"}],
             "changes": ["matches.minutes"]},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("strategy", ["LINK_COLL", "ONE_WAY_EMBED", "TWO_WAY_EMBED"])
def test_results_behind_links_follow(strategy: str) -> None:
    assert not failing(matches(strategy))


def test_an_element_counts_for_whom_it_names_where_its_document_sums_it_too() -> None:
    """The write says in expressions what it puts, since a result of the same document follows."""
    hours = field("hours", "int", required=True)
    shifts = {
        "kind": "one-to-many",
        "from": end("Worker", 9, field="shifts"),
        "to": end("Shift", 1, field="worker"),
    }
    design = {
        "format": "nestlink/1", "name": "Shifts", "database": "shifts",
        "entities": [
            entity("Task", field("label", required=True), field("spent", "int", computed=computed("sum(done.hours)"))),
            entity("Worker", field("name", required=True), field("worked", "int", computed=computed("sum(shifts.hours)"))),
            entity("Shift", hours),
        ],
        "relationships": [
            link("done", "one-to-many", end("Task", 9, field="done"), end("Shift", 1, field="task"), strategy="EMBED_ARRAY"),
            {"name": "shifts", "strategy": "PARENT_REF", **shifts},
        ],
        "operations": [
            {"name": "book", "kind": "insert", "entity": "Shift", "per_day": 8},
            {"name": "correct", "kind": "update", "entity": "Shift", "filter": [{"field": "_id"}], "changes": ["hours"]},
        ],
    }  # fmt: skip
    assert not failing(design, tries=6)


def test_nobody_gives_a_folded_parent_another_result() -> None:
    """Its documents are its children's: what it would store about all of them is said to be left to the application."""
    design = {
        "format": "nestlink/1", "name": "Stalls", "database": "stalls",
        "entities": [
            entity("Vendor", field("name", required=True), field("pitch"), field("taken", "int", computed=computed("sum(sales.amount)"))),
            entity("Sale", field("amount", "int", required=True)),
        ],
        "relationships": [
            link("sales", "one-to-many", end("Vendor", None, field="sales"), end("Sale", 1, field="vendor"), strategy="FOLD_ONE"),
        ],
    }  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    compilation = compile_design(model)
    assert [each.subject for each in compilation.findings if each.code == "FORMULA_UNKEPT"] == [
        "Vendor.taken"
    ]
    verdicts = judge("stalls", design)
    assert any(each.function == "salesRenameVendor" for each in verdicts)
    assert not [each for each in verdicts if (each.judged and each.why) or "Taken" in each.function]


def test_a_copy_of_a_result_changes_with_it() -> None:
    """The operation changes what the result follows from, not the result."""
    copied = {"field": "double", "of": "from", "as": "twice", "policy": "strong"}
    design = {
        "format": "nestlink/1", "name": "Rebates", "database": "rebates",
        "entities": [
            entity("Customer", field("name", required=True), field("rebate", "int", required=True),
                   field("double", "int", computed=computed("rebate * 2"))),
            entity("Order", field("mark", required=True)),
        ],
        "relationships": [
            link("orders", "one-to-many", end("Customer", 9, field="orders"), end("Order", 1, field="customer"),
                 strategy="PARENT_REF", copies=[copied]),
        ],
        "operations": [
            {"name": "rebate", "kind": "update", "entity": "Customer", "filter": [{"field": "_id"}], "changes": ["rebate"]},
            {"name": "more", "kind": "update", "entity": "Customer", "filter": [{"field": "name"}],
             "effects": [{"field": "rebate", "do": "increment", "by": 2}]},
        ],
    }  # fmt: skip
    verdicts = judge("rebates", design, tries=2)
    assert {each.function for each in verdicts if each.judged} >= {"rebate", "more"}
    assert not [each for each in verdicts if each.judged and each.why]


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_a_copy_of_a_result_changes_when_other_documents_move_it(topology: str) -> None:
    """The sum moves with the items, a formula with the sum; both are copied to documents that neither is about."""
    copies = [
        {"field": name, "of": "from", "as": f"the_{name}", "policy": "strong"} for name in ("total", "double")
    ]
    item, which = {"entity": "Item", "per_day": 8}, [{"field": "_id"}]
    design = {
        "format": "nestlink/1", "name": "Reminders", "database": "reminders", "topology": topology,
        "entities": [
            entity("Order", field("mark", required=True), field("total", "int", computed=computed("sum(items.price)")),
                   field("double", "int", computed=computed("total * 2"))),
            entity("Item", field("label", required=True), field("price", "int", required=True)),
            entity("Reminder", field("text", required=True)),
        ],
        "relationships": [
            link("items", "one-to-many", end("Order", 9, field="items"), end("Item", 1, field="order"), strategy="PARENT_REF"),
            link("reminders", "one-to-many", end("Order", 9, field="reminders"), end("Reminder", 1, field="order"),
                 strategy="PARENT_REF", copies=copies),
        ],
        "operations": [
            {"name": "put", "kind": "insert", **item},
            {"name": "drop", "kind": "delete", "filter": which, **item},
            {"name": "reprice", "kind": "update", "filter": which, "changes": ["price"], **item},
            {"name": "reprice some", "kind": "update", "filter": [{"field": "label"}], "changes": ["price"], **item},
        ],
    }  # fmt: skip
    verdicts = judge("reminders", design, tries=2)
    assert {each.function for each in verdicts if each.judged} >= {"put", "drop", "reprice", "repriceSome"}
    assert not [each for each in verdicts if each.judged and each.why]
