"""L48: expiry by something that is no date."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters.report.risks import Evidence, risks_of
from designs.compiler.lints.lifecycle.ttl_field import LINT
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, found, planned, things

FIELDS = (field("made_on", "date"), field("name"), field("stamps", "array", items={"type": "date"}))


@pytest.mark.parametrize(
    ("retention", "count"),
    [
        ({"policy": "ttl", "seconds": 60, "field": "made_on"}, 0),
        ({"policy": "ttl", "seconds": 60, "field": "stamps"}, 0),
        ({"policy": "ttl", "seconds": 60}, 0),
        ({"policy": "ttl", "seconds": 60, "field": "name"}, 1),
        ({"policy": "ttl", "seconds": 60, "field": "gone"}, 1),
        ({"policy": "ttl", "field": "made_on"}, 1),
        ({"policy": "ttl", "seconds": 2**31 - 1, "field": "made_on"}, 0),
        ({"policy": "ttl", "seconds": 2**31, "field": "made_on"}, 1),
        ({"policy": "ttl", "seconds": 0, "field": "made_on"}, 0),
        ({"policy": "keep"}, 0),
    ],
)
def test_retention(retention: dict[str, Any], count: int) -> None:
    assert [severity for _, severity in found(LINT, things(*FIELDS, retention=retention))] == [
        "error"
    ] * count


def test_a_declared_index_that_expires_needs_a_date_too() -> None:
    assert found(LINT, things(*FIELDS, indexes=[{"keys": [["made_on", 1]], "expire_after_seconds": 5}])) == []
    wrong = things(*FIELDS, indexes=[{"keys": [["name", 1]], "expire_after_seconds": 5}])
    assert found(LINT, wrong) == [("things.name_1", "error")]


@pytest.mark.parametrize(("seconds", "count"), [(-1, 1), (0, 0), (2**31 - 1, 0), (2**31, 1)])
def test_an_index_expires_within_what_the_server_takes(seconds: int, count: int) -> None:
    index = {"keys": [["made_on", 1]], "expire_after_seconds": seconds}
    assert found(LINT, things(*FIELDS, indexes=[index])) == [("things.made_on_1", "error")] * count


def test_without_any_date_nothing_expires() -> None:
    plan = things(field("name"), retention={"policy": "ttl", "seconds": 60})
    assert found(LINT, plan) == [("Thing", "error")]


@pytest.mark.parametrize(
    ("retention", "count"),
    [
        ({"policy": "archive", "after_days": 30, "field": "made_on"}, 0),
        ({"policy": "archive", "field": "made_on"}, 1),
        ({"policy": "archive", "after_days": 30, "field": "name"}, 1),
        ({"policy": "rolling", "period": "day", "field": "made_on"}, 0),
        ({"policy": "rolling", "field": "made_on"}, 1),
    ],
)
def test_an_archive_goes_by_the_age_of_a_date(retention: dict[str, Any], count: int) -> None:
    assert found(LINT, things(*FIELDS, retention=retention)) == [("Thing", "error")] * count


@pytest.mark.parametrize(
    ("fields", "by", "subjects"),
    [
        (FIELDS, {"field": "name"}, ["things.name_1"]),
        (FIELDS, {"field": "absent"}, ["Thing"]),
        (FIELDS[:0], {}, ["Thing"]),
        (FIELDS, {}, []),
    ],
)
def test_what_is_kept_for_a_period_needs_a_date(fields: Any, by: dict[str, str], subjects: list[str]) -> None:
    retention = {"policy": "rolling", "period": "day", **by}
    assert found(LINT, things(*fields, retention=retention)) == [(subject, "error") for subject in subjects]


ARCHIVED = {"policy": "archive", "after_days": 30, "field": "closed_at"}


@pytest.mark.parametrize(
    ("date", "changes", "retention", "count"),
    [
        ({}, ["name"], ARCHIVED, 1),
        ({}, ["name"], {"policy": "ttl", "seconds": 60, "field": "closed_at"}, 1),
        ({}, ["closed_at"], ARCHIVED, 0),
        ({"required": True}, ["name"], ARCHIVED, 0),
        ({}, None, ARCHIVED, 0),  # nobody says how documents are changed
        ({}, ["name"], {"policy": "keep"}, 0),
    ],
)
def test_what_no_operation_dates_stays_for_ever(
    date: dict[str, Any], changes: list[str] | None, retention: dict[str, Any], count: int
) -> None:
    thing = entity("Thing", field("name"), field("closed_at", "date", **date), retention=retention)
    work = [{"name": "change", "kind": "update", "entity": "Thing", "changes": changes}] if changes else []
    plan = planned(design([thing], [], operations=work))
    assert [(finding.subject, finding.severity) for finding in findings(LINT, plan)] == [
        ("Thing", "warning")
    ] * count


def test_what_stays_for_ever_is_among_the_first_risks() -> None:
    """Before others of the same severity: forecasts count what is never archived as gone."""
    lot = entity("Lot", field("name"), field("closed_at", "date"), retention=ARCHIVED)
    work = [{"name": "rename", "kind": "update", "entity": "Lot", "changes": ["name"]}]
    compilation = compile_design(design([lot], [], operations=work))
    weights = {
        risk.weight for risk in risks_of(Evidence(compilation, (), (), ())) if "Lot" in str(risk.headline)
    }
    assert max(weights) > 79
