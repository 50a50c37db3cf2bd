"""All grammar faults of a refused file: the schema walked over the raw JSON.

Only what ``design.schema.json`` uses is understood here; a test holds the two together.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any

from ..findings import Finding, fault
from .json_text import Place, quoted, shown

Schema = dict[str, Any]
MOST_FAULTS = 1000
"""How many are told of one file: a list of ten million empty objects has as many."""
_WORDS = {
    "string": "a text", "number": "a number", "integer": "a whole number", "object": "an object", "array": "a list",
    "boolean": "true or false", "null": "null",
}  # fmt: skip


@cache
def schema() -> Schema:
    """The grammar of a design file, from the package's own data."""
    text = resources.files("designs.compiler").joinpath("design.schema.json").read_text(encoding="utf-8")
    loaded: Schema = json.loads(text)
    return loaded


def grammar_faults(value: Any) -> list[Finding]:
    """Every place where a JSON value breaks the grammar, in the file's order, up to MOST_FAULTS."""
    return list(islice(_check(value, schema(), ()), MOST_FAULTS))


def part_faults(value: Any, part: str) -> list[Finding]:
    """The faults of one part of a design alone: a ``field``, a ``relationship``; places within it."""
    return list(_check(value, schema()["$defs"][part], ()))


def meant(name: str, choices: list[str]) -> str:
    """A remedy: did you mean, else the choices where they are few."""
    near = difflib.get_close_matches(name, choices, 1, 0.6)
    if near:
        return f"did you mean {quoted(near[0])}?"
    listed = ", ".join(quoted(choice) for choice in choices[:20])
    return f"use one of {listed}" if 0 < len(choices) <= 20 else ""


def is_of_type(value: Any, kind: str) -> bool:
    """JSON Schema's idea of types: true is no number, 5.0 is a whole number."""
    if kind == "integer":
        return is_of_type(value, "number") and value == int(value)
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    known: dict[str, Any] = {
        "string": str,
        "object": dict,
        "array": list,
        "boolean": bool,
        "null": type(None),
    }
    return isinstance(value, known[kind])


def _check(value: Any, rule: Schema, place: Place) -> Iterator[Finding]:
    if "$ref" in rule:
        yield from _check(value, schema()["$defs"][rule["$ref"].rpartition("/")[2]], place)
    kinds = rule.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_of_type(value, kind) for kind in kinds):
        wanted = " or ".join(_WORDS[kind] for kind in kinds)
        yield fault(shown(place), f"{quoted(value)} is not {wanted}", f"write {wanted}")
        return
    if "oneOf" in rule:
        yield from _one_of(value, rule["oneOf"], place)
    choices = [rule["const"]] if "const" in rule else rule.get("enum")
    if choices is not None and not any(_same(value, choice) for choice in choices):
        yield fault(shown(place), f"{quoted(value)} is not allowed here", _choice(value, choices))
    for kind, check in _PARTS.items():
        if is_of_type(value, kind):
            yield from check(value, rule, place)


def _same(value: Any, choice: Any) -> bool:
    return isinstance(value, bool) == isinstance(choice, bool) and bool(value == choice)


def _choice(value: Any, choices: list[Any]) -> str:
    if isinstance(value, str) and all(isinstance(choice, str) for choice in choices):
        return meant(value, choices)
    return "use one of " + ", ".join(quoted(choice) for choice in choices)


def _one_of(value: Any, rules: list[Schema], place: Place) -> Iterator[Finding]:
    matching = [rule for rule in rules if is_of_type(value, rule["type"])]
    if not matching:
        wanted = " or ".join(_WORDS[rule["type"]] for rule in rules)
        yield fault(shown(place), f"{quoted(value)} is not {wanted}", f"write {wanted}")
    for rule in matching:
        yield from _check(value, rule, place)


def _object(value: dict[str, Any], rule: Schema, place: Place) -> Iterator[Finding]:
    for key in rule.get("required", []):
        if key not in value:
            yield fault(shown(place), f'the key "{key}" is missing', f'add "{key}"')
    if len(value) < rule.get("minProperties", 0):
        yield fault(shown(place), "the object is empty", "add an entry, or leave the key out")
    known, more = rule.get("properties", {}), rule.get("additionalProperties", True)
    for key, one in value.items():
        if key in known:
            yield from _check(one, known[key], (*place, key))
        elif more is False:
            yield fault(shown((*place, key)), f"{quoted(key)} is no key here", meant(key, list(known)))
        elif isinstance(more, dict):
            yield from _check(one, more, (*place, key))


def _array(value: list[Any], rule: Schema, place: Place) -> Iterator[Finding]:
    fewest, most = rule.get("minItems", 0), rule.get("maxItems")
    if len(value) < fewest or (most is not None and len(value) > most):
        wanted = f"exactly {fewest}" if most == fewest else f"at least {fewest}"
        yield fault(shown(place), f"the list has {len(value)} entries", f"give {wanted}")
    rules = rule.get("prefixItems", [])
    for index, one in enumerate(value):
        each = rules[index] if index < len(rules) else rule.get("items")
        if each:
            yield from _check(one, each, (*place, index))


def _string(value: str, rule: Schema, place: Place) -> Iterator[Finding]:
    if len(value) < rule.get("minLength", 0):
        yield fault(shown(place), "the text is empty", "write something")
    if len(value) > rule.get("maxLength", len(value)):
        limit = rule["maxLength"]
        yield fault(shown(place), f"the text has {len(value)} characters", f"use at most {limit}")
    if "pattern" in rule and not re.search(rule["pattern"].replace("$", r"\Z"), value):
        yield fault(
            shown(place),
            f"{quoted(value)} does not match {rule['pattern']}",
            "use only what the pattern allows",
        )


def _number(value: float, rule: Schema, place: Place) -> Iterator[Finding]:
    if value < rule.get("minimum", value):
        yield fault(shown(place), f"{quoted(value)} is too small", f"use at least {rule['minimum']}")
    if value > rule.get("maximum", value):
        yield fault(shown(place), f"{quoted(value)} is too large", f"use at most {rule['maximum']}")


_PARTS: dict[str, Callable[[Any, Schema, Place], Iterator[Finding]]] = {
    "object": _object, "array": _array, "string": _string, "number": _number,
}  # fmt: skip
