"""What became of a design: who changed what and when, any version as a file, and the way back to it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from designs import store
from designs.access import changeable_or_404, history_or_404
from designs.delivery.output.code import highlighted
from designs.delivery.pages.change_words import Step, Teller, steps
from designs.forms import UNDO_PAGES, new_op_id, number_of, op_id_of
from designs.http import compiles, download, signed_in
from designs.past import Past
from designs.store import edits

A_PAGE = 40
A_PAUSE = timedelta(minutes=30)
"""What one person did with shorter pauses is one sitting, and one row of the page that opens."""
MOST_CHANGES, MOST_OF_ONE = 6, 200


@compiles()
@require_safe
@signed_in()
def history_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = history_or_404(request, slug)
    past = Past(request.user, design.row)
    page = Paginator(past.rows().defer("text"), A_PAGE).get_page(request.GET.get("page"))
    teller = _teller(past, page[0].number)
    context = {
        "design": design,
        "page": page,
        "sittings": _sittings([_with_changes(step, teller) for step in steps(page)]),
        "first": past.first,
        "unreadable": not store.is_readable(design.row),
    }
    return render(request, "designs/history.html", context)


@compiles()
@require_safe
@signed_in()
def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    design = history_or_404(request, slug)
    past = Past(request.user, design.row)
    text, row = _version(past, number), past.rows().get(number=number)
    context = {
        "design": design,
        "version": _row_with_changes(row, _teller(past, number), MOST_OF_ONE),
        "unreadable": not store.is_readable(design.row),
        "file": highlighted(text, "design.json"),
        "op_id": new_op_id(),
    }
    return render(request, "designs/version.html", context)


@require_safe
@signed_in()
def version_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    text = _version(Past(request.user, history_or_404(request, slug).row), number)
    return download(text.encode(), f"{slug}-version-{number}.json", "application/json")


@require_POST
@signed_in("designs:version")
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    design = changeable_or_404(request, slug)
    seen = number_of(request, "base_revision")
    try:
        Past(request.user, design).check(number)
        done = store.restore(design, number, request.user, seen or 0, op_id_of(request))
    except ObjectDoesNotExist:
        raise Http404(f"{slug} has no version {number}") from None
    except store.Conflict as newer:
        said = _("Not restored: version %(number)d was saved first. Review it and try again.")
        messages.warning(request, said % {"number": newer.revision})
        return redirect("designs:history", slug)
    said = _("Restored version %(old)d as version %(new)d.")
    messages.success(request, said % {"old": number, "new": done.revision})
    back = request.POST.get("back")
    return redirect(f"designs:{back}" if back in UNDO_PAGES else "designs:design", slug)


def _version(past: Past, number: int) -> str:
    try:
        return past.text_at(number)
    except ObjectDoesNotExist:
        raise Http404(f"{past.design.slug} has no version {number}") from None


def _teller(past: Past, number: int) -> Teller:
    """Who tells of changes by the names of a version; by ids where it can't be read."""
    try:
        newest = number == past.design.revision
        return Teller(edits.raw_of(store.newest(past.design) if newest else past.at(number)))
    except store.Refused:
        return Teller({})


def _row_with_changes(row: Any, teller: Teller, most: int) -> dict[str, Any]:
    changes = teller.changes_of(row.edits, row.undo)
    shown = [change for change in changes if change.path.split(".")[0] != "layout"]  # places are no news
    moved = bool(changes) and not shown
    return {"row": row, "changes": shown[:most], "more": max(0, len(shown) - most), "moved": moved}


def _with_changes(step: Step, teller: Teller) -> dict[str, Any]:
    rows = [_row_with_changes(row, teller, MOST_CHANGES) for row in step.versions]
    return {"step": step, "rows": rows, "moved": all(row["moved"] for row in rows)}


def _sittings(shown: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the steps, the newest first, in groups: one person's, without a long pause."""
    sittings: list[list[dict[str, Any]]] = []
    for each in shown:
        row, after = each["step"].newest, sittings[-1][-1]["step"].versions[-1] if sittings else None
        if after and after.actor_name == row.actor_name and after.made_at - row.made_at < A_PAUSE:
            sittings[-1].append(each)
        else:
            sittings.append([each])
    return sittings
