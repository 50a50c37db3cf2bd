"""The name, description and tags of a design."""

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
from designs.conflicts import Wish, conflict_page, decided
from designs.forms import AboutForm, about, new_op_id, number_of, op_id_of
from designs.http import signed_in
from designs.past import Past
from designs.store import edits


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in()
def about_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = changeable_or_404(request, slug)
    if request.method != "POST":
        form = AboutForm(initial=about(edits.raw_of(store.newest(design))))
        return _page(request, design, form, {"base_revision": design.revision, "op_id": new_op_id()})
    base, form = number_of(request, "base_revision"), AboutForm(request.POST)
    if base is None:
        raise BadRequest("the form has no base version")
    if not form.is_valid():
        return _page(request, design, form, {"base_revision": base, "op_id": op_id_of(request)}, 422)
    past = Past(request.user, design)
    wish = Wish(design, base, _change(past, base, form.cleaned_data), _("Updated settings"))
    outcome = decided(request, wish)
    if outcome.stored is None:
        return conflict_page(request, wish, outcome)
    messages.success(request, _("Settings saved."))
    return redirect("designs:design", slug)


def _change(past: Past, base: int, stated: dict[str, Any]) -> edits.Several:
    """The properties that the form changed of the version that it was made from."""
    try:
        raw = edits.raw_of(past.at(base))
    except ObjectDoesNotExist:
        raise BadRequest("the form's base version doesn't exist") from None
    was = about(raw) | {"tags": about(raw)["tags"].splitlines()}
    return edits.Several(
        edits=tuple(
            edits.Set(id=edits.DESIGN, path=(key,), value=stated[key] or edits.ABSENT)
            for key in was
            if stated[key] != was[key]
        )
    )


def _page(
    request: HttpRequest, design: Any, form: AboutForm, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, "designs/about.html", {"design": design, "form": form} | more, status=status)
