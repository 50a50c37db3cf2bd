"""The pages for what is not there, and for a design that has faults."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from designs import store
from designs.access import LargeDesign
from designs.delivery.compiled.compiled_design import DesignRefused
from designs.http import to_worker
from designs.limits import Exceeded


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "designs/not_found.html", status=404)


class RefusedDesigns:
    """A design with faults is a page that lists them, on whichever page it was opened; a large one is a worker's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, LargeDesign):
            return to_worker(request, "large")
        if isinstance(exception, RecursionError):
            return _too_deep(request)
        if not isinstance(exception, DesignRefused | store.Refused):
            return None
        match = request.resolver_match
        slug = match.kwargs.get("slug", "") if match else ""
        context = {"faults": exception.faults, "slug": slug}
        return render(request, "designs/faults.html", context, status=422)


def _too_deep(request: HttpRequest) -> HttpResponse:
    """A design that a valid file can hold, and that the compiler can't follow to its end."""
    problem = Exceeded("depth")
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"error": str(problem), "remedy": problem.remedy}, status=422)
    return render(request, "failures/over_limit.html", {"why": "depth"}, status=422)
