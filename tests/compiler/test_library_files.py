"""The library's files: valid, canonical, described, and free of errors."""

import json
from typing import Any

import jsonschema
import pytest

from tests.compiler.library import ROOT, built, design, names, text_of

ALL = pytest.mark.parametrize("name", names())


def _fields(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    nested = [f.get("fields", []) + f.get("items", {}).get("fields", []) for f in fields]
    return fields + [inner for each in nested for inner in _fields(each)]


@ALL
def test_a_file_is_accepted_by_the_grammar(name: str) -> None:
    schema = json.loads((ROOT / "designs" / "compiler" / "design.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(design(name))


@ALL
def test_a_file_is_canonical(name: str) -> None:
    from designs.compiler import read, write

    report = read(text_of(name))
    assert report.value is not None, [str(f) for f in report.findings]
    assert write(report.value) == text_of(name)


@ALL
def test_everything_says_what_it_is(name: str) -> None:
    source = design(name)
    assert source["description"] and set(source["layout"]) == {e["name"] for e in source["entities"]}
    for thing in source["entities"] + source["relationships"]:
        assert thing["description"], thing["name"]
    for entity in source["entities"]:
        for field in _fields(entity["fields"]):
            assert field["description"], (entity["name"], field["name"])
            assert "example" in field or "fields" in field or "items" in field or "computed" in field, field[
                "name"
            ]


@ALL
def test_no_two_cards_overlap(name: str) -> None:
    source = design(name)
    boxes = [
        (p["x"], p["y"], p["x"] + 260, p["y"] + 40 + 24 * len(e["fields"]))
        for e in source["entities"]
        for p in [source["layout"][e["name"]]]
    ]
    for i, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[i + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@ALL
def test_the_compiler_finds_no_error_in_it(name: str) -> None:
    errors = [f for f in built(name).plan["findings"] if f["severity"] == "error"]
    assert not errors, errors


@ALL
def test_every_relationship_is_decided(name: str) -> None:
    source = design(name)
    decided = [decision["relationship"] for decision in built(name).plan["decisions"]]
    assert decided == [relationship["name"] for relationship in source["relationships"]]


@ALL
def test_compiling_twice_gives_the_same_bytes(name: str) -> None:
    from tests.compiler.library import build

    assert build(design(name)).files == built(name).files
