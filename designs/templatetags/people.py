"""People as pages show them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def initials(name: str) -> str:
    """Return the first letters of two words, as in `ann.smith`; of one word its first.

    The editor's header does the same for the others who have a design open.
    """
    words = [word for word in re.split(r"[\W_]+", name) if word]
    return "".join(word[0] for word in words[:2]).upper() or "?"


@register.filter
def of(values: Mapping[int, Any], key: int) -> Any:
    """Return what is told of one thing, 0 where nothing is."""
    return values.get(key, 0)
