"""What the library searches in, derived from a design's JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_SAID = ("name", "description")
_PARTS = ("entities", "relationships", "operations", "fields")


def words_of(raw: dict[str, Any]) -> str:
    """Every name and description, of fields too, a line each, in the form that `casefold` gives."""
    return "\n".join(dict.fromkeys(text.casefold() for text in _texts(raw)))


def tags_of(raw: dict[str, Any]) -> str:
    """The tags between line breaks, so that a whole tag can be asked for; "" without any."""
    tags = dict.fromkeys(" ".join(tag.split()) for tag in raw.get("tags", ()))
    named = [tag for tag in tags if tag]
    return "\n".join(("", *named, "")) if named else ""


def _texts(node: dict[str, Any]) -> Iterator[str]:
    yield from (node[key] for key in _SAID if key in node)
    yield from node.get("tags", ())
    for key in _PARTS:
        for member in node.get(key, ()):
            yield from _texts(member)
