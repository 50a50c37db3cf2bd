"""What a database has and a changed design wants otherwise: told, with the command where there is one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.shell import run, sources

Json = dict[str, Any]


def design(seconds: int | None, size: int, most: int, adds: float) -> Json:
    """Visits that expire, a capped log, and readings of a sensor."""
    expiring = (
        {} if seconds is None else {"retention": {"policy": "ttl", "field": "seen", "seconds": seconds}}
    )
    index = {} if seconds is not None else {"indexes": [{"keys": [["seen", 1]]}]}
    kept = {"policy": "ttl", "field": "taken", "seconds": seconds or 60}
    return {
        "format": "nestlink/1", "name": "Old", "database": "old",
        "entities": [
            entity("Visit", field("seen", "date"), **expiring, **index),
            entity("Line", field("at", "date"), retention={"policy": "capped", "bytes": size, "documents": most}),
            entity("Sensor", field("place")),
            entity("Reading", field("taken", "date", required=True), kind="measurement", retention=kept),
        ],
        "relationships": [
            link("readings", "one-to-many", end("Sensor"), end("Reading", 1), strategy="TIME_SERIES"),
        ],
        "operations": [{"name": "add", "kind": "insert", "entity": "Reading", "per_day": adds}],
    }  # fmt: skip


@cache
def told(old: tuple[Any, ...], new: tuple[Any, ...]) -> list[str]:
    """What the setup of the new design says of a database of the old one."""
    name = f"differs {old} {new}"
    paths = [sources(build(design(*one)).scripts, f"{name}{n}")["setup"] for n, one in enumerate((old, new))]
    steps = [{"load": path, "name": str(number)} for number, path in enumerate(paths)]
    found = run([{"id": name, "live": True, "steps": steps}])[name]
    assert found["error"] is None, found["error"]
    assert not [one for one in found["calls"] if one["step"] == "1"]
    return [line[0] for line in found["printed"] if str(line[0]).startswith("DIFFERS")]


WAS = (60, 4096, 100, 1e7)


def test_nothing_differs_from_itself() -> None:
    assert told(WAS, WAS) == [] == told(WAS, (60, 4000, 100, 1e7))


@pytest.mark.parametrize(
    ("new", "commands"),
    [
        (
            (90, 4096, 100, 1e7),
            [
                '{"collMod":"readings","expireAfterSeconds":90}',
                '{"collMod":"visits","index":{"name":"seen_1","expireAfterSeconds":90}}',
            ],
        ),
        ((60, 8192, 100, 1e7), ['{"collMod":"lines","cappedSize":8192}, from MongoDB 6.0']),
        ((60, 4096, 200, 1e7), ['{"collMod":"lines","cappedMax":200}, from MongoDB 6.0']),
        (
            (60, 4096, 100, 10),
            ['{"collMod":"readings","timeseries":{"granularity":"hours"}}, which only makes it coarser'],
        ),
    ],
)
def test_what_a_command_changes_is_told_with_it(new: tuple[Any, ...], commands: list[str]) -> None:
    lines = told(WAS, new)
    assert sorted(line.partition("run the command ")[2] for line in lines) == commands


def test_an_index_that_is_to_expire_documents_can_be_told_to() -> None:
    lines = told((None, 4096, 100, 1e7), WAS)
    assert [line.partition("run the command ")[2] for line in lines] == [
        '{"collMod":"visits","index":{"name":"seen_1","expireAfterSeconds":60}}, from MongoDB 5.1'
    ]


def test_what_is_not_to_expire_any_more_is_dropped_by_hand() -> None:
    (line,) = told(WAS, (None, 4096, 100, 1e7))
    assert line.startswith("DIFFERS visits.seen_1") and line.endswith("drop it manually and run this again")


def lots(searched: str, *, unique: bool) -> Json:
    """Lots that are searched by a field, with a number, and the bids on them."""
    search = {
        "name": "search",
        "entity": "Lot",
        "filter": [{"field": "state"}, {"field": searched, "match": "text"}],
    }
    return {
        "format": "nestlink/1", "name": "Sale", "database": "sale",
        "entities": [
            entity("Lot", field("state"), field("title"), field("text"), field("number", "int", unique=unique)),
            entity("Bid", field("bidder")),
        ],
        "operations": [
            {"kind": "read", **search},
            {"kind": "read", "name": "bids of", "entity": "Bid", "filter": [{"field": "bidder"}]},
        ],
    }  # fmt: skip


def second_run(old: Json, new: Json, stored: list[Json]) -> tuple[list[str], Json]:
    """What a second run makes, of a changed design, and all that came of it."""
    paths = [sources(build(each).scripts, f"sale{n}")["setup"] for n, each in enumerate((old, new))]
    steps = [{"load": path, "name": str(number)} for number, path in enumerate(paths)]
    done = run([{"id": "sale", "live": True, "steps": steps, "documents": {"lots": stored}}])["sale"]
    made = [
        each["options"]["name"]
        for each in done["calls"]
        if each["op"] == "createIndex" and each["step"] == "1"
    ]
    return made, done


def test_a_text_index_of_another_field_is_listed_and_the_other_indexes_are_made() -> None:
    """The server keeps a text index as _fts and refuses a second one: the run ended there."""
    old = lots("title", unique=False)
    old["operations"] = old["operations"][:1]
    made, done = second_run(old, lots("text", unique=False), [])
    assert done["error"] is None and made == ["bidder_1"]
    (line,) = [each[0] for each in done["printed"] if "DIFFERS" in str(each[0])]
    assert line.startswith("DIFFERS lots.state_1_title_text") and line.endswith(
        "drop it manually and run this again"
    )


def test_an_index_that_the_server_refuses_is_listed_and_setup_ends_with_an_error() -> None:
    old, new = lots("title", unique=False), lots("title", unique=True)
    old["operations"] = old["operations"][:1]
    made, done = second_run(old, new, [{"_id": n, "number": 7} for n in (1, 2)])
    assert made == ["number_1", "bidder_1"]
    assert [each[0] for each in done["printed"] if "NOT CREATED lots.number_1: E11000" in str(each[0])]
    assert "NOT COMPLETE" in done["error"] and "lots.number_1" in done["error"]


def _users(unique: bool) -> Json:
    user = entity("User", field("email", required=True, unique=unique))
    login = {"name": "login", "kind": "read", "entity": "User", "filter": [{"field": "email"}]}
    return {"format": "nestlink/1", "name": "U", "database": "u", "entities": [user], "operations": [login]}


def test_setup_fails_where_an_index_is_not_unique_as_designed() -> None:
    """One line DIFFERS among many was all that said that nothing kept the e-mail addresses apart."""
    paths = [sources(build(_users(unique)).scripts, f"unique {unique}")["setup"] for unique in (False, True)]
    steps = [{"load": path, "name": str(number)} for number, path in enumerate(paths)]
    found = run([{"id": "unique", "live": True, "steps": steps}])["unique"]
    assert "missing or not unique: users.email_1;" in str(found["error"])
    again = [{"load": paths[1], "name": str(number)} for number in range(2)]
    assert run([{"id": "unique", "live": True, "steps": again}])["unique"]["error"] is None
