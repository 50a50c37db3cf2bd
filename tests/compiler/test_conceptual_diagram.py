"""The conceptual diagram: crow's feet and counts, edges that keep apart, names that fit."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from designs.compiler.emit import palette
from designs.compiler.emit.cards import columns, shorten
from designs.compiler.emit.flow import rows, spans, turned
from designs.compiler.exporters import conceptual_diagram
from designs.compiler.exporters.conceptual_diagram import bounds, dot, mermaid_text
from designs.compiler.exporters.documents_diagram import dot as documents_dot
from designs.compiler.model.conceptual import Model
from tests.compiler.in_parts import compile_design

from .test_documents_diagram import READABLE, scale_on_sheet

SVG = "{http://www.w3.org/2000/svg}"
LIBRARY = sorted((Path(__file__).parents[2] / "designs" / "library").glob("*.json"))


def model(entities: list[Any], relationships: list[Any] | None = None) -> Model:
    entities = [{"name": entity} if isinstance(entity, str) else entity for entity in entities]
    text = {
        "format": "nestlink/1",
        "name": "N",
        "database": "d",
        "entities": entities,
        "relationships": relationships or [],
    }
    return msgspec.convert(text, Model)


def tie(
    name: str, kind: str, tail: str, head: str, tail_has: Any = None, head_has: Any = None, **more: Any
) -> Any:
    ends = {"from": {"entity": tail, "has": tail_has or {}}, "to": {"entity": head, "has": head_has or {}}}
    return {"name": name, "kind": kind, **ends, **more}


def drawn(text: str) -> ElementTree.Element:
    made = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, check=True, timeout=60)
    assert not made.stderr, made.stderr
    return ElementTree.fromstring(made.stdout)


def said(root: ElementTree.Element, kind: str) -> dict[str, list[str]]:
    """The texts of each drawn thing of a kind, by its title."""
    found = (group for group in root.iter(f"{SVG}g") if kind in group.get("class", "").split())
    return {
        g.findtext(f"{SVG}title", ""): [(t.text or "").strip() for t in g.iter(f"{SVG}text")] for g in found
    }


@pytest.mark.parametrize(
    ("kind", "tail_has", "head_has", "at_from", "at_to"),
    [
        ("one-to-many", {"min": 1, "max": 5}, {"min": 1, "max": 1}, ("1", "teetee"), ("1..5", "crowtee")),
        ("one-to-many", {"max": None}, {}, ("0..1", "teeodot"), ("0..*", "crowodot")),
        (
            "one-to-many",
            {"max": 9, "growth": "unbounded"},
            {"min": 1},
            ("1", "teetee"),
            ("0..*", "crowodot"),
        ),
        ("one-to-one", {"min": 0, "max": 1}, {}, ("1", "teetee"), ("0..1", "teeodot")),
        ("many-to-many", {"min": 2, "max": 3}, {"max": 7}, ("0..7", "crowodot"), ("2..3", "crowtee")),
        ("tree", {"max": 20}, {"max": 1}, ("0..1", "teeodot"), ("0..20", "crowodot")),
    ],
)
def test_counts_and_crows_feet(kind: str, tail_has: Any, head_has: Any, at_from: Any, at_to: Any) -> None:
    relationship = model(["A", "B"], [tie("r", kind, "A", "B", tail_has, head_has)]).links[0]
    found = [bounds(relationship, side) for side in ("from", "to")]
    assert [(end.text, end.arrow) for end in found if end] == [at_from, at_to]


def test_the_counts_stand_at_the_right_ends_even_of_a_turned_edge() -> None:
    ring = [tie("x", "one-to-many", "A", "B", {"max": 2}), tie("y", "one-to-many", "B", "A", {"max": 3})]
    edges = [line for line in dot(model(["A", "B"], ring)).splitlines() if 'class="relationship' in line]
    assert [line.split(" [")[0].strip() for line in edges] == ["e1:r1:e -> e2:l1:w", "e1:r2:e -> e2:l2:w"]
    counts = [re.findall(r"(taillabel|headlabel)=<.*?<TD[^>]*>([^<]*)</TD>", line) for line in edges]
    assert counts[0] == [("taillabel", "0..1"), ("headlabel", "0..2")]
    assert counts[1] == [("taillabel", "0..3"), ("headlabel", "0..1")]


def test_an_is_a_has_a_triangle_at_the_general_end_and_no_counts() -> None:
    text = dot(model(["General", "Special"], [tie("kinds", "is-a", "General", "Special")]))
    line = next(line for line in text.splitlines() if "is-a" in line)
    assert 'arrowtail="onormal", arrowhead="none"' in line
    assert "taillabel" not in line and "is a (kinds)" in line


def test_an_is_a_that_says_so_in_its_name_is_not_said_twice() -> None:
    text = dot(model(["Bird", "Owl"], [tie("owl is a bird", "is-a", "Bird", "Owl")]))
    line = next(line for line in text.splitlines() if "is-a" in line)
    assert "owl is a bird" in line and "is a (" not in line


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_every_library_design_is_drawn_with_all_its_names(path: Path) -> None:
    design = msgspec.json.decode(path.read_bytes(), type=Model)
    text = dot(design)
    root = drawn(text)
    cards = said(root, "card")
    assert [cards[f"e{n}"][0] for n in range(1, len(design.entities) + 1)] == [
        e.name for e in design.entities
    ]
    for number, entity in enumerate(design.entities, 1):
        assert {field.name for field in entity.own_fields} <= set(cards[f"e{number}"])
    ends = re.findall(r"e\d+:[lr]\d+:[ew]", text)
    assert len(ends) == 2 * len(design.links) and max(Counter(ends).values(), default=1) == 1
    assert sum(
        group.get("class", "").split()[1:2] == ["relationship"] for group in root.iter(f"{SVG}g")
    ) == len(design.links)


@pytest.mark.parametrize(
    "name", ["Ünï çødé", "日本語" * 12, "العربية", "\U0001f600" * 30, "x" * 64, r"\N <b>&amp;[", "\u202eabc"]
)
def test_any_name_fits_its_card_and_is_drawn(name: str) -> None:
    entity = {"name": name[:64], "fields": [{"name": name, "type": "string"}]}
    root = drawn(dot(model([entity])))
    shown = "".join("".join(said(root, "card")["e1"]).split())
    assert shown.count("".join(shorten(name).split())) == 2
    assert columns(shorten(name)) <= 40


def test_all_text_lies_within_its_card() -> None:
    entity = {
        "name": "W" * 40,
        "fields": [{"name": "m" * 60, "type": "objectId", "required": True, "unique": True}],
    }
    root = drawn(dot(model([entity])))
    card = next(group for group in root.iter(f"{SVG}g") if "card" in group.get("class", "").split())
    corners = [
        tuple(map(float, pair.split(",")))
        for p in card.iter(f"{SVG}polygon")
        for pair in p.get("points", "").split()
    ]
    for text in card.iter(f"{SVG}text"):
        assert min(x for x, _ in corners) < float(text.get("x", "")) < max(x for x, _ in corners)
    assert any((text.text or "").endswith("\u2026") for text in card.iter(f"{SVG}text"))


def test_all_colours_have_a_dark_twin_on_the_page() -> None:
    sheet = (Path(__file__).parents[2] / "static" / "css" / "diagram.css").read_text()
    missing = [colour for colour in palette.COLOURS if f'[fill="{colour}"]' not in sheet]
    lines = [palette.FRAME, *palette.EDGE.values(), *(frame for _, frame in palette.BLOCK.values())]
    missing += [colour for colour in lines if f'[stroke="{colour}"]' not in sheet]
    assert not missing
    assert len(set(palette.COLOURS)) == len(palette.COLOURS), "one colour, one role"


def test_the_colours_of_a_drawing_are_those_of_the_palette() -> None:
    for path in LIBRARY:
        text = dot(msgspec.json.decode(path.read_bytes(), type=Model))
        assert set(re.findall(r'"(#[0-9a-f]{6})"', text)) <= set(palette.COLOURS)


def test_edges_are_turned_only_where_they_close_a_ring() -> None:
    nodes = ("a", "b", "c", "d")
    links = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "d"), ("d", "a")]
    turns = turned(nodes, links)
    assert turns == (False, False, True, False, False)


def test_arrows_lead_to_the_right_as_on_the_canvas() -> None:
    links = [tie("r", "one-to-many", "A", "B"), tie("s", "one-to-many", "B", "C")]
    drawing = model(["A", "B", "C"], links)
    places = {"A": {"x": 900, "y": 0}, "B": {"x": 500, "y": 40}, "C": {"x": 100, "y": 0}}
    ways = r"^  (e\d):\S+ -> (e\d):\S+ \[class=\"relationship"
    placed = msgspec.convert(msgspec.to_builtins(drawing) | {"layout": places}, Model)
    assert re.findall(ways, dot(placed), re.MULTILINE) == [("e2", "e1"), ("e3", "e2")]
    cards = re.findall(r"^  (e\d) \[", dot(placed), re.MULTILINE)
    assert cards == ["e3", "e2", "e1"]  # from left to right
    del places["C"]  # not all have a place: they stand in columns as they fit
    partly = msgspec.convert(msgspec.to_builtins(drawing) | {"layout": places}, Model)
    assert {frozenset(way) for way in re.findall(ways, dot(partly), re.MULTILINE)} == {
        frozenset(("e1", "e2")), frozenset(("e2", "e3")),
    }  # fmt: skip


def test_an_order_that_fits_on_no_sheet_is_given_up() -> None:
    links = [tie(f"r{n}", "one-to-many", f"E{n}", f"E{n + 1}") for n in range(11)]
    drawing = model([f"E{n}" for n in range(12)], links)
    places = {f"E{n}": {"x": 400 * n, "y": 0} for n in range(12)}
    placed = msgspec.convert(msgspec.to_builtins(drawing) | {"layout": places}, Model)
    svg = subprocess.run(["dot", "-Tsvg"], input=dot(placed).encode(), capture_output=True, check=True).stdout
    assert scale_on_sheet(svg) >= READABLE


def test_lines_leave_a_card_in_the_order_of_where_they_lead() -> None:
    links = [tie(name, "one-to-many", "A", name) for name in ("Low", "High")]
    places = {"A": {"x": 0, "y": 0}, "Low": {"x": 500, "y": 900}, "High": {"x": 500, "y": 100}}
    drawing = model(["A", "Low", "High"], links)
    placed = msgspec.convert(msgspec.to_builtins(drawing) | {"layout": places}, Model)
    assert "e1:r1:e -> e3:l1:w" in dot(placed) and "e1:r2:e -> e2:l1:w" in dot(placed)


def test_leaves_of_a_large_hub_stand_in_several_columns() -> None:
    links = [("hub", f"leaf{n}") for n in range(20)]
    assert Counter(spans(links)) == {1: 5, 2: 5, 3: 5, 4: 5}
    assert spans(links[:6]) == (1,) * 6


def test_separate_parts_stand_in_rows() -> None:
    nodes = [f"n{number}" for number in range(9)]
    chained = rows(nodes, [])
    assert len(chained) == 6 and len({tail for tail, _ in chained}) == len(chained)


def test_a_chain_of_a_thousand_entities_needs_no_deep_stack() -> None:
    names = [f"E{number}" for number in range(1000)]
    links = [tie(f"r{n}", "one-to-many", names[n], names[n + 1]) for n in range(999)]
    assert dot(model(names, links)).count("->") == 999
    assert (
        mermaid_text(model(names, links)).count("}o--o|") + mermaid_text(model(names, links)).count("|o--o{")
        == 999
    )


@pytest.mark.parametrize(
    ("items", "shown"), [({"type": "int"}, "int[]"), ({"type": "array", "items": {"type": "int"}}, "int[][]")]
)
def test_arrays_of_arrays_say_how_deep_they_are(items: Any, shown: str) -> None:
    grid = model([{"name": "Grid", "fields": [{"name": "cells", "type": "array", "items": items}]}])
    cells = "&#91;\u00a0&#93;" * shown.count("[]")
    assert f">int\u00a0{cells}<" in dot(grid)
    assert f'{shown} f1 "cells"' in mermaid_text(grid)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("orders", ["orders"]),
        ("orders of one customer", ["orders of one", "customer"]),
        ("equipment_inspections", ["equipment_", "inspections"]),
        ("is a (customer_retailer)", ["is a (customer_", "retailer)"]),
        ("examinerLineManager", ["examinerLine", "Manager"]),
        ("a-b", ["a-b"]),
        ("abcdefghijklmnopqrstuv", ["abcdefghijklmnopq", "rstuv"]),
        ("", [""]),
    ],
)
def test_a_label_is_broken_between_words(name: str, lines: list[str]) -> None:
    assert conceptual_diagram._lines(name, 17) == lines


def test_a_card_of_very_many_fields_shows_the_first_and_says_how_many_more() -> None:
    fields = [{"name": f"field_{n}", "type": "string", "unique": n == 50} for n in range(60)]
    wide = model(
        [{"name": "Wide", "fields": fields}, "Other"],
        [tie("r", "one-to-many", "Other", "Wide", {"max": None})],
    )
    shown = said(drawn(dot(wide)), "card")["e1"]
    assert (
        "\u2026 29 more" in shown and "field_29" in shown and "field_30" not in shown and "field_50" in shown
    )
    text = documents_dot(compile_design(wide).plan)
    assert (
        "\u2026 30 more" in text and "field_50" in text and re.search(r"c\d+:f\d+\S* -> |-> c\d+:f\d+", text)
    )
    few = model([{"name": "Few", "fields": fields[:31]}])
    assert "more" not in "".join(said(drawn(dot(few)), "card")["e1"])


@pytest.mark.parametrize("kind", [1, "hashed"])
def test_what_no_index_keeps_unique_is_not_called_so(kind: Any) -> None:
    number = {"name": "number", "type": "string", "required": True, "unique": True}
    place = {"name": "place", "type": "object", "fields": [{**number, "name": "code"}]}
    shop = {"name": "Shop", "fields": [number, place, {"name": "city", "type": "string", "required": True}]}
    shards = model([{**shop, "shard_key": [["city", kind]]}])
    sharded = msgspec.structs.replace(shards, topology="sharded")
    drawing, diagram = conceptual_diagram.render(compile_design(sharded))
    assert ("unique" in drawing.text, " UK " in diagram.text) == (kind == 1, kind == 1)


def test_a_card_with_many_relationships_keeps_its_fields_together() -> None:
    """The room that their ends need is below the fields, not between them."""
    spokes = ["North", "East", "South", "West", "Up", "Down"]
    text = dot(model(["Hub", *spokes], [tie(f"to {spoke}", "one-to-many", "Hub", spoke) for spoke in spokes]))
    assert text.count('<TR><TD HEIGHT="') == 1
    assert '<TR><TD HEIGHT="' not in dot(model(["Hub", "North"], [tie("to", "one-to-many", "Hub", "North")]))
