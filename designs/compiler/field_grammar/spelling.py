"""Fields to the text that reads back as them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..model.conceptual import Field
from ..reading.writing import plain
from .identity import without_ids
from .properties import FIELD_PROPERTIES, FLAGS, ITEM_PROPERTIES, SIGNS

Raw = dict[str, Any]
_BARE = re.compile(r"[\w$][\w$-]*\Z")
_PLAIN_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+\Z")
_SURROGATE = re.compile("[\ud800-\udfff]")
_STEP = "  "


def write_fields(fields: Sequence[Field], *, ids: bool = False) -> str:
    """The text of fields, a line each. ids: write them too, where they are stated."""
    raw = plain(list(fields))
    return "".join(line for field in raw for line in _lines(field if ids else without_ids(field), ""))


def _lines(field: Raw, indent: str) -> Iterator[str]:
    spelt, nested = _type(field)
    parts = [f"{_name(field['name'])}: {spelt}{_signs(field)}"]
    parts += _properties(field, FIELD_PROPERTIES, nested)
    text = field.get("description")
    is_comment = isinstance(text, str) and _fits_a_line(text)
    parts += ["{}"] if nested == [] else []
    yield indent + " ".join(parts) + (f"  // {text}" if is_comment else "") + "\n"
    for inner in nested or ():
        yield from _lines(inner, indent + _STEP)


def _type(field: Raw) -> tuple[str, list[Raw] | None]:
    """The type as written, and the fields that nest on lines of their own."""
    levels = [field]
    while levels[-1]["type"] == "array" and "items" in levels[-1]:
        levels.append(levels[-1]["items"])
    innermost = levels[-1]
    holds = "object" in (innermost["type"], *innermost.get("types", []))
    nested = innermost.get("fields") if holds else None
    spelt = innermost["type"]
    for level in reversed(levels[1:]):
        own = " ".join(_properties(level, ITEM_PROPERTIES, nested))
        spelt += f"({own})[]" if own else "[]"
    return " | ".join([spelt, *field.get("types", [])]), nested


def _signs(field: Raw) -> str:
    return "".join(sign for sign, name in SIGNS.items() if field.get(name) is True)


def _properties(raw: Raw, names: tuple[str, ...], nested: list[Raw] | None) -> list[str]:
    """What is not said elsewhere, as ``name=value``; flags that are true by their name."""
    said = {name for name in SIGNS.values() if raw.get(name) is True}
    if nested is not None and raw.get("fields") is nested:
        said.add("fields")
    if raw["type"] == "array":
        said.add("items")
    if _fits_a_line(raw.get("description")):
        said.add("description")
    return [_property(name, raw[name]) for name in names if name in raw and name not in said]


def _property(name: str, value: Any) -> str:
    if name in FLAGS and value is True:
        return name
    if name == "computed" and isinstance(value, dict) and list(value) == ["formula"]:
        value = value["formula"]
    return f"{name}={_json(value)}"


def _fits_a_line(text: Any) -> bool:
    """Whether a description can stand behind the field as it is."""
    return isinstance(text, str) and bool(_PLAIN_TEXT.match(text)) and text == text.strip(" \t")


def _name(name: str) -> str:
    return name if _BARE.match(name) else _json(name)


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return json.dumps(value) if _SURROGATE.search(text) else text
