"""Answers that several pages give alike."""

from __future__ import annotations

from django.http import HttpResponse


def download(content: bytes, name: str, media_type: str) -> HttpResponse:
    """A file to keep: never shown as a page of ours, whatever it holds."""
    response = HttpResponse(content, content_type=media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Robots-Tag"] = "noindex"
    return response
