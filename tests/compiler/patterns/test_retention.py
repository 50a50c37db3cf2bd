"""TTL, CAPPED, ARCHIVE, ROLLING: options and overlays."""

from __future__ import annotations

import pytest

from designs.compiler.decisions import Composition, Home
from tests.compiler.composed import collections, composed, design, drafted, entity, field, link

TTL = {"policy": "ttl", "field": "at", "seconds": 60}


@pytest.mark.parametrize(
    ("retention", "kind", "path", "details", "options"),
    [
        (TTL, "TTL", "at", {"seconds": 60}, {}),
        (
            {"policy": "capped", "bytes": 1048576, "documents": 1000},
            "CAPPED",
            "",
            {"bytes": 1048576, "documents": 1000},
            {"capped": True, "size": 1048576, "max": 1000},
        ),
        ({"policy": "archive", "field": "at", "after_days": 30}, "ARCHIVE", "at", {"after_days": 30}, {}),
        ({"policy": "rolling", "field": "at", "period": "month"}, "ROLLING", "at", {"period": "month"}, {}),
    ],
)
def test_a_policy_is_an_overlay(
    retention: dict[str, object], kind: str, path: str, details: object, options: object
) -> None:
    model = design([entity("Log", field("at", "date"), retention=retention)], [])
    (overlay,) = drafted(model, composed(model)).entity_overlays
    assert (overlay.kind, overlay.path, overlay.details) == (kind, path, details)
    made = collections(model, composed(model))["logs"]
    assert (made.options, made.kind) == (options, "capped" if options else "standard")


def test_a_cap_without_a_size_follows_from_the_number() -> None:
    model = design(
        [entity("Log", field("at", "date"), retention={"policy": "capped", "documents": 1000})], []
    )
    size = collections(model, composed(model))["logs"].options["size"]
    assert 1000 * 20 < size < 1000 * 100


def test_a_time_series_expires_by_itself() -> None:
    model = design([entity("Reading", field("at", "date"), retention=TTL)], [])
    home = (Home(entity="Reading", kind="timeseries"),)
    made = collections(model, Composition(decisions={}, homes={"Reading": home}))["readings"]
    assert made.options["expireAfterSeconds"] == 60


def test_an_embedded_entity_has_no_retention_of_its_own() -> None:
    model = design(
        [entity("Post"), entity("Draft", field("at", "date"), retention=TTL)],
        [link("drafts", "one-to-many", "Post", "Draft")],
    )
    assert not drafted(model, composed(model, drafts="EMBED_ARRAY")).entity_overlays
