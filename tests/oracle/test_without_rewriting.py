"""A script that is run as it is leaves what it leaves once mongosh has rewritten it."""

from __future__ import annotations

import json
import os

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.shell import run
from tests.oracle.judging import Judge
from tests.oracle.known import DESIGNS
from tests.oracle.run import Named, loaded, random_designs

DRAWN = (9, 11) if os.environ.get("NESTLINK_SOAK") else (9, 10)
"""Random designs of many kinds of functions."""
PLANTED = "function deletePupil() {}"
"""A function of the last design that does nothing: what fails must fail alike."""


def test_both_come_to_the_same() -> None:
    designs = [*random_designs(DRAWN), ("ski_school", loaded(DESIGNS / "ski_school.json"))]
    rewritten = _outcomes(designs, direct=False)
    assert sum(outcome == "right" for _, _, outcome in rewritten) > 100, "too few to show anything"
    assert any(outcome == "failed" for _, _, outcome in rewritten), "none fails: what fails must fail alike"
    assert _outcomes(designs, direct=True) == rewritten


def _outcomes(designs: list[Named], *, direct: bool) -> list[tuple[str, str, str]]:
    judges: list[Judge] = []
    for name, source in designs:
        model = read(json.dumps(source)).value
        assert model is not None
        judges.append(Judge(name, compile_design(model), tries=1, direct=direct))
    judges[-1].planted = PLANTED
    journals = run([judge.job(str(place)) for place, judge in enumerate(judges)])
    return [
        (one.design, one.function, "not judged" if not one.judged else "failed" if one.why else "right")
        for place, judge in enumerate(judges)
        for one in judge.verdicts(journals[str(place)])
    ]
