"""Words and cells that several parts of the report share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...emit.dictionary import NOTHING
from ...emit.markdown import Inline, Span, code, emphasis, inline, joined
from ...plan_model.decisions import Decision, Overlay, strategy_label
from ...plan_model.physical import PlannedIndex

MOST_NAMED = 3
_OVERLAYS = {
    "EXT_REF": "Copy", "COMPUTED": "Computed field", "APPROXIMATION": "Approximate value", "ATTRIBUTE": "Attributes",
    "DOC_VERSION": "Revisions", "SCD2": "History", "PREALLOC": "Preallocated grid", "TTL": "Expiry",
    "CAPPED": "Capped collection", "ARCHIVE": "Archive", "ROLLING": "Rolling deletion",
    "SCHEMA_VERSION": "Schema version", "SHARD": "Shard key",
}  # fmt: skip
"""What people call the patterns on top of a strategy."""
_HELD = re.compile(r"\{[^{}]*\}|\([^()]*\)")
"""What braces or parentheses hold: nothing ends in there."""
DETAILS = re.compile(r"[:;] ")
"""Where a trade-off ends and its numbers begin."""
_SENTENCE_END = re.compile(r"; |\. (?=[^a-z])")
"""Where a sentence, or a clause that could be one, ends and another begins."""


def shared_reason(decisions: Sequence[Decision]) -> str:
    """Return why a strategy was taken by one rule: in the words of all these decisions, else what the strategy gives."""
    first = decisions[0]
    is_one = all(decision.reason == first.reason for decision in decisions)
    return first.reason if is_one else first.traits.gain


def counted(number: float, singular: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number:,} {singular if number == 1 else many or singular + 's'}"


def sentence(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]


def where(decision: Decision) -> Inline:
    """Return the places that a decision writes to."""
    places = [
        code(f"{holder.collection}.{holder.path}" if holder.path else holder.collection)
        for holder in decision.holders
    ]
    return joined(places) if places else NOTHING


def place_of(overlay: Overlay) -> str:
    """Return where a pattern stands, with its collection."""
    return f"{overlay.collection}.{overlay.path}" if overlay.path else overlay.collection


def keys(pairs: Iterable[tuple[str, int | str]]) -> str:
    """Return the keys of an index: an arrow where it descends, its kind where it is another than a plain one."""
    words = {1: "", -1: " ↓"}
    return ", ".join(f"{path}{words.get(kind, f' {kind}')}" for path, kind in pairs)  # type: ignore[arg-type]


def traits_of_index(index: PlannedIndex) -> str:
    """Return what an index does beside finding, in a word each."""
    options = index.options
    named = (
        ("unique", options.get("unique")),
        ("partial", options.get("partialFilterExpression")),
        ("sparse", options.get("sparse")),
        ("expires", "expireAfterSeconds" in options),
    )
    return ", ".join(word for word, is_so in named if is_so)


def served_words(served: Iterable[tuple[str, str]]) -> Span:
    """Return operations by their names, which page one has; before them what it does beside them."""
    beside = [(does, name) for does, name in served if does]
    purposes: list[Inline] = [
        Span(f"{does} {code(name).markdown}") if name else does for does, name in beside
    ]
    operations = [name for does, name in served if not does]
    return joined([*purposes, *([named(operations)] if operations else [])])


def purpose(index: PlannedIndex) -> Inline:
    """Return what an index is for: whom it serves, else who asked for it; "" where nothing says."""
    served = dict.fromkeys(index.served(subject) for subject in index.serves)
    return served_words(served) if served else "declared" if index.declared else index.reason


def named(names: Sequence[str], most: int = MOST_NAMED) -> Span:
    """Return names as code, with the number of those left out."""
    more = len(names) - most
    if more < 2:
        return joined(code(name) for name in names)
    return Span(inline(joined(code(name) for name in names[:most]), f", and {more:,} more"))


def listed_briefly(titles: Sequence[str]) -> Span:
    """Return what people call relationships, with the number of those left out."""
    more = len(titles) - _MOST_TITLES
    if more < 2:
        return joined(titles)
    return Span(inline(joined(titles[:_MOST_TITLES]), f", and {more:,} more"))


_MOST_TITLES = 2
"""Each has the names of two entities."""


def overlay_words(overlay: Overlay) -> Span:
    """Return a pattern in a few words: what it is called, where it stands, what it covers and how that is kept."""
    covered = overlay.fields or ((overlay.field,) if overlay.field else ())
    parts: list[Inline] = [
        _OVERLAYS.get(overlay.kind, strategy_label(overlay.kind)),
        Span(" at "),
        code(place_of(overlay)),
    ]
    if covered and not overlay.policy and not f".{overlay.path}".endswith(f".{covered[0]}"):
        parts += [Span(" for "), joined(code(name) for name in covered)]
    if overlay.policy:
        parts += [Span(", "), emphasis(overlay.policy)]
    return Span(inline(*parts))


def brief(message: str, longest: int, end: re.Pattern[str] = _SENTENCE_END) -> str:
    """Return a message, where it is long only its first sentences or clauses, each of them whole: what stands after a
    colon or a comma is often what the sentence says. longest: in letters; a first sentence may have more.
    end: where one ends."""
    if len(message) <= longest:
        return message
    flat = _HELD.sub(lambda held: "_" * len(held[0]), message)
    ends = [each.start() + (each[0][0] == ".") for each in end.finditer(flat)]
    return message[: max((each for each in ends if each <= longest), default=min(ends, default=len(message)))]
