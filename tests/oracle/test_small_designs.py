"""Functions that were wrong in random designs are right in the smallest designs that show it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.test_reads import judged

SMALL: dict[str, Any] = json.loads(Path(__file__).with_name("small_designs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("about", SMALL)
def test_functions_do_what_they_mean(about: str) -> None:
    case = SMALL[about]
    assert judged(case["design"], *case["functions"]) == dict.fromkeys(case["functions"], "")
