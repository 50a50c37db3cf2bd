"""Lists that an index has: of a unique one no two documents share an element, and of two in one index one is there."""

from __future__ import annotations

from typing import Any

from designs.compiler.sampling import samples
from tests.compiler.in_parts import laid_out
from tests.compiler.sampling.test_coherence import model_of

ROWS = {"type": "array", "items": {"type": "object", "fields": [{"name": "a", "type": "int"}]}}
WORDS = {"type": "array", "items": {"type": "string"}}


def _boxes(fields: list[dict[str, Any]], **index: Any) -> list[dict[str, Any]]:
    entities = [{"name": "Box", "fields": fields, "indexes": [index]}, {"name": "Shelf"}]
    link = {"name": "boxes", "kind": "one-to-many", "from": {"entity": "Shelf"}, "to": {"entity": "Box", "has": {"min": 1, "max": 1}}, "strategy": "PARENT_REF"}  # fmt: skip
    design = {
        "format": "nestlink/1",
        "name": "Boxes",
        "database": "boxes",
        "entities": entities,
        "relationships": [link],
    }
    return samples(laid_out(model_of(design)))["boxes"]


def test_no_two_documents_share_an_element_of_a_unique_index() -> None:
    boxes = _boxes([{"name": "rows", **ROWS}], keys=[["rows", -1]], unique=True)
    elements = [row["a"] for box in boxes for row in box["rows"]]
    assert len(boxes) > 1 and len(set(elements)) == len(elements)


def test_of_two_lists_in_one_index_a_document_has_one() -> None:
    fields = [{"name": "rows", **ROWS}, {"name": "words", **WORDS}, {"name": "note", "type": "string"}]
    boxes = _boxes(fields, keys=[["words", 1], ["rows", 1]])
    assert all("words" in box and "rows" not in box and "note" in box for box in boxes)
