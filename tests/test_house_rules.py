"""The house rules hold over the project, and each guard is shown to fail on a planted breach."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.house import imports, registries, rooms, texts

ROOT = Path(__file__).resolve().parent.parent
DESIGNS = ROOT / "designs"
REGISTRIES = ("rules/guidelines", "plan/patterns", "lints", "exporters", "importers")

# Folders that have a module for each page, command or step.
LISTED = ("designs/views", "designs/management/commands", "designs/migrations")
OUTPUTS = ("tests/golden/", "designs/compiler/exporters/mongosh/")

# Longer than its budget, by name and with the reason.
ALLOWED_LENGTHS: dict[str, tuple[int, str]] = {}

# What may put markup into a page, how often, and why it is safe.
REVIEWED_SINKS = {
    "designs/delivery/output/code.py": 2,  # each word is escaped on its way in: a test feeds it hostile text
    "designs/delivery/pages/listing.py": 2,  # over what code.py escaped; tested with hostile text
    "designs/delivery/pages/report_page.py": 3,  # each word is escaped; tested with hostile text
    "modeler/server/waiting.py": 1,  # names how htmx swaps a template's line
    "designs/delivery/output/inline_svg.py": 2,  # an allow-list of elements and attributes, tested likewise
}

# Members that share a test file with their siblings.
GROUPED_TESTS = {
    "mongosh": "test_scripts_call_the_plan.py",  # its files are run, not compared
}


@cache
def project_files() -> tuple[str, ...]:
    """Every text file of the project: those that git knows, or would take up."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return tuple(sorted(name for name in names if name and (ROOT / name).is_file() and not _foreign(name)))


def _foreign(name: str) -> bool:
    return name.endswith((".png", ".jpg", ".pdf", ".woff2", ".zip")) or name.startswith("static/vendor/")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def ours(*endings: str) -> list[str]:
    return [name for name in project_files() if name.endswith(endings)]


def sources_of_designs() -> dict[str, str]:
    found = {}
    for path in DESIGNS.rglob("*.py"):
        parts = path.relative_to(DESIGNS).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[module] = path.read_text(encoding="utf-8")
    return found


def members_of(registry: str) -> list[str]:
    """Names of its members: modules, or folders of modules; lints stand in groups."""
    folder = DESIGNS / "compiler" / registry
    if registry == "lints":
        return sorted({path.stem for path in folder.glob("*/*.py")} - {"__init__"})
    found = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    return sorted(found - {"__init__", "base"})


class TestImports:
    def test_only_the_arrows_of_the_table(self) -> None:
        assert imports.forbidden(sources_of_designs()) == []

    def test_no_arrow_runs_up(self) -> None:
        # A room imports those of rows above its own; a module or folder named by itself is no row.
        names = [room.name for room in rooms.ROOMS]
        late = [
            (room.name, name) for n, room in enumerate(rooms.ROOMS) for name in room.may if name in names[n:]
        ]
        assert late == []

    def test_a_table_that_says_nothing_known_is_refused(self) -> None:
        with pytest.raises(ValueError, match="no table"):
            rooms.rooms_in("")
        with pytest.raises(ValueError, match="whatever they like"):
            rooms.rooms_in(
                f"{rooms.HEADING}\n|---|---|---|---|\n| a | `a` | nothing | whatever they like |\n"
            )

    def test_all_above_leaves_out_what_it_names(self) -> None:
        rows = "| a | `a` | nothing | one another |\n| b | `b` | nothing | one another |\n| c | `c/*` | all above but a | one another |"
        assert rooms.rooms_in(f"{rooms.HEADING}\n|---|---|---|---|\n{rows}\n")[-1] == (
            "c",
            ("c.*",),
            ("b",),
            "free",
        )

    def test_the_project_and_the_app_do_not_import_one_another(self) -> None:
        names = [name for name in ours(".py") if name.startswith(("modeler/", "designs/"))]
        assert [name for name in names if self.crosses(name, text_of(name))] == []

    @staticmethod
    def crosses(name: str, text: str) -> bool:
        other = "designs" if name.startswith("modeler/") else "modeler"
        return re.search(rf"(?m)^\s*(from|import) {other}\b", text) is not None

    def test_a_planted_crossing_is_seen(self) -> None:
        assert self.crosses("modeler/a.py", "import os\n    from designs import store\n")
        assert self.crosses("designs/views/a.py", "import modeler.settings\n")
        assert not self.crosses("designs/views/a.py", "from designs import store\n")

    def test_the_app_package_is_empty(self) -> None:
        assert text_of("designs/__init__.py").strip() == ""

    @pytest.mark.parametrize(
        ("module", "line"),
        [
            (
                "compiler.model.conceptual",
                "from ..plan_model.physical import Collection",
            ),  # a room further down
            ("compiler.rules.guidelines.few", "from .many import RULE"),  # another member
            (
                "compiler.rules.guidelines.few.numbers",
                "from ..many import RULE",
            ),  # from a member that is a folder
            ("compiler.exporters.report", "from ..pipeline import run"),  # another room
            (
                "compiler.plan.forecast",
                "from ..rules.guidelines.many import RULE",
            ),  # a room that it leaves out
            ("compiler.workload.sizes", "from designs.store import load"),  # out of the compiler
            ("views.page", "from designs.views.other import page"),  # another view
            ("views.page", "from designs import models"),  # rows
            ("views.page", "from designs.compiler.names.naming import snake"),  # past the door
            ("http", "import designs.access"),  # a room that imports nothing
        ],
    )
    def test_a_planted_import_is_seen(self, module: str, line: str) -> None:
        known = (
            "compiler",
            "compiler.rules.guidelines",
            "compiler.exporters",
            "views",
            "models",
            "store",
            "access",
        )
        known += (
            "compiler.plan_model.physical",
            "compiler.rules.guidelines.many",
            "compiler.pipeline",
            "compiler.names.naming",
            "views.other",
        )
        sources = dict.fromkeys(known, "") | {"": "", module: line}
        assert len(imports.forbidden(sources)) == 1

    def test_a_module_without_a_room_is_seen(self) -> None:
        assert imports.forbidden({"compiler.pantry": ""}) == ["compiler.pantry: has no room in the table"]

    def test_the_arrows_that_are_meant_are_allowed(self) -> None:
        sources = {
            "": "",
            "compiler": "from .rules.guidelines import GUIDELINES\nfrom .model.conceptual import Model",
            "compiler.model.conceptual": "",
            "compiler.rules.guidelines": "from .few import RULE",
            "compiler.rules.guidelines.base": "from ...model.conceptual import Model",
            "compiler.rules.guidelines.few": "from ..base import Guideline\nfrom .numbers import MOST",
            "compiler.rules.guidelines.few.numbers": "",
            "views.page": "from designs.compiler import read\nfrom designs.access import design_or_404",
            "access": "",
        }
        assert imports.forbidden(sources) == []


class TestSizes:
    def test_every_file_is_within_its_budget(self) -> None:
        # Golden files are outputs: as long as their designs make them.
        names = [name for name in ours(".py", ".js", ".mjs", ".html") if not name.startswith("tests/golden/")]
        assert [line for name in names for line in texts.too_long(name, text_of(name), ALLOWED_LENGTHS)] == []

    def test_a_folder_holds_few_modules(self) -> None:
        # Those of the compiler are a figure of the house (tests/house/figures.py).
        modules = [name for name in ours(".py") if name.startswith("designs/")]
        outside = [name for name in modules if not name.startswith("designs/compiler/")]
        assert texts.too_full(outside, LISTED) == []

    def test_a_full_folder_is_seen(self) -> None:
        fifteen = [f"designs/room/m{number}.py" for number in range(15)]
        assert texts.too_full([*fifteen[:14], "designs/room/__init__.py"], ()) == []
        assert texts.too_full(fifteen, ()) == ["designs/room: 15 modules, at most 14"]
        assert texts.too_full(fifteen, ("designs/room",)) == []

    def test_lines_of_javascript_are_within_the_width(self) -> None:
        # What stands in generated scripts is an output, too.
        ours_alone = [name for name in ours(".js", ".mjs") if not name.startswith(OUTPUTS)]
        assert [line for name in ours_alone for line in texts.too_wide(name, text_of(name))] == []

    def test_a_wide_line_is_seen(self) -> None:
        assert texts.too_wide("a.js", "x\n" + "x" * 121) == ["a.js:2: 121 characters"]
        assert not texts.too_wide("a.mjs", "x" * 120)

    def test_exceptions_are_still_needed(self) -> None:
        needless = [name for name in ALLOWED_LENGTHS if not texts.too_long(name, text_of(name), {})]
        assert needless == []

    def test_a_long_file_and_a_long_function_are_seen(self) -> None:
        assert texts.too_long("a.py", "x = 1\n" * 501, {})
        assert texts.too_long("a.js", "let x\n" * 251, {})
        assert texts.too_long("a.html", "<p>\n" * 151, {})
        assert texts.too_long("a.py", "def f():\n" + "    x = 1\n" * 40, {})
        assert not texts.too_long("a.py", "x = 1\n" * 501, {"a.py": (510, "a table")})


class TestRegistries:
    @pytest.mark.parametrize("registry", REGISTRIES)
    def test_every_member_is_in_its_tuple(self, registry: str) -> None:
        init = text_of(f"designs/compiler/{registry}/__init__.py")
        assert registries.unlisted(init, members_of(registry)) == []

    @pytest.mark.parametrize("registry", REGISTRIES)
    def test_every_member_has_a_test_of_its_name(self, registry: str) -> None:
        tests = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
        assert registries.untested(members_of(registry), tests, GROUPED_TESTS) == []

    def test_a_forgotten_line_is_seen(self) -> None:
        init = "from .few import FEW\nfrom .many import MANY\nRULES = (FEW,)\n"
        assert registries.unlisted(init, ["few", "many", "none"]) == ["many", "none"]

    def test_a_forgotten_test_is_seen(self) -> None:
        assert registries.untested(["few", "many"], ["test_few.py"], {"many": "test_gone.py"}) == ["many"]


class TestTexts:
    def test_no_unwanted_words(self) -> None:
        assert [line for name in project_files() for line in texts.unwanted(name, text_of(name))] == []

    def test_no_name_that_says_nothing(self) -> None:
        assert [name for name in project_files() if texts.badly_named(name) and name != "manage.py"] == []

    def test_every_python_file_says_what_it_is(self) -> None:
        assert [name for name in ours(".py") if texts.undocumented(name, text_of(name))] == []

    def test_markup_is_written_only_where_it_was_reviewed(self) -> None:
        names = [name for name in ours(".py", ".js", ".html") if not name.startswith("tests/")]
        found = {name: texts.sinks(text_of(name)) for name in names}
        assert {name: count for name, count in found.items() if count} == REVIEWED_SINKS

    def test_planted_words_are_seen(self) -> None:
        assert texts.unwanted("a.txt", "see https://" + "pypi" + ".org/simple")
        assert texts.unwanted("a.txt", "cat ../" + "shared/x")
        assert texts.unwanted("a.txt", 'open("/ro' + 'ot/x")')
        assert texts.unwanted("a.py", "# TO" + "DO")
        assert not texts.unwanted("a.txt", "the network/root/of it")
        assert texts.badly_named("designs/string_utils.py")
        assert texts.badly_named("designs/services/a.py")
        assert not texts.badly_named("designs/micro.py")
        assert texts.undocumented("a.py", "x = 1")
        assert texts.sinks("{{ name|safe }}") == 1


class TestVendoredFiles:
    problems = staticmethod(runpy.run_path(str(ROOT / "setup" / "vendor.py"))["problems"])

    def test_they_are_what_the_manifest_says(self) -> None:
        assert self.problems(ROOT / "static" / "vendor") == []

    def test_a_changed_file_and_a_stranger_are_seen(self, tmp_path: Path) -> None:
        folder = shutil.copytree(ROOT / "static" / "vendor", tmp_path / "vendor")
        (folder / "stranger.js").write_text("alert(1)")
        assert self.problems(folder) == ["stranger.js: not listed in MANIFEST.json"]
        (folder / "MANIFEST.json").write_text('{"stranger.js": {"sha384": "0", "licence_file": "README.md"}}')
        assert "changed" in self.problems(folder)[0]
