"""The wheel, alone in an empty environment: it compiles, checks, and serves its pages."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
import urllib.request
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest

from designs.delivery.compiled.compiled_design import Refused, compile_text

from .test_serve import page

ROOT = Path(__file__).resolve().parent.parent.parent
LEFT_BY_BUILDING = ("build", "dist", "nestlink.egg-info")


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a program that knows nothing of the checkout."""
    kept = ("PATH", "SSL_CERT_FILE", "TMPDIR")
    names = {name: value for name, value in os.environ.items() if name in kept or name.startswith("PIP_")}
    names |= {"HOME": str(cwd), "NESTLINK_HOME": str(cwd / "kept")}
    done = subprocess.run(
        command, cwd=cwd, env=names, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def link(package: Distribution, version: str, there: Path) -> None:
    """Put the files of an installed package into another environment: pip would write and compile them anew."""
    assert package.version == version
    here = Path(str(package.locate_file("")))
    for file in package.files or ():
        if ".." not in file.parts and (here / file).is_file():
            (there / file).parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(here / file, there / file)
            except OSError:  # another file system
                shutil.copy2(here / file, there / file)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment env/ that holds the pinned packages, as the setup installed them, and the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    before = {name for name in LEFT_BY_BUILDING if (ROOT / name).exists()}
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        ROOT,
        "--no-build-isolation",
        "--no-deps",
        "-q",
        "-w",
        folder,
    ]
    subprocess.run(build, cwd=folder, check=True)
    assert {name for name in LEFT_BY_BUILDING if (ROOT / name).exists()} == before
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    for name, version in PINNED.findall((ROOT / "requirements.txt").read_text(encoding="utf-8")):
        link(distribution(name), version, next((folder / "env" / "lib").glob("python*/site-packages")))
    own = ["--python", folder / "env" / "bin" / "python"]
    # What is never imported need not be compiled.
    pip = [sys.executable, "-m", "pip", *own, "install", "-q", "--no-deps", "--no-compile", "--no-index"]
    subprocess.run([*pip, *folder.glob("*.whl")], check=True)
    return folder


def test_it_compiles_as_the_checkout_does(installed: Path, university: Path) -> None:
    design = installed / "design.json"
    design.write_bytes(university.read_bytes())
    nestlink = installed / "env" / "bin" / "nestlink"
    assert "EMBED" in run(nestlink, "compile", design.name, "--out", "out", cwd=installed)
    result = compile_text(design.read_bytes(), frozenset({"plan", "mongosh", "documents"}))
    assert not isinstance(result, Refused)
    assert result.files
    for file in result.files:
        assert (installed / "out" / file.path).read_text(encoding="utf-8") == file.text
    run(nestlink, "check", design.name, cwd=installed)
    assert not (installed / "kept").exists()


@pytest.mark.at_length
def test_it_serves_its_pages(installed: Path) -> None:
    nestlink = installed / "env" / "bin" / "nestlink"
    kept = installed / "kept"
    names = {"PATH": os.environ["PATH"], "NESTLINK_HOME": str(kept), "HOME": str(installed)}
    command = [nestlink, "run", "--port", "8790"]
    with subprocess.Popen(command, cwd=installed, env=names, stdout=subprocess.PIPE, text=True) as server:
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://127\.0\.0\.1:\d+/", line)
            assert address, line
            front = page(address[0])
            assert "/designs/university/" in front
            assert "Decisions" in page(f"{address[0]}designs/university/")
            style = re.search(r'href="/(static/css/base\.[0-9a-f]+\.css)"', front)
            assert style, front
            with urllib.request.urlopen(address[0] + style[1], timeout=5) as answer:
                assert "immutable" in answer.headers["Cache-Control"]
        finally:
            server.terminate()
    assert stat.S_IMODE((kept / ".env").stat().st_mode) == 0o600
    assert {".env", "db.sqlite3", "staticfiles"} <= {path.name for path in kept.iterdir()}


@pytest.mark.parametrize("name", ["requirements.in", "requirements-postgres.in"])
def test_the_wheel_asks_for_what_is_pinned(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = (
        project["dependencies"] if name == "requirements.in" else project["optional-dependencies"]["postgres"]
    )
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert asked == [line for line in lines if line and not line.startswith("-")]
