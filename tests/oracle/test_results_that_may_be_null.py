"""A result of nothing is stored as null, where its field may be null anyway, too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]


def patients(**more: Any) -> Json:
    """Return a design of patients with sessions, of which each patient knows the last."""
    last = field("last_at", "date", computed={"formula": "max(sessions.at)", "refresh": "on-write"})
    sessions = link(
        "sessions",
        "one-to-many",
        end("Patient", 90),
        end("Session", 1, field="patient"),
        strategy="PARENT_REF",
    )
    return {
        "format": "nestlink/1", "name": "Clinic", "database": "clinic",
        "entities": [
            entity("Patient", field("name", required=True), last | more),
            entity("Session", field("at", "date", required=True)),
        ],
        "relationships": [sessions],
        "operations": [
            {"name": "admit", "kind": "insert", "entity": "Patient", "per_day": 4},
            {"name": "drop", "kind": "delete", "entity": "Session", "filter": [{"field": "_id"}], "per_day": 4},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("more", [{}, {"nullable": True}, {"absent": "either"}])
def test_a_patient_without_sessions_says_null(more: Json) -> None:
    verdicts = judge("clinic", patients(**more), tries=6)
    assert {one.function for one in verdicts if one.judged} >= {"admit", "drop"}
    assert not {one.function: one.why for one in verdicts if one.why}
