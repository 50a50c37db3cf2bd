"""A3: otherwise a part is embedded in its whole."""

import pytest

from tests.compiler.small import ONE, barred, chosen, decide, op


def test_a_part_is_embedded() -> None:
    decision = decide(ONE)
    assert (decision.rule, decision.strategy, decision.side) == ("A3", "EMBED_ONE", "from")
    assert barred(decision) == {"LINK_ONE": "A1"}
    assert {"same_lifecycle", "accessed_together"} <= set(decision.assumed)


@pytest.mark.parametrize("together", [0, 0.2, 1])
def test_a_small_part_is_embedded_however_often_it_is_needed(together: float) -> None:
    assert chosen(ONE, rel={"accessed_together": together}) == ("A3", "EMBED_ONE")


def test_reading_it_by_the_key_of_its_whole_is_not_alone() -> None:
    reads = (op("read", "Child", "parent", per_day=100),)
    assert chosen(ONE, rel={"back_field": "parent"}, ops=reads) == ("A3", "EMBED_ONE")


def test_its_collection_is_not_needed_by_what_refers_to_it() -> None:
    """A sub-document is identified by its holder."""
    more = [{"name": "Other", "fields": []}]
    refers = {"name": "s", "kind": "one-to-many", "from": {"entity": "Child"}, "to": {"entity": "Other"}}
    assert chosen(ONE, entities=more, links=[refers]) == ("A3", "EMBED_ONE")
