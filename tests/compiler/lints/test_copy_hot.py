"""L19: copies that cost more writes than they save reads."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.copy_hot import LINT
from tests.compiler import small
from tests.compiler.planned import findings, found, pair, planned


@pytest.mark.parametrize(("reads", "count"), [(100, 0), (99, 1)])
def test_ten_reads_saved_for_each_document_rewritten(reads: int, count: int) -> None:
    """A child copied into parents: 2 parents a child on average, 5 updates a day, 10 documents rewritten."""
    copy = {"field": "name", "of": "to", "policy": "eventual", "reads_per_day": reads, "updates_per_day": 5}
    plan = pair("ONE_WAY_EMBED", 10, 4, kind="many-to-many", copies=[copy])
    assert found(LINT, plan) == [("Parent.children.name", "warning")] * count


def test_what_is_never_refreshed_is_never_hot() -> None:
    copy = {"field": "name", "of": "to", "policy": "snapshot", "reads_per_day": 1, "updates_per_day": 10**6}
    assert found(LINT, pair("ONE_WAY_EMBED", 10, 4, kind="many-to-many", copies=[copy])) == []


def test_reads_that_nobody_states_are_unknown() -> None:
    """No number is told that was not measured."""
    copy = {"field": "name", "of": "to", "policy": "eventual", "updates_per_day": 5}
    (told,) = findings(LINT, pair("ONE_WAY_EMBED", 10, 4, kind="many-to-many", copies=[copy]))
    assert "its reads are unknown" in told.message and "ratio" not in told.params
    assert told.fix is None and "reads_per_day" in told.hint


def test_a_copy_that_no_operation_reads_is_told_so() -> None:
    """It said "saves 0 reads", as though somebody had counted."""
    copy = {"field": "name", "of": "to", "policy": "eventual", "reads_per_day": 0, "updates_per_day": 5}
    (told,) = findings(LINT, pair("ONE_WAY_EMBED", 10, 4, kind="many-to-many", copies=[copy]))
    assert "it saves no lookup" in told.message
    assert "projection" in told.hint


@pytest.mark.parametrize("shown", [[], ["children"], ["children.name"]])
def test_a_read_that_returns_what_holds_a_copy_shows_it(shown: list[str]) -> None:
    """By the list or the whole document, too: it said that the copy's reads are unknown."""
    copies = [{"field": "text", "of": "to", "as": "name", "policy": "eventual", "updates_per_day": 5}]
    rel = {"copies": copies, "link_owner": "from"}
    projection = {"projection": shown} if shown else {}
    ops = (small.op("read", "Parent", "_id", per_day=42_000, **projection),)
    many, few = {"average": 2, "max": 900}, {"average": 4, "max": 10}
    assert findings(LINT, planned(small.pair(small.NM, has=few, back=many, rel=rel, ops=ops))) == []
