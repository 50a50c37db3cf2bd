"""Updates and deletes by what stands behind a reference find that first: of documents, of versions, and of those that a
parent counts."""

from __future__ import annotations

import json
from pathlib import Path

from tests.oracle.judging import judge

DESIGN = Path(__file__).with_name("designs") / "allotments.json"


def test_writes_by_what_stands_behind_are_right() -> None:
    design = json.loads(DESIGN.read_text())
    names = {"plotsOfACard", "plotsOfHonoured", "raiseRents", "layFallow", "giveBack", "readMeters",
             "takeMetersOut", "giveUpPlots"}  # fmt: skip
    verdicts = {each.function: each for each in judge("allotments", design, tries=3, only=names)}
    assert verdicts.keys() == names
    for verdict in verdicts.values():
        assert verdict.judged and not verdict.why, verdict
