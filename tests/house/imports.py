"""Reading imports with ast and holding them against the table of rooms."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from .parsed import nodes_of
from .rooms import ROOMS, Room


def forbidden(sources: Mapping[str, str], rooms: tuple[Room, ...] = ROOMS) -> list[str]:
    """Arrows that the table does not allow, and modules that have no room.

    sources: module below designs/ -> its text; a package by its own name (`compiler.guidelines`).
    """
    homeless = [
        f"{module}: has no room in the table" for module in sources if not _place(module, rooms) and module
    ]
    arrows = [(module, target) for module in sources for target in sorted(imported(module, sources))]
    return homeless + [f"{one} imports {other}" for one, other in arrows if not _allowed(one, other, rooms)]


def imported(module: str, sources: Mapping[str, str]) -> set[str]:
    """Modules of our own that this one imports."""
    found = {
        target
        for node in nodes_of(sources[module], ast.Import, ast.ImportFrom)
        for target in _targets(node, module, sources)
    }
    return found - {module}


def _targets(node: ast.AST, module: str, sources: Mapping[str, str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (_below(alias.name) for alias in node.names if _ours(alias.name))
    if not isinstance(node, ast.ImportFrom):
        return
    start = _start(node, module, sources)
    if start is None:
        return
    for alias in node.names:
        inner = f"{start}.{alias.name}".lstrip(".")
        yield inner if inner in sources else start


def _start(node: ast.ImportFrom, module: str, sources: Mapping[str, str]) -> str | None:
    """The module that an `from … import` starts from, below designs/; None for a foreign one."""
    if not node.level:
        return _below(node.module or "") if _ours(node.module or "") else None
    is_package = any(other.startswith(f"{module}.") for other in sources)
    parts = module.split(".") if is_package else module.split(".")[:-1]
    parts = parts[: len(parts) - (node.level - 1)]
    return ".".join([*parts, *(node.module.split(".") if node.module else ())])


def _ours(name: str) -> bool:
    return name == "designs" or name.startswith("designs.")


def _below(name: str) -> str:
    return name.removeprefix("designs").lstrip(".")


def _place(module: str, rooms: Iterable[Room]) -> tuple[Room, int] | None:
    """The room and the member's number; the longest pattern wins, so a folder beats the door."""
    found = [
        (len(member), room, n)
        for room in rooms
        for n, member in enumerate(room.members)
        if _is(module, member)
    ]
    return max(found, key=lambda row: row[0])[1:] if found else None


def _is(module: str, member: str) -> bool:
    folder = member.removesuffix(".*")
    if member == "compiler":
        return module == member
    return module == folder or fnmatchcase(module, f"{folder}.*")


def _allowed(one: str, other: str, rooms: tuple[Room, ...]) -> bool:
    here, there = _place(one, rooms), _place(other, rooms)
    if here is None or there is None:
        return True  # said already: it has no room
    room, number = here
    if room.name == there[0].name:
        return _allowed_inside(room, one, other, number, there[1])
    names = {there[0].name, *(name for name in room.may if _is(other, name))}
    return bool(names & set(room.may))


def _allowed_inside(room: Room, one: str, other: str, number: int, target: int) -> bool:
    member = room.members[number]
    folder = member.removesuffix(".*")
    names_its_members = member != folder and one == folder  # a registry's own __init__
    if room.inside == "free" or names_its_members:
        return True
    if room.inside == "before":
        return target <= number
    return room.inside == "base" and (
        other.endswith(".base") or (number == target and _member(one, folder) == _member(other, folder))
    )


def _member(module: str, folder: str) -> str:
    """The member that a module belongs to: a member may be a folder of its own."""
    return module.removeprefix(f"{folder}.").partition(".")[0]
