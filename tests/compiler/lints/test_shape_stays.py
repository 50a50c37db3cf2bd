"""SHAPE_STAYS: versions that documents can't be moved between."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.lifecycle.shape_stays import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import found, pair, planned

TOLD = [("Child", "warning")]
SHAPES = {"schema_version": 2}


@pytest.mark.parametrize(
    ("strategy", "told"),
    [("EMBED_ARRAY", []), ("OUTLIER", []), ("BUCKET", []), ("SUBSET", []), ("PARENT_REF", []), ("TIME_SERIES", TOLD)],
)  # fmt: skip
def test_a_measurement_of_a_series_stays(strategy: str, told: list[tuple[str, str]]) -> None:
    assert found(LINT, pair(strategy, child=SHAPES)) == told


@pytest.mark.parametrize("version", [0, 1])
def test_one_shape_needs_no_move(version: int) -> None:
    assert found(LINT, pair("TIME_SERIES", child={"schema_version": version} if version else {})) == []


@pytest.mark.parametrize(
    ("server", "policy", "count"),
    [("5.0", "capped", 1), ("6.0", "capped", 0), ("", "capped", 0), ("5.0", "ttl", 0)],
)
def test_a_capped_document_keeps_its_size_on_old_servers(server: str, policy: str, count: int) -> None:
    kept: dict[str, Any] = {"policy": policy, "bytes": 5000, "field": "at", "seconds": 60}
    log = entity("Log", field("at", "date"), retention=kept, **SHAPES)
    model = design([log], [], **({"server_version": server} if server else {}))
    assert found(LINT, planned(model)) == [("Log", "warning")] * count


@pytest.mark.parametrize(("strategy", "count"), [("FOLD_ONE", 1), ("PARENT_REF", 0)])
def test_what_is_folded_away_has_no_number(strategy: str, count: int) -> None:
    parts = [entity("Host", field("name"), **SHAPES), entity("Message", field("text"))]
    model = design(parts, [link("messages", "one-to-many", "Host", "Message")])
    assert found(LINT, planned(model, messages=strategy)) == [("Host", "warning")] * count
