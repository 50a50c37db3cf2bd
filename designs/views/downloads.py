"""Every file of a design, one by one or all in a ZIP; what is wrong with the design stands on top."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from designs import store
from designs.access import Opened, design_or_404
from designs.delivery.compiled.compiled_design import Compiled, DesignRefused
from designs.delivery.output import dot, errors
from designs.delivery.output.archive import archive
from designs.delivery.output.pictures import FORMATS, MEDIA_TYPES, pictures
from designs.http import compiles, download
from designs.outcomes import opened

_SCRIPTS = {
    "setup": "collections, validators, indexes, shard keys: run this first",
    "01_collections": "part of setup: collections and validators",
    "02_indexes": "part of setup: indexes",
    "03_sample_data": "sample documents to try it with",
    "04_queries": "functions for your reads and writes",
    "05_sync": "functions that keep copies and computed fields in sync",
    "06_audit": "checks data for broken rules",
    "07_explain": "a checklist, and which index each operation uses",
}
_FOLDERS = {"documents": "example document", "schemas": "JSON Schema validator"}
_KINDS = {
    "dot": "Graphviz source",
    "mmd": "Mermaid source, for Markdown",
    "png": "image",
    "svg": "image",
    "pdf": "to print",
}
_SINGLE = {"report.md": "every decision with its reasons", "plan.json": "the whole plan, for programs"}


def _about(path: str) -> str:
    """What a file is, in a few words."""
    folder, _, name = path.rpartition("/")
    stem, _, kind = name.rpartition(".")
    by_folder = {"mongosh": _SCRIPTS.get(stem, ""), "diagrams": _KINDS.get(kind, "")}
    return by_folder.get(folder) or _FOLDERS.get(folder) or _SINGLE.get(path, "")


@compiles()
def downloads_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    has_dot = dot.installed() is not None
    sizes: dict[str, int | None] = {file.path: len(file.text.encode()) for file in result.files}
    if has_dot:
        sizes |= dict.fromkeys(_picture_paths(result))
    groups = [
        (
            folder,
            [
                {
                    "path": path,
                    "name": path.rpartition("/")[2],
                    "bytes": sizes[path],
                    "about": _about(path),
                }
                for path in paths
            ],
        )
        for folder, paths in groupby(sorted(sizes, key=_place), key=_folder)
    ]
    context = {
        "design": design,
        "groups": groups,
        "errors": errors.of_findings(result.plan["findings"]),
        "warnings": () if has_dot else (dot.MISSING,),
    }
    return render(request, "designs/downloads.html", context)


@compiles("file")
def one_file(request: HttpRequest, slug: str, path: str) -> HttpResponse:
    design = design_or_404(request, slug)
    if path == "design.json":
        return download(_design_file(design), f"{slug}.json", "application/json")
    result = opened(design)
    name = path.rpartition("/")[2]
    for file in result.files:
        if file.path == path:
            return download(file.text.encode(), name, file.media_type)
    if path not in _picture_paths(result):
        raise Http404(f"the design makes no file {path}")
    drawn = pictures((source for source in result.files if source.path == f"{path[:-4]}.dot"), FORMATS)
    if path in drawn.files:
        return download(drawn.files[path], name, MEDIA_TYPES[path.rpartition(".")[2]])
    context = {"design": design, "path": path, "warnings": drawn.warnings}
    return render(request, "designs/diagram_failed.html", context, status=503)


@compiles("file")
def all_files(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Everything in one archive. A refused design has an archive too: its faults and its file."""
    design = design_or_404(request, slug)
    if name not in (slug, f"{slug}-text"):
        raise Http404(f"no archive is named {name}")
    try:
        result = opened(design)
    except DesignRefused as refused:
        errors_text = errors.faults_as_text(refused.faults)
        files = {"design.json": _design_file(design)}
    else:
        errors_text = errors.as_text(errors.of_findings(result.plan["findings"]))
        files = {file.path: file.text.encode() for file in result.files}
        if name == slug:
            files |= pictures(result.files).files | {"design.json": _design_file(design)}
    if errors_text:
        files[errors.NAME] = errors_text.encode()
    return download(archive(files), f"{name}.zip", "application/zip")


def _design_file(design: Opened) -> bytes:
    """The file without the ids that the store made; as it is stored where it has faults."""
    if not store.is_readable(design.row):
        return design.text
    return store.text(design.row, for_download=True).encode()


def _picture_paths(result: Compiled) -> list[str]:
    drawings = [file.path.removesuffix(".dot") for file in result.files if file.path.endswith(".dot")]
    return [f"{stem}.{kind}" for stem in drawings for kind in FORMATS]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _place(path: str) -> tuple[str, str]:
    return _folder(path), path
