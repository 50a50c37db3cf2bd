"""The rulebook's whole design beside the cheapest one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.cheapest import whole_design
from designs.delivery.compiled import opened


def cheapest_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    context = {"design": design, **whole_design(slug, design.text, opened(design.text))}
    return render(request, "designs/cheapest.html", context)
