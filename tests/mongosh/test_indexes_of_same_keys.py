"""Indexes of the same keys with other collations or filters: each is made, and made once."""

from __future__ import annotations

from typing import Any

from tests.mongosh.cases import build
from tests.mongosh.odd import entity, field
from tests.mongosh.shell import run, sources

Json = dict[str, Any]
GERMAN = {"locale": "de", "strength": 1}


def design() -> Json:
    """Names that are looked for with and without case, unique addresses only without, and notes in German."""
    user = entity("User", field("email", required=True, unique=True), field("name"))
    note = entity("Note", field("titel"), collation=GERMAN)
    reads: list[Json] = [
        {"name": "login", "entity": "User", "filter": [{"field": "email"}], "case_insensitive": True},
        {"name": "named", "entity": "User", "filter": [{"field": "name"}]},
        {"name": "called", "entity": "User", "filter": [{"field": "name"}], "case_insensitive": True},
        {"name": "titled", "entity": "Note", "filter": [{"field": "titel"}]},
        {"name": "about", "entity": "Note", "filter": [{"field": "titel", "match": "text"}]},
    ]
    return {
        "format": "nestlink/1",
        "name": "Cases",
        "database": "cases",
        "entities": [user, note],
        "operations": [{"kind": "read", **one} for one in reads],
    }


def journal() -> Json:
    """Two runs of setup.js on one empty database."""
    script = sources(build(design()).scripts, "cases")["setup"]
    steps = [{"load": script, "name": "first"}, {"load": script, "name": "again"}]
    return run([{"id": "cases", "live": True, "steps": steps}])["cases"]


def test_each_index_is_created_by_the_first_run_and_none_by_the_second() -> None:
    found = journal()
    made = [(one["step"], one["options"]["name"]) for one in found["calls"] if one["op"] == "createIndex"]
    wanted = ["email_1", "name_1", "name_1_collation", "titel_1", "titel_text"]
    assert found["error"] is None and sorted(made) == [("first", name) for name in wanted]
    assert not [line for line in found["printed"] if "DIFFERS" in line[0] or "NOT IN" in line[0]]


def test_a_unique_value_that_is_only_looked_for_regardless_of_case_has_one_index() -> None:
    made = [
        one for one in journal()["calls"] if one["op"] == "createIndex" and one["keys"].keys() == {"email"}
    ]
    (options,) = [one["options"] for one in made]
    assert options["unique"] and options["collation"]["locale"] == "en"


def test_a_declared_collation_is_the_collections_and_text_search_keeps_out_of_it() -> None:
    calls = journal()["calls"]
    (notes,) = [one for one in calls if one["op"] == "createCollection" and one["collection"] == "notes"]
    (text,) = [one for one in calls if one["op"] == "createIndex" and one["options"]["name"] == "titel_text"]
    assert notes["options"]["collation"]["locale"] == "de"
    assert text["options"]["collation"] == {"locale": "simple"}


def test_an_index_that_expires_documents_is_created_beside_a_unique_one() -> None:
    """Both have the same keys: the second was taken for the first one, and nothing ever expired."""
    retention = {"policy": "ttl", "field": "at", "seconds": 86_400}
    token = entity("Token", field("at", "date", required=True, unique=True), retention=retention)
    made = build({"format": "nestlink/1", "name": "T", "database": "t", "entities": [token]})
    script = sources(made.scripts, "expiring")["setup"]
    steps = [{"load": script, "name": "first"}, {"load": script, "name": "again"}]
    found = run([{"id": "expiring", "live": True, "steps": steps}])["expiring"]
    created = [
        sorted(set(each["options"]) - {"name"}) for each in found["calls"] if each["op"] == "createIndex"
    ]
    assert sorted(created) == [["expireAfterSeconds"], ["unique"]]
    assert not [line for line in found["printed"] if "DIFFERS" in line[0]]
