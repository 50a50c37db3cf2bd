"""The mongosh scripts: setup first, the others folded below it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.compiled import opened
from designs.delivery.listing import annotated

FIRST = "mongosh/setup.js"


def scripts_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    files = sorted(opened(design.text).within("mongosh"), key=lambda file: (file.path != FIRST, file.path))
    scripts = [
        {"path": file.path, "lines": file.text.count("\n"), "html": annotated(file.text, file.path)}
        for file in files
    ]
    return render(request, "designs/scripts.html", {"design": design, "scripts": scripts})
