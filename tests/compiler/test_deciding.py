"""A decision comes with its evidence: what was used, assumed and rejected, and by what."""

from __future__ import annotations

import pytest

from designs.compiler.rules.guidelines import BY_KIND, GUIDELINES
from designs.compiler.strategies.table import STRATEGIES, strategies_of
from tests.compiler.small import (
    MANY,
    NM,
    ONE,
    Json,
    barred,
    chosen,
    composition,
    decide,
    design,
    entity,
    link,
    text,
)

SETTINGS = [
    (ONE, {}),
    (ONE, {"rel": {"independent_access": 1}}),
    (MANY, {"has": {"max": 5}, "rel": {"exclusive_owner": True}}),
    (MANY, {"has": {"growth": "unbounded"}}),
    (MANY, {"child": {"kind": "lookup"}}),
    (MANY, {"child": {"kind": "measurement", "fields": [{"name": "at", "type": "date"}]}}),
    (NM, {"has": {"max": 5}, "back": {"max": 5}}),
    (NM, {"has": {"growth": "unbounded"}, "back": {"max": 5}}),
    (NM, {"rel": {"link_owner": "from", "accessed_together": 1}, "has": {"max": 5}}),
]


@pytest.mark.parametrize(("kind", "settings"), SETTINGS, ids=str)
def test_evidence_is_always_there(kind: str, settings: Json) -> None:
    decision = decide(kind, **settings)
    assert decision.reason and decision.sources and decision.inputs and decision.caveats
    assert decision.rejected
    assert all(one.by and one.because for one in decision.rejected)
    assert decision.strategy not in barred(decision)
    assert len(barred(decision)) == len(decision.rejected)
    assert (decision.relationship, decision.kind, decision.chosen_by) == ("r", kind, "rulebook")


@pytest.mark.parametrize(("kind", "settings"), SETTINGS, ids=str)
def test_a_rejection_names_a_gate_or_a_rule_of_the_block(kind: str, settings: Json) -> None:
    codes = {rule.code for rule in BY_KIND[kind]} | {f"G{number}" for number in range(1, 11)}
    assert {one.by for one in decide(kind, **settings).rejected} <= codes


@pytest.mark.parametrize(("kind", "name"), [(ONE, "same_lifecycle"), (MANY, "exclusive_owner")])
def test_what_is_weak_is_stated_to_be_its_owners(kind: str, name: str) -> None:
    """Nobody is told of an assumption that no answer can change."""
    owned, free = decide(kind, child={"kind": "weak"}, has={"max": 5}), decide(kind, has={"max": 5})
    assert owned.inputs[name] is True and name not in owned.assumed
    assert name in free.assumed


def test_the_rejected_of_an_embedded_array() -> None:
    rel = {"exclusive_owner": True, "independent_access": 0, "accessed_together": 1}
    assert barred(decide(MANY, has={"max": 5}, rel=rel)) == {
        "FOLD_ONE": "B2", "SUBSET": "B3", "BUCKET_TIME": "B4", "BUCKET": "B4", "OUTLIER": "B4b",
        "TWO_WAY_REFS": "B7", "CHILD_REFS": "B7", "PARENT_REF": "B7",
    }  # fmt: skip


def test_a_gate_goes_before_a_rule() -> None:
    rejected = barred(decide(MANY, has={"growth": "unbounded"}))
    assert (rejected["EMBED_ARRAY"], rejected["TWO_WAY_REFS"], rejected["SUBSET"]) == ("G1", "G1", "B3")


def test_strategies_that_never_came_into_question_are_not_named() -> None:
    rejected = barred(decide(MANY, has={"max": 5}))
    assert not {"ELEMENT_REF", "VALUE_ARRAY", "TIME_SERIES"} & set(rejected)
    assert "VALUE_ARRAY" in barred(decide(MANY, child={"kind": "lookup"}, has={"max": 5000}))


FORCED = [(kind, strategy) for kind in (ONE, MANY, NM, "graph") for strategy in strategies_of(kind)]


@pytest.mark.parametrize(("kind", "strategy"), FORCED)
def test_the_designers_own_strategy_stands(kind: str, strategy: str) -> None:
    child = "Parent" if kind == "graph" else "Child"
    relationship = link("r", kind, "Parent", child, has={"max": 5}, back={"max": 1}, strategy=strategy)
    entities = [entity("Parent"), entity("Child")]
    decision = composition(design(entities, [relationship])).decisions["r"]
    assert (decision.rule, decision.strategy, decision.chosen_by) == ("forced", strategy, "designer")
    assert decision.sources == ("designer",)
    assert decision.reason and decision.inputs and decision.caveats
    assert strategy not in barred(decision)
    assert len({one.strategy for one in decision.rejected}) == len(decision.rejected) > 0


def test_a_forced_strategy_shows_what_the_rules_would_choose() -> None:
    """First, and behind it why not each of the others."""
    decision = decide(MANY, has={"max": 5}, rel={"strategy": "PARENT_REF", "exclusive_owner": True})
    told = [(one.strategy, one.by) for one in decision.rejected]
    assert told[0] == ("EMBED_ARRAY", "forced") and "B7" in decision.rejected[0].because
    assert set(told[1:]) >= {("SUBSET", "B3"), ("BUCKET", "B4"), ("CHILD_REFS", "B7")}
    agreed = decide(MANY, has={"max": 5}, rel={"strategy": "EMBED_ARRAY", "exclusive_owner": True})
    free = decide(MANY, has={"max": 5}, rel={"exclusive_owner": True})
    assert agreed.rejected == free.rejected != ()


@pytest.mark.parametrize(
    ("most", "fields", "broken"),
    [
        (None, [], "exceeds limit G1: the side with the array has no limit"),
        (2001, [], "exceeds limit G3: the side with the array has up to 2,001 links"),
        (2000, [], None),
        (201, [text()], "exceeds limit G3: the side with the array has up to 201 links"),
        (200, [text()], None),
    ],
)
def test_a_list_on_the_side_that_explodes_breaks_a_gate(most: int | None, fields: Json, broken: str) -> None:
    back = {"growth": "unbounded"} if most is None else {"max": most}
    rel = {"strategy": "ONE_WAY_EMBED", "link_owner": "to", "link_fields": fields}
    caveats = decide(NM, has={"max": 3}, back=back, rel=rel).caveats
    assert [one for one in caveats if one.startswith("exceeds limit")] == ([broken] if broken else [])
    other = decide(NM, has={"max": 3}, back=back, rel=rel | {"link_owner": "from"})
    assert not [one for one in other.caveats if one.startswith("exceeds limit")]


@pytest.mark.parametrize(
    ("strategy", "design", "against"),
    [
        ("OUTLIER", {"has": {"max": 500}}, "doesn't meet B4b: the share over the embedding limit isn't set"),
        ("FOLD_ONE", {"has": {"max": 2000}}, "doesn't meet B2: merging pays off"),
        ("TIME_SERIES", {}, "doesn't meet B1: Child is no measurement"),
        ("TIME_SERIES", {"child": {"kind": "measurement", "fields": [{"name": "at", "type": "date"}]}}, ""),
        ("BUCKET_TIME", {"has": {"growth": "unbounded"}, "rel": {"time_window": "day"}}, ""),
        ("PARENT_REF", {"has": {"max": 5}}, ""),
    ],
)  # fmt: skip
def test_a_forced_strategy_says_which_test_of_its_own_rule_fails(
    strategy: str, design: Json, against: str
) -> None:
    rel = {"strategy": strategy, **design.pop("rel", {})}
    caveats = decide(MANY, rel=rel, **design).caveats
    assert [one for one in caveats if "doesn't meet" in one][:1] == [
        one for one in caveats if against and one.startswith(against)
    ]
    assert bool(against) is any("doesn't meet" in one for one in caveats)


@pytest.mark.parametrize(
    ("link_fields", "expected"),
    [([], ("C1", "VALUE_ARRAY")), ([text(name="note")], ("C4a", "ONE_WAY_EMBED"))],
)
def test_a_bare_value_has_no_room_for_what_a_link_says(
    link_fields: list[Json], expected: tuple[str, str]
) -> None:
    sides: Json = {"child": {"kind": "lookup"}, "has": {"max": 5}, "back": {"growth": "unbounded"}}
    assert chosen(NM, rel={"link_fields": link_fields}, **sides) == expected
    own = decide(NM, rel={"link_fields": link_fields, "strategy": "VALUE_ARRAY"}, **sides)
    assert any(one.startswith("doesn't meet C1: link fields") for one in own.caveats) is bool(link_fields)


@pytest.mark.parametrize("own", ["auto", "PARENT_REF"])
@pytest.mark.parametrize(("atomic", "most"), [(True, 201), (False, 201), (True, 200)])
def test_what_is_to_change_together_but_is_apart_says_what_to_do(own: str, atomic: bool, most: int) -> None:
    rel = {"exclusive_owner": True, "atomic": atomic, "strategy": own}
    made = decide(MANY, has={"max": most}, rel=rel)
    apart = made.strategy == "PARENT_REF"
    assert apart is (own == "PARENT_REF" or most == 201)
    assert any("must change together" in one for one in made.caveats) is (atomic and apart)


@pytest.mark.parametrize("own", ["auto", "BUCKET"])
@pytest.mark.parametrize(
    ("size", "page", "told"),
    [
        (20, 1000, None),
        (
            20,
            1001,
            "uses 1,000 items per page, not 1,001: a bucket holds up to 1,000 items and 128,000 bytes",
        ),
        (2500, None, None),
        (2600, None, "uses 48 items per page, not 50: a bucket holds up to 1,000 items and 128,000 bytes"),
    ],
)
def test_a_smaller_page_than_asked_for_is_told(own: str, size: int, page: int | None, told: str) -> None:
    rel = {"pagination": "sequential", "strategy": own} | ({"page_size": page} if page else {})
    made = decide(has={"growth": "unbounded"}, child={"fields": [text(size)]}, rel=rel)
    assert made.strategy == "BUCKET"
    assert [one for one in made.caveats if "items per page" in one] == ([told] if told else [])


@pytest.mark.parametrize(
    ("adds", "told"),
    [
        (1000, None),
        (1001, "uses one bucket per hour: a day would hold 1,001 items, over the limit of 1,000"),
    ],
)
def test_a_smaller_window_than_asked_for_is_told(adds: int, told: str | None) -> None:
    made = decide(has={"growth": "unbounded", "adds_per_day": adds}, rel={"time_window": "day"})
    assert made.strategy == "BUCKET_TIME"
    assert [one for one in made.caveats if one.startswith("uses one bucket per")] == ([told] if told else [])


def test_what_the_numbers_at_the_horizon_lean_on_is_told() -> None:
    rel = {"exclusive_owner": True, "accessed_together": 0.6, "independent_access": 0}
    has = {"max": 5000, "p95": 50, "share_over": 0.005}
    assumed, told = decide(has=has, rel=rel), decide(has={**has, "adds_per_day": 0}, rel=rel)
    assert assumed.strategy == told.strategy == "OUTLIER"
    assert ("adds_per_day" in assumed.assumed, "adds_per_day" in told.assumed) == (True, False)
    window = {"has": {"growth": "unbounded"}, "rel": {"time_window": "day"}}
    assert "adds_per_day" in decide(**window).assumed


@pytest.mark.parametrize(
    ("most", "breaks"), [(200, None), (201, "exceeds limit G2"), (None, "exceeds limit G1")]
)
def test_a_forced_strategy_says_which_gate_it_breaks(most: int | None, breaks: str | None) -> None:
    has = {"growth": "unbounded"} if most is None else {"max": most}
    decision = decide(MANY, has=has, rel={"strategy": "EMBED_ARRAY"})
    assert decision.strategy == "EMBED_ARRAY"
    assert any(caveat.startswith("exceeds limit") for caveat in decision.caveats) is bool(breaks)
    assert breaks is None or decision.caveats[0].startswith(breaks)


def test_auto_is_no_choice() -> None:
    assert decide(MANY, has={"max": 5}, rel={"strategy": "auto"}).chosen_by == "rulebook"


def test_a_forced_bucket_without_a_window_assumes_a_day() -> None:
    decision = decide(MANY, has={"growth": "unbounded"}, rel={"strategy": "BUCKET_TIME"})
    assert (decision.window, "time_window" in decision.assumed) == ("day", True)
    stated = decide(MANY, has={"growth": "unbounded"}, rel={"strategy": "BUCKET_TIME", "time_window": "hour"})
    assert (stated.window, "time_window" in stated.assumed) == ("hour", False)


def test_the_constants_are_the_designs_own() -> None:
    owned = {"has": {"max": 50}, "rel": {"exclusive_owner": True}}
    assert decide(MANY, **owned).rule == "B7"
    assert decide(MANY, **owned, constants={"embed_max": 49}).rule == "B10"


def test_every_guideline_can_be_explained() -> None:
    for rule in GUIDELINES:
        assert rule.title.endswith("?") and rule.docs.strip() and rule.sources and rule.caveats
        assert all(one in STRATEGIES for one in rule.strategies)
        assert all(set(STRATEGIES[one].kinds) & set(rule.kinds) for one in rule.strategies)
    slugs = [rule.slug for rule in GUIDELINES]
    assert len(slugs) == len(set(slugs))


def test_no_input_of_another_decision_leaks_in() -> None:
    entities = [entity("A"), entity("B", text(), kind="event"), entity("C")]
    links = [link("ab", MANY, "A", "B"), link("ac", MANY, "A", "C", has={"max": 3})]
    together = composition(design(entities, links)).decisions["ac"]
    alone = composition(design([entities[0], entities[2]], [links[1]])).decisions["ac"]
    assert together == alone


def test_a_reason_says_an_before_a_vowel() -> None:
    """The noun is a name from the design."""
    sent = link("sent", MANY, "Invoice", "Delivery", has={"max": 5}, back={"min": 0, "max": 1})
    (decision,) = composition(design([entity("Invoice"), entity("Delivery")], [sent])).decisions.values()
    said = [decision.reason, *(each.because for each in decision.rejected)]
    assert any("can exist without an Invoice" in each for each in said)
