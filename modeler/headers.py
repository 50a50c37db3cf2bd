"""Headers that every answer carries and no Django setting gives."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class PageHeaders:
    """Dynamic pages are kept nowhere; the browser's sensors are for nobody here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        response.headers.setdefault("Permissions-Policy", _PERMISSIONS)
        return response
