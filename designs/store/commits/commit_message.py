"""What a commit did, in a line for history: the weightiest first, and how much more there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from designs.compiler import edits

_MOST_SAID = 3
_LONGEST = 200
_COUNTS = {"has": "count", "min": "minimum", "max": "maximum", "p95": "95th percentile"}
"""What each property of how many an end has is called, where not as it is spelled."""
_PROPERTIES = {
    "changes": "fields written",
    "enum": "allowed values",
    "accessed_together": "reads that need both",
    "exclusive_owner": "ownership",
    "from.entity": "ends",
    "from": "ends",
    "independent_access": "independent operations",
    "inserts_per_day": "added per day",
    "reassigned_per_day": "moves per day",
    "to.entity": "ends",
    "to": "ends",
    "together_needs": "part needed",
}
"""Likewise of other properties, by their path."""


def said(
    changes: edits.Several, before: dict[str, Any], after: dict[str, Any], names_alone: bool = False
) -> str:
    """The plain edits between two designs (JSON values) in words. names_alone: only names were given, and what
    else changed follows from them."""
    then = _names(before)
    sentences = list(dict.fromkeys(_sorted(changes, then | _names(after), then)))
    if not sentences:
        return "Moved cards" if changes.edits else "Nothing changed"
    if names_alone:
        sentences = [words for words in sentences if words.startswith("Renamed")] or sentences
    line = ", ".join([sentences[0], *(_lower(sentence) for sentence in sentences[1:_MOST_SAID])])
    more = len(sentences) - _MOST_SAID
    line += f" and {more} more" if more > 0 else ""
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def only_names(change: edits.Edit | str) -> bool:
    """Whether a change gives new names and nothing else."""
    if isinstance(change, edits.Several):
        return bool(change.edits) and all(map(only_names, change.edits))
    return isinstance(change, edits.Rename)


def _sorted(changes: edits.Several, names: dict[str, str], before: dict[str, str]) -> Iterator[str]:
    for edit in sorted((edit for edit in changes.edits if not _is_place(edit)), key=_weight):
        yield _words(edit, names, before)
    added = {edit.value["name"] for edit in changes.edits if isinstance(edit, edits.Add)}
    placed = (name for edit in changes.edits if isinstance(edit, edits.Set) for name in _placed(edit))
    moved = [name for name in dict.fromkeys(placed) if name not in added]
    if moved:
        yield f"Moved {moved[0] if len(moved) == 1 else f'{len(moved)} entities'} on the canvas"


def _weight(edit: edits.Edit) -> int:
    if isinstance(edit, edits.Add | edits.Remove):
        return 0
    return 1 if isinstance(edit, edits.Set) and edit.path == ("name",) else 2


def _is_place(edit: edits.Edit) -> bool:
    return isinstance(edit, edits.Set) and edit.id == edits.DESIGN and edit.path[:1] == ("layout",)


def _placed(edit: edits.Set) -> Iterator[str]:
    """The names of the entities that a change of the layout gives a place."""
    if _is_place(edit) and edit.value is not edits.ABSENT:
        yield from edit.path[1:2] or (edit.value if isinstance(edit.value, dict) else ())


def _words(edit: edits.Edit, names: dict[str, str], before: dict[str, str]) -> str:
    match edit:
        case edits.Add():
            holder = "" if edit.holder == edits.DESIGN else f" to {names.get(edit.holder, edit.holder)}"
            return f"Added {_called(edit.value)}{holder}"
        case edits.Remove():
            return f"Deleted {names.get(edit.id, edit.id)}"
        case edits.Order():
            what = edit.path[-1].replace("_", " ")
            return f"Reordered {what}" + (
                "" if edit.holder == edits.DESIGN else f" of {names.get(edit.holder, '')}"
            )
        case edits.Set(path=("name",)):
            return f"Renamed {before.get(edit.id, edit.id)} to {edit.value}"
        case edits.Set():
            whose = "the design" if edit.id == edits.DESIGN else names.get(edit.id, edit.id)
            verb = "Cleared" if edit.value is edits.ABSENT else "Set"
            return f"{verb} {_property(edit.path)} of {whose}"
    return "Changed"


def _property(path: tuple[str, ...]) -> str:
    if path[1:2] == ("has",):  # which end, the details tell
        path = (_COUNTS.get(path[-1], path[-1]),)
    spelt = ".".join(path)
    return _PROPERTIES.get(spelt) or spelt.replace("_", " ")


def _names(raw: dict[str, Any]) -> dict[str, str]:
    names = {member["id"]: _called(member) for _, _, members in edits.all_lists(raw) for member in members}
    return names | {edits.DESIGN: str(raw["name"])}


def _called(member: dict[str, Any]) -> str:
    """A relationship by its ends, as the editor has it; anything else by its name."""
    ends = [member.get(side, {}).get("entity", "") for side in ("from", "to")]
    return " → ".join(ends) if all(ends) else str(member["name"])


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]
