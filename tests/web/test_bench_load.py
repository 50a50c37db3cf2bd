"""`bench.load`: its oracle finds every planted loss, its latencies count from the intended time. What runs it on a server is
`soak_bench_load.py`."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from bench.load import failures
from bench.loading.clock import UNSENT, Clock, Sample, dues, row
from bench.loading.ledger import ABSENT, Change, Ledger, Shown, Stored, complaints

BEFORE = {"id": "d", "entities": [{"id": "a", "name": "A", "fields": []}]}


def described(words: Any) -> Change:
    return Change({}, {("a", ("description",)): words})


def with_text(**entity: Any) -> dict[str, Any]:
    return {"id": "d", "entities": [{"id": "a", "name": "A", "fields": []} | entity]}


class TestTheOracle:
    """A design with two descriptions, one of which an undo took back, and what may be wrong with it."""

    @pytest.fixture
    def ledger(self) -> Ledger:
        sent = {"first": described("one"), "second": described("two"), "third": None}
        return Ledger("small", BEFORE, 1, sent, {"first": 2, "second": 3, "third": 4})

    HISTORY = ((1, "made", None), (2, "first", None), (3, "second", None), (4, "third", 3))

    def asked(self, ledger: Ledger, history: Any = HISTORY, **entity: Any) -> list[str]:
        raw = with_text(**({"description": "one"} | entity))
        revision = history[-1][0]
        return complaints(ledger, Stored(revision, json.dumps(raw), history), Shown(revision, raw))

    def test_what_is_as_it_was_said_is_no_complaint(self, ledger: Ledger) -> None:
        assert self.asked(ledger) == []

    def test_an_undo_that_took_nothing_back(self, ledger: Ledger) -> None:
        assert self.asked(ledger, description="two") == [
            "small: a.description is not what its last edit made it"
        ]

    def test_a_lost_edit(self, ledger: Ledger) -> None:
        found = self.asked(ledger, ((1, "made", None), (2, "first", None)))
        assert "small: second was acknowledged as revision 3 and is not stored" in found

    def test_an_edit_at_another_place_of_history(self, ledger: Ledger) -> None:
        history = ((1, "made", None), (2, "second", None), (3, "first", None), (4, "third", 2))
        found = self.asked(ledger, history)
        assert "small: first was acknowledged as revision 2 and is stored as 3" in found

    def test_a_gap(self, ledger: Ledger) -> None:
        found = self.asked(ledger, (*self.HISTORY[:3], (5, "third", 3)))
        assert "small: history has gaps: 4 rows for revision 5" in found

    def test_an_edit_twice(self, ledger: Ledger) -> None:
        assert "small: history holds an edit twice" in self.asked(ledger, (*self.HISTORY, (5, "first", None)))

    def test_an_edit_of_nobody(self, ledger: Ledger) -> None:
        found = self.asked(ledger, (*self.HISTORY, (5, "stranger", None)))
        assert found == ["small: history holds stranger, which nobody sent"]

    def test_an_edit_that_was_never_answered_may_be_stored(self, ledger: Ledger) -> None:
        ledger.sent["late"] = described("three")
        assert self.asked(ledger, (*self.HISTORY, (5, "late", None)), description="three") == []
        assert self.asked(ledger) == []

    def test_a_field_that_came_and_one_that_went(self, ledger: Ledger) -> None:
        ledger.sent["added"] = Change({}, {("f", ()): True, ("f", ("name",)): "f"})
        history = (*self.HISTORY, (5, "added", None))
        assert self.asked(ledger, history, fields=[{"id": "f", "name": "f"}]) == []
        assert self.asked(ledger, history) != []
        ledger.sent["removed"] = Change({}, {("f", ()): ABSENT})
        gone = (*history, (6, "removed", None))
        assert self.asked(ledger, gone) == []
        assert self.asked(ledger, gone, fields=[{"id": "f", "name": "f"}]) != []

    def test_pages_that_show_another_text(self, ledger: Ledger) -> None:
        raw = with_text(description="one")
        stored = Stored(4, json.dumps(raw), self.HISTORY)
        assert complaints(ledger, stored, Shown(3, raw)) != []
        assert complaints(ledger, stored, Shown(4, BEFORE)) != []
        assert complaints(ledger, None, Shown(4, raw)) == ["small: the design is not stored"]


class TestTheClock:
    def test_a_request_that_waits_for_another_is_late_from_its_own_time(self) -> None:
        async def slow() -> list[Sample]:
            clock = Clock(1, asyncio.get_running_loop().time())
            for due in (0.0, 0.01, 0.02):
                await clock.until(due)
                await asyncio.sleep(0.1)
                clock.note("read", due, 200)
            return clock.samples

        latencies = [one.latency for one in asyncio.run(slow())]
        assert latencies[1] >= 0.19
        assert latencies[2] >= 0.28

    def test_times_are_the_same_for_both_checkouts(self) -> None:
        one, other = (list(dues(2, 0, 60, Random(7))) for _ in range(2))
        assert one == other
        assert 28 <= len(one) <= 31
        assert one == sorted(one)

    def test_what_was_never_sent_counts_and_a_refusal_does_not(self) -> None:
        samples = [
            Sample("read", 0, 0.1, 200),
            Sample("read", 0, 30, UNSENT),
            Sample("read", 0, 0.01, 503, True),
        ]
        assert row(samples) == {"n": 2, "median": 100, "p95": 30000, "p99": 30000, "most": 30000}

    def test_only_a_refusal_that_says_when_to_come_again_is_no_failure(self) -> None:
        outcomes = ((500, False), (503, False), (503, True), (200, False))
        assert [failures([Sample("read", 0, 0.1, *one)]) for one in outcomes] == [1, 1, 0, 0]
