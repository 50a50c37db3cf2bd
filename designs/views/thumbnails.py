"""The sketch of a design for its card: the address carries the revision, so it is kept for good."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from designs import store
from designs.access import design_or_404
from designs.delivery.output.thumbnail import EMPTY, thumbnail
from designs.http import to_worker
from designs.outcomes import glance

A_YEAR = 31_536_000


def thumbnail_picture(request: HttpRequest, slug: str, scheme: str) -> HttpResponse:
    """Answer with the stored sketch; compile only where there is none of this revision."""
    row, dark = design_or_404(request, slug).row, scheme == "dark"
    if not (store.is_current(row) or store.has_failed(row)) and (there := to_worker(request, "sketch")):
        return there
    shown = glance(row)
    facts = shown.facts
    picture = thumbnail(EMPTY, dark) if facts is None else facts.dark if dark else facts.light
    response = HttpResponse(picture, content_type="image/svg+xml")
    lasting = f"private, max-age={A_YEAR}, immutable"
    response.headers["Cache-Control"] = lasting if shown.current else "private, no-cache"
    return response
