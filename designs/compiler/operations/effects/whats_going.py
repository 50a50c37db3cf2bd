"""Which things go with a delete, or with elements that are taken out: their ids, as a condition."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement
from ...storage import Storage
from ..context import OperationContext, ScriptFunction, outcome
from ..ir.changes import DocumentChange, NamedElement, Pull, Unset
from ..ir.conditions import Filter, filter_of
from ..ir.expressions import FieldPath, OperatorCall
from ..ir.predicates import Eq, In, Ne, Predicate
from ..ir.stages import GroupStage, MatchStage, Stage, UnwindStage
from .stored_changes import StoredChange


class WhatGoes:
    """The things of one kind that a statement of a function takes away. ids: the condition that their ids meet, None
    where nothing says it; reads: the statements that read them first. identity: the path of what identifies these things,
    "" where nothing does; entity: whose they are; said: what is asked of them instead of that."""

    def __init__(
        self,
        world: OperationContext,
        function: ScriptFunction,
        stored: StoredChange,
        identity: str,
        entity: str,
        said: OperatorCall | None = None,
    ) -> None:
        self.world, self.function = world, function
        self.statement = function.statements[stored.number]
        self.path, self.said = stored.path, said
        self.reads: list[Statement] = []
        self.words = world.names.words(entity) if entity else "going"
        self.ids = self._ids(identity)

    def _ids(self, identity: str) -> Predicate | None:
        if not identity or self.statement.each or self.statement.unless or self.statement.retry:
            return None
        change = self._change()
        if self.path and change is None:
            return None
        given = self._given(identity, change) if self.said is None else None
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
        stages += [MatchStage(filter_of({path: Ne(None)})) for path in self._said_by_some()]
        pipeline = [*stages, GroupStage({"_id": self.said or FieldPath(identity)})]
        already = next((each.step for each in self.function.statements if self._is_read(each, pipeline)), "")
        if already:
            return In(outcome(already, many=True, each="_id"))
        step = self.function.step(self.words)
        asked = ScriptFunction(self.function.subject, self.function.name, self.function.purpose)
        asked.transaction = self.statement.transaction
        options = {
            name: value for name, value in (self.statement.options or {}).items() if name == "collation"
        }
        asked.add("aggregate", self.statement.collection, pipeline=pipeline, step=step, options=options)
        self.reads = [replace(each, script=self.function.script, comment="") for each in asked.statements]
        return In(outcome(step, many=True, each="_id"))

    def _said_by_some(self) -> list[str]:
        """Return the paths of which what is asked is made that some documents don't have, which are of another kind: nothing
        made of them would mean whatever has none."""
        parts = self.said.operand if self.said is not None else ()
        paths = [each.path for each in parts if isinstance(each, FieldPath)]
        return [each for each in paths if not self.world.always(self.statement.collection, each)]

    def _is_read(self, other: Statement, pipeline: list[Stage]) -> bool:
        """Return whether the function reads the same ids already."""
        own = self.statement
        if not other.step or other.collection != own.collection or other.each or other.unless:
            return False
        if other.op == "aggregate":
            return bool(other.pipeline == pipeline)
        is_all = other.op == "find" and other.limit is None and own.op == "deleteMany"
        return is_all and other.filter == own.filter and pipeline[-1] == GroupStage({"_id": FieldPath("_id")})


def identity_at(world: OperationContext, source: Storage) -> str:
    """Return the path of what identifies the things that stand at a place, "" where nothing does."""
    path = source.path.path
    if source.leaf or not path:
        return path
    if path == "_id":
        return path
    candidates = [f"{path}._id"]
    if source.locate.kind == "in_array" and source.locate.key:
        candidates.append(f"{source.locate.path}.{source.locate.key}")
    return next((each for each in candidates if world.field(source.path.collection, each) is not None), "")


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
