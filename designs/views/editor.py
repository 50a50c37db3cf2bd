"""The page where a design is drawn: a frame for the canvas, with the design as data."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from designs import store
from designs.access import Opened, design_or_404
from designs.delivery.handbook.entries import label_of
from designs.delivery.properties import properties
from designs.store import edits

_ADDRESSES = ("edits", "since", "undo", "redo", "live", "goes_with", "cheapest")
_VIEWS = ("documents", "conceptual")


@gzip_page
@require_safe
def editor_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    get_token(request)  # the cookie that changes are sent with
    return render(request, "designs/editor.html", {"design": design, "page": _data(request, design)})


def _data(request: HttpRequest, design: Opened) -> dict[str, Any]:
    """What the scripts need to know."""
    user: Any = request.user
    urls = {name: reverse(f"designs:{name}", args=(design.slug,)) for name in _ADDRESSES}
    return {
        "slug": design.slug,
        "revision": design.revision,
        "may_change": design.may_change,
        "design": edits.raw_of(store.newest(design.row)),
        "person": {"id": user.pk, "name": user.get_username()} if user.is_authenticated else None,
        **(store.offers(design.row, user) if design.may_change else {"undo": None, "redo": None}),
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "properties": properties(label_of),
        "urls": urls
        | {f"diagram_{view}": reverse("designs:diagram", args=(design.slug, view)) for view in _VIEWS}
        | {"forecast": reverse("designs:forecast", args=(design.slug,))}
        | {"page": reverse("designs:design", args=(design.slug,)), "sign_in": reverse(settings.LOGIN_URL)},
    }
