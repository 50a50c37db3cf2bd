"""Each small file that asks for much is answered by the command line: in time, in memory, with a word.

Some in each run of the tests; all of them, at full size, with NESTLINK_SOAK=1 (half an hour on two busy cores).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from . import makers
from .answers import answer

SOAK = os.environ.get("NESTLINK_SOAK") == "1"
QUICK = (
    "a million versions",
    "a billion cells",
    "one key repeated",
    "unclosed text that nests",
    "misspelt entities",
    "fields of one name in versions that never meet",
    "patterns that backtrack",
    "absurd whole numbers",
    "the largest number: relationships.from.has.max",
    "the longest list: entities.fields",
    "a clique of embedding",
    "found: computed ring",
    "found: decimal small 2",
    "found: decimal 35 digits",
    "found: decimal overflow",
    "found: decimal nan",
    "found: date last",
    "found: date first",
    "found: double range",
    "found: items 20",
)
MADE = makers()


@pytest.mark.parametrize("kind", MADE if SOAK else QUICK)
def test_a_file_is_answered(kind: str, tmp_path: Path) -> None:
    found = answer("compile_design" if SOAK or "date" in kind else "check_design", MADE[kind](), tmp_path)
    assert not found.trouble, found.trouble


def test_there_are_as_many_kinds_as_the_schema_has_places() -> None:
    assert len(MADE) >= 250
    for what in ("number", "whole number", "list", "text"):
        assert sum(name.startswith((f"the largest {what}", f"the longest {what}")) for name in MADE) >= 10, (
            what
        )


def test_each_kind_is_the_same_every_time() -> None:
    for kind in QUICK:
        assert MADE[kind]() == MADE[kind]()
