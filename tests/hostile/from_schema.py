"""Hostile by what the grammar itself allows: each number at its largest, each list at its longest, each text at its
longest, each open object at its fullest, one kind a place of the schema."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from designs.compiler.reading.grammar import schema
from tests.compiler.grammar_walk import rules_of
from tests.compiler.rich_design import RICH

Path = tuple[Any, ...]
Rule = dict[str, Any]
_LARGEST = (1e308, 10**299)


def _kinds() -> dict[str, Callable[[], bytes]]:
    """One for each place of the schema that has a size."""
    found: dict[str, Callable[[], bytes]] = {}
    for place, rule in rules_of(RICH, schema()):
        name = ".".join(part for part in place if isinstance(part, str))
        for what, value in _largest(place, rule):
            found.setdefault(f"{what}: {name}", lambda place=place, value=value: _with(place, value))
    return found


def _largest(place: Path, rule: Rule) -> Iterator[tuple[str, Any]]:
    kinds = rule.get("type", ())
    kinds = (kinds,) if isinstance(kinds, str) else kinds
    if "number" in kinds:
        yield "the largest number", rule.get("maximum", _LARGEST[0])
    if "integer" in kinds and place[-2:] != ("grid", 0) and place[-2:] != ("grid", 1):
        yield "the largest whole number", rule.get("maximum", _LARGEST[1])
    if {"number", "integer"} & set(kinds) and "maximum" not in rule and "minimum" not in rule:
        yield "the smallest number", -_LARGEST[1]
    if "string" in kinds and "maxLength" in rule:
        yield "the longest text", "x" * rule["maxLength"]
    if "array" in kinds and "maxItems" in rule and rule["maxItems"] != rule.get("minItems"):
        yield "the longest list", _many(_at(place), rule["maxItems"])
    if "object" in kinds and "maxProperties" in rule:
        value = next(iter(_at(place).values()))
        yield "the fullest object", {f"k{number}": value for number in range(rule["maxProperties"])}


def _many(ones: list[Any], count: int) -> list[Any]:
    """As many, each with a name of its own where it has one."""
    made = [copy.deepcopy(ones[0]) for _ in range(count - len(ones))]
    for number, one in enumerate(made):
        if isinstance(one, dict):
            _apart(one, number)
    return [*ones, *made]


def _apart(one: dict[str, Any], number: int) -> None:
    """Without what may be there once."""
    for key in ("id", "copies", "strategy", "collection", "indexes"):
        if key != "collection" or "fields" in one:
            one.pop(key, None)
    for key in ("name", "as"):
        if isinstance(one.get(key), str):
            one[key] = f"{one[key][:50]}{number}"


def _at(place: Path) -> Any:
    value: Any = RICH
    for part in place:
        value = value[part]
    return value


def _with(place: Path, value: Any) -> bytes:
    design = copy.deepcopy(RICH)
    holder: Any = design
    for part in place[:-1]:
        holder = holder[part]
    holder[place[-1]] = value
    return json.dumps(design).encode()


KINDS = _kinds()
