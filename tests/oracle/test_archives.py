"""Archiving moves what it has read and nothing else, with what did not fit into arrays; totals go on counting what
stays; a call that broke off is repaired by the next one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.physical import Statement
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import Verdict, judge
from tests.oracle.test_reads import judged

Json = dict[str, Any]
FUNCTIONS = ("caseArchive", "caseArchived")
KEPT = {"policy": "archive", "field": "opened", "after_days": 90}


def _result(formula: str, source: str) -> Json:
    return {"formula": formula, "sources": [source], "refresh": "on-write"}


def _design() -> Json:
    cases = _result("count(cases)", "cases")
    hours = _result("sum(cases.hours)", "cases.hours")
    return {
        "format": "nestlink/1", "name": "Claims", "database": "claims",
        "entities": [
            entity("Adjuster", field("name", required=True), field("cases_open", "int", computed=cases),
                   field("hours_spent", "int", computed=hours)),
            entity("Case", field("mark", required=True), field("opened", "date", required=True),
                   field("hours", "int"), retention=KEPT),
            entity("Remark", field("text", required=True)),
            entity("Visit", field("day", "date", required=True)),
        ],
        "relationships": [
            link("cases", "one-to-many", end("Adjuster", None, field="cases"), end("Case", 1, field="adjuster_id"),
                 strategy="PARENT_REF"),
            link("remarks", "one-to-many", end("Case", 400, field="remarks"), end("Remark", 1, field="case_id"),
                 strategy="OUTLIER", exclusive_owner=True),
            link("visits", "one-to-many", end("Case", field="visits"), {"entity": "Visit", "field": "visit_case_id", "has": {"min": 1, "max": 1}},
                 strategy="PARENT_REF"),
        ],
        "operations": [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("claims", _design(), only=FUNCTIONS)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_archiving_leaves_what_it_should(name: str, verdicts: dict[str, Verdict]) -> None:
    assert verdicts[name].judged and not verdicts[name].why, verdicts[name]


def test_only_what_was_read_is_deleted_and_last() -> None:
    steps = [each for each in _compiled(_design()) if each.recipe == "Case.archive"]
    assert steps[0].op == "find" and steps[0].limit
    deletes = [one for one in steps if one.op == "deleteMany" and not one.collection.endswith("_archive")]
    assert steps[-len(deletes) :] == deletes
    asked = [{*one.filter} for one in deletes]
    assert [one.collection for one in deletes] == ["cases_extra", "cases"]
    assert all("opened" not in names for names in asked)
    assert "visits.visit_case_id then points to the archive" in steps[0].comment


def _turbines(version: str = "7.0") -> Json:
    energy = _result("sum(readings.kwh)", "readings.kwh")
    kept = {"policy": "archive", "field": "at", "after_days": 730}
    return {
        "format": "nestlink/1", "name": "Wind farm", "database": "wind", "server_version": version,
        "entities": [
            entity("Turbine", field("tag", required=True), field("kwh", "int", computed=energy)),
            entity("Reading", field("at", "date", required=True), field("kwh", "int", required=True),
                   kind="measurement", retention=kept),
        ],
        "relationships": [
            link("readings", "one-to-many", end("Turbine", None, field="readings"), end("Reading", 1, field="turbine"),
                 strategy="TIME_SERIES"),
        ],
        "operations": [],
    }  # fmt: skip


def test_measurements_are_moved_by_a_window_of_time_for_nothing_finds_them_by_id() -> None:
    (verdict,) = judge("wind", _turbines(), only=("readingArchive",))
    assert verdict.judged and not verdict.why, verdict
    steps = [each for each in _compiled(_turbines()) if each.recipe == "Reading.archive"]
    asked = [steps[0].pipeline[0]["$match"], steps[-1].filter]
    assert all({*each} == {"at"} for each in asked) and steps[-1].op == "deleteMany"
    assert {each.collection for each in steps} == {
        steps[0].collection
    }  # results stay: they count the archive, too


@pytest.mark.parametrize(("version", "is_written"), [("6.0", False), ("7.0", True)])
def test_servers_that_delete_by_the_metafield_alone_archive_no_measurements(
    version: str, is_written: bool
) -> None:
    steps = [each for each in _compiled(_turbines(version)) if each.recipe == "Reading.archive"]
    assert bool(steps) == is_written


def _compiled(design: Json) -> tuple[Statement, ...]:
    model = read(json.dumps(design)).value
    assert model is not None
    return compile_design(model).plan.statements


def _dated() -> Json:
    design = _design()
    design["entities"][1] |= {"history": "point-in-time"}
    return design


@pytest.mark.parametrize("unique", [{}, {"unique": True, "immutable": True}])
def test_a_document_is_archived_with_all_its_versions(unique: Json) -> None:
    """The present one alone went, or with it those that had its date: the audit then counted each archived version."""
    design = _dated()
    design["entities"][1]["fields"][0] |= unique
    verdicts = judge("claims", design)
    assert {each.function for each in verdicts} >= {
        *FUNCTIONS,
        "caseArchivedVersions",
        "adjusterRecomputeAll",
    }
    assert [each for each in verdicts if each.why] == []


def test_results_and_audits_count_no_earlier_version_in_an_archive() -> None:
    report = read(json.dumps(_dated()))
    assert report.value is not None
    statements = compile_design(report.value).plan.statements
    lookups = [
        stage["$lookup"]["pipeline"]
        for each in statements
        for stage in each.pipeline or ()
        if stage.get("$lookup", {}).get("from") == "cases_archive" and "pipeline" in stage["$lookup"]
    ]
    assert lookups and all(first == {"$match": {"valid_to": None}} for first, *_ in lookups)


def test_what_is_looked_for_in_the_archive_alone_is_no_part_of_an_answer() -> None:
    """Children of a node whose parents are archived: the name of that look stood in no reach, and each call ended."""
    topics = entity("Topic", field("name", required=True), field("closed", "date"), collection="topics")
    topics["retention"] = {"policy": "archive", "field": "closed", "after_days": 90}
    design: dict[str, Any] = {
        "format": "nestlink/1", "name": "Topics", "database": "topics", "entities": [topics],
        "relationships": [link("below", "tree", end("Topic"), end("Topic", 1), strategy="TREE_PATH", tree={"reads": "path"})],
    }  # fmt: skip
    names = ("belowRead", "belowDescendants")
    assert judged(design, *names) == dict.fromkeys(names, "")
