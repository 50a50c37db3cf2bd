"""watch() of a generated script: it answers all that waits in one round, begins anew where its token is lost, and tells what it did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.mongosh.cases import built
from tests.mongosh.shell import run, sources

STREAM = "orders.sync.from.watch"
TOKENS = "nestlink_sync_tokens"


def journal(documents: dict[str, Any], *steps: dict[str, Any]) -> dict[str, Any]:
    """What comes of the web shop's 05 on its sample documents and these."""
    design = built("web_shop")
    paths = sources(design.scripts, "watching")
    load = {"load": paths["05_sync"], "name": "05_sync"}
    job = {
        "id": "watching",
        "live": True,
        "documents": {**design.documents, **documents},
        "steps": [load, *steps],
    }
    return run([job])["watching"]


def saved_places(found: dict[str, Any]) -> list[dict[str, str]]:
    """The resume tokens that a run saved, in order."""
    saved = [one for one in found["calls"] if one["collection"] == TOKENS and one["op"] == "updateOne"]
    return [one["update"]["$set"]["token"] for one in saved]


def test_a_round_answers_all_that_waits() -> None:
    events = {
        "orders": [
            {
                "_id": {"_data": str(number)},
                "operationType": "replace",
                "fullDocument": {"_id": number, "customer_id": 1, "status": "paid"},
            }
            for number in range(3)
        ]
    }
    design = built("web_shop")
    load = {"load": sources(design.scripts, "watching")["05_sync"], "name": "05_sync"}
    job = {
        "id": "round",
        "live": True,
        "documents": design.documents,
        "events": events,
        "steps": [load, {"call": "watchOnce"}],
    }
    found = run([job])["round"]
    assert found["error"] is None, found["error"]
    answers = [one for one in found["calls"] if one["collection"] == "customers"]
    saved = [one for one in found["calls"] if one["collection"] == TOKENS and one["op"] == "updateOne"]
    assert len(answers) == 3 and len(saved) == 2
    assert saved[-1]["update"]["$set"]["token"] == {"_data": "2"}


def test_a_quiet_run_is_resumed_where_it_began() -> None:
    found = journal({}, {"call": "watchOnce"}, {"call": "watchOnce"})
    assert found["error"] is None, found["error"]
    first, second = (one for one in found["calls"] if one["op"] == "watch")
    assert "resumeAfter" not in first["options"]
    assert second["options"]["resumeAfter"] == saved_places(found)[0]


def test_the_place_of_an_idle_stream_is_saved_each_minute() -> None:
    found = journal({}, {"call": "watchRounds", "rounds": 1300})  # each sleeps for 0.1 seconds
    assert found["error"] is None, found["error"]
    places = [one["_data"] for one in saved_places(found)]
    assert len(places) == 3 and places == sorted(set(places))


def test_an_answer_that_fails_is_not_passed_over() -> None:
    design = built("web_shop")
    documents = [
        {"_id": 1, "customer_id": 1, "status": "paid"},
        {"_id": 2, "customer_id": {"$unheardOf": 1}, "status": "paid"},
    ]
    events = [
        {"_id": {"_data": str(place)}, "operationType": "replace", "fullDocument": document}
        for place, document in enumerate(documents, start=7)
    ]
    load = {"load": sources(design.scripts, "watching")["05_sync"], "name": "05_sync"}
    job = {
        "id": "failing",
        "live": True,
        "documents": design.documents,
        "events": {"orders": events},
        "steps": [load, {"call": "watchOnce", "dares": True}],
    }
    found = run([job])["failing"]
    assert found["error"] is None, found["error"]
    assert "$unheardOf" in str(found["returned"][-1])
    assert saved_places(found)[-1] == {"_data": "7"}


def test_a_lost_token_begins_anew_and_answers_all_that_is_there() -> None:
    lost = {TOKENS: [{"_id": STREAM, "token": {"_data": "9999"}}]}
    found = journal(lost, {"call": "watchDrain", "dares": True})
    assert found["error"] is None, found["error"]
    said = [line[0] for line in found["printed"] if isinstance(line[0], str)]
    assert [
        line for line in said if line.startswith(f"RESTARTED {STREAM}: its token is older than the oplog")
    ]
    orders = built("web_shop").documents["orders"]
    writes = [one["collection"] for one in found["calls"] if one["op"] in ("updateOne", "updateMany")]
    assert writes == ["customers"] * len(orders) + [TOKENS]
    assert saved_places(found)[-1] != {"_data": "9999"}


def test_a_worker_prints_a_line_of_metrics() -> None:
    found = journal({}, {"call": "watchRounds", "rounds": 1300})
    lines = [line[0] for line in found["printed"] if str(line[0]).startswith("METRICS ")]
    assert len(lines) == 3  # two minutes and the end
    (stream, *_) = json.loads(lines[-1].removeprefix("METRICS "))["streams"]
    assert set(stream) == {"stream", "answered", "secondsBehind", "restarts", "skipped", "stopped"}


def test_a_job_ends_once_nothing_waits() -> None:
    events = {
        "orders": [
            {
                "_id": {"_data": str(number)},
                "operationType": "replace",
                "fullDocument": {"_id": number, "customer_id": 1, "status": "paid"},
            }
            for number in range(3)
        ]
    }
    design = built("web_shop")
    load = {"load": sources(design.scripts, "watching")["05_sync"], "name": "05_sync"}
    job = {
        "id": "drained",
        "live": True,
        "documents": design.documents,
        "events": events,
        "steps": [load, {"call": "drain"}],
    }
    found = run([job])["drained"]
    assert found["error"] is None, found["error"]
    (line,) = [line[0] for line in found["printed"] if str(line[0]).startswith("METRICS ")]
    told = {each["stream"]: each["answered"] for each in json.loads(line.removeprefix("METRICS "))["streams"]}
    assert told[STREAM] == 3


def refused(events: list[dict[str, Any]], *steps: dict[str, Any]) -> dict[str, Any]:
    """What comes of the content store's 05 where the answers to changes of one author are refused, and articles change."""
    design = built("cms")
    unheard = {"_id": {"$unheardOf": 1}, "name": {"first": "Ada"}}
    authors = [
        {"_id": {"_data": "1"}, "operationType": "replace", "fullDocument": unheard},
        {
            "_id": {"_data": "2"},
            "operationType": "replace",
            "fullDocument": {"_id": 7, "name": {"first": "Bo"}},
        },
    ]
    load = {"load": sources(design.scripts, "watching")["05_sync"], "name": "05_sync"}
    job = {
        "id": "refused",
        "live": True,
        "documents": design.documents,
        "events": {"authors": authors, "articles": events},
        "steps": [load, *steps],
    }
    return run([job])["refused"]


def metrics_of(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The last line of metrics, by stream."""
    lines = [line[0] for line in found["printed"] if str(line[0]).startswith("METRICS ")]
    return {each["stream"]: each for each in json.loads(lines[-1].removeprefix("METRICS "))["streams"]}


ARTICLES = [
    {
        "_id": {"_data": str(number)},
        "operationType": "replace",
        "fullDocument": {"_id": number, "title": "New"},
    }
    for number in (1, 2)
]


def test_one_stream_stops_before_what_is_refused_and_the_others_go_on() -> None:
    found = refused(ARTICLES, {"call": "watchRounds", "rounds": 40, "dares": True})
    assert found["error"] is None, found["error"]
    assert "$unheardOf" in str(found["returned"][-1])  # it fails at its end, not before
    told = metrics_of(found)
    authors, articles = told["authorship.sync.to.watch"], told["related.sync.from.watch"]
    assert (authors["answered"], authors["stopped"]) == (0, True)
    assert (articles["answered"], articles["stopped"]) == (2, False)
    (line,) = [line[0] for line in found["printed"] if str(line[0]).startswith("STOPPED ")]
    assert '{"$unheardOf":1} of authors' in line and "NESTLINK_SYNC_SKIP=1" in line


def test_what_is_refused_is_noted_and_passed_over_where_that_is_asked_for(tmp_path: Path) -> None:
    ask, forget = tmp_path / "ask.js", tmp_path / "forget.js"
    ask.write_text('process.env.NESTLINK_SYNC_SKIP = "1";')
    forget.write_text("delete process.env.NESTLINK_SYNC_SKIP;")
    steps = {"load": str(ask), "name": "ask"}, {"call": "watchRounds", "rounds": 40, "dares": True}
    found = refused(ARTICLES, *steps, {"load": str(forget), "name": "forget"})
    assert found["error"] is None, found["error"]
    authors = metrics_of(found)["authorship.sync.to.watch"]
    assert (authors["answered"], authors["skipped"], authors["stopped"]) == (2, 1, False)
    (noted,) = [each for each in found["calls"] if each["collection"] == "nestlink_sync_refused"]
    assert noted["documents"]["stream"] == "authorship.sync.to.watch"
