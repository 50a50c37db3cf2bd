"""A1: a part with a life of its own is linked, not embedded."""

from typing import Any

import pytest

from tests.compiler.small import (
    EXPIRING,
    ONE,
    Json,
    barred,
    chosen,
    decide,
    entity,
    link,
    op,
    pair,
    strategies,
    text,
)
from tests.compiler.test_flips_hold import told

APART, TOGETHER = ("A1", "LINK_ONE"), ("A3", "EMBED_ONE")


def test_a_part_used_by_itself_is_linked_from_the_dependent() -> None:
    decision = decide(ONE, rel={"independent_access": 0.5})
    assert (decision.rule, decision.strategy, decision.side) == (*APART, "to")
    assert barred(decision) == {"EMBED_ONE": "A1"}


@pytest.mark.parametrize(
    ("back", "expected"),
    [({"min": 0, "max": 1}, APART), ({"min": 1, "max": 1}, TOGETHER), ({}, TOGETHER)],
    ids=str,
)
def test_a_part_that_may_have_no_whole_stands_alone(back: Json, expected: tuple[str, str]) -> None:
    decision = decide(ONE, back=back)
    assert (decision.rule, decision.strategy) == expected
    if expected == APART:
        assert barred(decision) == {"EMBED_ONE": "G11"} and decision.inputs["to.min"] == 0


@pytest.mark.parametrize(
    ("parts", "wholes", "expected"),
    [(300, 300, TOGETHER), (301, 300, APART), (301, None, TOGETHER), (None, 300, TOGETHER)],
    ids=str,
)
def test_more_parts_than_wholes_stand_alone(
    parts: int | None, wholes: int | None, expected: tuple[str, str]
) -> None:
    """Only where both numbers are stated: an assumed one proves nothing."""
    child, parent = ({} if count is None else {"count": count} for count in (parts, wholes))
    assert chosen(ONE, child=child, parent=parent) == expected


@pytest.mark.parametrize(
    ("back", "rel", "why"),
    [
        ({"min": 0, "max": 1}, {}, "may have no"),
        ({"min": 1, "max": 1}, {"same_lifecycle": False}, "same_lifecycle is false"),
        ({"min": 1, "max": 1}, {"independent_access": 0.5}, "50% of its operations"),
    ],
    ids=str,
)
def test_the_reason_names_the_input_that_decided(back: Json, rel: Json, why: str) -> None:
    """All were said to be used alone, or to be able to exist without a parent."""
    assert why in decide(ONE, back=back, rel=rel).reason


REVIEW = (op("insert", "Child", per_day=700), op("read", "Parent", per_day=15_000))


@pytest.mark.parametrize(
    ("ops", "rel", "expected"),
    [
        (REVIEW, {}, APART),
        ((*REVIEW[1:], op("delete", "Child", per_day=3)), {}, APART),
        (REVIEW[1:], {}, TOGETHER),  # nobody knows how it comes
        (REVIEW, {"same_lifecycle": True}, TOGETHER),
        (REVIEW, {"accessed_together": 0}, TOGETHER),
        ((*REVIEW, op("read", "Parent", includes=["r"], per_day=1)), {}, TOGETHER),
    ],
    ids=str,
)
def test_a_part_that_comes_alone_and_is_read_with_no_whole_stands_alone(
    ops: tuple[Json, ...], rel: Json, expected: tuple[str, str]
) -> None:
    back = {"min": 1, "max": 1}
    assert chosen(ONE, back=back, rel=rel, ops=ops) == expected


def test_a_weak_part_is_nothing_without_its_holder() -> None:
    weak = {"kind": "weak", "count": 500}
    assert chosen(ONE, child=weak, parent={"count": 300}, back={"min": 0, "max": 1}) == TOGETHER


@pytest.mark.parametrize(("kind", "expected"), [("entity", APART), ("weak", TOGETHER)])
def test_a_weak_part_that_comes_alone_still_goes_into_its_holder(
    kind: str, expected: tuple[str, str]
) -> None:
    """Time sheets are handed in by themselves; that no operation reads them with their assignments says nobody."""
    assert chosen(ONE, child={"kind": kind}, back={"min": 1, "max": 1}, ops=REVIEW) == expected


def test_the_designer_may_embed_a_part_that_may_exist_alone() -> None:
    decision = decide(ONE, back={"min": 0, "max": 1}, rel={"strategy": "EMBED_ONE"})
    assert decision.strategy == "EMBED_ONE" and decision.caveats[0].startswith("exceeds limit G11:")


def test_what_would_change_it_is_told_on_both_sides() -> None:
    def turns(**design: Any) -> set[str]:
        return {flip.when for *_, flip in told(pair(ONE, **design))}

    assert "to.min > 0" in turns(back={"min": 0, "max": 1})
    counted = {"child": {"count": 300}, "parent": {"count": 300}}
    assert {"to.min < 1", "count > 300", "from.count < 300"} <= turns(back={"min": 1, "max": 1}, **counted)


@pytest.mark.parametrize(("alone", "rule"), [(0, "A3"), (0.19, "A3"), (0.2, "A1"), (1, "A1")])
def test_how_much_is_alone(alone: float, rule: str) -> None:
    assert chosen(ONE, rel={"independent_access": alone})[0] == rule


def test_use_alone_is_measured() -> None:
    ops = (op("read", "Child", per_day=1), op("read", "Parent", includes=["r"], per_day=4))
    assert chosen(ONE, ops=ops) == APART
    assert chosen(ONE, ops=(ops[0], {**ops[1], "per_day": 4.1})) == ("A3", "EMBED_ONE")


def test_another_lifecycle_keeps_it_apart() -> None:
    assert chosen(ONE, rel={"same_lifecycle": False}) == APART
    assert chosen(ONE, rel={"same_lifecycle": True}) == ("A3", "EMBED_ONE")


def test_what_expires_by_itself_stays_apart() -> None:
    made = [text(), {"name": "made", "type": "date"}]
    decision = decide(ONE, child={"fields": made, "retention": EXPIRING})
    assert (decision.rule, decision.strategy) == APART
    assert barred(decision)["EMBED_ONE"] == "G7"
    assert decision.inputs


def test_what_would_burst_the_document_stays_apart() -> None:
    mib = 1024 * 1024
    assert chosen(ONE, child={"fields": [text(8 * mib - 1000)]}) == ("A3", "EMBED_ONE")
    decision = decide(ONE, child={"fields": [text(8 * mib)]})
    assert (decision.rule, barred(decision)["EMBED_ONE"]) == ("A1", "G4")


def test_a_part_with_two_wholes_and_a_minimum_of_one_is_only_in_one_of_them() -> None:
    entities = [entity("A"), entity("B"), entity("Part")]
    links = [link(name, ONE, name.upper(), "Part", back={"min": 1}) for name in ("a", "b")]
    assert strategies(entities, links) == {"a": "EMBED_ONE", "b": "LINK_ONE"}
