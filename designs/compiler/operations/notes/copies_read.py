"""What a read's note says of the copies that it reads instead of what they repeat: how fresh they are."""

from __future__ import annotations

from collections import defaultdict

from ...model.conceptual import Operation, given
from ...names.path_steps import Step
from ...placement.doc_path import DocPath
from ...placement.placed_copy import PlacedCopy
from ...plan_model.decisions import opposite
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..read.lookups import copy_at, named_behind

_FRESHNESS = {
    "immutable": "which never changes",
    "strong": "changed in the same transaction",
    "eventual": "brought up to date within seconds by watch() in 05_sync.js",
    "batch": "as the job in 05_sync.js last left it",
    "snapshot": "as it was at the time of the link",
}


def tell_copies(world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction) -> None:
    """Say in the note which copies the read shows, asks or sorts by instead of joining, and how fresh they are."""
    if not recipe.statements or all(each.collection != spot.collection for each in recipe.statements):
        return
    paths = [*given(operation.projection, []), *(match.field for match in given(operation.filter, []))]
    paths += [key.field for key in given(operation.sort, [])]
    copies: defaultdict[tuple[str, str, str], dict[str, None]] = defaultdict(dict)
    for path, ends, _ in named_behind(world, operation, paths):
        copy = copy_at(world, operation, spot, path, ends[0]) if len(ends) == 1 else None
        if copy is not None:
            copies[_source(world, copy, ends[0]), copy.copy.field, copy.policy][copy.name] = None
    for (word, field, policy), names in copies.items():
        recipe.remark(f"{' and '.join(names)} is a copy of the {word}'s {field}, {_FRESHNESS[policy]}.")


def _source(world: OperationContext, copy: PlacedCopy, end: Step) -> str:
    if end.relationship is None:
        return world.word(copy.owner)
    return RelationshipContext(world, end.relationship).word(opposite(end.side))
