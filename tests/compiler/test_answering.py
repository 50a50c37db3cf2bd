"""A relationship that is decided again beside the others: only what its documents share is judged again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.composition.fixpoint import Composer, settled
from designs.compiler.pipeline import groundwork
from designs.compiler.plan_model.decisions import Decision
from designs.compiler.workload.inputs import DecisionInputs
from tests.compiler.random_wild import wild
from tests.compiler.small import MANY, NM, design, entity, link, surveyed, text

ANSWERS: tuple[dict[str, Any], ...] = (
    {"max": 3},
    {"max": 100_000.0},
    {"max": 5, "from.max": 5, "exclusive_owner": True},
    {"independent_access": 0.0, "accessed_together": 1.0},
)


def all_judged_again(composer: Composer, case: DecisionInputs) -> Decision:
    """The decision where every other is brought to agree with it."""
    again = composer._deciding_again(case, composer.survey.model.links)
    again.settle()
    return again.decisions[case.relationship.name]


@pytest.fixture(scope="module")
def composers() -> list[Composer]:
    """Random designs, settled."""
    models = [read(json.dumps(wild(number))).value for number in range(40)]
    return [settled(groundwork(model).survey) for model in models if model is not None]


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_the_same_is_decided_as_if_all_were_judged(composers: list[Composer], answer: dict[str, Any]) -> None:
    for composer in composers:
        for case in composer.survey.cases.values():
            if case.relationship.kind != "is-a":
                varied = case.varied(answer)
                assert composer.answered(varied) == all_judged_again(composer, varied)


def judged(composer: Composer, monkeypatch: pytest.MonkeyPatch, case: DecisionInputs) -> list[list[str]]:
    """The names of the relationships that are judged for an answer, of each time."""
    names, again = [], Composer._deciding_again
    monkeypatch.setattr(
        Composer,
        "_deciding_again",
        lambda self, case, links: names.append([one.name for one in links]) or again(self, case, links),
    )
    assert composer.answered(case) == all_judged_again(composer, case)
    return names[:-1]


def listing(size: int) -> Composer:
    """A lists B, each with a copy of so many bytes, and has C, of which nobody says how many; B has D."""
    parts = [entity("A"), entity("B", text(size, "body")), entity("C", text(10_000)), entity("D")]
    counts = {"has": {"average": 100, "max": 100}, "back": {"average": 2000, "max": 2000}}
    copies = [{"of": "to", "field": "body", "policy": "snapshot"}]
    links = [
        link("ab", NM, "A", "B", copies=copies, **counts),
        link("ac", MANY, "A", "C"),
        link("bd", MANY, "B", "D"),
    ]
    return settled(surveyed(design(parts, links)))


def owned(composer: Composer) -> DecisionInputs:
    """C as a part of A, of which each has a few."""
    return composer.survey.case("ac").varied(
        {"max": 20, "from.max": 20, "average": 20, "exclusive_owner": True}
    )


def test_what_refers_to_the_documents_is_judged_and_nothing_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    composer = listing(1000)
    assert judged(composer, monkeypatch, owned(composer)) == [["ab", "ac"]]


def test_all_are_judged_where_a_decision_changes_that_leads_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    composer = listing(83_000)  # a hundred copies nearly fill a document
    assert judged(composer, monkeypatch, owned(composer)) == [["ab", "ac"], ["ab", "ac", "bd"]]


@pytest.mark.parametrize(("size", "strategy"), [(3_000, "EMBED_ARRAY"), (10_000, "PARENT_REF")])
def test_what_holds_the_holder_is_judged_too(size: int, strategy: str) -> None:
    parts = [*(entity(name) for name in "ABC"), entity("D", text(size))]
    kept = {"strategy": "EMBED_ARRAY", "has": {"average": 10, "max": 10}}
    links = [
        link("ab", MANY, "A", "B", **kept),
        link("bc", MANY, "B", "C", **kept),
        link("cd", MANY, "C", "D"),
    ]
    composer = settled(surveyed(design(parts, links)))
    few = {
        "max": 20,
        "from.max": 20,
        "average": 20,
        "at_horizon": 20,
        "growth": "bounded",
        "exclusive_owner": True,
    }
    varied = composer.survey.case("cd").varied(few)
    assert composer.answered(varied) == all_judged_again(composer, varied)
    assert composer.answered(varied).strategy == strategy
