"""Every decision with its reason, its numbers and what was rejected."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.compiled import opened
from designs.delivery.decision_rows import anchors, with_rows


def decisions_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    plan = opened(design.text).plan
    places = {place: anchor for place, (_, anchor) in anchors(plan).items()}
    sections = {one["name"]: f"collection-{number}" for number, one in enumerate(plan["collections"], 1)}
    decisions = [_shown(decision, places, sections) for decision in plan["decisions"]]
    context = {"design": design, "decisions": decisions, "entity_overlays": plan["entity_overlays"]}
    return render(request, "designs/decisions.html", context)


def _shown(
    decision: dict[str, Any], places: dict[tuple[str, str], str], sections: dict[str, str]
) -> dict[str, Any]:
    """The decision with rows, and with an anchor on the page of documents for each of its places."""
    holders = [
        one | {"anchor": places.get((one["collection"], one["path"])) or sections.get(one["collection"], "")}
        for one in decision["holders"]
    ]
    return with_rows(decision) | {"holders": holders}
