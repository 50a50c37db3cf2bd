"""What an audit reads: nothing while it is loaded, a sample by default, everything where that is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from tests.mongosh.cases import Built, build, built
from tests.mongosh.expected import COUNT
from tests.mongosh.odd import entity, field
from tests.mongosh.runs import audit_of_all
from tests.mongosh.shell import run, sources

Json = dict[str, Any]
MANY = 1001
"""Documents of a collection, of which audit() reads only a sample."""
SAMPLE = [{"$sample": {"size": {"$numberInt": "1000"}}}]


def listed() -> Json:
    """A collection with an array that has a maximum."""
    tags = field("tags", "array", items={"type": "string"}, max_items=2)
    return {
        "format": "nestlink/1", "name": "Tagged", "database": "tagged", "topology": "standalone",
        "entities": [entity("Post", tags, count=500)], "relationships": [], "operations": [],
    }  # fmt: skip


def job(name: str, design: Built, documents: Json, *last: Json) -> Json:
    """Load the audit, then take other steps."""
    path = sources(design.scripts, name)["06_audit"]
    return {"id": name, "documents": documents, "steps": [audit_of_all(path)[0], *last]}


@cache
def journals() -> dict[str, Json]:
    sampled: Json = {"call": "audit", "name": "audit"}
    everything: Json = {**sampled, "arguments": ["all"]}
    small = build(listed())
    posts = {"posts": [{"_id": number, "tags": ["a"] * 3} for number in range(MANY)]}
    tree = built("company_wiki")
    return run(
        [
            job("sample", small, posts, sampled),
            job("all", small, posts, everything),
            job("few", small, {"posts": posts["posts"][1:]}, sampled),
            job("groups", tree, tree.documents, sampled),
            job("groups of all", tree, tree.documents, everything),
            job(
                "refused",
                small,
                posts,
                {"call": "audit", "arguments": ["some"], "name": "audit", "dares": True},
            ),
        ]
    )


def journal(name: str) -> Json:
    assert journals()[name]["error"] is None, journals()[name]["error"]
    return journals()[name]


def pipelines(name: str) -> list[list[Json]]:
    """What a call of audit() asked."""
    return [
        call["pipeline"] for call in journal(name)["calls"] if call["step"] == "audit" and "pipeline" in call
    ]


def reports(name: str) -> dict[str, Json]:
    return {one[0]["audit"]: one[0] for one in journal(name)["printed"] if isinstance(one[0], dict)}


def said(name: str) -> Iterable[str]:
    return [one[0] for one in journal(name)["printed"] if isinstance(one[0], str)]


def test_loading_only_counts() -> None:
    for name in ("sample", "groups"):
        assert {call["op"] for call in journal(name)["calls"] if call["step"] == "06_audit"} == {COUNT}


def series() -> Json:
    """Measurements, of which the server keeps no count."""
    reading = entity("Reading", field("at", "date", required=True), count=500, kind="measurement")
    return {
        "format": "nestlink/1", "name": "Series", "database": "series",
        "entities": [reading], "relationships": [], "operations": [],
    }  # fmt: skip


def test_loading_counts_no_measurements() -> None:
    """The server would read all of them to print one line."""
    made = build(series())
    found = run([{"id": "series", "live": True, "steps": [
        {"load": sources(made.scripts, "series")[script], "name": script} for script in ("setup", "06_audit")
    ] + [{"call": "audit", "name": "audit"}]}])["series"]  # fmt: skip
    assert found["error"] is None, found["error"]
    assert not [call for call in found["calls"] if call["op"] == COUNT]
    (loaded, _) = [line[0] for line in found["printed"] if str(line[0]).startswith("readings: ")]
    assert "time series, not counted" in loaded and "newest documents are read by readings.unfit" in loaded
    assert 'Only audit("all") runs readings.count' in loaded


def test_a_large_collection_is_sampled() -> None:
    assert pipelines("sample") and all(asked[:1] == SAMPLE for asked in pipelines("sample"))
    assert reports("sample")["posts.arrays.tags"]["read"] == "a sample of 1000"
    assert len(reports("sample")["posts.arrays.tags"]["found"]) == 100


def test_a_small_collection_is_read_whole() -> None:
    assert pipelines("few") and not any(SAMPLE[0] in asked for asked in pipelines("few"))
    assert reports("few")["posts.arrays.tags"]["read"] == "all"


def test_everything_is_read_where_that_is_asked_for() -> None:
    assert not any(SAMPLE[0] in asked for asked in pipelines("all"))
    assert reports("all")["posts.arrays.tags"]["read"] == "all"
    assert len(pipelines("all")) > len(pipelines("sample"))


def test_the_count_is_said_before_anything_is_read() -> None:
    loaded, asked = [line for line in said("sample") if line.startswith("posts: ")]
    assert loaded == asked and "about 1001 documents" in loaded and "a sample of 1000" in loaded
    assert 'Only audit("all") runs posts.unused.' in loaded


def test_only_what_outgrows_the_design_is_found() -> None:
    assert reports("sample")["posts.count"]["found"] == {"$numberInt": "1001"}, (
        "more than twice the 500 of the design, which do not grow"
    )
    assert reports("few")["posts.count"]["found"] == []
    assert reports("all")["posts.largest"]["found"] == []
    assert {"$match": {"bytes": {"$gt": {"$numberInt": "8388608"}}}} in [
        stage for asked in pipelines("all") for stage in asked
    ]


@pytest.mark.parametrize(
    ("a_day", "most", "of"),
    [
        (0, 1000, "twice the count in the design"),
        (0.456, 1000, "twice the count in the design"),  # 500 and 499 more in three years
        (0.458, 1001.51, "the forecast for 3 years"),
        (10, 11_450, "the forecast for 3 years"),
    ],
)
def test_growth_as_forecast_is_no_finding(a_day: float, most: float, of: str) -> None:
    design = listed()
    design["entities"][0]["inserts_per_day"] = a_day
    (check,) = [each for each in build(design).compilation.plan.statements if each.recipe == "posts.count"]
    assert check.limit == round(most) and of in check.comment


def test_what_compares_documents_runs_only_on_all() -> None:
    grouped = {
        check
        for check in reports("groups of all")
        if check.endswith((".twice", ".unused", ".beyond", ".beyond.from", ".beyond.to"))
    }
    assert any(check.endswith(".twice") for check in grouped)
    assert reports("groups of all").keys() - reports("groups").keys() == grouped
    assert not any("$group" in stage for asked in pipelines("groups") for stage in asked)


def test_a_standalone_server_has_no_secondary_to_ask() -> None:
    options = [call["options"] for call in journal("sample")["calls"]]
    assert options and not any("readPreference" in one for one in options)


def test_another_scope_is_refused() -> None:
    (refused,) = [one for one in journal("refused")["returned"] if isinstance(one, dict) and "refused" in one]
    assert 'Call audit() or audit("all").' in refused["refused"]
