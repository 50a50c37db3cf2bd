"""mongosh/: scripts that people read before they run them. Loading one harms nothing.

What they call is the plan's statements; helpers that are the same for every design are fragments
of JavaScript beside this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...emit.javascript import script
from ...plan_model.compilation import Compilation
from ...sampling import samples
from ..base import Exporter, OutputFile
from .explaining import explain
from .keeping import audit, sync
from .making import collections, indexes, sample_data, setup
from .scripts import Part, Source, queries

SCRIPTS: dict[str, Callable[[Source], Iterator[Part]]] = {
    "setup": setup,
    "01_collections": collections,
    "02_indexes": indexes,
    "03_sample_data": sample_data,
    "04_queries": queries,
    "05_sync": sync,
    "06_audit": audit,
    "07_explain": explain,
}


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The eight scripts."""
    source = Source(compilation, samples(compilation))
    return tuple(
        OutputFile(path=f"mongosh/{name}.js", text=script(write(source)), media_type="text/javascript")
        for name, write in SCRIPTS.items()
    )


EXPORTER = Exporter(
    slug="mongosh",
    output="mongosh",
    title="mongosh scripts",
    help="Collections, validators, indexes, sample data, queries, sync, audit, and explain.",
    make=render,
)
