"""The designs whose scripts are run: the library, and the small ones that pin each rule."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bson import json_util

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from designs.compiler.model.conceptual import given
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.sampling import samples
from tests.compiler.in_parts import compile_design, with_all_functions
from tests.compiler.random_designs import random_design
from tests.mongosh.odd import odd
from tests.mongosh.shaped import shaped

ROOT = Path(__file__).resolve().parents[2]
RANDOM = [f"random {seed}" for seed in range(8)]
LIBRARY = sorted((ROOT / "designs" / "library").glob("*.json"))
FIXTURES = sorted(path for path in (ROOT / "tests" / "compiler" / "fixtures").glob("F*.json"))
# Of the fixtures those whose strategy or shape no other one has; the rest differ in numbers only.
SHAPES = ["F01", "F04b", "F06", "F07", "F08", "F11", "F12", "F15", "F35v", "F36.2_200-200", "F36.4_300-20",
          "F36.7_inf-inf", "F37g_seq", "F37h_out"]  # fmt: skip


class Built(NamedTuple):
    """A compiled design with what it writes."""

    compilation: Compilation
    scripts: dict[str, str]
    samples: dict[str, list[dict[str, Any]]]

    @property
    def documents(self) -> dict[str, Any]:
        """The sample documents by collection, as Extended JSON."""
        loaded: dict[str, Any] = json.loads(extended(self.samples))
        return loaded


def server_version(compilation: Compilation) -> str:
    """The version of the server that a design is for."""
    return given(compilation.model.server_version, "7.0")


def server_of(compilation: Compilation) -> dict[str, Any]:
    """What a job says of the server that a design is for: its version, and by collection the paths of its shard key."""
    collections = compilation.plan.collections
    keys = {each.name: [path for path, _ in each.shard_key] for each in collections if each.shard_key}
    return {"version": server_version(compilation), "shardKeys": keys}


def extended(value: Any) -> str:
    """Canonical Extended JSON, keys in their order."""
    return json_util.dumps(value, json_options=json_util.CANONICAL_JSON_OPTIONS)


def build(source: Mapping[str, Any]) -> Built:
    """A design given as data, compiled."""
    report = read(json.dumps(source))
    assert report.value is not None, [str(one) for one in report.findings]
    compilation = compile_design(report.value)
    files = {file.path: file.text for file in render(with_all_functions(compilation))}
    return Built(compilation, files, samples(compilation))


@cache
def _built(text: str) -> Built:
    return build(json.loads(text))


def built_once(source: Mapping[str, Any]) -> Built:
    """A design given as data, compiled once for all that give the same."""
    return _built(json.dumps(source))


def source(name: str) -> dict[str, Any]:
    """A design of the library or a fixture, by its file's name without ending, or the odd one."""
    if name == "odd":
        return odd()
    if name == "shaped":
        return shaped()
    if name in RANDOM:
        seed = RANDOM.index(name)
        return random_design(seed, 4 + seed % 5, 4 + seed % 6, 6)
    path = next(one for one in [*LIBRARY, *FIXTURES] if one.stem == name)
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


@cache
def built(name: str) -> Built:
    """A design by name, compiled once."""
    return built_once(source(name))
