"""The rulebook's whole design beside the cheapest one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.addresses import Addresses
from designs.delivery.cheapest import MOST_SEARCHED, cheapest_of
from designs.delivery.compiled import opened


def cheapest_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design.text)
    addresses = Addresses(slug, result)
    shown = cheapest_of(design.text, result.plan) or {}
    for one in shown.get("changed", ()):
        one["address"] = addresses.decision(addresses.decisions[one["decision"]["relationship"]])
    context = {"design": design, "most": MOST_SEARCHED, **shown}
    return render(request, "designs/cheapest.html", context)
