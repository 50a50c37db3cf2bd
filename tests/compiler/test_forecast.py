"""How collections grow: every number here was reckoned by hand from the sizes of BSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import Forecast, read
from designs.compiler.emit.growth import headroom
from tests.compiler.in_parts import compile_design

YEARS = 3 * 365
ID_INDEX = 12 + 10  # an objectId and what an entry takes beside it
STUDENT = 5 + 17 + 2 + 4 + 15  # document, _id, name: a text of ten letters
EMAIL = 5 + 2 + 7 + 25  # an element: address, a text of twenty


def student(**more: Any) -> dict[str, Any]:
    name = {"name": "name", "type": "string", "average_bytes": 10}
    return {"name": "Student", "count": 1000, "inserts_per_day": 10, "fields": [name], **more}


def emails(**has: Any) -> dict[str, Any]:
    ends = {"from": {"entity": "Student", "field": "emails", "has": has}, "to": {"entity": "Email"}}
    return {"name": "emails", "kind": "one-to-many", "strategy": "EMBED_ARRAY", **ends}


def forecasts(*entities: Any, links: Any = (), operations: Any = (), **more: Any) -> dict[str, Forecast]:
    raw = {"format": "nestlink/1", "name": "x", "database": "x", "entities": entities, "relationships": links}
    report = read(json.dumps({**raw, "operations": operations, **more}))
    assert report.value is not None, report.findings
    return {one.collection: one for one in compile_design(report.value).forecasts}


def email() -> dict[str, Any]:
    return {
        "name": "Email",
        "kind": "weak",
        "fields": [{"name": "address", "type": "string", "average_bytes": 20}],
    }


def test_a_growing_array() -> None:
    """Two elements today and a hundredth more a day; 4 of the 95th percentile."""
    has = {"min": 0, "average": 2, "p95": 4, "growth": "unbounded", "adds_per_day": 0.01}
    found = forecasts(student(inserts_per_day=0), email(), links=[emails(**has)])["students"]
    first, last = found.moments[0], found.moments[-1]
    array = 2 + 6 + 5 + 2 * (2 + EMAIL) + 2
    assert (first.month, first.document) == (0, STUDENT + array)
    assert first.document_p95 == STUDENT + 2 + 6 + 5 + 4 * (2 + EMAIL) + 4
    count = 2 + 0.01 * YEARS  # 12.95: ten of one digit, 2.95 of two
    assert (last.month, last.document) == (
        36,
        round(STUDENT + 2 + 6 + 5 + count * (2 + EMAIL) + 10 + 2.95 * 2),
    )
    assert last.documents == 1000
    assert last.data == pytest.approx(last.documents * last.document, rel=1e-3)
    assert last.data_p95 is not None and last.data_p95 > last.data
    room = 16 * 1024**2 - first.document
    assert found.days_to_16_mib == round(room / (0.01 * (EMAIL + 3)), 1)
    assert found.days_to_16_mib_p95 is not None and found.days_to_16_mib_p95 < found.days_to_16_mib


@pytest.mark.parametrize(("average", "digits"), [(10, 1), (11, 2), (2000, 4)])
def test_what_is_added_has_a_name_as_long_as_the_last_ones(average: int, digits: int) -> None:
    """An element takes its document, two bytes and the digits of its number (BSON)."""
    has = {"average": average, "growth": "unbounded", "adds_per_day": 3}
    found = forecasts(student(), email(), links=[emails(**has)])["students"]
    room = 16 * 1024**2 - found.moments[0].document
    assert found.days_to_16_mib == pytest.approx(room / (3 * (EMAIL + 2 + digits)), abs=0.1)


@pytest.mark.parametrize(("most", "ahead"), [(12, 12), (13, 12.95)])
def test_a_bounded_array_stops_at_its_bound(most: int, ahead: float) -> None:
    has = {"min": 0, "average": 2, "max": most, "adds_per_day": 0.01}
    found = forecasts(student(inserts_per_day=0), email(), links=[emails(**has)])["students"]
    digits = 10 + (ahead - 10) * 2
    assert found.moments[-1].document == round(STUDENT + 2 + 6 + 5 + ahead * (2 + EMAIL) + digits)
    assert found.days_to_16_mib is None


@pytest.mark.parametrize(
    ("has", "inserts", "elements"),
    [
        ({"average": 2}, 20, 2.0),  # two e-mails come for each student who comes
        ({"average": 2}, 5, 2.0),  # nobody says what the others come with
        ({"average": 2}, 40, (2000 + 40 * YEARS) / (1000 + 10 * YEARS)),
        ({"average": 2, "adds_per_day": 0.001}, 20, (3_095 + 10 * YEARS * 2) / (1000 + 10 * YEARS)),
        ({"average": 2, "adds_per_day": 0.01}, 20, (12_950 + 10 * YEARS * 5.475) / (1000 + 10 * YEARS)),
    ],
)
def test_students_who_come_meanwhile_share_what_is_added(
    has: dict[str, float], inserts: int, elements: float
) -> None:
    """What is inserted in all is the same, however many share it; what each gains, those who come gain for half of the
    time on average."""
    found = forecasts(student(), {**email(), "inserts_per_day": inserts}, links=[emails(max=1000, **has)])
    last = found["students"].moments[-1]
    assert last.document == pytest.approx(STUDENT + 2 + 6 + 5 + elements * (2 + EMAIL + 1), abs=1)


def push(do: str, per_day: float, entity: str = "Student") -> dict[str, Any]:
    effects = [{"field": "emails", "do": do}]
    return {"name": do, "kind": "update", "entity": entity, "filter": [{"field": "_id"}],
            "effects": effects, "per_day": per_day}  # fmt: skip


@pytest.mark.parametrize(
    ("operations", "adds"),
    [([push("push", 20)], 20), ([push("push", 20), push("pull", 5)], 15), ([push("pull", 5)], 0)],
)
def test_what_updates_push_makes_documents_larger(operations: list[dict[str, Any]], adds: int) -> None:
    ends = [emails(average=2, max=1000)]
    last = forecasts(student(inserts_per_day=0), email(), links=ends, operations=operations)[
        "students"
    ].moments[-1]
    elements = 2 + adds * YEARS / 1000
    assert last.document == pytest.approx(STUDENT + 2 + 6 + 5 + elements * (2 + EMAIL + 1), abs=15)


def test_what_is_deleted_makes_documents_smaller_again() -> None:
    """As many e-mails go as come: no array grows."""
    gone = {
        "name": "gone",
        "kind": "delete",
        "entity": "Email",
        "filter": [{"field": "address"}],
        "per_day": 20,
    }
    found = forecasts(
        student(inserts_per_day=0),
        {**email(), "inserts_per_day": 20},
        links=[emails(average=2, max=1000)],
        operations=[gone],
    )["students"]
    assert found.moments[-1].document == found.moments[0].document


def groups(**group: Any) -> list[dict[str, Any]]:
    """Students list the groups that they are in."""
    ends = {"from": {"entity": "Student", "field": "groups", "has": {"average": 2, "max": 1000}},
            "to": {"entity": "Group", "field": "members", "has": group}}  # fmt: skip
    return [{"name": "in", "kind": "many-to-many", "strategy": "ONE_WAY_EMBED", "link_owner": "from", **ends}]


@pytest.mark.parametrize(
    ("students", "inserted", "adds"),
    [(0, 10, 50), (10, 10, 0), (0, 0, 0)],
)
def test_links_that_come_with_the_other_end_make_documents_larger(
    students: int, inserted: int, adds: int
) -> None:
    """Ten groups a day with five students each; where students come, too, they bring their own."""
    group = {
        "name": "Group",
        "count": 400,
        "inserts_per_day": inserted,
        "fields": [{"name": "name", "type": "string"}],
    }
    found = forecasts(student(inserts_per_day=students), group, links=groups(average=5, max=None))["students"]
    first, last = found.moments[0], found.moments[-1]
    more = adds * YEARS / 1000 * (12 + 2 + 2)
    assert last.document - first.document == pytest.approx(more, rel=0.1, abs=1)


def test_an_earlier_version_is_as_large_as_its_document() -> None:
    """Of documents that share what is added with those that come meanwhile, versions do, too."""
    rename = {
        "name": "rename",
        "kind": "update",
        "entity": "Student",
        "changes": ["name"],
        "per_day": 5,
        "filter": [{"field": "_id"}],
    }
    found = forecasts(
        student(history="revisions"),
        {**email(), "inserts_per_day": 20},
        links=[emails(average=2, max=1000)],
        operations=[rename],
    )
    versions, documents = found["student_revisions"].moments, found["students"].moments
    assert versions[-1].document - versions[0].document == documents[-1].document - documents[0].document == 0


def test_what_is_archived_takes_its_elements_along() -> None:
    """1,000 students at a time, though ten come each day: each has its two e-mails, in three years, too."""
    at = {"name": "at", "type": "date", "required": True}
    kept = {"policy": "archive", "field": "at", "after_days": 100}
    known = student(retention=kept, fields=[*student()["fields"], at])
    found = forecasts(known, {**email(), "inserts_per_day": 20}, links=[emails(average=2, max=1000)])
    first, last = found["students"].moments[0], found["students"].moments[-1]
    assert (first.documents, last.documents, last.document) == (1000, 1000, first.document)


@pytest.mark.parametrize(
    ("size", "days", "said"),
    [
        (17 * 1024**2, 0.0, "An average document already exceeds MongoDB's 16 MiB limit."),
        (15 * 1024**2, None, "No document reaches 16 MiB."),
    ],
)
def test_what_is_too_large_today_is_said_though_it_never_grows(
    size: int, days: float | None, said: str
) -> None:
    film = {"name": "Film", "count": 9, "fields": [{"name": "reel", "type": "string", "average_bytes": size}]}
    found = forecasts(film)["films"]
    assert (found.days_to_16_mib, headroom(found)) == (days, said)


def test_without_a_percentile_there_is_none() -> None:
    found = forecasts(student(), email(), links=[emails(min=0, average=2, growth="unbounded")])["students"]
    assert {one.document_p95 for one in found.moments} == {None}
    assert {one.data_p95 for one in found.moments} == {None}


def test_indexes_take_an_entry_a_document_and_one_for_each_element() -> None:
    indexes = [{"keys": [["name", 1]]}]
    found = forecasts(student(indexes=indexes))["students"]
    assert found.moments[0].indexes == 1000 * ID_INDEX + 1000 * (15 + 10)
    assert found.moments[-1].indexes == (1000 + 10 * YEARS) * (ID_INDEX + 25)
    tags = {
        "name": "tags",
        "type": "array",
        "min_items": 2,
        "max_items": 4,
        "items": {"type": "string", "average_bytes": 7},
    }
    many = student(fields=[tags], indexes=[{"keys": [["tags", 1]]}])
    assert forecasts(many)["students"].moments[0].indexes == 1000 * ID_INDEX + 1000 * 3 * (20 + 10)


@pytest.mark.parametrize(("adds", "shared"), [(0.02, 1), (0.5, 15), (24, 720), (12_000, 500), (48_000, 1000)])
def test_a_time_series_indexes_the_buckets_of_the_server(adds: float, shared: float) -> None:
    """What one source adds within their span shares an entry, up to a thousand measurements; the span
    is an hour, a day or thirty, by how often measurements come."""
    fields = [{"name": "at", "type": "date", "required": True}, {"name": "value", "type": "double"}]
    indexes = [{"keys": [["value", 1]]}]
    reading = {
        "name": "Reading",
        "kind": "measurement",
        "count": 9_000_000,
        "fields": fields,
        "indexes": indexes,
    }
    ends = {
        "from": {"entity": "Student", "has": {"growth": "unbounded", "adds_per_day": adds}},
        "to": {"entity": "Reading"},
    }
    link = {"name": "readings", "kind": "one-to-many", "strategy": "TIME_SERIES", **ends}
    found = forecasts(student(), reading, links=[link])["readings"]
    entry = (8 + 10) + (12 + 8 + 10)  # the declared index, and that of the reference and the time
    assert found.moments[0].indexes == 9_000_000 / shared * entry


def test_a_bucket_never_mixes_two_sources_of_any_kind() -> None:
    """Of 10 meters and 1,000 subscriptions, each subscription is a series at least: counted by its meter, a bucket held
    a hundred times too many."""
    usage = {
        "name": "Usage", "kind": "measurement", "count": 9_000_000, "inserts_per_day": 24_000,
        "fields": [{"name": "at", "type": "date", "required": True}, {"name": "value", "type": "double"}],
        "indexes": [{"keys": [["value", 1]]}],
    }  # fmt: skip
    links = [
        {"name": f"of {name}", "kind": "one-to-many", "strategy": "TIME_SERIES", "time_window": "day",
         "from": {"entity": name, "has": {"growth": "unbounded"}}, "to": {"entity": "Usage", "field": name.lower()}}
        for name in ("Meter", "Subscription")
    ]  # fmt: skip
    meter, subscription = (
        {"name": name, "count": count, "fields": [{"name": "code", "type": "string"}]}
        for name, count in (("Meter", 10), ("Subscription", 1000))
    )
    found = forecasts(meter, subscription, usage, links=links)["usages"]
    entries = (8 + 10) + 2 * (12 + 8 + 10)  # the declared index, and those of each reference and the time
    assert found.moments[0].indexes == 9_000_000 / 24 * entries


@pytest.mark.parametrize(("count", "least"), [(372, 8192), (373, 373 * ID_INDEX)])
def test_an_index_takes_eight_kib_at_least(count: int, least: int) -> None:
    assert forecasts(student(count=count))["students"].moments[0].indexes == least


@pytest.mark.parametrize(("deletes", "ahead"), [(0, 1000 + 10 * YEARS), (4, 1000 + 6 * YEARS), (12, 0)])
def test_deletes_take_away(deletes: int, ahead: int) -> None:
    gone = {
        "name": "leave",
        "kind": "delete",
        "entity": "Student",
        "filter": [{"field": "name"}],
        "per_day": deletes,
    }
    assert (
        forecasts(student(), operations=[gone] if deletes else [])["students"].moments[-1].documents == ahead
    )


@pytest.mark.parametrize(("inserts", "ahead"), [(10, 1000 + 10 * YEARS), (0, 1000)])
def test_deletes_of_which_nobody_says_how_many_empty_nothing(inserts: int, ahead: int) -> None:
    """One a day is a guess, and would take 1,095 from whatever is stated."""
    gone = {"name": "leave", "kind": "delete", "entity": "Student", "filter": [{"field": "name"}]}
    made = forecasts(student(inserts_per_day=inserts), operations=[gone])["students"]
    assert made.moments[-1].documents == ahead


KEPT = {"policy": "ttl", "field": "made", "seconds": 30 * 86_400}


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(86_400, "count of Login: 500, from its inserts and retention"), (None, "count of Login: 10,000")],
)
def test_a_number_that_nobody_stated_is_said(seconds: int | None, said: str) -> None:
    retention = {"retention": {"policy": "ttl", "field": "made", "seconds": seconds}} if seconds else {}
    login = {
        "name": "Login",
        "inserts_per_day": 500,
        "fields": [{"name": "made", "type": "date"}],
        **retention,
    }
    found = forecasts(login)["logins"]
    assert found.assumed[0] == said
    assert found.moments[0].documents == (500 if seconds else 10_000)
    assert not any("count" in one for one in forecasts({**login, "count": 70})["logins"].assumed)


@pytest.mark.parametrize(
    ("retention", "ahead"),
    [
        (KEPT, 1000),
        ({"policy": "rolling", "field": "made", "period": "week"}, 1000),
        ({"policy": "rolling", "field": "made", "period": "year"}, 3660),
        ({"policy": "archive", "field": "made", "after_days": 50}, 1000),
        ({"policy": "archive", "field": "made", "after_days": 150}, 1500),
        ({"policy": "capped", "bytes": 10**9, "documents": 1500}, 1500),
        ({"policy": "capped", "bytes": 100 * (STUDENT + 2 + 4 + 8)}, 100),
        ({"policy": "keep"}, 1000 + 10 * YEARS),
    ],
)
def test_retention_keeps_so_many(retention: dict[str, Any], ahead: int) -> None:
    """Ten a day; the thousand that are stated stay, but where a cap holds."""
    made = {"name": "made", "type": "date", "required": True}
    one = student(retention=retention, fields=[*student()["fields"], made])
    assert forecasts(one)["students"].moments[-1].documents == ahead


@pytest.mark.parametrize("count", [None, 60_000])
def test_what_says_itself_when_it_goes_is_neither_nothing_nor_ever_more(count: int | None) -> None:
    job = {
        "name": "Job",
        "inserts_per_day": 80_000,
        "fields": [{"name": "forget_at", "type": "date", "required": True}],
        "retention": {"policy": "ttl", "field": "forget_at", "seconds": 0},
    }
    found = forecasts({**job, "count": count} if count else job)["jobs"]
    assert {moment.documents for moment in found.moments} == {count or 10_000}
    assert "Job expirations per day: equal to inserts" in found.assumed


def read_by_name(**more: Any) -> dict[str, Any]:
    return {"name": "find", "kind": "read", "entity": "Student", "filter": [{"field": "name"}], **more}


@pytest.mark.parametrize(
    ("often", "hot"), [({"per_day": 5}, 5), ({"per_day": 5, "limit": 20}, 100), ({"per_day": 10**6}, 1000)]
)
def test_the_working_set_is_what_a_day_touches_and_the_indexes(often: dict[str, Any], hot: int) -> None:
    found = forecasts(student(), operations=[read_by_name(**often)])["students"]
    assert found.hot == hot
    assert found.moments[0].working == hot * STUDENT + found.moments[0].indexes


def test_what_nobody_stated_is_named() -> None:
    bare = forecasts({"name": "Thing"})["things"]
    assert bare.assumed == (
        "count of Thing: 10,000",
        "inserts of Thing per day: 0",
        "reads per day: every document (no operations set)",
    )
    assert bare.moments[0].working == bare.moments[0].data + bare.moments[0].indexes
    assert forecasts(student(), operations=[read_by_name()])["students"].assumed == ()


def test_buckets_links_and_children_follow_their_relationships() -> None:
    """10 readings a day and sensor, 100 of them: a thousand a day. Links: three a student."""
    has = {"min": 0, "average": 400, "growth": "unbounded", "adds_per_day": 10}
    sensor = {"name": "Sensor", "count": 100, "inserts_per_day": 0}
    reading = {"name": "Reading", "count": 40_000, "fields": [{"name": "value", "type": "double"}]}
    ends = {
        "from": {"entity": "Sensor", "has": has},
        "to": {"entity": "Reading", "has": {"min": 1, "max": 1}},
    }
    link = {"name": "readings", "kind": "one-to-many", "strategy": "BUCKET", "page_size": 50, **ends}
    found = forecasts(sensor, reading, links=[link])
    (buckets,) = (one for name, one in found.items() if name not in ("sensors", "readings"))
    assert (buckets.moments[0].documents, buckets.moments[-1].documents) == (850, 850 + 20 * YEARS), (
        "half a page more each"
    )
    course = {"name": "Course", "count": 50}
    both = {
        "from": {"entity": "Student", "has": {"average": 3}},
        "to": {"entity": "Course", "has": {"average": 60}},
    }
    takes = {"name": "takes", "kind": "many-to-many", "strategy": "LINK_COLL", **both}
    linked = forecasts(student(), course, links=[takes])["takes"]
    assert linked.moments[0].documents == 3000


@pytest.mark.parametrize(("often", "ahead"), [({"per_day": 40}, 40 * YEARS), ({}, None)])
def test_each_write_that_keeps_a_version_adds_one(often: dict[str, Any], ahead: int | None) -> None:
    rename = {"name": "rename", "kind": "update", "entity": "Student", "filter": [{"field": "_id"}], **often}
    effects = {"effects": [{"field": "name", "do": "set"}]}
    made = forecasts(student(history="revisions"), operations=[{**rename, **effects}])
    if ahead is None:
        assert "student_revisions" not in made, "nobody says how often"
    else:
        assert (
            made["student_revisions"].moments[0].documents,
            made["student_revisions"].moments[-1].documents,
        ) == (0, ahead)
        assert "earlier versions of Student so far: 0" in made["student_revisions"].assumed


def test_versions_that_stand_beside_the_present_are_counted() -> None:
    """Each change adds one, and what is deleted stays as an earlier version."""
    by_id = {"entity": "Student", "filter": [{"field": "_id"}]}
    rename = {"name": "rename", "kind": "update", "per_day": 40, "changes": ["name"]} | by_id
    leave = {"name": "leave", "kind": "delete", "per_day": 3} | by_id
    enrol = {"name": "enrol", "kind": "insert", "entity": "Student", "per_day": 5}
    made = forecasts(student(history="point-in-time"), operations=[rename, leave, enrol])["students"]
    assert made.moments[-1].documents - made.moments[0].documents == (40 + 5) * YEARS
    assert "earlier versions of Student so far: 0" in made.assumed


@pytest.mark.parametrize("policy", ["archive", "ttl"])
def test_versions_stay_as_long_as_what_they_are_versions_of(policy: str) -> None:
    """What is archived takes its versions along, no sooner: they were left out, where an archive was set."""
    rename = {"name": "rename", "kind": "update", "entity": "Student", "filter": [{"field": "_id"}]}
    rename |= {"per_day": 40, "changes": ["name"]}
    term = {"after_days": 400} if policy == "archive" else {"seconds": 400 * 86_400}
    fields = [{"name": "name", "type": "string"}, {"name": "since", "type": "date", "required": True}]
    pupil = student(fields=fields, count=None, inserts_per_day=5, history="point-in-time")
    pupil |= {"retention": {"policy": policy, "field": "since", **term}}
    del pupil["count"]
    made = forecasts(pupil, operations=[rename])
    assert made["students"].moments[-1].documents == (40 + 5) * 400


@pytest.mark.parametrize(("written", "ahead"), [("printed_at", 7_000), ("state", 1_000 * 3 * 365)])
def test_what_gets_no_date_to_go_by_is_not_counted_as_gone(written: str, ahead: int) -> None:
    """A label goes a week after it was printed: if nothing says that it was, all of them stay."""
    retention = {"policy": "ttl", "field": "printed_at", "seconds": 7 * 86_400}
    fields = [{"name": "state", "type": "string", "required": True}, {"name": "printed_at", "type": "date"}]
    label = {"name": "Label", "fields": fields, "inserts_per_day": 1_000, "retention": retention}
    update = {"name": "print", "kind": "update", "entity": "Label", "per_day": 1_000, "changes": [written]}
    told = forecasts(label, operations=[update])["labels"]
    assert told.moments[-1].documents == ahead + (7_000 if written == "state" else 0)
    assert any("no update sets it" in each for each in told.assumed) == (written == "state")
