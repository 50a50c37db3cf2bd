"""B10: otherwise the child points to its parent."""

import pytest

from tests.compiler.small import MANY, barred, chosen, decide


def test_nothing_else_called_for() -> None:
    decision = decide(MANY, has={"max": 50})
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "B10",
        "PARENT_REF",
        "to",
        None,
    )
    rejected = barred(decision)
    assert (rejected["EMBED_ARRAY"], rejected["TWO_WAY_REFS"], rejected["CHILD_REFS"]) == ("B7", "B8", "B9")


@pytest.mark.parametrize(
    ("most", "rule"), [(1, "B10"), (200, "B10"), (201, "B10"), (2000, "B10"), (2001, "B5")]
)
def test_from_one_to_many(most: int, rule: str) -> None:
    assert chosen(MANY, has={"max": most}) == (rule, "PARENT_REF")


def test_it_is_never_gated() -> None:
    everything = {"EMBED_ARRAY", "TWO_WAY_REFS", "CHILD_REFS", "SUBSET", "OUTLIER", "BUCKET", "BUCKET_TIME"}
    assert everything <= set(barred(decide(MANY, has={"max": 50})))
