"""Two changes of one design since the same revision: what meets, and what doesn't."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from designs.compiler import Model, edits

Touched = dict[tuple[str, tuple[str, ...]], Any]


class Gone(str):
    """The value of what was removed: told from a text of the same letters."""

    __slots__ = ()


GONE = Gone("removed")


@dataclass(frozen=True)
class Meeting:
    """A property that both changed: of which object, which, their value, ours, and what it was before."""

    id: str
    path: tuple[str, ...]
    theirs: Any
    ours: Any
    base: Any = edits.ABSENT


class Conflict(Exception):
    """A stale change that meets a newer one; nothing was written."""

    def __init__(self, meetings: tuple[Meeting, ...], revision: int) -> None:
        super().__init__(", ".join(f"{meeting.id} {'.'.join(meeting.path)}" for meeting in meetings))
        self.meetings = meetings
        self.revision = revision


def meetings(base: Model, theirs: Model, ours: Model) -> tuple[Meeting, ...]:
    """Where both changed the same thing of the base, to different ends."""
    touched, other = _touched(base, theirs), _touched(base, ours)
    before = edits.raw_of(base) if touched else {}
    return tuple(
        Meeting(
            key, longest := max(path, at, key=len), touched[key_, path], value, _value(before, key, longest)
        )
        for (key, at), value in other.items()
        for key_, path in touched
        if key_ == key and meet(path, at) and not (path == at and _alike(touched[key_, path], value))
    )


def _touched(before: Model, after: Model) -> Touched:
    touched: Touched = {}
    for edit in edits.difference(before, after).edits:
        match edit:
            case edits.Set():
                touched[edit.id, edit.path] = edit.value
            case edits.Remove():
                # what is moved elsewhere or gone meets every change of it and of what it held
                touched |= {(key, ()): GONE for key in edits.held_by(before, edit.id)}
            case edits.Order():
                touched[edit.holder, (*edit.path, "order")] = edit.ids
            case edits.Add():
                touched.setdefault((edit.holder, ("added", edit.value["id"])), edit.value)
    return touched


def meet(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one of two properties is the other or lies in it."""
    shorter = min(len(path), len(other))
    return path[:shorter] == other[:shorter]


def _value(raw: dict[str, Any], key: str, path: tuple[str, ...]) -> Any:
    """What the base says there; ABSENT where it says nothing, or where the path is no property."""
    value: Any = edits.find(raw, key)
    for name in path:
        value = value.get(name, edits.ABSENT) if isinstance(value, dict) else edits.ABSENT
    return value


def _alike(value: Any, other: Any) -> bool:
    if value is edits.ABSENT or other is edits.ABSENT:
        return value is other
    return edits.same(value, other)
