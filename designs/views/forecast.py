"""How the collections grow over three years: charts, the same numbers as tables, and what was assumed."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.compiler import growth
from designs.delivery.compiled import opened
from designs.delivery.forecast_page import grown, totals

A_PAGE = 24


def forecast_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    made = opened(design.text)
    page = Paginator(made.compilation.forecasts, A_PAGE).get_page(request.GET.get("page"))
    shown = grown(tuple(page))
    context = {"design": design, "page": page, "shown": shown, "head": growth.HEAD, "totals": totals(made)}
    return render(request, "designs/forecast.html", context)
