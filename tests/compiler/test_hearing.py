"""A rule that is not asked again, for what it compared says that it answers as it did, does answer so."""

from __future__ import annotations

import copy
import json
from random import Random

import msgspec
from hypothesis import example, given, reject
from hypothesis import strategies as st

from designs.compiler.composition.fixpoint import Composer
from designs.compiler.model.conceptual import Model, Operation
from designs.compiler.reading import read
from designs.compiler.rules.gates import bars
from designs.compiler.rules.guidelines import BY_KIND
from designs.compiler.sensitivity.dependency_tracking import WatchedCase
from designs.compiler.sensitivity.input_flips import _NUMBERS, _both, _Finder
from designs.compiler.sensitivity.rule_evaluator import Rules
from designs.compiler.sensitivity.workload_flips import _SPREAD, Rates, _Asked
from designs.compiler.workload.inputs import DecisionInputs
from designs.compiler.workload.traffic import Traffic
from tests.compiler.random_designs import COUNTS, SHARES, Json, designs, examples, random_design
from tests.compiler.small import surveyed
from tests.compiler.test_watching import anew, watched


def composed(raw: Json) -> Composer:
    model = read(json.dumps(raw)).value
    if model is None:
        reject()
    composer = Composer(surveyed(model))
    composer.settle()
    return composer


def near(value: float, dice: Random) -> float:
    """A value at, beside or far from another."""
    return max(0.0, dice.choice((value, value + 1, value - 1, value * 1.001, value * 0.999, value * 2)))


@examples
@given(designs(), st.integers(0, 2**32))
def test_what_was_heard_of_an_input_is_what_asking_anew_says(raw: Json, seed: int) -> None:
    composer, dice = composed(raw), Random(seed)
    for name, case in composer.survey.cases.items():
        barred = composer.bars[name]
        finder = _Finder(Rules(case, barred))
        list(finder.flips())
        for key, value in finder.values.items():
            edges = [value + gap for gap in finder.gaps.get(key, ())]
            for tried in (near(dice.choice([value, *edges]), dice), float(dice.choice(COUNTS + SHARES))):
                assert finder.ask(key, tried) == anew(case, barred, _both({key: tried})), (name, key, tried)


def running(model: Model, operation: Operation, often: float) -> list[Operation]:
    other = msgspec.structs.replace(operation, per_day=often)
    return [other if one is operation else one for one in model.workload]


def elsewhere(case: DecisionInputs, operations: list[Operation]) -> DecisionInputs:
    survey = copy.copy(case.survey)
    survey.traffic = Traffic(operations, survey.traffic.paths)
    return DecisionInputs(survey, case.relationship, case.place, case.table)


@examples
@example(random_design(4, 4, 6, 3, forced=True), 0)  # inserts of a subtype count where its supertype stands
@given(designs(), st.integers(0, 2**32))
def test_what_was_heard_of_an_operation_is_what_asking_anew_says(raw: Json, seed: int) -> None:
    composer, dice = composed(raw), Random(seed)
    rates = Rates(composer.survey)
    for case in composer.survey.cases.values():
        near_by = rates.near[case.parent.name] | rates.near[case.child.name]
        if case.relationship.kind in _SPREAD or not near_by:
            continue
        asked = _Asked(Rules(case, {}), near_by)
        for key, operation in asked.near.items():
            edges = [asked.values[key] + gap for gap in asked.gaps.get(key, ())]
            often = near(dice.choice([asked.values[key], *edges]), dice)
            there = elsewhere(case, running(composer.survey.model, operation, often))
            assert asked.ask(key, often) == anew(there, {}, {}), (key, often)


def test_a_rule_is_not_asked_again_short_of_its_thresholds() -> None:
    case = surveyed(watched().survey.model).case("lines")
    rules = Rules(case, {})
    finder = _Finder(rules)
    counted: list[str] = []
    rules.of_rule = lambda rule, *_: counted.append(rule.code)  # type: ignore[method-assign,assignment]
    assert finder.ask("average", 3.0) == finder.now
    assert counted == []


def test_each_rule_hears_what_its_inputs_derive_from() -> None:
    """The share of reads together is at most 1: past that nothing that compares it is about navigation."""
    raw = msgspec.to_builtins(watched().survey.model)
    raw["operations"] = [{"name": "show", "kind": "read", "entity": "Order", "per_day": 10}]
    raw["relationships"][0] |= {
        "exclusive_owner": False,
        "independent_access": 0.9,
        "navigation": {"from_to_per_day": 100, "to_from_per_day": 0},
    }
    del raw["relationships"][0]["to"]["field"]  # a line that names its order keeps the reference anyway
    case = composed(raw).survey.case("lines")
    assert case.look("accessed_together") == 1
    finder = _Finder(Rules(case, {}))
    list(finder.flips())
    fewer = {"from_to_per_day": 1.0}
    assert finder.ask("from_to_per_day", 1.0) == anew(case, {}, fewer) != finder.now


def test_a_number_of_two_names_is_heard_by_both() -> None:
    """What compares the maximum of an end was noted under one of its names; the other one seemed to change nothing."""
    raw = msgspec.to_builtins(watched().survey.model)
    raw["relationships"][0] |= {"kind": "many-to-many", "link_owner": "from"}
    finder = _Finder(Rules(composed(raw).survey.case("lines"), {}))
    assert {"max", "from.max"} <= finder.alone
    answers = [finder.ask(name, 500_000.0) for name in ("max", "from.max")]
    assert answers[0] == answers[1] != finder.now


@examples
@given(designs(), st.integers(0, 2**32))
def test_an_unfit_rule_refuses_whatever_everything_else_is(raw: Json, seed: int) -> None:
    composer, dice = composed(raw), Random(seed)
    for name, case in composer.survey.cases.items():
        for rule, reason in [(one, why) for one in BY_KIND[case.relationship.kind] for why in one.unfit]:
            watch = WatchedCase(case)
            free = [one for one in _NUMBERS if one not in watch.asked] if reason(watch) else []
            for number in dice.sample(free, min(4, len(free))):
                others = {one: float(dice.choice(COUNTS + SHARES)) for one in (number, dice.choice(free))}
                other = watch.varied({one: value for one, value in _both(others).items() if one in free})
                assert rule.refuse(other, {**bars(other), **composer.bars[name]}), (name, rule.code, others)
