"""Who may import whom among the browser modules of static/editor. CONTRIBUTING.md carries the table."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple


class Modules(NamedTuple):
    """members: modules below static/editor without their ending; `x/*` a folder. may: rooms by name.
    inside: whether members may import one another."""

    name: str
    members: tuple[str, ...]
    may: tuple[str, ...]
    inside: bool


ROOMS = (
    Modules("state", ("state/*",), (), True),
    Modules("sync", ("sync/*",), (), True),
    Modules("element", ("element",), (), False),
    Modules("geometry", ("layout/geometry",), (), False),
    Modules("language", ("language/*",), ("state",), True),
    Modules("layout", ("layout/*",), ("geometry",), True),
    Modules("scene", ("canvas/scene", "canvas/entities", "canvas/documents", "canvas/room", "editor"), ("geometry", "language", "layout"), True),
    Modules("canvas", ("canvas/*",), ("element", "geometry"), True),
    Modules("panels", ("panels/*", "panels/drawer/*", "panels/header/*", "panels/inspector/*"), ("state", "element", "language"), True),
    Modules("gestures", ("gestures/*", "gestures/menu/*"), ("state", "sync", "geometry", "language"), False),
    Modules("listening", ("pointers", "keys"), ("geometry",), False),
    Modules("main", ("main", "gestures/index"), (
        "state", "sync", "element", "geometry", "language", "layout", "scene", "canvas", "panels", "gestures", "listening", "main",
    ), True),
)  # fmt: skip
_IMPORT = re.compile(
    r"""(?m)^\s*(?:import|export)\b[^;]*?["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']"""
)


def forbidden(sources: Mapping[str, str], rooms: tuple[Modules, ...] = ROOMS) -> list[str]:
    """Arrows that the table does not allow, and modules that have no room. sources: name -> text."""
    homeless = [f"{name}: has no room in the table" for name in sources if _room(name, rooms) is None]
    arrows = [(name, target) for name, text in sources.items() for target in imported(name, text)]
    return homeless + [f"{one} imports {other}" for one, other in arrows if not _allowed(one, other, rooms)]


def imported(name: str, text: str) -> list[str]:
    """Modules that this one imports, below static/editor."""
    found = (one or other for one, other in _IMPORT.findall(text))
    folder = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(folder, target)).removesuffix(".js") for target in found]


def _room(name: str, rooms: tuple[Modules, ...]) -> Modules | None:
    folder = f"{posixpath.dirname(name)}/*"
    exact = next((room for room in rooms if name in room.members), None)
    return exact or next((room for room in rooms if folder in room.members), None)


def _allowed(one: str, other: str, rooms: tuple[Modules, ...]) -> bool:
    here, there = _room(one, rooms), _room(other, rooms)
    if here is None or there is None:
        return here is None  # said already
    return here.inside if here is there else there.name in here.may


def as_markdown(rooms: tuple[Modules, ...] = ROOMS) -> str:
    """The table as CONTRIBUTING.md shows it."""
    lines = ["| room | modules of `static/editor/` | may import | one another |", "|---|---|---|---|"]
    for room in rooms:
        members = ", ".join(f"`{name}`" for name in room.members)
        may = ", ".join(name for name in room.may if name != room.name) or "nothing"
        lines.append(f"| {room.name} | {members} | {may} | {'yes' if room.inside else 'no'} |")
    return "\n".join(lines)
