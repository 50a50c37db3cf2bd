"""B4: one document holds a page or a window."""

from __future__ import annotations

import pytest

from tests.compiler.in_parts import compile_design
from tests.compiler.small import MANY, Json, barred, chosen, decide, design, entity, link, op, pair, text

PAGES = {"pagination": "sequential"}
ENDLESS = {"growth": "unbounded"}


def test_pages() -> None:
    decision = decide(MANY, rel=PAGES, has=ENDLESS)
    assert (decision.rule, decision.strategy, decision.side) == ("B4", "BUCKET", "to")
    assert (decision.bound, decision.window) == (50, None)
    assert decide(MANY, rel={**PAGES, "page_size": 20}, has=ENDLESS).bound == 20


def test_windows() -> None:
    decision = decide(MANY, rel={**PAGES, "time_window": "week"}, has={**ENDLESS, "adds_per_day": 10})
    assert (decision.rule, decision.strategy, decision.window) == ("B4", "BUCKET_TIME", "week")
    assert "time_window" not in decision.assumed


@pytest.mark.parametrize(
    ("declared", "adds", "window"),
    [
        ("day", 1000, "day"),
        ("day", 1001, "hour"),
        ("month", 100, "week"),
        ("month", 200, "day"),
        ("hour", 10**6, "hour"),
    ],
)
def test_a_window_that_would_overflow_becomes_a_smaller_one(declared: str, adds: int, window: str) -> None:
    decision = decide(MANY, rel={"time_window": declared}, has={**ENDLESS, "adds_per_day": adds})
    assert decision.window == window


@pytest.mark.parametrize("pagination", ["none", "arbitrary", None])
def test_other_reads_get_no_bucket(pagination: str | None) -> None:
    assert chosen(MANY, rel={"pagination": pagination} if pagination else {}, has=ENDLESS)[0] == "B5"


@pytest.mark.parametrize(("most", "rule"), [(200, "B10"), (201, "B4")])
def test_a_short_list_needs_no_bucket(most: int, rule: str) -> None:
    assert chosen(MANY, rel=PAGES, has={"max": most})[0] == rule


@pytest.mark.parametrize(("alone", "rule"), [(0.19, "B4"), (0.2, "B5")])
def test_what_is_used_alone_gets_no_bucket(alone: float, rule: str) -> None:
    assert chosen(MANY, rel={**PAGES, "independent_access": alone}, has=ENDLESS)[0] == rule


def test_of_what_is_used_alone_nobody_is_asked_how_it_is_paged() -> None:
    """Another answer would not make a bucket of it."""
    because = {
        one.strategy: one.because
        for one in decide(MANY, rel={"independent_access": 0.36}, has=ENDLESS).rejected
    }
    assert because["BUCKET"] == "36% of its operations start outside the parent"
    asked = [
        [each.ask for each in compile_design(pair(MANY, rel={"independent_access": alone}, has=ENDLESS)).questions]
        for alone in (0.1, 0.36)
    ]  # fmt: skip
    assert [any("page through" in ask for ask in questions) for questions in asked] == [True, False]


@pytest.mark.parametrize(("deletes", "rule"), [(10, "B4"), (11, "B5")])
def test_deletes_must_be_rare(deletes: int, rule: str) -> None:
    ops = (op("delete", "Child", per_day=deletes), op("insert", "Child", per_day=100))
    decision = decide(MANY, rel={**PAGES, "independent_access": 0}, has=ENDLESS, ops=ops)
    assert decision.rule == rule
    assert decision.inputs["deletes_per_day"] == deletes


def test_a_page_shrinks_to_its_bytes_and_elements() -> None:
    big = {"fields": [text(12_000)]}
    assert decide(MANY, child=big, rel=PAGES, has=ENDLESS).bound == 10
    assert decide(MANY, child={"fields": [text(200_000)]}, rel=PAGES, has=ENDLESS).bound == 1
    assert decide(MANY, rel={**PAGES, "page_size": 5000}, has=ENDLESS).bound == 1000


def test_what_fills_a_bucket_by_itself_gets_none() -> None:
    huge = {"fields": [text(8 * 1024 * 1024)]}
    assert barred(decide(MANY, child=huge, rel=PAGES, has=ENDLESS))["BUCKET"] == "G4"


@pytest.mark.parametrize(("adds", "rule"), [(80, "B4"), (90, "B5")])
def test_a_window_of_bulky_elements_must_fit_into_a_document(adds: int, rule: str) -> None:
    bulky = {"fields": [text(100_000)]}
    decision = decide(MANY, child=bulky, rel={"time_window": "day"}, has={**ENDLESS, "adds_per_day": adds})
    assert decision.rule == rule
    assert rule == "B4" or barred(decision)["BUCKET_TIME"] == "G4"


def test_writers_get_a_bucket_where_a_slice_does_not_pay() -> None:
    """X5: one write instead of two."""
    ops = (op("read", "Parent", includes=["r"], per_day=10), op("insert", "Child", per_day=10))
    rel = {**PAGES, "together_needs": "recent", "accessed_together": 0.9}
    assert chosen(MANY, rel=rel, has=ENDLESS, ops=ops) == ("B4", "BUCKET")


def test_an_id_that_is_stored_elsewhere_bars_buckets() -> None:
    other = {"name": "s", "kind": MANY, "from": {"entity": "Child"}, "to": {"entity": "Other"}}
    decision = decide(MANY, rel=PAGES, has=ENDLESS, entities=[{"name": "Other", "fields": []}], links=[other])
    assert (decision.rule, barred(decision)["BUCKET"]) == ("B5", "G9")


MADE = {"name": "made", "type": "date", "required": True}
TTL = {"policy": "ttl", "seconds": 60, "field": "made"}
CAPPED = {"policy": "capped", "bytes": 4096}
ROLLING = {"policy": "rolling", "period": "month", "field": "made"}
ARCHIVED = {"policy": "archive", "after_days": 30, "field": "made"}


@pytest.mark.parametrize(("reads", "bucket"), [(PAGES, "BUCKET"), ({"time_window": "day"}, "BUCKET_TIME")])
@pytest.mark.parametrize(
    ("retention", "rule"),
    [
        (None, "B4"),
        ({"policy": "keep"}, "B4"),
        (ARCHIVED, "B4"),
        (TTL, "B5"),
        (CAPPED, "B5"),
        (ROLLING, "B5"),
    ],
)
def test_what_expires_gets_no_bucket(retention: Json | None, rule: str, reads: Json, bucket: str) -> None:
    """A bucket would go with the first that came into it, or stay for the last."""
    child = {"fields": [text(), MADE], **({"retention": retention} if retention else {})}
    made = compile_design(pair(MANY, child=child, rel=reads, has=ENDLESS))
    decision = made.composition.decisions["r"]
    assert (decision.rule, decision.strategy) == (rule, bucket if rule == "B4" else "PARENT_REF")
    assert rule == "B4" or barred(decision)[bucket] == "G7"
    assert not [one for one in made.findings if one.code == "L49" and one.severity == "error"]


def test_a_bucket_of_the_designers_own_for_what_expires_is_a_finding() -> None:
    child = {"fields": [text(), MADE], "retention": TTL}
    made = compile_design(pair(MANY, child=child, rel={**PAGES, "strategy": "BUCKET"}, has=ENDLESS))
    assert made.composition.decisions["r"].strategy == "BUCKET"
    assert any("G7" in one for one in made.composition.decisions["r"].caveats)
    assert [one.subject for one in made.findings if one.code == "L49"] == ["Child"]


@pytest.mark.parametrize(("retention", "rule"), [(None, "B4"), (TTL, "B5")])
def test_a_kind_that_expires_keeps_all_kinds_out_of_buckets(retention: Json | None, rule: str) -> None:
    parts = [entity("Page", text(), text(name="a")), entity("Thing", text())]
    parts.append(entity("Kind", MADE, **({"retention": retention} if retention else {})))
    links = [link("kinds", "is-a", "Thing", "Kind"), link("r", MANY, "Page", "Thing", has=ENDLESS, **PAGES)]
    made = compile_design(design(parts, links))
    assert made.composition.decisions["kinds"].strategy == "POLY_SINGLE"
    assert made.composition.decisions["r"].rule == rule
    assert not [one for one in made.findings if one.code == "L49"]
