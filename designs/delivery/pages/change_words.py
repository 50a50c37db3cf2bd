"""Edits of a design as people read them: which thing, which property, from what to what."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from designs.compiler import edits

from ..findings.finding_edits import fix_of
from ..handbook.entries import label_of
from ..properties import PARTS, properties
from ..properties.workload_text import filter_written, sort_written

_LISTS = ("entities", "relationships", "operations", "fields", "link_fields")
LONGEST = 160
_WRITTEN: dict[tuple[str, ...], Callable[[Any], str | None]] = {
    ("filter",): filter_written,
    ("sort",): sort_written,
    ("strategy",): label_of,
}
"""Values that people write or read as text of their own, by their path."""
MOST_READ = 200_000
"""Letters of a revision's edits; of larger ones history shows the words alone."""


@dataclass(frozen=True)
class Change:
    """verb: ``set``, ``added``, ``removed`` or ``ordered``. thing: where it is, in words. path: the
    property. before, after: its values, "" where it was not stated."""

    verb: str
    thing: str
    path: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Met:
    """A thing that two people changed: both values, or that it was removed."""

    thing: str
    path: str
    theirs: str
    ours: str
    theirs_removed: bool
    ours_removed: bool


def things(*raws: dict[str, Any]) -> dict[str, str]:
    """Id -> what it is called, "Student › address › city"; of several designs, the first that has it. And the entity of
    each end of a relationship, by `_end`."""
    names: dict[str, str] = {}
    for raw in reversed(raws):
        names |= dict(_named(raw, ""))
    return names | {edits.DESIGN: _("The design")}


def changes(done: edits.Several, undo: edits.Several, called: Mapping[str, str]) -> tuple[Change, ...]:
    """Each edit in words. called: as `things` gives it; what came or went is known by the edits."""
    before = {(edit.id, edit.path): edit.value for edit in undo.edits if isinstance(edit, edits.Set)}
    names = {**_of_additions(undo, called), **_of_additions(done, called), **called}
    return tuple(_change(edit, before, names) for edit in done.edits)


class Teller:
    """Tells revisions one after another, the newest first, and learns the names of what they removed."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self._names = things(raw)

    def changes_of(self, done: str, undo: str) -> tuple[Change, ...]:
        """Return the changes of a revision, of its JSON texts; none where they are too long to be shown, or
        damaged."""
        if len(done) + len(undo) > MOST_READ:
            return ()
        try:
            forth, back = edits.edits_from_json(done), edits.edits_from_json(undo)
        except msgspec.DecodeError:
            return ()
        self._names = _of_additions(back, self._names) | self._names
        return changes(forth, back, self._names)


def met(meetings: Iterable[Any], called: Mapping[str, str], gone: object) -> tuple[Met, ...]:
    """The meetings of a conflict in words. gone: the value of what was removed."""
    return tuple(
        Met(
            called.get(meeting.id, meeting.id),
            _path(meeting.path, meeting.id, called),
            _shown(meeting.theirs, meeting.path, 4000, 2),
            _shown(meeting.ours, meeting.path, 4000, 2),
            meeting.theirs is gone,
            meeting.ours is gone,
        )
        for meeting in meetings
    )


def in_words(done: edits.Several, called: Mapping[str, str]) -> str:
    """What edits would do, as a command: the first of them, and how many more. called: as `things` gives it."""
    wishes = [_wish(change) for change in changes(done, edits.Several(edits=()), called)]
    more = len(wishes) - 1
    return wishes[0] + (_(" and %(more)d more") % {"more": more} if more else "")


def fix_in_words(finding: dict[str, Any], called: Mapping[str, str]) -> str:
    """What the fix of a plan's finding would do, as a command; "" where it has none."""
    fix = fix_of([finding], finding["code"], finding["subject"])
    return in_words(fix, called) if fix else ""


def _wish(change: Change) -> str:
    said = {"thing": change.thing, "path": change.path.lower(), "after": change.after[:_BRIEF]}
    match change.verb:
        case "added":
            return _("Add “%(thing)s”") % said
        case "removed":
            return _("Remove “%(thing)s”") % said
        case "ordered":
            return _("Reorder %(path)s of %(thing)s") % said
    if change.path == _labels(get_language()).get(("indexes",)):
        return _("Declare the index on %(thing)s") % said
    return (
        _("Set %(path)s of %(thing)s to %(after)s") if change.after else _("Clear %(path)s of %(thing)s")
    ) % said


_BRIEF = 40
"""Letters of a value in a command."""


def _change(edit: edits.Edit, before: Mapping[Any, Any], names: Mapping[str, str]) -> Change:
    match edit:
        case edits.Set():
            old = before.get((edit.id, edit.path), edits.ABSENT)
            was, now = _shown(old, edit.path), _shown(edit.value, edit.path)
            return Change("set", names.get(edit.id, edit.id), _path(edit.path, edit.id, names), was, now)
        case edits.Add():
            return Change("added", names.get(edit.value["id"], str(edit.value.get("name", ""))))
        case edits.Remove():
            return Change("removed", names.get(edit.id, edit.id))
        case edits.Order():
            return Change(
                "ordered", names.get(edit.holder, edit.holder), _path(edit.path, edit.holder, names)
            )
    return Change("set", "")


def _path(path: tuple[str, ...], of: str, names: Mapping[str, str]) -> str:
    """Return what a property is called. of: the id of what has it; its ends are called by their entities."""
    if path[:1] == ("added",):
        return _("added")
    label = _labels(get_language()).get(path) or ".".join(path)
    for side, end in (("from", _("From")), ("to", _("To"))):
        label = label.replace(f"{{{side}}}", names.get(_end(of, side), end))
    return label


@lru_cache
def _labels(_language: str | None) -> dict[tuple[str, ...], str]:
    """What the inspector calls each property, by its path; those of a relationship's ends with the end."""
    rows = [
        row
        for part, groups in properties().items()
        if part in PARTS
        for group in groups
        for row in group["rows"]
    ]
    labels = {tuple(row["path"]): row["label"] for row in rows}
    ends = {"from": _("From"), "to": _("To")}
    of_ends = {
        path: f"{ends[path[0]]} › {label}"
        for path, label in labels.items()
        if path[0] in ends and len(path) > 2
    }
    return labels | of_ends | {(side, "has"): f"{end} › {_('Count')}" for side, end in ends.items()}


def _shown(value: Any, path: tuple[str, ...], longest: int = LONGEST, indent: int | None = None) -> str:
    if value is edits.ABSENT:
        return ""
    text = _WRITTEN[path](value) if path in _WRITTEN and value else _plain(value)
    if path[1:] == ("has",) and isinstance(value, dict):
        text = _count(value)
    elif value is None:
        text = _("no limit")
    if text is None:
        text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _count(has: dict[str, Any]) -> str:
    """`0..50`, `1..*, usually 3`."""
    most = "*" if has.get("max") is None else has["max"]
    usual = _(", usually %(average)s") % {"average": has["average"]} if "average" in has else ""
    return f"{has.get('min', 0)}..{most}{usual}"


def _plain(value: Any) -> str | None:
    """A text, some names ("pets, visits"), or an object of a few plain values ("x: 120, y: 40"), as people write
    them; None of others."""
    if isinstance(value, str) and value.strip():
        return value
    if (
        isinstance(value, list)
        and value
        and all(isinstance(name, str) and name.isidentifier() for name in value)
    ):
        return ", ".join(value)
    if (
        isinstance(value, dict)
        and value
        and not any(isinstance(inner, dict | list) for inner in value.values())
    ):
        return ", ".join(f"{key}: {json.dumps(inner, ensure_ascii=False)}" for key, inner in value.items())
    return None


def _of_additions(several: edits.Several, called: Mapping[str, str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for edit in several.edits:
        if isinstance(edit, edits.Add):
            holder = "" if edit.holder == edits.DESIGN else called.get(edit.holder, "")
            names |= dict(_named_part(edit.value, holder))
    return names


def _named(node: dict[str, Any], holder: str) -> Iterator[tuple[str, str]]:
    for key in _LISTS:
        for member in node.get(key, ()):
            yield from _named_part(member, holder)
    if isinstance(node.get("items"), dict):
        yield from _named(node["items"], holder)


def _end(relationship: str, side: str) -> str:
    """Return the key under which the entity of an end is kept beside the names of things."""
    return f"{relationship} {side}"


def _named_part(member: dict[str, Any], holder: str) -> Iterator[tuple[str, str]]:
    name = str(member.get("name", ""))
    label = f"{holder} › {name}" if holder else name
    if "id" in member:
        yield member["id"], label
        for side in ("from", "to"):
            end = member.get(side)
            if isinstance(end, dict) and "entity" in end:
                yield _end(member["id"], side), str(end["entity"])
    yield from _named(member, label)


AT_ONCE = timedelta(minutes=2)
"""Within this time, the same change again is the same step."""


@dataclass(frozen=True)
class Step:
    """What people remember as one: undos and redos in a row, or what was set again at once.

    versions: of one person, the newest first. words: what they did; those of the newest where they did the same."""

    words: str
    versions: tuple[Any, ...]

    @property
    def newest(self) -> Any:
        return self.versions[0]

    @property
    def more(self) -> int:
        """How many versions there are beside the newest."""
        return len(self.versions) - 1


def steps(versions: Iterable[Any]) -> list[Step]:
    """Return versions, the newest first, as steps. Each has actor_name, made_at, words, and way."""
    runs: list[list[Any]] = []
    for version in versions:
        if runs and _goes_on(version, runs[-1][-1]):
            runs[-1].append(version)
        else:
            runs.append([version])
    return [Step(_step_words(run), tuple(run)) for run in runs]


def _goes_on(version: Any, after: Any) -> bool:
    if version.actor_name != after.actor_name:
        return False
    if version.way or after.way:
        return bool(version.way and after.way)
    return bool(version.words == after.words and after.made_at - version.made_at < AT_ONCE)


def _step_words(run: list[Any]) -> str:
    newest = run[0]
    if len(run) == 1 or not newest.way:
        return str(newest.words)
    undone = sum(version.way == "undo" for version in run)
    redone = len(run) - undone
    if not redone:
        return _("Undid %(undone)d changes") % {"undone": undone}
    if not undone:
        return _("Redid %(redone)d changes") % {"redone": redone}
    return _("Undid %(undone)d and redid %(redone)d changes") % {"undone": undone, "redone": redone}
