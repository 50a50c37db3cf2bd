"""FOLD_ONE: the parent's data stands in every child, and there is no parent to look up."""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.physical import Param
from ..context import RelationshipContext, ScriptFunction
from ..document_places import Address
from ..ir.changes import Update
from ..ir.stages import SortByCountStage
from ..read.paging import PAGE


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
        f"The latest {link.names.words(link.child)} of one {parent}: one query, there is no other collection.",
    )
    yield read.add(
        "find",
        at.collection,
        filter={at.path(key): read.param(key, at.collection, at.path(key))},
        sort={path: direction},
        limit=PAGE,
    )
    distinct = link.recipe("list", f"Every {parent} that appears, with how often.")
    yield distinct.add("aggregate", at.collection, pipeline=[SortByCountStage(f"${at.path(key)}")])
    yield from _fold_writes(link, at, key)


def _fold_writes(link: RelationshipContext, at: Address, key: str) -> Iterator[ScriptFunction]:
    parent, child = link.words
    if at.is_root:
        add = link.recipe("add", f"Add one {child} with all that is known of its {parent}.")
        yield add.add("insertOne", at.collection, documents=at.whole(add, child))
    note = (
        f"Change the {parent}'s data everywhere: as many writes as there are {link.names.words(link.child)}."
    )
    others = [name for name in link.placement.folded(link.relationship).values() if name != key]
    for number, name in enumerate(others):
        change = link.recipe("rename", note, name=f"rename_{name}" if number else "")
        match = {at.path(key): change.param(key, at.collection, at.path(key))}
        value = change.param(f"new_{name}", at.collection, at.path(name), document=1)
        change.add("updateMany", at.collection, filter=match, update=Update.setting({at.path(name): value}))
        yield _at_home(link, change, (key, match[at.path(key)]), (name, value))
    if others:
        return
    rename = link.recipe("rename", note)
    old = rename.param(f"old_{key}", at.collection, at.path(key))
    new = rename.param(f"new_{key}", at.collection, at.path(key), document=1)
    rename.add(
        "updateMany", at.collection, filter={at.path(key): old}, update=Update.setting({at.path(key): new})
    )
    yield _at_home(link, rename, (key, old), (key, new))


def _at_home(
    link: RelationshipContext, recipe: ScriptFunction, key: tuple[str, Param], new: tuple[str, Param]
) -> ScriptFunction:
    """The same change of the parent's own document, where it has one: other relationships may lead to it."""
    own = {stored: name for name, stored in link.placement.folded(link.relationship).items()}
    if link.world.spot(link.parent) is None or link.parent == link.child:
        return recipe
    home = Address(link.world, link.parent)
    if not home.is_root:
        return recipe
    filter, update = {home.path(own[key[0]]): key[1]}, Update.setting({home.path(own[new[0]]): new[1]})
    recipe.remark(f"Its own document in {home.collection} follows.")
    return recipe.add("updateMany", home.collection, filter=filter, update=update)
