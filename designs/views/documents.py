"""The annotated example documents, with each collection's indexes and validator behind folds."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from designs.access import design_or_404
from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.output.code import highlighted
from designs.delivery.pages.decision_rows import anchors
from designs.delivery.pages.listing import Mark, annotated
from designs.delivery.pages.page_anchors import COLLECTIONS_A_PAGE, Addresses
from designs.http import compiles
from designs.outcomes import opened

# Without scrolling far: the list of collections is a filter's business above this.
MOST_LISTED = 24


@compiles()
def documents_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    addresses = Addresses(slug, result)
    names = [collection["name"] for collection in result.plan["collections"]]
    page = Paginator(result.plan["collections"], COLLECTIONS_A_PAGE).get_page(request.GET.get("page"))
    texts = {file.path: file.text for file in result.files}
    marks = _marks(result, addresses)
    first = page.start_index() if names else 1
    context = {
        "design": design,
        "page": page,
        "contents": [(name, addresses.collection(name)) for name in names],
        "folded": len(names) > MOST_LISTED,
        "collections": [
            _collection(collection, number, texts, tuple(marks.get(collection["name"], ())), addresses)
            for number, collection in enumerate(page, first)
        ],
    }
    return render(request, "designs/documents.html", context)


def _collection(
    collection: dict[str, Any],
    number: int,
    texts: dict[str, str],
    marks: tuple[Mark, ...],
    addresses: Addresses,
) -> dict[str, Any]:
    document, schema = f"documents/{collection['file']}.js", f"schemas/{collection['file']}.json"
    return collection | {
        "number": number,
        "documents": annotated(texts[document], document, marks) if document in texts else "",
        "schema": highlighted(texts[schema], schema) if schema in texts else "",
        "document_path": document,
        "schema_path": schema,
        "indexes": [index | {"served": _served(index, addresses)} for index in collection["indexes"]],
    }


def _served(index: dict[str, Any], addresses: Addresses) -> list[tuple[str, str]]:
    """The relationships and operations that an index serves, as links to their statements."""
    split = ((subject, *subject.partition(":")[::2]) for subject in index["serves"])
    return [(name, addresses.queries(subject)) for subject, kind, name in split if kind != "entity"]


def _marks(result: Compiled, addresses: Addresses) -> dict[str, list[Mark]]:
    """By collection, the fields that decisions shaped and those that findings are about."""
    marks: dict[str, list[Mark]] = {}
    names = [decision["relationship"] for decision in result.plan["decisions"]]
    for (collection, path), (number, anchor) in anchors(result.plan).items():
        words = _("Decision: %s") % names[number - 1]
        marks.setdefault(collection, []).append(Mark(path, anchor, addresses.decision(number), words))
    for number, finding in enumerate(result.plan["findings"], 1):
        place = addresses.subject(number, finding["subject"])
        if place is not None and place.kind == "field":
            words = _("Finding: %s") % finding["message"]
            mark = Mark(place.path, f"about-{number}", addresses.finding(number), words, "found")
            marks.setdefault(place.collection, []).append(mark)
    return marks
