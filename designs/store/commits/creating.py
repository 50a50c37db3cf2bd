"""New designs."""

from __future__ import annotations

import re
import secrets
import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction
from django.utils.text import slugify

from designs.compiler import Finding, edits, text_faults, text_of
from designs.models import Design, Revision

from ..tables.planning import rows_for
from ..tables.reading import Refused, checked, keep


@dataclass(frozen=True)
class Back:
    """way: whether a commit undoes or redoes. reverts: the number of the revision that it takes back."""

    way: Literal["undo", "redo"]
    reverts: int


_SURELY_READ = 9 * 1024 * 1024
_DEEP = "\n" + " " * 150  # two spaces for each level
_DIGITS = re.compile(r"[0-9]{100}")
_LETTERS = string.ascii_letters + string.digits


def new_ids() -> Iterator[str]:
    """Ids of 12 characters that nobody can guess or meet twice."""
    while True:
        yield "".join(secrets.choice(_LETTERS) for _ in range(12))


def create(
    file: str | bytes,
    actor: Any = None,
    *,
    slug: str = "",
    in_library: bool = False,
    featured: bool = False,
    words: str = "Created",
    op_id: str = "",
) -> Design:
    """Store a new design of a file's text, at revision 1. Raise Refused with the faults.

    op_id: of the form that asks for it; the same one of the same person a second time makes nothing.
    """
    try:
        model, given_ids = edits.identified(checked(file), new_ids())
    except edits.EditRefused as error:
        raise Refused(error.faults) from error
    raw = edits.raw_of(model)
    design = Design(owner=actor, in_library=in_library, featured=featured, text=stored_text(raw))
    design.public_from = 1 if in_library else None
    rows = rows_for(design, raw, frozenset(given_ids))
    for name, value in rows.columns.items():
        setattr(design, name, value)
    with transaction.atomic():
        done = _made_before(actor, op_id)
        if done is not None:
            return done
        design.slug = slug or _free_slug(model.name)
        design.save()
        rows.write()
        nothing = edits.edits_to_json(edits.Several(edits=()))
        record(design, actor, words, op_id or secrets.token_hex(16), nothing, nothing)
    keep(design.text, model)
    return design


def _made_before(actor: Any, op_id: str) -> Design | None:
    if actor is None or not op_id:
        return None
    first = Revision.objects.filter(actor=actor, number=1, op_id=op_id).select_related("design").first()
    return None if first is None else first.design


def stored_text(raw: dict[str, Any]) -> str:
    """Return the canonical text of a design's JSON values. Raise Refused where it could not be read again."""
    text = text_of(raw)
    faults = _unreadable(text)
    if faults:
        raise Refused(faults)
    return text


def _unreadable(text: str) -> tuple[Finding, ...]:
    """Edits bring characters, depths and sizes that no file may have; a clean text is told at a glance."""
    try:
        long = len(text.encode()) > _SURELY_READ
    except UnicodeEncodeError:  # half of a surrogate pair
        long = True
    suspect = long or "\\u0000" in text or _DEEP in text or _DIGITS.search(text)
    return text_faults(text) if suspect else ()


def record(
    design: Design, actor: Any, words: str, op_id: str, changes: str, undo: str, back: Back | None = None
) -> Revision:
    """The row of history of the revision that the design is at. back: where it takes another back."""
    return Revision.objects.create(
        design=design,
        number=design.revision,
        op_id=op_id,
        actor=actor,
        actor_name=actor.get_username() if actor is not None else "",
        words=words,
        edits=changes,
        undo=undo,
        way=back.way if back else "",
        reverts=back.reverts if back else None,
        text=design.text if design.revision % FULL_TEXT_EVERY == 1 else None,
    )


FULL_TEXT_EVERY = 20


LONGEST_DATABASE = 63


def database_of(name: str) -> str:
    """The database name that follows from a design's name."""
    return slugify(name).replace("-", "_")[:LONGEST_DATABASE].strip("_") or "design"


def _free_slug(name: str) -> str:
    wanted = slugify(name)[:60] or "design"
    taken = set(Design.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    return wanted if wanted not in taken else f"{wanted}-{secrets.token_hex(4)}"
