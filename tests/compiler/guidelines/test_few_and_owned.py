"""B7: what is few, owned and read with its parent belongs inside."""

import pytest

from tests.compiler.in_parts import compile_design
from tests.compiler.small import EXPIRING, MANY, barred, chosen, decide, op, pair, text
from tests.compiler.test_flips_hold import told

INSIDE = ("B7", "EMBED_ARRAY")
OWNED = {"exclusive_owner": True}


def test_few_and_owned() -> None:
    decision = decide(MANY, has={"max": 50}, rel=OWNED)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (*INSIDE, "from", 50)
    assert barred(decision)["PARENT_REF"] == "B7"
    assert decision.caveats


@pytest.mark.parametrize(("most", "rule"), [(200, "B7"), (201, "B10")])
def test_how_few(most: int, rule: str) -> None:
    decision = decide(MANY, has={"max": most}, rel=OWNED)
    assert decision.rule == rule
    assert rule == "B7" or barred(decision)["EMBED_ARRAY"] == "G2"


def test_ten_averages_stand_in_for_a_maximum() -> None:
    assert chosen(MANY, has={"average": 20}, rel=OWNED) == INSIDE
    decision = decide(MANY, has={"average": 21}, rel=OWNED)
    assert (decision.rule, "max" in decision.assumed) == ("B10", True)


@pytest.mark.parametrize(("owned", "rule"), [(True, "B7"), (False, "B10")])
def test_it_must_be_owned(owned: bool, rule: str) -> None:
    assert chosen(MANY, has={"max": 5}, rel={"exclusive_owner": owned})[0] == rule


@pytest.mark.parametrize(("alone", "rule"), [(0.19, "B7"), (0.2, "B9")])
def test_it_must_not_be_used_alone(alone: float, rule: str) -> None:
    assert chosen(MANY, has={"max": 5}, rel={**OWNED, "independent_access": alone})[0] == rule


# An element of the text takes 21 + n bytes in an array of 200; ten of them are 4096 at n = 388.6.
@pytest.mark.parametrize(
    ("size", "together", "rule"),
    [(388, 0.19, "B7"), (389, 0.19, "B10"), (389, 0.2, "B7"), (50_000, 0.2, "B7")],
)
def test_a_cold_bulk_stays_outside(size: int, together: float, rule: str) -> None:
    has = {"max": 200, "average": 10}
    decision = decide(
        MANY, child={"fields": [text(size)]}, has=has, rel={**OWNED, "accessed_together": together}
    )
    assert decision.rule == rule


@pytest.mark.parametrize(("size", "rule"), [(491, "B7"), (492, "B10")])
def test_four_kibibytes_are_no_bulk_yet(size: int, rule: str) -> None:
    """Eight elements of 512 bytes each."""
    has = {"max": 200, "average": 8}
    cold = {**OWNED, "accessed_together": 0.1}
    assert decide(MANY, child={"fields": [text(size)]}, has=has, rel=cold).rule == rule


def test_reads_by_the_parents_key_are_not_alone() -> None:
    rel = {**OWNED, "back_field": "parent"}
    assert chosen(MANY, has={"max": 5}, rel=rel, ops=(op("read", "Child", "parent", per_day=99),)) == INSIDE
    assert chosen(MANY, has={"max": 5}, rel=rel, ops=(op("read", "Child", "text", per_day=99),)) != INSIDE


def test_expiry_bars_it_both_ways() -> None:
    expiring = {"fields": [text(), {"name": "made", "type": "date"}], "retention": EXPIRING}
    for ends in ({"child": expiring}, {"parent": expiring}):
        decision = decide(MANY, has={"max": 5}, rel=OWNED, **ends)
        assert barred(decision)["EMBED_ARRAY"] == "G7"
    assert chosen(MANY, has={"max": 5}, rel=OWNED, child=expiring, parent=expiring) == INSIDE


def test_size_bars_it() -> None:
    decision = decide(MANY, child={"fields": [text(100_000)]}, has={"max": 200, "average": 100}, rel=OWNED)
    assert barred(decision)["EMBED_ARRAY"] == "G4"


def test_another_home_bars_it() -> None:
    ends = {"from": {"entity": "Other", "has": {"max": 5}}, "to": {"entity": "Child"}}
    more = {
        "entities": [{"name": "Other", "fields": []}],
        "links": [{"name": "s", "kind": MANY, **ends, **OWNED}],
    }
    assert barred(decide(MANY, has={"max": 5}, rel=OWNED, **more))["EMBED_ARRAY"] == "G8"


@pytest.mark.parametrize(
    ("back", "rule"), [({"min": 0, "max": 1}, "B10"), ({"min": 1, "max": 1}, "B7"), ({}, "B7")]
)
def test_a_child_that_may_have_no_parent_stands_alone(back: dict[str, int], rule: str) -> None:
    """Inside a parent it could not be stored before it has one."""
    decision = decide(MANY, has={"max": 5}, back=back, rel=OWNED)
    assert decision.rule == rule
    assert rule == "B7" or (barred(decision)["EMBED_ARRAY"], decision.inputs["to.min"]) == ("G11", 0)


def test_a_weak_child_that_may_have_no_parent_is_nothing_without_one() -> None:
    assert chosen(MANY, has={"max": 5}, back={"min": 0, "max": 1}, child={"kind": "weak"}) == INSIDE


def test_what_would_take_the_child_out_is_told() -> None:
    flips = told(pair(MANY, has={"max": 5}, back={"min": 1, "max": 1}, rel=OWNED))
    assert "to.min < 1" in {flip.when for *_, flip in flips}


def test_what_others_refer_to_is_said_to_be_so_and_no_cheaper_way() -> None:
    """It has one parent, but its own id is stored elsewhere (G9): embedding it costs less in numbers alone."""
    ends = {
        "name": "visits", "kind": MANY, "from": {"entity": "Child", "has": {"growth": "unbounded"}},
        "to": {"entity": "Visit", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    one = {"min": 1, "max": 1}
    source = pair(
        MANY, has={"max": 9}, back=one, entities=[{"name": "Visit", "fields": [], "count": 900}], links=[ends]
    )
    decision = next(each for each in compile_design(source).decisions if each.relationship == "r")
    embedded = next(each for each in decision.rejected if each.strategy == "EMBED_ARRAY")
    assert (embedded.by, embedded.because, embedded.cost) == (
        "G9",
        '"Child → Visit" references Child, which needs a collection',
        None,
    )


@pytest.mark.parametrize(("included", "said"), [(["r"], True), ([], False)])
def test_it_is_called_read_with_its_parent_only_where_a_read_says_so(included: list[str], said: bool) -> None:
    """A share of 0 stood beside it as a measurement."""
    read = op("read", "Parent", per_day=9, includes=included) if included else op("read", "Parent", per_day=9)
    decision = decide(MANY, has={"max": 5, "average": 2}, rel=OWNED, ops=(read,))
    assert decision.rule == "B7"
    assert ("read with its parent" in decision.reason) is said
    assert (decision.inputs["accessed_together"] > 0) is said


@pytest.mark.parametrize(("together", "is_said"), [(0.2, True), (0.19, False), (0.1, False)])
def test_a_few_of_the_reads_are_not_its_reads(together: float, is_said: bool) -> None:
    decision = decide(
        MANY, has={"max": 50}, back={"min": 1, "max": 1}, rel={**OWNED, "accessed_together": together}
    )
    assert (decision.rule, "read with its parent" in decision.reason) == ("B7", is_said)
