"""What `make quick` runs: the tests that a change concerns, nearest first, and no more than there is time for."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import quick, seconds
from tests.__main__ import LINTERS
from tests.affected import dependents, distances, is_test

SOURCES = {
    "designs/compiler/__init__.py": "from .rules.gates import allowed\nfrom .workload.sizes import size_of as size\n",
    "designs/compiler/rules/gates.py": "from ..workload.sizes import size_of\n",
    "designs/compiler/workload/sizes.py": "",
    "designs/compiler/lints/wide.py": "def judge():\n    from ..rules.gates import (\n        allowed,  # of all\n    )\n",
    "designs/urls.py": "from designs.views import report\n",
    "designs/views/__init__.py": "",
    "designs/views/report.py": 'PAGE = "designs/report.html"\n',
    "designs/apps.py": 'ROOT = "designs.urls"\n',
    "templates/designs/report.html": '{% include "designs/_row.html" %}',
    "static/editor/tree.js": "",
    "static/editor/draw/card.js": 'import { grown } from "../tree.js";',
    "tests/compiler/conftest.py": "",
    "tests/compiler/small.py": "from designs.compiler import allowed\n",
    "tests/compiler/test_gates.py": "from tests.compiler.small import design\n",
    "tests/compiler/test_sizes_of_lists.py": "from designs.compiler import size\n",
    "tests/compiler/test_golden.py": 'FOLDER = "golden"\n',
    "tests/js/test_card.py": 'NAME = "draw/card.js"\n',
    "tests/web/test_report_page.py": "def test(client): ...\n",
    "tests/web/test_other.py": "",
}


def near(*changed: str) -> dict[str, int]:
    """The tests of the small project that a change concerns."""
    reached = distances(changed, dependents(SOURCES, changed))
    return {Path(file).stem: distance for file, distance in reached.items() if is_test(file)}


def test_a_module_reaches_the_tests_of_what_imports_it() -> None:
    found = near("designs/compiler/workload/sizes.py")
    assert set(found) == {"test_gates", "test_sizes_of_lists"}
    assert found["test_sizes_of_lists"] < found["test_gates"]
    assert set(near("designs/compiler/lints/wide.py")) == set()
    assert (
        distances(["designs/compiler/rules/gates.py"], dependents(SOURCES))["designs/compiler/lints/wide.py"]
        == 2
    )


def test_a_name_of_a_package_leads_to_its_own_module_before_all_others() -> None:
    assert near("designs/compiler/rules/gates.py")["test_gates"] == 0
    found = near("designs/compiler/rules/gates.py")
    assert (
        found["test_sizes_of_lists"] > 5 > near("designs/compiler/workload/sizes.py")["test_sizes_of_lists"]
    )


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("templates/designs/_row.html", {"test_report_page"}),
        ("designs/views/report.py", {"test_report_page"}),
        ("static/editor/tree.js", {"test_card"}),
        ("tests/golden/anything.json", {"test_golden"}),
        ("tests/compiler/conftest.py", {"test_gates", "test_sizes_of_lists", "test_golden"}),
        ("tests/web/test_other.py", {"test_other"}),
        ("docs/unread.md", set()),
    ],
)
def test_what_is_no_import_is_followed_by_its_name(changed: str, tests: set[str]) -> None:
    assert set(near(changed)) == tests


def test_a_deleted_module_reaches_those_that_still_import_it() -> None:
    sources = {name: text for name, text in SOURCES.items() if name != "designs/compiler/rules/gates.py"}
    reached = distances(
        ["designs/compiler/rules/gates.py"], dependents(sources, ["designs/compiler/rules/gates.py"])
    )
    assert "tests/compiler/test_gates.py" in reached


def test_the_nearest_are_run_as_long_as_there_is_time() -> None:
    tests = {
        "tests/a/test_far.py": 9,
        "tests/a/test_near.py": 2,
        "tests/a/test_cheap.py": 2,
        "tests/web/test_w.py": 4,
    }
    known = {"tests/a/test_far.py": 5.0, "tests/a/test_near.py": 6.0, "tests/a/test_cheap.py": 1.0}
    choice = quick.choose(tests, known, {"plain": 8.0, "web": 8.0})
    assert choice.files == {
        "plain": ["tests/a/test_cheap.py", "tests/a/test_near.py"],
        "web": ["tests/web/test_w.py"],
    }
    assert choice.left == ["tests/a/test_far.py"]
    always = dict.fromkeys(quick.ALWAYS, 99.0)
    assert quick.choose(dict.fromkeys(always, 0), always, {"plain": 8.0, "web": 8.0}).left == []


def test_the_tests_without_django_run_beside_linters_and_all_others() -> None:
    plain, web = quick.BUDGETS
    found = quick.steps(quick.Choice({plain: ["tests/a.py"], web: ["tests/web/b.py"]}, []))
    assert list(found) == [*LINTERS, web, plain]
    assert "no:django" in found[plain] and "no:django" not in found[web]


def test_what_is_not_committed_is_changed_else_what_the_branch_adds() -> None:
    answers: dict[str, list[str]] = {"ls-files": ["new.py"], "diff HEAD": ["a.py"], "merge-base": ["base"]}

    def ask(verb: str, *more: str) -> list[str]:
        return answers.get(verb, answers.get(f"{verb} {more[-1]}", []))

    assert quick.changed(ask=ask) == ["a.py", "new.py"]
    answers |= {"ls-files": [], "diff HEAD": [], "diff base": ["b.py"], "diff v1": ["c.py"]}
    assert quick.changed(ask=ask) == ["b.py"]
    assert quick.changed("v1", ask=ask) == ["c.py"]


def test_no_test_begins_once_time_is_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(seconds, "KEPT", tmp_path / "seconds.json")
    monkeypatch.setattr(seconds, "_taken", seconds.Counter())
    monkeypatch.setattr(seconds, "_not_begun", seconds.Counter())
    begun: Any = SimpleNamespace(nodeid="tests/test_a.py::one", duration=1.5)
    late: Any = SimpleNamespace(nodeid="tests/test_b.py::two", duration=2.5)
    monkeypatch.setenv(seconds.UNTIL, str(time.time() + 60))
    assert seconds.pytest_runtest_protocol(begun) is None
    monkeypatch.setenv(seconds.UNTIL, str(time.time() - 1))
    assert seconds.pytest_runtest_protocol(late)
    for report in (begun, late):
        seconds.pytest_runtest_logreport(report)
    seconds.pytest_sessionfinish()
    assert json.loads(seconds.KEPT.read_text()) == seconds.remembered() == {"tests/test_a.py": 1.5}
