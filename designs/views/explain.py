"""What explain should show on a server for each operation, and a place to paste what it did show; nothing is stored."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from designs.access import design_or_404
from designs.delivery.output.explained import explained
from designs.http import compiles
from designs.outcomes import looked_at

_SHOWN = 100_000
"""Letters of a text that the form has again."""


@compiles()
@require_http_methods(["GET", "HEAD", "POST"])
def explain_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    text = request.POST.get("text", "") if request.method == "POST" else None
    explanation = explained(looked_at(design), text)
    context = {
        "design": design,
        "explanation": explanation,
        "tried": text is not None and not explanation.problem,
        "text": (text or "")[:_SHOWN],
    }
    return render(request, "designs/explain.html", context, status=422 if explanation.problem else 200)
