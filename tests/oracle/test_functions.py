"""Each generated function does what it means to, but for those that are known to fail."""

from __future__ import annotations

from functools import cache, partial

import pytest

from tests.oracle import known
from tests.oracle.judging import Verdict

judged = cache(known.judged if known.AT_LENGTH else partial(known.judged, processes=1))
"""Beside the other tests each further process, and its mongosh, would take more time to start than it saves."""
KNOWN = [name for group in known.GROUPS | known.LONG for name in known.known(group)]


@pytest.mark.parametrize("group", known.GROUPS)
def test_no_function_fails_that_did_not(group: str) -> None:
    """New failures are faults; what no longer fails is taken off the list, so that it only gets shorter."""
    results = judged(group)
    failures = known.failing(group, results)
    listed = known.known(group)
    new = [f"{name}: {why}" for name, why in failures.items() if name not in listed]
    assert not new, "\n".join(["new failures:", *new])
    gone = [name for name in listed if name not in failures]
    assert not gone, "\n".join(["no longer fail; run python -m tests.oracle.known:", *gone])
    errors = [
        f"{one.design}: {one.function}: {one.why}" for one in results if "error of the oracle" in one.why
    ]
    assert not errors, "\n".join(errors)


@pytest.mark.parametrize("name", KNOWN or ["none"])
def test_known_failure(name: str) -> None:
    if not KNOWN:  # pytest would skip what has no parameters
        assert known.listed(known.FILE.read_text(encoding="utf-8")) == []
        return
    group = name.partition("/")[0]
    results = judged(group) if group in known.GROUPS else known.judged_alone(name)
    why = known.failing(group, results).get(name)
    assert why, f"{name} no longer fails; run python -m tests.oracle.known"
    pytest.xfail(why.splitlines()[0][:160])


def test_a_list_that_counts_otherwise_is_refused() -> None:
    assert known.listed(known.written(["b", "a", "a"])) == ["a", "b"]
    with pytest.raises(ValueError, match="over 1 names"):
        known.listed("2 functions are known to fail\na\n")


def test_only_what_was_judged_and_failed_is_a_failure() -> None:
    results = [Verdict("d", "f", "wrong"), Verdict("d", "g", ""), Verdict("d", "h", "no link", judged=False)]
    assert known.failing("library", results) == {"library/d: f": "wrong"}
