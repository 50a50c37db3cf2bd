"""Both diagrams as drawn by Graphviz, in the page so that dark mode can recolour them.

A drawing may take its time, so a page opens with a frame of its size and asks for the drawing apart;
without scripts a link leads to a page that is sent with it.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.compiler import OutputFile, collection_names, entity_names, plain_documents
from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.output.inline_svg import diagrams, drawn, on_slide
from designs.http import compiles, in_place
from designs.outcomes import opened

# Longer texts are files to download, not to look at in a page.
MOST_SHOWN = 60_000


_DOCUMENTS = "diagrams/documents.dot"


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


@compiles()
def diagrams_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    plain, is_plain = _plain_text(result), "plain" in request.GET
    context = {
        "design": design,
        "diagrams": diagrams(_files(result, plain if is_plain else "")),
        "has_plain": bool(plain),
        "is_plain": is_plain and bool(plain),
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
    """One diagram, drawn: the piece that a page asks for, or a page of its own."""
    design = design_or_404(request, slug)
    result = opened(design)
    plain = _plain_text(result) if "plain" in request.GET else ""
    matching = (candidate for candidate in diagrams(_files(result, plain)) if candidate.view == view)
    diagram = next(matching, None)
    if diagram is None:
        raise Http404(f"the design has no diagram {view}")
    context = {"design": design, "diagram": drawn(diagram), "most_shown": MOST_SHOWN}
    if in_place(request):
        return render(request, "designs/_diagram.html", context)
    return render(request, "designs/diagrams.html", context | {"diagrams": [context["diagram"]]})
