"""What makes a rule refuse by itself: where a rule applies, no such reason holds, in the fixtures, in the
library and beside them. Where one is told wrong, a flip is looked for in the wrong places."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from designs.compiler import GUIDELINES
from designs.compiler.reading import read
from designs.compiler.rules.guidelines.base import Guideline
from designs.compiler.workload.inputs import DecisionInputs
from tests.compiler.small import surveyed
from tests.compiler.test_watching import drawn

HERE = Path(__file__).parent
FILES = [
    *sorted((HERE / "fixtures").glob("F*.json")),
    *sorted((HERE.parents[1] / "designs/library").glob("*.json")),
]
RULES = {rule.code: rule for rule in GUIDELINES if rule.unfit}
REASONS = [(code, reason) for code, rule in RULES.items() for reason in rule.unfit]
TRIES, ENOUGH = 60, 20


@cache
def cases() -> tuple[DecisionInputs, ...]:
    """The relationships of all these designs."""
    models = (read(path.read_text(encoding="utf-8")).value for path in FILES)
    return tuple(case for model in models if model is not None for case in surveyed(model).cases.values())


@cache
def applying(code: str) -> tuple[DecisionInputs, ...]:
    """Where a rule applies, asked alone: as the designs are, and with one input or two of another value."""
    rule, dice = RULES[code], Random(code)
    known = [case for case in cases() if case.relationship.kind in rule.kinds and not rule.refuse(case, {})]
    beside = (case.varied(drawn(dice)) for case in known for _ in range(TRIES))
    return (*known, *(case for case in beside if not rule.refuse(case, {})))


def wrong(rule: Guideline, reason: Callable[[DecisionInputs], bool]) -> list[DecisionInputs]:
    """Where a rule applies though a reason says that it never does."""
    return [case for case in applying(rule.code) if reason(case)]


@pytest.mark.parametrize("code", RULES)
def test_a_rule_with_a_reason_to_refuse_does_not_apply(code: str) -> None:
    assert len(applying(code)) >= ENOUGH
    for reason in RULES[code].unfit:
        assert wrong(RULES[code], reason) == [], reason.__name__


@pytest.mark.parametrize(("code", "reason"), REASONS, ids=lambda one: getattr(one, "__name__", one))
def test_the_opposite_of_a_reason_is_noticed(code: str, reason: Callable[[DecisionInputs], bool]) -> None:
    assert wrong(RULES[code], lambda case: not reason(case))
