"""Advice on decisions as pages show it: flips in words, prices as bars of one scale."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from msgspec.structs import asdict

from designs.compiler import TELLING, Advice, Turn, advise, read
from designs.kept import keeping

from .input_words import Ends, ends_in, flip_in_words

WIDE = 240
_SHOWN = 5
_KIB = 1024


@dataclass(frozen=True)
class Piece:
    """An operation's part of a bar: where it begins and how wide it is, in SVG units."""

    operation: str
    x: float
    width: float
    score: float


@dataclass(frozen=True)
class Row:
    """What an operation adds: how often a day, what one of it takes by letter, count and weight (as a
    number and as people write it), what that comes to, and the score of all of them; of a write, how many
    bytes it rewrites for each that it changes."""

    operation: str
    per_day: float
    terms: tuple[tuple[str, float, float, str], ...]
    each: float
    score: float
    amplification: float | None


@dataclass(frozen=True)
class Bar:
    """A strategy's price: its score a day, how many times the chosen one's, and its bar."""

    strategy: str
    total: float
    times: float
    chosen: bool
    pieces: tuple[Piece, ...]
    rows: tuple[Row, ...]

    @property
    def writes(self) -> bool:
        """Whether any of its operations rewrites bytes."""
        return any(row.amplification is not None for row in self.rows)


def advice_on(text: bytes, relationships: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """For each of these relationships of a valid design its flips and bars."""
    advised, ends = _advised(text, relationships)
    return {name: _shown(advice, ends[name]) for name, advice in advised.items()}


def weighed(text: bytes, relationship: str) -> dict[str, Any]:
    """What an editor shows of one relationship while its numbers are changed: its flips, each as the input, the
    comparison and the value, and as pages say it, with the reason then; and what the operations say of its shares."""
    advised, ends = _advised(text, (relationship,))
    advice = advised.get(relationship)
    if advice is None:
        return {"relationship": relationship, "flips": [], "derived": {}, "bars": []}
    bars = _bars(advice)
    return {
        "relationship": relationship,
        "flips": [
            _parted(flip.turn, ends[relationship]) | _turned(flip) | {"reason": reason}
            for flip, reason in zip(advice.flips, advice.reasons, strict=True)
        ],
        "derived": dict(advice.derived),
        "bars": [_priced(bar) for bar in bars],
        "gated": _gated(advice, _chosen(bars)),
        "barred": {strategy: {"by": bar.gate, "because": bar.because} for strategy, bar in advice.barred},
        "guesses": len(advice.guesses),
    }


def _priced(bar: Bar) -> dict[str, Any]:
    """A bar beside the canvas: its price a day, how many times the chosen one's, and its parts in one of ten-thousand
    of the longest bar."""
    parts = [(piece.operation, round(10_000 * piece.width / WIDE)) for piece in bar.pieces]
    return {
        "strategy": bar.strategy,
        "total": bar.total,
        "times": bar.times,
        "chosen": bar.chosen,
        "parts": parts,
    }


def _turned(flip: Any) -> dict[str, str]:
    """What becomes of the decision; holder and instead_of where only its holder changes, else ""."""
    return {name: getattr(flip, name) for name in ("rule", "strategy", "holder", "instead_of")}


def _parted(turn: Turn, ends: Ends) -> dict[str, str]:
    """`max > 200`, `growth: unbounded`: as text, in its parts, and in words. operation: of a rate, else ""."""
    return {"when": str(turn), **asdict(turn), "said": flip_in_words(turn, ends)}


_OF_PIECE = 600
"""Bytes of a part of a price, of a flip, and of what holds them."""


def _size_of(advised: tuple[dict[str, Advice], dict[str, Ends]], *_: Any) -> int:
    pieces = 0
    for advice in advised[0].values():
        pieces += 2 + len(advice.flips) + sum(1 + len(price.parts) for price in advice.prices)
    return _OF_PIECE * (pieces + len(advised[1]))


@keeping(_size_of)
def _advised(text: bytes, relationships: tuple[str, ...]) -> tuple[dict[str, Advice], dict[str, Ends]]:
    model = read(text).value
    return ({}, {}) if model is None else (advise(model, relationships), ends_in(model))


def _bars(advice: Advice) -> list[Bar]:
    prices = [price for price in advice.prices if math.isfinite(price.total)][:_SHOWN]
    most = max((price.total for price in prices), default=0.0)
    chosen = next((price.total for price in prices if price.strategy == advice.strategy), 0.0)
    return [_bar(price, most, chosen, advice) for price in prices] if most else []


def _shown(advice: Advice, ends: Ends) -> dict[str, Any]:
    bars = _bars(advice)
    return {
        "flips": [{"when": flip_in_words(flip.turn, ends)} | _turned(flip) for flip in advice.flips],
        "bars": bars,
        "gated": _gated(advice, _chosen(bars)),
        "guesses": advice.guesses if bars else (),
        "uncounted": not advice.prices,
        "shape": advice.shape,
        "operations": list(dict.fromkeys(piece.operation for bar in bars for piece in bar.pieces)),
        "weights": {letter: f"{weight:g}" for letter, weight in advice.weights.items()},
        "wide": WIDE,
    }


def cheaper(advice: dict[str, Any], rejected: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The way that scores lower than the chosen one, by how many per cent, whether that is too little to matter, as the
    report has it, what speaks against it, and what would turn the decision to it."""
    least = min(advice["bars"], key=lambda bar: bar.total, default=None)
    if least is None or not 0 < least.times < 1:
        return None
    against = next((other for other in rejected if other["strategy"] == least.strategy), {})
    turns = (
        flip for flip in advice["flips"] if flip["strategy"] == least.strategy and flip["rule"] != "forced"
    )
    return {
        "strategy": least.strategy,
        "less": round(100 * (1 - least.times)),
        "is_close": 1 - least.times < TELLING,
        "because": against.get("because", ""),
        "by": against.get("by", ""),
        "when": next((flip["when"] for flip in turns), ""),
    }


def _chosen(bars: list[Bar]) -> float:
    return next((bar.total for bar in bars if bar.chosen), 0.0)


def _gated(advice: Advice, chosen: float) -> list[dict[str, Any]]:
    """The ways that would cost less than the chosen one if no gate ruled them out."""
    return [
        {"strategy": price.strategy, "times": price.total / chosen, "gate": bar.gate, "because": bar.because}
        for price, bar in advice.gated
        if chosen and 1 - price.total / chosen >= TELLING
    ]


def _bar(price: Any, most: float, chosen: float, advice: Advice) -> Bar:
    pieces, x = [], 0.0
    for part in price.parts:
        width = WIDE * (part.score / most)  # a quotient first: scores may be as large as numbers get
        if width:
            pieces.append(Piece(part.operation, round(x, 2), round(width, 2), part.score))
            x += width
    return Bar(
        strategy=price.strategy,
        total=price.total,
        times=price.total / chosen if chosen else 0,
        chosen=price.strategy == advice.strategy,
        pieces=tuple(pieces),
        rows=tuple(_row(part, advice.weights) for part in price.parts),
    )


def _row(part: Any, weights: dict[str, float]) -> Row:
    counts = asdict(part.effort)
    terms = [
        (letter, count / _KIB if letter in ("B", "WB") else count, weights[letter], f"{weights[letter]:g}")
        for letter, count in counts.items()
        if count
    ]
    each = sum(count * weight for _, count, weight, _ in terms)
    return Row(part.operation, part.per_day, tuple(terms), each, part.score, part.amplification)
