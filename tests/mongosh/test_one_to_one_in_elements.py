"""A lot stands in one line of one invoice: a unique index keeps invoices apart, never the lines of one invoice."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_lost_additions import computed
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
LINE = {"lot": 1, "hammer": 80}


def auction() -> Json:
    """Clients store what their invoices come to, and an invoice what its lines do."""
    return {
        "format": "nestlink/1", "name": "Auction", "database": "auction",
        "entities": [
            entity("Client", NUMBER, field("spent", "int", computed=computed("sum(invoices.total)"))),
            entity("Invoice", NUMBER, field("total", "int", computed=computed("sum(lines.hammer)"))),
            entity("Line", field("hammer", "int", required=True), kind="weak"),
            entity("Lot", NUMBER, field("title", required=True)),
        ],
        "relationships": [
            link("invoices", "one-to-many", end("Client", 900, field="invoices"), end("Invoice", 1, field="buyer"), strategy="PARENT_REF"),
            link("lines", "one-to-many", end("Invoice", 5, field="lines"), end("Line", 1, field="invoice"), strategy="EMBED_ARRAY", exclusive_owner=True),
            link("billed", "one-to-one", end("Lot", 1, field="line"), {"entity": "Line", "has": {"min": 1, "max": 1}, "field": "lot"},
                 copies=[{"field": "title", "of": "from", "as": "lot_title", "policy": "snapshot"}]),
        ],
        "operations": [
            {"name": "issue", "kind": "insert", "entity": "Invoice", "includes": ["lines"], "per_day": 9},
            {"name": "bill", "kind": "update", "entity": "Invoice", "filter": [{"field": "_id"}],
             "effects": [{"field": "lines", "do": "push"}], "per_day": 9},
        ],
    }  # fmt: skip


def _refusals(results: list[Any]) -> list[str | None]:
    return [result.get("refused") if isinstance(result, dict) else None for result in results]


def _documents() -> Json:
    lines = [LINE | {"lot_title": "Clock"}]
    return {
        "clients": [{"_id": 1, "spent": 80}],
        "invoices": [{"_id": 1, "buyer": 1, "total": 80, "lines": lines}],
        "lots": [{"_id": 1, "title": "Clock"}, {"_id": 2, "title": "Harbour"}],
    }


@replay(auction)
def test_a_line_of_what_the_invoice_has_already_is_refused(play: Play) -> Steps:
    play.documents = _documents()
    play.call("lines.add", invoiceId=1, line={"lot": 1, "hammer": 90})
    play.call("lines.add", invoiceId=1, line={"lot": 2, "hammer": 20})
    done = yield
    assert _refusals(done.results) == ["invoice not found, or lines limit reached, or already has it", None]
    assert done.all("clients", 1) == [{"_id": 1, "spent": 100}]


@replay(auction)
def test_what_an_element_names_is_read(play: Play) -> Steps:
    play.documents = _documents()
    for lot in (1, 2):
        play.call("billed.back", invoiceId=1, line={"hammer": 80, "lot": lot, "lot_title": "Clock"})
    done = yield
    read, missed = done.results
    assert read["lot"] == {"_id": 1, "title": "Clock"} and missed is None


@replay(auction)
def test_one_invoice_has_no_two_lines_of_a_lot(play: Play) -> Steps:
    play.documents = _documents()
    play.call("bill", id=1, newLine={"lot": 1, "hammer": 90})
    for lots in ((2, 2), (2,)):
        play.call(
            "issue", invoice={"_id": 3, "buyer": 1, "lines": [{"lot": lot, "hammer": 5} for lot in lots]}
        )
    done = yield
    again, twice, last = _refusals(done.results)
    assert again and "it already has that item in lines" in again
    assert twice and "given twice" in twice and last is None
    assert done.all("clients", 2) == [{"_id": 1, "spent": 85}]
