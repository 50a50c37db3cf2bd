"""The report for people, as it is written to report.md: text wraps, tables keep their lines."""

from __future__ import annotations

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from designs.access import design_or_404
from designs.delivery.code import MOST_COLOURED, highlighted
from designs.delivery.compiled import opened

PATH = "report.md"


def report_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    text = next(file.text for file in opened(design.text).files if file.path == PATH)
    return render(request, "designs/report.html", {"design": design, "parts": parts(text)})


def parts(text: str) -> list[tuple[bool, SafeString]]:
    """The report cut into tables and what stands between them: (is it a table?, its HTML)."""
    path = PATH if len(text) <= MOST_COLOURED else "report"
    pieces = groupby(text.splitlines(keepends=True), key=lambda line: line.startswith("|"))
    return [(is_table, highlighted("".join(lines), path)) for is_table, lines in pieces]
