"""TWO_WAY_REFS, TWO_WAY_EMBED: both ends know each other, so every change is several writes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...context import RelationshipContext, ScriptFunction, WriteDemand, outcome
from ...ir.changes import Put, Update, UpdatePath
from ...ir.node import Document
from ...results.counting import recount, recount_both
from ...write.reference_updates import led_by_parent
from ..references import Children, cascades, going_along_by_path, list_children
from .arrays import (
    ask_for_holder,
    element_from,
    fetch,
    find_copied,
    may_name_none,
    pull_id,
    put_id,
    stored_both,
)
from .copied import find
from .dropping import drop_everywhere
from .edits import edit_link
from .fields import link_values
from .listing import Listing
from .whole_lists import replace_list


def two_way_refs(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The parent lists its children and each child names its parent."""
    if not stored_both(link):
        return
    listing, children = Listing(link, "from"), Children(link)
    yield list_children(link, children)
    yield fetch(link, listing, "listed")
    if not children.at.is_root:  # what adds and deletes documents would mean those around them
        return
    yield _add(link, listing, children)
    yield _reassign(link, listing, children)
    yield drop_everywhere(link, listing, "remove", transaction=True)
    yield from cascades(link, children)


def _add(link: RelationshipContext, listing: Listing, children: Children) -> ScriptFunction:
    parent, child = link.words
    recipe = link.recipe(
        "add", f"Adds a {child} and its ID in the {parent}, in a transaction.", transaction=True
    )
    document, added = children.at.whole(recipe, child), recipe.step("added")
    pid = outcome(document.name, children.reference)
    named = may_name_none(listing, pid)
    ask_for_holder(recipe, listing, pid, named)
    recipe.add("insertOne", children.collection, documents=document, step=added)
    element = element_from(listing, recipe, document.name, outcome(added, "insertedId"))
    must = f"the {parent} has reached its {child} limit"
    oid, listed = outcome(added, "insertedId"), recipe.step("listed")
    put_id(recipe, listing, pid, element, oid, step=listed, must_match=must, only_with=named)
    return recount_both(recipe, link, listing.both(pid, oid))


def _reassign(link: RelationshipContext, listing: Listing, children: Children) -> ScriptFunction:
    parent, child = link.words
    recipe = link.recipe(
        "reassign", f"Moves a {child} to another {parent} in a transaction. Fails if someone else moved "
                    "it first.", transaction=True,
    )  # fmt: skip
    which = children.at.id(recipe, child)
    old = children.parent_id(recipe, f"old_{parent}")
    new = listing.holder_id(recipe, "new_", document=1)
    along = going_along_by_path(link, recipe, children.at, which)
    changes = Update.of(Put(UpdatePath(children.reference), new), *along)
    filter = children.at.match(which).merged({children.reference: old})
    moved = recipe.step("moved")
    recipe.add(
        "updateOne", children.collection, filter=filter, update=changes, step=moved,
        must_match=f"{child} was moved by someone else",
    )  # fmt: skip
    pull_id(recipe, listing, old, which)
    element = which
    if listing.objects:
        document = recipe.step(child)
        find_copied(recipe, listing, which, document)
        element = element_from(listing, recipe, document, which)
    room: WriteDemand = {"step": recipe.step("listed"), "must_match": f"the new {parent} is full"}
    put_id(recipe, listing, new, element, which, **room)
    if along:  # what the child repeats of its parent is read there
        recipe.statements[0] = replace(recipe.statements[0], leads=(which.name, old.name))
        led_by_parent(link, recipe, children.at, new, needed=True)
    recount(recipe, link.world, link.parent, link.relationship, old, "from")
    return recount_both(recipe, link, listing.both(new, which))


def two_way_embed(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Both ends list each other: each direction is a read by ids, each link two writes. Where one array holds both ends,
    both directions are one."""
    if not stored_both(link):
        return
    forward, back = Listing(link, "from"), Listing(link, "to")
    is_mutual = link.placement.is_mutual(link.relationship)
    yield fetch(link, forward)
    if not is_mutual:
        yield fetch(link, back, "reverse")
    yield _both(link, forward, back)
    yield _neither(link, forward, back)
    yield from replace_list(link, "from", "replace")
    if not is_mutual:
        yield from replace_list(link, "to", "replace_back")
    yield from edit_link(link, forward, back)
    if forward.other.is_root:
        yield drop_everywhere(link, forward)
    if back.other.is_root and not is_mutual:
        yield drop_everywhere(link, back, name="delete_back")


def _both(link: RelationshipContext, forward: Listing, back: Listing) -> ScriptFunction:
    near, other = link.words
    recipe = link.recipe(
        "add", f"Links a {near} and a {other} on both sides, in a transaction.", transaction=True
    )
    first, second = forward.holder_id(recipe), back.holder_id(recipe)
    said = link_values(link, recipe, forward.at.collection, f"{forward.array}.") if forward.objects else None
    if forward.objects and not back.objects:  # the function takes the first end's id first
        ask_for_holder(recipe, forward, first)
    element_back = _element(back, recipe, first, said)
    element = _element(forward, recipe, second, said)
    for listing, holder, listed, entry in (
        (forward, first, second, element),
        (back, second, first, element_back),
    ):
        must = f"{listing.words[0]} not found or full"
        put_id(
            recipe,
            listing,
            holder,
            entry,
            listed,
            step=recipe.step(f"{listing.words[0]} linked"),
            must_match=must,
        )
    return recount_both(recipe, link, {"from": first, "to": second})


def _element(listing: Listing, recipe: ScriptFunction, listed: object, said: Document | None) -> object:
    """What one side holds. said: of the link itself, the same on both sides."""
    if not listing.objects:
        return listed
    document = recipe.step(listing.words[1])
    find(recipe, listing.other, listed, None, document, f"{listing.words[1]} not found")
    return element_from(listing, recipe, document, listed, said)


def _neither(link: RelationshipContext, forward: Listing, back: Listing) -> ScriptFunction:
    near, other = link.words
    recipe = link.recipe(
        "remove",
        f"Unlinks a {near} and a {other} on both sides. Neither document is deleted.",
        transaction=True,
    )
    first, second = forward.holder_id(recipe), back.holder_id(recipe)
    pull_id(recipe, forward, first, second)
    pull_id(recipe, back, second, first)
    return recount_both(recipe, link, {"from": first, "to": second})
