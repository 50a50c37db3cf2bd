"""The limits that the grammar has, as docs/limits.md tells them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.reading import read
from designs.compiler.reading.grammar import schema

PAGE = (Path(__file__).parents[2] / "docs/limits.md").read_text(encoding="utf-8")
LIMITS = ("maxItems", "maxLength", "maxProperties")


def limits(value: Any) -> Iterator[int]:
    """Every limit of the grammar but those of pairs."""
    if isinstance(value, dict):
        yield from (value[key] for key in LIMITS if key in value and value[key] != value.get("minItems"))
        for one in value.values():
            yield from limits(one)
    elif isinstance(value, list):
        for one in value:
            yield from limits(one)


def test_the_page_has_every_limit_and_no_other() -> None:
    told = {int(hit.replace(",", "")) for hit in re.findall(r"\| ([\d,]+) \|", PAGE)}
    assert set(limits(schema())) <= told
    assert told - set(limits(schema())) == {300, 10**15}


def of_grid(*grid: int) -> list[str]:
    field = {"name": "seats", "type": "array", "grid": list(grid)}
    design = {"format": "nestlink/1", "name": "x", "database": "x", "entities": [{"name": "A", "fields": [field]}]}  # fmt: skip
    return [str(one) for one in read(json.dumps(design)).findings]


def test_a_grid_has_up_to_ten_thousand_cells() -> None:
    assert of_grid(100, 100) == []
    assert of_grid(101, 100) == [
        'entities[0] "A", fields[0] "seats", grid: The grid has 10,100 cells. Use 10,000 cells or fewer.'
    ]
    assert of_grid(100_000, 100_000) == [
        f'entities[0] "A", fields[0] "seats", grid[{at}]: 100000 is too large. Use 1,000 or less.'
        for at in (0, 1)
    ]


@pytest.mark.parametrize("key", ["schema_version", "since_version", "until_version"])
def test_a_million_versions_are_a_fault_at_their_place(key: str) -> None:
    field = {"name": "f", "type": "int"}
    entity = {"name": "A", "fields": [field]}
    (entity if key == "schema_version" else field)[key] = 1_000_000
    design = {"format": "nestlink/1", "name": "x", "database": "x", "entities": [entity]}
    (found,) = read(json.dumps(design)).findings
    assert found.subject.endswith(key)
    assert (found.message, found.hint) == ("1000000 is too large.", "Use 1,000 or less.")
