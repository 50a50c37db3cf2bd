"""The conflicts of the rulebook, X1 to X13: two good rules that can't both win, and which one does."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from tests.compiler.compiled import compiled
from tests.compiler.small import (
    EXPIRING,
    MANY,
    NM,
    ONE,
    Json,
    barred,
    case,
    chosen,
    decide,
    entity,
    link,
    op,
    text,
)

ENDLESS = {"growth": "unbounded"}
OWNED = {"exclusive_owner": True}
TOGETHER = {"accessed_together": 0.9}
MEASURED = {"kind": "measurement", "fields": [{"name": "at", "type": "date", "required": True}, text()]}


def whole(entities: list[Json], links: list[Json], *ops: Json, **more: Any) -> Compilation:
    """The compilation of a small design."""
    model = {
        "format": "nestlink/1",
        "name": "X",
        "database": "x",
        "entities": entities,
        "relationships": links,
    }
    named = [{**one, "name": f"operation {place}"} for place, one in enumerate(ops)]
    return compiled({**model, "operations": named, **more})


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"together_needs": "recent"}, ("B3", "SUBSET")),
        ({"together_needs": "summary", "recent": {"count": 3}}, ("B3", "SUBSET")),
        ({"together_needs": "summary"}, ("B5", "PARENT_REF")),
        ({"together_needs": "all", "pagination": "sequential"}, ("B4", "BUCKET")),
        ({"together_needs": "all"}, ("B5", "PARENT_REF")),
    ],
)
def test_x1_together_but_unbounded(more: Json, expected: tuple[str, str]) -> None:
    assert chosen(has=ENDLESS, rel={**OWNED, **TOGETHER, **more}) == expected


BOTH_WAYS = {"navigation": {"from_to_per_day": 5, "to_from_per_day": 5}}


@pytest.mark.parametrize(("share", "expected"), [(0.5, ("B3", "SUBSET")), (0.49, ("B5", "PARENT_REF"))])
def test_x1_half_of_the_reads_are_together(share: float, expected: tuple[str, str]) -> None:
    rel = {**OWNED, "accessed_together": share, "together_needs": "recent"}
    assert chosen(has=ENDLESS, rel=rel) == expected


@pytest.mark.parametrize(
    ("alone", "more", "expected"),
    [
        (0.19, {}, ("B7", "EMBED_ARRAY")),
        (0.2, {}, ("B9", "CHILD_REFS")),
        (0.2, BOTH_WAYS, ("B10", "PARENT_REF")),
        (0.2, {**BOTH_WAYS, "together_needs": "ids"}, ("B8", "TWO_WAY_REFS")),
        (0.2, {"accessed_together": 0.2}, ("B9", "CHILD_REFS")),
        (0.2, {"accessed_together": 0.19}, ("B10", "PARENT_REF")),
    ],
)
def test_x2_few_but_used_alone(alone: float, more: Json, expected: tuple[str, str]) -> None:
    rel = {**OWNED, **TOGETHER, "independent_access": alone, **more}
    assert chosen(has={"max": 20}, rel=rel) == expected


def test_x2_what_is_kept_inside_is_indexed_where_it_is_asked_for() -> None:
    child = entity("Child", {"name": "key", "type": "string"})
    held = link("r", MANY, "Parent", "Child", has={"max": 20}, independent_access=0.1, **OWNED)
    made = whole([entity("Parent"), child], [held], op("read", "Child", "key"))
    assert made.decisions[0].strategy == "EMBED_ARRAY"
    assert "children.key" in {path for index in made.plan.collections[0].indexes for path, _ in index.keys}


@pytest.mark.parametrize(("share", "spare", "huge"), [(0.19, 0, False), (0.19, -1, True), (0.2, -1, False)])
def test_x3_few_but_huge_and_seldom_wanted(share: float, spare: int, huge: bool) -> None:
    """Of 4,096 bytes, which are not too many, or of one more."""
    few, rel = {"max": 5, "average": 1}, {**OWNED, "accessed_together": share}
    for kind, known, strategies in (
        (MANY, "element", ("EMBED_ARRAY", "PARENT_REF")),
        (ONE, "child_bytes", ("EMBED_ONE", "LINK_ONE")),
    ):
        empty = case(kind, has=few if kind == MANY else {}, child={"fields": [text(0)]}, rel=rel)
        rest = empty.element if known == "element" else empty.look(known)
        child = {"fields": [text(4096 - int(rest) - spare)]}
        decision = decide(kind, has=few if kind == MANY else {}, child=child, rel=rel)
        assert decision.strategy == strategies[huge]


def test_x3_a_huge_part_is_split_off_and_one_over_the_limit_never_embedded() -> None:
    cold = decide(ONE, child={"fields": [text(5000)]}, rel={"accessed_together": 0.1})
    assert (cold.rule, cold.strategy) == ("A2", "LINK_ONE")
    film = {"fields": [{"name": "film", "type": "binData", "average_bytes": 17 * 1024 * 1024}]}
    for kind in (ONE, MANY):
        decision = decide(kind, has={"max": 1}, child=film, rel={**OWNED, **TOGETHER})
        assert decision.strategy in ("LINK_ONE", "PARENT_REF", "CHILD_REFS")
        assert "G4" in barred(decision).values()


def test_x4_atomic_with_its_parent_but_endless() -> None:
    held = link("r", MANY, "Parent", "Child", has=ENDLESS, atomic=True, **OWNED, **TOGETHER)
    made = whole([entity("Parent"), entity("Child")], [held])
    assert made.decisions[0].strategy == "PARENT_REF" and barred(made.decisions[0])["EMBED_ARRAY"] == "G1"
    alone = whole([entity("Parent"), entity("Child")], [held], topology="standalone")
    assert "L17" in {one.code for one in alone.findings}
    few = link("r", MANY, "Parent", "Child", has={"max": 200}, atomic=True, **OWNED, **TOGETHER)
    inside = whole([entity("Parent"), entity("Child")], [few], topology="standalone")
    assert inside.decisions[0].strategy == "EMBED_ARRAY"
    assert "L17" not in {one.code for one in inside.findings}


@pytest.mark.parametrize(("reads", "expected"), [(20, ("B3", "SUBSET")), (19, ("B4", "BUCKET"))])
def test_x5_written_more_than_read_but_together(reads: int, expected: tuple[str, str]) -> None:
    rel = {**OWNED, **TOGETHER, "together_needs": "recent", "pagination": "sequential"}
    ops = (op("read", "Parent", includes=["r"], per_day=reads), op("insert", "Child", per_day=10))
    assert chosen(has=ENDLESS, rel=rel, ops=ops) == expected


@pytest.mark.parametrize(("updates", "copied"), [(1, True), (1.01, False), (90, False)])
def test_x6_a_copy_that_changes_too_often_stays_with_its_owner(updates: float, copied: bool) -> None:
    """Each update rewrites the copies of ten children."""
    copy = {"field": "title", "of": "from", "policy": "eventual"}
    copies = [{**copy, "reads_per_day": 100, "updates_per_day": updates}]
    fields = [text(name=name) for name in ("title", "city", "phone", "notes")]
    held = link("r", MANY, "Parent", "Child", has=ENDLESS, copies=copies)
    read = op("read", "Child", "parent_id", includes=["r"])
    made = whole([{"name": "Parent", "fields": fields}, entity("Child")], [held], read)
    assert ("parent_title" in {one.name for one in made.plan.collections[1].fields}) is copied
    assert ("L19" in {one.code for one in made.findings}) is not copied
    assert any("$lookup" in str(one.pipeline) for one in made.plan.statements if one.op == "aggregate")


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((200, 200), ("C5", "TWO_WAY_EMBED")),
        ((201, 200), ("C4b", "ONE_WAY_EMBED")),
        ((249, 5), ("C4b", "ONE_WAY_EMBED")),  # fifty times as many are too unlike
        ((250, 5), ("C4a", "ONE_WAY_EMBED")),
        ((201, 3), ("C4a", "ONE_WAY_EMBED")),
    ],
)
def test_x7_both_ways_wanted_but_one_side_is_large(sides: tuple[int, int], expected: tuple[str, str]) -> None:
    assert chosen(NM, has={"max": sides[0]}, back={"max": sides[1]}) == expected


@pytest.mark.parametrize(("policy", "synced"), [("snapshot", False), ("eventual", True), ("strong", True)])
def test_x8_a_price_of_that_day_is_not_synced(policy: str, synced: bool) -> None:
    copies = [{"field": "price", "of": "to", "policy": policy, "reads_per_day": 1000, "updates_per_day": 1}]
    product = entity("Product", text(name="title"), {"name": "price", "type": "decimal"})
    lines = link(
        "lines",
        NM,
        "Order",
        "Product",
        has={"max": 50},
        back=ENDLESS,
        link_owner="from",
        copies=copies,
        **TOGETHER,
    )
    made = whole([entity("Order"), product], [lines])
    assert made.decisions[0].strategy == "EMBED_LINK"
    written = [
        one
        for one in made.plan.statements
        if one.script == "05_sync" and one.collection == "orders" and one.writes
    ]
    assert bool(written) is synced
    assert any(one.transaction for one in written) is (policy == "strong")


@pytest.mark.parametrize(
    "more", [{"validation": {"level": "strict"}}, {"needs": ["unique"]}, {"needs": ["transactions"]}]
)
def test_x9_measurements_that_need_what_a_time_series_lacks(more: Json) -> None:
    plain = decide(has=ENDLESS, child=MEASURED)
    assert (plain.rule, plain.strategy) == ("B1", "TIME_SERIES")
    made = decide(has=ENDLESS, child={**MEASURED, **more})
    assert (made.rule, made.strategy, made.window) == ("B4", "BUCKET_TIME", "day")
    assert (made.inputs["time_window"], made.assumed.count("time_window")) == ("day", 1)


def test_x9_an_update_rules_a_time_series_out_too() -> None:
    made = decide(
        has=ENDLESS, child=MEASURED, ops=(op("update", "Child", "_id", changes=["text"], per_day=0.1),)
    )
    assert made.strategy != "TIME_SERIES"


def test_x10_pages_of_an_embedded_array_are_sliced_by_the_server() -> None:
    paged = {**OWNED, **TOGETHER, "pagination": "sequential", "page_size": 10}
    for most, expected in ((200, "EMBED_ARRAY"), (201, "BUCKET")):
        held = link("r", MANY, "Parent", "Child", has={"max": most}, **paged)
        made = whole([entity("Parent"), entity("Child")], [held])
        assert made.decisions[0].strategy == expected
        slices = [one for one in made.plan.statements if "$slice" in str(one.projection)]
        assert bool(slices) is (expected == "EMBED_ARRAY")


def test_x11_one_thing_wanted_inside_and_alone_has_one_home() -> None:
    links = [
        link("shown", MANY, "Page", "Item", has={"max": 5}, back={"min": 1}, **TOGETHER, **OWNED),
        link("owned", MANY, "User", "Item", has=ENDLESS, back={"min": 1}),
    ]
    copies = [{"field": "text", "of": "to", "policy": "eventual", "reads_per_day": 100, "updates_per_day": 1}]
    linked = link("related", NM, "Item", "User", has={"max": 5}, back=ENDLESS, copies=copies)
    made = whole(
        [entity("Page"), entity("Item"), entity("User")], [*links, linked], op("read", "Item", "text")
    )
    homes = made.composition.homes["Item"]
    assert len(homes) == 1
    copied = [overlay for one in made.decisions for overlay in one.overlays if overlay.kind == "EXT_REF"]
    assert copied and all(overlay.policy == "eventual" for overlay in copied)


def test_x11_what_is_wanted_inside_of_one_thing_alone_is_there() -> None:
    shown = link("shown", MANY, "Page", "Item", has={"max": 5}, back={"min": 1}, **TOGETHER, **OWNED)
    (home,) = whole([entity("Page"), entity("Item")], [shown]).composition.homes["Item"]
    assert (home.kind, home.holder) == ("element", "Page")


@pytest.mark.parametrize(("seconds", "inside"), [(59, False), (60, True), (61, False)])
def test_x12_what_expires_with_its_parent_may_be_inside(seconds: int, inside: bool) -> None:
    ends = {"fields": [{"name": "made", "type": "date"}], "retention": EXPIRING}
    child = {**ends, "retention": {**EXPIRING, "seconds": seconds}}
    decision = decide(has={"max": 5}, parent=ends, child=child, rel={**OWNED, **TOGETHER})
    assert (decision.strategy == "EMBED_ARRAY") is inside


def test_x12_what_expires_is_not_inside_of_what_stays() -> None:
    child = {
        "fields": [{"name": "made", "type": "date"}],
        "retention": {"policy": "ttl", "field": "made", "seconds": 60},
    }
    decision = decide(has={"max": 5}, child=child, rel={**OWNED, **TOGETHER})
    assert decision.strategy != "EMBED_ARRAY" and barred(decision)["EMBED_ARRAY"] == "G7"


@pytest.mark.parametrize(
    ("most", "held"), [(2000, "CHILD_REFS"), (2001, "PARENT_REF"), (500_000, "PARENT_REF")]
)
def test_x13_ids_that_would_fit_are_still_too_many(most: int, held: str) -> None:
    decision = decide(has={"max": most}, rel={"independent_access": 0.5, "accessed_together": 0.5})
    assert decision.strategy == held
    if held == "PARENT_REF":
        assert barred(decision)["CHILD_REFS"] == "G3"
