"""Compilations of the library's designs and of the fixtures, each made once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from designs.compiler import Compilation, compile_design, read
from tests.compiler.library import FIXTURES, LIBRARY, names

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
    folder = LIBRARY if name in names() else FIXTURES
    return compiled(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))
