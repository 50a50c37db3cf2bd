"""Reads of the workload by what another form of the tree would store: the form's own way to the same nodes."""

from __future__ import annotations

from ....model.conceptual import Operation, given
from ....names.tree_fields import ANCESTORS, CHILDREN, PARENT, role_of
from ...context import OperationContext, RelationshipContext, ScriptFunction
from ..by_strategy import functions_of

# The function of the tree that finds the nodes with this value in one of its fields.
_FOUND_BY = {PARENT: "read", ANCESTORS: "descendants", CHILDREN: "back"}


def by_tree(
    world: OperationContext, operation: Operation, path: str, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The children, the branch or the parent of one node under an operation's name; None for any
    other question. path: what the nodes do not store."""
    matches = given(operation.filter, [])
    if operation.kind != "read" or len(matches) != 1 or matches[0].how != "eq" or matches[0].field != path:
        return None
    step = world.paths.step(operation.entity, path)
    if step is None or step.relationship is None or step.relationship.kind != "tree":
        return None
    link = RelationshipContext(world, step.relationship)
    purpose = _FOUND_BY.get(role_of(world.names, step), "") if not link.traits.nests_tree else ""
    own = next((function for function in functions_of(link) if function.purpose == purpose), None)
    return own.renamed(recipe) if own is not None else None
