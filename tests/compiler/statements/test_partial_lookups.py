"""A look-up by a field that only a partial index has: without a pipeline, 6.0 and later scan the other collection for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.in_parts import compile_design
from tests.compiler.small import ONE, design, entity, link, op, text


def _looked_up(
    kind: str = ONE, version: str = "7.0", indexes: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """How docks are read with the bike that refers to each."""
    declared = {"indexes": indexes} if indexes else {}
    docked = link(
        "docked", ONE, "Dock", "Bike", back={"min": 0, "max": 1}, back_field="dock",
        strategy="LINK_ONE",
    )  # fmt: skip
    boards = op("read", "Dock", "text", includes=["docked"], per_day=9_000)
    model = design(
        [entity("Dock"), entity("Bike", text(), **declared)], [docked], (boards,), server_version=version
    )
    stages = [
        stage["$lookup"]
        for each in compile_design(model).plan.statements
        if each.subject == "operation:operation 0"
        for stage in each.pipeline or ()
        if "$lookup" in stage
    ]
    (lookup,) = stages
    return lookup


@pytest.mark.parametrize("version", ["6.0", "7.0", "8.0"])
def test_a_partial_index_answers_a_lookup_with_a_pipeline(version: str) -> None:
    lookup = _looked_up(version=version)
    assert (lookup["foreignField"], lookup["pipeline"]) == ("dock", [])


def test_the_engine_of_5_0_needs_none() -> None:
    assert "pipeline" not in _looked_up(version="5.0")


def test_an_index_of_every_document_needs_none() -> None:
    assert "pipeline" not in _looked_up(indexes=[{"keys": [["dock", 1], ["text", 1]]}])
