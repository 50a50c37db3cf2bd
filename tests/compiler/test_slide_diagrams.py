"""The drawings of a slide: names and counts alone, large enough to be read on half a slide."""

from __future__ import annotations

import re
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from designs.compiler import Compilation, collection_names, entity_names
from designs.compiler.emit.cards import name_card, name_lines
from designs.compiler.emit.dot import size_of
from designs.compiler.emit.flow import HALF_SLIDE, SHEET, columns
from designs.compiler.exporters.conceptual_diagram import dot
from tests.compiler.in_parts import compile_design

from .library import built, built_of
from .lines import as_delivered
from .lines import cards as lines_cards
from .test_conceptual_diagram import model, tie
from .test_documents_diagram import LIBRARY, STRANGERS, SVG, box, clipped, meet

HOSPITAL = Path(__file__).parents[1] / "oracle" / "designs" / "at_length" / "hospital.json"
HALF = (431.0, 370.0)
"""Points that a drawing has on half a slide of 13.33 by 7.5 inches, beside the margins and headings."""
READABLE = 9.0


def compiled(path: Path) -> Compilation:
    made = built_of(path.read_text(encoding="utf-8"))
    assert made is not None
    compilation: Compilation = made.compilation.with_forecasts
    return compilation


def drawings(compilation: Compilation) -> tuple[bytes, ...]:
    texts = (entity_names(compilation.model), collection_names(compilation))
    return tuple(
        subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True).stdout
        for text in texts
    )


def smallest_text(svg: bytes) -> float:
    """The size of the smallest text when the drawing is printed on half a slide, in points."""
    width, height = (float(size) for size in re.findall(rb'(?:width|height)="([\d.]+)pt"', svg)[:2])
    sizes = [float(size) for size in re.findall(rb'font-size="([\d.]+)"', svg)]
    return min(sizes) * min(HALF[0] / width, HALF[1] / height)


def cards(svg: bytes) -> dict[str, tuple[tuple[float, ...], list[Any]]]:
    """The frame of each card, and its texts."""
    nodes = [
        one
        for one in ElementTree.fromstring(svg).iter(f"{SVG}g")
        if "node" in (one.get("class") or "").split()
    ]
    return {
        node.findtext(f"{SVG}title") or "": (
            _around([box(one) for one in node.iter(f"{SVG}polygon")]),
            list(node.iter(f"{SVG}text")),
        )
        for node in nodes
    }  # fmt: skip


def _around(boxes: list[tuple[float, float, float, float]]) -> tuple[float, ...]:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def texts(svg: bytes) -> list[str]:
    found = [text.text or "" for _, found in cards(svg).values() for text in found]
    return [text for text in found if text.strip()]


@pytest.mark.parametrize("path", [*LIBRARY, *STRANGERS, HOSPITAL], ids=lambda path: path.stem)
def test_all_text_is_readable_inside_cards_that_stand_apart(path: Path) -> None:
    for svg in drawings(compiled(path)):
        assert smallest_text(svg) >= READABLE
        assert clipped(svg) == []
        frames = cards(svg)
        for (left, top, right, bottom), found in frames.values():
            for text in found:
                assert left < float(text.get("x", 0)) < right and top < float(text.get("y", 0)) < bottom
        boxes = [frame for frame, _ in frames.values()]
        assert not [
            one for place, one in enumerate(boxes) for other in boxes[:place] if meet(one, other, 0.5)
        ]


def test_the_full_diagrams_are_too_small_for_a_slide() -> None:
    """Why a slide has drawings of its own."""
    text = dot(compiled(HOSPITAL).model)
    svg = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True).stdout
    assert smallest_text(svg) < READABLE


def test_entities_have_their_stated_counts_and_no_fields() -> None:
    model = built("web_shop").compilation.model
    found = texts(drawings(built("web_shop").compilation.with_forecasts)[0])
    names = " ".join(found)
    for entity in model.entities:
        assert entity.name.replace(" ", "") in names.replace(" ", "")
    assert found[found.index("Review") + 1] == "4\u00a0M"
    assert not {"_id", "email", "sku"} & {*found}


def test_relationships_are_lines_with_feet_and_without_words() -> None:
    text = entity_names(built("web_shop").compilation.model)
    lines = [line for line in text.splitlines() if 'class="relationship' in line]
    assert len(lines) == len(built("web_shop").compilation.model.links)
    assert all("arrowhead" in line and "label" not in line for line in lines)


def test_collections_have_what_is_embedded_in_them() -> None:
    found = texts(drawings(built("web_shop").compilation.with_forecasts)[1])
    at = found.index("products")
    assert found[at + 1 : at + 5] == ["50\u00a0k", "inventory", "attributes", "\u00a0\u00a0\u00a0dimensions"]
    assert "sku" not in found


def test_one_arrow_for_all_references_and_one_for_all_copies_and_no_upkeep() -> None:
    text = collection_names(built("city_theatre").compilation.with_forecasts)
    assert "contracts" in text and "contract_revisions" not in text
    for name in ("city_theatre", "web_shop", "cms"):
        text = collection_names(built(name).compilation.with_forecasts)
        drawn = [line for line in text.splitlines() if 'class="edge-' in line]
        assert drawn and len(drawn) == len(set(drawn))
    assert 'class="edge-copy"' in collection_names(built("cms").compilation.with_forecasts)


def test_a_count_that_nobody_states_says_that_it_is_assumed() -> None:
    model = built("blog").compilation.model
    bare = [
        msgspec.structs.replace(each, count=msgspec.UNSET, inserts_per_day=msgspec.UNSET)
        for each in model.entities
    ]
    compilation = compile_design(msgspec.structs.replace(model, entities=bare))
    entities, collections = drawings(compilation.with_forecasts)
    assert [word for word in texts(collections) if word.startswith("assumed ")]
    assert not [word for word in texts(entities) if any(letter.isdigit() for letter in word)]


def test_names_break_where_their_words_end() -> None:
    assert name_lines("orders") == ["orders"]
    assert name_lines("ProductAttributes") == ["Product", "Attributes"]
    assert name_lines("insurance_claim_documents") == ["insurance_claim_", "documents"]
    assert name_lines("Sixteen letters.") == ["Sixteen letters."]
    assert name_lines("Seventeen letters") == ["Seventeen", "letters"]
    assert name_lines("x" * 30) == ["x" * 21 + "…"]


def test_a_card_is_as_high_as_its_lines() -> None:
    one, two = size_of(name_card("orders")), size_of(name_card("orders", "4 M"))
    assert two[0] == one[0] and two[1] > one[1]
    assert size_of(name_card("orders", "4 M", ["items"]))[1] > two[1]


def test_columns_suit_the_paper() -> None:
    nodes = [f"n{number}" for number in range(9)]
    links = [*pairwise(nodes)]
    sizes = dict.fromkeys(nodes, (100.0, 40.0))
    column = columns(nodes, links, sizes, 46.0, sheets=((300.0, 900.0),))
    across = columns(nodes, links, sizes, 46.0, sheets=((900.0, 300.0),))
    assert column and across and max(column.values()) < max(across.values())
    assert HALF_SLIDE[0] < SHEET[0]


@pytest.mark.parametrize("many", [2, 5, 9])
def test_each_line_ends_at_its_cards(many: int) -> None:
    """However many there are: a card is as high as they need, and none ends above it, or short of it."""
    parts = [f"Part{number}" for number in range(many)]
    text = entity_names(
        model(
            ["Whole", *parts],
            [tie(f"r{number}", "one-to-many", "Whole", one) for number, one in enumerate(parts)],
        )
    )
    svg = as_delivered(text)
    frames = dict(lines_cards(svg))
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if "edge" not in (group.get("class") or "").split():
            continue
        ends = [name.split(":")[0] for name in (group.findtext(f"{SVG}title") or "").split("->")]
        marks = [point for one in group.iter(f"{SVG}polygon") for point in _points_of(one)]
        for name, side in zip(ends, (2, 0), strict=True):
            left, top, right, bottom = frames[name]
            edge = (left, top, right, bottom)[side]
            near = min(marks, key=lambda point: abs(point[0] - edge))
            assert abs(near[0] - edge) <= 3 and top <= near[1] <= bottom, (name, near, frames[name])


def _points_of(shape: ElementTree.Element) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in (shape.get("points") or "").split())
    return [(float(x), float(y)) for x, y in pairs]
