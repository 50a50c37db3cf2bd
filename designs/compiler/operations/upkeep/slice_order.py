"""Slices whose elements are written one by one, because some of their copies keep what they say or change with their source:
where what is written tells which children are in a slice, or in which order, the slice is filled anew behind it, or
at least put in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction, remembered
from ..functions.links.arrays import put
from ..functions.references import Children
from ..functions.split_subtypes import collections_of
from ..functions.subsets import Slice, refill
from ..ir.changes import DocumentChange, Put, PutInOrder, Unset, Update, UpdatePath
from ..ir.conditions import filter_of
from ..ir.expressions import (
    AggregationExpression,
    FieldPath,
    LiteralValue,
    Variable,
    cond,
    eq,
    filter_array,
    first_of,
    if_null,
    let,
    map_array,
    merge_objects,
    type_of,
    unset_field,
)
from ..ir.node import Document
from .slices import at_each_place


class SortedSlice(NamedTuple):
    """A slice and the copies in it that keep what they say. is_filled: whether its parent's id is enough to fill it
    anew."""

    part: Slice
    kept: tuple[str, ...]
    is_filled: bool

    @property
    def sorted_at(self) -> str:
        """The path of what its elements are sorted by."""
        return f"{self.part.path}.{self.part.sort}"


def keeping_slices_sorted(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function that fills the slices anew into whose elements it writes what these are sorted by, or puts them
    in order where it knows no parent."""
    if not any(_reordered(world, each) for each in recipe.statements):
        return recipe
    own, statements = recipe.statements, list[Statement]()
    recipe.statements = []
    for statement in own:
        recipe.statements = [statement]
        are_filled = [_sort(recipe, statement, *each) for each in _reordered(world, statement)]
        statements += recipe.statements[1:] if any(are_filled) else recipe.statements
    recipe.statements = statements
    return recipe.numbered()


def _reordered(world: OperationContext, statement: Statement) -> list[tuple[SortedSlice, DocumentChange]]:
    """Return the slices into whose elements an update writes what they are sorted by, each with that change."""
    if (
        statement.op not in ("updateOne", "updateMany")
        or statement.update is None
        or statement.update.is_computed
    ):
        return []
    return [
        (each, change)
        for change in statement.update.changes
        if isinstance(change, Put | Unset) and change.place.elements
        for each in _sorted_slices(world)
        if each.part.holder.collection == statement.collection
        and change.place.elements[-1].array == each.part.path
        and f"{each.sorted_at}.".startswith(f"{change.place.path}.")
    ]


@remembered
def _sorted_slices(world: OperationContext) -> list[SortedSlice]:
    """Return the slices that are sorted by something other than the ids of the children."""
    return [
        each
        for relationship in world.names.relationships.values()
        for each in _slices_of(RelationshipContext(world, relationship))
        if each.part.sort != each.part.id
    ]


def _slices_of(link: RelationshipContext) -> Iterator[SortedSlice]:
    if not link.traits.is_slice or link.placement.content(link.relationship) is None:
        return
    children = Children(link)
    is_split = bool(collections_of(link.placement, link.child) or collections_of(link.placement, link.parent))
    for part in at_each_place(link):
        is_filled = children.at.is_root and part.holder.is_root and not is_split
        yield SortedSlice(part, part.kept, is_filled)


def _sort(
    recipe: ScriptFunction, statement: Statement, sorted_slice: SortedSlice, change: DocumentChange
) -> bool:
    """Put behind an update what fills the slice anew, or sorts it where the update is of no parent in particular. Return
    whether that writes all that the update does."""
    part, parent = sorted_slice.part, filter_of(statement.filter).value("_id")
    is_known = isinstance(parent, Param | Outcome) and not statement.each
    start, is_filled = len(recipe.statements), is_known and sorted_slice.is_filled
    if is_filled:
        _fill(recipe, sorted_slice, parent)
        recipe.remark(f"Rebuilds {part.path}, whose children are chosen by {part.sort}.")
    else:
        place = UpdatePath(part.path, change.place.elements[:-1])
        recipe.add(
            "updateMany",
            statement.collection,
            filter=statement.filter,
            update=Update.of(PutInOrder(place, part.order)),
        )
    how = {"transaction": statement.transaction, "each": statement.each, "only_with": statement.only_with}
    recipe.statements[start:] = [replace(each, comment="", **how) for each in recipe.statements[start:]]
    is_all = all(f"{path}.".startswith(f"{part.path}.") for path in statement.update.paths)
    return is_filled and is_all and not sorted_slice.kept and not statement.step


def _fill(recipe: ScriptFunction, sorted_slice: SortedSlice, parent: Param | Outcome) -> None:
    """Fill the slice of a parent anew; the copies in it that keep what they say do so."""
    part = sorted_slice.part
    refill(recipe, part, parent)
    *_, write = recipe.statements
    if sorted_slice.kept:
        (put,) = write.update.puts()
        filled = map_array(LiteralValue(put.value), "each", _as_it_was(sorted_slice))
        recipe.statements[-1] = replace(write, update=Update.computing({part.path: filled}))


def _as_it_was(sorted_slice: SortedSlice) -> AggregationExpression:
    """Return an element that is filled in with what the one that stands for the same child keeps."""
    part, each, before = sorted_slice.part, Variable("each"), Variable("before")
    is_same = eq(Variable("one", part.id), Variable("each", part.id))
    same = first_of(filter_array(if_null(FieldPath(part.path), []), "one", is_same))
    bare: AggregationExpression = each
    copies: Document = {}
    outermost = dict.fromkeys(name.partition(".")[0] for name in sorted_slice.kept)
    for name in part.sources:
        if name.partition(".")[0] in outermost:
            put(copies, name, (before if part.keeps(name) else each).down(name))
    for name in outermost:
        bare = unset_field(name, bare)
    merged = merge_objects(bare, copies)
    return let({"before": same}, cond(eq(type_of(before), "missing"), each, merged))
