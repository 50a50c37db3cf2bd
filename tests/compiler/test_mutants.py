"""Taking a rule away is noticed: every rule has its mutants and its test, and a few of them are run.

`python -m tests.compiler.mutants` runs them all, which takes a while.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import GUIDELINES, LINTS, PATTERNS
from designs.compiler.model.constants import Constants
from designs.compiler.plan_model.gate_catalog import GATES
from tests.compiler.mutants import HERE, KINDS, Mutant
from tests.compiler.operators import EQUIVALENT, turns

ROOT = HERE.parents[1]


@cache
def mutants(kind: str) -> tuple[Mutant, ...]:
    """All mutants of a kind."""
    return tuple(KINDS[kind]())


@pytest.mark.at_length
def test_every_rule_and_every_number_has_a_mutant() -> None:
    names = {kind: [mutant.name for mutant in mutants(kind)] for kind in KINDS}
    assert names["guideline"] == [rule.code for rule in GUIDELINES]
    assert names["lint"] == [lint.code for lint in LINTS]
    assert names["pattern"] == [pattern.slug for pattern in PATTERNS]
    assert names["constant"] == [f"{one} {sign}" for one in Constants.__struct_fields__ for sign in "+-"]
    assert set(names["gate"]) == {gate.code for gate in GATES}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mutant_is_first_held_against_the_test_of_its_name(kind: str) -> None:
    for mutant in mutants(kind):
        assert mutant.tests and all((HERE / name).exists() for name in mutant.tests), mutant.name


def test_what_changes_nothing_is_a_mutant_and_has_its_reason() -> None:
    every = [mutant.name for kind in KINDS for mutant in mutants(kind)]
    assert sorted(set(EQUIVALENT) - set(every)) == [] and all(EQUIVALENT.values())


SOURCE = """
class Judge:
    def holds(self, a, b):
        return not (a > 1 and b <= 2)
pick = lambda a: a >= 3
LIMIT = 4 > 3
"""


def test_every_operator_of_a_function_is_turned_where_it_lives(tmp_path: Path) -> None:
    path = tmp_path / "judge.py"
    path.write_text(SOURCE, encoding="utf-8")
    answers = {}
    for turn in turns(path):
        made: dict[str, Any] = {}
        exec(compile(SOURCE, str(path), "exec", dont_inherit=True), made)
        turn.apply()
        answers[turn.name] = (
            *(made["Judge"]().holds(a, 2) for a in (1, 2)),
            made["pick"](3),
            made["pick"](2),
        )
    assert answers == {
        "judge.Judge.holds: no not (a > 1 and b <= 2)": (False, True, True, False),
        "judge.Judge.holds: or in a > 1 and b <= 2": (False, False, True, False),
        "judge.Judge.holds: >= in a > 1": (False, False, True, False),
        "judge.Judge.holds: 2 in a > 1": (True, True, True, False),
        "judge.Judge.holds: < in b <= 2": (True, True, True, False),
        "judge.Judge.holds: 3 in b <= 2": (True, False, True, False),
        "judge.<lambda>: > in a >= 3": (True, False, False, False),
        "judge.<lambda>: 2 in a >= 3": (True, False, True, True),
    }


NOTICED = {"guideline": "B7", "constant": "embed_max +", "turn": "gates._count_bars: >= *"}


@pytest.fixture(scope="module")
def noticed() -> dict[str, str]:
    """What notices some mutants, from one process."""
    command = [
        sys.executable,
        "-m",
        "tests.compiler.mutants",
        *NOTICED,
        "--json",
        "--only",
        *NOTICED.values(),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("kind", NOTICED)
def test_a_mutant_is_noticed(kind: str, noticed: dict[str, str]) -> None:
    found = {name: by for name, by in noticed.items() if name.startswith(f"{kind} ")}
    assert found and all(found.values())
