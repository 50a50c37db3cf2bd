"""W-U11: decisions against which most of the eleven questions speak."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.eleven_questions import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import EXPIRING, MANY, ONE, design, entity, link, pair

TOGETHER = {"exclusive_owner": True, "accessed_together": 0.9, "atomic": True}


def drawn(
    strategy: str, has: dict[str, Any] | None = None, least: float = 7, **rel: Any
) -> list[tuple[str, str]]:
    top = {"constants": {"u11_min": least}, "back": rel.pop("back", {})}
    return found(LINT, planned(pair(has=has or {"max": 5}, rel={"strategy": strategy, **rel}, **top)))


def test_all_eleven_for_embedding_and_stored_apart() -> None:
    (told,) = findings(LINT, planned(pair(has={"max": 5}, rel={"strategy": "PARENT_REF", **TOGETHER})))
    assert told.params == {"against": 11} and told.subject == "r"
    assert (
        "Are they queried together? yes; " in told.message
        and "Is the number of parts high? no" in told.message
    )
    assert drawn("EMBED_ARRAY", **TOGETHER) == []


@pytest.mark.parametrize(("together", "count"), [(0.5, 1), (0.49, 0)])
def test_seven_are_enough(together: float, count: int) -> None:
    """Not owned, not atomic, used alone and of several parents: seven are left for embedding, six
    where the two are seldom read together."""
    rel = {"exclusive_owner": False, "accessed_together": together, "independent_access": 0.5}
    plan = planned(pair(has={"max": 5}, back={"average": 2}, rel={"strategy": "PARENT_REF", **rel}))
    told = findings(LINT, plan)
    assert [(one.subject, one.params["against"]) for one in told] == [("r", 7)] * count


@pytest.mark.parametrize(("least", "count"), [(7, 1), (7.5, 0)])
def test_how_many_are_enough_is_the_designs_to_say(least: float, count: int) -> None:
    rel = {"exclusive_owner": False, "accessed_together": 0.9, "independent_access": 0.5}
    told = drawn("PARENT_REF", least=least, back={"average": 2}, **rel)
    assert told == [("r", "warning")] * count


def test_embedded_against_them() -> None:
    child = {"fields": [{"name": "made", "type": "date"}], "retention": EXPIRING}
    rel = {
        "strategy": "EMBED_ARRAY",
        "independent_access": 0.9,
        "accessed_together": 0.1,
        "exclusive_owner": False,
    }
    has = {"max": 100_000, "average": 90_000}
    assert found(LINT, planned(pair(has=has, child=child, rel=rel))) == [("r", "warning")]


@pytest.mark.parametrize(("most", "count"), [(200, 0), (201, 1)])
def test_a_gate_that_bars_embedding_is_named(most: int, count: int) -> None:
    """Embedded up to 200; from there on the second of the questions' answers is the gate's too."""
    told = findings(LINT, planned(pair(has={"max": most}, rel=TOGETHER)))
    assert [one.params["against"] for one in told] == [9] * count
    assert all("G2" in one.hint and one.fix is None for one in told)


@pytest.mark.parametrize("kind", [MANY, ONE])
@pytest.mark.parametrize("kept", ["neither", "both", "child"])
def test_lifetimes_of_their_own_leave_nothing_to_look_at(kind: str, kept: str) -> None:
    """At least eight answers speak for embedding: told, but where only one of the two expires."""
    made = {"name": "made", "type": "date"}
    child = {"fields": [made]} | ({} if kept == "neither" else {"retention": EXPIRING})
    parent = {"fields": [made]} | ({"retention": EXPIRING} if kept == "both" else {})
    rel = {"strategy": "PARENT_REF" if kind == MANY else "LINK_ONE", **TOGETHER}
    told = findings(LINT, planned(pair(kind, parent=parent, child=child, has={"max": 5}, rel=rel)))
    assert len(told) == (0 if kept == "child" else 1)


@pytest.mark.parametrize(("mine", "told"), [("PARENT_REF", ["lows"]), ("auto", [])])
def test_nor_do_those_of_the_whole_document(mine: str, told: list[str]) -> None:
    """Top expires, and Middle with it, which stands in it: so Low, which is kept, stands apart by the
    rules (G7 of composing). Where the designer puts it apart, the rules are not asked for a gate."""
    made = {"name": "made", "type": "date"}
    parts = [entity("Top", made, retention=EXPIRING), entity("Middle"), entity("Low")]
    links = [
        link("middles", MANY, "Top", "Middle", has={"max": 5}, strategy="EMBED_ARRAY"),
        link("lows", MANY, "Middle", "Low", has={"max": 5}, strategy=mine, **TOGETHER),
    ]
    plan = planned(design(parts, links))
    assert plan.composition.decisions["lows"].strategy == "PARENT_REF"
    assert [one.subject for one in findings(LINT, plan) if one.subject == "lows"] == told


@pytest.mark.parametrize(("most", "settled"), [(5, True), (201, False)])
def test_the_rules_are_a_remedy_only_where_they_could_embed(most: int, settled: bool) -> None:
    plan = planned(pair(has={"max": most}, rel={"strategy": "PARENT_REF", "id": "r1", **TOGETHER}))
    (told,) = findings(LINT, plan)
    assert (told.fix is not None) is settled


def test_without_a_gate_the_gain_is_named() -> None:
    (told,) = findings(LINT, planned(pair(has={"max": 5}, rel={"strategy": "PARENT_REF", **TOGETHER})))
    assert "G" not in told.hint.split(":")[0] and "see what it gains" in told.hint


@pytest.mark.parametrize("strategy", ["SUBSET", "BUCKET"])
def test_slices_and_pages_are_neither(strategy: str) -> None:
    assert drawn(strategy, has={"growth": "unbounded"}, least=0) == []
