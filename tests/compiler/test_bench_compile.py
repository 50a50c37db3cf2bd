"""`bench.compile` compares another checkout with this one in turn, so that a load that changes disturbs both alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import compile as bench

OTHER = Path("/other")


def test_both_checkouts_run_in_turn_and_their_pairs_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine gets slower by half in each round: shares of one round tell, medians of all alone would not."""
    ran: list[Path] = []

    def sample(_size: int, folder: Path = bench.ROOT) -> dict[str, float]:
        load = 1.5 ** (len(ran) // 2)
        ran.append(folder)
        return {"processor": load * (1000 if folder == OTHER else 800)}

    monkeypatch.setattr(bench, "_sample", sample)
    row = bench.compared(100, 3, OTHER)
    assert ran == [OTHER, bench.ROOT] * 3
    assert row == {"entities": 100, "before": 1500.0, "now": 1200.0, "share": 0.8, "aim": 250}


def test_growth_is_told_from_size_to_size_and_from_100_to_1000() -> None:
    rows = [
        {"entities": size, "processor": time} for size, time in ((100, 200.0), (300, 700.0), (1000, 2100.0))
    ]
    assert bench.growth_of(rows, "processor") == {"300/100": 3.5, "1000/300": 3.0, "1000/100": 10.5}
