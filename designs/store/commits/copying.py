"""A copy of a design, and an old version of it made the newest."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from designs.compiler import edits, write
from designs.models import Design

from ..tables.reading import checked, text
from .committing import commit
from .creating import create, database_of
from .history import at_revision, newest
from .landing import Committed

_LONGEST_NAME = 120


def duplicate(design: Design, actor: Any, name: str = "", op_id: str = "") -> Design:
    """A new design of the actor's with the same content, ids of its own, and a history that begins.

    name: "<its name> (copy)" where it is not given. Its database is called as it is: the scripts of both would write
    into one.
    """
    copy = checked(text(design, for_download=True))
    ending = " (copy)"
    name = name or copy.name[: _LONGEST_NAME - len(ending)] + ending
    words = f"Duplicated from {design.name}, version {design.revision}"
    copy = msgspec.structs.replace(copy, name=name, database=database_of(name))
    return create(write(copy), actor, words=words, op_id=op_id)


def restore(
    design: Design, number: int, actor: Any, base_revision: int | None = None, op_id: str = ""
) -> Committed:
    """Make an old version the newest; what came since stays in history. Raises Revision.DoesNotExist.

    base_revision: the newest that the actor knew of; a newer one is a Conflict.
    """
    current = Design.objects.get(pk=design.pk)
    change = edits.difference(newest(current), at_revision(current, number))
    base = current.revision if base_revision is None else base_revision
    op_id = op_id or secrets.token_hex(16)
    return commit(current, base, change, actor, op_id, f"Restored version {number}", merge=False)
