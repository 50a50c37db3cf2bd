"""What became of a design, and any version of it."""

from __future__ import annotations

from django.db.models import QuerySet

from designs.compiler import Model, edits, write
from designs.models import Design, Revision

from .reading import checked, model_of
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
    rows = Revision.objects.filter(design_id=design.pk, number__gte=number).order_by("number")
    full = rows.filter(text__isnull=False).values_list("number", "text").first()
    if full is None or full[1] is None:
        current = Design.objects.get(pk=design.pk)  # the caller's may be older than the database's
        newest, model = current.revision, model_of(current)
    else:
        newest, model = full[0], checked(full[1])
    steps = dict(rows.filter(number__lte=newest).values_list("number", "undo"))
    if number not in steps:
        raise Revision.DoesNotExist(f"revision {number} of {design}")
    del steps[number]
    undos = [edits.edits_from_json(steps[step]) for step in sorted(steps, reverse=True)]
    return edits.apply(model, edits.Several(edits=tuple(undos))) if undos else model
