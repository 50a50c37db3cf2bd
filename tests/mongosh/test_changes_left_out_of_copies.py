"""A copy follows its source only where the caller says what that becomes."""

from __future__ import annotations

from typing import Any

from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import scripts_of

Json = dict[str, Any]


def jobs(*, is_required: bool) -> Json:
    """Jobs with proposals that repeat their title."""
    return {
        "format": "nestlink/1", "name": "Jobs", "database": "jobs",
        "entities": [entity("Job", field("title", required=is_required), field("body"), field("pay", "int")), entity("Bid", field("text"))],
        "relationships": [link("bids", "one-to-many", end("Job", None, field="bids"), end("Bid", 1, field="job"), strategy="PARENT_REF",
                               copies=[{"field": "title", "of": "from", "as": "job_title", "policy": "strong", "reads_per_day": 10**9, "updates_per_day": 1}])],
        "operations": [{"name": "revise", "kind": "update", "entity": "Job", "filter": [{"field": "_id"}], "per_day": 3, "changes": ["title", "body", "pay"]}],
    }  # fmt: skip


def test_a_copy_follows_what_was_given() -> None:
    """Whether all jobs have a title or only some."""
    for is_required in (True, False):
        script = next(
            text
            for path, text in scripts_of(compiled(jobs(is_required=is_required))).items()
            if "04_queries" in path
        )
        revise = script.partition("function revise(")[2].partition("\n}")[0]
        assert "if (newTitle !== undefined) {" in revise and "job_title: newTitle" in revise
