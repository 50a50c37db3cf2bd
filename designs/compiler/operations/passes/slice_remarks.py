"""Slices of what stands in other documents: whatever writes there fills them anew, or says which function does."""

from __future__ import annotations

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...plan_model.function_names import mention
from ...plan_model.physical import Statement
from ..context import (
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    Unsupported,
    outcome,
    remembered,
)
from ..functions.references import Children
from ..functions.subsets import Slice
from ..ir.conditions import any_of, filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import In
from ..ir.stages import GroupStage, LookupStage, MatchStage, MergeStage, ProjectStage, SetStage
from ..upkeep.sync import CopyGroup, kept_groups
from ..write.written_paths import places_of, takes_whole, touches, values_put
from .cross_document_results import looked_for
from .placement_variants import links_at_each, whole
from .shard_routing import merged_by


def telling_slices(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with slices of what it writes filled anew, or with the functions that it leaves to be called."""
    for part in _apart(whole(world)) if recipe.script == QUERIES else ():
        children, name, parent = part.children, part.link.relationship.name, part.link.words[0]
        read = [children.reference, *part.sources.values()]
        moving = [
            statement
            for statement in recipe.statements
            if statement.collection == children.collection and touches(statement, read)
        ]
        if not moving or _is_written(recipe, part):
            continue
        place = f"{part.holder.collection}.{part.path}"
        if part.is_filled_by_writes and _may_go_on(recipe):
            _refill(recipe, part, moving)
            recipe.remark(f"{place} follows.")
        else:
            recipe.remark(
                f"Doesn't update {place}: call {mention(f'{name}.fill')} for each affected {parent}."
            )
    return recipe


def telling_streams(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe, whose note names the streams that bring slices after what it changes, where it writes none itself."""
    for place, sources, group in _followed(whole(world)) if recipe.script == QUERIES else ():
        changed = [
            statement
            for statement in recipe.statements
            if statement.update is not None
            and statement.collection == group.copies[0].source.collection
            and touches(statement, sources)
        ]
        written = [each for each in recipe.statements if each.collection == place.collection and each.writes]
        is_written = any(
            f"{path}.".startswith(f"{place.path}.") for each in written for path in places_of(each) or ()
        )
        if changed and not is_written and world.collections[place.collection].kind == "timeseries":
            recipe.unsupported = recipe.unsupported or Unsupported(
                (
                    f"{place.collection}.{place.path} copies the changed fields, and measurements can't be "
                    "updated."
                ),
                f"remove {place.path} from measurements, or store it without the fields that change",
            )
        elif changed and not is_written:
            recipe.remark(f"{place.collection}.{place.path} is updated by {mention(group.name)}.")
    return recipe


@remembered
def _followed(world: OperationContext) -> list[tuple[DocPath, list[str], CopyGroup]]:
    """The slices that streams keep: where each stands, what of its children it repeats, and what the stream calls."""
    return [
        (DocPath(kept.collection, kept.arrays[-1]), kept.sources, group)
        for group in kept_groups(world)
        for kept in group.copies
        if group.policy == "eventual" and group.link.traits.is_slice and kept.side == "from" and kept.arrays
    ]


def _may_go_on(recipe: ScriptFunction) -> bool:
    """Whether more may follow the statements of a recipe."""
    last = recipe.statements[-1]
    is_asked = last.op.startswith("findOneAnd") and not last.step
    return not is_asked and not any(statement.retry or statement.each for statement in recipe.statements)


def _refill(recipe: ScriptFunction, part: Slice, moving: list[Statement]) -> None:
    """Fill the slices anew of all parents whose children these statements move: those they had, and those they get."""
    reference, key = part.children.reference, part.holder.key
    statements, parents = list[Statement](), []
    for statement in recipe.statements:
        if statement in moving:
            parents += [filter_of({key: value}) for value in values_put(statement, reference)]
            if not takes_whole(statement, reference):
                step = recipe.step(f"{part.link.words[0]} before")
                group = GroupStage({"_id": FieldPath(reference)})
                statements.append(looked_for(recipe, statement, [group], step))
                parents.append(filter_of({key: In(outcome(step, many=True, each="_id"))}))
        is_first = not statements or statement is not recipe.statements[0]
        statements.append(statement if is_first else replace(statement, comment=""))
    recipe.statements = statements
    where, newest = part.holder.collection, part.link.world.free(part.holder.collection, "newest")
    stages = [
        MatchStage(any_of(parents)),
        LookupStage(part.children.collection, key, reference, newest, tuple(part.stages)),
        SetStage({part.path: FieldPath(newest)}),
        ProjectStage(dict.fromkeys([*merged_by(part.link.world, where), part.path], 1)),
        MergeStage(where, (part.path,)),
    ]
    recipe.add("aggregate", where, pipeline=stages)
    recipe.numbered()


def _is_written(recipe: ScriptFunction, part: Slice) -> bool:
    """Whether the recipe writes the slice itself."""
    written = [statement for statement in recipe.statements if statement.collection == part.holder.collection]
    return any(f"{path}.".startswith(f"{part.path}.") for place in written for path in places_of(place) or ())


@remembered
def _apart(world: OperationContext) -> list[Slice]:
    """The slices whose children have no documents of their own."""
    links = [RelationshipContext(world, relationship) for relationship in world.names.relationships.values()]
    stored = [
        placed for link in links if link.traits.is_slice and world.spot(link.child) is not None
        for _, placed in links_at_each(link)
    ]  # fmt: skip
    slices = [Slice(link, Children(link)) for link in stored if link.placement.content(link.relationship)]
    return [part for part in slices if not part.children.at.is_root]
