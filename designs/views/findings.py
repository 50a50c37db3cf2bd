"""What the rules found in a design, the gravest first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.compiled import opened

GRAVITY = ("error", "warning", "info")


def findings_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    found = opened(design.text).plan["findings"]
    findings = sorted(found, key=lambda finding: GRAVITY.index(finding["severity"]))
    return render(request, "designs/findings.html", {"design": design, "findings": findings})
