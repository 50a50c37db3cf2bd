"""Who may import whom, as the table of CONTRIBUTING.md says it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

CONTRIBUTING = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
HEADING = "| room | modules of `designs/` | may import | among themselves |"
INSIDE = {
    "those before them in the list": "before",
    "their `base`; never another member": "base",
    "one another": "free",
    "nothing of their own room": "nothing",
}
ABOVE = "all above"


class Room(NamedTuple):
    """A row of the table.

    members: modules below designs/, in order; `x.*` stands for each module of a folder. may: names of rooms or
    modules. inside: what a member may import of its own room: the members `before` it, its `base`, anything
    (`free`) or `nothing`.
    """

    name: str
    members: tuple[str, ...]
    may: tuple[str, ...]
    inside: str


def rooms_in(text: str) -> tuple[Room, ...]:
    """Return the rows of the table in a text, in order. "all above" stands for the rooms of all rows before,
    "all above but guidelines, indexes" for these without the two.

    Raises ValueError where there is no such table, or a row says something that this does not know.
    """
    _, found, rest = text.partition(f"{HEADING}\n")
    if not found:
        raise ValueError(f"no table that begins with {HEADING!r}")
    rooms: list[Room] = []
    for line in rest.splitlines()[1:]:
        if not line.startswith("|"):
            break
        name, members, may, inside = (cell.strip() for cell in line.strip("|").split("|"))
        if inside not in INSIDE:
            raise ValueError(f"{name}: {inside!r} is none of {', '.join(map(repr, INSIDE))}")
        above = tuple(room.name for room in rooms)
        rooms.append(Room(name, tuple(_listed(members)), tuple(_allowed(may, above)), INSIDE[inside]))
    return tuple(rooms)


def _listed(cell: str) -> list[str]:
    return [name.replace("/", ".") for name in re.findall(r"`([^`]+)`", cell)]


def _allowed(cell: str, above: tuple[str, ...]) -> list[str]:
    if cell == "nothing":
        return []
    if cell.startswith(ABOVE):
        barred = [name.strip() for name in cell.removeprefix(ABOVE).removeprefix(" but ").split(",")]
        return [name for name in above if name not in barred]
    parts = [part.strip() for part in cell.split(",")]
    return [name for part in parts for name in (_listed(part) if part.startswith("`") else [part])]


ROOMS = rooms_in(CONTRIBUTING.read_text(encoding="utf-8"))
