"""Every decision with its reason, its numbers and what was rejected."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.compiled import opened


def decisions_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(slug)
    plan = opened(design.text).plan
    decisions = [_shown(decision) for decision in plan["decisions"]]
    context = {"design": design, "decisions": decisions, "entity_overlays": plan["entity_overlays"]}
    return render(request, "designs/decisions.html", context)


def _shown(decision: dict[str, Any]) -> dict[str, Any]:
    """The decision with its inputs as rows: name, value, and how it is known where nobody stated it
    (`assumed`, `measured`); what was assumed without being such an input stands apart."""
    known = dict(_how(entry) for entry in decision["assumed"])
    rows = [
        (name.replace("_", " "), _value(name, value), known.get(name, ""))
        for name, value in decision["inputs"].items()
    ]
    apart = [entry for entry in decision["assumed"] if _how(entry)[0] not in decision["inputs"]]
    return decision | {"input_rows": rows, "also_assumed": apart}


def _how(entry: str) -> tuple[str, str]:
    name, _, how = entry.partition(": ")
    return name, how or "assumed"


def _value(name: str, value: Any) -> str:
    """A count without a number has no bound; anything else was not stated."""
    return "no bound" if value is None and name.endswith("max") else _text(value)


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 10_000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
