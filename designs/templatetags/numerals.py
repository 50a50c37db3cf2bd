"""A number as people read it: as Django writes it, short where it is too long to write out."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.defaultfilters import floatformat

from designs.compiler import grouped, is_long

register = template.Library()


@register.filter
def numeral(value: Any, digits: str | int = "0g") -> str:
    """As ``floatformat``; `1.23e300` past a million thousand millions."""
    is_number = isinstance(value, int | float)
    return grouped(value) if is_number and is_long(value) else floatformat(value, digits)
