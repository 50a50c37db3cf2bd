"""What an output is: a registry entry with all that pages and the command line need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ..content_cache import collector_paused
from ..plan_model.compilation import Compilation

COLLECTION_KINDS = {
    "timeseries": "time series", "capped": "capped", "bucket": "buckets", "link": "links", "overflow": "overflow",
    "revisions": "past versions",
}  # fmt: skip
"""What people call the kinds of collections other than standard ones."""


class OutputFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of the contract. path: relative, with forward slashes. text: whole content."""

    path: str
    text: str
    media_type: str


class Exporter(msgspec.Struct, frozen=True, kw_only=True):
    """One output. output: the command line's name for the group it belongs to
    (plan, report, documents, schemas, mongosh, diagrams). order on pages: the registry's.
    advised: the one file of an output that shows what decisions cost and what would flip them."""

    slug: str
    output: str
    title: str
    help: str
    make: Callable[[Compilation], tuple[OutputFile, ...]]
    advised: str = ""

    @collector_paused()
    def render(self, compilation: Compilation) -> tuple[OutputFile, ...]:
        """Return the files of this output."""
        return self.make(compilation)


def installed_validators(compilation: Compilation) -> dict[str, Any]:
    """Return the validators by collection, as setup installs them: that of a collection with past versions lets them in."""
    return {
        statement.collection: statement.options["validator"]
        for statement in compilation.plan.statements
        if statement.op == "createCollection" and statement.options and "validator" in statement.options
    }
