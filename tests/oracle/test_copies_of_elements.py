"""Copies of what stands in elements of an array change with it, whatever their policy: no stream and no job follows these."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
POLICIES = ("strong", "eventual", "batch")
WAYS = {"renamed": ["_id"], "renamedByRole": ["role"], "renamedInRole": ["_id", "role"]}


def _firm(*around: Json, policy: str, **more: Any) -> Json:
    """Workers in their firm, and what repeats their names. around: the relationship with the copies, and what it leads to."""
    copies = [
        {
            "field": "name",
            "of": "from",
            "as": "worker_name",
            "reads_per_day": 1e6,
            "updates_per_day": 1,
            "policy": policy,
        }
    ]
    workers = link("workers", "one-to-many", end("Firm"), end("Worker", 1), strategy="EMBED_ARRAY")
    kept, *others = around
    rename = {"kind": "update", "entity": "Worker", "per_day": 5, "changes": ["name"]}
    return {
        "format": "nestlink/1", "name": "Firm", "database": "firm",
        "entities": [
            entity("Firm", field("name", required=True), **more), entity("Worker", field("name", required=True), field("role")),
            *others,
        ],
        "relationships": [workers, kept | {"copies": copies}],
        "operations": [
            {"name": name, "filter": [{"field": path} for path in asked], **rename} for name, asked in WAYS.items()
        ],
    }  # fmt: skip


@pytest.mark.parametrize("policy", POLICIES)
def test_copies_in_other_documents_follow(policy: str) -> None:
    tasks = link("tasks", "one-to-many", end("Worker"), end("Task", 1, field="worker"), strategy="PARENT_REF")
    names = ("workersEdit", *WAYS)
    design = _firm(tasks, entity("Task", field("title", required=True)), policy=policy)
    assert judged(design, *names) == dict.fromkeys(names, "")


@pytest.mark.parametrize("kind", ["one-to-one", "one-to-many"])
@pytest.mark.parametrize("history", ["none", "point-in-time"])
def test_copies_in_other_elements_follow(kind: str, history: str) -> None:
    strategy = "LINK_ONE" if kind == "one-to-one" else "PARENT_REF"
    most = 1 if kind == "one-to-one" else None
    leads = link("leads", kind, end("Worker", most), end("Worker", 1, field="boss"), strategy=strategy)
    names = ("workersEdit", *WAYS)
    assert judged(_firm(leads, policy="eventual", history=history), *names) == dict.fromkeys(names, "")
