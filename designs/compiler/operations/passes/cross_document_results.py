"""What other documents store about what a write changes: worked out anew behind it, in those that it can have
moved and no others. Writes that move a count or a sum by themselves are left as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from ...plan_model.physical import Param, Statement
from ..context import QUERIES, OperationContext, ScriptFunction, outcome, remembered
from ..ir.conditions import Filter, any_of, filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import In
from ..ir.stages import GroupStage, MatchStage, Stage, UnwindStage
from ..results.computed import has_results
from ..results.gathering import Gathered
from ..results.recomputing import Reckoning, leave_out, takes_no_more, work_out
from ..write.written_paths import is_gone, is_unlinked, places_of, takes_whole, touches, values_put
from .placement_variants import at_every, whole


class Dependent(msgspec.Struct, frozen=True):
    """One stored result and one of the look-ups that it follows from. place: number of the entity's place."""

    world: OperationContext
    entity: str
    place: int
    path: str
    gathered: Gathered

    @property
    def group(self) -> tuple[Any, ...]:
        """What those have in common that are worked out together."""
        join = self.gathered.join
        return self.entity, self.place, join.own, join.foreign, self.gathered.within


class _Moved(NamedTuple):
    """Results of the same documents that a recipe moves. one: the first of them; wanted: what finds the documents."""

    one: Dependent
    paths: list[str]
    wanted: list[Filter]


def with_dependents(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with what its writes move in documents of other collections."""
    changes_sources = recipe.script == QUERIES or recipe.transaction  # strong copies change with their source
    known = _by_source(whole(world)) if changes_sources else {}
    if not any(
        statement.collection in known and places_of(statement) is not None for statement in recipe.statements
    ):
        return recipe
    found: list[Statement] = []
    behind: dict[tuple[Any, ...], _Moved] = {}
    for one in recipe.statements:
        for group in _groups(known.get(one.collection, []), one, recipe):
            paths, wanted = [each.path for each in group], _wanted(recipe, one, group[0], found)
            moved = behind.setdefault((group[0].group, *paths), _Moved(group[0], paths, []))
            moved.wanted.extend([wanted] if wanted not in moved.wanted else [])
        is_first = not found or one is not recipe.statements[0]
        found.append(one if is_first else msgspec.structs.replace(one, comment=""))
    if behind and takes_no_more(recipe):
        for moved in behind.values():
            leave_out(recipe, moved.one.entity, moved.paths)
        return recipe
    recipe.statements = found
    for moved in behind.values():
        made = Reckoning(moved.one.world, moved.one.entity, kept=True, among=moved.paths)
        work_out(recipe, made, any_of(moved.wanted))
    return recipe.numbered() if behind else recipe


@remembered
def _by_source(world: OperationContext) -> dict[str, list[Dependent]]:
    """By collection the results that follow from its documents."""
    by_source: dict[str, list[Dependent]] = {}
    for dependent in _all(world):
        read = {spot.collection for spot in dependent.gathered.read}
        for collection in sorted({dependent.gathered.join.source, *read}):
            by_source.setdefault(collection, []).append(dependent)
    return by_source


def _all(world: OperationContext) -> Iterator[Dependent]:
    for entity in world.names.entities:
        for number, (_, one) in enumerate(at_every(world, entity) if has_results(world, entity) else []):
            spot = one.spot(entity)
            if spot is None or spot.path:
                continue
            for path in Reckoning(one, entity, kept=True).fields:
                made = Reckoning(one, entity, kept=True, among=[path])
                for gathered in made.translator.lookups:
                    yield Dependent(one, entity, number, path, gathered)


def _groups(known: Iterable[Dependent], one: Statement, recipe: ScriptFunction) -> list[list[Dependent]]:
    """The results that a statement moves, together where the same documents keep them."""
    groups: dict[tuple[Any, ...], list[Dependent]] = {}
    for each in known:
        join = each.gathered.join
        read = [spot.path for spot in each.gathered.read if spot.collection == one.collection]
        read += [join.foreign] if join.source == one.collection else []
        if not touches(one, read) or _is_kept(recipe, each):
            continue
        if join.source != one.collection and is_unlinked(
            recipe, one, join.far.key, join.source, join.through
        ):
            continue  # what followed from it follows from its links
        if not is_gone(recipe, one, join.foreign, each.world.spot(each.entity), join.own):
            groups.setdefault(each.group, []).append(each)
    return list(groups.values())


def _is_kept(recipe: ScriptFunction, dependent: Dependent) -> bool:
    """Whether the recipe writes the result itself."""
    spot = dependent.world.spot(dependent.entity)
    return any(
        statement.collection == (spot.collection if spot else "")
        and dependent.path in (places_of(statement) or ())
        for statement in recipe.statements
    )


def _wanted(recipe: ScriptFunction, one: Statement, dependent: Dependent, found: list[Statement]) -> Filter:
    """What finds the documents to work out anew: by what was there before the write, and by what it puts."""
    join, within = dependent.gathered.join, dependent.gathered.within
    if one.collection != join.source and not join.through:
        return _themselves(recipe, one, found)
    if one.collection != join.source:
        return filter_of({join.own: In(_behind_links(recipe, one, dependent, found))})
    conditions = [filter_of({join.own: value}) for value in values_put(one, join.foreign, within)]
    known = one.filter.value(join.foreign) if one.filter and not within else None
    if isinstance(known, Param):
        conditions.append(filter_of({join.own: known}))
    elif not takes_whole(one, join.foreign, within):
        step = recipe.step(f"{join.wish}Moved")
        unwound = [UnwindStage(array) for array in within]
        found.append(looked_for(recipe, one, [*unwound, GroupStage({"_id": FieldPath(join.foreign)})], step))
        conditions.append(filter_of({join.own: In(outcome(step, many=True, each="_id"))}))
    return any_of(conditions) if conditions else filter_of({join.own: None})


def _themselves(recipe: ScriptFunction, one: Statement, found: list[Statement]) -> Filter:
    """The documents that a write changes, which hold some of what their results follow from."""
    known = one.filter.value("_id")
    if isinstance(known, Param):
        return filter_of({"_id": known})
    changed = recipe.step("changed")
    found.append(looked_for(recipe, one, [GroupStage({"_id": FieldPath("_id")})], changed))
    return filter_of({"_id": In(outcome(changed, many=True, each="_id"))})


def _behind_links(
    recipe: ScriptFunction, one: Statement, dependent: Dependent, found: list[Statement]
) -> Any:
    """The documents that are linked with those that a write changes."""
    join = dependent.gathered.join
    changed, linked = recipe.step(f"{join.wish}Moved"), recipe.step(f"{join.wish}Linked")
    found.append(looked_for(recipe, one, [GroupStage({"_id": FieldPath(join.far.key)})], changed))
    ids = filter_of({join.through: In(outcome(changed, many=True, each="_id"))})
    links = Statement(id="", subject="", purpose="", op="", collection=join.source, script="", filter=ids)
    found.append(looked_for(recipe, links, [GroupStage({"_id": FieldPath(join.foreign)})], linked))
    return outcome(linked, many=True, each="_id")


def looked_for(recipe: ScriptFunction, one: Statement, stages: list[Stage], step: str) -> Statement:
    """What the documents that a write changes refer to, asked before it."""
    asked = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    options = {name: value for name, value in (one.options or {}).items() if name == "collation"}
    pipeline = [MatchStage(filter_of(one.filter)), *stages]
    return asked.add("aggregate", one.collection, pipeline=pipeline, step=step, options=options).statements[0]
