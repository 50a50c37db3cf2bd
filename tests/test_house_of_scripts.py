"""The browser modules of the editor import only what their table allows; a planted breach is seen."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from designs.compiler.model.field_types import FIELD_TYPES
from tests.house import modules

ROOT = Path(__file__).resolve().parent.parent
EDITOR = ROOT / "static" / "editor"
MOST_IN_A_FOLDER = 14
WORDS = sorted((ROOT / "templates" / "designs").glob("_editor_*.html"))
# Words that are asked for by a name put together from parts.
_PIECED = re.compile(
    r"^(do_|form_|saved_|nothing_to_|shown_|tab_|severity_|diagram_|work_|eg_|panel_|resize_|costs_|value_)|_(one|other|of)$"
)


def sources() -> dict[str, str]:
    return {
        path.relative_to(EDITOR).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
        for path in EDITOR.rglob("*.js")
    }


def test_only_the_arrows_of_the_table() -> None:
    assert modules.forbidden(sources()) == []


def test_a_folder_has_at_most_fourteen_modules() -> None:
    folders = Counter(path.parent for path in EDITOR.rglob("*.js") if path.stem != "index")
    assert max(folders.values()) <= MOST_IN_A_FOLDER, folders


def test_contributing_shows_the_same_table() -> None:
    assert modules.as_markdown() in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("canvas/cards", 'import { move } from "../gestures/move.js";'),
        ("gestures/move", 'import { drop } from "./drop.js";'),
        ("layout/geometry", 'import { TYPES } from "../language/types.js";'),
        ("state/state", 'import {\n  Link,\n} from "../sync/api.js";'),
        ("stranger", ""),
    ],
)
def test_a_planted_import_is_seen(name: str, line: str) -> None:
    assert modules.forbidden({name: line})


def test_the_table_of_types_is_that_of_the_compiler() -> None:
    rows = re.findall(
        r'\["(\w+)", "(\w+)", "([^"]+)", "([^"]*)"\]', (EDITOR / "language" / "types.js").read_text()
    )
    assert rows == [(row.name, row.family, row.glyph, " ".join(row.spellings)) for row in FIELD_TYPES]


def test_every_word_that_a_module_asks_for_is_on_the_page() -> None:
    held = set(
        re.findall(r'data-word="([\w-]+)"', "".join(path.read_text(encoding="utf-8") for path in WORDS))
    )
    text = "\n".join(sources().values())
    asked = set(re.findall(r'words\("(\w+)"', text)) | set(re.findall(r'Trouble\("(\w+)"', text))
    by_count = {word.removesuffix("_other") for word in held}
    assert asked - held - by_count == set()
    names = set(re.findall(r'"([a-z_]+)"', text))
    assert {word for word in held if word not in names and not _PIECED.search(word)} == set()
