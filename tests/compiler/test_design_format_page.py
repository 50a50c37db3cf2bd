"""The page of the design format names every key of the grammar, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "design-format.md").read_text(encoding="utf-8")
GRAMMAR = json.loads((ROOT / "designs" / "compiler" / "design.schema.json").read_text(encoding="utf-8"))
OBJECTS = {"design": GRAMMAR} | {
    name: node for name, node in GRAMMAR["$defs"].items() if "properties" in node
}


def keys(node: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the keys of an object, those of objects inside it behind a dot."""
    for name, property in node.get("properties", {}).items():
        yield f"{prefix}{name}"
        inner = property.get("items", {}) if property.get("type") == "array" else property
        yield from keys(inner, f"{prefix}{name}.")


def written(page: str, title: str) -> list[str]:
    """Return the keys in the table of a section."""
    section = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\| `([^`]+)` \| \S", section[1], re.MULTILINE) if section else []


@pytest.mark.parametrize("name", OBJECTS)
def test_every_key_has_its_row(name: str) -> None:
    assert written(PAGE, name.capitalize()) == list(keys(OBJECTS[name]))


def test_a_missing_row_is_seen() -> None:
    lacking = PAGE.replace("| `server_version` |", "| server |")
    assert written(lacking, "Design") != list(keys(GRAMMAR))


def test_the_example_is_a_design() -> None:
    example = re.search(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert example
    assert read(example[1]).value is not None


def test_the_example_of_a_tree_is_one() -> None:
    example = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]
    design = {
        "format": "nestlink/1",
        "name": "Town",
        "database": "town",
        "entities": [{"name": "Department", "count": 50, "fields": [{"name": "title", "type": "string"}]}],
        "relationships": [json.loads(example)],
    }
    report = read(json.dumps(design))
    assert report.value is not None, report.findings
    compilation = compile_design(report.value)
    (departments,) = compilation.plan.collections
    assert {"title", "parent"} <= {field.name for field in departments.fields}
    assert not [one for one in compilation.findings if one.code == "L62"]
