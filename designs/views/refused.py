"""The pages for what is not there, and for a design that has faults."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.delivery.compiled import DesignRefused


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "designs/not_found.html", status=404)


class RefusedDesigns:
    """A design with faults is a page that lists them, on whichever page it was opened."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DesignRefused):
            return None
        match = request.resolver_match
        slug = match.kwargs.get("slug", "") if match else ""
        return render(request, "designs/faults.html", {"faults": exception.faults, "slug": slug}, status=422)
