"""What a commit did, in a line for history: the weightiest first, and how much more there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from designs.compiler import edits

_MOST_SAID = 3
_LONGEST = 200


def said(
    changes: edits.Several, before: dict[str, Any], after: dict[str, Any], names_alone: bool = False
) -> str:
    """The plain edits between two designs (JSON values) in words. names_alone: only names were given, and what
    else changed follows from them."""
    then = _names(before)
    told = list(dict.fromkeys(_sorted(changes, then | _names(after), then)))
    if not told:
        return "Changed places on the canvas" if changes.edits else "Nothing changed"
    if names_alone:
        told = [words for words in told if words.startswith("Renamed")] or told
    line = ", ".join([told[0], *(_lower(one) for one in told[1:_MOST_SAID])])
    more = len(told) - _MOST_SAID
    line += f" and {more} more" if more > 0 else ""
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def only_names(change: edits.Edit | str) -> bool:
    """Whether a change gives new names and nothing else."""
    if isinstance(change, edits.Several):
        return bool(change.edits) and all(map(only_names, change.edits))
    return isinstance(change, edits.Rename)


def _sorted(changes: edits.Several, names: dict[str, str], before: dict[str, str]) -> Iterator[str]:
    for one in sorted((one for one in changes.edits if not _is_place(one)), key=_weight):
        yield _words(one, names, before)
    added = {one.value["name"] for one in changes.edits if isinstance(one, edits.Add)}
    placed = (name for one in changes.edits if isinstance(one, edits.Set) for name in _placed(one))
    moved = [name for name in dict.fromkeys(placed) if name not in added]
    if moved:
        yield f"Moved {moved[0] if len(moved) == 1 else f'{len(moved)} entities'} on the canvas"


def _weight(one: edits.Edit) -> int:
    if isinstance(one, edits.Add | edits.Remove):
        return 0
    return 1 if isinstance(one, edits.Set) and one.path == ("name",) else 2


def _is_place(one: edits.Edit) -> bool:
    return isinstance(one, edits.Set) and one.id == edits.DESIGN and one.path[:1] == ("layout",)


def _placed(one: edits.Set) -> Iterator[str]:
    """The names of the entities that a change of the layout gives a place."""
    if _is_place(one) and one.value is not edits.ABSENT:
        yield from one.path[1:2] or (one.value if isinstance(one.value, dict) else ())


def _words(one: edits.Edit, names: dict[str, str], before: dict[str, str]) -> str:
    match one:
        case edits.Add():
            holder = "" if one.holder == edits.DESIGN else f" to {names.get(one.holder, one.holder)}"
            return f"Added {one.value['name']}{holder}"
        case edits.Remove():
            return f"Removed {names.get(one.id, one.id)}"
        case edits.Order():
            what = one.path[-1].replace("_", " ")
            return f"Reordered {what}" + (
                "" if one.holder == edits.DESIGN else f" of {names.get(one.holder, '')}"
            )
        case edits.Set(path=("name",)):
            return f"Renamed {before.get(one.id, one.id)} to {one.value}"
        case edits.Set():
            whose = "the design" if one.id == edits.DESIGN else names.get(one.id, one.id)
            verb = "Took away" if one.value is edits.ABSENT else "Set"
            return f"{verb} {'.'.join(one.path)} of {whose}"
    return "Changed"


def _names(raw: dict[str, Any]) -> dict[str, str]:
    found = {
        member["id"]: str(member["name"]) for _, _, members in edits.all_lists(raw) for member in members
    }
    return found | {edits.DESIGN: str(raw["name"])}


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]
