"""A stored design gets a new version from a file; what others changed meanwhile is never lost."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designs import store
from designs.access import changeable_or_404
from designs.compiler import read
from designs.conflicts import Wish, conflict_page, decided
from designs.delivery.intake.first_file import first_file
from designs.delivery.intake.upload_check import Checked, check, refused
from designs.delivery.pages.change_words import Change, changes, things
from designs.forms import imported_content, new_op_id, number_of, op_id_of
from designs.http import compiles, download, in_place, signed_in
from designs.past import Past
from designs.store import edits

LONGEST_SHOWN = 200_000
MOST_VERSIONS = 50
MOST_CHANGES = 60


@compiles("check", get=False)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in()
def replace_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = changeable_or_404(request, slug)
    if request.method != "POST":
        text = store.text(design, for_download=True)
        shown = {"text": text if len(text) <= LONGEST_SHOWN else "", "op_id": new_op_id()}
        if not store.model_of(design).entities:
            shown["first_file"] = first_file(design.name, design.database)
        return _page(request, design, design.revision, shown)
    base = number_of(request, "base_revision")
    if base is None:
        raise BadRequest("the form has no base version")
    content = imported_content(request)
    if request.POST.get("do") == "download":
        return download(content, f"{slug}-mine.json", "application/json")
    if not content.strip():
        return _page(request, design, base, {"missing": True}, 422)
    checked = check(content)
    # A file says nothing of the version that it was made from: what it changes is looked at first.
    unseen = bool(request.FILES) and design.revision > 1
    if request.POST.get("do", "check") == "check" or checked.faults is not None or unseen:
        return _checked_page(request, design, base, checked)
    return _stored(
        request, Wish(design, base, content.decode("utf-8-sig"), _("Imported a new version")), checked
    )


def _stored(request: HttpRequest, wish: Wish, checked: Checked) -> HttpResponse:
    outcome = decided(request, wish)
    if outcome.stored is None:
        if outcome.seen == wish.base:  # nobody changed anything meanwhile: it is the file
            refusal = refused(checked.content, outcome.refused)
            return _checked_page(request, wish.design, wish.base, refusal)
        return conflict_page(request, wish, outcome)
    errors = checked.severities.get("error", 0)
    said = _("Imported as version %(number)d.") % {"number": outcome.stored.revision}
    if errors:
        messages.warning(request, said + " " + _("It has errors. See Findings."))
    else:
        messages.success(request, said)
    return redirect("designs:design", wish.design.slug)


def _checked_page(request: HttpRequest, design: Any, base: int, checked: Checked) -> HttpResponse:
    shown: dict[str, Any] = {"checked": checked, "text": checked.text}
    if checked.faults is None:
        changes = _changes(Past(request.user, design), base, checked.content)
        shown |= {"changes": changes[:MOST_CHANGES], "more_changes": max(0, len(changes) - MOST_CHANGES)}
    return _page(request, design, base, shown, 422 if checked.faults else 200)


def _changes(past: Past, base: int, content: bytes) -> tuple[Change, ...]:
    """What the file changes of the version that it was made from."""
    try:
        before = past.at(base)
    except ObjectDoesNotExist:
        raise BadRequest("the form's base version doesn't exist") from None
    wanted = read(content).value
    if wanted is None:
        return ()
    try:
        after, _made = edits.identified(wanted, store.new_ids(), like=before)
    except edits.EditRefused:  # said when it is stored, with each reason
        return ()
    done, undo = edits.difference(before, after), edits.difference(after, before)
    return changes(done, undo, things(edits.raw_of(after), edits.raw_of(before)))


def _page(
    request: HttpRequest, design: Any, base: int, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    rows = Past(request.user, design).rows().defer("text", "edits", "undo")[:MOST_VERSIONS]
    shown = {"design": design, "action": request.path, "versions": rows, "base": base}
    shown |= {"op_id": op_id_of(request)} | more
    if in_place(request):
        return render(request, "designs/_import.html", shown)
    return render(request, "designs/replace.html", shown, status=status)
