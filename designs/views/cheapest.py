"""The rulebook's whole design beside the cheapest one.

The search of a large design takes its time, so that its page opens at once and asks for the result apart;
without scripts a link leads to a page that is sent with it.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.pages.cheapest import whole_design
from designs.http import compiles, in_place, may_wait
from designs.outcomes import opened


@compiles("search")
def cheapest_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    search = whole_design(slug, design.text, opened(design), waits=may_wait(request))
    template = "designs/_whole_design.html" if in_place(request) else "designs/cheapest.html"
    return render(request, template, {"design": design, **search})
