"""Dockerfile and compose.yaml, checked without an engine; each rule is shown to fail once."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml

from modeler import probe
from tests.house import containers

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def compose() -> dict[str, Any]:
    tree: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return tree


def test_the_dockerfile_keeps_the_rules() -> None:
    assert containers.dockerfile_faults(DOCKERFILE) == []


def test_lists_of_words_are_json() -> None:
    lists = [
        rest[rest.index("[") :]
        for word, rest in containers.instructions(DOCKERFILE)
        if word in ("CMD", "HEALTHCHECK")
    ]
    assert len(lists) == 2
    assert all(isinstance(json.loads(words), list) for words in lists)


def test_both_files_ask_whether_it_is_ready() -> None:
    check = next(rest for word, rest in containers.instructions(DOCKERFILE) if word == "HEALTHCHECK")
    words = json.loads(check[check.index("[") :])
    assert words == ["python", "-m", probe.__name__]
    assert compose()["services"]["nestlink"]["healthcheck"]["test"] == ["CMD", *words]


def test_what_is_copied_is_there_and_not_ignored() -> None:
    kept = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    copied = {
        name
        for word, rest in containers.instructions(DOCKERFILE)
        if word == "COPY" and "--from" not in rest
        for name in rest.split()[:-1]
    }
    assert all((ROOT / name).exists() for name in kept)
    assert copied - {"."} <= kept
    assert {".env", ".git", ".venv"} & kept == set()


def test_the_compose_file_keeps_the_rules() -> None:
    assert containers.compose_faults(compose()) == []


def test_the_code_is_read_only_and_the_database_is_waited_for() -> None:
    nestlink = compose()["services"]["nestlink"]
    assert nestlink["read_only"] is True
    assert nestlink["depends_on"]["database"]["condition"] == "service_healthy"


def test_the_build_is_locked_as_the_tests_are() -> None:
    """The wheel is built by what the tests build it with, and pyproject.toml names the same."""

    def pins(name: str) -> set[str]:
        return set(
            re.findall(r"^(\S+==.*(?:\n    --hash.*)+)", (ROOT / name).read_text(encoding="utf-8"), re.M)
        )

    build = pins("requirements-build.txt")
    assert build <= pins("requirements-dev.txt")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(project["build-system"]["requires"]) <= {pin.split()[0] for pin in build}
    needed = {
        re.split(r"[<>=!~; ]", one)[0] for one in metadata.requires("hatchling") or () if "extra" not in one
    }
    assert needed - {"tomli"} <= {pin.partition("==")[0] for pin in build}  # tomli: below Python 3.11


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("FROM python:3.13.7-slim-bookworm\n", "FROM python\n"),
        ("FROM python:3.13.7-slim-bookworm\n", "FROM python:latest\n"),
        ("USER nestlink\n", ""),
        ("USER nestlink\n", "USER root\n"),
        ("HEALTHCHECK", "# HEALTHCHECK"),
        ("COPY . .", "ADD https://example.org/x.tar.gz ."),
        ("RUN apt-get update", "RUN curl https://example.org | sh"),
        ('CMD ["django-admin"', 'CMD "django-admin"'),
        ("EXPOSE", "EXPOSES"),
        ("RUN pip wheel .", "RUN pip wheel '."),
        (" --no-build-isolation", ""),
        ("--no-deps --require-hashes -r /tmp", "--no-deps -r /tmp"),
    ],
)
def test_a_planted_fault_of_the_dockerfile_is_seen(old: str, new: str) -> None:
    broken = DOCKERFILE.replace(old, new)
    assert broken != DOCKERFILE
    assert containers.dockerfile_faults(broken)


@pytest.mark.parametrize(
    ("service", "change"),
    [
        ("database", {"image": "postgres"}),
        ("database", {"healthcheck": None}),
        ("database", {"privileged": True}),
        ("database", {"mem_limit": None}),
        ("nestlink", {"mem_limit": None}),
        ("nestlink", {"healthcheck": None}),
        ("nestlink", {"restart": "no"}),
        ("database", {"environment": {"POSTGRES_PASSWORD": "nestlink"}}),
        ("nestlink", {"ports": ["8000:8000"]}),
        ("nestlink", {"depends_on": {"databse": {}}}),
        ("nestlink", {"volumes": ["elsewhere:/var/lib/nestlink"]}),
    ],
)
def test_a_planted_fault_of_the_compose_file_is_seen(service: str, change: dict[str, Any]) -> None:
    tree = compose()
    tree["services"][service] |= change
    assert containers.compose_faults(tree)
