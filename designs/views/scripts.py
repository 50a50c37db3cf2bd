"""The mongosh scripts: setup first, the others folded below it; of a large design one at a time."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.compiler import OutputFile
from designs.delivery.output.code import MOST_COLOURED
from designs.delivery.pages.listing import annotated
from designs.http import compiles
from designs.outcomes import opened

FIRST = "mongosh/setup.js"


@compiles()
def scripts_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    files = sorted(result.within("mongosh"), key=lambda file: (file.path != FIRST, file.path))
    asked = request.GET.get("file", "")
    wanted = asked if any(file.path == asked for file in files) else FIRST
    together = sum(len(file.text) for file in files) <= MOST_COLOURED
    context = {
        "design": design,
        "scripts": [_script(file, wanted, together) for file in files],
        "is_empty": not result.plan["collections"],
    }
    return render(request, "designs/scripts.html", context)


def _script(file: OutputFile, wanted: str, together: bool) -> dict[str, Any]:
    """A script for the page; without its text where another is looked at."""
    is_open = file.path == wanted
    return {
        "path": file.path,
        "lines": file.text.count("\n"),
        "bytes": len(file.text.encode()),
        "is_open": is_open,
        "html": annotated(file.text, file.path) if is_open or together else "",
    }
