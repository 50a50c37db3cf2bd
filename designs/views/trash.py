"""Trash: deleting designs, and restoring them."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from designs import store
from designs.access import deletable_or_404, erasable_or_404, trash_of
from designs.http import signed_in

A_PAGE = 50


@require_POST
@signed_in("designs:design")
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    design = store.delete(deletable_or_404(request, slug), request.user)
    # The tag is the address of the design that the message's Undo button restores.
    messages.success(request, _("“%s” moved to Trash.") % design.name, extra_tags=design.slug)
    return redirect("designs:library")


@require_POST
@signed_in("designs:trash")
def undelete(request: HttpRequest, slug: str) -> HttpResponse:
    design = store.undelete(deletable_or_404(request, slug, deleted=True), request.user)
    messages.success(request, _("“%s” restored.") % design.name)
    return redirect("designs:design", design.slug)


@require_safe
@signed_in()
def trash_page(request: HttpRequest) -> HttpResponse:
    page = Paginator(trash_of(request.user), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "designs/trash.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in("designs:trash")
def erase_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then delete a design for good."""
    design = erasable_or_404(request, slug)
    if not _is_sure(request):
        return render(request, "designs/erase.html", {"names": [design.name], "design": design})
    store.erase(design, request.user)
    messages.success(request, _("“%s” deleted for good.") % design.name)
    return redirect("designs:trash")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in("designs:trash")
def empty_page(request: HttpRequest) -> HttpResponse:
    """Ask once more, then delete all of one's own designs in Trash for good."""
    designs = list(trash_of(request.user))
    if not _is_sure(request):
        return render(request, "designs/erase.html", {"names": [design.name for design in designs]})
    for design in designs:
        store.erase(design, request.user)
    messages.success(request, _("Trash emptied."))
    return redirect("designs:trash")


def _is_sure(request: HttpRequest) -> bool:
    return request.method == "POST" and request.POST.get("sure") == "yes"
