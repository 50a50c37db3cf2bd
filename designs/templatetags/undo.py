"""The Undo button of a message: what it restores, and where it leads back to."""

from __future__ import annotations

from django import template
from django.urls import reverse

register = template.Library()


@register.filter
def undo_of(tag: str) -> dict[str, str]:
    """Return the address and the fields of the form that undoes what a message tells of, by its tag; {} without one."""
    parts = tag.split()
    if len(parts) == 1:
        return {"address": reverse("designs:undelete", args=(tag,))}
    if len(parts) != 4:
        return {}
    slug, revision, back, op_id = parts
    address = reverse("designs:restore", args=(slug, int(revision) - 1))
    return {"address": address, "revision": revision, "back": back, "op_id": op_id}
