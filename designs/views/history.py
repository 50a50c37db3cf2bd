"""What became of a design: who changed what and when, any version as a file, and the way back to it."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from designs import store
from designs.access import changeable_or_404
from designs.delivery.change_words import Teller
from designs.delivery.code import highlighted
from designs.forms import new_op_id, number_of, op_id_of
from designs.http import download, signed_in
from designs.store import edits

A_PAGE = 20
MOST_CHANGES, MOST_OF_ONE = 6, 200


@require_safe
@signed_in()
def history_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = changeable_or_404(request, slug)
    page = Paginator(store.history(design).defer("text"), A_PAGE).get_page(request.GET.get("page"))
    teller = Teller(_raw_at(design, page[0].number))
    rows = [_told(row, teller, MOST_CHANGES) for row in page]
    return render(request, "designs/history.html", {"design": design, "page": page, "rows": rows})


@require_safe
@signed_in()
def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    design = changeable_or_404(request, slug)
    text, row = _version(design, number), store.history(design).get(number=number)
    context = {
        "design": design,
        "version": _told(row, Teller(_raw_at(design, number)), MOST_OF_ONE),
        "file": highlighted(text, "design.json"),
        "op_id": new_op_id(),
    }
    return render(request, "designs/version.html", context)


@require_safe
@signed_in()
def version_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    design = changeable_or_404(request, slug)
    text = _version(design, number)
    return download(text.encode(), f"{slug}-version-{number}.json", "application/json")


@require_POST
@signed_in("designs:version")
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    design = changeable_or_404(request, slug)
    seen = number_of(request, "base_revision")
    try:
        done = store.restore(design, number, request.user, seen or 0, op_id_of(request))
    except ObjectDoesNotExist:
        raise Http404(f"{slug} has no version {number}") from None
    except store.Conflict as newer:
        said = _("Nothing was restored: version %(number)d came meanwhile. Look at it first.")
        messages.warning(request, said % {"number": newer.revision})
        return redirect("designs:history", slug)
    said = _("Version %(old)d holds again, as version %(new)d. What came between is kept in the history.")
    messages.success(request, said % {"old": number, "new": done.revision})
    return redirect("designs:design", slug)


def _version(design: Any, number: int) -> str:
    try:
        return store.text_at(design, number)
    except ObjectDoesNotExist:
        raise Http404(f"{design.slug} has no version {number}") from None


def _raw_at(design: Any, number: int) -> dict[str, Any]:
    if number == design.revision:
        raw: dict[str, Any] = json.loads(design.text)
        return raw
    return edits.raw_of(store.at_revision(design, number))


def _told(row: Any, teller: Teller, most: int) -> dict[str, Any]:
    found = teller.told(row.edits, row.undo)
    return {"row": row, "changes": found[:most], "more": max(0, len(found) - most)}
