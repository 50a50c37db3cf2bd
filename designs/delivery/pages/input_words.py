"""The inputs of the rules in words, the same on pages and beside the canvas: of an input that is about one end or
both, the entities by name; numbers of a threshold with their thousands apart."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from designs.compiler import Names, Turn, byte_size, grouped, relationship_titles

_ENDS = {
    "max": "maximum {children} per {parent}",
    "average": "average {children} per {parent}",
    "p95": "95th percentile of {children} per {parent}",
    "p95_at_horizon": "95th percentile of {children} per {parent} in three years",
    "growth": "growth of {children} per {parent}",
    "adds_per_day": "{children} added per {parent} per day",
    "share_over": "share of {parents} over the embedding limit",
    "accessed_together": "share of {parent} reads that need {children}",
    "independent_access": "share of {child} operations (except inserts) that start outside the {parent}",
    "reassigned_per_day": "{children} moved to another {parent} per day",
    "general_linked": "{parents} are referenced directly",
    "from.max": "maximum {children} per {parent}",
    "to.min": "minimum {parents} per {child}",
    "count": "number of {children}",
    "together_needs": "{children} needed by {parent} reads",
    "same_lifecycle": "{children} are deleted with their {parent}",
    "exclusive_owner": "each {child} belongs to one {parent} only",
    "child_kind": "kind of {child}",
    "child_bytes": "size of one {child}",
    "inserts_per_day": "{children} added per day",
    "pagination": "how {children} are paged",
    "time_window": "time window of reads",
    "link_owner": "owner of the link",
    "link_fields": "fields on the link",
    "link_accessed_alone": "links are read on their own",
    "holder": "entity whose documents contain both",
    "from.count": "number of {parents}",
    "to.max": "maximum {parents} per {child}",
    "to.average": "average {parents} per {child}",
    "from.growth": "growth of {children} per {parent}",
    "to.growth": "growth of {parents} per {child}",
    "from_to_per_day": "reads from {parents} to {children} per day",
    "to_from_per_day": "reads from {children} to {parents} per day",
}
FACTS = {
    "max": "{children} per {parent}",
    "from.max": "{children} per {parent}",
    "to.max": "{parents} per {child}",
    "exclusive_owner": "each {child} belongs to one {parent} only",
    "accessed_together": "of {parent} reads also need {children}",
    "joins_saved_per_day": "joins saved per day",
    "copies_written_per_day": "copies written per day",
    "independent_access": "of {child} operations (except inserts) start outside the {parent}",
    "share_over": "of {parents} over the limit",
    "adds_per_day": "{children} added per {parent} per day",
    "from_to_per_day": "reads from {parents} to {children} per day",
    "to_from_per_day": "reads from {children} to {parents} per day",
    "average": "{children} per {parent} on average",
    "p95": "{children} per {parent}, 95th percentile",
    "reassigned_per_day": "{children} moved per day",
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
    parent: str
    parents: str
    child: str
    children: str


def ends_in(model: Any) -> dict[str, Ends]:
    """Relationship -> its entities, of a valid design. The ends of an entity that is related to itself are called as
    the design calls them: both are of one name."""
    names = Names(model)
    return {link.name: _called(link, names) for link in model.links}


def titles(model: Any) -> dict[str, str]:
    """Relationship -> what the canvas calls it: its entities, and its name where another one joins the same two."""
    return relationship_titles(model.links)


def _called(link: Any, names: Names) -> Ends:
    parent, child = link.from_.entity, link.to.entity
    words = [names.word(parent), names.words(parent), names.word(child), names.words(child)]
    if parent == child:
        words[1], words[3] = names.end(link, "to"), names.end(link, "from")
    return Ends(parent, child, *(word.replace("_", " ") for word in words))


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
