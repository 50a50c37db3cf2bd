"""All grammar faults of a refused file: the schema walked over the raw JSON.

Only what ``design.schema.json`` uses is understood here; a test holds the two together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any

from ..names.suggestions import Guesses
from ..plan_model.findings import Finding, fault
from .json_text import MOST_FAULTS, Place, quoted, shown

Schema = dict[str, Any]
_WORDS = {
    "string": "text", "number": "a number", "integer": "a whole number", "object": "an object", "array": "a list",
    "boolean": "true or false", "null": "null",
}  # fmt: skip
_TYPES: dict[str, Any] = {
    "string": str,
    "object": dict,
    "array": list,
    "boolean": bool,
    "null": type(None),
}


@cache
def schema() -> Schema:
    """The grammar of a design file, from the package's own data."""
    text = resources.files("designs.compiler").joinpath("design.schema.json").read_text(encoding="utf-8")
    loaded: Schema = json.loads(text)
    return loaded


def grammar_faults(value: Any, guesses: Guesses | None = None) -> list[Finding]:
    """Every place where a JSON value breaks the grammar, in the file's order, up to MOST_FAULTS.

    guesses: those made for the file so far.
    """
    return list(islice(_Check(guesses or Guesses()).value(value, schema(), ()), MOST_FAULTS))


def part_faults(value: Any, part: str, guesses: Guesses | None = None) -> list[Finding]:
    """The faults of one part of a design alone: a ``field``, a ``relationship``; places within it."""
    faults = _Check(guesses or Guesses()).value(value, schema()["$defs"][part], ())
    return list(islice(faults, MOST_FAULTS))


_LISTED = 40


def meant(name: str, choices: Sequence[str], guesses: Guesses) -> str:
    """A remedy: did you mean, else the choices where they can be read through: all keys of a field can."""
    near = guesses.nearest(name, choices)
    if near is not None:
        return f"Did you mean {quoted(near)}?"
    listed = ", ".join(quoted(choice) for choice in choices[:_LISTED])
    return f"Use one of {listed}." if 0 < len(choices) <= _LISTED else ""


def is_of_type(value: Any, kind: str) -> bool:
    """JSON Schema's idea of types: true is no number, 5.0 is a whole number."""
    if kind == "integer":
        return is_of_type(value, "number") and value == int(value)
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, _TYPES[kind])


def _is_of(value: Any, kinds: str | list[str]) -> bool:
    if isinstance(kinds, str):  # as most are
        return is_of_type(value, kinds)
    return any(is_of_type(value, kind) for kind in kinds)


class _Check:
    """One walk over a file's values."""

    def __init__(self, guesses: Guesses) -> None:
        self.guesses = guesses
        self.parts: dict[type, Callable[[Any, Schema, Place], Iterator[Finding]]] = {
            dict: self.object,
            list: self.array,
            str: _string,
            int: _number,
            float: _number,
        }

    def value(self, value: Any, rule: Schema, place: Place) -> Iterator[Finding]:
        if "$ref" in rule:
            yield from self.value(value, schema()["$defs"][rule["$ref"].rpartition("/")[2]], place)
        kinds = rule.get("type", [])
        if kinds and not _is_of(value, kinds):
            kinds = [kinds] if isinstance(kinds, str) else kinds
            wanted = " or ".join(_WORDS[kind] for kind in kinds)
            required = ", ".join(quoted(key) for key in rule.get("required", []))
            remedy = f"Use {wanted} with {required}." if required else f"Use {wanted}."
            yield fault(shown(place), f"Expected {wanted}, found {quoted(value)}.", remedy)
            return
        if "oneOf" in rule:
            yield from self.one_of(value, rule["oneOf"], place)
        choices = [rule["const"]] if "const" in rule else rule.get("enum")
        if choices is not None and not any(_same(value, choice) for choice in choices):
            yield fault(shown(place), f"Invalid value {quoted(value)}.", self.choice(value, choices))
        check = self.parts.get(type(value))
        if check is not None:
            yield from check(value, rule, place)

    def choice(self, value: Any, choices: list[Any]) -> str:
        if isinstance(value, str) and all(isinstance(choice, str) for choice in choices):
            return meant(value, choices, self.guesses)
        return f"Use one of {', '.join(quoted(choice) for choice in choices)}."

    def one_of(self, value: Any, rules: list[Schema], place: Place) -> Iterator[Finding]:
        matching = [rule for rule in rules if is_of_type(value, rule["type"])]
        if not matching:
            wanted = " or ".join(_WORDS[rule["type"]] for rule in rules)
            yield fault(shown(place), f"Expected {wanted}, found {quoted(value)}.", f"Use {wanted}.")
        for rule in matching:
            yield from self.value(value, rule, place)

    def _unknown(self, value: dict[str, Any], rule: Schema) -> list[str]:
        """Return the keys of an object that it can't have, where it lacks one that it must have."""
        if rule.get("additionalProperties", True) is not False or value.keys() >= {*rule.get("required", [])}:
            return []
        return [key for key in value if key not in rule.get("properties", {})]

    def object(self, value: dict[str, Any], rule: Schema, place: Place) -> Iterator[Finding]:
        misspelt = {
            self.guesses.nearest(key, list(rule.get("properties", {}))) for key in self._unknown(value, rule)
        }
        for key in rule.get("required", []):
            if key not in value and key not in misspelt:
                yield fault(shown(place), f'Missing key "{key}".', f'Add "{key}".')
        if len(value) < rule.get("minProperties", 0):
            yield fault(shown(place), "Empty object.", "Add an entry, or remove the key.")
        if len(value) > (most := rule.get("maxProperties", len(value))):
            yield fault(shown(place), f"The object has {len(value):,} entries.", f"Use {most:,} or fewer.")
        properties, more = rule.get("properties", {}), rule.get("additionalProperties", True)
        for key, inner in value.items():
            if key in properties:
                yield from self.value(inner, properties[key], (*place, key))
            elif more is False:
                remedy = meant(key, list(properties), self.guesses)
                yield fault(shown((*place, key)), f"Unknown key {quoted(key)}.", remedy)
            elif isinstance(more, dict):
                yield from self.value(inner, more, (*place, key))

    def array(self, value: list[Any], rule: Schema, place: Place) -> Iterator[Finding]:
        if remedy := _length(len(value), rule):
            yield fault(shown(place), f"The list has {len(value):,} items.", remedy)
        rules = rule.get("prefixItems", [])
        for index, element in enumerate(value):
            each = rules[index] if index < len(rules) else rule.get("items")
            if each:
                yield from self.value(element, each, (*place, index))


def _same(value: Any, choice: Any) -> bool:
    return isinstance(value, bool) == isinstance(choice, bool) and bool(value == choice)


def _length(length: int, rule: Schema) -> str:
    """What to do about a list of this length, "" where it may have it."""
    fewest, most = rule.get("minItems", 0), rule.get("maxItems", length)
    if fewest <= length <= most:
        return ""
    if fewest == rule.get("maxItems"):
        return f"Provide exactly {fewest}."
    return f"Provide at least {fewest}." if length < fewest else f"Use {most:,} or fewer."


def _string(value: str, rule: Schema, place: Place) -> Iterator[Finding]:
    if len(value) < rule.get("minLength", 0):
        yield fault(shown(place), "Empty text.", "Enter a value.")
    if len(value) > (most := rule.get("maxLength", len(value))):
        yield fault(shown(place), f"Text too long: {len(value):,} characters.", f"Use {most:,} or fewer.")
    if "pattern" in rule and not re.search(rule["pattern"].replace("$", r"\Z"), value):
        yield fault(
            shown(place),
            f"{quoted(value)} doesn't match the pattern {rule['pattern']}.",
            "Use only characters the pattern allows.",
        )


def _number(value: float, rule: Schema, place: Place) -> Iterator[Finding]:
    if value < rule.get("minimum", value):
        yield fault(shown(place), f"{quoted(value)} is too small.", f"Use {rule['minimum']} or more.")
    if value > rule.get("maximum", value):
        yield fault(shown(place), f"{quoted(value)} is too large.", f"Use {rule['maximum']:,} or less.")
