"""`commit`: the one way in which a stored design changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from designs.compiler import Model, edits
from designs.models import Design

from ..tables.planning import rows_for
from ..tables.reading import Refused, checked, is_readable
from ..tables.rows import made_ids
from .commit_message import only_names, said
from .creating import Back, new_ids, stored_text
from .history import at_revision, newest
from .landing import Committed, Ready, Wanted, land, land_all
from .merging import Conflict, meetings


@dataclass(frozen=True)
class Asked:
    """What somebody asks for, made on the revision ``base``. merge: without it any newer revision is a
    Conflict. given_ids: ids in the edits that the store made. back: where this takes another revision back."""

    base: int
    change: edits.Edit | str
    words: str = ""
    merge: bool = True
    given_ids: frozenset[str] = frozenset()
    back: Back | None = None


def commit(
    design: Design,
    base_revision: int,
    change: edits.Edit | str,
    actor: Any,
    op_id: str,
    words: str = "",
    *,
    merge: bool = True,
    given_ids: frozenset[str] = frozenset(),
    back: Back | None = None,
) -> Committed:
    """Apply edits that were made on a revision, or put a whole text in the design's place.

    A newer revision that touched other things is kept; without ``merge`` any newer one is a Conflict.
    Raise Conflict with both values where it touched the same, Refused where the result is no valid
    design, Busy where others were quicker each time; then nothing is written.
    """
    wanted = Asked(base_revision, change, words, merge, given_ids, back)
    return commit_as(design, lambda current: wanted, actor, op_id)


def commit_as(design: Design, asked: Callable[[Design], Asked], actor: Any, op_id: str) -> Committed:
    """As `commit`, where the change depends on what the design is by then. asked: returns it, perhaps
    several times."""
    return land(Wanted(design, op_id, lambda current: _ready(current, asked(current))), actor)


def commit_all(changes: Iterable[tuple[Design, Asked, str]], actor: Any) -> list[Committed]:
    """As `commit`, of several designs, each with its op id: all of the changes are stored, or none."""
    wanted = [
        Wanted(design, op_id, lambda current, asked=asked: _ready(current, asked))  # type: ignore[misc]
        for design, asked, op_id in changes
    ]
    return land_all(wanted, actor)


def _ready(design: Design, asked: Asked) -> Ready:
    """Work a change out on the design as it is now."""
    if not asked.merge and asked.base != design.revision:
        raise Conflict((), design.revision)
    before = newest(design)
    base = before if asked.base == design.revision else at_revision(design, asked.base)
    after, given_ids = _after(design, base, before, asked.change)
    old, new = edits.raw_of(before), edits.raw_of(after)
    changes, undo = edits.both_ways(old, new)
    return Ready(
        model=after,
        text=stored_text(new),
        rows=rows_for(design, new, given_ids | asked.given_ids, old if is_readable(design) else None),
        words=asked.words or said(changes, old, new, only_names(asked.change)),
        changes=edits.edits_to_json(changes),
        undo=edits.edits_to_json(undo),
        back=asked.back,
    )


def _after(
    design: Design, base: Model, before: Model, change: edits.Edit | str
) -> tuple[Model, frozenset[str]]:
    """The merged design and the ids that the store made, of this change too."""
    given_ids: list[str] = []
    try:
        if isinstance(change, str):
            wanted, given_ids = edits.identified(checked(change), new_ids(), like=base)
            change = edits.difference(base, wanted)
        else:
            wanted = edits.apply(base, change)
    except edits.EditRefused as error:
        raise Refused(error.faults) from error
    both = () if base is before else meetings(base, before, wanted)
    if both:
        raise Conflict(both, design.revision)
    return _merged(base, before, wanted, change), made_ids(design) | frozenset(given_ids)


def _merged(base: Model, before: Model, wanted: Model, change: edits.Edit) -> Model:
    if base is before:
        return wanted
    try:
        return edits.apply(before, change)
    except edits.EditRefused as error:
        raise Refused(error.faults) from error
