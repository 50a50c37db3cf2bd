"""A strategy's own name stands in few places; everything else asks a trait."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.compiler.strategies.naming import misplaced

ROOT = Path(__file__).resolve().parents[3]
PLACES = {
    "designs/compiler/strategies/table.py": "its row",
    "designs/compiler/rules/guidelines/": "its guideline, and those that are asked before it",
    "designs/compiler/plan/patterns/": "its pattern",
    "designs/delivery/intake/templates.py": "which patterns a template shows",
}


@cache
def sources() -> dict[str, str]:
    files = [*ROOT.glob("designs/**/*.py"), *ROOT.glob("templates/**/*.html"), *ROOT.glob("static/**/*.js")]
    own = (path for path in files if "vendor" not in path.parts)
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in own}


def test_a_strategy_is_named_nowhere_else() -> None:
    assert {path.rpartition(".")[2] for path in sources()} == {"py", "html", "js"}
    assert misplaced(sources(), PLACES) == []


def test_each_of_these_places_is_needed() -> None:
    for place in PLACES:
        assert misplaced(sources(), set(PLACES) - {place}), place


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("designs/compiler/cost/planted.py", 'IN_ARRAYS = {"EMBED_ARRAY"}'),
        ("designs/compiler/cost/planted.py", 'IN_ARRAYS = "EMBED_ARRAY OUTLIER".split()'),
        ("designs/compiler/cost/planted.py", 'told = f"kept as {x} by SUBSET"'),
        ("static/editor/planted.js", 'if (decision.strategy === "EMBED_ONE") return;'),
    ],
)
def test_a_planted_name_is_seen(path: str, text: str) -> None:
    assert len(misplaced({path: text}, PLACES)) == 1


@pytest.mark.parametrize("text", ['"""BUCKET: pages."""', "WHY = 'a bucket'", 'name = "EMBED_ARRAYS"'])
def test_what_names_none_is_left_alone(text: str) -> None:
    assert misplaced({"designs/compiler/cost/planted.py": text}, PLACES) == []
