"""A refused file as it was probably meant, so that the faults behind the grammar's are found too.

Only what can't invent a fault is mended: an unknown key is left out, a misspelt word becomes the
one it was meant to be, an optional value that is no such thing is left out. Anything else, and
the file is not looked at further.
"""

from __future__ import annotations

from typing import Any

from ..names.suggestions import Guesses
from .grammar import Schema, grammar_faults, is_of_type, schema


class _Unmendable(Exception):
    """What is wrong here can't be put right without guessing."""


_GONE = object()


def mended(raw: Any) -> Any:
    """The file's JSON values without their grammar faults, None where that would be a guess."""
    try:
        value = _Mending().value(raw, schema())
    except _Unmendable:
        return None
    return None if value is _GONE or grammar_faults(value) else value


class _Mending:
    def __init__(self) -> None:
        self.guesses = Guesses()

    def value(self, value: Any, rule: Schema) -> Any:
        if "$ref" in rule:
            rule = schema()["$defs"][rule["$ref"].rpartition("/")[2]]
        kinds = rule.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(is_of_type(value, kind) for kind in kinds):
            return _GONE
        if isinstance(value, dict) and "properties" in rule:
            return self.object(value, rule)
        if isinstance(value, list) and "items" in rule:
            return self.members(value, rule["items"])
        if "enum" in rule and value not in rule["enum"]:
            return self.word(value, rule["enum"])
        return value

    def object(self, value: dict[str, Any], rule: Schema) -> dict[str, Any]:
        properties, needed = rule["properties"], set(rule.get("required", []))
        members = {
            key: self.value(inner, properties[key]) for key, inner in value.items() if key in properties
        }
        lost = {key for key, member in members.items() if member is _GONE}
        if needed - set(members) or needed & lost or any(_nests(properties[key]) for key in lost):
            raise _Unmendable
        return {key: member for key, member in members.items() if member is not _GONE}

    def members(self, value: list[Any], rule: Schema) -> list[Any]:
        members = [self.value(element, rule) for element in value]
        if any(member is _GONE for member in members):
            raise _Unmendable
        return members

    def word(self, value: Any, choices: list[Any]) -> Any:
        if not isinstance(value, str) or not all(isinstance(choice, str) for choice in choices):
            return _GONE
        near = self.guesses.nearest(value, choices)
        return _GONE if near is None else near


def _nests(rule: Schema) -> bool:
    return "$ref" in rule or rule.get("type") in ("array", "object")
