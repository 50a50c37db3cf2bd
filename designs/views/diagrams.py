"""Both diagrams as drawn by Graphviz, in the page so that dark mode can recolour them.

A drawing may take its time, so a page opens with a frame of its size and asks for the drawing apart;
without scripts a link leads to a page that is sent with it.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.output.inline_svg import diagrams, drawn
from designs.http import compiles, in_place
from designs.outcomes import opened

# Longer texts are files to download, not to look at in a page.
MOST_SHOWN = 60_000


@compiles()
def diagrams_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    context = {
        "design": design,
        "diagrams": diagrams(result.within("diagrams")),
        "is_empty": not result.plan["collections"],
        "most_shown": MOST_SHOWN,
    }
    return render(request, "designs/diagrams.html", context)


@compiles("picture")
def slide_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Both diagrams side by side, on one page to print or to show."""
    design = design_or_404(request, slug)
    result = opened(design)
    pictures = diagrams(result.within("diagrams"))
    model, plan = result.compilation.model, result.plan
    context = {
        "design": design,
        "diagrams": [diagram if diagram.svg else drawn(diagram) for diagram in pictures],
        "is_empty": not plan["collections"],
        "entities": len(model.entities),
        "collections": len(plan["collections"]),
    }
    return render(request, "designs/slide.html", context)


@compiles("picture")
def diagram_page(request: HttpRequest, slug: str, view: str) -> HttpResponse:
    """One diagram, drawn: the piece that a page asks for, or a page of its own."""
    design = design_or_404(request, slug)
    matching = (
        candidate for candidate in diagrams(opened(design).within("diagrams")) if candidate.view == view
    )
    diagram = next(matching, None)
    if diagram is None:
        raise Http404(f"the design has no diagram {view}")
    context = {"design": design, "diagram": drawn(diagram), "most_shown": MOST_SHOWN}
    if in_place(request):
        return render(request, "designs/_diagram.html", context)
    return render(request, "designs/diagrams.html", context | {"diagrams": [context["diagram"]]})
