"""Jobs that work results out from time to time: each joins what its own results follow from, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.jobs import jobs_of
from tests.compiler.in_parts import compile_design
from tests.compiler.library import files_of
from tests.compiler.small import EXPIRING, design, entity, link


def result(name: str, formula: str, source: str, seconds: float = 0) -> dict[str, Any]:
    refresh = {"refresh": "periodic", "every_seconds": seconds} if seconds else {"refresh": "on-write"}
    return {"name": name, "type": "int", "computed": {"formula": formula, "sources": [source], **refresh}}


ENTRIES, DEADLINES = (
    ("minutes", "sum(entries.minutes)", "entries.minutes"),
    ("due", "min(deadlines.day)", "deadlines.day"),
)


def made(*results: dict[str, Any]) -> dict[str, Any]:
    parts = [
        entity("Matter", *results, count=100),
        entity("Entry", {"name": "minutes", "type": "int", "required": True}),
        entity("Deadline", {"name": "day", "type": "int", "required": True}),
    ]
    many = {"has": {"growth": "unbounded"}, "back": {"min": 1, "max": 1}, "strategy": "PARENT_REF"}
    links = [
        link("entries", "one-to-many", "Matter", "Entry", field="entries", **many),
        link("deadlines", "one-to-many", "Matter", "Deadline", field="deadlines", **many),
    ]
    compilation = compile_design(design(parts, links))
    joins: dict[str, list[str]] = {}
    for each in compilation.plan.statements:
        if each.purpose == "recompute":
            stages = each.pipeline or ()
            joins.setdefault(each.recipe, []).extend(
                stage["$lookup"]["from"] for stage in stages if "$lookup" in stage
            )
    due = {job.call: job.due for job in jobs_of(compilation) if "ecompute" in job.call}
    whole = {job.call: job.whole for job in jobs_of(compilation) if "ecompute" in job.call}
    return {"joins": joins, "due": due, "whole": whole}


def test_what_each_write_keeps_is_not_joined_every_hour() -> None:
    """Two million entries were summed each hour for one date."""
    found = made(result(*ENTRIES), result(*DEADLINES, 3600))
    assert found["due"] == {"matterRecomputeEveryHour()": "every hour, for due"}
    assert found["joins"]["Matter.recompute.every_hour"] == ["deadlines"]
    assert sorted(found["joins"]["Matter.recompute.all"]) == ["deadlines", "entries"]


def test_each_time_has_its_job() -> None:
    found = made(result(*ENTRIES, 86_400), result(*DEADLINES, 3600))
    assert found["due"] == {
        "matterRecomputeEveryDay()": "every day, for minutes",
        "matterRecomputeEveryHour()": "every hour, for due",
    }
    assert found["joins"]["Matter.recompute.every_day"] == ["entries"]
    assert found["whole"] == {
        "matterRecomputeEveryDay()": ("matters", "entries"),
        "matterRecomputeEveryHour()": ("matters", "deadlines"),
    }


def test_the_report_says_how_much_a_job_reads() -> None:
    """An hourly job joined five million entries, and the table of jobs said "every hour"."""
    archived = {"policy": "archive", "field": "made", "after_days": 90}
    matter = entity("Matter", result(*ENTRIES, 3600), count=100)
    fields = [
        {"name": "minutes", "type": "int", "required": True},
        {"name": "made", "type": "date", "required": True},
    ]
    entry = entity("Entry", *fields, count=5000, inserts_per_day=9, retention=archived)
    many = {"has": {"growth": "unbounded"}, "back": {"min": 1, "max": 1}, "strategy": "PARENT_REF"}
    entries = link("entries", "one-to-many", "Matter", "Entry", field="entries", **many)
    compilation = compile_design(design([matter, entry], [entries]))
    table = files_of(compilation, "report")["report.md"].partition("## Jobs")[2].partition("\n## ")[0]
    (hourly,) = [line for line in table.splitlines() if "every hour" in line]
    assert "| 5,100 documents, " in hourly
    (daily,) = [line for line in table.splitlines() if "daily" in line]
    assert "| up to 1,000 documents" in daily


@pytest.mark.parametrize(
    ("seconds", "due"), [(3600, {"matterRecomputeAll()": "every hour, for minutes, due"}), (0, {})]
)
def test_results_of_one_time_have_one_job(seconds: float, due: dict[str, str]) -> None:
    found = made(result(*ENTRIES, seconds), result(*DEADLINES, seconds))
    assert found["due"] == due
    assert not [name for name in found["joins"] if ".recompute.every" in name]


@pytest.mark.parametrize("expires", [False, True])
def test_what_is_to_be_run_periodically_is_a_job(expires: bool) -> None:
    """A script asked for it, and the table of jobs missed it. Where each write keeps a result, nothing has to run but
    what finds documents that expired since."""
    parts = [
        entity("Matter", result(*ENTRIES), count=100),
        entity(
            "Entry",
            {"name": "minutes", "type": "int", "required": True},
            {"name": "made", "type": "date", "required": True},
            **({"retention": EXPIRING} if expires else {}),
        ),
    ]
    many = {"has": {"growth": "unbounded"}, "back": {"min": 1, "max": 1}, "strategy": "PARENT_REF"}
    compilation = compile_design(
        design(parts, [link("entries", "one-to-many", "Matter", "Entry", field="entries", **many)])
    )
    script = files_of(compilation, "mongosh")["mongosh/05_sync.js"]
    assert ("Run it\n// periodically" in script or "Run it periodically" in script) == expires
    assert ("Run it after an import" in script) != expires
    assert [job.due for job in jobs_of(compilation) if "ecomputeAll" in job.call] == [
        "periodically, until it returns none"
    ] * expires


def test_a_job_that_asks_for_all_of_what_it_listed_reads_the_other_collection_too() -> None:
    """Ranges of all 40 lines lead to every stay, whose copies the job compares."""
    copy = {"field": "text", "of": "from", "policy": "batch"}
    stays = link("stays", "one-to-many", "Line", "Stay", has={"average": 500}, back={"min": 1, "max": 1})
    model = design(
        [entity("Line", count=40), entity("Stay", count=20_000)],
        [{**stays, "strategy": "PARENT_REF", "copies": [copy]}],
    )
    (job,) = jobs_of(compile_design(model))
    assert {*job.whole} == {"lines", "stays"}
