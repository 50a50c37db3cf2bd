"""What a formula adds up to what is paid pays for what its thing comes to, whatever it is called."""

from __future__ import annotations

from designs.compiler.model.values import plain
from tests.compiler.sampling.test_wholes_and_levels import _made, _of_one
from tests.compiler.sampling.test_years_and_days import _entity, _field, documents_of


def test_a_bill_is_paid_when_its_state_says_so() -> None:
    bill = _entity(
        "Bill",
        _field("state", required=True, enum=["draft", "issued", "part_paid", "paid", "cancelled"]),
        _field("gross", "decimal", required=True, money=True),
        _field("paid", "decimal", money=True, **_made("sum(receipts.amount)")),
    )
    receipt = _entity(
        "Receipt", _field("amount", "decimal", required=True, money=True), _field("received_on", "date")
    )
    made = documents_of([bill, receipt], (_of_one("Bill", "Receipt", field="receipts"),))
    for each in made["bills"]:
        gross, paid = plain(each["gross"]) or 0, plain(each["paid"]) or 0
        assert paid == gross if each["state"] == "paid" else paid < gross, each
