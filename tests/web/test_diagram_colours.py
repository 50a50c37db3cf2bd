"""One set of colours: what Graphviz draws in, what pages colour types with, and their dark twins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from designs.compiler.emit import palette
from designs.compiler.model.field_types import BY_NAME, FAMILIES
from designs.delivery.output.code import CONSTRUCTORS, highlighted

STYLES = Path(__file__).resolve().parent.parent.parent / "static" / "css"
TYPES, DIAGRAM = (STYLES / "types.css").read_text(), (STYLES / "diagram.css").read_text()
_VARIABLE = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
LIGHT, ALL_DARK = (dict(_VARIABLE.findall(text)) for text in (TYPES, (STYLES / "dark.css").read_text()))
TWINS = {name: ALL_DARK[name] for name in LIGHT}
DARK = {colour: TWINS[name] for name, colour in LIGHT.items()}
SINGLE = ("INK", "MUTED", "INVERSE", "PAPER", "FRAME", "ALERT")


def drawn() -> dict[str, str]:
    """Every variable with the colour that diagrams are drawn in."""
    named = {f"drawn-{name.lower()}": getattr(palette, name) for name in SINGLE}
    named |= {f"type-{name}": colour for name, colour in palette.FAMILY.items()}
    named |= {f"kind-{name}": colour for name, colour in palette.KIND.items()}
    named |= {f"edge-{name}": colour for name, colour in palette.EDGE.items()}
    named |= {f"block-{name}": ground for name, (ground, _) in palette.BLOCK.items()}
    return named | {f"block-{name}-line": line for name, (_, line) in palette.BLOCK.items()}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_style_sheet_says_what_is_drawn() -> None:
    assert {name: colour for name, colour in LIGHT.items() if name != "comment"} == drawn()
    assert set(drawn().values()) == set(palette.COLOURS)


def test_each_dark_colour_has_a_light_one() -> None:
    sheets = [path.read_text() for path in STYLES.glob("*.css") if path.name != "dark.css"]
    light = {name for text in sheets for name in re.findall(r"--([\w-]+):", text)}
    assert set(ALL_DARK) <= light


@pytest.mark.parametrize("name", drawn())
def test_every_drawn_colour_takes_its_variable(name: str) -> None:
    assert f'.diagram svg [fill="{drawn()[name]}"] {{ fill: var(--{name}); }}' in DIAGRAM


def test_no_other_colour_stands_in_the_style_of_diagrams() -> None:
    assert set(re.findall(r"#[0-9a-f]{6}", DIAGRAM)) == set(palette.COLOURS)


def test_values_in_source_text_have_the_families_of_the_table() -> None:
    assert set(palette.FAMILY) == set(FAMILIES) == set(re.findall(r"\.t-(\w+) \{", TYPES))
    named = {"ObjectId": "objectId", "ISODate": "date", "NumberDecimal": "decimal", "UUID": "uuid",
             "NumberLong": "long", "BinData": "binData", "Timestamp": "timestamp", "Double": "double"}  # fmt: skip
    assert all(CONSTRUCTORS[call] == BY_NAME[name].family for call, name in named.items())
    assert set(CONSTRUCTORS.values()) <= set(FAMILIES)


@pytest.mark.parametrize(
    ("value", "family"),
    [
        ('ObjectId("5d54")', "id"), ('ISODate("2021-07-23")', "date"), ('NumberDecimal("1.50")', "number"),
        ('BinData(0, "aa==")', "binary"), ("Timestamp({ t: 1, i: 2 })", "date"), ("MinKey()", "other"),
        ('"words"', "text"), ("12", "number"), ("true", "bool"), ("null", "other"),
    ],
)  # fmt: skip
def test_a_value_has_the_colour_of_its_type(value: str, family: str) -> None:
    html = str(highlighted(f"a = {{ key: {value} }}", "a.js")).replace("&quot;", '"')
    assert f'<span class="t-{family}">{value}</span>' in html


def test_keys_have_no_colour() -> None:
    assert str(highlighted('{ "a.b": 1 }', "a.js")) == '{ &quot;a.b&quot;: <span class="t-number">1</span> }'


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
