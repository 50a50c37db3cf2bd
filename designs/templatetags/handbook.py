"""A rule, strategy, overlay or check as a link to its page of the handbook."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from designs.delivery.handbook.entries import page_of

register = template.Library()


@register.simple_tag
def handbook_link(code: str, classes: str = "rule") -> SafeString:
    """The code as a link; as plain text where the handbook has no page of it."""
    entry = page_of(code)
    if entry is None:
        return format_html('<span class="{}">{}</span>', classes, code)
    address = reverse("designs:handbook_entry", args=(entry.shelf, entry.slug))
    return format_html('<a class="{}" href="{}" title="{}">{}</a>', classes, address, entry.title, code)
