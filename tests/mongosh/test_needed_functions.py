"""The scripts as they are written unless all functions are asked for: they run, and demo() with them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from designs.compiler.exporters.mongosh import render
from tests.mongosh.cases import LIBRARY, Built, built
from tests.mongosh.runs import jobs
from tests.mongosh.shell import run

NAMES = [path.stem for path in LIBRARY]


def needed(name: str) -> Built:
    design = built(name)
    return design._replace(scripts={file.path: file.text for file in render(design.compilation)})


@cache
def journals() -> dict[str, Any]:
    return run(
        job
        for name in NAMES
        for job in jobs(f"needed {name}", needed(name))
        if job["id"].endswith("/queries")
    )


@pytest.mark.parametrize("name", NAMES)
def test_they_run_and_the_demonstration_with_them(name: str) -> None:
    journal = journals()[f"needed {name}/queries"]
    assert journal["error"] is None, journal["error"]
    assert journal["printed"]
