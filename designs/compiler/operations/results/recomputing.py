"""Stored results over documents of another collection: gathered there by the server, merged into
the documents that keep them, for one of these or for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ...attributes.computed_refresh import how_often
from ...model.conceptual import Computed
from ...model.field_walk import computed_fields
from ...model.formulas import parse, paths_of
from ...names.inflection import singular
from ...placement.schema_versions import NUMBER
from ...plan_model.physical import Outcome, Param
from ...workload.expiry import expiring_behind
from ..context import SYNC, OperationContext, RelationshipContext, ScriptFunction
from ..document_places import Address
from ..functions.split_subtypes import ask_all, collections_of
from ..ir.conditions import Filter
from ..ir.expressions import Operand, paths_read
from ..ir.stages import MatchStage, MergeStage, ProjectStage, SetStage, Stage
from ..passes.same_document_results import results_of
from ..passes.shard_routing import merged_by
from ..read.conditions import of_kind
from ..upkeep.archives import archives
from .computed import has_results, helpers_of, in_its_shape, translated
from .expressions import Unsaid
from .gathering import Reaching

_SPACES = re.compile(r"\W+")
_EACH_WRITE = "after changes made by other means than 04_queries.js"
_EARLIER = "if it can't wait for the job that runs {}"


class Reckoning:
    """The fields of one entity that follow from documents of another collection. fields: path to
    expression, in file order; own: by path what it reads in the document itself; when: by the times at which they are
    worked out, in words, which are; due: those that a job works out, by its times. through: only those that each write behind this relationship moves, but for those in
    without; side: the end from which they go through it, where both lead to the same entity. kept: only those that each write has to keep, with what averages move with. among: only these."""

    def __init__(
        self, world: OperationContext, entity: str, *, through: str = "", side: str = "", without: Iterable[str] = (), among: Iterable[str] = (), kept: bool = False,
    ) -> None:  # fmt: skip
        self.world, self.at = world, Address(world, entity)
        self.translator = Reaching(world, entity, self.at.spot)
        self.fields: dict[str, Operand] = {}
        self.own: dict[str, tuple[str, ...]] = {}
        self.when: dict[str, list[str]] = {}
        self.due: dict[str, list[str]] = {}
        moved, self.among = frozenset(without), frozenset(among)
        for path, _, computed in computed_fields(world.names.entities[entity].own_fields):
            refresh = world.placement.upkeep.refresh(entity, computed)
            if path in moved or refresh == "approximate":
                continue
            if kept and refresh != "on-write":
                continue
            if not through or (refresh == "on-write" and leads(world, entity, computed, through, side)):
                self._take(entity, path, computed)
        for path, computed in () if through else average_parts(world, entity):
            self._take(entity, path, computed)

    def _take(self, entity: str, path: str, computed: Computed) -> None:
        expression = parse(computed.formula)
        if expression is None or translated(self.world, entity, path, computed) is not None:
            return
        if self.among and path not in self.among:
            return
        before, self.translator.own = len(self.translator.lookups), []
        try:
            shaped = in_its_shape(self.world, entity, path, computed, self.translator.whole(expression))
        except Unsaid:
            del self.translator.lookups[before:]
            return
        version = [each for each in paths_read(shaped) if each == self.at.path(NUMBER)]
        self.fields[path], self.own[path] = shaped, tuple(dict.fromkeys([*self.translator.own, *version]))
        when = _when(self.world, entity, computed)
        self.when.setdefault(when, []).append(path)
        if when != _EACH_WRITE:
            self.due.setdefault(when, []).append(path)

    def stages(self, first: list[Stage]) -> list[Stage]:
        """The pipeline on the collection of the documents that keep the results."""
        sets = [SetStage({path: expression}) for path, expression in self.fields.items()]
        shown = dict.fromkeys([*merged_by(self.world, self.at.collection), *self.fields], 1)
        merge = MergeStage(self.at.collection, tuple(self.fields))
        return [*first, *self.lookups, *sets, ProjectStage(shown), merge]

    @property
    def written(self) -> list[str]:
        """The paths that are written: of the fields, and of what follows from them in the same document."""
        fields = [*self.fields]
        return [*fields, *(each.path for each in results_of(self.world, self.at.collection, fields))]

    @property
    def is_live(self) -> bool:
        """Whether writes keep any of the fields, too: those may change while they are worked out."""
        return sum(map(len, self.due.values())) < len(self.fields)

    @property
    def lookups(self) -> list[Stage]:
        """The stages that gather what the fields follow from."""
        return [lookup.stage for lookup in self.translator.lookups if lookup.values]


def work_out(
    recipe: ScriptFunction, reckoning: Reckoning, wanted: Filter, only_with: Outcome | Param | None = None
) -> None:
    """Work results out anew behind what a recipe writes, in the documents that are wanted, in all where none are
    named. only_with: what has to have a value for there to be any."""
    names, word = ", ".join(reckoning.fields), reckoning.world.word(reckoning.at.entity)
    recipe.remark(f"{names} of the {word} {'is' if len(reckoning.fields) == 1 else 'are'} recomputed.")
    keep_answer(recipe)
    held = wanted or of_kind(reckoning.world, reckoning.at.entity, reckoning.at.collection)
    recipe.add(
        "aggregate", reckoning.at.collection, pipeline=reckoning.stages([MatchStage(held)] if held else []),
        only_with=only_with,
    )  # fmt: skip


def keep_answer(recipe: ScriptFunction) -> None:
    """Let a function return the document that it is asked for, though more statements come behind."""
    last = recipe.statements[-1] if recipe.statements else None
    if last is not None and last.op.startswith("findOneAnd") and not last.step:
        recipe.statements[-1] = replace(last, step=recipe.step(singular(last.collection)), answers=True)


def average_parts(world: OperationContext, entity: str) -> Iterator[tuple[str, Computed]]:
    """Yield what averages are kept with that the writes of children move."""
    around = world.placement.survey.relationships((entity,))
    links = [
        RelationshipContext(world, relationship)
        for relationship in around
        if relationship.from_.entity == entity
    ]
    return (helper for link in links if link.traits.moves_results for helper in helpers_of(link))


def leads(world: OperationContext, entity: str, computed: Computed, relationship: str, side: str) -> bool:
    """Whether a formula reads what is behind a relationship, from one of its ends where that is told."""
    expression = parse(computed.formula)
    routes = [world.paths.resolve(entity, path) for path in paths_of(expression)] if expression else []
    steps = [step for route in routes if route is not None for step in route.steps]
    return any(
        step.relationship is not None and step.relationship.name == relationship and side in ("", step.side)
        for step in steps
    )


def _when(world: OperationContext, entity: str, computed: Computed) -> str:
    if world.placement.upkeep.refresh(entity, computed) == "on-write":
        return _EACH_WRITE
    return how_often(computed)


def recomputations(world: OperationContext) -> Iterator[ScriptFunction]:
    """For each entity with such fields: one document worked out anew, and all of them."""
    for entity in world.names.entities.values():
        spot = world.spot(entity.name)
        if spot is None or spot.path or not has_results(world, entity.name):
            continue
        reckoning = Reckoning(world, entity.name)
        if reckoning.fields:
            single, every = _of_one_document(reckoning, entity.name), _all(reckoning, entity.name)
            for recipe in (single, every, *_by_time(reckoning, entity.name)):
                ask_all(world, recipe, collections_of(world.placement, entity.name))
                yield recipe
            yield from _in_archives(reckoning, entity.name)


def _of_what_is_left(reckoning: Reckoning, entity: str) -> str:
    """Say which results become less by it, because documents that they counted have expired."""
    kept, world = reckoning.world.names.entities[entity], reckoning.world
    paths = [
        path
        for path, _, computed in computed_fields(kept.own_fields)
        if path in reckoning.fields and any(expiring_behind(world.paths, kept, computed))
    ]
    return f" Expired documents aren't counted, so {', '.join(paths)} can decrease." if paths else ""


def _calls(reckoning: Reckoning) -> str:
    """Say when to call the function of one document, for which of its results where they differ in that."""
    when = {
        _EARLIER.format(each) if each in reckoning.due else each: paths
        for each, paths in reckoning.when.items()
    }
    if len(when) == 1:
        return next(iter(when))
    return ", and ".join(f"for {', '.join(paths)} {each}" for each, paths in when.items())


def _of_one_document(reckoning: Reckoning, entity: str) -> ScriptFunction:
    word = reckoning.world.word(entity)
    note = (
        f"Recomputes {', '.join(reckoning.written)} of a {word}. Call it {_calls(reckoning)}. Safe to "
        f"repeat.{_of_what_is_left(reckoning, entity)}"
    )
    recipe = ScriptFunction(
        f"entity:{entity}", f"{entity}.recompute.one", "recompute", script=SYNC, note=note
    )
    recipe.meets_writes = reckoning.is_live
    first: list[Stage] = [MatchStage(reckoning.at.match(reckoning.at.id(recipe, word)))]
    return recipe.add("aggregate", reckoning.at.collection, pipeline=reckoning.stages(first))


def _in_archives(reckoning: Reckoning, entity: str) -> Iterator[ScriptFunction]:
    """Yield what works the results of archived documents out anew, which no function changes."""
    world, at = reckoning.world, reckoning.at
    names = collections_of(world.placement, entity) or (at.collection,)
    for name in (each for each in names if each in archives(world)):
        into, called = archives(world)[name], f"{entity}.recompute.archive"
        note = f"Recomputes {', '.join(reckoning.written)} in {into}. Run it if the audit finds a difference."
        called += f".{name}" if len(names) > 1 else ""
        recipe = ScriptFunction(f"entity:{entity}", called, "recompute", script=SYNC, note=note)
        recipe.meets_writes = reckoning.is_live  # in what follows from archived documents
        held = of_kind(world, entity, name)
        *stages, merge = reckoning.stages([MatchStage(held)] if held else [])
        yield recipe.add("aggregate", into, pipeline=[*stages, replace(merge, into=into)])


def _all(reckoning: Reckoning, entity: str) -> ScriptFunction:
    """What works the results of all documents out anew: a job where they follow no write, or miss what expires."""
    left = _of_what_is_left(reckoning, entity)
    due = "" if is_parted(reckoning) else _due(reckoning) or ("periodically" if left else "")
    note = (
        f"Recomputes {', '.join(reckoning.written)} in {reckoning.at.collection}. Run it "
        f"{'periodically, and ' if due else ''}after an import or a crash.{left}"
    )
    recipe = ScriptFunction(
        f"entity:{entity}", f"{entity}.recompute.all", "recompute", script=SYNC, note=note
    )
    recipe.meets_writes = reckoning.is_live
    held = of_kind(reckoning.world, entity, reckoning.at.collection)
    first: list[Stage] = [MatchStage(held)] if held else []
    return recipe.add("aggregate", reckoning.at.collection, pipeline=reckoning.stages(first), due=due)


def is_parted(reckoning: Reckoning) -> bool:
    """Whether the results have several times, so that a job for all would join what others keep."""
    return bool(reckoning.due) and len(reckoning.when) > 1


def _due(reckoning: Reckoning) -> str:
    return "; ".join(f"{when}, for {', '.join(paths)}" for when, paths in reckoning.due.items())


def _by_time(reckoning: Reckoning, entity: str) -> Iterator[ScriptFunction]:
    """Yield a job for each time at which results are worked out, where they differ in that: it reads what they follow
    from, and nothing else."""
    for when, paths in reckoning.due.items() if is_parted(reckoning) else ():
        part = Reckoning(reckoning.world, entity, among=paths)
        note = (
            f"Recomputes {', '.join(part.written)} in {part.at.collection}. Run it {when}."
            f"{_of_what_is_left(part, entity)}"
        )
        called = f"{entity}.recompute.{_SPACES.sub('_', when)}"
        recipe = ScriptFunction(f"entity:{entity}", called, "recompute", script=SYNC, note=note)
        held = of_kind(part.world, entity, part.at.collection)
        first: list[Stage] = [MatchStage(held)] if held else []
        yield recipe.add("aggregate", part.at.collection, pipeline=part.stages(first), due=_due(part))
