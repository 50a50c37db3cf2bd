"""The sketch on a card: well-formed, in the diagrams' colours, of the collections that follow."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from designs.compiler.emit import palette
from designs.delivery.compiled.compiled_design import measured
from designs.delivery.intake.examples import Example, examples
from designs.delivery.output.thumbnail import DARK, HIGH, LIGHT, WIDE
from designs.outcomes import facts_of

from .conftest import small_design
from .test_diagram_colours import DARK as TWINS

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: bytes, dark: bool = False) -> Any:
    facts = facts_of(measured(text))
    return ElementTree.fromstring(facts.dark if dark else facts.light)


def names(svg: Any) -> list[str]:
    return [text.text for text in svg.iter(f"{SVG}text")]


def test_collections_are_named_and_references_are_arrows(university: Path) -> None:
    svg = drawn(university.read_bytes())
    assert names(svg) == ["students", "courses", "messages"]
    assert svg.attrib["viewBox"] == f"0 0 {WIDE} {HIGH}"
    assert len([path for path in svg.iter(f"{SVG}path") if path.get("fill") == "none"]) == 2


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.slug)
def test_everything_stands_inside_the_picture(example: Example) -> None:
    group = drawn(example.text)[0]
    left, top, scale = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"]))
    for card in group.iter(f"{SVG}g"):
        if card is group:
            continue
        x, y = map(float, re.findall(r"-?[\d.]+", card.attrib["transform"]))
        frame = card[0]
        assert left + scale * x >= 0 and left + scale * (x + float(frame.attrib["width"])) <= WIDE
        assert top + scale * y >= 0 and top + scale * (y + float(frame.attrib["height"])) <= HIGH
        for part in card.iter(f"{SVG}rect"):
            assert float(part.get("x", 0)) + float(part.attrib["width"]) <= float(frame.attrib["width"])
            assert float(part.get("y", 0)) + float(part.attrib["height"]) <= float(frame.attrib["height"])


def test_its_colours_are_the_diagrams() -> None:
    assert {role: LIGHT[role] for role in palette.FAMILY} == palette.FAMILY
    assert set(LIGHT.values()) <= set(palette.COLOURS)
    assert {role: TWINS[colour] for role, colour in LIGHT.items() if colour in TWINS} == {
        role: DARK[role] for role, colour in LIGHT.items() if colour in TWINS
    }


def test_hostile_names_stay_text() -> None:
    hostile = "</text><script>x\u0000\u202e"
    design = small_design()
    design["entities"][0] |= {"name": "A", "collection": "a<b>&\u202e"}
    design["relationships"][0]["from"] |= {"entity": "A"}
    svg = drawn(json.dumps(design).encode())
    assert names(svg)[0] == "a<b>&?"
    assert hostile not in str(names(svg))


@pytest.mark.parametrize("text", [b"{", json.dumps(small_design(entities=[], relationships=[])).encode()])
def test_what_makes_no_documents_is_an_empty_sketch(text: bytes) -> None:
    assert len(drawn(text)) == 0


@pytest.mark.usefixtures("library")
def test_it_is_kept_for_good_under_its_revision(client: Client) -> None:
    address = re.findall(r'src="(/designs/university/sketch[^"]*)"', client.get("/").content.decode())[0]
    assert address.endswith("-1")
    response = client.get(address)
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert "immutable" in response.headers["Cache-Control"]
    assert client.get("/designs/university/sketch-dark.svg").content != response.content
