"""Who may import whom among the editor's modules: the road of an edit knows no drawing, gestures know
neither one another nor the network, and only the page's own module puts all of them together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EDITOR = Path(__file__).resolve().parent.parent.parent / "static" / "editor"
_IMPORT = re.compile(
    r"""^(?:import|export)\b[^;]*?from\s*"([^"]+)"|^import\s*"([^"]+)"|\bimport\(""", re.MULTILINE
)

# The road of an edit, each with all that it may import.
ROAD = {
    "tree": set(),
    "difference": {"tree"},
    "edits": {"difference", "tree"},
    "meeting": {"difference", "edits", "tree"},
    "state": {"difference", "edits", "meeting", "tree"},
    "api": set(),
    "journal": set(),
    "live": set(),
    "geometry": set(),
}
PAGE = {"main", "interactions/index"}
NETWORK = {"api", "journal", "live"}


def forbidden(sources: dict[str, str]) -> list[str]:
    """sources: by the module's name below the editor's folder, without its ending."""
    return [
        f"{name} imports {other}"
        for name, text in sources.items()
        for other in imported(name, text)
        if not _may(name, other)
    ]


def imported(name: str, text: str) -> list[str]:
    found = []
    for hit in _IMPORT.finditer(text):
        path = hit[1] or hit[2] or "?"  # "?": an address made at run time, which nobody can check
        parts = [*name.split("/")[:-1], *path.removesuffix(".js").split("/")]
        while ".." in parts:
            at = parts.index("..")
            del parts[at - 1 : at + 1]
        found.append("/".join(part for part in parts if part != "."))
    return found


def _may(name: str, other: str) -> bool:
    if name in ROAD:
        return other in ROAD[name]
    if name == "main":
        return other != "?"
    if other in NETWORK or other == "main" or other.endswith("?"):
        return False
    if name.startswith("interactions/") and name != "interactions/index":
        return not other.startswith("interactions/")
    return name == "interactions/index" or not other.startswith("interactions/")


def test_only_what_is_meant() -> None:
    modules = [path for path in EDITOR.rglob("*.js") if "vendor" not in path.parts]
    sources = {
        str(path.relative_to(EDITOR).with_suffix("")): path.read_text(encoding="utf-8") for path in modules
    }
    assert set(ROAD) <= set(sources)
    assert forbidden(sources) == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("state", 'import { cards } from "./draw/cards.js";'),
        ("api", 'import { State } from "./state.js";'),
        ("draw/cards", 'import { Link } from "../api.js";'),
        ("draw/cards", 'import {\n  move,\n} from "../interactions/move.js";'),
        ("interactions/move", 'import { choose } from "./choose.js";'),
        ("interactions/move", 'import "../main.js";'),
        ("scene", "const late = await import(name);"),
    ],
)
def test_a_planted_import_is_seen(name: str, line: str) -> None:
    assert len(forbidden({name: line})) == 1


def test_what_is_meant_is_allowed() -> None:
    assert forbidden({"main": 'import { Link } from "./api.js";\nimport "./draw/stage.js";'}) == []
    assert forbidden({"interactions/move": 'import { around } from "../geometry.js";'}) == []
