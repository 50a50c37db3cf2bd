"""Bytes to JSON values, with everything refused that ``json`` would let through or choke on.

Size and depth are capped before parsing. Repeated keys, NaN, numbers too large, NUL and lone
surrogates are faults with their place.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ..findings import Finding, fault

MAX_BYTES = 10 * 1024 * 1024
MAX_DEPTH = 100
MAX_DIGITS = 300
_EXACT = 2**53
_STRING = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?')
_BRACKET = re.compile(r"[\[\]{}]")
_SUSPECT = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
Place = tuple[str | int, ...]


def shown(place: Place) -> str:
    """A place as people write it: relationships[2].to.entity; "file" for the whole."""
    text = ""
    for part in place:
        text = step(text, part)
    return text or "file"


def step(text: str, part: str | int) -> str:
    """A place as people write it, one step further in."""
    if isinstance(part, int):
        return f"{text}[{part}]"
    if _PLAIN_KEY.match(part):
        return f"{text}.{part}" if text else part
    return f"{text}[{quoted(part)}]"


def quoted(value: Any) -> str:
    """A value of the file inside a message: short, on one line, without hidden characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    if not text.isprintable():
        text = json.dumps(value, default=str)
    return text if len(text) <= 80 else f"{text[:77]}..."


def parse(text: bytes | str) -> tuple[Any, list[Finding]]:
    """The JSON value, and the faults found on the way. Faults without a value (None) are the
    ones that nothing can be read after."""
    content, problem = _decoded(text)
    problem = problem or _too_deep(content)
    if problem:
        return None, [problem]
    notes = _Notes()
    try:
        value = json.loads(
            content,
            object_pairs_hook=notes.pairs,
            parse_int=notes.integer,
            parse_float=notes.real,
            parse_constant=notes.odd,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        return None, [fault(place, f"this is not JSON ({error.msg})", "correct the text there")]
    if not notes.found and not _SUSPECT.search(content) and content.isascii():
        return value, []
    faults: list[Finding] = []
    return _clean(value, (), faults), faults


def _decoded(text: bytes | str) -> tuple[str, Finding | None]:
    if len(text) > MAX_BYTES:
        return "", _too_large(len(text))
    if isinstance(text, str):
        size = len(text.encode("utf-8", "surrogatepass"))
        return (text.removeprefix("\ufeff"), None) if size <= MAX_BYTES else ("", _too_large(size))
    try:
        return text.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        problem = f"the file is not UTF-8 text (0x{text[error.start]:02x} at byte {error.start})"
        return "", fault(f"byte {error.start}", problem, "save it as UTF-8")


def _too_large(size: int) -> Finding:
    limit = MAX_BYTES // 1024 // 1024
    return fault("file", f"the file has {size:,} bytes and the limit is {limit} MiB", "split the design")


def _too_deep(content: str) -> Finding | None:
    if content.count("[") + content.count("{") <= MAX_DEPTH:
        return None
    depth = 0
    bare = _STRING.sub('""', content)
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            problem = f"the JSON is nested more than {MAX_DEPTH} levels deep"
            return fault("file", problem, "a design needs far fewer: flatten it")
    return None


class _Odd:
    """A number that no design can hold, kept until its place is known."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Repeating(dict[str, Any]):
    """An object some of whose keys were repeated."""

    again: tuple[str, ...] = ()


class _Notes:
    """The hooks of one parse; found says whether any of them saw something to tell."""

    def __init__(self) -> None:
        self.found = False

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        plain = dict(pairs)
        if len(plain) == len(pairs):
            return plain
        self.found = True
        keys = [key for key, _ in pairs]
        repeating = _Repeating(plain)
        repeating.again = tuple(key for key in plain if keys.count(key) > 1)
        return repeating

    def integer(self, text: str) -> int | _Odd:
        return int(text) if len(text) <= MAX_DIGITS else self.odd(text)

    def real(self, text: str) -> float | int | _Odd:
        number = float(text)
        if number in (float("inf"), float("-inf")):
            return self.odd(text)
        return int(number) if number.is_integer() and abs(number) < _EXACT else number

    def odd(self, text: str) -> _Odd:
        self.found = True
        return _Odd(text)


def _clean(value: Any, place: Place, faults: list[Finding]) -> Any:
    """The value without its oddities, which become faults."""
    if isinstance(value, dict):
        for key in getattr(value, "again", ()):
            faults.append(fault(shown((*place, key)), "this key stands there twice", "keep one of the two"))
        for key in value:
            _check_text(key, (*place, key), faults)
        return {key: _clean(one, (*place, key), faults) for key, one in value.items()}
    if isinstance(value, list):
        return [_clean(one, (*place, index), faults) for index, one in enumerate(value)]
    if isinstance(value, str):
        _check_text(value, place, faults)
    if isinstance(value, _Odd):
        number = value.text if len(value.text) <= 20 else f"{value.text[:17]}..."
        remedy = f"write a finite number of at most {MAX_DIGITS} digits, or leave the key out"
        faults.append(fault(shown(place), f"{number} is no number that a design can hold", remedy))
        return 0
    return value


def _check_text(text: str, place: Place, faults: list[Finding]) -> None:
    if "\0" in text:
        faults.append(fault(shown(place), "the text holds the character NUL", "remove it"))
    if any("\ud800" <= char <= "\udfff" for char in text):
        faults.append(
            fault(shown(place), "the text holds half of a surrogate pair", "remove it or complete it")
        )
