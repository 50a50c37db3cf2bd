"""A decision of plan.json as pages show it: its numbers in rows, its places with their anchors."""

from __future__ import annotations

from typing import Any

from designs.compiler import byte_size, grouped, written_out

from .input_words import FACTS, SHARES, SIZES, Ends, fact_in_words, input_in_words, value_in_words

_SHOWN = 3
_LEAST = 0.005
"""A share below this would be written as nothing."""
_SHARED = "exclusive_owner"
_FOUND = {"holder", "link_fields"}
"""Inputs that follow from the design's other decisions and parts."""
_ORIGINS = {"": "assumed", "measured": "workload"}


def with_rows(decision: dict[str, Any], ends: Ends | None = None) -> dict[str, Any]:
    """The decision with its inputs in words, its sources written out. ends: the entities of the
    relationship, where the design tells them."""
    return (
        decision
        | numbers(decision, ends)
        | {"sources": [written_out(source) for source in decision["sources"]]}
    )


def numbers(decision: dict[str, Any], ends: Ends | None = None) -> dict[str, list[Any]]:
    """`input_rows`: the inputs as name, value, and how it is known (`stated`, `workload`, `assumed`; "" where there
    is no value); `also_assumed`: what was assumed without being such an input; `facts`: the three numbers that say
    most, as value, what it counts, how it is known and its name as an input."""
    origins = dict(_how(entry) for entry in decision["assumed"])
    rows = [
        (input_in_words(name, ends), *_with_origin(name, value, ends, origins))
        for name, value in decision["inputs"].items()
    ]
    apart = [
        input_in_words(name, ends) + ("" if how == "assumed" else f" ({how})")
        for name, how in origins.items()
        if name not in decision["inputs"]
    ]
    return {"input_rows": rows, "also_assumed": apart, "facts": facts(decision["inputs"], ends, origins)}


def facts(
    inputs: dict[str, Any], ends: Ends | None, origins: dict[str, str]
) -> list[tuple[str, str, str, str]]:
    """Return up to three numbers of a decision, those that decide most often first: a value as people read it, what it
    counts, who says so, and what rules call it. None behind what belongs to several: it isn't embedded, whatever else speaks for it."""
    if ends is None:
        return []
    shown = [name for name in FACTS if name in inputs and _counts(name, inputs[name])]
    if _SHARED in shown:
        shown = shown[: shown.index(_SHARED) + 1]
    return [
        (
            _read(name, inputs[name]),
            fact_in_words(name, ends),
            origins.get(name, _stated(name, inputs[name])),
            name,
        )
        for name in shown[:_SHOWN]
    ]


def _counts(name: str, value: Any) -> bool:
    return name.endswith("max") if value is None else isinstance(value, int | float) and value is not True


def _read(name: str, value: Any) -> str:
    """`0.7778` as `78%`, where it is a share; a limit that nobody set as `No limit`."""
    if value is None:
        return "No limit"
    if name in SHARES:
        return "under 1%" if 0 < value < _LEAST else f"{value:.0%}"
    return _text(value)


def _stated(name: str, value: Any) -> str:
    """Who says so where nobody assumed it: the design, unless nobody can say it or it is left open."""
    return "" if name in _FOUND or (value is None and not name.endswith("max")) else "stated"


def anchors(plan: dict[str, Any]) -> dict[tuple[str, str], tuple[int, str]]:
    """Collection and path -> the number of the decision that shaped the field, and the anchor of the
    field on the page of documents. The first decision of a place names it."""
    by_place: dict[tuple[str, str], tuple[int, str]] = {}
    for number, decision in enumerate(plan["decisions"], 1):
        for place, holder in enumerate(decision["holders"], 1):
            if holder["path"]:
                by_place.setdefault(
                    (holder["collection"], holder["path"]), (number, f"place-{number}-{place}")
                )
    return by_place


def _how(entry: str) -> tuple[str, str]:
    name, _, how = entry.partition(": ")
    return name, _ORIGINS.get(how, how)


def _with_origin(name: str, value: Any, ends: Ends | None, origins: dict[str, str]) -> tuple[str, str]:
    """An input's value, and how it is known. A share of reads that is 0 is no measurement: no read names it."""
    origin = origins.get(name, _stated(name, value))
    if name == "accessed_together" and value == 0 and origin == _ORIGINS["measured"]:
        return "0: no read includes it", ""
    return _value(name, value, ends), origin


def _value(name: str, value: Any, ends: Ends | None) -> str:
    """A count without a number has no limit; anything else was not stated."""
    if isinstance(value, str):
        return value_in_words(name, value, ends)
    if name in SHARES and isinstance(value, int | float):
        return f"{100 * value:.3g}%"
    if name in SIZES and isinstance(value, int | float):
        return byte_size(value)
    return "no limit" if value is None and name.endswith("max") else _text(value)


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 10_000 else grouped(value, ",.0f")
    return grouped(value) if isinstance(value, int) else str(value)
