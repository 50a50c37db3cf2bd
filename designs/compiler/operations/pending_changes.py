"""What pipelines see of a change that is not made yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ..plan_model.physical import BuiltValue, Outcome, Statement
from .ir.changes import Compute, Unset, Update
from .ir.conditions import At, filter_of
from .ir.expressions import (
    DOCUMENT,
    REMOVE,
    ROOT,
    FieldPath,
    LiteralValue,
    OperatorCall,
    cond,
    eq,
    if_null,
    in_,
)
from .ir.node import OperationNode
from .ir.predicates import Eq, In, Ne, NotIn
from .ir.stage_rendering import may_be_left_out
from .ir.stages import LookupStage, MatchStage, SetStage, Stage, UnionStage, UnwindStage


class PendingChange(msgspec.Struct, frozen=True):
    """A change of documents of a collection. which: what holds of their ids; update: in steps that the server works
    out, None where they are deleted; paths: what it writes."""

    collection: str
    which: Eq | In
    update: Update | None
    paths: tuple[str, ...]

    @property
    def is_meant(self) -> OperatorCall:
        """The expression that is true of the documents."""
        if isinstance(self.which, Eq):
            return eq(FieldPath("_id"), LiteralValue(self.which.value))
        return in_(FieldPath("_id"), LiteralValue(self.which.values))

    @property
    def left_out(self) -> MatchStage:
        """The stage that gives all documents but these."""
        other = Ne(self.which.value) if isinstance(self.which, Eq) else NotIn(self.which.values)
        return MatchStage(filter_of({"_id": other}))

    def stages_once_made(self, behind: Iterable[Any]) -> list[Stage]:
        """Return the stages that give documents as they are once it is made, as far as those behind ask for it."""
        if self.update is None:
            return [self.left_out]
        stages: list[Stage] = []
        for step in reversed(self.update.steps):
            asked = _paths([*stages, *behind])
            wanted = [change for change in step if _is_asked(change.place.path, asked)]
            if wanted:
                stages.insert(0, SetStage({change.place.path: self._instead(change) for change in wanted}))
        return stages

    def _instead(self, change: Any) -> OperatorCall:
        value = change.expression if isinstance(change, Compute) else REMOVE
        if not isinstance(change, Compute | Unset):
            value = LiteralValue(change.value)
        old = FieldPath(change.place.path)
        return cond(self.is_meant, unless_left_out(value, old), old)

    def leads(self, lookup: LookupStage) -> bool:
        """Return whether it changes by what documents are found in a look-up."""
        return lookup.source == self.collection and any(
            f"{lookup.foreign}.".startswith(f"{path}.") for path in self.paths
        )


def unless_left_out(value: Any, old: Any) -> Any:
    """Return the expression of a value that an update puts, the old one where the caller leaves it out."""
    return if_null(value, old) if may_be_left_out(value) else value


def is_led_elsewhere(statement: Statement, change: PendingChange) -> bool:
    """Return whether a change leads documents from some of those whose results are worked out to others."""
    return any(change.leads(lookup) for lookup in _lookups(statement.pipeline))


def reads(statement: Statement, collection: str) -> bool:
    """Return whether a pipeline reads another collection."""
    return any(lookup.source == collection for lookup in _lookups(statement.pipeline))


def _lookups(stages: Iterable[Stage] | None) -> list[LookupStage]:
    lookups = [stage for stage in stages or () if isinstance(stage, LookupStage)]
    return lookups + [inner for stage in lookups for inner in _lookups(stage.stages)]


def seen_by(statement: Statement, changes: Sequence[PendingChange]) -> Statement:
    """Return a statement whose pipeline works with documents as they are once changes are made."""
    for change in reversed(changes):  # each goes in front of those that are made after it
        stages = _inside(statement.pipeline, change)
        if statement.collection == change.collection:
            first = 1 if stages and isinstance(stages[0], MatchStage) else 0
            stages = [*stages[:first], *change.stages_once_made(stages[first:]), *stages[first:]]
        statement = replace(statement, pipeline=stages)
    return statement


def _inside(stages: Iterable[Any] | None, change: PendingChange) -> list[Any]:
    return [_looked_up(stage, change) for stage in stages or ()]


def _looked_up(stage: Any, change: PendingChange) -> Any:
    if isinstance(stage, UnionStage):
        inner = _inside(stage.stages, change)
        changes = change.stages_once_made(inner) if stage.collection == change.collection else []
        return replace(stage, stages=(*changes, *inner))
    if not isinstance(stage, LookupStage):
        return stage
    if stage.stages is not None:
        stage = replace(stage, stages=tuple(_inside(stage.stages, change)))
    if stage.source != change.collection:
        return stage
    exact = change.update is None or not change.leads(stage) or stage.variables
    changes = change.stages_once_made(stage.stages or ()) if exact else [change.left_out]
    for first in reversed(changes):
        stage = stage.with_first(first)
    return stage


def _paths(stages: Iterable[Any]) -> set[str]:
    """Return the paths that stages ask for."""
    paths: set[str] = set()
    for node in nodes(list(stages)):
        if isinstance(node, FieldPath | At | UnwindStage):
            paths.add(node.path)
        elif isinstance(node, LookupStage):
            paths.add(node.local)
        elif node in (ROOT, DOCUMENT):
            paths.add("")
    return paths


def _is_asked(path: str, asked: Iterable[str]) -> bool:
    """Return whether what stands at a path is in or around something that is asked for."""
    return any(
        not each or f"{path}.".startswith(f"{each}.") or f"{each}.".startswith(f"{path}.") for each in asked
    )


def nodes(value: Any) -> Iterator[Any]:
    """Yield the nodes of a value, and what it names of earlier statements."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from nodes(inner)
    elif isinstance(value, BuiltValue):
        yield from nodes(value.parts)
    elif isinstance(value, Outcome):
        yield value
    elif isinstance(value, OperationNode):
        yield value
        for name in value.__struct_fields__:
            yield from nodes(getattr(value, name))
