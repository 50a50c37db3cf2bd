"""The inputs of the rules in words, the same on pages and beside the canvas: of an input that is about one end or
both, the entities by name; numbers of a threshold with their thousands apart."""

from __future__ import annotations

import re
from typing import Any

from designs.compiler import Turn, grouped

_ENDS = {
    "max": "maximum per {one}",
    "average": "average per {one}",
    "p95": "95th percentile per {one}",
    "p95_at_horizon": "95th percentile per {one} in three years",
    "growth": "growth per {one}",
    "adds_per_day": "added per day per {one}",
    "share_over": "share of {one} over the embedding limit",
    "accessed_together": "share of reads of {one} that need {other}",
    "independent_access": "share of operations on {other} alone",
    "reassigned_per_day": "{other} moves between {one} per day",
    "general_linked": "{one} is referenced directly",
    "from.max": "maximum per {one}",
    "to.min": "minimum per {other}",
    "count": "number of {other}",
    "together_needs": "what reads of {one} need of {other}",
    "same_lifecycle": "{other} is deleted with its {one}",
    "exclusive_owner": "each {other} belongs to one {one}",
    "child_kind": "kind of entity of {other}",
    "child_bytes": "bytes per {other}",
    "inserts_per_day": "{other} added per day",
    "pagination": "how {other} lists are paged",
    "time_window": "time window of reads",
    "link_owner": "owner of the link",
    "link_fields": "fields on the link",
    "link_accessed_alone": "links are read on their own",
    "holder": "entity whose documents hold both",
    "from.count": "number of {one}",
    "to.max": "maximum per {other}",
    "to.average": "average per {other}",
    "from.growth": "growth per {one}",
    "to.growth": "growth per {other}",
    "from_to_per_day": "{one} → {other} reads per day",
    "to_from_per_day": "{other} → {one} reads per day",
}
FACTS = {
    "max": "{other} per {one}",
    "from.max": "{other} per {one}",
    "to.max": "{one} per {other}",
    "exclusive_owner": "{other} belongs to one {one} only",
    "accessed_together": "of {one} reads need {other}",
    "joins_saved_per_day": "joins saved per day",
    "copies_written_per_day": "copies written per day",
    "independent_access": "of operations on {other} alone",
    "share_over": "of {one} over the limit",
    "adds_per_day": "added per day per {one}",
    "from_to_per_day": "{one} → {other} reads per day",
    "to_from_per_day": "{other} → {one} reads per day",
    "average": "{other} per {one} on average",
    "p95": "{other} per {one}, 95th percentile",
    "reassigned_per_day": "moves per day",
}
"""Inputs that are numbers, those that decide most often first, and what each counts, to stand below its value."""
SHARES = {"accessed_together", "independent_access", "share_over"}
_SIGNS = {">=": "≥", "<=": "≤"}
_NUMBER = re.compile(r"\d{4,}")

Ends = tuple[str, str]
"""The entities of a relationship: from, to."""


def ends_in(model: Any) -> dict[str, Ends]:
    """Relationship -> its entities, of a valid design."""
    return {link.name: (link.from_.entity, link.to.entity) for link in model.links}


def input_in_words(name: str, ends: Ends | None) -> str:
    """`from.max` -> `max per Product`; without ends, as a page of no relationship says it."""
    if ends and name in _ENDS:
        return _ENDS[name].format(one=ends[0], other=ends[1])
    return name.replace("_", " ").replace(".", " ")


def fact_in_words(name: str, ends: Ends) -> str:
    """`accessed_together` -> `of Customer reads need Order`: what a number counts, to stand below it."""
    return FACTS[name].format(one=ends[0], other=ends[1])


def value_in_words(name: str, value: str, ends: Ends | None) -> str:
    """The value of such an input: an end by its entity, true and false as yes and no."""
    if ends and name == "link_owner" and value in ("from", "to"):
        return ends[value == "to"]
    return {"true": "yes", "false": "no", "weak": "owned"}.get(value, value.replace("_", " "))


def flip_in_words(turn: Turn, ends: Ends | None) -> str:
    """What turns a decision, as the table of inputs names it; an operation keeps its name."""
    turn = turn.rounded
    said = f"“{turn.operation}” runs per day" if turn.operation else input_in_words(turn.input, ends)
    whole = _NUMBER.fullmatch(turn.value)
    value = grouped(int(turn.value)) if whole else value_in_words(turn.input, turn.value, ends)
    return f"{said}: {value}" if turn.sign == ":" else f"{said} {_SIGNS.get(turn.sign, turn.sign)} {value}"
