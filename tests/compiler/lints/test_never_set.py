"""NEVER_SET: reads that wait for what no operation sets."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from designs.compiler import Finding
from designs.compiler.edits import Edit, apply, identified
from designs.compiler.lints.workload.never_set import LINT
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
_EDIT = msgspec.json.Decoder(Edit)
OPEN = {"field": "answered_on", "match": "exists", "value": False}
RECEIVE = {"name": "receive", "kind": "insert", "entity": "Complaint", "per_day": 4}
CLOSE = {"name": "close", "kind": "update", "entity": "Complaint", "filter": [{"field": "_id"}], "per_day": 4}


def waiting(*matches: Json, **more: Any) -> Json:
    """A read of complaints."""
    return {
        "name": "waiting",
        "kind": "read",
        "entity": "Complaint",
        "filter": [*matches],
        "per_day": 9,
        **more,
    }


def model_of(*operations: Json, **more: Any) -> Any:
    """Complaints that may be answered, of a lift that may have a place. more: keys of complaints."""
    fields = (
        field("text"),
        field("answered_on", "date"),
        field("place"),
        field("outcome", enum=["paid", "refused"]),
    )
    kinds = [entity("Complaint", *fields, id="complaint", **more)]
    return design(kinds, [], operations=list(operations))


def findings_of(*operations: Json, **more: Any) -> list[Finding]:
    """What is found of them."""
    plan = compile_design(model_of(*operations, **more))
    return [finding for finding in plan.findings if finding.code == LINT.code]


@pytest.mark.parametrize(
    ("read", "names"),
    [
        (waiting(OPEN), "Complaint.answered_on"),
        (waiting({"field": "answered_on", "match": "range"}), "Complaint.answered_on"),
        (waiting(sort=[{"field": "outcome"}]), "Complaint.outcome"),
        (waiting(OPEN, sort=[{"field": "outcome"}]), "Complaint.answered_on and Complaint.outcome"),
        (waiting(always_filter={"answered_on": None}), "Complaint.answered_on"),
    ],
)
def test_reads_that_wait_for_what_never_comes(read: Json, names: str) -> None:
    (finding,) = findings_of(RECEIVE, read)
    assert (finding.subject, finding.severity) == ("Complaint", "warning")
    assert finding.message.startswith(f"Reads filter or sort by {names}, but no operation sets")


@pytest.mark.parametrize(
    "operations",
    [
        [RECEIVE, waiting(OPEN), {**CLOSE, "changes": ["answered_on"]}],
        [RECEIVE, waiting(OPEN), {**CLOSE, "effects": [{"field": "answered_on", "do": "current-date"}]}],
        [RECEIVE, waiting({"field": "text"})],
        [waiting(OPEN)],
    ],
    ids=["changed", "dated", "there from the insert", "inserted by nothing"],
)
def test_what_is_set_or_there_from_the_insert(operations: list[Json]) -> None:
    assert findings_of(*operations) == []


def test_what_happened_is_written_once() -> None:
    assert findings_of(RECEIVE, waiting(OPEN), kind="event") == []


def test_the_fix_adds_the_update() -> None:
    model = model_of(RECEIVE, waiting(OPEN, sort=[{"field": "outcome"}]))
    model, _ = identified(model, (f"new-{number}" for number in range(99)))
    (finding,) = [each for each in compile_design(model).findings if each.code == LINT.code]
    assert finding.fix is not None
    compiled = compile_design(apply(model, _EDIT.decode(msgspec.json.encode(finding.fix))))
    assert LINT.code not in {each.code for each in compiled.findings}
    update = "operation:set answered on and outcome of complaint"
    assert update in {each.subject for each in compiled.plan.statements}
