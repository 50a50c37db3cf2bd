"""How the collections grow over three years: charts, the same numbers as tables, and what was assumed."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.compiler import growth
from designs.delivery.pages.forecast_page import grown, totals
from designs.http import compiles, in_place
from designs.outcomes import looked_at

A_PAGE = 24


@compiles()
def forecast_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = looked_at(design)
    largest_first = sorted(result.compilation.forecasts, key=lambda forecast: -forecast.moments[-1].data)
    page = Paginator(largest_first, A_PAGE).get_page(request.GET.get("page"))
    shown = grown(tuple(page))
    context = {"design": design, "page": page, "shown": shown, "head": growth.HEAD, "totals": totals(result)}
    if in_place(request):  # the editor's drawer, which has no pages
        return render(request, "designs/_forecast.html", context | {"is_piece": True})
    return render(request, "designs/forecast.html", context)
