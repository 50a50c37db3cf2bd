"""What became of a design, and any version of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from django.db.models import QuerySet

from designs.compiler import Model, edits, fault, write
from designs.models import Design, Revision

from ..tables.reading import Refused, checked, is_readable, model_of
from ..tables.rows import made_ids


def history(design: Design) -> QuerySet[Revision]:
    """The commits of a design, the newest first."""
    return Revision.objects.filter(design=design).select_related("actor")


def text_at(design: Design, number: int) -> str:
    """An old version as a file, without the ids that the store made of what is still there.

    Raises Revision.DoesNotExist.
    """
    return write(edits.without_ids(at_revision(design, number), made_ids(design)))


def newest(design: Design) -> Model:
    """Return the design as it is now, from its history where neither its text nor its rows can be read.

    Raise Refused where that can't be read either.
    """
    try:
        return model_of(design)
    except Refused:
        return at_revision(design, design.revision)


def newest_text(design: Design) -> str:
    """Return its text, or, where that is damaged, the text of what else is known of it.

    Results are kept by their text: kept by the damaged one, pages would show them instead of its faults.
    """
    return design.text if is_readable(design) else write(newest(design))


def at_revision(design: Design, number: int) -> Model:
    """Return the design as that revision left it. Raise Revision.DoesNotExist.

    Walks back from the nearest full text that is newer; where that way can't be read, from another one,
    or on from an older one. Raise Refused where none can be read.
    """
    refusal = Refused(())
    for start, model in _starts(design, number):
        try:
            return _walked(design, start, model(), number)
        except Refused as refused:
            refusal = refused
        except edits.EditRefused as refused:
            refusal = Refused(refused.faults)
        except msgspec.DecodeError as error:
            refusal = Refused((fault(f"version {number}", f"its edits can't be read ({error})", _LOST),))
    raise refusal


_LOST = "restore another version, or a backup"


def _starts(design: Design, number: int) -> Iterator[tuple[int, Callable[[], Model]]]:
    """The revisions whose whole text there is, and how to read it, the best one to walk from first."""
    full = Revision.objects.filter(design_id=design.pk, text__isnull=False)
    newer = full.filter(number__gte=number).order_by("number")
    nearest = newer.values_list("number", "text").first()
    if nearest is not None:
        yield nearest[0], lambda: checked(str(nearest[1]))
    current = Design.objects.get(pk=design.pk)  # the caller's may be older than the database's
    yield current.revision, lambda: model_of(current)
    older = full.filter(number__lt=number).order_by("-number").values_list("number", flat=True)
    for start in [*newer.values_list("number", flat=True)[1:], *older]:
        yield start, lambda start=start: checked(str(full.get(number=start).text))  # type: ignore[misc]


def _walked(design: Design, start: int, model: Model, number: int) -> Model:
    """A design from one revision to another, by what was done or what undoes it."""
    back = start >= number
    column = "undo" if back else "edits"
    between = Revision.objects.filter(
        design_id=design.pk, number__gte=min(start, number), number__lte=max(start, number)
    )
    steps = dict(between.values_list("number", column))
    if number not in steps:
        raise Revision.DoesNotExist(f"revision {number} of {design}")
    steps.pop(number if back else start, None)
    ways = [edits.edits_from_json(steps[step]) for step in sorted(steps, reverse=back)]
    return edits.apply(model, edits.Several(edits=tuple(ways))) if ways else model
