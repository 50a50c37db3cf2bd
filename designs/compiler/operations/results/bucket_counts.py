"""How many elements buckets say that they hold, kept by the deletes of the workload."""

from __future__ import annotations

from ...placement.doc_path import DocPath
from ..context import OperationContext, ScriptFunction
from ..ir.changes import Update
from ..ir.conditions import where
from ..ir.expressions import FieldPath, if_null, ne, size_of
from .counting import APART
from .window_metrics import told_anew, totals_of


def counts_of(world: OperationContext, spot: DocPath) -> list[str]:
    """The paths at which a bucket counts the elements of its own array, none for any other array."""
    collection = world.collections[spot.collection]
    if collection.kind != "bucket" or spot.arrays != (spot.path,):
        return []
    own = [field.name for field in collection.fields if field.origin == "bucket" and field.name == "count"]
    return own + totals_of(world, spot.collection)


def recounted(
    world: OperationContext, recipe: ScriptFunction, spot: DocPath, counts: list[str]
) -> ScriptFunction:
    """The counts of the buckets that hold fewer elements than they say, and what they tell once."""
    if not counts:
        return recipe
    recipe.remark(f"Bucket counts are updated {APART}")
    size = size_of(if_null(FieldPath(spot.path), []))
    changes = dict.fromkeys(counts, size) | {
        result.path: result.expression for result in told_anew(world, spot.collection)
    }
    filter = where(ne(FieldPath(counts[0]), size))
    return recipe.add("updateMany", spot.collection, filter=filter, update=Update.computing(changes))


def is_counted_alone(world: OperationContext, spot: DocPath, counts: list[str]) -> bool:
    """Whether one element less is one less in each count, and nothing else follows."""
    return bool(counts) and not told_anew(world, spot.collection)
