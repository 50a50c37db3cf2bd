"""Citations in words."""

from __future__ import annotations

import pytest

from designs.compiler import GUIDELINES, PATTERNS
from designs.compiler.plan_model.sources import SOURCES, key_of, written_out


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("S1", SOURCES["S1"]),
        ("S0 guideline 3", f"{SOURCES['S0']}: guideline 3"),
        ("DOC:time-series", "the MongoDB manual, time series"),
        ("MongoDB manual, limits", "MongoDB manual, limits"),
    ],
)
def test_in_words(source: str, words: str) -> None:
    assert written_out(source) == words


@pytest.mark.parametrize("source", sorted({text for one in (*GUIDELINES, *PATTERNS) for text in one.sources}))
def test_every_citation_is_known(source: str) -> None:
    assert key_of(source) in SOURCES
