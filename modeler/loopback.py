"""Local mode is for this machine alone: whoever else reaches the server is refused, however it was bound."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden

from modeler import events

_REMEDY = (
    "Nestlink runs in local mode (NESTLINK_LOCAL=1): it only accepts connections from its own machine.\n"
    "To serve others, write NESTLINK_LOCAL=0 and ALLOWED_HOSTS into .env, and use a TLS proxy.\n"
)


class LoopbackOnly:
    """Refuses visitors from other machines. A container's port, published on loopback, looks foreign."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if settings.PUBLISHED_ON_LOOPBACK:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_loopback(request.META.get("REMOTE_ADDR", "")):
            return self.get_response(request)
        events.note(reason="not from this machine")
        return HttpResponseForbidden(_REMEDY, content_type="text/plain; charset=utf-8")


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own; a socket in the file system has none ("")."""
    if address in ("", "localhost"):
        return True
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return (mapped or parsed).is_loopback
