"""demo() leaves the sample documents as it found them: the audit finds no more than before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.compiler.library import larger
from tests.mongosh.demonstrating import Json, Named, audited, demonstrated, journals
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.run import loaded


def _differing(journal: Json) -> list[str]:
    """Return the checks that find something else at the second audit."""
    assert not journal["error"], journal["error"]
    answers: dict[str, list[Any]] = {}
    for line in journal["printed"]:
        if line and isinstance(line[0], dict) and "audit" in line[0]:
            answers.setdefault(line[0]["audit"], []).append(len(line[0].get("found") or []))
    assert answers and all(len(each) == 2 for each in answers.values())
    return [name for name, (before, after) in answers.items() if before != after]


def _told(ran: Iterable[tuple[str, Json]]) -> dict[str, list[str]]:
    return {name: differing for name, journal in ran if (differing := _differing(journal))}


def _run(named: list[Named], **how: bool) -> Iterable[tuple[str, Json]]:
    return journals(named, lambda name, source: audited(name, source, **how))


def _orders() -> Json:
    """Customers who count their orders, which an operation places."""
    total = {"formula": "count(orders)", "refresh": "on-write"}
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders",
        "entities": [entity("Customer", field("name", required=True), field("placed", "int", computed=total)),
                     entity("Order", field("number", "int"))],
        "relationships": [
            link("orders", "one-to-many", end("Customer", field="orders"), end("Order", 1, field="customer"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "place order", "kind": "insert", "entity": "Order", "per_day": 9}],
    }  # fmt: skip


def test_totals_agree_after_a_demonstration() -> None:
    """A sample is taken away before the call that adds it, as no function does: its customer would count it twice."""
    assert _told(_run([("orders", _orders())])) == {}
    assert _told(_run([("orders", _orders())], puts_back=False)) == {"orders": ["Customer.results"]}


def test_no_design_of_the_library_or_brought_is_left_otherwise() -> None:
    assert _told(demonstrated().items()) == {}


def test_nor_are_the_larger_ones() -> None:
    assert _told(_run([(path.stem, loaded(path)) for path in larger()])) == {}
