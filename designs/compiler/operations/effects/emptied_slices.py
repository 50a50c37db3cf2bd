"""Slices whose children go: the place of each is filled by the next of those that stay, read from their home."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement
from ..context import RelationshipContext, ScriptFunction, outcome
from ..functions.references import Children
from ..functions.split_subtypes import collections_of, in_all_collections
from ..functions.subsets import Slice
from ..ir.changes import Pull, Put, Update
from ..ir.conditions import Filter, filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import Elem, Eq, In, Ne, Not
from ..ir.stages import LookupStage, MatchStage, MergeStage, ProjectStage, SetStage, Stage, UnwindStage
from ..passes.placement_variants import links_at_each, whole


def out_of_slices(recipe: ScriptFunction, link: RelationshipContext, ids: Any, done: list[Statement]) -> None:
    """Take children out of the slices that hold them, which are filled from those that stay. ids: an id, or the
    condition that ids meet; done: the statements that are there already."""
    together = recipe.transaction or any(statement.op == "findOneAndDelete" for statement in done)
    for _, at_place in links_at_each(RelationshipContext(whole(link.world), link.relationship)):
        part = Slice(at_place, Children(at_place))
        start = len(recipe.statements)
        if not part.children.at.is_root:
            continue  # of what stands in other documents: a function of its own fills it, and a remark says so
        if part.holder.is_told_whole:
            _shorten(recipe, part, ids)
        elif part.holder.arrays or together:
            _fill_each(recipe, part, ids, _holders(recipe, part, ids))
        else:
            _fill(recipe, part, ids, _holders(recipe, part, ids))
        if not together:
            in_all_collections(recipe, at_place.world, at_place.parent, start)
        in_all_collections(recipe, at_place.world, at_place.child, start)


def _holders(recipe: ScriptFunction, part: Slice, ids: Any) -> Filter:
    """The condition that what holds some children is one of those that they refer to, which an index finds; none where
    a collection of several says it, or no id. What the function reads of the children anyway says it too."""
    reference, placement = part.children.reference, part.link.placement
    several = collections_of(placement, part.link.child) or collections_of(placement, part.link.parent)
    value = ids.values if isinstance(ids, In) else ids.value if isinstance(ids, Eq) else None
    if several or "." in reference or not isinstance(value, Param | Outcome):
        return Filter()
    for number, statement in enumerate(recipe.statements):
        is_read = isinstance(value, Outcome) and statement.op == "find" and statement.step == value.step
        if (
            is_read
            and statement.collection == part.children.collection
            and statement.projection == {"_id": 1}
        ):
            given = filter_of(statement.filter).predicate(reference)
            if isinstance(given, Eq) and isinstance(given.value, Param):
                return filter_of({part.holder.key: given})
            recipe.statements[number] = replace(statement, projection={"_id": 1, reference: 1})
            return filter_of({part.holder.key: In(outcome(statement.step, many=True, each=reference))})
    step = recipe.step(f"{part.link.words[0]} of it")
    recipe.add(
        "find", part.children.collection, filter={"_id": ids}, projection={"_id": 0, reference: 1}, step=step
    )
    return filter_of({part.holder.key: In(outcome(step, many=True, each=reference))})


def _others(part: Slice, ids: Any, holders: Filter) -> tuple[str, list[Stage]]:
    """The stages that gather, for holders of some children, the slices without these; and the name of these."""
    children, holder, name = (
        part.children,
        part.holder,
        part.link.world.free(part.holder.collection, "latest"),
    )
    stages = (MatchStage(filter_of({"_id": _other(ids)})), *part.stages)
    held = MatchStage(holders.merged({part.listed: ids}))
    parted: list[Stage] = [UnwindStage(array) for array in holder.arrays]
    lookup = LookupStage(children.collection, holder.key, children.reference, name, stages)
    return name, [held, *parted, *([held] if parted else []), lookup]


def _other(ids: Any) -> Ne | Not:
    """The condition that the ids of what stays meet."""
    return Ne(ids.value) if isinstance(ids, Eq) else Not(ids)


def _fill(recipe: ScriptFunction, part: Slice, ids: Any, holders: Filter) -> None:
    """Write the slices that hold some children anew from the others."""
    name, gathered = _others(part, ids, holders)
    merge = MergeStage(part.holder.collection, (part.path,))
    stages = [*gathered, SetStage({part.path: FieldPath(name)}), ProjectStage({part.path: 1}), merge]
    recipe.add("aggregate", part.holder.collection, pipeline=stages)


def _fill_each(recipe: ScriptFunction, part: Slice, ids: Any, holders: Filter) -> None:
    """The same for what nothing merges, a transaction or elements of arrays: what is read is written, one after
    another."""
    name, gathered = _others(part, ids, holders)
    step, holder = recipe.step(f"{part.holder.entity} slices"), part.holder
    if holder.is_root and holder.collection == part.children.collection:
        gathered.insert(
            1, MatchStage(filter_of({"_id": _other(ids)}))
        )  # what is in its own slice goes as it is
    own = {"_id": FieldPath(holder.key)} if holder.arrays else {}
    recipe.add(
        "aggregate", holder.collection, pipeline=[*gathered, ProjectStage({**own, name: 1})], step=step
    )
    which = outcome("each", "_id")
    content = Put(holder.update_path(part.name, which), outcome("each", name, many=True))
    filter = holder.match(which) if holder.arrays else {"_id": which}
    recipe.add("updateOne", holder.collection, filter=filter, update=Update.of(content), each=step)


def _shorten(recipe: ScriptFunction, part: Slice, ids: Any) -> None:
    """Take children out of slices of elements that nothing tells apart, which nothing fills."""
    holder, held = part.holder, Elem(filter_of({part.id: ids}))
    pull = Pull(holder.everywhere(part.name, part.path, held), filter_of({part.id: ids}))
    recipe.add("updateMany", holder.collection, filter={part.listed: ids}, update=Update.of(pull))
    recipe.remark(f"{part.path} stays shorter until items are added.")
