"""The files that a design makes: a list of all of them beside the one that is looked at, the setup script first."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.compiler import OutputFile
from designs.delivery.pages.listing import annotated
from designs.http import compiles
from designs.outcomes import opened

FIRST = "mongosh/setup.js"
_PROGRAMS = ("mongosh",)
"""The folders that come before the others."""


@compiles()
def scripts_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    by_path = {file.path: file for file in result.files}
    shown = by_path.get(request.GET.get("file", "")) or by_path.get(FIRST)
    context = {
        "design": design,
        "folders": [
            (folder, [_row(file) for file in files])
            for folder, files in groupby(_listed(result.files), key=_folder)
        ],
        "count": len(by_path),
        "shown": shown and _shown(shown),
        "is_empty": not result.plan["collections"],
    }
    return render(request, "designs/scripts.html", context)


def _listed(files: tuple[OutputFile, ...]) -> list[OutputFile]:
    """Programs first, what is of no folder last; the setup script before the others of its folder."""

    def place(file: OutputFile) -> tuple[bool, bool, str, bool, str]:
        folder = _folder(file)
        return not folder, folder not in _PROGRAMS, folder, file.path != FIRST, file.path

    return sorted(files, key=place)


def _folder(file: OutputFile) -> str:
    return file.path.rpartition("/")[0]


def _row(file: OutputFile) -> dict[str, Any]:
    return {"path": file.path, "name": file.path.rpartition("/")[2], "bytes": len(file.text.encode())}


def _shown(file: OutputFile) -> dict[str, Any]:
    return {
        "path": file.path,
        "lines": (lines := file.text.count("\n")),
        "numbers": "\n".join(map(str, range(1, lines + 1))),
        "html": annotated(file.text, file.path),
        "has_comments": file.path.endswith(".js"),
    }
