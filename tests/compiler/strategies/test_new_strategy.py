"""A new strategy touches at most eight files, and then it is decided, priced, sampled, and rendered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.compiler.strategies import toy
from tests.compiler.strategies.copies import ROOT, answer, copy_to

DESIGN = ROOT / "designs" / "handbook" / "too-many.json"
MOST_FILES = 8
# Compiles the designs that it reads, and tells each one's decision and files.
SCRIPT = """
import json, sys
from designs.compiler import EXPORTERS, STRATEGIES, compile_design, read, ways_of

told = {}
for name, text in json.load(sys.stdin).items():
    design = read(text)
    compilation = compile_design(design.value)
    (decision,) = compilation.decisions
    told[name] = {
        "rule": decision.rule,
        "strategy": decision.strategy,
        "ways": [way.strategy for one in ways_of(design.value) for way in (*one.open, *one.barred)],
        "files": {file.path: file.text for exporter in EXPORTERS for file in exporter.render(compilation)},
        "known": list(STRATEGIES),
    }
json.dump(told, sys.stdout)
"""


def told_by(place: Path, **designs: Any) -> Any:
    """What the compiler below a folder makes of designs."""
    return answer(place, SCRIPT, {name: json.dumps(design) for name, design in designs.items()})


def design(strategy: str = "auto") -> Any:
    made = json.loads(DESIGN.read_text(encoding="utf-8"))
    (relationship,) = made["relationships"]
    by_student = {
        "name": "own messages", "kind": "read", "entity": "Message", "per_day": 9000,
        "filter": [{"field": "posted_by"}], "sort": [{"field": "posted_on", "direction": -1}],
    }  # fmt: skip
    operations = [*made.get("operations", []), by_student]
    return made | {"relationships": [relationship | {"strategy": strategy}], "operations": operations}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("toys") / "copy"
    copy_to(place)
    return place


@pytest.fixture(scope="module")
def toy_told(copied: Path) -> Any:
    assert toy.NAME not in told_by(copied, ruled=design())["ruled"]["known"]
    toy.add_to(copied / "designs" / "compiler")
    return told_by(copied, ruled=design(), chosen=design(toy.NAME), other=design("PARENT_REF"))


def test_it_touches_few_files() -> None:
    assert len(set(toy.FILES)) == len(toy.FILES) <= MOST_FILES


def test_the_rules_decide_for_it_and_a_designer_may(toy_told: Any) -> None:
    assert [(toy_told[name]["rule"], toy_told[name]["strategy"]) for name in ("ruled", "chosen", "other")] == [
        ("B5T", toy.NAME), ("forced", toy.NAME), ("forced", "PARENT_REF"),
    ]  # fmt: skip
    assert toy.NAME in toy_told["other"]["ways"], "it is offered where another one was chosen"


def plan_of(told: Any) -> Any:
    return json.loads(told["files"]["plan.json"])


def test_it_has_its_functions_and_no_others(toy_told: Any) -> None:
    statements = plan_of(toy_told["ruled"])["statements"]
    names = {statement["recipe"] for statement in statements}
    assert {"messages.read", "messages.add", "messages.orphans.to"} <= names
    assert not {"messages.page", "messages.reassign", "messages.join"} & names
    added = [(one["op"], one["collection"]) for one in statements if one["recipe"] == "messages.add"]
    assert added == [("findOne", "students"), ("insertOne", "messages")], "a message of no student is refused"


def test_it_is_sampled_checked_and_indexed_as_the_reference_that_it_copies(toy_told: Any) -> None:
    mine, theirs = (toy_told[name]["files"] for name in ("chosen", "other"))
    assert mine.keys() == theirs.keys()
    same = {
        "schemas/messages.json",
        "schemas/students.json",
        "mongosh/01_collections.js",
        "mongosh/03_sample_data.js",
    }
    assert {path for path in same if mine[path] != theirs[path]} == set()
    indexes = [
        [one["indexes"] for one in plan_of(toy_told[name])["collections"]] for name in ("chosen", "other")
    ]
    assert indexes[0] == indexes[1] and "posted_by_1_posted_on_-1" in str(indexes)


def test_the_report_and_the_diagram_name_it(toy_told: Any) -> None:
    files = toy_told["ruled"]["files"]
    assert toy.NAME in files["report.md"] and "each child names its parent" in files["report.md"]
    assert "posted#95;by" in files["diagrams/documents.mmd"]


def test_a_place_that_is_gone_is_told(tmp_path: Path) -> None:
    for name in (*toy.NEW, *toy.CHANGED):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="no line begins"):
        toy.add_to(tmp_path)
