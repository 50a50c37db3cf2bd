"""The annotated example documents, with each collection's validator behind a fold."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs.access import design_or_404
from designs.delivery.code import highlighted
from designs.delivery.compiled import Compiled, opened


def documents_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(slug)
    result = opened(design.text)
    return render(request, "designs/documents.html", {"design": design, "collections": _collections(result)})


def _collections(result: Compiled) -> list[dict[str, Any]]:
    texts = {file.path: file.text for file in result.files}
    rows = []
    for collection in result.plan["collections"]:
        document, schema = f"documents/{collection['file']}.js", f"schemas/{collection['file']}.json"
        rows.append(
            collection
            | {
                "documents": highlighted(texts[document], document) if document in texts else "",
                "schema": highlighted(texts[schema], schema) if schema in texts else "",
                "document_path": document,
                "schema_path": schema,
            }
        )
    return rows
