"""A delete works nothing out anew for what goes with it, nor for others that lose nothing."""

from __future__ import annotations

from typing import Any

from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.test_lost_additions import computed
from tests.oracle.judging import scripts_of

Json = dict[str, Any]


def trays() -> Json:
    """Cycles with trays, which count them."""
    return {
        "format": "nestlink/1", "name": "Trays", "database": "trays",
        "entities": [entity("Cycle", field("_id", "int"), field("title")),
                     entity("Tray", field("_id", "int"), field("name"), field("cycles", "int", computed=computed("count(loads)")))],
        "relationships": [link("loads", "many-to-many", end("Cycle", 9, field="trays"), end("Tray", 9999, field="loads"), strategy="ONE_WAY_EMBED",
                               link_owner="from", link_fields=[field("place", "int")])],
    }  # fmt: skip


def test_what_is_deleted_is_not_counted_anew() -> None:
    """Nor are the other trays of its cycles."""
    script = next(text for path, text in scripts_of(compiled(trays())).items() if "04_queries" in path)
    delete = script.partition("function deleteTray(")[2].partition("\n}")[0]
    assert "$pull" in delete and "deleteOne" in delete
    assert "Gathered" not in delete and "ToRecount" not in delete
