"""What flips a decision: each stated value is asked of the real rules, on both sides."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import measures, read
from designs.compiler.cases import Case, Survey
from designs.compiler.composing import Composer
from designs.compiler.conceptual import given
from designs.compiler.constants import constants_of
from designs.compiler.decisions import Decision, Flip
from designs.compiler.naming import Names
from designs.compiler.search import flips

LIBRARY = sorted((Path(__file__).resolve().parents[2] / "designs" / "library").glob("*.json"))


def composed(raw: dict[str, Any]) -> tuple[Survey, Composer]:
    model = read(json.dumps(raw)).value
    assert model is not None
    survey = measures.survey(model, Names(model), constants_of(given(model.constants, None)))
    composer = Composer(survey)
    composer.settle()
    return survey, composer


def found(raw: dict[str, Any], name: str) -> tuple[Case, Decision, tuple[Flip, ...]]:
    survey, composer = composed(raw)
    case, decision = survey.case(name), composer.decisions[name]
    return case, decision, flips(case, decision, composer.bars[name])


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


def test_the_thresholds_of_a_plain_embedding() -> None:
    assert said(students()) == {
        "max > 200": "B10 PARENT_REF",
        "independent_access >= 0.2": "B9 CHILD_REFS",
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


_NUMBER = re.compile(r"(\S+) (>=|<=|>|<) (\S+)$")


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_every_flip_of_the_library_is_true_on_both_sides(path: Path) -> None:
    """At the stated value the rules answer as the flip says; a step nearer they answer as now."""
    survey, composer = composed(json.loads(path.read_bytes()))
    tried = 0
    for name, decision in composer.decisions.items():
        case, barred = survey.case(name), composer.bars[name]
        for flip in flips(case, decision, barred):
            match = _NUMBER.match(flip.when)
            if match is None:
                continue
            tried += 1
            beyond, nearer = around(match[1], match[2], float(match[3]))
            assert answer(case, barred, match[1], beyond) == (flip.rule, flip.strategy), flip
            now = answer(case, barred, match[1], nearer)
            assert now[1] == decision.strategy, (flip, now)
    assert tried or not composer.decisions  # a design without relationships decides nothing


def around(name: str, sign: str, edge: float) -> tuple[float, float]:
    """A value that the flip speaks of, and the nearest that it does not."""
    step = 1.0 if name in ("max", "from.max", "to.max") else max(1e-6, abs(edge) * 1e-6)
    out = step if sign in (">", ">=") else -step
    return (edge, edge - out) if sign in (">=", "<=") else (edge + out, edge)


def answer(case: Case, barred: Any, name: str, value: float) -> tuple[str, str]:
    from designs.compiler.deciding import decide

    names = {"max": ("max", "from.max"), "from.max": ("max", "from.max")}.get(name, (name,))
    decision = decide(case.varied(dict.fromkeys(names, value)), barred)
    return decision.rule, decision.strategy
