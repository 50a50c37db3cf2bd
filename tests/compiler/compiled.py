"""Compilations of the library's designs and of the fixtures, each made once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from designs.compiler import Compilation, read
from tests.compiler.in_parts import compile_design
from tests.compiler.library import FIXTURES, built, built_of, names

FIXTURE_NAMES = sorted(path.stem for path in FIXTURES.glob("F*.json"))
ALL = [*names(), *FIXTURE_NAMES]


def compiled(source: dict[str, Any]) -> Compilation:
    """What a design file given as values compiles to."""
    report = read(json.dumps(source))
    assert report.value is not None, report.findings
    return compile_design(report.value)


@cache
def design_of(name: str) -> Compilation:
    """A library design or a fixture, compiled."""
    if name in names():
        library_design: Compilation = built(name).compilation
        return library_design
    fixture = built_of((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    assert fixture is not None, name
    compilation: Compilation = fixture.compilation
    return compilation
