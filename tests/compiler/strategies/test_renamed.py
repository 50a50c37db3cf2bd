"""Nothing depends on what a strategy is called: with other names in the table, the patterns, and the guidelines, all
outputs are the same but for these names."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import STRATEGIES
from tests.compiler.library import Built, built_of
from tests.compiler.strategies.copies import ROOT, answer, copy_to
from tests.compiler.strategies.naming import NAMED

PLACES = ("strategies/table.py", "rules/guidelines/*.py", "plan/patterns/*.py")
# As long as the old ones, so that no line breaks elsewhere.
RENAMED = {name: f"{name[:-1]}Q" for name in STRATEGIES}
BACK = {new: old for old, new in RENAMED.items()}
RENAMED_AGAIN = re.compile(rf"\b(?:{'|'.join(BACK)})\b")
SCRIPT = """
import json, sys
from designs.compiler import EXPORTERS, compile_design, read

told = {}
for name, text in json.load(sys.stdin).items():
    design = read(text).value
    if design is None:
        continue
    compilation = compile_design(design)
    files = {file.path: file.text for exporter in EXPORTERS for file in exporter.render(compilation)}
    files["findings"] = "\\n".join(map(str, compilation.findings))
    told[name] = {"files": files, "strategies": [decision.strategy for decision in compilation.decisions]}
json.dump(told, sys.stdout)
"""


def renamed(text: str) -> str:
    """A text with the new names."""
    return NAMED.sub(lambda found: RENAMED[found[0]], text)


def with_old_names(value: Any) -> Any:
    """What was told, with the old names."""
    return json.loads(RENAMED_AGAIN.sub(lambda found: BACK[found[0]], json.dumps(value)))


@pytest.fixture(scope="module")
def designs() -> dict[str, str]:
    """The designs of the handbook and of the library."""
    files = [
        path
        for place in ("handbook", "library")
        for path in sorted((ROOT / "designs" / place).glob("*.json"))
    ]
    return {path.stem: path.read_text(encoding="utf-8") for path in files}


@pytest.fixture(scope="module")
def told(designs: dict[str, str]) -> Any:
    """What SCRIPT tells here, where nothing is renamed."""
    made = {name: each for name, text in designs.items() if (each := built_of(text)) is not None}
    return {name: _told(each) for name, each in made.items()}


def _told(made: Built) -> Any:
    findings = "\n".join(map(str, made.compilation.findings))
    strategies = [decision.strategy for decision in made.compilation.decisions]
    return {"files": {**made.files, "findings": findings}, "strategies": strategies}


def test_every_strategy_is_chosen_somewhere(told: Any) -> None:
    assert {strategy for one in told.values() for strategy in one["strategies"]} == set(STRATEGIES)


def tried(told: Any, designs: dict[str, str]) -> set[str]:
    """The designs that are compiled with other names: all at length, else two large ones, and, of those that have what
    each strategy does to what stands beside it, the three smallest for each."""
    if os.environ.get("NESTLINK_SOAK"):
        return {*told}
    names = {"web_shop", "university"}
    by_length = sorted(told, key=lambda name: (len(designs[name]), name))
    for strategy in STRATEGIES:
        names |= {*[name for name in by_length if strategy in told[name]["strategies"]][:3]}
    return names


def test_other_names_change_nothing_else(told: Any, designs: dict[str, str], tmp_path: Path) -> None:
    assert len(BACK) == len(STRATEGIES) and not set(BACK) & set(STRATEGIES)
    compiler = copy_to(tmp_path)
    for path in [path for place in PLACES for path in sorted(compiler.glob(place))]:
        path.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
    names = tried(told, designs)
    assert len(names) > 2 * len(STRATEGIES)
    again = answer(tmp_path, SCRIPT, {name: renamed(text) for name, text in designs.items() if name in names})
    assert {strategy for one in again.values() for strategy in one["strategies"]} == set(BACK)
    assert _differing({name: told[name] for name in again}, with_old_names(again)) == []


def test_what_asks_for_a_name_is_seen(told: Any, designs: dict[str, str], tmp_path: Path) -> None:
    compiler = copy_to(tmp_path)
    path = compiler / "strategies" / "__init__.py"
    text = path.read_text(encoding="utf-8")
    planted = text.replace('return self.home == "object"', 'return self.name.startswith("EMBED_ONE")')
    assert planted != text
    path.write_text(planted, encoding="utf-8")
    for path in [path for place in PLACES for path in sorted(compiler.glob(place))]:
        path.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
    few = {name: designs[name] for name in ("web_shop", "university")}
    again = answer(tmp_path, SCRIPT, {name: renamed(text) for name, text in few.items()})
    assert _differing({name: told[name] for name in few}, with_old_names(again))


def _differing(one: Any, other: Any) -> list[str]:
    """The files that are not the same, by design and path."""
    return [
        f"{name}: {path}"
        for name, told in one.items()
        for path, text in told["files"].items()
        if other[name]["files"].get(path) != text
    ]
