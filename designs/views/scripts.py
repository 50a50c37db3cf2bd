"""The files that a design makes: a list of all of them beside the one that is looked at, the setup script first."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from designs.access import design_or_404
from designs.compiler import OutputFile
from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.compiled.queries import Query, subjects
from designs.delivery.output.lines_with import LONGEST_WORDS, Line, lines_with
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
    listed = _listed(result.files)
    by_path = {file.path: file for file in listed}
    words = request.GET.get("q", "").strip()[:LONGEST_WORDS]
    lines, are_more = lines_with(words, listed) if words else ({}, False)
    shown = by_path.get(request.GET.get("file") or next(iter(lines), "")) or by_path.get(FIRST)
    functions = _functions(result, shown.path) if shown else []
    context = {
        "design": design,
        "folders": [
            (folder, [_row(file) for file in files]) for folder, files in groupby(listed, key=_folder)
        ],
        "count": len(by_path),
        "words": words,
        "lines": lines.items(),
        "line_count": sum(map(len, lines.values())),
        "are_more": are_more,
        "shown": shown and _shown(shown, functions, lines.get(shown.path, [])),
        "groups": _groups(functions),
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


def _functions(compiled: Compiled, path: str) -> list[tuple[str, str, Query]]:
    """Return the functions of a file, each with the kind and the name of what it is for."""
    return [
        (subject.kind, subject.name, query)
        for subject in subjects(compiled)
        for query in subject.queries
        if query.path == path
    ]


def _groups(functions: list[tuple[str, str, Query]]) -> list[dict[str, Any]]:
    """Return the kinds of what functions are for: operations, then relationships and entities."""
    titles = {"operation": _("Operations"), "relationship": _("Relationships"), "entity": _("Entities")}
    groups = []
    for kind, title in titles.items():
        names_by_subject: dict[str, list[str]] = {}
        for of, name, query in functions:
            if of == kind:
                names_by_subject.setdefault(name, []).append(query.name)
        if names_by_subject:
            groups.append({"title": title, "subjects": names_by_subject.items()})
    return groups


def _shown(file: OutputFile, functions: list[tuple[str, str, Query]], hits: list[Line]) -> dict[str, Any]:
    return {
        "path": file.path,
        "lines": (lines := file.text.count("\n")),
        "numbers": "\n".join(map(str, range(1, lines + 1))),
        "html": annotated(
            file.text,
            file.path,
            parts=tuple((f"f-{query.name}", query.code) for *_, query in functions),
            hits=tuple(line.number for line in hits),
        ),
        "has_comments": file.path.endswith(".js"),
    }
