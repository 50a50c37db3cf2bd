"""A sketch of a design's documents for a card of the library: each collection with its fields as
bars in their types' colours, embedded documents inside, references as arrows. It needs no Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from designs.compiler import FIELD_TYPES

WIDE, HIGH = 320, 180
MOST_CARDS, MOST_ROWS, MOST_DEEP = 12, 7, 2
_CARD, _HEAD, _ROW, _BAR, _PAD, _GAP = 92, 15, 9, 5, 5, 14
_LETTERS, _TALL = 15, 132

_FAMILY = {row.name: row.family for row in FIELD_TYPES}
LIGHT = {
    "paper": "#ffffff", "frame": "#cbd5e1", "head": "#334155", "name": "#fffffe", "ground": "#eff6ff",
    "edge": "#93c5fd", "arrow": "#2563eb", "number": "#1d4ed8", "text": "#15803d", "object": "#6b21a8",
    "array": "#9d174d", "binary": "#57534e", "id": "#a16207", "bool": "#0e7490", "date": "#c2410c", "other": "#4b5563",
}  # fmt: skip
DARK = {
    "paper": "#151c19", "frame": "#3d4f49", "head": "#3b4d66", "name": "#f8fafc", "ground": "#14263c",
    "edge": "#2c5a8f", "arrow": "#7db2ff", "number": "#93c5fd", "text": "#86e0a4", "object": "#d8b4fe",
    "array": "#f9a8d4", "binary": "#d6d3d1", "id": "#f0cb6b", "bool": "#67e8f9", "date": "#fdba74", "other": "#cbd5e1",
}  # fmt: skip
"""The roles of the diagrams' colours, and their dark twins."""


@dataclass(frozen=True)
class Bar:
    """A field: x and y of its left top inside the card, its width, its role. target: a collection."""

    x: float
    y: float
    width: float
    role: str
    target: str | None


@dataclass(frozen=True)
class Box:
    """The ground of an embedded document inside a card."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Card:
    """A collection drawn at 0, 0."""

    name: str
    height: float
    parts: tuple[Bar | Box, ...]


EMPTY: dict[str, Any] = {"collections": ()}
"""The plan of what makes no documents."""


def thumbnail(plan: Mapping[str, Any], dark: bool) -> str:
    """Return the sketch of a plan (plan.json as values) as an SVG file of 320 by 180."""
    cards = [_card(collection) for collection in plan["collections"][:MOST_CARDS]]
    return _drawn(cards, DARK if dark else LIGHT)


def _card(collection: dict[str, Any]) -> Card:
    parts, below = _rows(collection["fields"], _PAD, _HEAD + 4, 0)
    if below <= _TALL:
        return Card(collection["name"], below + 2, tuple(parts))
    kept = [_cut(part) for part in parts if part.y + _ROW <= _TALL]
    return Card(collection["name"], _TALL + _ROW + 2, (*kept, Bar(_PAD, _TALL + 2, 8, "frame", None)))


def _cut(part: Bar | Box) -> Bar | Box:
    """What of a part fits a card that is not taller than the sketch can show."""
    if isinstance(part, Bar):
        return part
    return Box(part.x, part.y, part.width, min(part.height, _TALL - part.y))


def _rows(fields: list[dict[str, Any]], x: float, y: float, depth: int) -> tuple[list[Bar | Box], float]:
    """The rows of a document, and where the next thing below them may stand."""
    parts: list[Bar | Box] = []
    for field in fields[:MOST_ROWS]:
        inner = field["items"] or field
        parts.append(_bar(field, inner, x, y))
        y += _ROW
        if inner["fields"] and depth < MOST_DEEP:
            nested, below = _rows(inner["fields"], x + 6, y + 2, depth + 1)
            parts += [Box(x + 2, y - 2, _CARD - _PAD - x - 2, below - y + 1), *nested]
            y = below + 2
    if len(fields) > MOST_ROWS:
        parts.append(Bar(x, y, 8, "frame", None))
        y += _ROW
    return parts, y


def _bar(field: dict[str, Any], inner: dict[str, Any], x: float, y: float) -> Bar:
    role = _FAMILY.get(inner["types"][0], "other") if inner["types"] else "other"
    width = min(8 + 3.4 * len(field["name"]), _CARD - _PAD - x)
    return Bar(x, y, width, role, inner.get("target"))


def _columns(cards: list[Card], count: int) -> list[tuple[float, float]]:
    """Where each card stands when the next one goes under the shortest column."""
    heights = [0.0] * count
    places: list[tuple[float, float]] = []
    for card in cards:
        at = heights.index(min(heights))
        places.append((at * (_CARD + 2 * _GAP), heights[at]))
        heights[at] += card.height + _GAP
    return places


def _arranged(cards: list[Card]) -> tuple[list[tuple[float, float]], float, float, float]:
    """The columns in which the cards are largest: places, scale, and the margins that centre them."""
    best: tuple[float, list[tuple[float, float]], float, float] = (0, [], 0, 0)
    for count in range(1, len(cards) + 1):
        places = _columns(cards, count)
        wide = max(x for x, _ in places) + _CARD
        high = max(y + card.height for (_, y), card in zip(places, cards, strict=True))
        scale = min((WIDE - 2 * _GAP) / wide, (HIGH - 2 * _GAP) / high, 1.35)
        if scale > best[0]:
            best = scale, places, wide, high
    scale, places, wide, high = best
    return places, scale, (WIDE - scale * wide) / 2, (HIGH - scale * high) / 2


def _drawn(cards: list[Card], colours: dict[str, str]) -> str:
    svg = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDE} {HIGH}")
    if cards:
        places, scale, left, top = _arranged(cards)
        group = _add(svg, "g", transform=f"translate({left:.1f} {top:.1f}) scale({scale:.3f})")
        for path in _arrows(cards, places):  # under the cards: a line never hides a row
            _add(group, "path", d=path, fill="none", stroke=colours["arrow"], **{"stroke-width": "1.3"})
        for card, (x, y) in zip(cards, places, strict=True):
            _draw_card(_add(group, "g", transform=f"translate({x:g} {y:g})"), card, colours)
    file: str = ElementTree.tostring(svg, encoding="unicode")
    return file


def _draw_card(group: ElementTree.Element, card: Card, colours: dict[str, str]) -> None:
    frame = {"fill": colours["paper"], "stroke": colours["frame"]}
    _add(group, "rect", width=_CARD, height=card.height, rx=4, **frame)
    _add(
        group,
        "path",
        d=f"M0 {_HEAD}V4a4 4 0 0 1 4-4h{_CARD - 8}a4 4 0 0 1 4 4v{_HEAD - 4}z",
        fill=colours["head"],
    )
    face = {"font-family": "DejaVu Sans,Verdana,sans-serif", "font-size": 8.5, "font-weight": "bold"}
    name = card.name if len(card.name) <= _LETTERS else card.name[: _LETTERS - 1] + "…"
    _add(group, "text", x=_PAD, y=10.6, fill=colours["name"], **face).text = _printable(name)
    for part in card.parts:
        if isinstance(part, Box):
            tint = {"fill": colours["ground"], "stroke": colours["edge"], "stroke-width": 0.7}
            _add(group, "rect", x=part.x, y=part.y, width=part.width, height=part.height, rx=2.5, **tint)
        else:
            _add(
                group,
                "rect",
                x=part.x,
                y=part.y,
                width=part.width,
                height=_BAR,
                rx=2.5,
                fill=colours[part.role],
            )


def _arrows(cards: list[Card], places: list[tuple[float, float]]) -> Iterator[str]:
    """From each reference's row to the head of the collection that it names, leaving on the nearer side."""
    heads = {card.name: place for card, place in zip(cards, places, strict=True)}
    for card, (x, y) in zip(cards, places, strict=True):
        for part in card.parts:
            if isinstance(part, Bar) and part.target in heads and part.target != card.name:
                to_x, to_y = heads[part.target]
                yield _arrow(x, y + part.y + _BAR / 2, to_x, to_y + _HEAD / 2)


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    right, into_left = to_x >= x, to_x > x
    start, end = (x + _CARD if right else x), (to_x if into_left else to_x + _CARD)
    out, back = (_GAP if right else -_GAP), (-_GAP if into_left else _GAP)
    tip = 4 if into_left else -4
    curve = f"M{start:g} {y:g}C{start + out:g} {y:g} {end + back:g} {to_y:g} {end:g} {to_y:g}"
    return f"{curve}m{-tip} -2.6l{tip} 2.6l{-tip} 2.6"


def _printable(text: str) -> str:
    """XML has no place for control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _add(parent: ElementTree.Element, tag: str, **attributes: Any) -> ElementTree.Element:
    texts = {
        name: f"{value:g}" if isinstance(value, int | float) else value for name, value in attributes.items()
    }
    return ElementTree.SubElement(parent, tag, texts)
