"""A design at a glance: the documents diagram, the collections, the decisions in a line each."""

from __future__ import annotations

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.findings.question_answers import shown
from designs.delivery.output.inline_svg import diagrams
from designs.delivery.pages.input_words import titles
from designs.delivery.pages.page_anchors import Addresses
from designs.forms import new_op_id
from designs.http import compiles
from designs.outcomes import opened

MOST_UNFOLDED, MOST_ASKED = 16, 3
"""Rows and questions that are shown at once; the others are folded."""


@compiles()
def design_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    addresses = Addresses(slug, result)
    drawn = diagrams(result.within("diagrams"))
    called = titles(result.compilation.model)
    decisions = [
        decision | {"address": addresses.decision(number), "title": called[decision["relationship"]]}
        for number, decision in enumerate(result.plan["decisions"], 1)
    ]
    collections = [
        collection | {"address": addresses.collection(collection["name"])}
        for collection in result.plan["collections"]
    ]
    asked = shown(result.compilation.questions, called)
    context = {
        "design": design,
        "asked": (asked[:MOST_ASKED], asked[MOST_ASKED:]),
        "op_id": new_op_id(),
        "plan": result.plan,
        "severities": dict(Counter(finding["severity"] for finding in result.plan["findings"])),
        "diagram": next((diagram for diagram in drawn if diagram.view == "documents"), None),
        "decisions": (decisions[:MOST_UNFOLDED], decisions[MOST_UNFOLDED:]),
        "collections": (collections[:MOST_UNFOLDED], collections[MOST_UNFOLDED:]),
    }
    return render(request, "designs/design.html", context)
