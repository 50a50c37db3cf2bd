"""Answers that several pages give alike."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse


def download(content: bytes, name: str, media_type: str) -> HttpResponse:
    """A file to keep: never shown as a page of ours, whatever it holds."""
    response = HttpResponse(content, content_type=media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def in_place(request: HttpRequest) -> bool:
    """Is a piece of the page asked for, to be swapped in? A way back in history wants the whole."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request
