"""The note above a function that adds a link says what the function does where there is one."""

from __future__ import annotations

import re

from tests.compiler.compiled import compiled
from tests.mongosh.test_links_that_are_not_there import theatre
from tests.oracle.judging import scripts_of


def test_a_note_says_that_a_link_is_refused() -> None:
    script = next(text for path, text in scripts_of(compiled(theatre())).items() if "04_queries" in path)
    head, _, rest = script.partition("function teamAdd(")
    note = re.sub(r"\s+(// )?", " ", head.rpartition("\n\n")[2])
    assert "already linked" in rest.partition("\n}")[0]
    assert "Fails if already linked" in note and "Does nothing" not in note
