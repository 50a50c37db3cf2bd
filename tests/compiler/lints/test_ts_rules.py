"""L51: a time series asked for what it cannot do."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.lifecycle.ts_rules import LINT
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, planned
from tests.compiler.small import MANY, NM, PARENT_FIELDS, design, entity, link, op, pair, text

HAS = {"growth": "unbounded", "adds_per_day": 10}
TIME = {"name": "at", "type": "date", "required": True}


def series(
    *fields: dict[str, Any],
    ops: tuple[dict[str, Any], ...] = (),
    adds: float | None = 10,
    server: str = "7.0",
    **child: Any,
) -> list[str]:
    """The messages about a measurement that the designer puts into a time series."""
    has = {"growth": "unbounded"} | ({} if adds is None else {"adds_per_day": adds})
    child = {"kind": "measurement", "fields": [TIME, *fields], **child}
    made = pair(has=has, child=child, rel={"strategy": "TIME_SERIES"}, ops=ops, server_version=server)
    plan = planned(made)
    told = findings(LINT, plan)
    assert {one.subject for one in told} <= {"Child"}
    return [f"{one.severity}: {one.message}" for one in told]


@pytest.mark.parametrize("atomic", [True, False])
def test_no_measurement_changes_together_with_its_parent(atomic: bool) -> None:
    rel = {"strategy": "TIME_SERIES", "atomic": atomic}
    made = pair(has=HAS, child={"kind": "measurement", "fields": [TIME]}, rel=rel)
    told = [one.message for one in findings(LINT, planned(made))]
    assert told == ["Transactions can't write to time series collections."] * atomic


def test_measurements_that_only_come_are_what_it_is_for() -> None:
    assert series(text()) == []


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"needs": ["change-streams"]}, "change streams"),
        ({"needs": ["transactions"]}, "Transactions"),
        ({"validation": {"level": "strict"}}, "validator"),
        ({"indexes": [{"keys": [["at", 1]], "unique": True}]}, "unique"),
        ({"indexes": [{"keys": [["text", "text"]]}]}, "text index"),
        ({"retention": {"policy": "capped", "bytes": 10**6}}, "capped"),
    ],
)
def test_what_the_manual_rules_out(more: dict[str, Any], word: str) -> None:
    (told,) = series(text(), **more)
    assert told.startswith("error") and word in told


@pytest.mark.parametrize(
    "declared",
    [{"keys": [["text", 1]], "unique": True}, {"keys": [["text", "text"]]}, {"keys": [["text", "hashed"]]}],
)
def test_no_script_makes_the_index_that_is_ruled_out(declared: dict[str, Any]) -> None:
    """The error stood beside a script that the server refused half-way."""
    child = {"kind": "measurement", "fields": [TIME, text()], "indexes": [declared, {"keys": [["text", -1]]}]}
    plan = planned(pair(has=HAS, child=child, rel={"strategy": "TIME_SERIES"}))
    (made,) = (each for each in plan.plan.collections if each.kind == "timeseries")
    assert [index.keys for index in made.indexes if index.declared] == [(("text", -1),)]
    assert len(findings(LINT, plan)) == 1


def test_a_unique_field_is_an_index_too() -> None:
    assert len(series({"name": "number", "type": "int", "unique": True})) == 1


def test_measurements_do_not_change() -> None:
    (told,) = series(text(), ops=(op("update", "Child", "at", changes=["text"]),))
    assert '"operation 0"' in told
    (told,) = series(text(), ops=(op("update", "Child", "parent_id", changes=["text"]),))
    assert '"operation 0" updates measurements.' in told
    assert series(text(), ops=(op("update", "Child", "parent_id", changes=["parent_id"]),)) == []
    (told,) = series(text(), ops=(op("update", "Child", "at", changes=["parent_id"]),))
    assert "filters an update by fields" in told


@pytest.mark.parametrize(
    ("server", "path", "count"),
    [("6.0", "text", 1), ("6.0", "parent_id", 0), ("7.0", "text", 0), ("5.0", "at", 1), ("8.0", "_id", 0)],
)
def test_deletes_by_a_value_need_a_new_server(server: str, path: str, count: int) -> None:
    told = series(text(), ops=(op("delete", "Child", path),), server=server)
    assert ["deletes by fields other than the metaField" in one for one in told] == [True] * count


TAGS = {"name": "tags", "type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("index", "server", "words"),
    [
        ({"keys": [["text", 1]], "sparse": True}, "7.0", ["sparse"]),
        ({"keys": [["parent_id", 1]], "sparse": True}, "7.0", []),
        ({"keys": [["tags", 1]]}, "7.0", ["array"]),
        ({"keys": [["text", 1]]}, "6.0", []),
        ({"keys": [["text", 1]]}, "5.0", ["Before MongoDB 6.0"]),
        ({"keys": [["parent_id", 1], ["at", 1]]}, "5.0", []),
    ],
)
def test_what_an_index_may_hold_beyond_the_meta_field(
    index: dict[str, Any], server: str, words: list[str]
) -> None:
    told = series(text(), TAGS, indexes=[index], server=server)
    assert [word in one for word, one in zip(words, told, strict=True)] == [True] * len(words)


@pytest.mark.parametrize(("server", "keys"), [("5.0", []), ("6.0", [("text",)])])
def test_no_rule_asks_for_an_index_that_the_server_refuses(server: str, keys: list[tuple[str, ...]]) -> None:
    child = {"kind": "measurement", "fields": [TIME, text(), TAGS]}
    reads = (op("read", "Child", "text"), op("read", "Child", "tags"))
    made = planned(
        pair(has=HAS, child=child, rel={"strategy": "TIME_SERIES"}, ops=reads, server_version=server)
    )
    (found,) = [one for one in made.plan.collections if one.name == "children"]
    assert [tuple(path for path, _ in index.keys) for index in found.indexes] == keys
    assert findings(LINT, made) == []


def test_a_measurement_has_four_mebibytes_at_most() -> None:
    (told,) = series(text(5 * 1024 * 1024))
    free = 4 * 1024 * 1024 - (_bytes_told(told) - 5 * 1024 * 1024)
    assert series(text(free)) == []
    (told,) = series(text(free + 1))
    assert _bytes_told(told) == 4 * 1024 * 1024 + 1


def _bytes_told(message: str) -> int:
    return int(message.split(" bytes")[0].rpartition(" ")[2].replace(",", ""))


@pytest.mark.parametrize(
    ("has", "count"),
    [({"average": 1, "max": 200}, 1), ({"average": 1, "max": 100}, 0), ({"growth": "unbounded"}, 0)],
)
def test_it_is_the_largest_measurement_that_counts_where_there_is_one(
    has: dict[str, Any], count: int
) -> None:
    """Notes of 30,000 bytes to each tag: an average measurement has few of them."""
    notes = {"strategy": "EMBED_LINK", "link_owner": "from", "link_fields": [text(30_000, "note")]}
    parts = [entity("Parent", *PARENT_FIELDS), entity("Child", TIME, kind="measurement"), entity("Tag")]
    links = [
        link("r", MANY, "Parent", "Child", has=HAS, strategy="TIME_SERIES"),
        link("tags", NM, "Child", "Tag", has=has, **notes),
    ]
    assert len(findings(LINT, planned(design(parts, links)))) == count


def test_an_update_of_nobody_knows_what_may_change_a_measurement() -> None:
    for asked in ("at", "parent_id"):
        (told,) = series(text(), ops=(op("update", "Child", asked),))
        assert "updates measurements." in told


def test_the_fix_is_of_the_series_that_asks_too_much() -> None:
    parts = [entity("Source", *(text(9, name) for name in "abcd"))]
    parts += [
        entity("Good", TIME, text(), kind="measurement"),
        entity("Bad", TIME, text(), kind="measurement", needs=["unique"]),
    ]
    links = [
        link(name.lower(), MANY, "Source", name, has=HAS, strategy="TIME_SERIES", id=name)
        for name in ("Good", "Bad")
    ]
    (told,) = findings(LINT, planned(design(parts, links)))
    assert told.subject == "Bad" and told.fix == {"edit": "set", "id": "Bad", "path": ["strategy"]}


def test_without_a_rate_the_granularity_is_a_guess() -> None:
    (told,) = series(text(), adds=None)
    assert told.startswith("info") and "seconds" in told
    assert series(text(), adds=None, inserts_per_day=5) == []
    assert series(text(), adds=None, inserts_per_day=0) == []
    assert series(text(), adds=None, ops=(op("insert", "Child"),)) == []


def test_other_strategies_may_do_all_this() -> None:
    child = {"kind": "measurement", "fields": [TIME], "needs": ["unique"]}
    assert findings(LINT, planned(pair(has={"growth": "unbounded"}, child=child))) == []


@pytest.mark.parametrize(("policy", "count"), [("strong", 1), ("eventual", 0), ("batch", 0), ("snapshot", 0)])
def test_no_transaction_keeps_a_copy_in_it(policy: str, count: int) -> None:
    copy = {"field": "title", "of": "from", "policy": policy, "reads_per_day": 10**6, "updates_per_day": 1}
    child = {"kind": "measurement", "fields": [TIME, text()]}
    made = compile_design(pair(has=HAS, child=child, rel={"strategy": "TIME_SERIES", "copies": [copy]}))
    told = [one.message for one in made.findings if one.code == LINT.code]
    assert ["r.sync.to writes measurements in a transaction" in one for one in told] == [True] * count


@pytest.mark.parametrize(("seconds", "severity"), [(86_400, "info"), (86_399, "warning")])
def test_what_expires_stays_as_long_as_its_bucket(seconds: int, severity: str) -> None:
    """A source that measures every ten minutes has buckets of a day."""
    retention = {"policy": "ttl", "field": "at", "seconds": seconds}
    (told,) = series(text(), adds=144, retention=retention)
    assert told.startswith(severity) and "up to 24 hours longer than" in told
    assert series(text(), adds=144) == []


@pytest.mark.parametrize(("window", "hint"), [("day", " A time_window of hour on r expires"), ("hour", "")])
def test_a_shorter_window_is_advised_where_there_is_one(window: str, hint: str) -> None:
    child = {
        "kind": "measurement",
        "fields": [TIME, text()],
        "retention": {"policy": "ttl", "field": "at", "seconds": 10**6},
    }
    has = HAS | {"adds_per_day": 24 * 60}
    made = planned(pair(has=has, child=child, rel={"strategy": "TIME_SERIES", "time_window": window}))
    (told,) = (each for each in findings(LINT, made) if "expire" in each.message)
    assert hint in told.hint and bool(hint) is ("time_window" in told.hint)


@pytest.mark.parametrize(("adds", "is_advised"), [(24, False), (24 * 60, True)])
def test_no_window_is_advised_that_would_hold_few(adds: int, is_advised: bool) -> None:
    """One measurement an hour: buckets of an hour would hold one each, and the next check would ask for longer ones."""
    retention = {"policy": "ttl", "field": "at", "seconds": 400 * 86_400}
    child = {"kind": "measurement", "fields": [TIME, text()], "retention": retention}
    has = HAS | {"adds_per_day": adds}
    made = planned(pair(has=has, child=child, rel={"strategy": "TIME_SERIES", "time_window": "day"}))
    told = [each for each in findings(LINT, made) if "expire" in each.message]
    assert ["time_window of hour" in each.hint for each in told] == [is_advised]


@pytest.mark.parametrize(("server", "count"), [("6.0", 1), ("7.0", 0)])
def test_an_archive_deletes_by_time_which_needs_a_new_server(server: str, count: int) -> None:
    kept = {"policy": "archive", "field": "at", "after_days": 30}
    message = "error: Archiving deletes measurements by time. Requires MongoDB 7.0."
    assert series(server=server, retention=kept) == [message] * count


@pytest.mark.parametrize(
    ("window", "adds", "said"),
    [
        (None, 24, []),  # an hour apart: buckets of hours hold 720
        ("day", 24, ["info: A bucket of minutes spans 24 hours and holds 24 measurements per series (24 per day)."]),
        ("day", 29, ["info: A bucket of minutes spans 24 hours and holds 29 measurements per series (29 per day)."]),
        ("day", 30, []),
        ("hour", 24, ["warning: A bucket of seconds spans one hour and holds 1 measurement per series (24 per day)."]),
        (None, 2 / 30, []),
        (None, 1 / 30, ["warning: A bucket of hours spans 30 days and holds 1 measurement per series (0.03 per day)."]),
        (None, 0.01, ["warning: A bucket of hours spans 30 days, but a series has 0.01 measurements per"
                      " day: one per bucket, so nothing is compressed."]),
    ],
)  # fmt: skip
def test_a_bucket_holds_many_of_one_series(window: str | None, adds: float, said: list[str]) -> None:
    rel = {"strategy": "TIME_SERIES"} | ({} if window is None else {"time_window": window})
    has = {"growth": "unbounded", "adds_per_day": adds}
    made = planned(pair(has=has, child={"kind": "measurement", "fields": [TIME]}, rel=rel))
    assert [f"{each.severity}: {each.message}" for each in findings(LINT, made)] == said


def test_a_wider_window_is_proposed_with_what_it_holds() -> None:
    rel = {"strategy": "TIME_SERIES", "time_window": "day"}
    has = {"growth": "unbounded", "adds_per_day": 24}
    (finding,) = findings(
        LINT, planned(pair(has=has, child={"kind": "measurement", "fields": [TIME]}, rel=rel))
    )
    assert finding.hint == "Set time_window to week on r: a bucket then holds 720."


@pytest.mark.parametrize(("comes", "count"), [(0.1, 1), (0.6, 0)])
def test_the_rate_of_what_has_ended_is_not_told(comes: float, count: int) -> None:
    """A thousand batches, of which 0.6 a day are new: most of them measure no more."""
    parent = {"count": 1000, "inserts_per_day": comes}
    child = {"kind": "measurement", "fields": [TIME], "inserts_per_day": 900}
    rel = {"strategy": "TIME_SERIES", "time_window": "hour"}
    made = planned(pair(has={"growth": "unbounded", "average": 8600}, parent=parent, child=child, rel=rel))
    assert len([each for each in findings(LINT, made) if "bucket" in each.message]) == count


@pytest.mark.parametrize(
    ("average", "count"),
    [
        (9600, 1),  # 24,000 would come for each new one: more than it ever has
        (21_000, 1),
        (24_000, 0),
    ],
)
def test_things_that_increase_in_number_still_measure(average: int, count: int) -> None:
    """A thousand meters and one more a day: without that one, an hour's bucket held one measurement of each."""
    child = {"kind": "measurement", "fields": [TIME], "inserts_per_day": 24_000}
    child["retention"] = {"policy": "ttl", "field": "at", "seconds": 400 * 86_400}
    rel = {"strategy": "TIME_SERIES", "time_window": "hour"}
    has = {"growth": "unbounded", "average": average}
    for parent in ({"count": 1000}, {"count": 1000, "inserts_per_day": 1}):
        made = planned(pair(has=has, parent=parent, child=child, rel=rel))
        told = [each.message for each in findings(LINT, made) if "holds 1 measurement per" in each.message]
        assert len(told) == (count if "inserts_per_day" in parent else 1)


def test_how_long_a_series_runs_is_asked_where_it_ends() -> None:
    """A batch of 700 measurements may be over in a quarter of an hour: an hour's bucket holds all of them then."""
    parent = {"count": 1000, "inserts_per_day": 30}
    child = {"kind": "measurement", "fields": [TIME], "inserts_per_day": 21_000}
    rel = {"strategy": "TIME_SERIES", "time_window": "hour"}
    made = planned(pair(has={"growth": "unbounded", "average": 700}, parent=parent, child=child, rel=rel))
    (finding,) = (each for each in findings(LINT, made) if "bucket" in each.message)
    assert finding.severity == "info"
    assert "29.17 of the 700 measurements of a series, if a series runs for a whole day" in finding.message
    assert finding.hint.startswith(
        "If a series runs for one hour or less, no action is needed. Otherwise: Set time_window to day"
    )
