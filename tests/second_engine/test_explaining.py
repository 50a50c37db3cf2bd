"""07_explain.js runs to its end in the real mongosh on a server that nobody here wrote, and writes nothing."""

from __future__ import annotations

import pytest

from tests.mongosh.shell import sources
from tests.second_engine.engine import ABSENT, is_installed, play
from tests.second_engine.jobs import designs, job

pytestmark = pytest.mark.skipif(not is_installed(), reason=ABSENT)
NAME = "library/web_shop"


def test_each_operation_is_explained_or_refused_with_a_reason() -> None:
    design = designs("library")[NAME]
    one = job(NAME, design)
    path = sources(design.scripts, "second-explain")["07_explain"]
    filled = one["steps"][:6]  # collections, indexes and sample data, each twice
    one["steps"] = [*filled, {"load": path, "name": "07_explain", "keeps": True}]
    outcomes = play([one])[NAME]
    printed = [line for (line,) in outcomes[-1]["printed"]]
    first, last = printed.index('--- explain of "Web shop" ---'), printed.index("--- end of explain ---")
    lines = printed[first + 1 : last]
    assert len(lines) > 10 and all('"indexes":' in line or '"refused":' in line for line in lines), lines
    assert outcomes[-1].get("refused") is None
    assert outcomes[-1]["left"] == outcomes[-2]["left"]
