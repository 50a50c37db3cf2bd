"""A decision of plan.json as pages show it: its numbers in rows, its places with their anchors."""

from __future__ import annotations

from typing import Any

from designs.compiler import grouped, written_out

from .input_words import Ends, input_in_words, value_in_words


def with_rows(decision: dict[str, Any], ends: Ends | None = None) -> dict[str, Any]:
    """The decision with its inputs in words, its sources written out. ends: the entities of the
    relationship, where the design tells them."""
    return (
        decision
        | numbers(decision, ends)
        | {"sources": [written_out(source) for source in decision["sources"]]}
    )


def numbers(decision: dict[str, Any], ends: Ends | None = None) -> dict[str, list[Any]]:
    """`input_rows`: the inputs as name, value, and how it is known where nobody stated it (`assumed`,
    `workload`); `also_assumed`: what was assumed without being such an input."""
    origins = dict(_how(entry) for entry in decision["assumed"])
    rows = [
        (input_in_words(name, ends), _value(name, value, ends), origins.get(name, ""))
        for name, value in decision["inputs"].items()
    ]
    apart = [
        input_in_words(name, ends) + ("" if how == "assumed" else f" ({how})")
        for name, how in origins.items()
        if name not in decision["inputs"]
    ]
    return {"input_rows": rows, "also_assumed": apart}


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
    return name, how or "assumed"


def _value(name: str, value: Any, ends: Ends | None) -> str:
    """A count without a number has no limit; anything else was not stated."""
    if isinstance(value, str):
        return value_in_words(name, value, ends)
    return "no limit" if value is None and name.endswith("max") else _text(value)


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 10_000 else grouped(value, ",.0f")
    return grouped(value) if isinstance(value, int) else str(value)
