"""What the report says, in words that need one reading."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters import report
from designs.compiler.plan_model.decisions import Turn
from tests.compiler.exporters.test_report_page_one import part
from tests.compiler.in_parts import compile_design
from tests.compiler.small import design, entity, link, op, pair, text


def reference(compilation: Any, heading: str) -> str:
    (file,) = report.render(compilation)
    told: str = file.text.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
    return told


def test_copies_of_one_policy_are_one_trade_off() -> None:
    """Three copies of two relationships had three rows, alike in all but the numbers that were cut off."""
    product = entity("Product", text(9, "name"), text(9, "sku"), count=100)
    shop = entity("Shop", text(9, "title"), count=10)
    own = {"has": {"growth": "unbounded"}, "strategy": "PARENT_REF"}

    def copies(**often: float) -> list[dict[str, Any]]:
        return [
            {"of": "from", "field": name, "policy": "eventual", "updates_per_day": 1, "reads_per_day": reads}
            for name, reads in often.items()
        ]

    links = [
        link("lines", "one-to-many", "Product", "Line", copies=copies(name=9000, sku=70000), **own),
        link("sold", "one-to-many", "Shop", "Line", copies=copies(title=50000), **own),
    ]
    compilation = compile_design(design([product, shop, entity("Line")], links))
    told = [caveat for each in compilation.decisions for caveat in each.caveats if "the copy of" in caveat]
    assert len(told) == 3 and len({*told}) == 3
    rows = [line for line in reference(compilation, "Trade-offs").splitlines() if "a copy (eventual)" in line]
    assert len(rows) == 1 and "a copy (eventual) is stale until the change stream catches up" in rows[0]


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (Turn("adds_per_day", "<=", "0.0182648"), "adds_per_day <= 0.018"),
        (Turn("adds_per_day", ">=", "0.0182648"), "adds_per_day >= 0.019"),
        (Turn("adds_per_day", ">", "33.123456"), "adds_per_day > 34"),
        (Turn("accessed_together", ">=", "0.333"), "accessed_together >= 0.333"),
        (Turn("accessed_together", "<", "0.2"), "accessed_together < 0.2"),
        (Turn("max", ">", "20000"), "max > 20000"),
        (Turn("max", ">", "12345"), "max > 12345"),
        (Turn("tree.reads", ":", "whole"), "tree.reads: whole"),
    ],
)
def test_a_threshold_is_a_number_that_people_can_use(turn: Turn, said: str) -> None:
    """Rounded to the side on which it comes about, so that what is said is true."""
    assert str(turn.rounded) == said


@pytest.mark.parametrize(("most", "words"), [(2, "2 items"), (3, "2 to 3 items")])
def test_as_many_elements_are_no_range(most: int, words: str) -> None:
    pair = {"name": "at", "type": "array", "items": {"type": "double"}, "min_items": 2, "max_items": most}
    (file,) = report.render(compile_design(design([entity("Place", pair)], [])))
    assert f"| {words} " in file.text


def test_a_sum_speaks_of_things_as_people_do() -> None:
    state = {"name": "state", "type": "string", "enum": ["open", "cancelled"]}
    amount = {"name": "amount", "type": "decimal", "required": True}
    summed = {"formula": "sum(orders.amount)", "sources": ["orders.amount"], "refresh": "on-write"}
    buyer = entity("Buyer", {"name": "total", "type": "decimal", "computed": summed}, count=10)
    orders = link("orders", "one-to-many", "Buyer", "SalesOrder", field="orders", strategy="PARENT_REF")
    cancel = op("update", "SalesOrder", "_id", changes=["state"])
    compilation = compile_design(design([buyer, entity("SalesOrder", state, amount)], [orders], (cancel,)))
    table = part(compilation, "Findings")
    assert "includes sales orders in every state" in table and ", give the sales order a number" in table


def test_which_side_one_read_a_day_goes_is_no_question() -> None:
    """It asked whether more than the 1 that is assumed a day go the other way: of the one as of the other."""
    own = {
        "has": {"average": 3, "max": 20},
        "back": {"average": 3, "max": 20},
        "link_fields": [{"name": "percent", "type": "int"}],
    }
    links = [link("discounts", "many-to-many", "Product", "Buyer", **own)]
    parts = [entity("Product", text(9, "name"), count=400), entity("Buyer", text(9, "name"), count=400)]
    compilation = compile_design(design(parts, links))
    assert compilation.decisions[0].strategy == "ONE_WAY_EMBED"
    assert [each.place for each in compilation.questions if "navigation" in each.place] == []


def test_why_a_declared_subset_is_not_stored_is_told() -> None:
    """The rule that came after it said that an array would grow too large, of which a subset is not part."""
    recent = {"count": 3, "sort": "text", "direction": -1}
    ops = (op("read", "Parent", "_id", per_day=900), op("insert", "Child", per_day=40))
    rel = {"together_needs": "recent", "recent": recent, "accessed_together": 0.6}
    compilation = compile_design(pair(has={"average": 3, "growth": "unbounded"}, rel=rel, ops=ops))
    (said,) = [line for line in part(compilation, "Decisions").splitlines() if "**Not stored**" in line]
    assert said.endswith("it would save 0 joins per day and write 40 copies: no read needs only the subset")
