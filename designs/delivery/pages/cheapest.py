"""The lowest-cost design as its page shows it: what it changes of the rulebook's, and what that saves."""

from __future__ import annotations

import math
from typing import Any

from designs.compiler import SEARCH_ROUNDS, TELLING, Cheapest, cheapest, read
from designs.kept import keeping

from ..compiled.compiled_design import Compiled
from .input_words import titles
from .page_anchors import Addresses

MOST_SEARCHED = 150
"""Relationships of a design that is searched while somebody waits."""
AT_ONCE = 20
"""Relationships of a design that is searched, or compared, before its page is sent: that takes a part of a second."""
WIDE = 240


def whole_design(slug: str, text: bytes, compiled: Compiled, *, waits: bool = False) -> dict[str, Any]:
    """What pages show of the search: its result, where there is one, with the addresses of decisions.
    waits: whether the page can be sent before the result of a search that takes long."""
    many = len(compiled.plan["decisions"])
    context: dict[str, Any] = {"many": many, "most": MOST_SEARCHED, "rounds": SEARCH_ROUNDS}
    if not compiled.compilation.model.has_frequencies:
        return context | {"unsaid": True}
    if waits and AT_ONCE < many <= MOST_SEARCHED:
        return context | {"awaited": True}
    shown, addresses = cheapest_of(text, compiled.plan) or {}, Addresses(slug, compiled)
    called = titles(compiled.compilation.model)
    for change in shown.get("changed", ()):
        change["title"] = called[change["decision"]["relationship"]]
        change["address"] = addresses.decision(addresses.decisions[change["decision"]["relationship"]])
    return context | shown


def cheapest_of(text: bytes, plan: dict[str, Any]) -> dict[str, Any] | None:
    """The search's result for a valid design with its plan; None for one too large, or whose costs are
    too large to add up."""
    if len(plan["decisions"]) > MOST_SEARCHED:
        return None
    cheapest = searched(text)
    if cheapest is None or not math.isfinite(cheapest.total):
        return None
    decisions = {decision["relationship"]: decision for decision in plan["decisions"]}
    return {
        "found": cheapest,
        "bars": _bars(cheapest),
        "wide": WIDE,
        "changed": [
            _changed(name, cheapest, decisions[name])
            for name in sorted(cheapest.changed, key=lambda name: -cheapest.saves[name])
        ],
        "operations": [(name, was, now, now - was) for name, (was, now) in cheapest.operations.items()],
    }


def size_of_search(cheapest: Cheapest | None, text: bytes) -> int:
    """Return about how many bytes the result of a search over a text takes."""
    return 2000 + len(text)


@keeping(size_of_search)
def searched(text: bytes) -> Cheapest | None:
    """The search over a text, made once for every page that asks; None for no valid design."""
    model = read(text).value
    return None if model is None else cheapest(model)


def _bars(cheapest: Cheapest) -> list[tuple[str, float, float]]:
    """Each score with its width in SVG units."""
    most = max(cheapest.total, cheapest.least) or 1.0
    named = (("rulebook", cheapest.total), ("cheapest", cheapest.least), ("bound", cheapest.bound))
    return [(name, score, round(WIDE * (score / most), 2)) for name, score in named]


def _changed(name: str, cheapest: Cheapest, decision: dict[str, Any]) -> dict[str, Any]:
    """A relationship that the cheapest design stores otherwise, and why the rules do not."""
    _, strategy = cheapest.changed[name]
    why = next((rejected for rejected in decision["rejected"] if rejected["strategy"] == strategy), None)
    saves = cheapest.saves[name]
    is_close = saves < TELLING * (decision["cost"] or 0)
    return {"decision": decision, "instead": strategy, "saves": saves, "is_close": is_close, "why": why}
