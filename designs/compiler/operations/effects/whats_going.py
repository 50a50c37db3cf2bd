"""Which things go with a delete, or with elements that are taken out: their ids, as a condition."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement
from ...storage import ExistsFact, Storage
from ..context import OperationContext, ScriptFunction, outcome
from ..ir.changes import DocumentChange, NamedElement, Pull, Unset
from ..ir.conditions import Filter, filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import Eq, In, Predicate
from ..ir.stages import GroupStage, MatchStage, Stage, UnwindStage
from .left_behind import FactChange


class WhatGoes:
    """The things of one kind that a statement of a function takes away. ids: the condition that their ids meet, None
    where nothing says it; reads: the statements that read them first."""

    def __init__(self, world: OperationContext, function: ScriptFunction, change: FactChange) -> None:
        self.world, self.function = world, function
        self.statement = function.statements[change.stored.number]
        self.path = change.stored.path
        self.reads: list[Statement] = []
        self.words = world.names.words(change.fact.entity) if isinstance(change.fact, ExistsFact) else "going"
        self.ids = self._ids(self._identity(change.source))

    def _identity(self, source: Storage) -> str:
        """Return the path of what identifies those that go, "" where nothing does."""
        path = source.path.path
        if source.leaf or not path:
            return path
        if path == "_id":
            return path
        candidates = [f"{path}._id"]
        if source.locate.kind == "in_array" and source.locate.key:
            candidates.append(f"{source.locate.path}.{source.locate.key}")
        fields = (each for each in candidates if self.world.field(source.path.collection, each) is not None)
        return next(fields, "")

    def _ids(self, identity: str) -> Predicate | None:
        if not identity or self.statement.each or self.statement.unless or self.statement.retry:
            return None
        change = self._change()
        if self.path and change is None:
            return None
        given = self._given(identity, change)
        return given if given is not None else self._read(identity, change)

    def _change(self) -> DocumentChange | None:
        """Return the change that takes elements or parts out of documents."""
        changes = self.statement.update.changes if self.statement.update is not None else ()
        taken = (each for each in changes if isinstance(each, Pull | Unset) and each.place.path == self.path)
        return next(taken, None)

    def _given(self, identity: str, change: DocumentChange | None) -> Predicate | None:
        """Return the condition by which the statement itself finds those that go."""
        if change is None:
            return _by_value(filter_of(self.statement.filter).predicate(identity))
        key = identity[len(self.path) + 1 :]
        if isinstance(change, Pull) and isinstance(change.condition, Filter):
            return (
                _by_value(change.condition.predicate(key)) if len(change.condition.conditions) == 1 else None
            )
        if (
            isinstance(change, Pull)
            and isinstance(change.condition, Eq)
            and isinstance(change.condition.value, Param)
        ):
            return Eq(outcome(change.condition.value.name, key))
        return None

    def _read(self, identity: str, change: DocumentChange | None) -> Predicate | None:
        """Read the ids of those that go, before they do."""
        stages: list[Stage] = [MatchStage(filter_of(self.statement.filter))]
        arrays = _arrays(self.world, self.statement.collection, identity)
        stages += [UnwindStage(array) for array in arrays]
        taken = _taken(change)
        if taken is None:
            return None
        stages += [MatchStage(each) for each in taken]
        step = self.function.step(self.words)
        asked = ScriptFunction(self.function.subject, self.function.name, self.function.purpose)
        asked.transaction = self.statement.transaction
        options = {
            name: value for name, value in (self.statement.options or {}).items() if name == "collation"
        }
        pipeline = [*stages, GroupStage({"_id": FieldPath(identity)})]
        asked.add("aggregate", self.statement.collection, pipeline=pipeline, step=step, options=options)
        self.reads = [replace(each, script=self.function.script, comment="") for each in asked.statements]
        return In(outcome(step, many=True, each="_id"))


def _by_value(predicate: Predicate | None) -> Predicate | None:
    by_value = isinstance(predicate, Eq) and isinstance(predicate.value, Param | Outcome)
    return predicate if by_value or isinstance(predicate, In) else None


def _arrays(world: OperationContext, collection: str, path: str) -> list[str]:
    """Return the arrays on the way to a path, from the outermost in."""
    steps = path.split(".")
    prefixes = [".".join(steps[:count]) for count in range(1, len(steps) + 1)]
    fields = ((each, world.field(collection, each)) for each in prefixes)
    return [each for each, field in fields if field is not None and "array" in field.types]


def _taken(change: DocumentChange | None) -> list[Filter] | None:
    """Return the conditions on the elements that a change takes out, None where nothing says them."""
    if change is None:
        return []
    conditions: list[Filter] = []
    for element in change.place.elements:
        if not isinstance(element, NamedElement) or element.condition is None:
            return None
        conditions.append(element.condition.under(element.array))
    condition: Any = change.condition if isinstance(change, Pull) else Filter()
    if isinstance(condition, Filter):
        return [*conditions, condition.under(change.place.path)] if condition else conditions
    return [*conditions, filter_of({change.place.path: condition})]
