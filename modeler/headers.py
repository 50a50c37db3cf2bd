"""Headers that every answer carries and no Django setting gives."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_SENSORS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
_PARTS = ("text/javascript", "text/css", "font/")
"""What a page is made of, and is no page itself: it has no use of sensors, and there are a hundred of them."""
_ALWAYS = {
    "Cache-Control": "private, no-store",
    # As SecurityMiddleware sets them, except on what it refuses itself: a foreign host that comes without TLS.
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
}


class PageHeaders:
    """Dynamic pages are kept nowhere; the browser's sensors are for nobody here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in _ALWAYS.items():
            response.headers.setdefault(name, str(value))
        if not response.headers.get("Content-Type", "").startswith(_PARTS):
            response.headers.setdefault("Permissions-Policy", _SENSORS)
        return response
