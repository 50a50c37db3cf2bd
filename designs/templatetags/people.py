"""People as pages show them."""

from __future__ import annotations

import re
from time import monotonic

from django import template

from designs.models import Design
from designs.presence import PRESENCE

register = template.Library()


@register.filter
def initials(name: str) -> str:
    """Return the first letters of two words, as in `ann.smith`; of one word its first.

    The editor's header does the same for the others who have a design open.
    """
    words = [word for word in re.split(r"[\s._@+-]+", name) if word]
    return "".join(word[0] for word in words[:2]).upper() or "?"


@register.filter
def people_in(design: Design) -> int:
    """Return how many people have this design open in the editor."""
    return PRESENCE.people(design.pk, monotonic())
