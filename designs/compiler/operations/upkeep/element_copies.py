"""Copies of what stands in elements of arrays: no stream and no job follows these, so whatever writes an element changes
its copies too, whatever their policy, or says that it does not."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement
from ..atomic import has_transactions
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from ..ir.changes import DocumentChange, Put, Unset, Update
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import Elem, Eq, In
from ..ir.stages import GroupStage, MatchStage, UnwindStage
from ..passes.placement_variants import whole
from .sync import IN_BETWEEN, KeptCopy, copies_kept, place_of


def with_copies_of_elements(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with the copies of what it writes in elements, behind the write and in one transaction with it."""
    if recipe.script != QUERIES or not any(_changes(each) for each in recipe.statements):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = []
    for write in recipe.statements:
        changed.statements.append(write)
        followed = [kept for kept in _copies_of_elements(whole(world)) if _touched(write, kept)]
        told_ahead = [kept for kept in followed if _is_known(recipe, write, kept)]
        for kept in followed:
            if kept not in told_ahead:
                _tell(changed, kept, _touched(write, kept))
        if told_ahead:
            _follow(world, changed, write, told_ahead)
    return changed.numbered()


@remembered
def _copies_of_elements(world: OperationContext) -> list[KeptCopy]:
    links = [RelationshipContext(world, each) for each in world.names.relationships.values()]
    plain = [link for link in links if not link.traits.is_slice]
    return [kept for link in plain for kept in copies_kept(world, link) if kept.source.arrays]


def _changes(write: Statement) -> dict[str, DocumentChange]:
    """Return what an update changes, by path."""
    meant = write.update.meant if isinstance(write.update, Update) else ()
    return {change.place.path: change for change in meant}


def _touched(write: Statement, kept: KeptCopy) -> list[str]:
    """Return what an update writes of what is copied, in elements that are there."""
    inside = f"{kept.source.arrays[-1]}."
    written = [path for path in _changes(write) if path.startswith(inside)]
    return [
        source
        for source in kept.sources
        if write.collection == kept.source.collection
        and any(f"{source}.".startswith(f"{each}.") or each.startswith(f"{source}.") for each in written)
    ]


def _which(write: Statement, kept: KeptCopy) -> Eq | None:
    """Return what holds of the id of the one element that an update is about, None where it is about others."""
    filter, array = filter_of(write.filter), kept.source.arrays[-1]
    predicate, elements = filter.predicate(kept.source.key), filter.predicate(array)
    if isinstance(elements, Elem):
        predicate = elements.condition.predicate(kept.source.key[len(array) + 1 :])
    return predicate if isinstance(predicate, Eq) and isinstance(predicate.value, Param | Outcome) else None


def _is_known(recipe: ScriptFunction, write: Statement, kept: KeptCopy) -> bool:
    """Whether an update gives elements values that are known without it, and these elements can be told before it."""
    changes, filter = _changes(write), filter_of(write.filter)
    is_plain = all(isinstance(changes.get(path), Put | Unset) for path in _touched(write, kept))
    is_tried = (
        write.unless or write.each or write.retry or write.step in [each.unless for each in recipe.statements]
    )
    if not is_plain or (write.step and is_tried) or not write.op.startswith(("update", "findOneAndUpdate")):
        return False
    if _which(write, kept) is not None:
        return bool(write.must_match) or len(filter.conditions) <= 2
    is_by_elements = filter.is_on_paths and not any(
        isinstance(each.predicate, Elem) for each in filter.on_paths
    )
    return is_by_elements and write.op == "updateMany" and not write.must_match


def _follow(
    world: OperationContext, recipe: ScriptFunction, write: Statement, copies: list[KeptCopy]
) -> None:
    """Write the copies behind the elements."""
    step = write.step or recipe.step("changed")
    recipe.statements.pop()
    which: list[Eq | In] = [_which(write, kept) or _read_ids(recipe, write, kept) for kept in copies]
    recipe.statements.append(replace(write, step=step, answers=True))
    for kept, ids in zip(copies, which, strict=True):
        changes, touched = _changes(write), _touched(write, kept)
        puts = [
            replace(changes[source], place=place_of(kept, path, ids))
            for path, source in kept.values.items()
            if source in touched
        ]
        filter = {kept.reference: ids}
        recipe.add("updateMany", kept.collection, filter=filter, update=Update.of(*puts), comment=" ")
    recipe.transaction = recipe.transaction or has_transactions(
        world, [write.collection, *(kept.collection for kept in copies)]
    )
    together = " in the same transaction" if recipe.transaction else ""
    recipe.statements = [
        replace(each, comment=each.comment.strip(), transaction=recipe.transaction)
        for each in recipe.statements
    ]
    recipe.remark(f"Copies are updated{together}. {IN_BETWEEN}")


def _read_ids(recipe: ScriptFunction, write: Statement, kept: KeptCopy) -> In:
    """Read before an update which elements it is about."""
    matching, step = MatchStage(filter_of(write.filter)), recipe.step("changing")
    inside = [UnwindStage(array) for array in kept.source.arrays]
    stages = [matching, *inside, matching, GroupStage({"_id": FieldPath(kept.source.key)})]
    options = {name: value for name, value in (write.options or {}).items() if name == "collation"}
    recipe.add(
        "aggregate", write.collection, pipeline=stages, options=options or None, step=step, comment=" "
    )
    return In(outcome(step, many=True, each="_id"))


def _tell(recipe: ScriptFunction, kept: KeptCopy, touched: list[str]) -> None:
    for path, source in kept.values.items():
        if source in touched:
            recipe.remark(f"Doesn't update {kept.collection}.{path}.")
