"""What flips a decision: each stated value is asked of the real rules, on both sides."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.composition.fixpoint import Composer
from designs.compiler.model.conceptual import given
from designs.compiler.model.constants import constants_of
from designs.compiler.names.naming import Names
from designs.compiler.plan_model.decisions import Decision, Flip
from designs.compiler.rules import deciding
from designs.compiler.sensitivity.input_flips import flips
from designs.compiler.sensitivity.rule_evaluator import Rules
from designs.compiler.sensitivity.workload_flips import Rates
from designs.compiler.workload.inputs import DecisionInputs, Survey

LIBRARY = sorted((Path(__file__).resolve().parents[2] / "designs" / "library").glob("*.json"))


def composed(raw: dict[str, Any]) -> tuple[Survey, Composer]:
    model = read(json.dumps(raw)).value
    assert model is not None
    survey = deciding.survey(model, Names(model), constants_of(given(model.constants, None)))
    composer = Composer(survey)
    composer.settle()
    return survey, composer


def found(raw: dict[str, Any], name: str) -> tuple[DecisionInputs, Decision, tuple[Flip, ...]]:
    survey, composer = composed(raw)
    case, decision = survey.case(name), composer.decisions[name]
    return case, decision, flips(Rules(case, composer.bars[name]), decision)


def students(**relationship: Any) -> dict[str, Any]:
    return {
        "format": "nestlink/1",
        "name": "U",
        "database": "u",
        "entities": [
            {"name": "Student", "fields": [{"name": "name", "type": "string"}]},
            {"name": "Email", "kind": "weak", "fields": [{"name": "email", "type": "string"}]},
        ],
        "relationships": [
            {
                "name": "emails",
                "kind": "one-to-many",
                "from": {"entity": "Student", "field": "emails", "has": {"average": 2, "max": 5}},
                "to": {"entity": "Email", "field": "student", "has": {"min": 1, "max": 1}},
                "independent_access": 0.1,
                "accessed_together": 0.9,
            }
            | relationship
        ],
    }


def said(raw: dict[str, Any]) -> dict[str, str]:
    return {flip.when: f"{flip.rule} {flip.strategy}" for flip in found(raw, "emails")[2]}


def unnamed(raw: dict[str, Any]) -> dict[str, Any]:
    """The same design, whose emails have no name for their student."""
    del raw["relationships"][0]["to"]["field"]
    return raw


@pytest.mark.parametrize(("make", "alone"), [(unnamed, "B9 CHILD_REFS"), (dict, "B10 PARENT_REF")])
def test_the_thresholds_of_a_plain_embedding(make: Callable[..., dict[str, Any]], alone: str) -> None:
    """Emails that name their student keep the reference where they are stored apart."""
    assert said(make(students())) == {
        "max > 200": "B10 PARENT_REF",
        "independent_access >= 0.2": alone,
        "child_bytes >= 3355430": "B10 PARENT_REF",
        "growth: unbounded": "B5 PARENT_REF",
        "exclusive_owner: false": "B10 PARENT_REF",
    }


def test_a_constant_of_the_design_moves_its_threshold() -> None:
    assert "max > 30" in said(students() | {"constants": {"embed_max": 30}})


def test_a_designers_own_choice_has_no_threshold() -> None:
    assert said(students(strategy="PARENT_REF")) == {}


def test_an_endless_count_is_asked_from_above() -> None:
    endless = {"entity": "Student", "field": "emails", "has": {"average": 2, "growth": "unbounded"}}
    assert said(students(**{"from": endless}))["max <= 200"] == "B7 EMBED_ARRAY"


@pytest.mark.parametrize(("make", "strategy"), [(unnamed, "CHILD_REFS"), (dict, "PARENT_REF")])
def test_how_often_an_operation_runs_flips_what_is_measured_from_it(
    make: Callable[..., dict[str, Any]], strategy: str
) -> None:
    raw = make(students())
    del raw["relationships"][0]["independent_access"]
    raw["operations"] = [
        {"name": "profile", "kind": "read", "entity": "Student", "includes": ["emails"], "per_day": 800},
        {"name": "search", "kind": "read", "entity": "Email", "per_day": 100},
    ]
    survey, composer = composed(raw)
    decision = composer.decisions["emails"]
    flips = Rates(survey).flips(Rules(survey.case("emails"), composer.bars["emails"]), decision)
    assert {flip.when: flip.strategy for flip in flips} == {
        'per_day of "profile" <= 400': strategy,
        'per_day of "search" >= 200': strategy,
    }


def test_a_number_that_stands_on_its_threshold_is_one_step_from_it() -> None:
    for most, flip in ((199, "max > 200"), (200, "max > 200"), (201, "max < 201")):
        ends = {"from": {"entity": "Student", "field": "emails", "has": {"average": 2, "max": most}}}
        assert flip in said(students(**ends))
