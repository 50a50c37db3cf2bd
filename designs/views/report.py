"""The report for people, as it is written to report.md."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.code import highlighted
from designs.delivery.compiled import opened


def report_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(slug)
    report = next(file for file in opened(design.text).files if file.path == "report.md")
    context = {"design": design, "report": highlighted(report.text, report.path)}
    return render(request, "designs/report.html", context)
