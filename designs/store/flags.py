"""What is said about a design beside its text: in the library, featured, whose it is, put away. Each
change is a revision of its own, with the same text, so that history tells it."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from designs.compiler import edits
from designs.models import Design

from .creating import record

NOTHING = edits.edits_to_json(edits.Several(edits=()))


def publish(design: Design, actor: Any) -> Design:
    """Show a design in the library, where everyone sees it."""
    return _marked(design, actor, "Published to the library", in_library=True)


def withdraw(design: Design, actor: Any) -> Design:
    """Take a design out of the library; who owns it keeps it."""
    return _marked(design, actor, "Taken out of the library", in_library=False)


def feature(design: Design, actor: Any) -> Design:
    """Show a design among the first."""
    return _marked(design, actor, "Featured", featured=True)


def unfeature(design: Design, actor: Any) -> Design:
    """Show a design in its turn again."""
    return _marked(design, actor, "No longer featured", featured=False)


def give(design: Design, owner: Any, actor: Any) -> Design:
    """Make a design somebody's, or nobody's (None)."""
    name = "nobody" if owner is None else owner.get_username()
    return _marked(design, actor, f"Given to {name}", owner=owner)


def delete(design: Design, actor: Any = None) -> Design:
    """Put a design away; `undelete` fetches it back."""
    with transaction.atomic():
        current = Design.objects.get(pk=design.pk)
        if current.deleted_at is not None:
            return current
        return _marked(design, actor, "Put away", deleted_at=timezone.now())


def undelete(design: Design, actor: Any = None) -> Design:
    """Fetch a design back that was put away."""
    return _marked(design, actor, "Fetched back", deleted_at=None)


def _marked(design: Design, actor: Any, words: str, **columns: Any) -> Design:
    """The design with these columns, at its next revision; as it is where they hold already."""
    with transaction.atomic():
        current = Design.objects.select_for_update().select_related(None).get(pk=design.pk)
        if all(getattr(current, name) == value for name, value in columns.items()):
            return current
        for name, value in columns.items():
            setattr(current, name, value)
        current.revision += 1
        current.save(update_fields=[*columns, "revision", "changed_at"])
        record(current, actor, words, secrets.token_hex(16), NOTHING, NOTHING)
    return current
