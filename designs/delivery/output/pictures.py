"""The pictures of a compilation: each DOT file drawn, with what could not be drawn said once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf

from designs.compiler import OutputFile

from . import dot

FORMATS = ("svg", "png", "pdf")
MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


@dataclass(frozen=True)
class Pictures:
    """files: path -> content. warnings: why some are missing, for people."""

    files: dict[str, bytes]
    warnings: tuple[str, ...]


def pictures(
    files: Iterable[OutputFile],
    formats: tuple[str, ...] = FORMATS,
    left: Callable[[], float] = lambda: inf,
) -> Pictures:
    """Draw every DOT file among these. left: the seconds that the drawings may still take."""
    drawn: dict[str, bytes] = {}
    warnings: dict[str, None] = {}
    for file in files:
        if not file.path.endswith(".dot"):
            continue
        drawing = dot.draw(file.text, formats, left())
        drawn |= {file.path[:-3] + kind: drawing.files[kind] for kind in formats if drawing.files.get(kind)}
        if drawing.warning:
            warnings[drawing.warning] = None
    return Pictures(drawn, tuple(warnings))
