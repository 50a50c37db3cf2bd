"""Proof that rows and text say the same."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from designs.compiler import Model, write
from designs.models import Design

from .rows import from_rows
from .words import tags_of, words_of


def differences() -> Iterator[tuple[Design, str]]:
    """Each design whose rows and text differ, with what is wrong; those in Trash too."""
    for design in Design.objects.order_by("pk").iterator(chunk_size=50):
        problem = _problem(design)
        if problem:
            yield design, problem


def _problem(design: Design) -> str:
    try:
        of_rows = write(msgspec.convert(from_rows(design), Model, strict=True))
    except (msgspec.ValidationError, ValueError, KeyError, AttributeError) as error:
        return f"its rows make no design: {error}"
    if of_rows != design.text:
        return "its rows and its text differ"
    numbers = list(design.revisions.values_list("number", flat=True))
    if sorted(numbers) != list(range(1, design.revision + 1)):
        return "its history has gaps"
    shown = json.loads(design.text)
    stated = shown["name"], shown.get("description", ""), tags_of(shown), words_of(shown)
    if (design.name, design.description, design.tags, design.words) != stated:
        return "its columns and its text differ"
    if design.in_library != (design.public_from is not None):
        return "it is not recorded since when it is published"
    return ""
