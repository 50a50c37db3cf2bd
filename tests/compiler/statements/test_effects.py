"""Updates that return what they changed: which of several documents they take."""

from __future__ import annotations

from tests.compiler.statements.test_operations import op, statements


def test_one_that_returns_takes_the_first_in_its_order() -> None:
    waiting, first = (
        [{"field": "state", "value": "new"}],
        [{"field": "placed"}, {"field": "total", "direction": -1}],
    )
    paid = [{"field": "state", "do": "set", "value": "paid"}]
    (taken,) = statements(
        op("update", "Order", filter=waiting, sort=first, effects=paid, returns="after", limit=1)
    )
    (gone,) = statements(op("delete", "Order", filter=waiting, sort=first, returns="before"))
    (one,) = statements(op("update", "Order", filter=waiting, sort=first, effects=paid, limit=1))
    read, few = statements(op("update", "Order", filter=waiting, sort=first, effects=paid, limit=5))
    assert taken.options == {"returnDocument": "after", "sort": {"placed": 1, "total": -1}}
    assert list(taken.options["sort"]) == ["placed", "total"] and gone.options == {
        "sort": taken.options["sort"]
    }
    assert (one.op, one.options) == (taken.op, taken.options)
    assert (read.op, read.sort, read.limit, few.op) == ("find", taken.options["sort"], 5, "updateMany")
    assert not statements(op("update", "Order", filter=waiting, sort=first, effects=paid))
