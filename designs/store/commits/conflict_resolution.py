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
    rest, made = settled_change(design, base_revision, seen_revision, change, mine)
    return commit(design, seen_revision, rest, actor, op_id, words, made=made, back=back)


def settled_change(
    design: Design, base_revision: int, seen_revision: int, change: edits.Edit | str, mine: Collection[int]
) -> tuple[edits.Several, frozenset[str]]:
    """Return the edits of the seen revision that `settle` commits, and the ids that the store made."""
    base, theirs = at_revision(design, base_revision), at_revision(design, seen_revision)
    ours, made = _wanted(base, change)
    return settled(base, theirs, ours, mine), made


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
        ours, made = edits.identified(checked(change), new_ids(), like=base)
    except edits.EditRefused as error:
        raise Refused(error.faults) from error
    return ours, frozenset(made)


def settled(base: Model, theirs: Model, ours: Model, mine: Collection[int]) -> edits.Several:
    """The edits of ours to apply on theirs: without those that give way, with what theirs removed."""
    found = meetings(base, theirs, ours)
    kept = [one for number, one in enumerate(found) if number in mine]
    given_up = [one for number, one in enumerate(found) if number not in mine]
    back = list(_brought_back(theirs, ours, kept))
    there = {key for one in back for key in _ids(one.value)}
    own = (
        edit
        for edit in edits.difference(base, ours).edits
        if not any(touches(base, edit, one) for one in given_up) and _subject(edit) not in there
    )
    return edits.Several(edits=(*back, *own))


def touches(base: Model, edit: edits.Edit, one: Meeting) -> bool:
    """Whether an edit of the base is about what two changes met in."""
    match edit:
        case edits.Set():
            return edit.id == one.id and meet(edit.path, one.path)
        case edits.Remove():
            return one.id in edits.held_by(base, edit.id)
        case edits.Order():
            return edit.holder == one.id and meet((*edit.path, "order"), one.path)
        case edits.Add():
            added = edit.holder == one.id and one.path == ("added", edit.value["id"])
            return added or one.id in _ids(edit.value)
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
    for one in kept:
        if one.id in left or one.id in done or one.id == edits.DESIGN:
            continue
        found = next(_homes(edits.raw_of(ours), one.id, left), None)
        if found is not None:
            done |= set(_ids(found.value))
            yield found


def _homes(raw: dict[str, Any], key: str, left: set[str]) -> Iterator[edits.Add]:
    """The addition of the outermost holder of an object that is not among those left."""
    for holder, path, members in edits.all_lists(raw):
        for index, member in enumerate(members):
            if member["id"] not in left and key in _ids(member):
                yield edits.Add(holder=holder, path=path, index=index, value=member)


def _ids(node: dict[str, Any]) -> list[str]:
    own = [node["id"]] if "id" in node else []
    return [*own, *(member["id"] for _, _, members in edits.all_lists(node) for member in members)]
