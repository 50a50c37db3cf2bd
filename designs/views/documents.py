"""The annotated example documents, with each collection's validator behind a fold."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from designs.access import design_or_404
from designs.delivery.code import highlighted
from designs.delivery.compiled import Compiled, opened
from designs.delivery.decision_rows import anchors
from designs.delivery.listing import Mark, annotated


def documents_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design.text)
    context = {
        "design": design,
        "collections": _collections(result, reverse("designs:decisions", args=(slug,))),
    }
    return render(request, "designs/documents.html", context)


def _collections(result: Compiled, decisions: str) -> list[dict[str, Any]]:
    texts = {file.path: file.text for file in result.files}
    rows = []
    for collection in result.plan["collections"]:
        document, schema = f"documents/{collection['file']}.js", f"schemas/{collection['file']}.json"
        marks = _marks(result.plan, collection["name"], decisions)
        rows.append(
            collection
            | {
                "documents": annotated(texts[document], document, marks) if document in texts else "",
                "schema": highlighted(texts[schema], schema) if schema in texts else "",
                "document_path": document,
                "schema_path": schema,
            }
        )
    return rows


def _marks(plan: dict[str, Any], collection: str, decisions: str) -> tuple[Mark, ...]:
    """The fields of a collection that decisions shaped."""
    names = [decision["relationship"] for decision in plan["decisions"]]
    return tuple(
        Mark(path, anchor, f"{decisions}#decision-{number}", _("Decision: %s") % names[number - 1])
        for (place, path), (number, anchor) in anchors(plan).items()
        if place == collection
    )
