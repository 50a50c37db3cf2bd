"""The front page: one's own designs first, the library behind a tab, both searched and filtered."""

from __future__ import annotations

from time import monotonic

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import Wanted, designs_for, home_tabs, places_with, tags_for
from designs.delivery.intake.templates import TEMPLATE_SLUGS
from designs.http import in_place
from designs.presence import PRESENCE

A_PAGE = 24
MOST_WORDS = 8
MOST_LETTERS = 200
MOST_EXAMPLES = 4
"""Designs of the library that are shown to somebody who has none; asked for only where the page names them."""


def library_page(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "")[:MOST_LETTERS].replace("\0", "")
    tag = request.GET.get("tag", "")[:MOST_LETTERS].replace("\0", "")
    place = "mine" if request.GET.get("mine") else request.GET.get("in", "")
    tabs = home_tabs(request.user, TEMPLATE_SLUGS)
    by_name = request.GET.get("sort") == "name"
    # Who has no designs searches all of them.
    is_first = place != "library" and (tabs.own > 0 or not (asked or tag))
    mine = request.user.is_authenticated and (place == "mine" or is_first)
    wanted = Wanted(tuple(asked.split()[:MOST_WORDS]), tag, mine, others=not mine, by_name=by_name)
    page = Paginator(designs_for(request.user, wanted), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "editing": {design.pk: PRESENCE.people(design.pk, monotonic()) for design in page},
        "matches": places_with(page, wanted.words),
        "version": settings.VERSION,
        "asked": asked,
        "tag": tag,
        "mine": mine,
        "examples": designs_for(request.user, Wanted((), "", False, others=True)).filter(in_library=True)[
            :MOST_EXAMPLES
        ],
        "by_name": by_name,
        "tabs": tabs,
        "place": place if place in ("mine", "library") else "",
        "tags": tags_for(request.user),
        "filtered": bool(wanted.words or tag),
    }
    return render(
        request, "designs/_design_list.html" if in_place(request) else "designs/library.html", context
    )
