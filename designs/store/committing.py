"""`commit`: the one way in which a stored design changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from designs.compiler import Model, edits
from designs.models import Design, Revision

from .creating import Back, new_ids, record, write_design
from .history import at_revision
from .merging import Conflict, meetings
from .reading import Refused, checked, model_of
from .rows import made_ids
from .saying import only_names, said


@dataclass(frozen=True)
class Committed:
    """The design after a commit. again: this op id was applied before, and nothing was done."""

    design: Design
    revision: int
    again: bool = False


def commit(
    design: Design,
    base_revision: int,
    change: edits.Edit | str,
    actor: Any,
    op_id: str,
    words: str = "",
    *,
    merge: bool = True,
    made: frozenset[str] = frozenset(),
    back: Back | None = None,
) -> Committed:
    """Apply edits that were made on a revision, or put a whole text in the design's place.

    A newer revision that touched other things is kept; without ``merge`` any newer one is a Conflict.
    Raises Conflict with both values where it touched the same, Refused where the result is no valid
    design; then nothing is written. made: ids in the edits that the store made. back: where this takes
    another revision back.
    """
    with transaction.atomic():
        current = Design.objects.select_for_update().get(pk=design.pk)
        done = Revision.objects.filter(design=current, op_id=op_id).first()
        if done is not None:
            return Committed(current, done.number, again=True)
        if not merge and base_revision != current.revision:
            raise Conflict((), current.revision)
        before = model_of(current)
        base = before if base_revision == current.revision else at_revision(current, base_revision)
        after, own = _after(current, base, before, change)
        _write(
            current,
            before,
            after,
            own | made,
            _Told(actor, op_id, words, back, only_names(change)),
        )
    return Committed(current, current.revision)


def _after(
    design: Design, base: Model, before: Model, change: edits.Edit | str
) -> tuple[Model, frozenset[str]]:
    """The merged design and the ids that the store made, of this change too."""
    made: list[str] = []
    try:
        if isinstance(change, str):
            wanted, made = edits.identified(checked(change), new_ids(), like=base)
            change = edits.difference(base, wanted)
        else:
            wanted = edits.apply(base, change)
    except edits.EditRefused as error:
        raise Refused(error.faults) from error
    both = () if base is before else meetings(base, before, wanted)
    if both:
        raise Conflict(both, design.revision)
    return _merged(base, before, wanted, change), made_ids(design) | frozenset(made)


def _merged(base: Model, before: Model, wanted: Model, change: edits.Edit) -> Model:
    if base is before:
        return wanted
    try:
        return edits.apply(before, change)
    except edits.EditRefused as error:
        raise Refused(error.faults) from error


@dataclass(frozen=True)
class _Told:
    """What history keeps of a commit beside its edits."""

    actor: Any
    op_id: str
    words: str
    back: Back | None
    names_alone: bool


def _write(design: Design, before: Model, after: Model, made: frozenset[str], told: _Told) -> None:
    old, new = edits.raw_of(before), edits.raw_of(after)
    changes, undo = edits.both_ways(old, new)
    design.revision += 1
    write_design(design, after, made, old, new)
    words = told.words or said(changes, old, new, told.names_alone)
    forth, undone = edits.edits_to_json(changes), edits.edits_to_json(undo)
    record(design, told.actor, words, told.op_id, forth, undone, told.back)
