"""Golden files: what the library designs compile to, byte for byte (`make golden` refreshes them)."""

import json
from pathlib import Path

import pytest

from tests.compiler.golden import GOLDEN, outputs, refresh, stored
from tests.compiler.library import design, names
from tests.compiler.test_fixtures import EXPLAINED


@pytest.mark.parametrize("name", names())
def test_the_outputs_are_the_golden_files(name: str) -> None:
    wanted, present = outputs(name), stored(name)
    assert sorted(wanted) == sorted(present)
    different = [path for path in wanted if wanted[path] != present[path]]
    assert not different, f"{name}: `make golden` if this was meant: {different}"


@pytest.mark.parametrize("name", names())
def test_every_decision_says_why_by_which_numbers_and_what_would_change_it(name: str) -> None:
    decisions = json.loads(stored(name)["plan.json"])["decisions"]
    silent = [(one["relationship"], what) for one in decisions for what in EXPLAINED if not one[what]]
    assert not silent
    stated = {one["name"] for one in design(name).get("relationships", [])}
    assert stated <= {one["relationship"] for one in decisions}


def test_no_folder_is_left_of_a_design_that_is_gone() -> None:
    cases = {path.name for path in GOLDEN.iterdir() if (path / "plan.json").exists()}
    assert cases == set(names())


def test_refreshing_writes_what_is_missing_and_removes_what_is_stale(tmp_path: Path) -> None:
    stale = tmp_path / "task_tracker" / "old.txt"
    stale.parent.mkdir(parents=True)
    stale.write_text("left over", encoding="utf-8")
    assert "old.txt" in refresh("task_tracker", tmp_path)
    assert stored("task_tracker", tmp_path) == outputs("task_tracker")
    assert refresh("task_tracker", tmp_path) == []
