"""report.md: all that was decided, for people. Page one is for whoever decides: what was decided, the largest risks,
collections, operations and indexes. What the others look up stands behind it, as the reference."""

from __future__ import annotations

from ...emit.markdown import Document
from ...plan_model.compilation import Compilation
from ..base import Exporter, OutputFile

PATH = "report.md"


def render(compilation: Compilation) -> tuple[OutputFile, ...]:
    """The report as one Markdown file."""
    from ...storage import StorageMap  # loaded with the first report: compiling alone needs none of this
    from ...storage.table import storage_summary
    from .page_one import page_one
    from .reference import reference

    unkept = {each.subject for each in compilation.findings if "unkept" in each.params}
    storage_map = StorageMap(compilation)
    storage = tuple(storage_summary(storage_map, unkept))
    page = Document()
    rare = page_one(page, compilation, storage)
    histories = {each.collection for each in compilation.plan.entity_overlays if each.kind == "SCD2"}
    in_place = {name: storage_map.changed_in_place(name) for name in sorted(histories)}
    reference(page, compilation, storage, in_place, rare)
    return (OutputFile(path=PATH, text=page.text(), media_type="text/markdown"),)


EXPORTER = Exporter(
    slug="report",
    output="report",
    title="Report",
    help="Every decision, in Markdown.",
    make=render,
    advised=PATH,
)
