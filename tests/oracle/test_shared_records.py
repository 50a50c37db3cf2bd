"""What the records of a state share with those of its copies is what each would work out alone."""

from __future__ import annotations

import json

import pytest

from designs.compiler import read
from designs.compiler.sampling.records import Records
from tests.compiler.in_parts import compile_design
from tests.compiler.library import names, text_of
from tests.compiler.random_wild import wild
from tests.oracle.growing import random_state
from tests.oracle.state import SharedRecords

DESIGNS = [*names()[::6], *range(20, 60, 8)]


@pytest.mark.parametrize("which", DESIGNS)
def test_records_of_a_copy_are_those_made_anew(which: str | int) -> None:
    text = text_of(which) if isinstance(which, str) else json.dumps(wild(which))
    model = read(text).value
    assert model is not None
    state = random_state(compile_design(model), 1)
    copied = state.clone()[0].clone()[0]
    shared, anew = SharedRecords(copied), Records(copied.world, copied.paths)
    assert SharedRecords in copied.of_model
    owners = [*copied.all_things(), *copied.all_links()]
    assert owners
    for owner in owners:
        assert shared.of(owner) == anew.of(owner), owner
