"""Who may import whom among the editor's modules: the road of an edit knows no drawing, gestures know
neither one another nor the network, and only the page's own module puts all of them together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EDITOR = Path(__file__).resolve().parent.parent.parent / "static" / "editor"
_IMPORT = re.compile(
    r"""^(?:import|export)\b[^;]*?from\s*"([^"]+)"|^import\s*"([^"]+)"|\bimport\((?:"([^"]+)"\))?""",
    re.MULTILINE,
)

# The road of an edit, each with all that it may import.
ROAD = {
    "state/tree": set(),
    "state/difference": {"state/tree"},
    "state/edits": {"state/difference", "state/tree"},
    "state/meeting": {"state/difference", "state/edits", "state/tree"},
    "state/state": {"state/difference", "state/edits", "state/meeting", "state/tree"},
    "sync/api": set(),
    "sync/journal": set(),
    "sync/live": set(),
    "layout/geometry": set(),
}
PAGE = {"main", "gestures/index"}
NETWORK = {"sync/api", "sync/journal", "sync/live"}


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
        path = hit[1] or hit[2] or hit[3] or "?"  # "?": an address made at run time, which nobody can check
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
    if name.startswith("gestures/") and name != "gestures/index":
        return not other.startswith("gestures/")
    return name == "gestures/index" or not other.startswith("gestures/")


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
        ("state/state", 'import { cards } from "../canvas/cards.js";'),
        ("sync/api", 'import { State } from "../state/state.js";'),
        ("canvas/cards", 'import { Link } from "../sync/api.js";'),
        ("canvas/cards", 'import {\n  move,\n} from "../gestures/move.js";'),
        ("gestures/move", 'import { choose } from "./choose.js";'),
        ("gestures/move", 'import "../main.js";'),
        ("canvas/scene", "const late = await import(name);"),
    ],
)
def test_a_planted_import_is_seen(name: str, line: str) -> None:
    assert len(forbidden({name: line})) == 1


def test_what_is_meant_is_allowed() -> None:
    assert forbidden({"main": 'import { Link } from "./sync/api.js";\nimport "./canvas/stage.js";'}) == []
    assert forbidden({"gestures/move": 'import { around } from "../layout/geometry.js";'}) == []
