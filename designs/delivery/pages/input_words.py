"""The inputs of the rules in words, the same on pages and beside the canvas: of an input that is about one end or
both, the entities by name; numbers of a threshold with their thousands apart."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from designs.compiler import Names, Turn, byte_size, grouped

_ENDS = {
    "max": "maximum {others} per {one}",
    "average": "average {others} per {one}",
    "p95": "95th percentile of {others} per {one}",
    "p95_at_horizon": "95th percentile of {others} per {one} in three years",
    "growth": "growth of {others} per {one}",
    "adds_per_day": "{others} added per {one} per day",
    "share_over": "share of {ones} over the embedding limit",
    "accessed_together": "share of {one} reads that need {others}",
    "independent_access": "share of {other} operations without the {one}",
    "reassigned_per_day": "{others} moved to another {one} per day",
    "general_linked": "{ones} are referenced directly",
    "from.max": "maximum {others} per {one}",
    "to.min": "minimum {ones} per {other}",
    "count": "number of {others}",
    "together_needs": "{others} that {one} reads need",
    "same_lifecycle": "{others} are deleted with their {one}",
    "exclusive_owner": "each {other} belongs to one {one} only",
    "child_kind": "kind of {other}",
    "child_bytes": "size of one {other}",
    "inserts_per_day": "{others} added per day",
    "pagination": "how {others} are paged",
    "time_window": "time window of reads",
    "link_owner": "owner of the link",
    "link_fields": "fields on the link",
    "link_accessed_alone": "links are read on their own",
    "holder": "entity whose documents hold both",
    "from.count": "number of {ones}",
    "to.max": "maximum {ones} per {other}",
    "to.average": "average {ones} per {other}",
    "from.growth": "growth of {others} per {one}",
    "to.growth": "growth of {ones} per {other}",
    "from_to_per_day": "reads from {ones} to {others} per day",
    "to_from_per_day": "reads from {others} to {ones} per day",
}
FACTS = {
    "max": "{others} per {one}",
    "from.max": "{others} per {one}",
    "to.max": "{ones} per {other}",
    "exclusive_owner": "each {other} belongs to one {one} only",
    "accessed_together": "of {one} reads also need {others}",
    "joins_saved_per_day": "joins saved per day",
    "copies_written_per_day": "copies written per day",
    "independent_access": "of {other} operations don’t need the {one}",
    "share_over": "of {ones} over the limit",
    "adds_per_day": "{others} added per {one} per day",
    "from_to_per_day": "reads from {ones} to {others} per day",
    "to_from_per_day": "reads from {others} to {ones} per day",
    "average": "{others} per {one} on average",
    "p95": "{others} per {one}, 95th percentile",
    "reassigned_per_day": "{others} moved per day",
}
"""Inputs that are numbers, those that decide most often first, and what each counts, to stand below its value."""
SHARES = {"accessed_together", "independent_access", "share_over"}
SIZES = {"child_bytes"}
_SIGNS = {">=": "≥", "<=": "≤"}
_NUMBER, _LONG = re.compile(r"\d+(\.\d+)?"), re.compile(r"\d{4,}")

_VALUES = {
    "true": "yes", "false": "no", "weak": "owned", "unbounded": "no limit", "bounded": "limited",
    "recent": "the latest", "ids": "IDs only",
}  # fmt: skip


class Ends(NamedTuple):
    """The entities of a relationship by their names; and in words one of each and several."""

    from_: str
    to: str
    one: str
    ones: str
    other: str
    others: str


def ends_in(model: Any) -> dict[str, Ends]:
    """Relationship -> its entities, of a valid design. The ends of an entity that is related to itself are called as
    the design calls them: both are of one name."""
    names = Names(model)
    return {link.name: _called(link, names) for link in model.links}


def _called(link: Any, names: Names) -> Ends:
    one, other = link.from_.entity, link.to.entity
    words = [names.word(one), names.words(one), names.word(other), names.words(other)]
    if one == other:
        words[1], words[3] = names.end(link, "to"), names.end(link, "from")
    return Ends(one, other, *(word.replace("_", " ") for word in words))


def input_in_words(name: str, ends: Ends | None) -> str:
    """`from.max` -> `maximum images per product`; without ends, as a page of no relationship says it."""
    if ends and name in _ENDS:
        return _ENDS[name].format(**ends._asdict())
    return name.replace("_", " ").replace(".", " ")


def fact_in_words(name: str, ends: Ends) -> str:
    """`accessed_together` -> `of customer reads also need orders`: what a number counts, to stand below it."""
    return FACTS[name].format(**ends._asdict())


def value_in_words(name: str, value: str, ends: Ends | None) -> str:
    """The value of such an input: an end by its entity, true and false as yes and no, shares as percents, sizes in
    their unit, other numbers with their thousands apart."""
    if ends and name == "link_owner" and value in ("from", "to"):
        return ends[value == "to"]
    if name in SHARES | SIZES and _NUMBER.fullmatch(value):
        return f"{100 * float(value):.3g}%" if name in SHARES else byte_size(float(value))
    return grouped(int(value)) if _LONG.fullmatch(value) else _VALUES.get(value, value.replace("_", " "))


def flip_in_words(turn: Turn, ends: Ends | None) -> str:
    """What turns a decision, as the table of inputs names it; an operation keeps its name."""
    turn = turn.rounded
    said = f"“{turn.operation}” runs per day" if turn.operation else input_in_words(turn.input, ends)
    value = value_in_words(turn.input, turn.value, ends)
    return f"{said}: {value}" if turn.sign == ":" else f"{said} {_SIGNS.get(turn.sign, turn.sign)} {value}"
