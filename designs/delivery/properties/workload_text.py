"""Filters and sorts as people write them, in the same words as the editor's table of the workload
(`static/editor/language/workload.js`; a test compares both):

    department, posted_on range, status = open, sku in 20, total >= 10
    posted_on desc, name
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext

from designs.compiler import schema

Parts = list[dict[str, Any]]

_EVERY = "*"
_ITEMS = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\{[^}]*\}|\[[^\]]*\]|[^,"{[]|["{[])+')
_BEYOND = re.compile(r"(\S+?)\s*([<>])(?!=)\s*(.+)")
_COMPARED = re.compile(r"(\S+?)\s*(>=|<=|=)\s*(.+)")
_SORTED = re.compile(r"(-?)(\S+?)(?:\s+(asc|desc|1|-1))?")
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_COUNT = re.compile(r"\d+(?:[_'\u00a0\u202f]\d{3})*", re.ASCII)


_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "mn": 1e6, "million": 1e6, "millions": 1e6, "b": 1e9,
           "bn": 1e9, "billion": 1e9, "billions": 1e9}  # fmt: skip
_ABOUT = re.compile(
    r"^(?:about|around|approximately|approx\.?|roughly|circa|ca\.?|some|nearly|almost|~|\u2248)\s*", re.I
)
_APART = re.compile(r"(?<=\d)[\s_\u00a0\u202f'\u2019,](?=\d{3}(?!\d))")
_SCALED = re.compile(rf"(\d+(?:\.\d+)?)\s*({'|'.join(sorted(_SCALES, key=len, reverse=True))})(?!\w)", re.I)


def number_said(text: str) -> float:
    """The number that a text says, as people say it: ``200k``, ``1.2 million``, ``85 000``, ``about 40``; not a
    number where it says none."""
    plain = _APART.sub("", _ABOUT.sub("", text.strip()))
    scaled = _SCALED.sub(lambda hit: f"{float(hit[1]) * _SCALES[hit[2].lower()]:.12g}", plain)
    try:
        number = float(scaled)
    except ValueError:
        return math.nan
    return number if "_" not in scaled else math.nan


class Misread(ValueError):
    """A text that is no filter or sort: where, and what to write instead."""


def filter_read(text: str) -> Parts:
    """The conditions of a filter; ``*`` has none, and means every document. Raises Misread."""
    return [] if text.strip() == _EVERY else _each(text, _condition)


def filter_written(conditions: Iterable[dict[str, Any]]) -> str | None:
    """A filter as text, None where text can't say all of it."""
    parts = list(conditions)
    return _if_read(", ".join(map(_said, parts)) or _EVERY, filter_read, parts)


def sort_read(text: str) -> Parts:
    """What results are sorted by. Raises Misread."""
    return _each(text, _key)


def sort_written(keys: Iterable[dict[str, Any]]) -> str | None:
    """A sort as text, None where text can't say all of it."""
    parts, ways = list(keys), {1: " asc", -1: " desc"}
    text = ", ".join(f"{key.get('field')}{ways.get(key.get('direction', 0), '')}" for key in parts)
    return _if_read(text, sort_read, parts)


# --- reading ------------------------------------------------------------------------------------


def _each(text: str, read: Callable[[str], dict[str, Any]]) -> Parts:
    items = [part.strip() for part in _ITEMS.findall(text)]
    parts: Parts = []
    for number, item in enumerate((part for part in items if part), 1):
        try:
            parts.append(read(item))
        except Misread as why:
            place = gettext("Condition %(number)s, “%(text)s”: %(why)s")
            raise Misread(place % {"number": number, "text": item, "why": why}) from None
    return parts


def _condition(item: str) -> dict[str, Any]:
    if hit := _BEYOND.fullmatch(item):
        instead = f"{hit[1]} {hit[2]}= {hit[3]}"
        raise Misread(gettext("only >= and <= are supported. Write %s") % instead)
    if hit := _COMPARED.fullmatch(item):
        value = _value(hit[3].strip())
        if hit[2] == "=":
            return {"field": hit[1], "value": value}
        return {"field": hit[1], "match": "range", "at_least" if hit[2] == ">=" else "at_most": value}
    field, *said = item.split()
    ways = _matches()
    unread = len(said) > 2 or item.endswith(("<", ">", "=")) or (said and said[0] not in ways)
    if unread or (len(said) == 2 and said[0] != "in"):
        message = gettext("invalid condition. Try city, status = open, total >= 10, sku in 20, or one of: %s")
        raise Misread(message % ", ".join(f"{field} {way}" for way in ways if way != "eq"))
    condition: dict[str, Any] = {"field": field} | ({"match": said[0]} if said else {})
    return condition | ({"values": _count(said[1])} if len(said) == 2 else {})


def _key(item: str) -> dict[str, Any]:
    hit = _SORTED.fullmatch(item)
    if hit is None or (hit[1] and hit[3]):
        raise Misread(gettext("invalid sort. Enter a field, optionally with desc: posted_on desc"))
    if hit[1] or hit[3] in ("desc", "-1"):
        return {"field": hit[2], "direction": -1}
    return {"field": hit[2], "direction": 1} if hit[3] else {"field": hit[2]}


def _matches() -> tuple[str, ...]:
    """The ways to match that the grammar of design files has."""
    condition = schema()["$defs"]["operation"]["properties"]["filter"]["items"]
    return tuple(condition["properties"]["match"]["enum"])


def _count(text: str) -> int:
    if not _COUNT.fullmatch(text):
        raise Misread(gettext("enter the number of values as a whole number: sku in 20"))
    return int(re.sub(r"\D", "", text))


def _value(text: str) -> Any:
    """A number, true, false, null, JSON, or the text itself."""
    if text[:1] in ("{", "[", '"'):
        try:
            return json.loads(text, parse_constant=_refused)
        except (ValueError, RecursionError):
            raise Misread(gettext("unclosed quote, bracket, or brace")) from None
    if _NUMBER.fullmatch(text) and math.isfinite(float(text)):
        return json.loads(text)
    return {"true": True, "false": False, "null": None}.get(text, text)


def _refused(text: str) -> Any:
    raise ValueError(text)


# --- writing ------------------------------------------------------------------------------------


def _said(condition: dict[str, Any]) -> str:
    field = condition.get("field")
    for sign, key in (("=", "value"), (">=", "at_least"), ("<=", "at_most")):
        if key in condition:
            return f"{field} {sign} {_listed(condition[key])}"
    return " ".join(
        str(value) for key in ("field", "match", "values") if (value := condition.get(key)) is not None
    )


def _listed(value: Any) -> str:
    """A value as one of several between commas; a text that would be read as something else in quotes."""
    plain = isinstance(value, str) and not re.search(r"[,{[]", value) and value == value.strip()
    if plain and not value.startswith('"') and _value(value) == value:
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def _if_read(text: str, read: Callable[[str], Parts], parts: Parts) -> str | None:
    """The text, where it says these parts to the last digit."""
    try:
        again = read(text)
    except Misread:
        return None
    return text if json.dumps(again, sort_keys=True) == json.dumps(parts, sort_keys=True) else None
