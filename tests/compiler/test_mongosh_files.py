"""The seven scripts as files: what they say of themselves, and that loading one harms nothing."""

from __future__ import annotations

import re
from functools import cache

import pytest

from designs.compiler import EXPORTERS, compile_design, read
from designs.compiler.exporters.mongosh import EXPORTER, SCRIPTS, render
from tests.compiler.library import names, text_of

ALL = pytest.mark.parametrize("name", names())
LEGACY = re.compile(r"\.(save|insert|update|remove|ensureIndex|findAndModify|count|copyTo|getSisterDB)\(")
WRITING = re.compile(r"\.(insert|update|delete|replace|findOneAnd|create|drop|runCommand|bulkWrite)\w*\(")


@cache
def scripts(name: str) -> dict[str, str]:
    """The text of each script of a library design, by its name."""
    value = read(text_of(name)).value
    assert value is not None
    return {
        file.path.removeprefix("mongosh/").removesuffix(".js"): file.text
        for file in render(compile_design(value))
    }


def test_it_is_an_output_of_its_own() -> None:
    assert EXPORTER in EXPORTERS and EXPORTER.output == "mongosh"


@ALL
def test_there_are_seven_in_order(name: str) -> None:
    assert list(scripts(name)) == list(SCRIPTS)


@ALL
def test_each_says_what_it_is_how_it_runs_and_what_it_changes(name: str) -> None:
    for text in scripts(name).values():
        head = text.split("\ndb = db.")[0]
        assert "// Run: mongosh" in head and "// Changes: " in head


@ALL
def test_they_are_plain_ascii_with_current_calls(name: str) -> None:
    for path, text in scripts(name).items():
        assert all(" " <= char <= "~" or char == "\n" for char in text), path
        assert not LEGACY.search(text) and "/*" not in text, path
        assert text.endswith(("}\n", ";\n", ".\n")), path


@ALL
def test_no_file_drops_anything(name: str) -> None:
    assert not any(re.search(r"\.drop\w*\(", text) for text in scripts(name).values())


@ALL
def test_the_audit_only_reads(name: str) -> None:
    assert not WRITING.search(scripts(name)["06_audit"])


def top_level(text: str) -> str:
    """The lines of a script that run when it is loaded: those outside of functions."""
    lines, inside = [], False
    for line in text.split("\n"):
        inside = inside or line.startswith("function ")
        if not inside:
            lines.append(line)
        inside = inside and line != "}"
    return "\n".join(lines)


@ALL
def test_writes_stand_inside_functions(name: str) -> None:
    for path in ("04_queries", "05_sync", "06_audit"):
        loaded = top_level(scripts(name)[path])
        assert not WRITING.search(loaded), path
        assert not re.search(r"^(demo|watch|removeSampleData)\(", loaded, re.MULTILINE), path


def test_the_check_of_top_level_sees_a_write() -> None:
    broken = scripts("university")["04_queries"] + "db.students.deleteMany({});\n"
    assert WRITING.search(top_level(broken))


@ALL
def test_the_same_design_gives_the_same_bytes(name: str) -> None:
    value = read(text_of(name)).value
    assert value is not None
    again = {file.path: file.text for file in render(compile_design(value))}
    assert [*again.values()] == [*scripts(name).values()]


def test_sync_says_so_when_nothing_follows_a_stream() -> None:
    assert "No copy of this design follows a change stream." in scripts("university")["05_sync"]
    assert "function watch(" in scripts("cms")["05_sync"]


def test_a_rolling_collection_is_named_by_its_period() -> None:
    text = scripts("log_hosts")["04_queries"]
    assert "function accessLogCollectionOn(day)" in text and '"month"' in text
