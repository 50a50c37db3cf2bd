"""Start from a design that is there: a copy of one's own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designs import store
from designs.access import design_or_404, names_of
from designs.forms import LONGEST_NAME, CopyForm, new_op_id, op_id_of
from designs.http import sign_in_address


@require_http_methods(["GET", "HEAD", "POST"])
def copy_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    if not request.user.is_authenticated:
        return redirect(sign_in_address(request.path))
    free = _free_name(design.name, names_of(request.user))
    if request.method != "POST":
        form = CopyForm(initial={"name": free})
        return render(request, "designs/copy.html", {"design": design, "form": form, "op_id": new_op_id()})
    form = CopyForm({"name": request.POST.get("name", free)})
    if not form.is_valid():
        shown = {"design": design, "form": form, "op_id": op_id_of(request)}
        return render(request, "designs/copy.html", shown, status=422)
    copy = store.duplicate(design.row, request.user, form.cleaned_data["name"], op_id_of(request))
    return redirect("designs:edit", copy.slug)


def _free_name(name: str, taken: frozenset[str]) -> str:
    """ "Copy of X", with a number where the person has one already."""
    number, ending = 1, ""
    while True:
        wanted = (_("Copy of %s") % name)[: LONGEST_NAME - len(ending)] + ending
        if wanted not in taken:
            return wanted
        number += 1
        ending = f" {number}"
