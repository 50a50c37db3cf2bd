"""W-U11: decisions against which most of the eleven questions speak."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.eleven_questions import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import EXPIRING, MANY, ONE, design, entity, link, op, pair

TOGETHER = {"exclusive_owner": True, "accessed_together": 0.9, "atomic": True}


def drawn(
    strategy: str, has: dict[str, Any] | None = None, least: float = 7, **rel: Any
) -> list[tuple[str, str]]:
    top = {"constants": {"u11_min": least}, "back": rel.pop("back", {})}
    return found(LINT, planned(pair(has=has or {"max": 5}, rel={"strategy": strategy, **rel}, **top)))


def test_all_eleven_for_embedding_and_stored_apart() -> None:
    (told,) = findings(LINT, planned(pair(has={"max": 5}, rel={"strategy": "PARENT_REF", **TOGETHER})))
    assert told.params == {"against": 11} and told.subject == "r"
    assert told.message.startswith("11 of 11 checks favour embedding: nothing rules it out, ")
    assert "90% of the parent's reads" in told.message and told.message.count("at most 5") == 1
    assert drawn("EMBED_ARRAY", **TOGETHER) == []


@pytest.mark.parametrize(("together", "count"), [(0.5, 1), (0.49, 0)])
def test_seven_are_enough(together: float, count: int) -> None:
    """Not owned, not atomic, used alone and of several parents: seven are left for embedding, six
    where the two are seldom read together."""
    rel = {
        "exclusive_owner": False,
        "accessed_together": together,
        "independent_access": 0.5,
        "same_lifecycle": True,
    }
    plan = planned(pair(has={"max": 5}, back={"average": 2}, rel={"strategy": "PARENT_REF", **rel}))
    told = findings(LINT, plan)
    assert [(one.subject, one.params["against"]) for one in told] == [("r", 7)] * count


@pytest.mark.parametrize(("least", "count"), [(7, 1), (7.5, 0)])
def test_how_many_are_enough_is_the_designs_to_say(least: float, count: int) -> None:
    rel = {
        "exclusive_owner": False,
        "accessed_together": 0.9,
        "independent_access": 0.5,
        "same_lifecycle": True,
    }
    told = drawn("PARENT_REF", least=least, back={"average": 2}, **rel)
    assert told == [("r", "info")] * count


def test_embedded_against_them() -> None:
    child = {"fields": [{"name": "made", "type": "date"}], "retention": EXPIRING}
    rel = {
        "strategy": "EMBED_ARRAY",
        "independent_access": 0.9,
        "accessed_together": 0.1,
        "exclusive_owner": False,
    }
    has = {"max": 100_000, "average": 90_000}
    assert found(LINT, planned(pair(has=has, child=child, rel=rel))) == [("r", "info")]


@pytest.mark.parametrize(("most", "count"), [(200, 1), (201, 0)])
def test_what_a_gate_bars_is_nothing_to_look_at_again(most: int, count: int) -> None:
    """Up to 200 the designer could have them embedded; from there on the gate forbids what the checks favour."""
    rel = {"strategy": "PARENT_REF", **TOGETHER}
    told = findings(LINT, planned(pair(has={"max": most}, rel=rel)))
    assert [each.subject for each in told] == ["r"] * count


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


def test_the_rules_are_a_remedy_where_the_designer_chose() -> None:
    (told,) = findings(
        LINT, planned(pair(has={"max": 5}, rel={"strategy": "PARENT_REF", "id": "r1", **TOGETHER}))
    )
    assert (
        told.fix is not None
        and "gives you (room for any number" in told.hint
        and "PARENT_REF" not in told.hint
        and "choose the other strategy" in told.hint
    )


@pytest.mark.parametrize("strategy", ["SUBSET", "BUCKET"])
def test_slices_and_pages_are_neither(strategy: str) -> None:
    assert drawn(strategy, has={"growth": "unbounded"}, least=0) == []


def _invoices(*, stated: bool, **more: Any) -> dict[str, str]:
    """The messages about an invoice of a case that a person pays."""
    parts = [entity("Case"), entity("Person"), entity("Invoice")]
    said = {"same_lifecycle": True} if stated else {}
    once = {"min": 1, "max": 1}
    links = [
        link(
            "invoices",
            MANY,
            "Case",
            "Invoice",
            has={"max": 5},
            back=once,
            accessed_together=0.9,
            **said,
            **more,
        ),
        link(
            "payer", MANY, "Person", "Invoice", has={"average": 2}, back=once, accessed_together=0.9, **more
        ),
    ]
    plan = planned(design(parts, links, constants={"u11_min": 1}))
    return {each.subject: each.message for each in findings(LINT, plan)}


def test_what_is_part_of_two_is_said_to_be() -> None:
    told = _invoices(stated=False, strategy="PARENT_REF")
    assert len(told) == 2
    assert all("one parent per child" not in message for message in told.values())
    owned = _invoices(stated=False, strategy="PARENT_REF", exclusive_owner=True)
    assert all("one parent per child" in message for message in owned.values())


def test_a_lifetime_that_nobody_states_speaks_for_nothing() -> None:
    told = _invoices(stated=True, strategy="PARENT_REF")
    assert "the same lifetime" in told["invoices"] and "the same lifetime" not in told["payer"]
    assert (
        "the same lifetime" in _invoices(stated=False, strategy="PARENT_REF", exclusive_owner=True)["payer"]
    )


def test_a_maximum_that_nobody_states_is_called_assumed() -> None:
    told = _invoices(stated=False, strategy="PARENT_REF")
    assert "at most 5," in told["invoices"] and "at most 20 (assumed)" in told["payer"]


def test_what_decided_against_the_checks_is_told_with_them() -> None:
    """It stood alone under a decision that says why the numbers speak for another strategy."""
    ops = (op("read", "Child", "text", per_day=90), op("read", "Parent", "_id", per_day=10))
    (told,) = findings(
        LINT, planned(pair(has={"max": 5}, rel={"exclusive_owner": True, "same_lifecycle": True}, ops=ops))
    )
    assert told.message.endswith(". Against it: all its operations start outside the parent.")
