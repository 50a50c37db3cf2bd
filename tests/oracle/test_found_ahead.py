"""Reads that find first what stands behind a reference give what one that joins would: by unique values, lists of ids, both
ways along a reference, and one pipeline in the order of what stands behind."""

from __future__ import annotations

import json
from pathlib import Path

from tests.oracle.judging import judge

DESIGN = Path(__file__).with_name("designs") / "found_ahead.json"


def test_reads_by_what_stands_behind_are_right() -> None:
    design = json.loads(DESIGN.read_text())
    names = {"mooringsByPlate", "whoLiesAtABerth", "openMooringsOfLongBoats", "mooringsWithASkipper",
             "plateAtABerth", "mooringsOfAClass", "boatsThatCameThen"}  # fmt: skip
    verdicts = {each.function: each for each in judge("marina", design, tries=3, only=names)}
    assert verdicts.keys() == names
    for verdict in verdicts.values():
        assert verdict.judged and not verdict.why, verdict
