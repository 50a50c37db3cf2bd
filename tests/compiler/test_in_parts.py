"""A design compiled in parts is what the compiler makes of it in one go."""

from __future__ import annotations

import json
from operator import attrgetter

import pytest

from designs.compiler import Compilation, compile_design, read
from designs.compiler.plan_model.compilation import Plan
from designs.compiler.sampling import samples
from tests.compiler.in_parts import compile_design as in_parts
from tests.compiler.in_parts import laid_out
from tests.compiler.library import FIXTURES, text_of
from tests.compiler.random_wild import wild
from tests.compiler.rich_design import RICH

DESIGNS = {
    "university": text_of("university"),
    "city_theatre": text_of("city_theatre"),
    "every key": json.dumps(RICH),
    "F08": (FIXTURES / "F08.json").read_text(encoding="utf-8"),
    **{f"random {number}": json.dumps(wild(number)) for number in (60, 96, 103)},
}
PARTS = [
    *(name for name in Compilation.__struct_fields__ if name != "plan"),
    *(f"plan.{name}" for name in Plan.__struct_fields__),
    "decisions",
    "open_decisions",
]


@pytest.mark.parametrize("name", DESIGNS)
def test_each_part_is_that_of_the_whole(name: str) -> None:
    """Whichever is asked for first."""
    model = read(DESIGNS[name]).value
    assert model is not None
    whole = compile_design(model)
    for parts in (PARTS, PARTS[::-1]):
        made = in_parts(model)
        for part in parts:
            assert repr(attrgetter(part)(made)) == repr(attrgetter(part)(whole)), part


@pytest.mark.parametrize("name", DESIGNS)
def test_samples_follow_from_the_layout(name: str) -> None:
    model = read(DESIGNS[name]).value
    assert model is not None
    assert repr(samples(laid_out(model))) == repr(samples(compile_design(model)))
