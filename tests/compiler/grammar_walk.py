"""The rule of the schema for each place of a design."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from designs.compiler.reading.grammar import is_of_type, schema

Path = tuple[Any, ...]
Rule = dict[str, Any]


def resolved(rule: Rule) -> Rule:
    """A rule with what it refers to."""
    named: Rule = schema()["$defs"][rule["$ref"].rpartition("/")[2]] if "$ref" in rule else {}
    return named | rule


def rules_of(value: Any, rule: Rule, place: Path = ()) -> Iterator[tuple[Path, Rule]]:
    """Every place of a value with its rule."""
    rule = resolved(rule)
    rule = rule | next((one for one in rule.get("oneOf", []) if is_of_type(value, one["type"])), {})
    yield place, rule
    if isinstance(value, dict):
        for key, one in value.items():
            more = rule.get("additionalProperties")
            inner = rule.get("properties", {}).get(key, more if isinstance(more, dict) else {})
            yield from rules_of(one, inner, (*place, key))
    elif isinstance(value, list):
        first = rule.get("prefixItems", [])
        for index, one in enumerate(value):
            inner = first[index] if index < len(first) else rule.get("items", {})
            yield from rules_of(one, inner, (*place, index))
