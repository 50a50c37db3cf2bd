"""Each script in the real mongosh: what it calls is what the plan states, in order, value by value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement, parameters
from designs.compiler.sampling.answers import at
from designs.compiler.strategies.table import strategies_with
from tests.mongosh.cases import Built, built
from tests.mongosh.expected import Reader, follow_audit, follow_demo, reads, recipes
from tests.mongosh.runs import calls, jobs, journals, names, watched
from tests.mongosh.shell import run, sources

DESIGNS = pytest.mark.parametrize("name", names())


def journal(name: str, job: str) -> dict[str, Any]:
    """The journal of one job, which must have run to its end."""
    found = dict(journals()[f"{name}/{job}"])
    assert found["error"] is None, found["error"]
    return found


def read_of(name: str, job: str, *steps: str) -> tuple[Built, Reader]:
    design = built(name)
    return design, Reader(design, calls(journal(name, job), *steps))


def made(design: Built, script: str, op: str, collection: str = "") -> list[list[Statement]]:
    found = [one for one in recipes(design, script) if one[0].op == op]
    return [one for one in found if collection in ("", one[0].collection)]


@DESIGNS
def test_setup_makes_collections_indexes_and_shard_keys(name: str) -> None:
    design, reader = read_of(name, "setup", "setup")
    reader.calls = [one for one in reader.calls if one["database"] != "config"]
    creates = made(design, "01_collections", "createCollection")  # those of archives come last
    for collection in (recipe[0].collection for recipe in creates):
        for script, op in (
            ("01_collections", "createCollection"),
            ("02_indexes", "createIndex"),
            ("setup", "shardCollection"),
        ):
            for recipe in made(design, script, op, collection):
                reader.follow(recipe)
    reader.end()


@DESIGNS
def test_a_second_setup_changes_nothing(name: str) -> None:
    found = journal(name, "setup twice")
    assert calls(found, "setup") and not calls(found, "again")
    assert not any("DIFFERS" in str(line) or "NOT IN" in str(line) for line in found["printed"])


@DESIGNS
def test_the_parts_of_setup_do_the_same(name: str) -> None:
    design, reader = read_of(name, "collections", "01_collections")
    for recipe in made(design, "01_collections", "createCollection"):
        reader.follow(recipe)
    reader.end()
    design, reader = read_of(name, "indexes", "02_indexes")
    for recipe in made(design, "02_indexes", "createIndex"):
        reader.follow(recipe)
    reader.end()


@DESIGNS
def test_sample_data_is_inserted_once_and_taken_away(name: str) -> None:
    design, reader = read_of(name, "samples", "03_sample_data", "removeSampleData")
    reader.calls = [one for one in reader.calls if one["collection"] != "nestlink_samples"]
    for purpose in ("samples", "unsample"):
        for recipe in recipes(design, "03_sample_data"):
            if recipe[0].purpose == purpose:
                for document in told_apart(recipe, design.samples[recipe[0].collection]):
                    reader.follow(recipe, {recipe[0].collection: [document]})
    reader.end()
    found = journal(name, "samples")
    assert not any(found["documents"].values())
    inserted = [one for one in journal(name, "samples twice")["calls"] if one["op"] == "insertOne"]
    assert len(inserted) == sum(len(documents) for documents in design.samples.values())


def told_apart(recipe: list[Statement], documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the documents for each of which a recipe runs: one of those whose versions are kept by the same key."""
    path = parameters(recipe)[0].path
    first: dict[str, dict[str, Any]] = {}
    for document in documents:
        first.setdefault(repr(at(document, path)), document)
    return [*first.values()]


@DESIGNS
def test_the_reads_are_shown_and_demo_writes(name: str) -> None:
    design, reader = read_of(name, "queries", "showReads")
    for recipe in reads(design, "04_queries"):
        reader.follow(recipe)
    reader.end()
    found = journal(name, "queries")
    stopped = follow_demo(design, calls(found, "demo"))
    assert len([line for line in found["printed"] if "was rejected" in str(line)]) == stopped
    assert found["openSessions"] == 0


@DESIGNS
def test_loading_the_queries_asks_nothing_of_the_database(name: str) -> None:
    """So that a job that needs one function, such as that of the archive, can load them."""
    assert not calls(journal(name, "queries"), "04_queries")


@pytest.mark.parametrize(("asked", "shows"), [("1", True), ("0", False), ("", False)])
def test_the_environment_asks_for_the_reads(asked: str, shows: bool) -> None:
    design = built("university")
    own = next(job for job in jobs("university", design) if job["id"] == "university/queries")
    loads = design.scripts["mongosh/04_queries.js"]
    chosen = (
        f"process.env.NESTLINK_READS = {json.dumps(asked)};\n{loads}\ndelete process.env.NESTLINK_READS;\n"
    )
    path = sources({"mongosh/04_queries.js": chosen}, f"reads-{asked}")["04_queries"]
    asking = {**own, "id": "asking", "steps": [{"load": path, "name": "04_queries"}], "direct": True}
    found = run([asking])["asking"]
    assert found["error"] is None and bool(calls(found, "04_queries")) == shows


@DESIGNS
def test_sync_functions_write_the_copies(name: str) -> None:
    found = journal(name, "sync")
    assert not calls(found, "05_sync")
    design = built(name)
    reader = Reader(design, found["calls"])
    for recipe in recipes(design, "05_sync"):
        if recipe[0].purpose != "watch":
            reader.follow(recipe)
    reader.end()
    assert found["openSessions"] == 0


@DESIGNS
def test_watch_opens_the_streams_and_answers(name: str) -> None:
    design, found = built(name), journal(name, "watch")
    kept = [one for one in found["calls"] if one["collection"] != "nestlink_sync_tokens"]
    reader = Reader(design, kept)
    streams = watched(design)
    for stream in streams:
        reader.follow([stream])
    before = {
        one[0].recipe: previous
        for previous, one in zip(recipes(design, "05_sync"), recipes(design, "05_sync")[1:], strict=False)
    }
    for stream in streams:  # each answers the change of one document, whatever others have
        changed = {**design.samples, stream.collection: design.samples[stream.collection][:1]}
        reader.follow(before[stream.recipe], changed)
    reader.end()
    tokens = [one["op"] for one in found["calls"] if one["collection"] == "nestlink_sync_tokens"]
    assert tokens.count("updateOne") == 2 * len(streams)  # when it is opened, and behind its answers


@DESIGNS
def test_the_audit_reads_what_the_plan_states(name: str) -> None:
    follow_audit(built(name), journal(name, "audit"))


@DESIGNS
def test_samples_store_the_results_that_are_due(name: str) -> None:
    printed = [one[0] for one in journal(name, "audit")["printed"] if isinstance(one[0], dict)]
    told = {one["audit"]: one["found"] for one in printed if "audit" in one}
    assert not {audit: found for audit, found in told.items() if ".results" in audit and found}


# What mingo does not compute, and nothing else: an operator of another name would be a mistake.
UNCOMPUTED = ("$indexStats: ", "find: unknown top level operator: $text", "$bsonSize' is not registered")


@DESIGNS
def test_the_engine_knows_every_other_operator(name: str) -> None:
    told = {
        what
        for one, found in journals().items()
        if one.startswith(f"{name}/")
        for what in found["unsupported"]
    }
    assert not [what for what in told if not any(known in what for known in UNCOMPUTED)]


def test_every_strategy_is_run() -> None:
    chosen = {decision.strategy for name in names() for decision in built(name).compilation.decisions}
    assert set(strategies_with(lambda row: row.functions)) <= chosen
