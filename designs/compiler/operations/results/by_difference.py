"""Counts and sums that an update of one child moves: by the difference between what the child was and what it is, where
all children would be counted anew otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...names.inflection import singular
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Param, Statement
from ...workload.document_history import holds_versions
from ..atomic import has_transactions
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from ..document_places import Address
from ..functions.split_subtypes import collections_of
from ..identifiers import without_id
from ..ir.changes import Inc, Update, UpdatePath
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath, OperatorCall, add, if_null, subtract
from ..ir.predicates import Eq
from ..ir.stages import MergeStage, UnionStage
from ..passes.placement_variants import whole
from ..passes.same_document_results import following
from ..write.written_paths import touches
from .computed import Figure, by_one, figures_of
from .counting import counting
from .dependents import Results

_ONE = frozenset({"updateOne", "findOneAndUpdate"})


class Moving(NamedTuple):
    """A relationship whose parents have counts and sums of their children that the children move. reference: where a
    child names its parent."""

    link: RelationshipContext
    reference: str
    figures: tuple[Figure, ...]

    def touched(self, write: Statement) -> list[Figure]:
        """Return the figures that an update of a child may move."""
        if touches(write, [self.reference]):
            return [*self.figures]
        return [each for each in self.figures if each.value and touches(write, [each.value])]


class Difference(NamedTuple):
    """What an update of one child comes to. first: what is read before it; changed: itself, with what is read behind it;
    behind: the updates of the parents; results: those that move by these."""

    first: list[Statement]
    changed: list[Statement]
    behind: list[Statement]
    results: frozenset[Results]


def difference(
    world: OperationContext, recipe: ScriptFunction, write: Statement, kept: set[tuple[str, str]]
) -> Difference | None:
    """Return how a write moves results by what it changes, None where it moves none so. kept: by collection, the paths
    that the function writes itself."""
    if not _is_of_one(recipe, write) or not _is_together(world, recipe):
        return None
    moves = [
        (moving, moving.touched(write))
        for moving in _moving(whole(world)).get(write.collection, ())
        if kept.isdisjoint((_parents(moving), each.path) for each in moving.figures)
    ]
    if not moves:
        return None
    results = frozenset((moving.link.parent, 0, each.path) for moving, _ in moves for each in moving.figures)
    moves = [(moving, touched) for moving, touched in moves if touched]
    if not moves:
        return Difference([], [write], [], results)
    maker = _Maker(recipe, write)
    behind = [each for moving, touched in moves for each in maker.updates(moving, touched)]
    for moving, touched in moves:
        names, word = [each.path for each in touched], moving.link.world.word(moving.link.parent)
        verb = "changes" if len(names) == 1 else "change"
        recipe.remark(f"{listed(names)} of the {word} {verb} by the difference.")
    return Difference(maker.read("before"), [maker.write, *maker.read("after")], behind, results)


def _is_of_one(recipe: ScriptFunction, write: Statement) -> bool:
    """Whether a statement updates one document, which its id tells."""
    if (
        recipe.script != QUERIES
        or not write.id
        or write.op not in _ONE
        or not isinstance(write.update, Update)
    ):
        return False
    if write.each or write.retry or write.unless or write.chance is not None or write.only_with is not None:
        return False
    which = filter_of(write.filter).predicate("_id")
    is_named = isinstance(which, Eq) and isinstance(which.value, Param | Outcome)
    return is_named and not (write.options or {}).get("upsert")


def _is_together(world: OperationContext, recipe: ScriptFunction) -> bool:
    """Whether a transaction can hold all writes of a function together: what is added twice is wrong."""
    written = [each.collection for each in recipe.statements if each.writes]
    stages = (stage for each in recipe.statements for stage in each.pipeline or ())
    if any(isinstance(stage, MergeStage | UnionStage) for stage in stages):
        return False
    return has_transactions(world, written) and not any(each.chance is not None for each in recipe.statements)


def _parents(moving: Moving) -> str:
    spot = moving.link.world.spot(moving.link.parent)
    return spot.collection if spot is not None else ""


@remembered
def _moving(world: OperationContext) -> dict[str, list[Moving]]:
    """Return by collection of the children the relationships that one child moves results by: where both ends have
    documents of one collection, and no other kinds beside them."""
    by_collection: dict[str, list[Moving]] = {}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        references = world.placement.references(relationship, "to")
        if not _is_plain(link) or len(references) != 1 or references[0].arrays:
            continue
        is_counted = any(each.relationship.name == relationship.name for each in counting(world, link.child))
        figures = tuple(each for each in figures_of(link).figures if each.kind != "avg") if is_counted else ()
        if figures:
            moving = Moving(link, references[0].path, figures)
            by_collection.setdefault(references[0].collection, []).append(moving)
    return by_collection


def _is_plain(link: RelationshipContext) -> bool:
    families = link.placement.survey.families
    for entity in (link.parent, link.child):
        spots = link.placement.spots(entity)
        if len(spots) != 1 or spots[0].path or collections_of(link.placement, entity):
            return False
        collection = link.world.collections[spots[0].collection]
        if collection.kind != "standard" or holds_versions(collection):
            return False
    return families.line(link.child) == [link.child] and not families.below(link.child)


class _Maker:
    """Makes what a function reads of a child around its update, and the updates of the parents."""

    def __init__(self, recipe: ScriptFunction, write: Statement) -> None:
        self.recipe, self.which = recipe, filter_of(write.filter).predicate("_id")
        self.write = write if write.step or not write.op.startswith("findOneAnd") else self._named(write)
        is_told = self.write.op == "findOneAndUpdate" and (write.options or {}) == {"returnDocument": "after"}
        is_always = filter_of(write.filter) == filter_of(
            {"_id": self.which}
        )  # it changes what is read before it
        self._answer = self.write.step if is_told and is_always else ""
        self._steps: dict[str, str] = {}
        self._shown: dict[str, dict[str, int]] = {}

    def _named(self, write: Statement) -> Statement:
        is_last = write is self.recipe.statements[-1]
        return replace(
            write, step=self.recipe.step(singular(write.collection)), answers=write.answers or is_last
        )

    def read(self, when: str) -> list[Statement]:
        """Return the read of the child before its update, or after it, if anything asks for it."""
        if when not in self._shown:
            return []
        return self._statements(
            "findOne", self.write.collection, filter={"_id": self.which}, projection=self._shown[when],
            step=self._steps[when],
        )  # fmt: skip

    def _statements(self, op: str, collection: str, **parts: Any) -> list[Statement]:
        recipe = self.recipe
        own = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, script=recipe.script)
        own.add(op, collection, comment=" ", **parts)
        return [replace(each, comment="", transaction=self.write.transaction) for each in own.statements]

    def _step(self, when: str, paths: Iterable[str]) -> str:
        """Return what holds these fields of the child before or after its update."""
        if when == "after" and self._answer:
            return self._answer
        if when not in self._steps:
            words = (singular(self.write.collection), self._called())
            self._steps[when] = self.recipe.step(*(f"{each} {when}" for each in words))
        self._shown.setdefault(when, {"_id": 1}).update(dict.fromkeys(filter(None, paths), 1))
        return self._steps[when]

    def _called(self) -> str:
        """Return what the id of the child is called, where another of its collection is read already."""
        which = self.which.value if isinstance(self.which, Eq) else None
        if isinstance(which, Outcome):
            return f"{which.step} {without_id(which.path)}"
        return without_id(which.name) if isinstance(which, Param) else ""

    def updates(self, moving: Moving, figures: list[Figure]) -> Iterator[Statement]:
        """Yield the updates of the parents that a child moves: of one, or of that which it leaves and its new one."""
        if touches(self.write, [moving.reference]):
            yield from self._update(moving, "before", self._computed(moving, figures, subtract, "before"))
            yield from self._update(moving, "after", self._computed(moving, figures, add, "after"))
            return
        added = _added(self.write, figures)
        if added is not None:
            update = Update.of(*(Inc(UpdatePath(each.path), added) for each in figures))
        else:
            update = self._computed(moving, figures, add, "after", "before")
        yield from self._update(moving, "after", update)

    def _computed(
        self,
        moving: Moving,
        figures: list[Figure],
        how: Callable[..., OperatorCall],
        when: str,
        less: str = "",
    ) -> Update:
        """Return the update that adds what a child counts for at a time, less what it counted for before."""
        values = [each.value for each in figures]
        expressions = {}
        for figure in figures:
            by = by_one(figure, self._step(when, values))
            by = subtract(by, by_one(figure, self._step(less, values))) if less else by
            expressions[figure.path] = how(if_null(FieldPath(figure.path), 0), by)
        return Update.computing(expressions)

    def _update(self, moving: Moving, when: str, update: Update) -> list[Statement]:
        at = Address(moving.link.world, moving.link.parent)
        parent_id = outcome(self._step(when, [moving.reference]), moving.reference)
        own = ScriptFunction(
            self.recipe.subject, self.recipe.name, self.recipe.purpose, script=self.recipe.script
        )
        own.statements = self._statements(
            "updateOne", at.collection, filter=at.match(parent_id), update=update
        )
        following(moving.link.world, own)
        return [replace(each, comment="") for each in own.statements]


def _added(write: Statement, figures: list[Figure]) -> Any:
    """Return by how much an update increases the value that all of these sums are of, None where it does something else."""
    values = {each.value for each in figures}
    steps = [each for each in write.update.meant if each.place.path in values]
    is_plain = len(values) == 1 and len(steps) == 1 and not write.update.is_computed
    if not is_plain or not isinstance(steps[0], Inc) or steps[0].place.elements:
        return None
    return steps[0].by if all(each.kind == "sum" for each in figures) else None
