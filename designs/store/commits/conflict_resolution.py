"""A change that met a newer one, once somebody has said whose value holds where."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from designs.compiler import Model, edits
from designs.models import Design

from ..tables.reading import Refused, checked
from .committing import commit
from .creating import Back, new_ids
from .history import at_revision
from .landing import Committed
from .merging import Meeting, meet, meetings


def settle(
    design: Design,
    base_revision: int,
    seen_revision: int,
    change: edits.Edit | str,
    mine: Collection[int],
    actor: Any,
    op_id: str,
    words: str = "",
    back: Back | None = None,
) -> Committed:
    """Commit a change of ``base_revision`` on the newer one whose meetings with it were shown.

    mine: the numbers of the meetings, as Conflict lists them, where the change's value holds; in the
    others it gives way. Raises Conflict where yet a newer revision met it, Refused where the choice
    makes no valid design, Revision.DoesNotExist.
    """
    rest, given_ids = settled_change(design, base_revision, seen_revision, change, mine)
    return commit(design, seen_revision, rest, actor, op_id, words, given_ids=given_ids, back=back)


def settled_change(
    design: Design, base_revision: int, seen_revision: int, change: edits.Edit | str, mine: Collection[int]
) -> tuple[edits.Several, frozenset[str]]:
    """Return the edits of the seen revision that `settle` commits, and the ids that the store made."""
    base, theirs = at_revision(design, base_revision), at_revision(design, seen_revision)
    ours, given_ids = _wanted(base, change)
    return settled(base, theirs, ours, mine), given_ids


def meetings_of(
    design: Design, base_revision: int, seen_revision: int, change: edits.Edit | str
) -> tuple[Meeting, ...]:
    """Where a change of one revision meets what came until another. None where it makes no design."""
    base, theirs = at_revision(design, base_revision), at_revision(design, seen_revision)
    try:
        return meetings(base, theirs, _wanted(base, change)[0])
    except Refused:
        return ()


def _wanted(base: Model, change: edits.Edit | str) -> tuple[Model, frozenset[str]]:
    """The design that a change makes of its base, and the ids that the store made."""
    try:
        if not isinstance(change, str):
            return edits.apply(base, change), frozenset()
        ours, given_ids = edits.identified(checked(change), new_ids(), like=base)
    except edits.EditRefused as error:
        raise Refused(error.faults) from error
    return ours, frozenset(given_ids)


def settled(base: Model, theirs: Model, ours: Model, mine: Collection[int]) -> edits.Several:
    """The edits of ours to apply on theirs: without those that give way, with what theirs removed."""
    all_meetings = meetings(base, theirs, ours)
    kept = [meeting for number, meeting in enumerate(all_meetings) if number in mine]
    given_up = [meeting for number, meeting in enumerate(all_meetings) if number not in mine]
    back = list(_brought_back(theirs, ours, kept))
    there = {key for addition in back for key in _ids(addition.value)}
    own = (
        edit
        for edit in edits.difference(base, ours).edits
        if not any(touches(base, edit, meeting) for meeting in given_up) and _subject(edit) not in there
    )
    return edits.Several(edits=(*back, *own))


def touches(base: Model, edit: edits.Edit, meeting: Meeting) -> bool:
    """Whether an edit of the base is about what two changes met in."""
    match edit:
        case edits.Set():
            return edit.id == meeting.id and meet(edit.path, meeting.path)
        case edits.Remove():
            return meeting.id in edits.held_by(base, edit.id)
        case edits.Order():
            return edit.holder == meeting.id and meet((*edit.path, "order"), meeting.path)
        case edits.Add():
            added = edit.holder == meeting.id and meeting.path == ("added", edit.value["id"])
            return added or meeting.id in _ids(edit.value)
    return False


def _subject(edit: edits.Edit) -> str:
    match edit:
        case edits.Set() | edits.Remove():
            return edit.id
        case edits.Order() | edits.Add():
            return edit.holder
    return ""


def _brought_back(theirs: Model, ours: Model, kept: list[Meeting]) -> Iterator[edits.Add]:
    """What theirs removed and ours is to keep, as ours has it, in the outermost removed holder."""
    left = set(_ids(edits.raw_of(theirs)))
    done: set[str] = set()
    for meeting in kept:
        if meeting.id in left or meeting.id in done or meeting.id == edits.DESIGN:
            continue
        addition = next(_homes(edits.raw_of(ours), meeting.id, left), None)
        if addition is not None:
            done |= set(_ids(addition.value))
            yield addition


def _homes(raw: dict[str, Any], key: str, left: set[str]) -> Iterator[edits.Add]:
    """The addition of the outermost holder of an object that is not among those left."""
    for holder, path, members in edits.all_lists(raw):
        for index, member in enumerate(members):
            if member["id"] not in left and key in _ids(member):
                yield edits.Add(holder=holder, path=path, index=index, value=member)


def _ids(node: dict[str, Any]) -> list[str]:
    own = [node["id"]] if "id" in node else []
    return [*own, *(member["id"] for _, _, members in edits.all_lists(node) for member in members)]
