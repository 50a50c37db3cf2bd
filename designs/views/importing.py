"""A design file becomes a stored design: chosen or pasted, checked, its faults shown at their lines."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from designs import store
from designs.delivery.intake.first_file import first_file
from designs.delivery.intake.upload_check import check, refused
from designs.forms import imported_content, new_op_id, op_id_of
from designs.http import compiles, in_place, sign_in_address


@compiles("check", get=False)
@require_http_methods(["GET", "HEAD", "POST"])
def file_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, {"op_id": new_op_id()})
    content = imported_content(request)
    if not content.strip():
        return _page(request, {"missing": True}, status=422)
    checked = check(content)
    if request.POST.get("do") == "store" and checked.faults is None and request.user.is_authenticated:
        try:
            design = store.create(
                content, request.user, words=_("Imported from a file"), op_id=op_id_of(request)
            )
        except store.Refused as refusal:
            checked = refused(content, refusal.faults)
        else:
            return _landed(request, design.slug, checked.severities.get("error", 0))
    return _page(request, {"checked": checked, "text": checked.text}, status=422 if checked.faults else 200)


def _page(request: HttpRequest, more: dict[str, Any], status: int = 200) -> HttpResponse:
    address = reverse("designs:import")
    shown = {"action": address, "sign_in": sign_in_address(address), "op_id": op_id_of(request)} | more
    if in_place(request):  # htmx puts only what succeeded into the page
        return render(request, "designs/_import.html", shown)
    shown["first_file"] = first_file(_("My design"), "my_design")
    return render(request, "designs/import.html", shown, status=status)


def _landed(request: HttpRequest, slug: str, errors: int) -> HttpResponse:
    """Go to the drawing, or to what is wrong with it."""
    if not errors:
        return redirect("designs:edit", slug)
    said = ngettext("Design imported with 1 error.", "Design imported with %(count)d errors.", errors)
    messages.warning(request, said % {"count": errors})
    return redirect("designs:findings", slug)
