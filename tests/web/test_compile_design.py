"""The command's contract: outputs, exit codes, messages, and the same bytes every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from . import forked
from .conftest import LIBRARY, small_design

ROOT = Path(__file__).resolve().parent.parent.parent
FIXED = {
    "plan.json",
    "report.md",
    *(f"mongosh/{name}.js" for name in ("setup", "01_collections", "02_indexes", "03_sample_data")),
    *(f"mongosh/{name}.js" for name in ("04_queries", "05_sync", "06_audit", "07_explain")),
    *(
        f"diagrams/{view}.{kind}"
        for view in ("conceptual", "documents")
        for kind in ("dot", "svg", "png", "pdf", "mmd")
    ),
}


def run(*arguments: str | Path, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, started anew."""
    command = [sys.executable, str(ROOT / "manage.py"), "compile_design", *map(str, arguments)]
    return subprocess.run(
        command, input=text, capture_output=True, timeout=120, check=False, env=os.environ | environment
    )


def begun(
    *arguments: str | Path, text: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, which begins with what is imported here."""
    return forked.command("compile_design", *map(str, arguments), text=text, **environment)


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[bytes]]:
    """The folder and the answer of a start under a hash seed that is not ours."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    out = tmp_path_factory.mktemp("started") / "out"
    return out, run(LIBRARY / "university.json", "--out", out, PYTHONHASHSEED=seed)


def test_it_writes_every_file_of_the_contract(
    started: tuple[Path, subprocess.CompletedProcess[bytes]],
) -> None:
    out, result = started
    assert (result.returncode, result.stderr) == (0, b"")
    plan = json.loads((out / "plan.json").read_text())
    files = {f"documents/{row['file']}.js" for row in plan["collections"]}
    files |= {f"schemas/{row['file']}.json" for row in plan["collections"] if row["validator"]}
    assert names(out) == FIXED | files
    for decision in plan["decisions"]:
        assert decision["relationship"] in result.stdout.decode()
        assert decision["strategy"] in result.stdout.decode()


def test_same_input_same_bytes_under_another_hash_seed(
    started: tuple[Path, subprocess.CompletedProcess[bytes]], university: Path, tmp_path: Path
) -> None:
    one, two = started[0], tmp_path / "two"
    assert begun(university, "--out", two).returncode == 0
    assert names(one) == names(two)
    assert [
        name for name in sorted(names(one)) if (one / name).read_bytes() != (two / name).read_bytes()
    ] == []


def test_only_some_outputs_and_always_the_plan(small: Path, tmp_path: Path) -> None:
    begun(small, "--out", tmp_path / "out", "--only", "report", "--only", "schemas")
    found = names(tmp_path / "out")
    assert {name.partition("/")[0] for name in found} == {"plan.json", "report.md", "schemas"}


def test_it_reads_standard_input(small: Path, tmp_path: Path) -> None:
    result = begun("-", "--out", tmp_path / "out", "--only", "plan", text=small.read_bytes())
    assert result.returncode == 0
    assert names(tmp_path / "out") == {"plan.json"}


def test_every_fault_with_place_and_remedy_and_nothing_written(tmp_path: Path) -> None:
    design = small_design()
    design["relationships"][0]["to"]["entity"] = "Emial"
    design["relationships"][0]["from"]["has"]["min"] = 9
    result = begun("-", "--out", tmp_path / "out", text=json.dumps(design).encode())
    lines = result.stderr.decode().splitlines()
    assert result.returncode == 2
    assert 'relationships[0] "emails", to.entity: Unknown entity "Emial". Did you mean "Email"?' in lines
    assert len(lines) >= 2 and any(line.startswith('relationships[0] "emails", from') for line in lines)
    assert result.stdout == b""
    assert not (tmp_path / "out").exists()


def test_a_terminal_is_not_steered_by_names(tmp_path: Path) -> None:
    design = small_design(name="\x1b]0;owned\x07")
    design["relationships"][0]["name"] = "\x1b[2J"
    result = begun("-", "--out", tmp_path / "out", "--only", "plan", text=json.dumps(design).encode())
    assert b"\x1b" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    "text", [b"", b"{", b"\xff\xfe", b"[]", b"[" * 100_000, b'{"a": 1, "a": 2}', b"1" * 5000]
)
def test_nonsense_is_refused(tmp_path: Path, text: bytes) -> None:
    result = begun("-", "--out", tmp_path / "out", text=text)
    assert result.returncode == 2
    assert result.stderr and b"Traceback" not in result.stderr
    assert not (tmp_path / "out").exists()


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    result = begun(tmp_path / "absent.json", "--out", tmp_path / "out")
    assert result.returncode == 2
    assert b"Can't read" in result.stderr


def test_a_folder_of_someone_else_is_refused(small: Path, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    result = begun(small, "--out", tmp_path)
    assert result.returncode == 2
    assert b"Choose a new or empty folder" in result.stderr
    assert names(tmp_path) == {"diary.txt", "small.json"}


@pytest.mark.parametrize("arguments", [(), ("FILE",), ("FILE", "--out", "DIR", "--only", "everything")])
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...]) -> None:
    assert begun(*arguments).returncode == 2


def test_strict_is_exit_1_where_a_finding_is_an_error(small: Path, tmp_path: Path) -> None:
    assert begun(small, "--out", tmp_path / "fine", "--only", "plan", "--strict").returncode == 0
    design = small_design()
    design["relationships"][0]["from"]["has"] |= {"max": None, "average": 100_000, "growth": "unbounded"}
    design["relationships"][0]["strategy"] = "EMBED_ARRAY"
    text = json.dumps(design).encode()
    assert begun("-", "--out", tmp_path / "out", "--only", "plan", text=text).returncode == 0
    result = begun("-", "--out", tmp_path / "out", "--only", "plan", "--strict", text=text)
    assert result.returncode == 1, result.stderr
    assert (tmp_path / "out" / "plan.json").exists()


def test_a_missing_dot_is_a_warning_and_the_texts_are_written(small: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    result = run(small, "--out", tmp_path / "out", "--only", "diagrams", PATH=str(tmp_path / "bin"))
    assert result.returncode == 0
    assert result.stderr.startswith(b"warning: ")
    found = {name for name in names(tmp_path / "out") if name.startswith("diagrams/")}
    assert found == {
        f"diagrams/{view}.{kind}" for view in ("conceptual", "documents") for kind in ("dot", "mmd")
    }


def test_a_whole_document_is_shown_by_its_collection(tmp_path: Path) -> None:
    series = small_design()
    series["entities"].append(
        {"name": "Reading", "kind": "measurement", "fields": [{"name": "at", "type": "date"}]}
    )
    owner = series["entities"][0]["name"]
    series["relationships"].append(
        {"name": "readings", "kind": "one-to-many", "from": {"entity": owner}, "to": {"entity": "Reading"}}
    )
    result = begun("-", "--out", tmp_path / "out", "--only", "plan", text=json.dumps(series).encode())
    shown = result.stdout.decode()
    assert "TIME_SERIES" in shown and "readings  " in shown and "readings." not in shown


def test_a_place_without_a_path_is_the_collection(tmp_path: Path) -> None:
    design = small_design()
    reading = {
        "name": "Reading",
        "kind": "measurement",
        "fields": [{"name": "at", "type": "date", "required": True}],
    }
    design["entities"] = [{"name": "Device", "fields": [{"name": "model", "type": "string"}]}, reading]
    ends = {"from": {"entity": "Device"}, "to": {"entity": "Reading"}}
    design["relationships"] = [{"name": "readings", "kind": "one-to-many", **ends, "strategy": "TIME_SERIES"}]
    design["operations"] = []
    result = begun("-", "--out", tmp_path / "out", "--only", "plan", text=json.dumps(design).encode())
    assert result.returncode == 0 and b"readings.  " not in result.stdout
