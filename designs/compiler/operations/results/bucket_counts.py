"""How many elements buckets say that they hold, kept by the deletes of the workload."""

from __future__ import annotations

from ...placement.doc_path import DocPath
from ..context import OperationContext, ScriptFunction
from ..ir.changes import Update
from ..ir.conditions import At, Filter, where
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
    world: OperationContext, recipe: ScriptFunction, spot: DocPath, counts: list[str], filter: Filter
) -> ScriptFunction:
    """The counts of the buckets that hold fewer elements than they say, and what they tell once: those of the owners that
    the elements were found by, else of all. filter: what found the elements."""
    if not counts:
        return recipe
    recipe.remark(f"Bucket counts are updated {APART}")
    size = size_of(if_null(FieldPath(spot.path), []))
    changes = dict.fromkeys(counts, size) | {
        result.path: result.expression for result in told_anew(world, spot.collection)
    }
    owners = tuple(each for each in filter.on_paths if _is_of_owner(world, spot, each))
    if not owners:
        recipe.remark(f"The update of the counts scans every document in {spot.collection}.")
    differing = Filter(owners).merged(where(ne(FieldPath(counts[0]), size)))
    return recipe.add("updateMany", spot.collection, filter=differing, update=Update.computing(changes))


def _is_of_owner(world: OperationContext, spot: DocPath, condition: At) -> bool:
    """Whether a condition is on the reference of buckets to their owner, which no delete of elements changes."""
    field = world.field(spot.collection, condition.path)
    return field is not None and field.origin == "reference"


def is_counted_alone(world: OperationContext, spot: DocPath, counts: list[str]) -> bool:
    """Whether one element less is one less in each count, and nothing else follows."""
    return bool(counts) and not told_anew(world, spot.collection)
