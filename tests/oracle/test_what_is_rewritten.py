"""What mongosh rewrites of the scripts that the oracle judges holds all syntax that any of them has, so that scripts that
are run as they are have nothing that its rewriting was not tried on."""

from __future__ import annotations

import json
import subprocess

from designs.compiler import read, write
from tests.compiler.library import built_of
from tests.mongosh.shell import HERE, node, sources
from tests.oracle.judging import scripts_of
from tests.oracle.known import GROUPS, REWRITTEN

JUDGED = ("library", "handbook", "brought")


def syntax(scripts: dict[str, list[str]]) -> dict[str, set[str]]:
    """Return the places of syntax in scripts, which are given as the paths of their files."""
    command = [node(), str(HERE / "harness" / "syntax.js")]
    told = subprocess.run(command, input=json.dumps(scripts), capture_output=True, text=True, check=True)
    return {key: set(found) for key, found in json.loads(told.stdout).items()}


def syntax_of_designs() -> dict[tuple[str, str], set[str]]:
    """Return the places of syntax in the scripts of each design that is judged, by its group and name."""
    paths: dict[str, list[str]] = {}
    for group in JUDGED:
        for name, source in GROUPS[group]():
            model = read(json.dumps(source)).value
            assert model is not None
            made = built_of(write(model))  # the text of its file, which other tests compile, too
            assert made is not None
            files = sources(scripts_of(made.compilation), f"syntax/{group}/{name}")
            paths[f"{group}/{name}"] = list(files.values())
    found = syntax(paths)
    return {
        (group, name): found[f"{group}/{name}"] for group, _, name in (key.partition("/") for key in found)
    }


def missing(found: dict[tuple[str, str], set[str]], rewritten: frozenset[str]) -> dict[str, set[str]]:
    """Return the syntax of each design that stands in no script that is rewritten."""
    tried = {
        one for (group, name), own in found.items() if group == "library" or name in rewritten for one in own
    }
    return {name: own - tried for (_, name), own in found.items() if own - tried}


def test_no_syntax_is_only_run_as_it_is() -> None:
    found = syntax_of_designs()
    assert {name for _, name in found} >= REWRITTEN
    assert missing(found, REWRITTEN) == {}
    # Each on the list is there for something that no other has.
    assert all(missing(found, REWRITTEN - {name}) for name in REWRITTEN)
