"""Whether a collection keeps the past, and in which form."""

from __future__ import annotations

import pytest

from designs.compiler.workload.document_history import KIND, holds_versions, keeps_revisions
from tests.compiler.composed import field
from tests.compiler.planned import things
from tests.mongosh.cases import build


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


def test_a_reference_is_unique_among_current_versions_only() -> None:
    rare = {"min": 0, "max": 1}
    own = {"count": 1_000_000, "fields": [{"name": "name", "type": "string", "required": True}]}
    source = {
        "format": "nestlink/1", "name": "Desks", "database": "desks",
        "entities": [
            {"name": "Desk", "collection": "desks", **own},
            {"name": "Badge", "collection": "badges", "history": "point-in-time", **own},
        ],
        "relationships": [
            {
                "name": "badge", "kind": "one-to-one", "from": {"entity": "Desk", "has": rare},
                "to": {"entity": "Badge", "has": rare},
            }
        ],
    }  # fmt: skip
    (badges,) = (one for one in build(source).compilation.plan.collections if one.name == "badges")
    options = {one.keys: one.options for one in badges.indexes}
    assert options[("desk_id", 1),]["partialFilterExpression"] == {
        "desk_id": {"$exists": True},
        "valid_to": None,
    }
