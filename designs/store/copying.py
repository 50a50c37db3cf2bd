"""A copy of a design, and an old version of it made the newest."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from designs.compiler import edits, write
from designs.models import Design

from .committing import Committed, commit
from .creating import create
from .history import at_revision
from .reading import checked, model_of, text

_LONGEST_NAME = 120


def duplicate(design: Design, actor: Any) -> Design:
    """A new design of the actor's with the same content, ids of its own, and a history that begins."""
    copy = checked(text(design, for_download=True))
    ending = " (copy)"
    name = copy.name[: _LONGEST_NAME - len(ending)] + ending
    words = f"Copied from {design.name}, version {design.revision}"
    return create(write(msgspec.structs.replace(copy, name=name)), actor, words=words)


def restore(design: Design, number: int, actor: Any) -> Committed:
    """Make an old version the newest; what came since stays in history. Raises Revision.DoesNotExist."""
    current = Design.objects.get(pk=design.pk)
    change = edits.difference(model_of(current), at_revision(current, number))
    words = f"Restored version {number}"
    return commit(current, current.revision, change, actor, secrets.token_hex(16), words, merge=False)
