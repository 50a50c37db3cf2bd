"""Writing an output folder: all or nothing, and only over what earlier runs of ours made.

What an earlier run made follows from the plan.json that it left. Files that it made outside the
outputs that are asked for now stay, though the new plan.json may not tell of them any more:
those are remembered in a hidden file beside it until a run removes them.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

PLAN = "plan.json"
LEFTOVERS = ".nestlink-leftovers.json"
FORMAT = "nestlink-plan/"

_FIXED = {
    "report": ("report.md",),
    "mongosh": tuple(
        f"mongosh/{name}.js"
        for name in (
            "setup",
            "01_collections",
            "02_indexes",
            "03_sample_data",
            "04_queries",
            "05_sync",
            "06_audit",
            "07_explain",
        )
    ),
    "diagrams": tuple(
        f"diagrams/{view}.{kind}"
        for view in ("conceptual", "documents")
        for kind in ("dot", "mmd", "svg", "png", "pdf")
    ),
}
_EACH_COLLECTION = {"documents": ".js", "schemas": ".json"}
_SAFE_NAME = re.compile(r"(?!\.\.?\Z)[^/\\\x00-\x1f]{1,200}\Z")


class FolderRefused(Exception):
    """The folder can't be written to; the message says why and what to do. Nothing was changed."""


def write_folder(
    folder: Path,
    files: Mapping[str, bytes],
    asked: Iterable[str],
    settled: Callable[[], None] = lambda: None,
) -> None:
    """Make the folder hold these files, plan.json among them, and remove what earlier runs made
    within the outputs asked for. Raises FolderRefused before anything changed.

    settled: called when all is written beside its place, before anything changes; it may still raise.
    """
    wanted = frozenset(asked)
    try:
        earlier = _earlier(folder)
        _refuse_detours(folder, [*files, *earlier])
        stale = {path for path, output in earlier.items() if path not in files and output in wanted}
        untold = {path for path in earlier if path not in files} - made_by(json.loads(files[PLAN])).keys()
        _replace_all(folder, files, untold, stale, settled)
    except OSError as error:
        raise FolderRefused(f"Can't write to {folder} ({error.strerror}). Choose another folder.") from error


def made_by(plan: Mapping[str, Any]) -> dict[str, str]:
    """Every path that a run with this plan may have written, and its output."""
    paths = {path: output for output, paths in _FIXED.items() for path in paths}
    for collection in plan.get("collections", ()):
        name = collection.get("file")
        if not isinstance(name, str) or not _SAFE_NAME.match(name):
            continue
        for output, ending in _EACH_COLLECTION.items():
            if output != "schemas" or collection.get("validator"):
                paths[f"{output}/{name}{ending}"] = output
    return paths


def _earlier(folder: Path) -> dict[str, str]:
    """Existing files that earlier runs made: path -> output."""
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise FolderRefused(f"{folder} isn't a folder. Choose another name.")
        return {}
    if not any(folder.iterdir()):
        return {}
    paths = made_by(_our_plan(folder)) | _leftovers(folder)
    return {path: output for path, output in paths.items() if (folder / path).is_file()}


def _our_plan(folder: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        plan = json.loads((folder / PLAN).read_bytes())
        if isinstance(plan, dict) and str(plan.get("format", "")).startswith(FORMAT):
            return plan
    raise FolderRefused(
        f"{folder} contains other files (no {PLAN}), so nothing was written. Choose a new or empty folder."
    )


def _leftovers(folder: Path) -> dict[str, str]:
    with suppress(OSError, ValueError, AttributeError, TypeError):
        listed = json.loads((folder / LEFTOVERS).read_bytes())
        return {path: output for path, output in map(_output_of, listed) if output}
    return {}


def _output_of(path: str) -> tuple[str, str]:
    """The path with its output, "" where no run of ours writes such a file."""
    output, _, name = path.partition("/")
    ending = _EACH_COLLECTION.get(output, "")
    ours = path in _FIXED.get(output, ()) or (ending and name.endswith(ending) and _SAFE_NAME.match(name))
    return path, output if ours else ""


def _refuse_detours(folder: Path, paths: Iterable[str]) -> None:
    """A link inside the folder must not lead our writing or removing out of it."""
    root = folder.resolve()
    within: dict[Path, list[Path]] = {}
    for path in paths:
        within.setdefault(Path(path).parent, []).append(folder / path)
    for parent, places in within.items():
        place = folder / parent
        if place.resolve() != root / parent:
            raise FolderRefused(f"{places[0]} blocks the output or links outside the folder. Move it.")
        if place.exists() and not place.is_dir():
            raise FolderRefused(f"{place} blocks a folder of that name. Move it.")
        for target in places if place.exists() else ():
            if target.is_dir():
                raise FolderRefused(f"{target} blocks the output or links outside the folder. Move it.")


def _replace_all(
    folder: Path,
    files: Mapping[str, bytes],
    untold: set[str],
    stale: set[str],
    settled: Callable[[], None],
) -> None:
    """Write every file beside its place, rename them all, remove what is stale.

    untold: earlier files that the new plan.json doesn't tell of. They are noted before it takes its
    place, so that no file is forgotten when a run is killed on the way.
    """
    _put(folder, ({LEFTOVERS: _listed(untold)} if untold else {}) | dict(files), settled)
    _remove(folder, stale)
    if untold - stale:
        _put(folder, {LEFTOVERS: _listed(untold - stale)})
    else:
        (folder / LEFTOVERS).unlink(missing_ok=True)


def _listed(paths: Iterable[str]) -> bytes:
    return (json.dumps(sorted(paths), indent=2) + "\n").encode()


def _put(folder: Path, contents: Mapping[str, bytes], settled: Callable[[], None] = lambda: None) -> None:
    """Write all beside their places, then rename: the list of leftovers first, then the plan."""
    new_folders: list[Path] = []
    run = secrets.token_hex(8)
    beside = {
        path: (folder / path).with_name(f".nestlink-{run}-{number}.new")
        for number, path in enumerate(contents)
    }
    try:
        _make_folders(folder, contents, new_folders)
        for path, content in contents.items():
            _write_new(beside[path], content)
        settled()
    except BaseException:
        _undo(beside.values(), new_folders)
        raise
    for path in sorted(beside, key=lambda path: (path != LEFTOVERS, path != PLAN, path)):
        beside[path].replace(folder / path)


def _make_folders(folder: Path, paths: Iterable[str], new_folders: list[Path]) -> None:
    """Make what is missing on the way, and note it, deepest last."""
    for place in sorted({(folder / path).parent for path in paths} | {folder}):
        missing = [parent for parent in (place, *place.parents) if not parent.exists()]
        for parent in reversed(missing):
            parent.mkdir()
            new_folders.append(parent)


def _write_new(place: Path, content: bytes) -> None:
    """Write a file that isn't there yet, down to the disk, with the usual permissions."""
    with place.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _undo(written: Iterable[Path], new_folders: list[Path]) -> None:
    for path in written:
        path.unlink(missing_ok=True)
    for folder in reversed(new_folders):
        with suppress(OSError):
            folder.rmdir()


def _remove(folder: Path, stale: Iterable[str]) -> None:
    places = [folder / path for path in stale]
    for place in places:
        place.unlink(missing_ok=True)
    for parent in {place.parent for place in places} - {folder}:
        with suppress(OSError):  # something else lives there
            parent.rmdir()
