"""Which designs there are, and getting one or a 404. Today: the example library, open to everyone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from django.http import Http404


@dataclass(frozen=True)
class LibraryDesign:
    """An example design: its canonical text and what a list shows of it."""

    slug: str
    text: bytes
    name: str
    description: str
    entities: int
    relationships: int
    operations: int


@cache
def library() -> tuple[LibraryDesign, ...]:
    """All example designs by name. They are package data, so they are read once."""
    folder = resources.files("designs") / "library"
    found = [
        _design(item.name, item.read_bytes()) for item in folder.iterdir() if item.name.endswith(".json")
    ]
    return tuple(sorted(found, key=lambda design: design.name))


def design_or_404(slug: str) -> LibraryDesign:
    """The design of this address, or the 404 page."""
    for design in library():
        if design.slug == slug:
            return design
    raise Http404(f"no design has the address {slug}")


def _design(file_name: str, text: bytes) -> LibraryDesign:
    facts = json.loads(text)
    return LibraryDesign(
        slug=file_name.removesuffix(".json").replace("_", "-"),
        text=text,
        name=facts["name"],
        description=facts.get("description", ""),
        entities=len(facts["entities"]),
        relationships=len(facts.get("relationships", ())),
        operations=len(facts.get("operations", ())),
    )
