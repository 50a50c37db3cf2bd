"""Changing what a link says of itself, in the array of one end or in those of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...context import RelationshipContext, ScriptFunction
from ...ir.changes import Put, Update, UpdatePath
from ...ir.conditions import filter_of
from ...ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    cond,
    eq,
    map_array,
    merge_objects,
)
from ...read.attribute_elements import Attribute
from .fields import first_attribute, followed_results, plain_fields
from .listing import Listing, kind_of_holder


def edit_link(
    link: RelationshipContext, listing: Listing, back: Listing | None = None
) -> Iterator[ScriptFunction]:
    """Fields, and one attribute, of one link. back: the list of the other end, where it has one too."""
    if not all(side.at.is_root and side.objects for side in (listing, back or listing)):
        return
    yield from _set_attribute(link, listing, back)
    fields = plain_fields(link)
    if not fields:
        return
    recipe, hid, oid = _begun(link, listing, back, "edit", "Updates fields of the {0}'s link to a {1}{2}.")
    values = {name: recipe.change(name, listing.at.collection, f"{listing.array}.{name}") for name in fields}
    for listing_here, holder, listed in _sides(listing, back, hid, oid):
        meant = listing_here.at.match(holder, kind_of_holder(listing_here)).merged(
            listing_here.listed(listed)
        )
        element = UpdatePath(listing_here.array).element("link", filter_of({listing_here.key: listed}))
        update = Update.of(*(Put(element.down(name), value) for name, value in values.items()))
        recipe.add("updateOne", listing_here.at.collection, filter=meant, update=update)
        results = followed_results(link, fields, Variable("link"))
        if results:
            links = _with_changed(listing_here, merge_objects(Variable("link"), results), listed)
            update = Update.computing({listing_here.array: links})
            recipe.add("updateOne", listing_here.at.collection, filter=meant, update=update)
            recipe.remark(f"Also recomputes {', '.join(results)}.")
    yield recipe


def _begun(
    link: RelationshipContext, listing: Listing, back: Listing | None, purpose: str, note: str
) -> tuple[ScriptFunction, Any, Any]:
    """A recipe about one link, and the ids of its two ends."""
    words = (*listing.words, ", on both sides in a transaction" if back else "")
    recipe = link.recipe(purpose, note.format(*words), transaction=back is not None)
    hid, oid = listing.holder_id(recipe), listing.other_id(recipe)
    recipe.taking(hid, oid)
    return recipe, hid, oid


def _sides(listing: Listing, back: Listing | None, hid: Any, oid: Any) -> list[tuple[Listing, Any, Any]]:
    """Each array that holds the link, whose it is, and what it lists."""
    return [(listing, hid, oid), *([(back, oid, hid)] if back else [])]


def _set_attribute(
    link: RelationshipContext, listing: Listing, back: Listing | None
) -> Iterator[ScriptFunction]:
    """One attribute of one link, in one write that knows the elements by the id that each has."""
    first_found = first_attribute(link, f"{listing.array}.")
    if first_found is None:
        return
    group, attribute = first_found
    note = "Sets an attribute of the {0}'s link to a {1}{2}, adding it if missing."
    recipe, hid, oid = _begun(link, listing, back, "attribute", note)
    new = LiteralValue(recipe.param(f"new {attribute.name}", listing.at.collection, attribute.sample))
    for listing_here, holder, listed in _sides(listing, back, hid, oid):
        filter = listing_here.at.match(holder).merged({f"{listing_here.array}.{listing_here.key}": listed})
        update = Update.computing({listing_here.array: _changed(listing_here, group, attribute, new, listed)})
        recipe.add("updateOne", listing_here.at.collection, filter=filter, update=update)
    yield recipe


def _changed(
    listing: Listing, group: str, attribute: Attribute, new: LiteralValue, listed: Any
) -> OperatorCall:
    """The array with the attribute set in the element of one link."""
    changed = merge_objects(Variable("link"), {group: attribute.replaced(new, Variable("link", group))})
    return _with_changed(listing, changed, listed)


def _with_changed(listing: Listing, changed: OperatorCall, listed: Any) -> OperatorCall:
    """The array with the element of one link changed. changed: what becomes of it."""
    meant = eq(Variable("link", listing.key), LiteralValue(listed))
    return map_array(FieldPath(listing.array), "link", cond(meant, changed, Variable("link")))
