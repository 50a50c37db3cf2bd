"""Advice beside decisions: what is compared, in which order, and what flips."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import EXPORTERS, advise, read
from designs.compiler.model.conceptual import Model
from designs.compiler.sensitivity.advice import Advice
from designs.compiler.sensitivity.dependency_tracking import WatchedCase
from designs.compiler.sensitivity.rule_evaluator import RuleLine, Rules
from designs.compiler.sensitivity.workload_flips import _Asked
from tests.compiler.in_parts import compile_design
from tests.compiler.library import built
from tests.compiler.small import MANY, NM, PARENT_FIELDS, design, entity, link, op, pair

LIBRARY = Path(__file__).resolve().parents[2] / "designs" / "library"
UNIVERSITY = json.loads((LIBRARY / "university.json").read_bytes())


def advised(raw: dict[str, Any], *wanted: str) -> dict[str, Advice]:
    model = read(json.dumps(raw)).value
    assert model is not None
    return advise(model, wanted or None)


def strategies(advice: Advice) -> list[str]:
    return [price.strategy for price in advice.prices]


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.json")), ids=lambda path: path.stem)
def test_it_is_about_the_decisions_of_the_compiler(path: Path) -> None:
    model = read(path.read_bytes()).value
    assert model is not None
    decided = {one.relationship: one for one in built(path.stem).compilation.plan.decisions}
    found = advise(model)
    assert {name: one.strategy for name, one in found.items()} == {
        name: one.strategy for name, one in decided.items()
    }
    for name, advice in found.items():
        barred = {one.strategy for one in decided[name].rejected if one.by.startswith("G")}
        assert not barred & set(strategies(advice)), name
        assert all(flip.strategy for flip in advice.flips)


def test_the_chosen_one_comes_first_then_the_cheapest() -> None:
    emails = advised(UNIVERSITY)["emails"]
    assert emails.prices[0].strategy == emails.strategy == "EMBED_ARRAY"
    totals = [price.total for price in emails.prices[1:]]
    assert totals == sorted(totals) and totals[0] > emails.prices[0].total


def test_what_a_gate_bars_has_no_price() -> None:
    assert "EMBED_ARRAY" not in strategies(advised(UNIVERSITY)["messages"])
    assert "PARENT_REF" in strategies(advised(UNIVERSITY)["messages"])


def test_only_what_is_asked_for_is_looked_at() -> None:
    assert list(advised(UNIVERSITY, "emails", "nothing")) == ["emails"]


def test_weights_of_the_design_count() -> None:
    free = dict.fromkeys(("R", "D", "B", "I", "W", "WB", "X", "T"), 0)
    only_trips = advised(UNIVERSITY | {"weights": free | {"R": 1}}, "emails")["emails"]
    assert {
        letter for part in only_trips.prices[0].parts for letter, value in part.letters.items() if value
    } == {"R"}


def test_what_operations_say_is_told_beside_what_is_stated() -> None:
    raw = json.loads(json.dumps(UNIVERSITY))
    emails = next(one for one in raw["relationships"] if one["name"] == "emails")
    measured = dict(advised(raw)["emails"].derived)
    assert measured["accessed_together"] == pytest.approx(30_000 / 30_400)
    emails |= {"accessed_together": 0.1, "navigation": {"from_to_per_day": 3}}
    assert dict(advised(raw)["emails"].derived) == measured
    raw["operations"] = []
    assert dict(advised(raw)["emails"].derived).get("accessed_together") is None


def moved(design: Model, name: str = "r") -> dict[str, str]:
    """What flips to the same strategy, and how the flip tells the ends apart."""
    found = advise(design)[name]
    assert all(bool(one.holder) == bool(one.instead_of) for one in found.flips)
    assert all(one.strategy == found.strategy for one in found.flips if one.holder)
    return {
        one.when: f"{one.holder} instead of {one.instead_of}"
        for one in found.flips
        if one.strategy == found.strategy
    }


FEW = {"has": {"max": 300}, "back": {"max": 20}}


def test_a_flip_that_keeps_the_strategy_says_who_holds_it_then() -> None:
    found = moved(pair(NM, **FEW))
    assert found["to.max >= 300"] == "Parent instead of Child"
    assert set(found.values()) == {"Parent instead of Child"} and "from.max <= 200" not in found
    found = moved(pair(NM, has={"max": 20}, back={"max": 300}))
    assert set(found.values()) == {"Child instead of Parent"}


def test_of_one_entity_the_ends_have_their_fields() -> None:
    friends = link("r", "graph", "Person", "Person", field="friends", back_field="friend_of", **FEW)
    found = moved(design([entity("Person")], [friends]))
    assert set(found.values()) == {"Person.friends instead of Person.friend_of"}


@pytest.mark.parametrize(
    ("owner", "most", "said"),
    [
        ("from", 2001, {"strategy: auto": "Child instead of Parent"}),
        ("from", 2000, {}),
        ("from", 300, {}),
        ("to", 300, {}),
        ("to", 2001, {}),
    ],
)
def test_the_rules_may_give_a_designers_array_to_the_other_end(
    owner: str, most: int, said: dict[str, str]
) -> None:
    """Where the end that the design names cannot hold so many."""
    rel = {
        "strategy": "ONE_WAY_EMBED",
        "link_owner": owner,
        "link_accessed_alone": False,
        "accessed_together": 0.1,
    }
    assert moved(pair(NM, rel=rel, has={"max": most}, back={"max": 20})) == said


@pytest.mark.parametrize(("strategy", "told"), [("EMBED_ARRAY", False), ("PARENT_REF", True)])
def test_a_designers_choice_that_the_rules_share_does_not_flip_to_itself(strategy: str, told: bool) -> None:
    raw = json.loads(json.dumps(UNIVERSITY))
    emails = next(one for one in raw["relationships"] if one["name"] == "emails")
    emails["strategy"] = strategy
    (flip,) = advised(raw, "emails")["emails"].flips
    assert (flip.when == "strategy: auto") is told and flip.strategy != strategy


def test_the_report_tells_no_choice_of_ones_own() -> None:
    """No number changes the decision: the report says nothing, and the plan has the strategies to choose from."""
    model = read(json.dumps(UNIVERSITY)).value
    assert model is not None
    made = compile_design(model)
    (report,) = (one.render(made)[0].text for one in EXPORTERS if one.slug == "report")
    (forced,) = (one for one in made.decisions if {flip.rule for flip in one.flips} == {"forced"})
    told = {part.partition("\n")[0]: part.partition("\n##")[0] for part in report.split("\n#### ")[1:]}
    assert forced.relationship == "messages" and "**What would change it**" not in told["messages"]
    assert "**What would change it**" in told["emails"] and "`strategy: BUCKET`" not in report


def test_the_report_tells_both_ends_and_the_plan_keeps_its_keys() -> None:
    model = read((LIBRARY / "parts_catalogue.json").read_bytes()).value
    assert model is not None
    made = compile_design(model)
    files = {one.slug: one.render(made)[0].text for one in EXPORTERS if one.slug in ("plan", "report")}
    decisions = json.loads(files["plan"])["decisions"]
    flips = [flip for one in decisions if one["relationship"] == "parts" for flip in one["flips"]]
    assert {"when": "from.max >= 1000", "rule": "C4a", "strategy": "ONE_WAY_EMBED"} in flips
    assert all(set(flip) == {"when", "rule", "strategy"} for flip in flips)
    assert "→ One-way references in Part instead of Product (" in files["report"]


@pytest.mark.parametrize(
    ("most", "told"),
    [
        ({"max": 200}, "few (up to 200)"),
        ({"max": 201}, "many (up to 2,000)"),
        ({"max": 2000}, "many (up to 2,000)"),
        ({"max": 2001}, "more than 2,000"),
        ({"growth": "unbounded"}, "more than 2,000"),
    ],
)
def test_it_says_how_few_there_are(most: dict[str, Any], told: str) -> None:
    links = [link("r", "one-to-many", "A", "B", has={"average": 9, **most})]
    assert dict(advise(design([entity("A"), entity("B")], links))["r"].shape)["cardinality"] == told


@pytest.mark.parametrize(
    ("reads", "writes", "told"),
    [(12, 4, "3"), (1, 3, "0.3333"), (0, 4, "0"), (5, 0, "read-only"), (0, 0, None)],
)
def test_it_says_how_often_is_read_for_each_write(reads: int, writes: int, told: str | None) -> None:
    links = [link("r", "one-to-many", "A", "B")]
    ops = (op("read", "B", per_day=reads), op("insert", "B", per_day=writes))
    shape = dict(advise(design([entity("A"), entity("B")], links, ops))["r"].shape)
    assert shape.get("read/write ratio") == told


def test_what_was_asked_is_gone_once_the_advice_is_there() -> None:
    """No ring of objects waits for the collector, which would come round hundreds of times meanwhile."""

    def left() -> int:
        return sum(isinstance(one, (WatchedCase, Rules, RuleLine, _Asked)) for one in gc.get_objects())

    gc.collect()
    before = left()
    gc.disable()
    try:
        advised(UNIVERSITY)
        assert left() == before
    finally:
        gc.enable()


def test_what_a_gate_costs_is_told_beside_what_it_rules_out() -> None:
    """A calendar without bound: with each chapel it would be read at once, but its documents would have no end."""
    calendar = op("read", "Parent", "_id", per_day=500, includes=["r"])
    more = {"parent": {"count": 20}, "child": {"count": 40_000, "inserts_per_day": 8}, "ops": (calendar,)}
    bound = {"average": 100, "max": 150}
    (decision,) = compile_design(pair(has=bound | {"max": None, "growth": "unbounded"}, **more)).decisions
    embedded = next(way for way in decision.rejected if way.strategy == "EMBED_ARRAY")
    assert embedded.by == "G1" and embedded.cost is None and embedded.barred_cost is not None
    assert decision.cost and embedded.barred_cost < decision.cost
    way, saves = decision.gated[0]
    assert way is embedded and saves == pytest.approx(1 - embedded.barred_cost / decision.cost)
    assert compile_design(pair(has=bound, **more)).decisions[0].gated == ()
    unstated = compile_design(pair(has=bound | {"max": None, "growth": "unbounded"})).decisions[0]
    assert all(way.barred_cost is None for way in unstated.rejected), (
        "no frequency is stated, so nothing costs"
    )


def _ruled_out(*others: Any, **rel: Any) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """What rules out each list of children of which nobody states a maximum, and the values of it that would change it."""
    held = link("r", MANY, "Parent", "Child", back={"min": 1, "max": 1}, **rel)
    parts = [entity(name, *PARENT_FIELDS, count=900) for name in ("Parent", "Child", "Sheet")]
    reads = (op("read", "Parent", "title", includes=["r"], per_day=60),)
    decision = compile_design(design(parts, [held, *others], reads)).decisions[0]
    return (
        {each.strategy: (each.by, each.because) for each in decision.rejected},
        [str(flip.turn) for flip in decision.flips if flip.turn.input == "max"],
    )


def test_a_maximum_is_asked_for_where_it_would_let_the_children_in() -> None:
    rejected, turns = _ruled_out()
    assert rejected["EMBED_ARRAY"][0] == rejected["CHILD_REFS"][0] == "G1" and turns == ["max <= 200"]


def test_where_no_maximum_would_let_the_children_in_what_forbids_it_is_told_instead() -> None:
    """The report said that no maximum was stated, and to state one changed nothing."""
    rejected, turns = _ruled_out(exclusive_owner=False)
    assert rejected["EMBED_ARRAY"] == ("B7", "Child doesn't belong to one Parent alone")
    assert "isn't stated" not in rejected["CHILD_REFS"][1]
    sheets = link("sheets", NM, "Child", "Sheet", has={"max": 9}, back={"max": 900})
    named = link("first", MANY, "Child", "Sheet", has={"max": 90_000}, back={"min": 1, "max": 1})
    rejected, _ = _ruled_out(sheets, named)
    assert rejected["EMBED_ARRAY"][0] == "G9" and "references Child" in rejected["EMBED_ARRAY"][1]
    assert turns == []
