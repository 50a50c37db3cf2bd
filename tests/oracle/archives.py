"""Archives: collections beside those of the plan, with the documents that were moved there because they are old."""

from __future__ import annotations

from msgspec.structs import replace

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Collection, archives_in


def archives(compilation: Compilation) -> dict[str, str]:
    """Return by collection the name of the archive that its old documents are moved to."""
    return archives_in(compilation.plan.statements)


def collections_with_archives(compilation: Compilation) -> tuple[Collection, ...]:
    """Return the collections of a plan and their archives, which have neither validators nor indexes."""
    beside = archives(compilation)
    return (
        *compilation.plan.collections,
        *(
            replace(collection, name=beside[collection.name], validator=None, indexes=())
            for collection in compilation.plan.collections
            if collection.name in beside
        ),
    )
