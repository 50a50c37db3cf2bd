"""B1: the server buckets measurements by itself."""

import pytest

from tests.compiler.small import MANY, NM, barred, chosen, decide, op, text

SERIES = ("B1", "TIME_SERIES")
AT = {"name": "at", "type": "date"}
VALUE = {"name": "value", "type": "double"}
READING = {"kind": "measurement", "fields": [AT, VALUE]}


def test_measurements_with_a_time() -> None:
    decision = decide(MANY, child=READING)
    assert (decision.rule, decision.strategy, decision.side) == (*SERIES, "to")
    assert barred(decision)["EMBED_ARRAY"] == "G1"
    assert barred(decision)["PARENT_REF"] == "B1"


@pytest.mark.parametrize("kind", ["entity", "event", "weak"])
def test_other_kinds_are_none(kind: str) -> None:
    assert chosen(MANY, child={**READING, "kind": kind}) != SERIES


def test_a_time_is_needed() -> None:
    assert chosen(MANY, child={"kind": "measurement", "fields": [VALUE]}) == ("B4", "BUCKET_TIME")


def test_a_lookup_above_them_is_folded_unless_it_is_read() -> None:
    lookup = {"kind": "lookup", "fields": [text()]}
    assert chosen(MANY, parent=lookup, child=READING) == ("B2", "FOLD_ONE")
    assert chosen(MANY, parent=lookup, child=READING, ops=(op("read", "Parent", per_day=0.1),)) == SERIES


def test_a_lookup_that_keeps_its_collection_is_no_obstacle() -> None:
    keyed = {"kind": "lookup", "fields": [{**text(), "unique": True}]}
    assert chosen(MANY, parent=keyed, child=READING) == SERIES


NEEDS = [
    {"needs": ["change-streams"]},
    {"needs": ["transactions"]},
    {"validation": {"level": "strict"}},
    {"fields": [AT, {**VALUE, "unique": True}]},
    {"fields": [AT, {"name": "of", "type": "object", "fields": [{**VALUE, "unique": True}]}]},
    {"indexes": [{"keys": [["value", 1]], "unique": True}]},
    {"indexes": [{"keys": [["value", "text"]]}]},
]


@pytest.mark.parametrize("need", NEEDS, ids=str)
def test_what_a_time_series_can_not_do(need: dict) -> None:
    decision = decide(MANY, child={**READING, **need})
    assert (decision.rule, decision.strategy, decision.window) == ("B4", "BUCKET_TIME", "day")
    assert "time_window" in decision.assumed
    assert barred(decision)["TIME_SERIES"] == "B1"


def test_changes_and_transactions_and_text_search_rule_it_out() -> None:
    assert chosen(MANY, child=READING, ops=(op("update", "Child"),)) != SERIES
    assert chosen(MANY, child=READING, rel={"child_updates_per_day": 1}) != SERIES
    assert chosen(MANY, child=READING, rel={"child_updates_per_day": 0}) == SERIES
    assert chosen(MANY, child=READING, rel={"atomic": True}) != SERIES
    search = op("read", "Child", filter=[{"field": "value", "match": "text"}])
    assert chosen(MANY, child=READING, ops=(search,)) != SERIES


@pytest.mark.parametrize(("policy", "native"), [("eventual", False), ("snapshot", True), (None, False)])
def test_copies_that_must_follow_a_measurement_need_change_streams(policy: str | None, native: bool) -> None:
    copy = {"field": "value", "of": "to", **({"policy": policy} if policy else {})}
    assert (chosen(MANY, child=READING, rel={"copies": [copy]}) == SERIES) is native


def test_an_undeclared_policy_of_an_immutable_field_is_no_need() -> None:
    fixed = {"kind": "measurement", "fields": [AT, {**VALUE, "immutable": True}]}
    assert chosen(MANY, child=fixed, rel={"copies": [{"field": "value", "of": "to"}]}) == SERIES


def test_copies_by_another_relationship_count_too() -> None:
    other = {
        "name": "s", "kind": NM, "from": {"entity": "Page"}, "to": {"entity": "Child"},
        "copies": [{"field": "value", "of": "to", "policy": "eventual"}],
    }  # fmt: skip
    page = {"name": "Page", "fields": [text()]}
    assert chosen(MANY, child=READING, entities=[page], links=[other]) != SERIES


def test_a_measurement_whose_id_is_stored_elsewhere_needs_a_collection() -> None:
    other = {"name": "s", "kind": MANY, "from": {"entity": "Child"}, "to": {"entity": "Alarm"}}
    alarm = {"name": "Alarm", "fields": [text()]}
    decision = decide(MANY, child=READING, entities=[alarm], links=[other])
    assert decision.strategy not in ("TIME_SERIES", "BUCKET_TIME")
    assert barred(decision)["TIME_SERIES"] == barred(decision)["BUCKET_TIME"] == "G9"


@pytest.mark.parametrize(
    ("more", "because"),
    [
        ({"history": "revisions"}, "Child has a history"),
        ({"history": "point-in-time"}, "Child has a history"),
        ({"retention": {"policy": "capped", "bytes": 4096}}, "Child is capped"),
    ],
)
def test_what_is_kept_in_another_way_is_no_time_series(more: dict, because: str) -> None:
    decision = decide(MANY, child={**READING, **more})
    (told,) = [one for one in decision.rejected if one.strategy == "TIME_SERIES"]
    assert (told.by, told.because) == ("B1", because)


@pytest.mark.parametrize(("most", "native"), [(29, False), (30, True)])
def test_a_handful_of_each_need_no_buckets(most: int, native: bool) -> None:
    """Four samples of a batch were made a time series, of which a bucket held one each."""
    assert (chosen(MANY, child=READING, has={"max": most}) == SERIES) is native
    assert chosen(MANY, child=READING, has={"max": most, "growth": "unbounded"}) == SERIES


@pytest.mark.parametrize(("average", "native"), [(29, False), (30, True)])
def test_the_average_tells_how_many_one_has_not_the_most(average: int, native: bool) -> None:
    """A session of dialysis has 24 readings, 60 at most; each new session brought a series of its own."""
    assert (chosen(MANY, child=READING, has={"average": average, "max": 60}) == SERIES) is native


@pytest.mark.parametrize(("parents_a_day", "native"), [(2_300, False), (0.1, True)])
def test_the_average_is_final_where_new_things_bring_all_that_comes(
    parents_a_day: float, native: bool
) -> None:
    """Else those that are there already go on growing to the most of each."""
    ops = (op("insert", "Child", per_day=55_000), op("insert", "Parent", per_day=parents_a_day))
    made = {"parent": {"count": 1_000_000}, "has": {"average": 24, "max": 60}, "ops": ops}
    decision = decide(MANY, child=READING, **made)
    assert (decision.strategy == "TIME_SERIES") is native
    if not native:
        because = {each.strategy: each.because for each in decision.rejected}
        assert "24 on average" in because["TIME_SERIES"]


@pytest.mark.parametrize(("a_day", "native"), [(1.7, False), (1.9, True)])
def test_rates_tell_how_many_there_will_be(a_day: float, native: bool) -> None:
    """100 things have 10 each today, and within three years 1095 days' share of what comes a day."""
    made = {"parent": {"count": 100}, "has": {"average": 10}, "ops": (op("insert", "Child", per_day=a_day),)}
    decision = decide(MANY, child=READING, **made)
    assert (decision.strategy == "TIME_SERIES") is native
    if not native:
        because = {each.strategy: each.because for each in decision.rejected}
        assert decision.strategy == "PARENT_REF" and "saves nothing" in because["TIME_SERIES"]


@pytest.mark.parametrize(("parents_a_day", "native"), [(0.1, True), (1, False)])
def test_each_of_those_that_come_and_go_has_its_share(parents_a_day: float, native: bool) -> None:
    ops = (op("insert", "Child", per_day=4), op("insert", "Parent", per_day=parents_a_day))
    assert (chosen(MANY, parent={"count": 10_000}, child=READING, ops=ops) == SERIES) is native


def test_a_stated_window_is_kept() -> None:
    few = {"child": {**READING, **NEEDS[0]}, "has": {"growth": "unbounded", "adds_per_day": 0.01}}
    assert chosen(MANY, **few) == ("B5", "PARENT_REF")
    assert chosen(MANY, **few, rel={"time_window": "day"}) == ("B4", "BUCKET_TIME")
