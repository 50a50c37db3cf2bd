"""The scripts run, with all functions and at length with those alone that an application needs, and all that demo() tries
succeeds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.exporters.mongosh import render
from tests.compiler.in_parts import with_all_functions
from tests.mongosh.cases import LIBRARY, ROOT, build, server_version
from tests.mongosh.demonstrating import demonstrated
from tests.mongosh.replay import AT_LENGTH
from tests.mongosh.shell import run, sources

BROUGHT = sorted((ROOT / "tests" / "oracle" / "designs").glob("*.json"))
FUNCTIONS = ("needed", "all") if AT_LENGTH else ("all",)
"""In each run as they are, together with what else is asked of demo(); at length rewritten by mongosh
(oracle/test_what_is_rewritten.py)."""
FILES = {path.stem: path for path in (*BROUGHT, *LIBRARY)}


def demonstration(path: Path, functions: str) -> dict[str, Any]:
    """The job that sets an empty database up, fills it with the sample documents, and calls demo()."""
    compilation = build(json.loads(path.read_text(encoding="utf-8"))).compilation
    shown = with_all_functions(compilation) if functions == "all" else compilation
    key = f"{functions}-{path.stem}"
    paths = sources({file.path: file.text for file in render(shown)}, key)
    loads = [{"load": paths[name], "name": name} for name in ("setup", "03_sample_data", "04_queries")]
    version = server_version(compilation)
    return {"id": path.stem, "live": True, "version": version, "steps": [*loads, {"call": "demo"}]}


@cache
def journals(functions: str) -> Mapping[str, Any]:
    if not AT_LENGTH:
        return demonstrated()
    return run(demonstration(path, functions) for path in FILES.values())


@pytest.mark.parametrize("functions", FUNCTIONS)
@pytest.mark.parametrize("name", FILES)
def test_what_the_demonstration_tries_succeeds(name: str, functions: str) -> None:
    journal = journals(functions)[name]
    assert journal["error"] is None, journal["error"]
    lines = [str(line) for printed in journal["printed"] for line in printed]
    assert lines and not [line for line in lines if "was rejected" in line]
