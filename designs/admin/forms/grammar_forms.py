"""Form fields from the grammar of design files: a key that the grammar gains has its box here.

A property with a plain value is a field of its own, those of nested objects too (``from__has__max``);
lists of fields are text in the field grammar, filters and sorts text as in the editor's workload; what is left
is one JSON text, "Other properties".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext, gettext_lazy

from designs.compiler import STRATEGIES, schema
from designs.delivery.properties.workload_text import filter_read, filter_written, sort_read, sort_written

from .boxes import (
    ChoiceBox,
    FieldsBox,
    JsonBox,
    LinesBox,
    NumberBox,
    Read,
    TextBox,
    WorkBox,
    Written,
    YesNoBox,
)

Path = tuple[str, ...]
Rule = dict[str, Any]
REST = "everything_else"
_LONG = frozenset(("description",))
_ENTITIES = frozenset((("entity",), ("from", "entity"), ("to", "entity")))
_EXAMPLES = {
    "operation": ('For example: {"effects": [{"field": "stock", "do": "increment", "by": -1}]}',),
}
"""Of "Other properties", where most people write something."""
_WORK: dict[Path, tuple[Read, Written, Any]] = {
    ("filter",): (
        filter_read,
        filter_written,
        gettext_lazy(
            "Separate conditions with commas, as in the workload table. An update or delete without a filter changes"
            " one document, by its _id; * means every document. For example:"
            " status = open, posted_on range, sku in 20, total >= 10."
        ),
    ),
    ("sort",): (
        sort_read,
        sort_written,
        gettext_lazy("Separate fields with commas. For example: posted_on desc, name."),
    ),
}
"""Lists that are written as text: how it is read and written, and its help."""
_HIDDEN = frozenset((("id",), ("format",), ("entities",), ("relationships",), ("operations",)))


def name_of(path: Path) -> str:
    """The form's name for a property: ``from__has__max``."""
    return "__".join(path)


def rule_of(part: str) -> Rule:
    """The grammar of an ``entity``, ``relationship``, ``operation``; "" is the design itself."""
    whole: Rule = schema()
    rule: Rule = whole["$defs"][part] if part else whole
    return rule


def plain_paths(part: str) -> dict[Path, Rule]:
    """Every property that has a field of its own, in the grammar's order."""
    return {path: rule for path, rule in _walk(rule_of(part), ()) if path not in _HIDDEN and _box(path, rule)}


def rest_keys(part: str) -> tuple[str, ...]:
    """The properties that "Other properties" holds."""
    first = {path[0] for path in plain_paths(part)} | {path[0] for path in _HIDDEN if len(path) == 1}
    return tuple(key for key in rule_of(part)["properties"] if key not in first)


def form_fields(part: str) -> dict[str, forms.Field]:
    """The form's fields for a part of a design, by name."""
    needed = set(rule_of(part).get("required", ()))
    fields = {
        name_of(path): _field(path, rule, path[-1] in needed and len(path) == 1)
        for path, rule in plain_paths(part).items()
    }
    if rest_keys(part):
        fields[REST] = JsonBox(
            label=gettext_lazy("Other properties"),
            help_text=" ".join(
                [
                    gettext("Design-file JSON: %(keys)s.") % {"keys": ", ".join(rest_keys(part))},
                    *_EXAMPLES.get(part, ()),
                ]
            ),
        )
    return fields


def _walk(rule: Rule, above: Path) -> Iterator[tuple[Path, Rule]]:
    for key, inner in rule["properties"].items():
        own = _resolved(inner)
        if own.get("type") == "object" and "properties" in own:
            yield from _walk(own, (*above, key))
        else:
            yield (*above, key), own


def _resolved(rule: Rule) -> Rule:
    if "$ref" not in rule:
        return rule
    named: Rule = schema()["$defs"][rule["$ref"].rpartition("/")[2]]
    return named | {key: value for key, value in rule.items() if key != "$ref"}


def _box(path: Path, rule: Rule) -> type[forms.Field] | None:
    kind = rule.get("type")
    items = rule.get("items", {})
    if path in _WORK:
        return WorkBox
    if path[-1] == "strategy" or path in _ENTITIES or "enum" in rule:
        return ChoiceBox
    if kind == "array" and items.get("$ref", "").endswith("/field"):
        return FieldsBox
    if kind == "array" and "enum" in items:
        return forms.MultipleChoiceField
    if kind == "array" and (items.get("type") == "string"):
        return LinesBox
    if isinstance(kind, list):
        kind = kind[0]
    boxes: dict[Any, type[forms.Field]] = {
        "string": TextBox, "number": NumberBox, "integer": NumberBox, "boolean": YesNoBox,
    }  # fmt: skip
    return boxes.get(kind)


def _field(path: Path, rule: Rule, required: bool) -> forms.Field:
    box = _box(path, rule)
    assert box is not None  # noqa: S101  (only those with a box are asked for)
    words = path[-1].replace("_", " ").capitalize()
    shared: dict[str, Any] = {
        "label": words,
        "required": required or path in _ENTITIES,
        "help_text": escape(rule.get("description", "")),
    }
    if box is ChoiceBox:
        return ChoiceBox(values=_values(path, rule), **shared)
    if box is WorkBox:
        read, written, shared["help_text"] = _WORK[path]
        return WorkBox(read=read, written=written, **shared)
    if box is forms.MultipleChoiceField:
        choices = [(choice, choice) for choice in rule["items"]["enum"]]
        return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **shared)
    if box is TextBox and path[-1] in _LONG:
        shared["widget"] = forms.Textarea(attrs={"rows": 2, "dir": "auto"})
    if box is LinesBox:
        text = f"{shared['help_text']}." if shared["help_text"] else ""
        shared["help_text"] = " ".join(filter(None, (text, gettext("One per line."))))
    return box(**shared)


def _values(path: Path, rule: Rule) -> list[Any]:
    if path[-1] == "strategy":
        return ["auto", *STRATEGIES]
    return list(rule.get("enum", ()))
