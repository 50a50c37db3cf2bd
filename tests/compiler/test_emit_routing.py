"""Lines and labels between columns of cards: each label on its own line, counts and cards that no line runs through.

NESTLINK_SOAK=1 draws all of the larger designs that users brought."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from bench.workload import design as large_design
from designs.compiler import Model, collection_names, entity_names, numbered, placed
from designs.compiler.emit.routing.columns import levelled, spread
from designs.compiler.exporters.conceptual_diagram import dot as conceptual_dot
from designs.compiler.exporters.documents_diagram import dot as documents_dot
from tests.compiler.in_parts import compile_design

from .library import LARGEST, built, built_of, larger
from .lines import across_cards, as_delivered, by_graphviz, lines, misplaced, struck
from .test_conceptual_diagram import model, tie
from .test_documents_diagram import LIBRARY, STRANGERS, clipped, collisions

LARGER = larger()
LEAST_ON_A_SLIDE = 4.8
"""Fourteen entities with all their fields don't get larger; slides of names alone do."""
HOSPITAL = next(path for path in LARGER if path.stem == LARGEST)


def drawings(path: Path) -> list[str]:
    made = built_of(path.read_text(encoding="utf-8"))
    assert made is not None
    compilation = made.compilation.with_forecasts
    return [
        conceptual_dot(compilation.model),
        documents_dot(compilation.plan),
        entity_names(compilation.model),
        collection_names(compilation),
    ]


@pytest.mark.parametrize("path", [*LIBRARY, *STRANGERS, *LARGER], ids=lambda path: path.stem)
def test_no_line_runs_through_a_label_a_count_or_a_card_and_each_label_is_at_its_own_line(path: Path) -> None:
    """Of the smaller ones, slides of names alone have fewer lines than their whole diagrams; theirs are tried with
    NESTLINK_SOAK=1."""
    for text in drawings(path)[: None if path in LARGER or os.environ.get("NESTLINK_SOAK") else 2]:
        svg = as_delivered(text)
        assert struck(svg) == [] and misplaced(svg) == [] and across_cards(svg) == []
        assert collisions(svg) == [] and clipped(svg) == []
        assert on_a_slide(svg) >= LEAST_ON_A_SLIDE


def on_a_slide(svg: bytes) -> float:
    """The points in which names of fields are shown where the drawing fills a slide of 13.33 by 7.5 inches."""
    width, height = (float(size) for size in re.findall(rb'(?:width|height)="([\d.]+)pt"', svg)[:2])
    return 11 * min(960 / width, 540 / height)


def test_what_graphviz_does_alone_is_seen() -> None:
    svg = by_graphviz(drawings(HOSPITAL)[0])
    assert struck(svg) and misplaced(svg)


def drawing(*edges: str, nodes: str = "") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{nodes}{"".join(edges)}</svg>'.encode()


def edge(name: str, way: str, text: str = "", at: tuple[int, int] = (0, 0)) -> str:
    left, top = at
    ground = f"{left},{top} {left},{top + 10} {left + 30},{top + 10} {left + 30},{top}"
    label = (
        f'<polygon stroke="transparent" points="{ground}"/><text x="{left + 1}" y="{top + 8}">{text}</text>'
    )
    return f'<g class="edge"><title>{name}</title><path d="{way}"/>{label if text else ""}</g>'


def test_a_line_through_a_label_or_a_card_is_seen() -> None:
    low, high = "M0,50C10,50 20,50 99,50", "M0,20C10,20 20,20 99,20"
    assert struck(drawing(edge("a", low), edge("b", high, "orders", (40, 45)))) == ["a strikes 'orders' of b"]
    assert struck(drawing(edge("a", low, "orders", (40, 45)))) == []
    assert struck(drawing(edge("a", low, "0..many", (40, 45)))) == ["a strikes '0..many' of a"]
    assert misplaced(drawing(edge("a", low), edge("b", high, "orders", (40, 38)))) == [
        "'orders' of b stands at a"
    ]
    card = '<g class="node"><title>n</title><polygon stroke="black" points="20,20 20,80 80,80 80,20"/></g>'
    assert across_cards(drawing(edge("a", low), nodes=card)) == ["a through n"]


def test_cards_that_stand_in_no_columns_are_left_to_graphviz() -> None:
    text = conceptual_dot(model(["A", "B"], [tie("r", "one-to-many", "A", "B")]))
    layout = {
        "objects": [
            {"name": "e1", "_gvid": 0, "pos": "50,50", "width": "1", "height": "1"},
            {"name": "e2", "_gvid": 1, "pos": "60,200", "width": "1", "height": "1"},
        ],
        "edges": [{"tail": 0, "head": 1, "number": "0", "class": "r", "pos": "86,50 90,50 90,200 24,200"}],
    }
    assert placed(numbered(text), msgspec.json.encode(layout)) is None
    layout["objects"][1] |= {"pos": "250,200"}
    layout["edges"][0] |= {"pos": "86,50 90,50 90,200 214,200"}
    assert placed(numbered(text), msgspec.json.encode(layout)) is not None
    layout["edges"][0] |= {"tail": 1, "head": 0}
    assert placed(numbered(text), msgspec.json.encode(layout)) is None
    assert placed(text, b"Graphviz said something else") is None


def test_a_line_runs_straight_where_its_ends_may_move() -> None:
    (line,) = lines(as_delivered(conceptual_dot(model(["A", "B"], [tie("r", "one-to-many", "A", "B")]))))
    assert len({round(y, 1) for _, y in line.points}) == 1


def test_a_loop_stands_beside_its_card_with_its_label_behind_it() -> None:
    svg = as_delivered(conceptual_dot(model(["A"], [tie("parent", "tree", "A", "A")])))
    (line,) = lines(svg)
    (name,) = (label for label in line.labels if not label.is_count)
    assert name.text == "parent" and name.box[0] > max(x for x, _ in line.points)


def test_references_to_one_collection_turn_together() -> None:
    fields = [tie(f"r{n}", "one-to-many", "A", "B", {"max": None}) for n in range(3)]
    design = model([{"name": "A", "count": 10}, {"name": "B", "count": 1000}], fields)
    drawn = lines(as_delivered(documents_dot(compile_design(design).plan)))
    pairs = [pair for line in drawn for pair in pairwise(line.points)]
    turns = {round(x) for (x, y), (other, below) in pairs if abs(x - other) < 0.01 and abs(y - below) > 0.1}
    assert len(drawn) == 3 and len(turns) == 1


def test_heights_are_spread_as_little_as_it_takes() -> None:
    assert spread([10.0, 9.0, 0.0], -100.0, 100.0, 5.0) == [10.0, 5.0, 0.0]
    assert spread([3.0, 2.0], 0.0, 100.0, 5.0) == [5.0, 0.0]
    assert spread([99.0, 98.0], 0.0, 100.0, 5.0) == [99.0, 94.0]
    assert spread([], 0.0, 1.0, 5.0) == []


def test_cards_stand_as_near_to_where_they_are_wanted_as_others_let_them() -> None:
    assert levelled([5.0, 0.0], [1.0, 1.0], [3.0], -9.0, 9.0) == [5.0, 0.0]
    assert levelled([0.0, 0.0], [1.0, 1.0], [4.0], -9.0, 9.0) == [2.0, -2.0]
    assert levelled([0.0, 0.0], [3.0, 1.0], [4.0], -9.0, 9.0) == [1.0, -3.0]
    assert levelled([20.0, 0.0, -20.0], [1.0] * 3, [4.0, 4.0], -9.0, 9.0) == [9.0, 0.0, -9.0]


def test_ends_of_two_kinds_at_one_place_stand_apart() -> None:
    kinds: dict[tuple[int, int], set[str]] = {}
    for line in lines(as_delivered(documents_dot(built("web_shop").compilation.plan))):
        for x, y in (line.points[0], line.points[-1]):
            kinds.setdefault((round(x / 20), round(y)), set()).add(line.kind)
    assert {kind for found in kinds.values() for kind in found} == {"edge-reference", "edge-copy"}
    assert [found for found in kinds.values() if len(found) > 1] == []


def calls_for(entities: int) -> int:
    """How many functions are called to place so many entities, whatever else the machine does."""
    text = conceptual_dot(msgspec.json.decode(large_design(entities), type=Model))
    done = subprocess.run(["dot", "-Tjson"], input=numbered(text).encode(), capture_output=True, check=True)
    called = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        assert placed(text, done.stdout) is not None
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.at_length
def test_placing_grows_little_faster_than_what_is_placed() -> None:
    assert calls_for(240) < 8 * calls_for(80)
