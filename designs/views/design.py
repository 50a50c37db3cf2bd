"""A design at a glance: the documents diagram, the collections, the decisions in a line each."""

from __future__ import annotations

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.compiled import opened
from designs.delivery.inline_svg import diagrams


def design_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design.text)
    shown = diagrams(result.within("diagrams"))
    context = {
        "design": design,
        "plan": result.plan,
        "severities": dict(Counter(finding["severity"] for finding in result.plan["findings"])),
        "diagram": next((diagram for diagram in shown.diagrams if diagram.view == "documents"), None),
        "warnings": shown.warnings,
    }
    return render(request, "designs/design.html", context)
