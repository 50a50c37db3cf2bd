"""What a link, an optional end or the end of a link names may be in an archive: the function says so, not that there is none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]
MOVED = 'throw new Error("claim was moved to claims_archive");'


def _design() -> Json:
    """Claims, which are archived, are linked with each other; a letter may be about one."""
    retention = {"policy": "archive", "field": "closed_at", "after_days": 365}
    claim = entity("Claim", field("number", required=True), field("closed_at", "date"), retention=retention)
    letter = {"entity": "Letter", "field": "claim", "has": {"min": 0, "max": 1}}
    return {
        "format": "nestlink/1", "name": "Claims", "database": "claims", "operations": [],
        "entities": [claim, entity("Letter", field("text", required=True))],
        "relationships": [
            link("linked", "graph", end("Claim", 30, field="linked"), end("Claim", 30), strategy="ONE_WAY_EMBED",
                 link_fields=[field("score", "double", required=True)]),
            link("letters", "one-to-many", end("Claim"), letter, strategy="PARENT_REF"),
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "looks"), [("linkedAdd", 2), ("linkedRemove", 1), ("lettersAdd", 1), ("lettersReassign", 1)]
)
def test_it_says_that_it_was_moved(name: str, looks: int) -> None:
    """These said that the claim, or its link, was not found."""
    function = _script(_design()).partition(f"\nfunction {name}(")[2].partition("\n}\n")[0]
    assert function.count(MOVED) == looks


def test_they_do_what_they_mean() -> None:
    wanted = dict.fromkeys(("linkedAdd", "linkedRemove", "lettersAdd", "lettersReassign"), "")
    assert judged(_design(), *wanted) == wanted
