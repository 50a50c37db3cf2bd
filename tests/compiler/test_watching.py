"""An answer that lasts while nothing it asked for changes is the answer that asking anew gives."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from designs.compiler.composition.fixpoint import Composer
from designs.compiler.reading import read
from designs.compiler.rules.choices import choice
from designs.compiler.rules.deciding import decide, forced_strategy
from designs.compiler.rules.gates import Bar, Bars, bars
from designs.compiler.rules.guidelines import BY_KIND
from designs.compiler.sensitivity.dependency_tracking import AskedBars, WatchedCase
from designs.compiler.sensitivity.input_flips import _NUMBERS, _WORDS, _both
from designs.compiler.sensitivity.rule_evaluator import Rules
from designs.compiler.sensitivity.threshold_search import ThresholdAnswer, answer_of
from designs.compiler.strategies.table import STRATEGIES
from designs.compiler.workload.inputs import DecisionInputs
from designs.compiler.workload.traffic import Traffic
from tests.compiler.random_designs import COUNTS, SHARES, Json, designs, examples
from tests.compiler.small import surveyed


def anew(case: DecisionInputs, barred: Bars, values: dict[str, Any]) -> ThresholdAnswer:
    """Every gate and rule asked with these values, and nothing remembered."""
    plain = DecisionInputs(case.survey, case.relationship, case.place, case.table).varied(values)
    ruled_out = {**bars(plain), **barred}
    for rule in BY_KIND[case.relationship.kind]:
        if not rule.refuse(plain, ruled_out):
            chosen = rule.pick(plain)
            return answer_of(rule.code, chosen.strategy, chosen.side, plain)
    raise AssertionError("no rule applies")


def drawn(dice: Random) -> dict[str, Any]:
    """Other values of one input or two."""
    names = dice.sample([*_NUMBERS, *_WORDS], dice.choice((1, 1, 2)))
    return _both({name: _value(name, dice) for name in names})


def _value(name: str, dice: Random) -> Any:
    if name in _WORDS:
        return dice.choice(_WORDS[name])
    shared = name in ("independent_access", "accessed_together", "share_over")
    return float(dice.choice(SHARES if shared else COUNTS))


@examples
@given(designs(), st.integers(0, 2**32))
def test_lasting_answers_are_the_answers_of_asking_anew(raw: Json, seed: int) -> None:
    model = read(json.dumps(raw)).value
    assume(model is not None)
    assert model is not None
    composer, dice = Composer(surveyed(model)), Random(seed)
    composer.settle()
    for name, case in composer.survey.cases.items():
        barred = composer.bars[name]
        rules = Rules(case, barred)
        for _ in range(8):
            values = drawn(dice)
            assert rules.answer(values) == anew(case, barred, values), (name, values)
            if forced_strategy(case) is None:
                decided = decide(case.varied(values), barred)
                assert (decided.rule, decided.strategy) == rules.answer(values)[:2]


@examples
@given(designs(), st.integers(0, 2**32))
def test_lasting_answers_in_another_workload_are_those_of_asking_anew(raw: Json, seed: int) -> None:
    model = read(json.dumps(raw)).value
    assume(model is not None)
    assert model is not None
    survey, dice = surveyed(model), Random(seed)
    for case in survey.cases.values():
        if case.relationship.kind == "is-a":
            continue
        rules = Rules(case, {})
        for _ in range(4):
            often = [
                msgspec.structs.replace(one, per_day=float(dice.choice(COUNTS))) for one in model.workload
            ]
            traffic = Traffic(often, survey.traffic.paths, like=survey.traffic)
            other = copy.copy(survey)
            other.traffic = Traffic(often, survey.traffic.paths)
            there = DecisionInputs(other, case.relationship, case.place, case.table)
            assert rules.in_traffic(traffic) == anew(there, {}, {}), case.relationship.name


def test_a_rule_is_asked_again_where_only_a_gate_has_moved() -> None:
    """Five children of 2 MiB fit today; were one added each day, the projected document would not."""
    case = watched(2 * 1024 * 1024)
    rules, grown = Rules(case, {}), {"adds_per_day": 1.0}
    assert rules.said[-1].answer == ThresholdAnswer("B7", "EMBED_ARRAY", "from")
    assert rules.answer(grown) == anew(case, {}, grown) != rules.said[-1].answer


def watched(size: int = 10) -> WatchedCase:
    field = {"name": "name", "type": "string", "average_bytes": size}
    raw: Json = {
        "format": "nestlink/1",
        "name": "Shop",
        "database": "shop",
        "entities": [
            {"name": "Order", "fields": [{"name": "name", "type": "string"}]},
            {"name": "Line", "fields": [field]},
        ],
        "relationships": [
            {
                "name": "lines",
                "kind": "one-to-many",
                "from": {"entity": "Order", "field": "lines", "has": {"average": 2, "max": 5}},
                "to": {"entity": "Line", "field": "order", "has": {"min": 1, "max": 1}},
            }
        ],
    }
    model = read(json.dumps(raw)).value
    assert model is not None
    return WatchedCase(surveyed(model).case("lines"))


def test_what_an_input_derives_from_is_noted_each_time() -> None:
    case = watched()
    for _ in range(2):
        case.asked = set()
        assert case.look("at_horizon") == 2
        assert case.asked > {"average", "adds_per_day", "inserts_per_day", "max", "from.growth"}


def test_only_what_derives_from_a_change_is_derived_again() -> None:
    case = watched()
    case.look("at_horizon")
    other = case.varied({"average": 4})
    assert "adds_per_day" in other._quantities
    assert "at_horizon" not in other._quantities
    assert other.look("at_horizon") == 4
    assert case.varied({"max": 3.0}).look("average") == 2


def test_a_gate_is_asked_when_a_rule_asks_for_it() -> None:
    case = watched()
    found = AskedBars(case, {"SUBSET": Bar("G9", "composing has barred it")})
    case.asked = set()
    assert found["SUBSET"].gate == "G9"
    assert case.asked.isdisjoint({"max", "average"})
    assert "BUCKET_TIME" not in found and "EMBED_ARRAY" not in found and found.get("OUTLIER") is None
    assert "max" in case.asked
    with pytest.raises(KeyError):
        found["BUCKET"]
    with pytest.raises(TypeError):
        list(found)


@examples
@given(designs())
def test_one_gate_at_a_time_says_what_all_say(raw: Json) -> None:
    model = read(json.dumps(raw)).value
    assume(model is not None)
    assert model is not None
    for name, case in surveyed(model).cases.items():
        together = bars(case)
        for strategy in STRATEGIES:
            assert bars(case, strategy).get(strategy) == together.get(strategy), (name, strategy)


def test_a_choice_is_noted_with_its_rule() -> None:
    case = watched()
    choice("EMBED_ARRAY", case)
    assert "from.max" in case.asked
