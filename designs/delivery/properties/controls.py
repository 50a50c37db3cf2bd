"""From a rule of the grammar to the control that sets it."""

from __future__ import annotations

from typing import Any

from designs.compiler import schema

Rule = dict[str, Any]
_LIMITS = {"minimum": "least", "maximum": "most", "maxLength": "longest"}
_PAIRS = frozenset(("keys", "shard_key"))
_CONDITIONS = frozenset(("partial", "always_filter"))
_VALUES = frozenset(("example", "value", "at_least", "at_most"))


def rule_at(part: str | Rule, path: list[str]) -> Rule:
    """The grammar's rule of a property. part: the name of an object, "design", or a rule that has it."""
    rule = part if isinstance(part, dict) else _whole(part)
    for key in path:
        rule = _resolved(rule["properties"][key])
    return rule


def control_of(part: str | Rule, path: list[str]) -> dict[str, Any]:
    """``control`` with what it needs: choices, default, limits."""
    rule, key = rule_at(part, path), path[-1]
    control: dict[str, Any] = {"control": _control(rule, key)}
    if "enum" in rule or control["control"] == "several_of":
        control["choices"] = rule["enum"] if "enum" in rule else rule["items"]["enum"]
    control |= {"default": rule["default"]} if rule.get("default", False) not in (False, []) else {}
    control |= {ours: rule[theirs] for theirs, ours in _LIMITS.items() if theirs in rule}
    control |= {"whole": True} if "integer" in _types(rule) else {}
    return control | ({"open": True} if "null" in _types(rule) else {})


def _control(rule: Rule, key: str) -> str:
    items = rule.get("items", {})
    named = {
        "description": "area",
        "strategy": "strategy",
        "entity": "entity",
        "enum": "values",
        "computed": "text",
    }
    if key in named:
        return named[key]
    for keys, control in ((_PAIRS, "pairs"), (_CONDITIONS, "conditions"), (_VALUES, "value")):
        if key in keys and not (control == "value" and "type" in rule):
            return control
    if "enum" in rule:
        return "choice"
    if "enum" in items:
        return "several_of"
    return _by_type(rule, items, key)


def _by_type(rule: Rule, items: Rule, key: str) -> str:
    kind = _types(rule)[0]
    if kind == "array":
        item = items.get("$ref", "").rpartition("/")[2] or items.get("type", "")
        return {"bson": "several_of", "integer": "numbers", "field": "fields"}.get(
            item, "rows" if item in ("object", "index") else "several"
        )
    if kind == "object":
        return "map"
    if kind == "boolean":
        return "flag" if rule.get("default") is False else "yes_no"
    if kind == "number" and rule.get("maximum") == 1:
        return "share"
    return {"number": "often" if key.endswith("per_day") else "number", "integer": "number"}.get(kind, "text")


def _types(rule: Rule) -> list[str]:
    kind = rule.get("type", "")
    return kind if isinstance(kind, list) else [kind]


def _whole(part: str) -> Rule:
    grammar: Rule = schema()
    return grammar if part == "design" else grammar["$defs"][part]


def _resolved(rule: Rule) -> Rule:
    if "items" in rule and "$ref" in rule["items"]:
        inner = _named(rule["items"]["$ref"])
        return rule | {"items": rule["items"] | (inner if "enum" in inner or "properties" in inner else {})}
    return (
        _named(rule["$ref"]) | {key: value for key, value in rule.items() if key != "$ref"}
        if "$ref" in rule
        else rule
    )


def _named(reference: str) -> Rule:
    rule: Rule = schema()["$defs"][reference.rpartition("/")[2]]
    return rule
