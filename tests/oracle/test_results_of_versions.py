"""Results are counted anew in current versions only: nothing refers to the earlier ones any more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import field
from tests.oracle.judging import Verdict, judge

Json = dict[str, Any]
FUNCTIONS = ("batchRecomputeAll", "casksAdd", "brewsRemove")


def _design() -> Json:
    batch = {
        "name": "Batch",
        "history": "point-in-time",
        "fields": [
            field("number", required=True, unique=True),
            field("cask_count", "int", computed={"formula": "count(casks)", "sources": ["casks"]}),
        ],
    }
    cask = {"name": "Cask", "fields": [field("barcode", required=True, unique=True)]}
    casks = {
        "name": "casks", "kind": "one-to-many", "strategy": "PARENT_REF",
        "from": {"entity": "Batch", "field": "casks"},
        "to": {"entity": "Cask", "field": "batch_id", "has": {"min": 0, "max": 1}},
    }  # fmt: skip
    beer = {"name": "Beer", "fields": [field("code", required=True, unique=True)]}
    brews = {
        "name": "brews", "kind": "one-to-many", "strategy": "PARENT_REF",
        "from": {"entity": "Beer", "field": "batches"}, "to": {"entity": "Batch", "field": "beer_id"},
    }  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Brewery", "database": "brewery",
        "entities": [batch, cask, beer], "relationships": [casks, brews],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("brewery", _design(), only=FUNCTIONS)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_earlier_versions_keep_their_results(verdicts: dict[str, Verdict], name: str) -> None:
    """The job runs after each write, so that all functions are wrong where it touches earlier versions."""
    assert verdicts[name].judged and not verdicts[name].why, verdicts[name]
