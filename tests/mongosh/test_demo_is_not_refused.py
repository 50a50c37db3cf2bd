"""demo() runs every write on the sample documents of a design, and none is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from designs.compiler import read
from tests.mongosh.cases import LIBRARY, ROOT, build, server_version
from tests.mongosh.shell import run, sources

Json = dict[str, Any]
REFUSED = " was refused: "
AT_ONCE = 10
STRANGERS = sorted((ROOT / "tests" / "oracle" / "designs").glob("*.json"))


def designs() -> dict[str, Json]:
    """The designs whose demonstration runs, by name."""
    files = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in [*LIBRARY, *STRANGERS]}
    return {name: source for name, source in files.items() if read(json.dumps(source)).value}


def job(name: str, source: Json) -> Json:
    """All scripts in order, as their heads say, and demo() at last."""
    built = build(source)
    paths = sources(built.scripts, name)
    steps: list[Json] = [
        {"load": paths[script], "name": script} for script in ("setup", "03_sample_data", "04_queries")
    ]
    return {"id": name, "live": True, "direct": True, "version": server_version(built.compilation),
            "steps": [*steps, {"call": "demo"}]}  # fmt: skip


def refusals(journal: Json) -> list[str]:
    """What was refused, or ended the demonstration."""
    texts = [str(line[0]) for line in journal["printed"] if line]
    return [*filter(None, [journal["error"]]), *(text for text in texts if REFUSED in text)]


def told(sources_by_name: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Each refusal, with the design's name."""
    names = [*sources_by_name]
    for start in range(0, len(names), AT_ONCE):
        jobs = [job(name, sources_by_name[name]) for name in names[start : start + AT_ONCE]]
        for name, journal in run(jobs).items():
            yield from ((name, refusal) for refusal in refusals(journal))


def test_no_write_of_a_demonstration_is_refused() -> None:
    assert list(told(designs())) == []


def test_a_refusal_is_seen() -> None:
    """Of two documents with one unique number, where the samples have the first."""
    journal = {"error": None, "printed": [["order.create was refused: E11000"], [{"matchedCount": 1}], []]}
    assert refusals(journal) == ["order.create was refused: E11000"]
