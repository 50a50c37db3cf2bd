"""Every file of a design, one by one or all in a ZIP."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from designs import store
from designs.access import design_or_404
from designs.delivery.archive import archive
from designs.delivery.compiled import Compiled, opened
from designs.delivery.pictures import MEDIA_TYPES, pictures
from designs.http import download


def downloads_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design.text)
    drawn = pictures(result.files)
    sizes = {file.path: len(file.text.encode()) for file in result.files}
    sizes |= {path: len(content) for path, content in drawn.files.items()}
    groups = [
        (folder, [{"path": path, "name": path.rpartition("/")[2], "bytes": sizes[path]} for path in paths])
        for folder, paths in groupby(sorted(sizes, key=_place), key=_folder)
    ]
    context = {"design": design, "groups": groups, "warnings": drawn.warnings}
    return render(request, "designs/downloads.html", context)


def one_file(request: HttpRequest, slug: str, path: str) -> HttpResponse:
    design = design_or_404(request, slug)
    if path == "design.json":
        text = store.text(design.row, for_download=True)
        return download(text.encode(), f"{slug}.json", "application/json")
    result = opened(design.text)
    name = path.rpartition("/")[2]
    for file in result.files:
        if file.path == path:
            return download(file.text.encode(), name, file.media_type)
    return download(_picture(result, path), name, MEDIA_TYPES[path.rpartition(".")[2]])


def all_files(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    design = design_or_404(request, slug)
    if name not in (slug, f"{slug}-text"):
        raise Http404(f"no archive is named {name}")
    result = opened(design.text)
    files = {file.path: file.text.encode() for file in result.files}
    if name == slug:
        files |= pictures(result.files).files
    return download(archive(files), f"{name}.zip", "application/zip")


def _picture(result: Compiled, path: str) -> bytes:
    if path.rpartition(".")[2] not in MEDIA_TYPES:
        raise Http404(f"the design makes no file {path}")
    try:
        return pictures(result.files).files[path]
    except KeyError:
        raise Http404(f"the design makes no file {path}") from None


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _place(path: str) -> tuple[str, str]:
    return _folder(path), path
