"""The report's risks: archives that reads do not look in, what is sensitive, what nobody has said."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from designs.compiler.exporters import report
from designs.compiler.exporters.report.risks import _assumptions
from tests.compiler.exporters.test_report_page_one import part, risks
from tests.compiler.in_parts import compile_design
from tests.compiler.small import design, entity, link, op, text


def test_what_lies_in_an_archive_is_a_risk_of_the_reads_that_do_not_look_there() -> None:
    kept = {"policy": "archive", "field": "at", "after_days": 30}
    orders = entity(
        "Order",
        text(9, "number") | {"unique": True},
        {"name": "at", "type": "date"},
        count=4000,
        retention=kept,
    )
    reads = (op("read", "Order", "number", per_day=90),)
    risks = part(compile_design(design([orders], [], reads)), "Largest risks")
    assert "`operation 0` does not search `orders_archive`" in risks
    orders.pop("retention")
    assert "does not search" not in part(compile_design(design([orders], [], reads)), "Largest risks")


def test_a_read_that_goes_on_to_the_archive_is_no_risk() -> None:
    """The function that looks in both collections was told of as one that doesn't."""
    kept = {"policy": "archive", "field": "at", "after_days": 30}
    orders = entity("Order", {"name": "at", "type": "date"}, count=4000, retention=kept)
    reads = (op("read", "Order", "_id", per_day=90), op("read", "Order", "at", per_day=9))
    risks = part(compile_design(design([orders], [], reads)), "Largest risks")
    assert "`operation 1` does not search `orders_archive`" in risks and "operation 0" not in risks


def test_a_large_archive_is_told_of_like_any_collection() -> None:
    kept = {"policy": "archive", "field": "at", "after_days": 30}
    orders = entity("Order", text(400, "note"), {"name": "at", "type": "date"}, count=300_000, retention=kept)
    risks = part(
        compile_design(design([orders], [], (op("insert", "Order", per_day=100_000),))), "Largest risks"
    )
    assert re.search(r"`orders_archive` grows to \d+(\.\d)? GiB in three years", risks), risks
    assert "Decide when to delete from the archive" in risks


def test_sensitive_fields_are_a_risk_and_marked_in_the_dictionary() -> None:
    """The functions leave them out of what they return; the server does not."""
    patient = entity(
        "Patient", text(9, "name") | {"sensitive": True}, text(9, "ward") | {"pattern": "^[A-Z]$"}, count=10
    )
    compilation = compile_design(design([patient], []))
    assert "1 field is sensitive: `patients.name`" in part(compilation, "Largest risks")
    (file,) = report.render(compilation)
    assert re.search(r"^\| `name` .*\| sensitive *\|$", file.text, re.MULTILINE)
    assert re.search(r"^\| `ward` .*\| matches `\^\[A-Z\]\$` *\|", file.text, re.MULTILINE)
    plain = compile_design(design([entity("Patient", text(9, "name"), count=10)], []))
    assert "sensitive" not in report.render(plain)[0].text


def test_how_many_come_is_asked_only_where_nobody_said_it() -> None:
    """A number that the design states is not asked again."""
    asked = part(compile_design(design([entity("Fee", text(9, "name"))], [])), "Largest risks")
    assert "Set how many there are and how many are added per day" in asked
    coming = (op("insert", "Fee", per_day=9),)
    risks = part(compile_design(design([entity("Fee", text(9, "name"))], [], coming)), "Largest risks")
    assert "Set how many there are," in risks


@pytest.mark.parametrize(("share", "is_told"), [(8, True), (13, False)])
def test_a_large_size_that_hangs_on_the_length_of_a_list_is_a_risk(share: int, is_told: bool) -> None:
    """Of all data a tenth or more. Invoices of 10 lines take 1,078 bytes, or 108 for each of ten times as many."""
    lines = {
        "name": "lines",
        "type": "array",
        "max_items": 100,
        "items": {"type": "string", "average_bytes": 95},
    }
    parts = [entity("Invoice", lines, count=1000), entity("Photo", text(1_000, "data"), count=1000 * share)]
    risks = part(compile_design(design(parts, [])), "Largest risks")
    assert ("Forecast size depends on how long lists are: `invoices.lines`." in risks) is is_told


@pytest.mark.parametrize(("version", "is_told"), [("6.0", False), ("7.0", True)])
def test_the_servers_own_index_of_a_time_series_is_told(version: str, is_told: bool) -> None:
    reading = entity("Reading", {"name": "at", "type": "date", "required": True}, kind="measurement")
    readings = link("readings", "one-to-many", "Oven", "Reading", strategy="TIME_SERIES")
    model = design([entity("Oven"), reading], [readings], server_version=version)
    table = part(compile_design(model), "Collections")
    assert ("the server's `meta, at`" in table) is is_told


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (86400, "every day"),
        (7200, "every 2 hours"),
        (60, "every minute"),
        (90, "every 90 seconds"),
        (0.5, "every 0.5 seconds"),
    ],
)
def test_jobs_are_said_to_run_so_often_in_peoples_units_and_the_audit_with_them(
    seconds: float, words: str
) -> None:
    """Nobody schedules a job of 86,400 seconds."""
    counted = {
        "formula": "count(orders)",
        "sources": ["orders"],
        "refresh": "periodic",
        "every_seconds": seconds,
    }
    shop = entity("Shop", {"name": "order_count", "type": "int", "computed": counted})
    orders = link("orders", "one-to-many", "Shop", "Order", field="orders", strategy="PARENT_REF")
    table = part(compile_design(design([shop, entity("Order")], [orders])), "Jobs")
    assert re.search(rf"`shopRecomputeAll\(\)` *\| `05_sync.js` *\| {words}, for order_count", table), table
    assert re.search(r'`audit\("all"\)` *\| `06_audit.js`', table)


@pytest.mark.parametrize(("least", "is_told"), [(1, True), (0, False)])
def test_parts_that_stay_when_their_whole_is_archived_are_a_risk(least: int, is_told: bool) -> None:
    """Projects of 2 MiB went to the archive; the 24 GiB of their segments stayed."""
    kept = {"policy": "archive", "field": "due", "after_days": 90}
    project = entity(
        "Project",
        text(9, "number"),
        {"name": "due", "type": "date", "required": True},
        count=900,
        retention=kept,
    )
    segment = entity("Segment", text(400, "source"), count=2_000_000, inserts_per_day=1000)
    held = link(
        "segments", "one-to-many", "Project", "Segment", has={"average": 2000}, back={"min": least, "max": 1}
    )
    risks = part(compile_design(design([project, segment], [held])), "Largest risks")
    assert ("`projects` are archived without their children: `segments`" in risks) is is_told


def test_parts_that_expire_by_themselves_do_not_stay_behind_their_whole() -> None:
    """A pass was archived two years after it ended, and the scans that it left behind expire after one."""
    due = {"name": "due", "type": "date", "required": True}
    retention = {"policy": "archive", "field": "due", "after_days": 900}
    at = {"name": "at", "type": "date", "required": True}
    scan = entity(
        "Scan", text(400, "source"), at, count=2_000_000, inserts_per_day=1000,
        retention={"policy": "ttl", "field": "at", "seconds": 86_400 * 400},
    )  # fmt: skip
    whole = entity("Pass", text(9, "number"), due, count=900, retention=retention)
    held = link("scans", "one-to-many", "Pass", "Scan", has={"average": 2000}, back={"min": 1, "max": 1})
    risks = part(compile_design(design([whole, scan], [held])), "Largest risks")
    assert "without their children" not in risks


def test_a_stale_field_of_elements_is_named() -> None:
    """The second field that was copied into elements read as the whole array."""
    piste = entity("Piste", text(9, "name"), text(9, "difficulty"), count=90)
    lift = entity("Lift", text(9, "name"), count=30)
    served = link(
        "served", "many-to-many", "Lift", "Piste", field="pistes", strategy="ONE_WAY_EMBED", has={"max": 9},
        copies=[{"of": "to", "field": name, "policy": "eventual"} for name in ("name", "difficulty")],
    )  # fmt: skip
    risks = part(compile_design(design([piste, lift], [served])), "Largest risks")
    assert "`lifts.pistes[].difficulty`" in risks and "`lifts.pistes[]`" not in risks


def test_a_stale_field_of_documents_is_named_though_it_keeps_its_name() -> None:
    """It read as the whole collection."""
    service = entity("Service", {"name": "starts_at", "type": "date"}, count=90)
    ends = {"has": {"growth": "unbounded"}, "strategy": "PARENT_REF"}
    copies = [{"of": "from", "field": "starts_at", "as": "starts_at", "policy": "eventual"}]
    calls = link("calls", "one-to-many", "Service", "Call", copies=copies, **ends)
    risks = part(compile_design(design([service, entity("Call")], [calls])), "Largest risks")
    assert "change stream is down: `calls.starts_at`." in risks


@pytest.mark.parametrize("of", ["links", "versions"])
def test_links_and_versions_that_stay_when_their_document_is_archived_are_a_risk(of: str) -> None:
    kept = {"policy": "archive", "field": "due", "after_days": 90}
    project = entity(
        "Project", text(9, "number"), {"name": "due", "type": "date", "required": True}, count=900,
        retention=kept, **({"history": "revisions"} if of == "versions" else {}),
    )  # fmt: skip
    person = entity("Person", text(9, "name"), count=900)
    has = {"average": 4000, "max": 9000}
    took = link(
        "took part",
        "many-to-many",
        "Project",
        "Person",
        has=has,
        back=has,
        strategy="LINK_COLL",
        field="people",
    )
    changed = op("update", "Project", "_id", per_day=90_000, changes=["number"])
    risks = part(compile_design(design([project, person], [took], (changed,))), "Largest risks")
    assert "`projects` are archived without their children: " in risks
    assert ("`project_revisions`" in risks) is (of == "versions")
    assert "Set a retention" not in risks and "with a job of your own" in risks  # no setting deletes them


def test_transactions_within_one_collection_are_counted() -> None:
    """Versions beside the current ones in one collection: the two most frequent were left out."""
    incident = entity("Incident", text(name="state"), text(name="note"), count=100, history="point-in-time")
    changes = [
        op("update", "Incident", "_id", changes=["state"], per_day=1_400),
        op("update", "Incident", "_id", changes=["note"], per_day=900),
    ]
    said = [
        each for each in risks(compile_design(design([incident], [], (*changes,)))) if "transaction" in each
    ]
    assert len(said) == 1 and "1,400 times per day" in said[0] and "1 other operation uses" in said[0]


@pytest.mark.parametrize(("at_stake", "weight"), [(101.0, 52.5), (100.0, 20.0), (None, 52.5)])
def test_open_questions_are_a_large_risk_where_they_may_change_the_cost(
    at_stake: float | None, weight: float
) -> None:
    """One decision of two is open, of a cost of 10,000 together."""
    question = SimpleNamespace(ask="How many?", at_stake=at_stake)
    decisions = [SimpleNamespace(cost=6000.0), SimpleNamespace(cost=4000.0)]
    compilation = SimpleNamespace(decisions=decisions, open_decisions=["one"], questions=[question])
    (risk,) = _assumptions(cast(Any, SimpleNamespace(compilation=compilation)))
    assert risk.weight == weight
