"""What became of a design, and any version of it."""

from __future__ import annotations

from django.db.models import QuerySet

from designs.compiler import Model, edits, write
from designs.models import Design, Revision

from .reading import checked
from .rows import made_ids


def history(design: Design) -> QuerySet[Revision]:
    """The commits of a design, the newest first."""
    return Revision.objects.filter(design=design).select_related("actor")


def text_at(design: Design, number: int) -> str:
    """An old version as a file, without the ids that the store made of what is still there.

    Raises Revision.DoesNotExist.
    """
    return write(edits.without_ids(at_revision(design, number), made_ids(design)))


def at_revision(design: Design, number: int) -> Model:
    """The design as that revision left it. Raises Revision.DoesNotExist."""
    rows = {row.number: row for row in Revision.objects.filter(design=design, number__gte=number)}
    if number not in rows:
        raise Revision.DoesNotExist(f"revision {number} of {design}")
    full = next((row for row in sorted(rows.values(), key=lambda row: row.number) if row.text), None)
    if full is not None and full.text is not None:
        newest, model = full.number, checked(full.text)
    else:
        current = Design.objects.get(pk=design.pk)  # the caller's may be older than the database's
        newest, model = current.revision, checked(current.text)
    for step in range(newest, number, -1):
        model = edits.apply(model, edits.edits_from_json(rows[step].undo))
    return model
