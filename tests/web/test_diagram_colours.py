"""Dark mode: each colour that a drawing may hold has its dark twin, legible on the dark page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from designs.compiler.emit import palette

STYLE = (Path(__file__).resolve().parent.parent.parent / "static" / "css" / "diagram.css").read_text()
DARK = dict(re.findall(r'\[fill="(#[0-9a-f]{6})"\] \{ fill: (#[0-9a-f]{6}); \}', STYLE))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", [palette.INK, palette.MUTED, palette.ALERT, *palette.FAMILY.values()])
@pytest.mark.parametrize("ground", [palette.PAPER, *(fill for fill, _ in palette.BLOCK.values())])
def test_text_is_legible_in_dark(colour: str, ground: str) -> None:
    assert contrast(DARK[colour], DARK[ground]) >= 4.5


@pytest.mark.parametrize("head", palette.KIND.values())
def test_titles_are_legible_in_dark(head: str) -> None:
    assert contrast(DARK[palette.INVERSE], DARK[head]) >= 4.5


def test_contrast_is_measured() -> None:
    assert round(contrast("#000000", "#ffffff")) == 21
    assert contrast("#777777", "#888888") < 4.5
