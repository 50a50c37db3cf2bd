"""Every flip is asked of the rules again: past its value they answer as it says, before it as now."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from designs.compiler import read
from designs.compiler.composition.fixpoint import Composer
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.decisions import Decision, Flip, forced_ring
from designs.compiler.rules.deciding import decide
from designs.compiler.rules.gates import Bars
from designs.compiler.sensitivity.input_domains import room
from designs.compiler.sensitivity.input_flips import flips
from designs.compiler.sensitivity.rule_evaluator import Rules
from designs.compiler.sensitivity.workload_flips import Rates
from designs.compiler.workload.inputs import DecisionInputs
from designs.compiler.workload.traffic import per_day
from tests.compiler.library import names, text_of
from tests.compiler.random_designs import Json, designs, examples
from tests.compiler.small import EXPIRING, PARENT_FIELDS, op, pair, surveyed
from tests.compiler.test_decision_properties import model_of

_NUMBER = re.compile(r"(.+) (>=|<=|>|<) (\S+)$")
_WHOLE = ("max", "from.max", "to.max", "child_bytes", "tree.depth", "count", "from.count", "to.min")
_TOGETHER = {"max": ("max", "from.max"), "from.max": ("max", "from.max"), "growth": ("growth", "from.growth")}


def told(model: Model) -> Iterator[tuple[DecisionInputs, Decision, Bars, Flip]]:
    """Every flip of a design's rules, with the relationship that it is about."""
    composer = Composer(surveyed(model))
    composer.settle()
    rates = Rates(composer.survey)
    for name, decision in composer.decisions.items():
        case, barred = composer.survey.case(name), composer.bars[name]
        rules = Rules(case, barred)
        for flip in (*flips(rules, decision), *rates.flips(rules, decision)):
            yield case, decision, barred, flip


def around(name: str, sign: str, edge: float, now: float) -> tuple[float, float]:
    """A value that the flip speaks of, and the nearest that it does not; as it is, if that is nearer."""
    step = 1.0 if name in _WHOLE else max(1e-5, abs(edge) * 1e-5)
    out = step if sign in (">", ">=") else -step
    beyond, nearer = (edge, edge - out) if sign in (">=", "<=") else (edge + out, edge)
    return beyond, now if (nearer - now) * out < 0 else nearer


def answer(case: DecisionInputs, barred: Bars, name: str, value: Any) -> tuple[str, str, str]:
    """Rule, strategy and side with another value of an input, or of an operation in the design file."""
    if name.startswith("per_day of "):
        case, name, value = running(case, name[12:-1], value), "", None
    decision = decide(
        case.varied(dict.fromkeys(_TOGETHER.get(name, (name,)), value)) if name else case, barred
    )
    return decision.rule, decision.strategy, decision.side


def running(case: DecisionInputs, operation: str, per_day: float) -> DecisionInputs:
    """The relationship in a design of which one operation runs so often."""
    model = case.survey.model
    work = [
        msgspec.structs.replace(one, per_day=per_day) if one.name == operation else one
        for one in model.workload
    ]
    return surveyed(msgspec.structs.replace(model, operations=work)).case(case.relationship.name)


def often(case: DecisionInputs, name: str) -> float:
    """What an input, or how often an operation runs, is now."""
    if name.startswith("per_day of "):
        return next(per_day(one) for one in case.survey.model.workload if one.name == name[12:-1])
    return float(case.look(name))


def check(case: DecisionInputs, decision: Decision, barred: Bars, flip: Flip) -> None:
    """The flip on both sides of its value."""
    match = _NUMBER.match(flip.when)
    if match is None:
        name, _, word = flip.when.partition(": ")
        value = {"true": True, "false": False}.get(word, word)
        value = float(word) if word[0].isdigit() else value
        assert answer(case, barred, name, value)[:2] == (flip.rule, flip.strategy), flip
        return
    beyond, nearer = around(match[1], match[2], float(match[3]), often(case, match[1]))
    assert answer(case, barred, match[1], beyond)[:2] == (flip.rule, flip.strategy), flip
    now = answer(case, barred, match[1], nearer)
    assert now[1:] == (decision.strategy, decision.side), (flip, now)


@pytest.mark.parametrize("name", names())
def test_the_flips_of_the_library(name: str) -> None:
    model = read(text_of(name)).value
    assert model is not None
    for found in told(model):
        check(*found)


def test_a_flip_follows_parents_that_expire() -> None:
    """As many parents as come in a lifetime: the more of them, the fewer children each of them gains."""
    fields = [*PARENT_FIELDS, {"name": "made", "type": "date"}]
    made = {"fields": fields, "retention": {**EXPIRING, "seconds": 86_400}}
    has = {"max": 5000, "p95": 100, "share_over": 0.01}
    rel = {"exclusive_owner": True, "accessed_together": 0.9, "independent_access": 0}
    ops = (op("insert", "Parent", per_day=100), op("insert", "Child", per_day=8))
    found = list(told(pair(parent=made, child=made, has=has, rel=rel, ops=ops)))
    assert {decision.strategy for _, decision, _, _ in found} == {"OUTLIER"}
    rates = [flip.when for *_, flip in found if flip.when.startswith("per_day")]
    assert [one.rpartition(" ")[0] for one in rates] == [
        'per_day of "operation 0" <',
        'per_day of "operation 1" >',
    ]
    for one in found:
        check(*one)


@examples
@given(designs(entities=3, links=4, operations=6, forced=False))
def test_the_flips_of_any_design(raw: Json) -> None:
    model = model_of(raw)
    assume(not forced_ring(model.links))
    for found in told(model):
        check(*found)


@examples
@given(designs(entities=3, links=4, operations=6, forced=False), st.floats(0, 0.999))
def test_a_flip_is_the_nearest(raw: Json, share: float) -> None:
    """Between what an input is and the value of its flip the rules answer as now."""
    model = model_of(raw)
    assume(not forced_ring(model.links))
    for case, decision, barred, flip in told(model):
        match = _NUMBER.match(flip.when)
        now = often(case, match[1]) if match else math.inf
        if match is None or math.isinf(now):
            continue
        between = now + (float(match[3]) - now) * share
        if match[1] in _WHOLE:
            between = float(round(between))
        if between != float(match[3]):
            assert answer(case, barred, match[1], between)[1:] == (decision.strategy, decision.side), (
                flip,
                between,
            )


@examples
@given(
    designs(entities=3, links=4, operations=6, forced=False), st.sampled_from([0.5, 0.9, 1.1, 2, 20, 1000])
)
def test_where_no_flip_is_told_nothing_turns(raw: Json, factor: float) -> None:
    """An input without a flip in one direction answers as now there, as far as a design may state it."""
    model = model_of(raw)
    assume(not forced_ring(model.links))
    composer = Composer(surveyed(model))
    composer.settle()
    for name, decision in composer.decisions.items():
        case, barred = composer.survey.case(name), composer.bars[name]
        found = [_NUMBER.match(one.when) for one in flips(Rules(case, barred), decision)]
        for key in ("max", "to.max", "average", "independent_access", "accessed_together", "from_to_per_day"):
            now = float(case.look(key))
            if math.isinf(now):
                continue
            least, most = room(case).get(key, (0, math.inf))
            value = float(round(now * factor)) if key in _WHOLE else now * factor
            up = any(one and one[1] in (key, "from." + key) and one[2][0] == ">" for one in found)
            down = any(one and one[1] in (key, "from." + key) and one[2][0] == "<" for one in found)
            stated = any(flip.when.startswith(f"{key}: ") for flip in flips(Rules(case, barred), decision))
            if stated or not least <= min(now, value) or value > most or (up if factor > 1 else down):
                continue
            assert answer(case, barred, key, value)[1:] == (decision.strategy, decision.side), (
                name,
                key,
                value,
            )
