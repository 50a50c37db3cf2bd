"""L19: copies that cost more writes than they save reads."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.copy_hot import LINT
from tests.compiler.planned import findings, found, pair


@pytest.mark.parametrize(("reads", "count"), [(100, 0), (99, 1)])
def test_ten_reads_saved_for_each_document_rewritten(reads: int, count: int) -> None:
    """A child copied into parents: 2 parents a child on average, 5 updates a day, 10 documents rewritten."""
    copy = {"field": "name", "of": "to", "policy": "eventual", "reads_per_day": reads, "updates_per_day": 5}
    plan = pair("ONE_WAY_EMBED", 10, 4, kind="many-to-many", copies=[copy])
    assert found(LINT, plan) == [("Parent.name", "warning")] * count


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
