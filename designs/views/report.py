"""The report for people: what report.md says, as a page with charts and a list of its sections; and, where it
is asked for, the rules' whole design beside the cheapest one, which takes a search."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from designs.access import design_or_404
from designs.delivery.pages.cheapest import whole_design
from designs.delivery.pages.forecast_page import grown
from designs.delivery.pages.report_page import blocks, sections
from designs.http import compiles
from designs.outcomes import opened

PATH = "report.md"
MOST_CHARTED = 24
"""Collections; of more, the page would be all charts, and the forecast's own page has them."""


@compiles()
def report_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    report = blocks(next(file.text for file in result.files if file.path == PATH))
    forecasts = result.compilation.forecasts
    charts = [
        (f"{growth.name}: {caption}", chart)
        for growth in (grown(forecasts) if len(forecasts) <= MOST_CHARTED else ())
        for caption, chart in growth.charts
    ]
    intro, parts = sections(report, charts, reverse("designs:findings", args=(slug,)))
    context = {
        "design": design,
        "intro": intro[1:] if design.description else intro,  # the page has told it above
        "sections": parts,
        "reference": next((part.anchor for part in parts if part.folded), ""),
        "many": len(result.plan["decisions"]),
        "whole": request.GET.get("whole") == "yes",
    }
    if context["whole"]:
        context |= whole_design(slug, design.text, result, waits=True)
    return render(request, "designs/report.html", context)
