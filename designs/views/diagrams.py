"""Both diagrams as drawn by Graphviz, in the page so that dark mode can recolour them.

A drawing may take its time, so a page opens with a frame of its size and asks for the drawing apart;
without scripts a link leads to a page that is sent with it.
"""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.compiler import (
    OutputFile,
    collection_names,
    diagram_pages,
    entity_names,
    needs_pages,
    plain_documents,
)
from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.output.inline_svg import Diagram, diagrams, drawn, on_slide
from designs.http import compiles, in_place
from designs.outcomes import opened

# Longer texts are files to download, not to look at in a page.
MOST_SHOWN = 60_000


_DOCUMENTS = "diagrams/documents.dot"
_OF_PAGES = "documents-"
"""How the views of single pages begin."""


def _plain_text(result: Compiled) -> str:
    """The documents' drawing without revisions and overflow; "" where there are none."""
    return plain_documents(result.compilation.plan)


def _files(result: Compiled, plain: str) -> tuple[OutputFile, ...]:
    """The diagrams as text. plain: what is drawn in place of all documents, "" for nothing."""
    return tuple(
        OutputFile(path=file.path, text=plain, media_type=file.media_type)
        if plain and file.path == _DOCUMENTS
        else file
        for file in result.within("diagrams")
    )


def _pages(result: Compiled) -> tuple[Diagram, ...]:
    """The documents' drawing on pages, each with its own view: documents-1 and so on; () where one sheet holds all. They are
    no files, so nothing is kept of them but the drawing."""
    pages = diagram_pages(result.compilation)
    files = (
        OutputFile(path=f"diagrams/documents-{number}.dot", text=page.dot, media_type="text/vnd.graphviz")
        for number, page in enumerate(pages, 1)
    )
    return tuple(
        replace(diagram, title=f"{page.title} ({number} of {len(pages)})", paths=())
        for number, (diagram, page) in enumerate(zip(diagrams(files), pages, strict=True), 1)
    )


@compiles()
def diagrams_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    plain, is_plain = _plain_text(result), "plain" in request.GET
    has_pages = needs_pages(result.compilation)
    in_pages = has_pages and "pages" in request.GET
    context = {
        "design": design,
        "diagrams": _pages(result) if in_pages else diagrams(_files(result, plain if is_plain else "")),
        "has_pages": has_pages,
        "in_pages": in_pages,
        "has_plain": bool(plain),
        "is_plain": is_plain and bool(plain) and not in_pages,
        "is_empty": not result.plan["collections"],
        "most_shown": MOST_SHOWN,
    }
    return render(request, "designs/diagrams.html", context)


@compiles("picture")
def slide_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Both diagrams side by side, names alone so that they can be read on one page to print or to show."""
    design = design_or_404(request, slug)
    result = opened(design)
    model, plan = result.compilation.model, result.plan
    texts = {
        "diagrams/conceptual.dot": entity_names(model),
        _DOCUMENTS: collection_names(result.compilation),
    }
    names = (OutputFile(path=path, text=text, media_type="text/vnd.graphviz") for path, text in texts.items())
    context = {
        "design": design,
        "diagrams": () if not plan["collections"] else on_slide(names),
        "is_empty": not plan["collections"],
        "entities": len(model.entities),
        "collections": len(plan["collections"]),
    }
    return render(request, "designs/slide.html", context)


@compiles("picture")
def diagram_page(request: HttpRequest, slug: str, view: str) -> HttpResponse:
    """One diagram, or one page of it, drawn: the piece that a page asks for, or a page of its own."""
    design = design_or_404(request, slug)
    result = opened(design)
    plain = _plain_text(result) if "plain" in request.GET else ""
    in_pages = view.startswith(_OF_PAGES)
    every = _pages(result) if in_pages else diagrams(_files(result, plain))
    diagram = next((candidate for candidate in every if candidate.view == view), None)
    if diagram is None:
        raise Http404(f"the design has no diagram {view}")
    context = {"design": design, "diagram": drawn(diagram), "most_shown": MOST_SHOWN, "in_pages": in_pages}
    if in_place(request):
        return render(request, "designs/_diagram.html", context)
    return render(request, "designs/diagrams.html", context | {"diagrams": [context["diagram"]]})
