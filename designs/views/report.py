"""The report for people: what report.md says, as a page with a list of its sections."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.compiled import opened
from designs.delivery.report_page import blocks

PATH = "report.md"


def report_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    text = next(file.text for file in opened(design.text).files if file.path == PATH)
    return render(request, "designs/report.html", {"design": design, "blocks": blocks(text)})
