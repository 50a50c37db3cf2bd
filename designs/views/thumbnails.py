"""The sketch of a design for its card: the address carries the revision, so it is kept for good."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from designs.access import design_or_404
from designs.delivery.thumbnail import thumbnail

A_YEAR = 31_536_000


def thumbnail_picture(request: HttpRequest, slug: str, scheme: str) -> HttpResponse:
    design = design_or_404(request, slug)
    response = HttpResponse(thumbnail(design.text, scheme == "dark"), content_type="image/svg+xml")
    response.headers["Cache-Control"] = f"private, max-age={A_YEAR}, immutable"
    return response
