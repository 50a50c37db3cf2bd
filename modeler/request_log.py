"""One line for each request that failed, was refused or was slow, and an ID for every one.

The line names the route, never the path or the query: those hold names of designs and what was searched for.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse

from modeler import events
from modeler.networks import address_of

HEADER = "X-Request-ID"
_EVENTS = {
    400: "bad_request",
    403: "refused",
    429: "throttled",
    500: "failed",
    503: "busy",
    507: "full",
}
_METHODS = frozenset("GET HEAD POST PUT PATCH DELETE OPTIONS TRACE".split())


class RequestLog:
    """The outermost middleware: nothing is answered without an ID."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        got_request_exception.connect(_note_error)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked, token = events.begin(request)
        began = time.monotonic()
        try:
            response = self.get_response(request)
            response.headers[HEADER] = asked.id
            _tell(asked, response.status_code, time.monotonic() - began)
        finally:
            events.finish(token)
        return response


def _note_error(**kwargs: Any) -> None:
    """An exception that no view expected, before it becomes a page."""
    events.note(error=sys.exc_info()[1])


def _tell(asked: events.Asked, status: int, seconds: float) -> None:
    slow = seconds > settings.SLOW_SECONDS
    event = _EVENTS.get(status) or ("slow" if slow else "")
    if event:
        level = logging.ERROR if status >= 500 else logging.WARNING
        events.log(
            asked.event or event,
            level,
            **_facts(asked.request),
            status=status,
            ms=int(seconds * 1000),
            **asked.noted,
        )


def _facts(request: HttpRequest) -> dict[str, Any]:
    match = request.resolver_match
    return {
        "method": request.method if request.method in _METHODS else "other",
        "route": f"/{match.route}" if match else None,
        "user": events.user_id(request),
        "address": visitor(request),
    }


def visitor(request: HttpRequest) -> str | None:
    """Return the visitor's address, if it is one: behind a proxy it comes from a header."""
    try:
        return str(ip_address(address_of(request.META)))
    except ValueError:
        return None
