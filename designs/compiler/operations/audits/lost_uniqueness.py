"""Values of unique fields that no index of a sharded collection keeps unique."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Field
from ...plan_model.compilation import unique_within
from ...plan_model.physical import Collection, Located, walk
from ...workload.document_history import VALID_TO, holds_versions
from ..context import ScriptFunction
from ..ir.conditions import Filter, filter_of
from ..ir.expressions import FieldPath, OperatorCall, sum_of
from ..ir.predicates import Ne, above
from ..ir.stages import GroupStage, LimitStage, MatchStage, Stage
from . import MOST, audit_of


def repeated_values(collection: Collection) -> Iterator[ScriptFunction]:
    """Yield the audit of each unique field of a sharded collection that two documents may have the same value of."""
    for located in walk(collection.fields):
        if not _is_lost(collection, located):
            continue
        path = located.path
        held: Filter = filter_of({path: Ne(None)})
        if holds_versions(collection):
            held = held.merged({VALID_TO: None})
        documents = OperatorCall("push", FieldPath("_id"))
        stages: list[Stage] = [
            MatchStage(held),
            GroupStage({"_id": FieldPath(path), "count": sum_of(1), "documents": documents}),
            MatchStage(filter_of({"count": above(1)})),
            LimitStage(MOST),
        ]
        note = f"{path} values in more than one document (a sharded collection has no unique index on {path} alone)."
        yield audit_of(f"collection:{collection.name}", f"{collection.name}.repeated.{path}", note).add(
            "aggregate", collection.name, pipeline=stages
        )


def _is_lost(collection: Collection, located: Located) -> bool:
    """Whether a field is to be unique, and is so among documents of one shard key at most."""
    source = located.field.source
    is_unique = isinstance(source, Field) and source.unique is True and located.field.origin == "own"
    if not is_unique or located.arrays or located.path == "_id":
        return False
    within = unique_within(collection, located.path)
    return within is None or bool(within and not {*within} - {path for path, _ in collection.shard_key})
