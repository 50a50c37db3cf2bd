"""Writes of lists in documents that have a history: what was is kept with each, or nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def patients(history: str, strategy: str = "EMBED_ARRAY", **top: Any) -> Callable[[], Json]:
    owned = link(
        "allergies",
        "one-to-many",
        end("Patient", 2),
        end("Allergy", 1),
        exclusive_owner=True,
        strategy=strategy,
    )
    return lambda: {
        "format": "nestlink/1", "name": "Ward", "database": "ward", "relationships": [owned],
        "entities": [entity("Patient", field("name"), history=history), entity("Allergy", field("to", unique=True), kind="weak")],
        **top,
    }  # fmt: skip


def listed(documents: list[Json]) -> list[list[str]]:
    return [[one["to"] for one in each["allergies"]] for each in documents]


def grown(play: Play) -> Steps:
    """Two additions, one for which there is no room, and a removal."""
    play.documents["patient_revisions"] = []
    patient = play.first("patients")
    patient |= {"revision": 1, "allergies": []}
    for to in ("nuts", "cats", "dust"):
        play.call("allergies.add", patientId=patient["_id"], allergy={"to": to})
    play.call("allergies.remove", patientId=patient["_id"], allergyTo="nuts")
    play.audit()
    done = yield
    now = done.one("patients", patient["_id"])
    assert now is not None and (now["revision"], listed([now])) == (4, [["cats"]])
    past = [one for one in done.all("patient_revisions") if one["patient_id"] == patient["_id"]]
    past.sort(key=lambda one: one["revision"])
    assert [one["revision"] for one in past] == [1, 2, 3]
    assert listed(past) == [[], ["nuts"], ["nuts", "cats"]]
    assert done.states[2] == done.states[1] and done.found["Patient.missing_revisions"] == []
    is_told = "refused" in (done.results[2] or {}) or done.results[2]["matchedCount"] == 0
    assert is_told


@replay(patients("revisions"))
def test_an_addition_keeps_what_was_or_is_refused(play: Play) -> Steps:
    yield from grown(play)


@replay(patients("revisions", topology="standalone"))
def test_an_addition_keeps_what_was_first_where_there_is_no_transaction(play: Play) -> Steps:
    yield from grown(play)


@replay(patients("point-in-time", "OUTLIER"))
def test_what_changes_twice_in_a_moment_is_kept_once(play: Play) -> Steps:
    patient = play.first("patients")
    begun = datetime(2024, 1, 1, tzinfo=UTC)
    patient |= {
        "valid_from": begun,
        "valid_to": None,
        "patient_id": patient["_id"],
        "allergies": [{"to": "nuts"}],
        "has_extras": True,
    }
    play.documents["patients"], play.documents["patients_extra"] = [patient], []
    play.call(
        "allergies.remove", patientId=patient["_id"], allergyTo="nuts", now=datetime(2024, 2, 1, tzinfo=UTC)
    )
    play.call(
        "allergies.add",
        patientId=patient["_id"],
        allergy={"to": "cats"},
        now=datetime(2024, 3, 1, tzinfo=UTC),
    )
    done = yield
    assert not any("refused" in (one or {}) for one in done.results)
    now = done.one("patients", patient["_id"], 0)
    assert now is not None and listed([now]) == [[]] and "has_extras" not in now
    (past,) = [one for one in done.all("patients", 0) if one["valid_to"] is not None]
    assert (past["valid_from"], listed([past]), past["has_extras"]) == (begun, [["nuts"]], True)
    assert len(done.all("patients")) == 3 and listed([done.one("patients", patient["_id"]) or {}]) == [
        ["cats"]
    ]
    assert done.all("patients_extra") == []


def prices(**top: Any) -> Callable[[], Json]:
    fields = [field("item", unique=True, required=True), field("price", "int")]
    raised = {
        "name": "raise",
        "kind": "update",
        "entity": "Price",
        "filter": [{"field": "item"}],
        "changes": ["price"],
    }
    doubled = {
        **raised,
        "name": "double",
        "changes": [],
        "effects": [{"field": "price", "do": "multiply", "by": 2}],
    }
    gone = {"name": "drop", "kind": "delete", "entity": "Price", "filter": [{"field": "item"}]}
    return lambda: {
        "format": "nestlink/1", "name": "Prices", "database": "prices", "relationships": [],
        "entities": [entity("Price", *fields, history="point-in-time")], "operations": [raised, doubled, gone], **top,
    }  # fmt: skip


def priced(play: Play) -> Steps:
    """Changes of a price that is known by its item, what each moment finds, and an end."""
    day = [datetime(2024, 1, number, tzinfo=UTC) for number in range(1, 10)]
    play.documents["prices"] = [
        {**play.first("prices"), "item": "pants", "price": 5, "valid_from": day[0], "valid_to": None}
    ]
    play.call("raise", item="pants", newPrice=7, now=day[2])
    play.call("raise", item="pants", newPrice=9, now=day[2])  # again in the same moment
    play.call("Price.change", item="pants", changes={"price": 8}, now=day[4])
    play.call("double", item="pants", now=day[6])
    play.call("Price.change", item="shirt", changes={"price": 8}, now=day[6])
    for moment in (day[1], day[2], day[5], day[8]):
        play.call("Price.at", item="pants", moment=moment)
    play.call("drop", item="pants", now=day[8])
    play.call("Price.history", item="pants")
    play.audit()
    done = yield
    assert [one["price"] for one in done.results[5:9]][2:] == [8, 16]
    assert done.results[5]["price"] == 5 and "refused" in done.results[4]
    past = done.results[10][::-1]  # told newest first
    ends = [(one["valid_from"], one["valid_to"]) for one in past]
    assert all(one[1] == other[0] for one, other in pairwise(ends))  # no gap, no overlap
    assert (ends[0][0], ends[-1][1]) == (day[0], day[8]) and done.found["Price.overlapping_versions"] == []


@replay(prices())
def test_a_version_is_closed_and_the_next_one_opened(play: Play) -> Steps:
    yield from priced(play)


@replay(prices(topology="standalone"))
def test_a_version_is_kept_first_where_there_is_no_transaction(play: Play) -> Steps:
    yield from priced(play)


def _too_early(play: Play) -> Steps:
    """A caller whose clock is behind: no version ends before its begin, and a change in a transaction, or an end, is made all
    the same."""
    day = [datetime(2024, 1, number, tzinfo=UTC) for number in range(1, 6)]
    by_id = {"price_id": play.first("prices")["_id"]} if "price_id" in play.first("prices") else {}
    play.documents["prices"] = [
        {**play.first("prices"), "item": "pants", "price": 5, "valid_from": day[2], "valid_to": None, **by_id}
    ]
    which = {"id": by_id["price_id"]} if by_id else {"item": "pants"}
    play.call("raise", **which, newPrice=7, now=day[1])
    play.call("drop", **which, now=day[1])
    play.call("raise", **which, newPrice=9, now=day[3])
    done = yield
    if not by_id:
        assert "now is before" in done.results[0]["refused"], done.results
    assert "refused" not in (done.results[1] or {}), done.results
    assert "not found" in done.results[2]["refused"], done.results
    versions = sorted(done.all("prices"), key=lambda each: each["valid_from"])
    assert [one["price"] for one in versions] == ([5, 7] if by_id else [5])
    assert all(one["valid_from"] < one["valid_to"] for one in versions)
    assert all(one["valid_to"] == other["valid_from"] for one, other in pairwise(versions))


@replay(prices())
def test_no_version_ends_before_it_began(play: Play) -> Steps:
    yield from _too_early(play)


def _prices_by_id() -> Json:
    design = prices()()
    design["entities"] = [entity("Price", field("item"), field("price", "int"), history="point-in-time")]
    by_id = {"filter": [{"field": "_id"}]}
    return {**design, "operations": [{**each, **by_id} for each in design["operations"]]}


@replay(lambda: _prices_by_id())
def test_no_version_ends_before_it_began_where_the_present_keeps_its_id(play: Play) -> Steps:
    yield from _too_early(play)
