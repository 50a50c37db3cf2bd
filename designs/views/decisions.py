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
    """The decision with its inputs as rows of text, those that were assumed marked."""
    assumed = decision["assumed"]
    rows = [
        (name.replace("_", " "), _text(value), any(entry.split(":")[0] == name for entry in assumed))
        for name, value in decision["inputs"].items()
    ]
    return decision | {"input_rows": rows}


def _text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 10_000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
