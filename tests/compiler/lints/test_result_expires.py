"""RESULT_EXPIRES: stored results over documents that go by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.copies.result_expires import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

TTL = {"policy": "ttl", "field": "sent_at", "seconds": 60}


def findings_of(retention: dict[str, Any], refresh: str = "on-write", **kept: Any) -> list[Finding]:
    """What is found where devices count codes that are kept so long."""
    more = {"every_seconds": 60} if refresh == "periodic" else {}
    counted = {"formula": "count(codes)", "sources": ["codes"], "refresh": refresh, **more}
    parts = [
        entity("Device", field("codes_open", "int", computed=counted)),
        entity("Code", field("sent_at", "date", required=True), kind="event", retention=retention, **kept),
    ]
    codes = link(
        "codes", "one-to-many", ("Device", {"field": "codes", "has": {"max": None, "growth": "unbounded"}}), "Code",
        strategy="PARENT_REF",
    )  # fmt: skip
    return [
        finding for finding in compile_design(design(parts, [codes])).findings if finding.code == LINT.code
    ]


@pytest.mark.parametrize(
    "retention",
    [TTL, {"policy": "capped", "bytes": 9000}, {"policy": "rolling", "field": "sent_at", "period": "day"}],
)
def test_a_count_of_what_goes_by_itself_is_told(retention: dict[str, Any]) -> None:
    (finding,) = findings_of(retention)
    assert (finding.subject, finding.severity) == ("Device.codes_open", "warning")
    assert "Computed from Code documents that expire: it includes deleted ones until it's" in finding.message
    assert "archive them" in finding.hint


def test_what_expires_by_an_index_of_its_own_is_told_too() -> None:
    by_index = [{"keys": [["sent_at", 1]], "expire_after_seconds": 60}]
    assert [finding.subject for finding in findings_of({"policy": "keep"}, indexes=by_index)] == [
        "Device.codes_open"
    ]


def test_a_count_that_a_job_works_out_is_right_again_soon() -> None:
    assert findings_of(TTL, "periodic") == []
    assert findings_of({"policy": "keep"}) == []


def test_a_count_of_what_is_archived_is_right() -> None:
    """It counts what is in the archive, too."""
    assert findings_of({"policy": "archive", "field": "sent_at", "after_days": 760}) == []
