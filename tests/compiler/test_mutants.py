"""Taking a rule away is noticed: every rule has its mutants and its test, and a few of them are run.

`python -m tests.compiler.mutants` runs them all, which takes a while.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from designs.compiler import GUIDELINES, LINTS, PATTERNS
from designs.compiler.constants import Constants
from tests.compiler.mutants import HERE, KINDS

ROOT = HERE.parents[1]


def test_every_rule_and_every_number_has_a_mutant() -> None:
    names = {kind: [mutant.name for mutant in made()] for kind, made in KINDS.items()}
    assert names["guideline"] == [rule.code for rule in GUIDELINES]
    assert names["lint"] == [lint.code for lint in LINTS]
    assert names["pattern"] == [pattern.slug for pattern in PATTERNS]
    assert names["constant"] == [f"{one} {sign}" for one in Constants.__struct_fields__ for sign in "+-"]
    assert set(names["gate"]) == {f"G{number}" for number in range(1, 11)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mutant_is_first_held_against_the_test_of_its_name(kind: str) -> None:
    for mutant in KINDS[kind]():
        assert mutant.tests and all((HERE / name).is_file() for name in mutant.tests), mutant.name


@pytest.mark.parametrize(("kind", "name"), [("guideline", "B7"), ("constant", "embed_max +")])
def test_a_mutant_is_noticed(kind: str, name: str) -> None:
    command = [sys.executable, "-m", "tests.compiler.mutants", kind, "--only", name, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found and all(found.values())
