"""A function that looks into an archive doesn't say that it leaves out what is there."""

from __future__ import annotations

from tests.compiler.compiled import compiled
from tests.compiler.composed import entity, field, link


def test_a_check_that_reads_the_archive_excludes_nothing() -> None:
    kept = {"policy": "archive", "field": "closed_on", "after_days": 30}
    claim = entity("Claim", field("closed_on", "date"), retention=kept)
    ends = ("Claim", {"field": "papers"}), ("Paper", {"field": "claim", "has": {"min": 1, "max": 1}})
    source = {
        "format": "nestlink/1", "name": "Claims", "database": "claims", "entities": [claim, entity("Paper", field("title"))],
        "relationships": [link("papers", "one-to-many", *ends, strategy="PARENT_REF")],
        "operations": [
            {"name": "file paper", "kind": "insert", "entity": "Paper", "per_day": 9},
            {"name": "open claims", "kind": "read", "entity": "Claim", "per_day": 9, "filter": [{"field": "closed_on", "match": "range"}]},
        ],
    }  # fmt: skip
    statements = compiled(source).plan.statements
    said = {each.recipe: each.comment for each in reversed(statements)}
    assert "claims_archive" in {each.collection for each in statements if each.recipe == "file paper"}
    assert "archived" not in said["file paper"] and "Excludes documents archived" in said["open claims"]
