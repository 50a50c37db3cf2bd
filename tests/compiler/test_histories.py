"""Whether a collection keeps the past, and in which form."""

from __future__ import annotations

import pytest

from designs.compiler.workload.document_history import KIND, holds_versions, keeps_revisions
from tests.compiler.composed import field
from tests.compiler.planned import things


@pytest.mark.parametrize(
    ("history", "numbered", "timed"),
    [("revisions", True, False), ("point-in-time", False, True), ("none", False, False)],
)
def test_the_form_of_the_past_is_seen_in_the_fields(history: str, numbered: bool, timed: bool) -> None:
    """Declared fields of the same names are no past."""
    own = [field("name"), *(field(name) for name in ("revision", "valid_to") if history == "none")]
    made = things(*own, history=history).plan.collections
    found = {one.kind: (keeps_revisions(one), holds_versions(one)) for one in made}
    assert found.pop("standard") == (numbered, timed)
    assert found == ({KIND: (False, False)} if numbered else {})
