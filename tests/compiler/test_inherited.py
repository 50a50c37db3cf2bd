"""Stored results that an entity has from a general whose documents are others."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.placement.inherited_computed import generals_elsewhere
from tests.compiler.composed import composed, design, entity, field, link, placement


@pytest.mark.parametrize(
    ("first", "second", "elsewhere"),
    [
        ("POLY_SINGLE", None, []),
        ("POLY_SPLIT", None, []),
        ("POLY_SINGLE", "POLY_SINGLE", ["Gift"]),  # its documents are those of the first
        ("POLY_SPLIT", "POLY_SPLIT", []),
    ],
)
def test_a_general_stands_elsewhere_if_its_documents_are_neither_shared_nor_repeated(
    first: str, second: str | None, elsewhere: list[str]
) -> None:
    names = ("Product", "Gift", "Card")
    links = [link("sold", "is-a", "Product", "Card")]
    links += [link("given", "is-a", "Gift", "Card")] if second else []
    model = design([entity(name, field(name.lower())) for name in names], links)
    chosen: dict[str, Any] = {"sold": first, **({"given": second} if second else {})}
    found = generals_elsewhere(placement(model, composed(model, **chosen)), "Card")
    assert [one.name for one in found] == elsewhere
