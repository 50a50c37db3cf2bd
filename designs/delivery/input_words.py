"""The inputs of the rules in words: of an input with two ends, the entities instead of from and to; numbers of a
threshold with their thousands apart."""

from __future__ import annotations

import re
from typing import Any

from designs.compiler import grouped

_ENDS = {
    "from.max": "max per {one}",
    "to.max": "max per {other}",
    "to.average": "average per {other}",
    "from.growth": "growth per {one}",
    "to.growth": "growth per {other}",
    "from_to_per_day": "reads a day from {one} to {other}",
    "to_from_per_day": "reads a day from {other} to {one}",
}
_SIGNS = {">=": "≥", "<=": "≤"}
_NUMBER = re.compile(r"\d{5,}")  # four digits are read as they stand
_WHEN = re.compile(r'(per_day of ".*"|[\w.]+)( >=| <=| >| <|:) (.+)')

Ends = tuple[str, str]
"""The entities of a relationship: from, to."""


def ends_in(model: Any) -> dict[str, Ends]:
    """Relationship -> its entities, of a valid design."""
    return {one.name: (one.from_.entity, one.to.entity) for one in model.links}


def input_in_words(name: str, ends: Ends | None) -> str:
    """`from.max` -> `max per Product`; without ends, as a page of no relationship says it."""
    if ends and name in _ENDS:
        return _ENDS[name].format(one=ends[0], other=ends[1])
    return name.replace("_", " ").replace(".", " ")


def parted(when: str) -> tuple[str, str, str]:
    """`max > 200`, `growth: unbounded` in its three parts: input, comparison, value."""
    hit = _WHEN.fullmatch(when)
    if hit is None:
        return when, "", ""
    name, sign, value = hit.groups()
    return name, sign.strip(), value


def flip_in_words(when: str, ends: Ends | None) -> str:
    """What turns a decision, as the table of inputs names it; an operation keeps its name."""
    name, sign, value = parted(when)
    of, quote, work = name.partition('"')
    said = input_in_words(of, None) + quote + work if quote else input_in_words(name, ends)
    if not sign:
        return said
    known = grouped(int(value)) if _NUMBER.fullmatch(value) else value.replace("_", " ")
    return f"{said}{sign} {known}" if sign == ":" else f"{said} {_SIGNS.get(sign, sign)} {known}"
