"""Advice on decisions as pages show it: flips in words, prices as bars of one scale."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from designs.compiler import Advice, advise, read

KINDS = {"reading": ("R", "D", "B", "I"), "writing": ("W", "WB", "X"), "transactions": ("T",)}
"""The letters of the cost model by what a person asks about; a bar has a piece for each."""
WIDE = 240
_SHOWN = 5


@dataclass(frozen=True)
class Piece:
    """A part of a bar: what it stands for, where it begins and how wide it is, in SVG units."""

    kind: str
    x: float
    width: float


@dataclass(frozen=True)
class Bar:
    """A strategy's price: its score a day, how many times the chosen one's, and its bar."""

    strategy: str
    total: float
    times: float
    chosen: bool
    pieces: tuple[Piece, ...]
    rows: tuple[tuple[str, float, float], ...]


def advice_on(text: bytes, relationships: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """For each of these relationships of a valid design its flips and bars."""
    return {name: _shown(advice) for name, advice in _advised(text, relationships).items()}


@lru_cache(maxsize=32)
def _advised(text: bytes, relationships: tuple[str, ...]) -> dict[str, Advice]:
    model = read(text).value
    return {} if model is None else advise(model, relationships)


def _shown(advice: Advice) -> dict[str, Any]:
    prices = [price for price in advice.prices if math.isfinite(price.total)][:_SHOWN]
    most = max((price.total for price in prices), default=0.0)
    chosen = next((price.total for price in prices if price.strategy == advice.strategy), 0.0)
    return {
        "flips": [
            {"when": _readable(one.when), "rule": one.rule, "strategy": one.strategy} for one in advice.flips
        ],
        "bars": [_bar(price, most, chosen, price.strategy == advice.strategy) for price in prices]
        if most
        else [],
        "wide": WIDE,
    }


def _bar(price: Any, most: float, chosen: float, is_chosen: bool) -> Bar:
    sums = {
        kind: sum(part.letters[one] for part in price.parts for one in letters)
        for kind, letters in KINDS.items()
    }
    pieces, x = [], 0.0
    for kind, value in sums.items():
        width = WIDE * value / most
        if width:
            pieces.append(Piece(kind, round(x, 2), round(width, 2)))
            x += width
    rows = tuple((part.operation, part.per_day, part.score) for part in price.parts)
    return Bar(
        price.strategy, price.total, price.total / chosen if chosen else 0, is_chosen, tuple(pieces), rows
    )


def _readable(when: str) -> str:
    """As the table of inputs names them; an operation keeps its name."""
    subject, quote, rest = when.partition('"')
    name, quoted, rest = rest.rpartition('"')
    parts = [_words(subject), quote, name, quoted, _words(rest)] if quote else [_words(when)]
    return "".join(parts)


def _words(part: str) -> str:
    return part.replace("_", " ").replace(">=", "≥").replace("<=", "≤")
