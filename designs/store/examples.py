"""The example designs that come with the program, as stored designs."""

from __future__ import annotations

import hashlib
from typing import Literal

from django.db import transaction

from designs.models import Design, Revision

from .committing import commit
from .creating import create
from .flags import NOTHING
from .reading import text

_WORDS = "Example of the program"
_FIRST = ("university", "web-shop")
"""Where a newcomer learns most: featured until a curator decides otherwise."""


def load_example(slug: str, file: bytes) -> Literal["created", "updated", "unchanged", "edited"]:
    """Store an example, or let a stored one follow its file. One that somebody edited stays."""
    with transaction.atomic():
        design = Design.objects.filter(slug=slug).first()
        if design is None:
            made = create(file, slug=slug, in_library=True, words=_WORDS)
            Design.objects.filter(pk=made.pk, slug__in=_FIRST).update(featured=True)
            return "created"
        if text(design, for_download=True).encode() == file:
            return "unchanged"
        if _edited(design):
            return "edited"
        op_id = hashlib.sha256(file + str(design.revision).encode()).hexdigest()
        commit(design, design.revision, file.decode(), None, op_id, _WORDS)
        return "updated"


def _edited(design: Design) -> bool:
    """Whether somebody changed the text: being featured or published is no change of it."""
    theirs = Revision.objects.filter(design=design).exclude(words=_WORDS)
    return theirs.exclude(number__gt=1, edits=NOTHING).exists()
