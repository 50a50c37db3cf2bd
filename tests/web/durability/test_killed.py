"""Every process of the server is killed while editors save: nothing that it acknowledged is lost.

NESTLINK_KILLS says how often; a few by default.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

from .saving import FAILED, all_saved_more, answers, saving, wrong
from .served import Served

KILLS = int(os.environ.get("NESTLINK_KILLS", "3"))
EDITORS = 8


def test_nothing_is_lost(tmp_path: Path) -> None:
    dice = Random(1)
    with Served(tmp_path / "home") as served, saving(EDITORS, served) as savers:
        for _ in range(KILLS):
            time.sleep(dice.uniform(0.1, 0.6))
            served.kill()
            served.start()
            all_saved_more(savers)
    assert wrong(savers, served.stored("look")) == []
    assert set(answers(savers)) == {200, FAILED}
    assert min(len(saver.acknowledged) for saver in savers) > KILLS


def test_an_acknowledgement_that_comes_too_early_is_seen(tmp_path: Path) -> None:
    settings = "tests.web.durability.early_settings"
    with Served(tmp_path / "home", DJANGO_SETTINGS_MODULE=settings) as served, saving(2, served) as savers:
        all_saved_more(savers)
        served.kill()
    assert any("was lost" in problem for problem in wrong(savers, served.stored("look")))
