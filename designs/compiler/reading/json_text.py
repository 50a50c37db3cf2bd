"""Bytes to JSON values, with everything refused that ``json`` would let through or choke on.

Size and depth are capped before parsing. Repeated keys, NaN, numbers too large, NUL and lone
surrogates are faults with their place.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import msgspec

from ..plan_model.findings import Finding, fault

MAX_BYTES = 10 * 1024 * 1024
MAX_DEPTH = 100
MAX_DIGITS = 300
MOST_FAULTS = 1000
"""How many are told of one file: a list of ten million empty objects has as many."""
_SHOWN = 80
_EXACT_DIGITS = 35
"""Of a whole number, its sign too: as many as a decimal has. Longer ones are read as floats: what is computed from
two of those may be infinite, but no error."""
_EXACT = 2**53
_STRING = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?')
_BRACKET = re.compile(r"[\[\]{}]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SUSPECT = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NAMED_STEP = re.compile(r"([A-Za-z_]+)\[(\d+)\]")
_OTHERS = {
    "SQL": re.compile(
        r"(?i)\s*+(?:--.*\n\s*+|/\*(?:[^*]|\*(?!/))*+\*/\s*+|(?:set|use)\s[^;\n]*+;\s*+)*+(?:create|alter|insert|drop)\s"
    ),
    "DBML": re.compile(r"(?i)\s*+(?://.*\n\s*+)*+(?:(?:table|project|enum)\s[^{:\n]*\{|ref\b[^:\n]*:)"),
    "a Mermaid diagram": re.compile(r"\s*+(?:%%.*\n\s*+)*+(?:erDiagram|classDiagram)\b"),
    "XML or HTML": re.compile(r"\s*+<[?!a-zA-Z]"),
    "CSV": re.compile(r"[^\n{\[,;]*[,;][^\n{\[]*\n[^\n{\[,;]*[,;]"),
    "YAML": re.compile(r"\s*+(?:---\s++|#.*\n\s*+)*+[\w-]++:\s"),
}
"""What else people bring, by its beginning."""
_OTHERWISE = 'Choose JSON that begins with "format": "nestlink/1", or draw the entities on the canvas.'
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
    if len(part) <= _SHOWN and _PLAIN_KEY.match(part):
        return f"{text}.{part}" if text else part
    return f"{text}[{quoted(part)}]"


def with_names(fault: Finding, raw: Any) -> Finding:
    """Return a fault whose place has the names too: ``relationships[0] "order_lines", to.entity``."""
    text, value, rest = "", raw, fault.subject
    while (hit := _NAMED_STEP.match(rest)) is not None and isinstance(value, dict):
        members, index = value.get(hit[1]), int(hit[2])
        value = members[index] if isinstance(members, list) and index < len(members) else None
        name = value.get("name") if isinstance(value, dict) else None
        text += hit[0] + (f" {quoted(name)}, " if isinstance(name, str) else ".")
        rest = rest[hit.end() :].removeprefix(".")
    return msgspec.structs.replace(fault, place=(text + rest).removesuffix(", ").removesuffix("."))


def quoted(value: Any) -> str:
    """A value of the file inside a message: short, on one line, without hidden characters."""
    if isinstance(value, str):
        value = value[:_SHOWN]  # what is cut off is not written first
    text = json.dumps(value, ensure_ascii=False, default=str)
    if not text.isprintable():
        text = json.dumps(value, default=str)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


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
        if language := next((name for name, looks in _OTHERS.items() if looks.match(content)), None):
            return None, [fault("file", f"This is {language}, not a design file.", _OTHERWISE)]
        place = f"line {error.lineno}, column {error.colno}"
        return None, [fault(place, f"Invalid JSON ({error.msg}).", "Fix the syntax here.")]
    if not notes.has_oddities and not _SUSPECT.search(content) and content.isascii():
        return value, []
    cleaning = _Cleaning()
    return cleaning.value(value, ()), cleaning.faults


def _decoded(text: bytes | str) -> tuple[str, Finding | None]:
    if len(text) > MAX_BYTES:
        return "", _too_large(len(text))
    if isinstance(text, str):
        size = len(text.encode("utf-8", "surrogatepass"))
        return (text.removeprefix("\ufeff"), None) if size <= MAX_BYTES else ("", _too_large(size))
    try:
        return text.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        problem = f"The file isn't UTF-8 (0x{error.object[error.start]:02x} at byte {error.start})."
        return "", fault(f"byte {error.start}", problem, "Save it as UTF-8.")


def _too_large(size: int) -> Finding:
    limit = MAX_BYTES // 1024 // 1024
    return fault("file", f"The file is {size:,} bytes. The limit is {limit} MiB.", "Split the design.")


def _too_deep(content: str) -> Finding | None:
    if not is_too_deep(content):
        return None
    problem = f"JSON is nested more than {MAX_DEPTH} levels deep."
    return fault("file", problem, "Flatten it.")


def is_too_deep(content: str) -> bool:
    """Whether JSON, or what is meant to be JSON, nests more than MAX_DEPTH levels."""
    if content.count("[") + content.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub('""', content)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


class _OddText:
    """A number that no design can hold, kept until its place is known."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Repeating(dict[str, Any]):
    """An object some of whose keys were repeated."""

    again: tuple[str, ...] = ()


class _Notes:
    """The hooks of one parse; found says whether any of them saw something to tell."""

    def __init__(self) -> None:
        self.has_oddities = False

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        plain = dict(pairs)
        if len(plain) == len(pairs):
            return plain
        self.has_oddities = True
        counts = Counter(key for key, _ in pairs)
        repeating = _Repeating(plain)
        repeating.again = tuple(key for key in plain if counts[key] > 1)
        return repeating

    def integer(self, text: str) -> float | int | _OddText:
        if len(text) > MAX_DIGITS:
            return self.odd(text)
        return int(text) if len(text) <= _EXACT_DIGITS else float(text)

    def real(self, text: str) -> float | int | _OddText:
        number = float(text)
        if number in (float("inf"), float("-inf")):
            return self.odd(text)
        return int(number) if number.is_integer() and abs(number) < _EXACT else number

    def odd(self, text: str) -> _OddText:
        self.has_oddities = True
        return _OddText(text)


class _Cleaning:
    """The value without its oddities, which become faults, up to MOST_FAULTS."""

    def __init__(self) -> None:
        self.faults: list[Finding] = []

    def value(self, value: Any, place: Place) -> Any:
        if isinstance(value, dict):
            for key in getattr(value, "again", ()):
                self.note((*place, key), "Duplicate key.", "Keep one.")
            for key in value:
                self.text(key, (*place, key))
            return {key: self.value(inner, (*place, key)) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.value(element, (*place, index)) for index, element in enumerate(value)]
        if isinstance(value, str):
            self.text(value, place)
        if isinstance(value, _OddText):
            number = value.text if len(value.text) <= 20 else f"{value.text[:17]}..."
            remedy = f"Use a finite number of up to {MAX_DIGITS} digits, or remove the key."
            self.note(place, f"Unsupported number {number}.", remedy)
            return 0
        return value

    def text(self, text: str, place: Place) -> None:
        if "\0" in text:
            self.note(place, "The text contains a NUL character.", "Remove it.")
        if _SURROGATE.search(text):
            self.note(place, "The text contains an unpaired surrogate.", "Remove or complete it.")

    def note(self, place: Place, problem: str, remedy: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault(shown(place), problem, remedy))
