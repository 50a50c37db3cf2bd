"""Where each fact of a design is stored: originals, references, copies, and what is computed from others."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.pages.page_anchors import Addresses
from designs.delivery.pages.storage_page import filtered, shown, stored
from designs.http import compiles, in_place
from designs.outcomes import looked_at

GROUPS_A_PAGE = 24
MOST_WORDS = 8
MOST_LETTERS = 200


@compiles()
def storage_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = looked_at(design)
    asked = request.GET.get("q", "")[:MOST_LETTERS].replace("\0", "")
    elsewhere = request.GET.get("only") == "copies"
    every = stored(result)
    matching = filtered(every, asked.casefold().split()[:MOST_WORDS], elsewhere=elsewhere)
    page = Paginator(matching, GROUPS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "design": design,
        "groups": shown(page, result, Addresses(slug, result)),
        "page": page,
        "any": bool(every),
        "count": sum(row.first for group in matching for row in group.rows),
        "all": sum(row.first for group in every for row in group.rows),
        "asked": asked,
        "elsewhere": elsewhere,
        "asked_address": urlencode({"q": asked} if asked else {}),
        "query": urlencode({"q": asked} if asked else {}) + ("&only=copies" if elsewhere else ""),
    }
    return render(request, "designs/_storage.html" if in_place(request) else "designs/storage.html", context)
