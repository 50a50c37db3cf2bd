"""FOLD_ONE: the parent's data stands in every child, and there is no parent to look up."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...model.conceptual import Match, Operation
from ...model.field_walk import computed_fields
from ...model.formulas import parse
from ...plan_model.physical import Param, markers
from ..context import RelationshipContext, ScriptFunction, Unsupported
from ..document_places import Address
from ..ir.expressions import FieldPath
from ..ir.stages import SortByCountStage
from ..parameters import one_value
from ..read.array_reads import buckets_of
from ..read.paging import page_size
from ..write.folded_updates import folds_of, rename_of, settled_fields, written_in_children
from ..write.update_operators import update_of


def fold_one(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The parent's data stands in every child: one query, and a rename writes all of them."""
    if link.world.spot(link.child) is None:
        return
    at = Address(link.world, link.child)
    key = link.placement.folded_key(link.relationship)
    if not key:
        return
    parent, _child = link.words
    field, direction = link.child_sort
    spots = link.placement.of_path(link.child, field)
    path = spots[0].path if spots else "_id"
    read = link.recipe(
        "read",
        f"Returns the latest {link.names.spoken(link.child)} of a {parent} in one query.",
    )
    yield read.add(
        "find",
        at.collection,
        filter={at.path(key): read.param(key, at.collection, at.path(key))},
        sort={path: direction},
        limit=page_size(link.relationship),
    )
    distinct = link.recipe("list", f"Returns every {parent} with its count.")
    yield distinct.add("aggregate", at.collection, pipeline=[SortByCountStage(FieldPath(at.path(key)))])
    yield from _fold_writes(link, at)


def _fold_writes(link: RelationshipContext, at: Address) -> Iterator[ScriptFunction]:
    parent, child = link.words
    if at.is_root:
        add = link.recipe("add", f"Adds a {child} with its {parent}'s fields.")
        yield add.add("insertOne", at.collection, documents=at.whole(add, child))
    first = next((relationship for relationship, _ in folds_of(link.world, link.parent)), None)
    if first == link.relationship:
        yield from _renames(link)


def _renames(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Yield for each field of the parent a function that changes it everywhere: in the children of every relationship
    that folds the parent in, and in its own document."""
    stored = link.placement.folded(link.relationship)
    told_by, *others = stored
    called = rename_of(link.world, link.relationship)
    where = f"in all {link.names.spoken(link.child)} with its {told_by}"
    folds = folds_of(link.world, link.parent)
    kept = frozenset.intersection(*(settled_fields(link.world, relationship) for relationship, _ in folds))
    kept |= _results(link)
    for number, name in enumerate(field for field in others or [told_by] if field not in kept):
        note = f"Updates {name} of a {link.words[0]} {where}.{_meaning_several(link, told_by)}"
        change = link.recipe("rename", note, name=f"{called}_{name}" if number else called)
        asked = Operation(
            name=change.name, kind="update", entity=link.parent, filter=[Match(field=told_by)], changes=[name]
        )
        writes = written_in_children(link.world, asked, change)
        if writes is not None:
            writes = _at_home(link, writes, asked)
            writes.unsupported = _into_another_window(link, name)
            yield writes


def _meaning_several(link: RelationshipContext, told_by: str) -> str:
    """Say that others change too, where two parents may be called the same."""
    fields = link.world.names.entities[link.parent].own_fields
    if any(field.name == told_by and field.unique is True for field in fields):
        return ""
    return f" {told_by} isn't unique: others with the same value change, too."


def _into_another_window(link: RelationshipContext, name: str) -> Unsupported | None:
    """Return why the field is not changed by which the parent's own window is told, None for any other field."""
    pages = buckets_of(link.world, link.parent)
    if pages is None or not pages.window or pages.field != name:
        return None
    return Unsupported(
        f"{name} determines the {pages.window} in which the {link.words[0]} is stored, and no update "
        "moves it to another."
    )


def _results(link: RelationshipContext) -> frozenset[str]:
    """Return the fields of the parent that a formula gives: nobody changes these."""
    fields = link.world.names.entities[link.parent].own_fields
    return frozenset(
        path for path, _, computed in computed_fields(fields) if parse(computed.formula) is not None
    )


def _at_home(link: RelationshipContext, recipe: ScriptFunction, asked: Operation) -> ScriptFunction:
    """Return the same change of the parent's own document too, where it has one: other relationships may lead to it."""
    if link.world.spot(link.parent) is None:
        return recipe
    home = Address(link.world, link.parent)
    part = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    update_of(link.world, asked, home.spot, part)
    shared = {
        f"{value.name}.{value.part}": value
        for statement in recipe.statements
        for value in markers(statement)
        if isinstance(value, Param)
    }
    part.statements = [
        replace(one_value(statement, shared), op="updateMany", comment="") for statement in part.statements
    ]
    recipe.remark(f"Also updates its document in {home.collection}.")
    return part.renamed(recipe)
