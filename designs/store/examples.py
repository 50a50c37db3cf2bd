"""The example designs that come with the program, as stored designs."""

from __future__ import annotations

import hashlib
from typing import Literal

from django.db import IntegrityError

from designs.models import Design, Revision

from .commits.committing import commit
from .commits.creating import create
from .commits.merging import Conflict
from .flags import NOTHING
from .tables.reading import text

_WORDS = "Example of the program"
_FIRST = ("university", "web-shop")
"""Where a newcomer learns most: featured until a curator decides otherwise."""


def load_example(slug: str, file: bytes) -> Literal["created", "updated", "unchanged", "edited"]:
    """Store an example, or let a stored one follow its file. One that somebody edited stays."""
    design = Design.objects.filter(slug=slug).first()
    if design is None:
        try:
            create(file, slug=slug, in_library=True, featured=slug in _FIRST, words=_WORDS)
        except IntegrityError:  # another process loads the examples too, and was quicker
            return "unchanged"
        return "created"
    if text(design, for_download=True).encode() == file:
        return "unchanged"
    if _edited(design):
        return "edited"
    op_id = hashlib.sha256(file + str(design.revision).encode()).hexdigest()
    try:
        commit(design, design.revision, file.decode(), None, op_id, _WORDS, merge=False)
    except Conflict:
        return "edited"
    return "updated"


def _edited(design: Design) -> bool:
    """Whether somebody changed the text: being featured or published is no change of it."""
    theirs = Revision.objects.filter(design=design).exclude(words=_WORDS)
    return theirs.exclude(number__gt=1, edits=NOTHING).exists()
