"""Joins with sharded collections in transactions, which servers before 8.0 refuse: what they join is read first, and the
pipeline goes on with what was read."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Statement
from ..context import OperationContext, ScriptFunction, Unsupported
from ..ir.conditions import Filter, filter_of, where
from ..ir.expressions import FieldPath, LiteralValue, Variable, eq, filter_array
from ..ir.predicates import Eq, In, Predicate
from ..ir.stages import GroupStage, LookupStage, MatchStage, SetStage, Stage, WalkStage
from ..passes.shard_routing import shard_paths

_READ_FIRST = "Reads {} separately: sharded clusters before 8.0 reject $lookup from sharded collections in transactions."
_REFUSED = (
    "It would join {} in a transaction, which sharded clusters before 8.0 reject for sharded collections."
)
_REMEDY = 'set server_version to "8.0", or remove the shard key'


def with_joins_apart(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function that joins no sharded collection in a transaction. Raises Unsupported where there is none that
    does the same."""
    joining = [
        each for each in recipe.statements if each.transaction and any(_sharded(world, each.pipeline or ()))
    ]
    if not joining:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [
        part
        for each in recipe.statements
        for part in (_JoinsApart(world, changed, each).statements() if each in joining else (each,))
    ]
    sources = dict.fromkeys(name for each in joining for name in _sharded(world, each.pipeline or ()))
    changed.remark(_READ_FIRST.format(" and ".join(sources)))
    return changed.numbered()


def _sharded(world: OperationContext, stages: tuple[Stage, ...]) -> Iterator[str]:
    """Yield the sharded collections that stages join."""
    for stage in stages:
        if isinstance(stage, LookupStage | WalkStage):
            if shard_paths(world, stage.source):
                yield stage.source
            inner = stage.stages if isinstance(stage, LookupStage) else None
            yield from _sharded(world, tuple(inner or ()))


class _JoinsApart:
    """A statement whose joins are read before it. matched: what finds its documents; read: the step that has read what
    these are joined by, by path."""

    def __init__(self, world: OperationContext, recipe: ScriptFunction, statement: Statement) -> None:
        self.world, self.recipe, self.statement = world, recipe, statement
        self.matched = Filter()
        self.read: dict[str, str] = {}
        self.before: list[Statement] = []

    def statements(self) -> list[Statement]:
        """Return what reads the joined documents, and the statement with it."""
        stages: list[Stage] = []
        begins, put = True, set[str]()
        for stage in self.statement.pipeline or ():
            begins = begins and isinstance(stage, MatchStage)
            if begins and isinstance(stage, MatchStage):
                self.matched = self.matched.also_all(stage.condition.conditions)
            if any(_sharded(self.world, (stage,))):
                stages.append(self._apart(stage, put))
            else:
                stages.append(stage)
            put |= {stage.name} if isinstance(stage, LookupStage) else {*getattr(stage, "fields", ())}
        return [*self.before, replace(self.statement, pipeline=stages)]

    def _apart(self, stage: Stage, put: set[str]) -> SetStage:
        """Return the stage that puts what a join finds in its place. put: what earlier stages have put into the documents."""
        is_one = self._is_one()
        if not isinstance(stage, LookupStage) or not self._is_simple(stage, put, is_one):
            raise Unsupported(_REFUSED.format(" and ".join(_sharded(self.world, (stage,)))), _REMEDY)
        asked = self._asked(stage, is_one)
        step = self.recipe.step(f"{stage.source} of it", f"other {stage.source} of it")
        pipeline = [MatchStage(filter_of({stage.foreign: asked})), *self._inner(stage, asked, is_one)]
        self.before.append(self._reading("aggregate", stage.source, step, pipeline=pipeline))
        rows = LiteralValue(Outcome(step=step, many=True))
        if is_one:
            return SetStage({stage.name: rows})
        of_it = eq(Variable("row", "_id"), FieldPath(stage.local))
        return SetStage({stage.name: filter_array(rows, "row", of_it)})

    def _is_one(self) -> bool:
        """Whether no more than one document is found: by its id, or by that which one document of another collection has."""
        predicate = self.matched.predicate("_id")
        if isinstance(predicate, Eq):
            return True
        ids = predicate.values if isinstance(predicate, In) else None
        if not isinstance(ids, Outcome) or not ids.each:
            return False
        earlier = next((each for each in self.recipe.statements if each.step == ids.step), None)
        if earlier is None or not isinstance(filter_of(earlier.filter).predicate("_id"), Eq):
            return False
        return not self._is_array(earlier.collection, ids.each)

    def _is_array(self, collection: str, path: str) -> bool:
        ends = [place for place, letter in enumerate(path) if letter == "."]
        above = [self.world.field(collection, path[:end]) for end in (*ends, len(path))]
        return any(field is not None and "array" in field.types for field in above)

    def _is_simple(self, stage: LookupStage, put: set[str], is_one: bool) -> bool:
        """Whether what a join finds can be read apart from what it is joined with."""
        if self.statement.each or any(_sharded(self.world, tuple(stage.stages or ()))):
            return False
        if "." in stage.local or stage.local in put or stage.variables not in (None, _own(stage)):
            return False
        if is_one:
            return True
        last = stage.stages[-1] if stage.stages else None
        groups = isinstance(last, GroupStage) and last.fields["_id"] is None
        is_listed = stage.variables is None and self._is_array(stage.source, stage.foreign)
        return groups and not is_listed and not self._is_array(self.statement.collection, stage.local)

    def _asked(self, stage: LookupStage, is_one: bool) -> Predicate:
        """Return what the joined documents are found by: the value that the documents are, or have, to join them."""
        if stage.local == "_id" and (predicate := self.matched.predicate("_id")) is not None:
            return predicate
        if stage.local not in self.read:
            step = self.recipe.step(f"{self.statement.collection} to join")
            self.before.append(
                self._reading(
                    "findOne" if is_one else "find", self.statement.collection, step,
                    filter=self.matched, projection={stage.local: 1},
                )
            )  # fmt: skip
            self.read[stage.local] = step
        step = self.read[stage.local]
        if is_one:
            return In(Outcome(step=step, path=stage.local, listed=True))
        return In(Outcome(step=step, many=True, each=stage.local))

    def _inner(self, stage: LookupStage, asked: Predicate, is_one: bool) -> Iterator[Stage]:
        """Yield what is made of the joined documents, by what they are joined with where that are several."""
        own = MatchStage(where(eq(FieldPath(stage.foreign), Variable("own"))))
        for each in stage.stages or ():
            if each == own:
                yield MatchStage(filter_of({stage.foreign: asked}))
            elif isinstance(each, GroupStage) and not is_one and each is (stage.stages or ())[-1]:
                yield GroupStage({**each.fields, "_id": FieldPath(stage.foreign)})
            else:
                yield each

    def _reading(self, op: str, collection: str, step: str, **parts: object) -> Statement:
        base = self.statement
        reading = ScriptFunction(
            base.subject, self.recipe.name, base.purpose, script=base.script, transaction=True
        )
        reading.add(
            op, collection, step=step, only_with=base.only_with, unless=base.unless, comment=" ", **parts
        )
        return replace(reading.statements[0], comment="")


def _own(stage: LookupStage) -> dict[str, FieldPath]:
    return {"own": FieldPath(stage.local)}
