"""The cost weights of a design: eight numbers, stored with the design like any other change."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designs import store
from designs.access import changeable_or_404
from designs.conflicts import Wish, conflict_page, decided
from designs.forms import WeightsForm, new_op_id, number_of, op_id_of
from designs.http import signed_in
from designs.store import edits


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in()
def weights_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = changeable_or_404(request, slug)
    raw = edits.raw_of(store.newest(design))
    profile = raw.get("workload_profile", "mixed")
    if request.method != "POST":
        form = WeightsForm(initial=raw.get("weights", {}), profile=profile)
        return _page(request, design, form, design.revision, new_op_id())
    base, form = number_of(request, "base_revision"), WeightsForm(request.POST, profile=profile)
    if base is None:
        raise BadRequest("the form has no base version")
    if not form.is_valid():
        return _page(request, design, form, base, op_id_of(request), 422)
    change = edits.Set(id=edits.DESIGN, path=("weights",), value=form.stated() or edits.ABSENT)
    carried = tuple((name, request.POST.get(name, "")) for name in form.fields)
    wish = Wish(design, base, edits.Several(edits=(change,)), _("Changed cost weights"), carried)
    outcome = decided(request, wish)
    if outcome.stored is None:
        return conflict_page(request, wish, outcome)
    messages.success(request, _("Weights saved. Costs are updated."))
    return redirect("designs:decisions", slug)


def _page(
    request: HttpRequest, design: Any, form: WeightsForm, base: int, op_id: str, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"design": design, "form": form, "base_revision": base, "op_id": op_id}
    return render(request, "designs/weights.html", context, status=status)
