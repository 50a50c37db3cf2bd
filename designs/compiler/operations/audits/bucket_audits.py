"""Pages and windows that say something else than what is in them: what another program wrote, or a crash left behind."""

from __future__ import annotations

from collections.abc import Iterator

from ..context import OperationContext, ScriptFunction
from ..ir.conditions import where
from ..ir.expressions import FieldPath, OperatorCall, any_true, if_null, ne, not_, set_equals, size_of
from ..ir.stages import LimitStage, MatchStage, ProjectStage, SetStage, Stage
from ..results.bucket_counts import counts_of
from ..results.window_metrics import told_anew
from .audit_scope import MOST, audit_of


def bucket_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """For each collection of pages or windows: the documents that differ."""
    for relationship in world.names.relationships.values():
        content = world.placement.content(relationship)
        counts = counts_of(world, content) if content is not None else []
        if content is not None and counts:
            size = size_of(if_null(FieldPath(content.path), []))
            yield _audit(world, content.collection, dict.fromkeys(counts, size))


def _audit(world: OperationContext, collection: str, counts: dict[str, OperatorCall]) -> ScriptFunction:
    expressions = {result.path: result.expression for result in told_anew(world, collection)}
    expected = world.free(collection, "expected")
    due = counts | expressions
    unlike = [_differs(world, collection, path, f"{expected}.{path}") for path in due]
    stages: list[Stage] = [
        SetStage({f"{expected}.{path}": expression for path, expression in due.items()}),
        MatchStage(where(any_true(unlike))),
        ProjectStage(dict.fromkeys([*due, expected], 1)),
        LimitStage(MOST),
    ]
    note = f"{', '.join(due)} of {collection} that {'differs' if len(due) == 1 else 'differ'} from what is in the document."
    recipe = audit_of(f"collection:{collection}", f"{collection}.totals", note)
    return recipe.add("aggregate", collection, pipeline=stages)


def _differs(world: OperationContext, collection: str, path: str, due: str) -> OperatorCall:
    """Whether a stored value is not the one that is due; values told once have no order."""
    field = world.field(collection, path)
    if field is None or field.items is None:
        return ne(FieldPath(path), FieldPath(due))
    return not_(set_equals(if_null(FieldPath(path), []), FieldPath(due)))
