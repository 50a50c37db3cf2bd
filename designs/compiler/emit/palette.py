"""The colours and fonts of every diagram. A page recolours a drawing in dark by these values, so each
has one role: `static/css/diagram.css` holds the dark twin of every one of them."""

from __future__ import annotations

FACE = "DejaVu Sans,Verdana,sans-serif"
MONO = "DejaVu Sans Mono,Menlo,Consolas,monospace"
"""The first font lays out and draws; a reader without it takes the next, of about the same widths."""

INK = "#1f2937"
MUTED = "#64748b"
INVERSE = "#fffffe"
PAPER = "#ffffff"
FRAME = "#94a3b8"
ALERT = "#b91c1c"

FAMILY = {
    "number": "#1d4ed8",
    "text": "#15803d",
    "object": "#6b21a8",
    "array": "#9d174d",
    "binary": "#57534e",
    "id": "#a16207",
    "bool": "#0e7490",
    "date": "#c2410c",
    "other": "#4b5563",
}
"""Text of a type, by its family in the table of field types."""

KIND = {
    "entity": "#334155",
    "weak": "#5b6b82",
    "event": "#92400e",
    "measurement": "#115e59",
    "lookup": "#5b21b6",
}
"""Head of a card, by the entity's kind."""

EDGE = {"relationship": "#475569", "reference": "#2563eb", "copy": "#ea580c"}
"""Lines and their labels."""

BLOCK = {
    "own": ("#f8fafc", "#cbd5e1"),
    "embedded": ("#eff6ff", "#93c5fd"),
    "limited": ("#fff7ed", "#fdba74"),
    "reference": ("#f5f3ff", "#c4b5fd"),
}
"""Ground and frame of a block of nested rows, by where its content comes from."""

COLOURS: tuple[str, ...] = (
    INK, MUTED, INVERSE, PAPER, FRAME, ALERT, *FAMILY.values(), *KIND.values(), *EDGE.values(),
    *(colour for pair in BLOCK.values() for colour in pair),
)  # fmt: skip
"""Every colour that a drawing may hold."""
