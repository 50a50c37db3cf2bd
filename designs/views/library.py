"""The front page: the example designs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import library


def library_page(request: HttpRequest) -> HttpResponse:
    return render(request, "designs/library.html", {"designs": library()})
