"""Both diagrams as drawn by Graphviz, in the page so that dark mode can recolour them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.compiled import opened
from designs.delivery.inline_svg import diagrams


def diagrams_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    shown = diagrams(opened(design.text).within("diagrams"))
    context = {"design": design, "diagrams": shown.diagrams, "warnings": shown.warnings}
    return render(request, "designs/diagrams.html", context)
