"""CHILD_REFS, ONE_WAY_EMBED, EMBED_LINK: an array of ids, or of objects with an id, at one end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ....model.conceptual import given
from ....placement.doc_path import PlacedCopy
from ....plan_model.decisions import opposite
from ....plan_model.physical import Param
from ...atomic import has_transactions
from ...context import RelationshipContext, ScriptFunction, WriteDemand, outcome
from ...document_places import Address, bound_filter
from ...ir.changes import AddToSet, Pull, Push, Update
from ...ir.conditions import Filter, PathPredicates, any_of, filter_of
from ...ir.node import Document
from ...ir.predicates import In, Ne
from ...notes.read_by_index import by_index
from ...read.paging import SLICE, after_last, order_of_index, page_of, page_size
from ...results.counting import recount_both
from ..split_subtypes import collections_of
from .copied import find, holder_of, value_of
from .dropping import drop_everywhere, drop_from_lists
from .edits import edit_link
from .fields import link_values
from .listing import Listing, kind_at, kind_of_holder


def child_refs(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Children live alone, the parent lists them: child first, reference second; and back."""
    if not stored_both(link):
        return
    listing = Listing(link, "from")
    yield fetch(link, listing)
    yield who_lists(link, listing)
    if listing.other.is_root:
        yield _add_child(link, listing)
        yield drop_everywhere(link, listing, "remove")
    yield _hand_over(link, listing)


def one_way(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """One end lists the other; the reverse is an indexed query, paged."""
    if not stored_both(link):
        return
    listing = Listing(link, link.side)
    yield fetch(link, listing)
    yield who_lists(link, listing)
    if listing.at.is_root:
        yield who_lists_next(link, listing)
    yield from link_and_unlink(link, listing)
    yield from edit_link(link, listing)
    if listing.other.is_root:
        yield drop_everywhere(link, listing)


def embed_link(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The owner holds its links with what was true when they were made."""
    if not stored_both(link):
        return
    listing = Listing(link, link.side)
    holder, _ = listing.words
    read = link.recipe("read", f"Returns a {holder} with all its links.")
    yield read.add("findOne", listing.at.collection, filter=listing.at.match(listing.holder_id(read)))
    if listing.at.is_root:
        page = link.recipe("page", "Returns one page of links. The server still loads the whole document.")
        holder_id = listing.holder_id(page)
        projection = page_of(listing.array, page, SLICE)
        yield page.add(
            "findOne", listing.at.collection, filter=listing.at.match(holder_id), projection=projection
        )
    yield from link_and_unlink(link, listing)
    yield from edit_link(link, listing)


def stored_both(link: RelationshipContext) -> bool:
    """Whether both ends have documents to speak of."""
    return link.world.spot(link.parent) is not None and link.world.spot(link.child) is not None


# --- reading ----------------------------------------------------------------------------------


def fetch(link: RelationshipContext, listing: Listing, purpose: str = "read") -> ScriptFunction:
    """The listed documents by their ids. The order of the ids is not kept."""
    holder, other = listing.words
    recipe = link.recipe(purpose, f"Returns the documents a {holder} links to. $in doesn't keep their order.")
    ids = In(listing.read_ids(recipe, listing.holder_id(recipe)))
    return recipe.add(
        "find", listing.other.collection, filter={listing.other.key: ids}, step=recipe.step(f"{other}_list")
    )


def who_lists(link: RelationshipContext, listing: Listing, purpose: str = "reverse") -> ScriptFunction:
    """The holders that list one document; never all of them at once."""
    holder, other = listing.words
    by_what = by_index(link.world, listing.at.collection, listing.ids.path, ", using the multikey index")
    recipe = link.recipe(
        purpose,
        f"Returns a page of {holder} documents linked to a {other}{by_what}, sorted in memory.",
    )
    return recipe.add(
        "find",
        listing.at.collection,
        filter=listing.listed(listing.other_id(recipe)).filled(kind_of_holder(listing)),
        sort=_order(link, listing),
        limit=page_size(link.relationship, opposite(listing.side)),
    )


def who_lists_next(link: RelationshipContext, listing: Listing) -> ScriptFunction:
    """The next page of the holders."""
    recipe = link.recipe("page", "Returns the next page after the last item shown.")
    listed = listing.listed(listing.other_id(recipe)).filled(kind_of_holder(listing))
    order = _order(link, listing)
    behind = after_last(recipe, listing.link.world, listing.at.collection, order)
    return recipe.add(
        "find",
        listing.at.collection,
        filter=listed.merged(behind),
        sort=order,
        limit=page_size(link.relationship, opposite(listing.side)),
    )


def _order(link: RelationshipContext, listing: Listing) -> dict[str, int]:
    """The order in which pages give the holders that list one document: an operation's, where it reads these too."""
    return order_of_index(link.world, listing.at.collection, listing.ids.path) or {"_id": 1}


# --- writing ----------------------------------------------------------------------------------


def put_id(
    recipe: ScriptFunction, listing: Listing, hid: Any, element: Any, other_id: Any, *, again: bool = False, **parts: Any
) -> ScriptFunction:  # fmt: skip
    """Add an id, or an object with it, once and only while there is room. again: an id that an earlier call may have
    added needs none."""
    bound: Filter | PathPredicates = bound_filter(listing.name, listing.bound)
    if again and bound and not listing.objects:
        bound = any_of([filter_of(bound), filter_of({listing.name: other_id})])
    path = listing.at.update_path(listing.name, hid)
    if not listing.objects:
        more, update = filter_of(bound), Update.of(AddToSet(path, element))
    else:
        once = filter_of({f"{listing.name}.{listing.key}": Ne(other_id)})
        more, update = once.merged(bound), Update.of(Push(path, element))
    return listing.at.write(recipe, hid, update, more=more.merged(kind_of_holder(listing)), **parts)


def pull_id(
    recipe: ScriptFunction, listing: Listing, hid: Any, other_id: Any, **parts: Any
) -> ScriptFunction:
    """Take an id, or the object with it, out of one holder."""
    update = Update.of(Pull(listing.at.update_path(listing.name, hid), listing.entry(other_id)))
    return listing.at.write(recipe, hid, update, more=kind_of_holder(listing), **parts)


def element_from(
    listing: Listing, recipe: ScriptFunction, step: str, other_id: Any, said: Document | None = None
) -> Any:
    """The element to add: the bare id, or the id with copies of the found document and link
    fields from the caller. said: those, where they are known."""
    if not listing.objects:
        return other_id
    element: Document = {}
    pair = listing.link.placement.pair(listing.link.relationship, listing.side)
    if pair is not None:
        name = pair.path.rpartition(".")[2]
        is_read = bool(step) and listing.link.world.collections[listing.other.collection].kind != "bucket"
        element[name] = (
            holder_of(listing.other, step) if is_read else recipe.param(name, pair.collection, pair.path)
        )
    element[listing.key] = other_id
    for copy in copies(listing):
        put(element, copy.name, value_of(listing.other, step, copied_path(listing, copy)))
    if said is not None:
        return element | said
    return element | link_values(listing.link, recipe, listing.at.collection, f"{listing.array}.")


def copies(listing: Listing) -> tuple[PlacedCopy, ...]:
    """The copies that stand in the elements."""
    return listing.link.placement.copies(listing.link.relationship, listing.side)


def copied_path(listing: Listing, copy: PlacedCopy) -> str:
    """Where the copied field stands in the documents of its owner."""
    spots = [
        spot.path
        for spot in listing.link.placement.of_path(copy.owner, copy.copy.field)
        if spot.collection == listing.other.collection
    ]
    return spots[0] if spots else copy.copy.field


def put(document: Document, path: str, value: object) -> None:
    """Set a value at a dotted path, making the objects on the way."""
    *heads, last = path.split(".")
    for head in heads:
        document = cast("Document", document.setdefault(head, {}))
    document[last] = value


def link_and_unlink(link: RelationshipContext, listing: Listing) -> Iterator[ScriptFunction]:
    """Add a link between two documents that exist, and take it away."""
    holder, other = listing.words
    more = " and copies its current values" if copies(listing) else ""
    add = link.recipe(
        "add", (f"Links a {holder} to a {other}{more} in one write. Does nothing if already linked.")
    )
    hid, oid = listing.holder_id(add), listing.other_id(add)
    add.taking(hid, oid)
    document = add.step(other) if copies(listing) else ""
    if document:
        find_copied(add, listing, oid, document)
    elif listing.other.is_root:
        _ask_for(add, listing.other, oid, other)
    put_id(add, listing, hid, element_from(listing, add, document, oid), oid, step=add.step("added"))
    yield recount_both(add, link, listing.both(hid, oid))
    remove = link.recipe("remove", f"Unlinks a {holder} from a {other}. Neither document is deleted.")
    hid, oid = listing.holder_id(remove), listing.other_id(remove)
    remove.taking(hid, oid)
    yield recount_both(pull_id(remove, listing, hid, oid), link, listing.both(hid, oid))


def find_copied(recipe: ScriptFunction, listing: Listing, oid: Any, step: str) -> None:
    """Read what the new element copies."""
    at, gone = listing.other, f"{listing.words[1]} not found"
    fields = {copied_path(listing, copy): 1 for copy in copies(listing)}
    find(recipe, at, oid, fields, step, gone, kind_at(at))


def _add_child(link: RelationshipContext, listing: Listing) -> ScriptFunction:
    holder, other = listing.words
    recipe = link.recipe(
        "add",
        f"Adds a {other}, then its ID, so a crash leaves no dangling reference.",
    )
    hid, document, added = listing.holder_id(recipe), listing.other.whole(recipe, other), recipe.step("added")
    named = may_name_none(listing, hid)
    _ask_for_room(recipe, listing, hid, document, named)
    recipe.add("insertOne", listing.other.collection, documents=document, step=added)
    oid = outcome(added, "insertedId")
    element = element_from(listing, recipe, document.name, oid)
    full: WriteDemand = {
        "step": recipe.step("listed"), "must_match": f"the {holder} has reached its {other} limit"
    }  # fmt: skip
    if collections_of(link.placement, listing.at.entity):
        full = {}  # it is in one of several collections
    full |= {"only_with": named}
    again = not _takes_back(listing)
    put_id(recipe, listing, hid, element, oid, again=again, **full)
    return recount_both(recipe, link, listing.both(hid, oid))


def _takes_back(listing: Listing) -> bool:
    """Whether a transaction takes the insert of a listed document back where the list does not take it."""
    written = (listing.at.collection, listing.other.collection)
    return has_transactions(listing.link.world, written)


def ask_for_holder(recipe: ScriptFunction, listing: Listing, hid: Any, named: Any = None) -> None:
    """Stop before anything is written where there is no such holder. named: what may name none."""
    _ask_for(recipe, listing.at, hid, listing.words[0], named=named)


def may_name_none(listing: Listing, hid: Any) -> Any:
    """Return what names the holder of a new document where it need have none, else None."""
    return hid if given(listing.link.relationship.to.count.min, 0) < 1 else None


def _ask_for_room(recipe: ScriptFunction, listing: Listing, hid: Any, document: Param, named: Any) -> None:
    """Stop before a document is inserted that no list would hold: where nothing takes the insert back, the list must
    have room first, or hold the document already, as after a call that ended in between."""
    (holder, other), room = listing.words, filter_of(bound_filter(listing.name, listing.bound))
    if _takes_back(listing) or not room or not listing.at.is_root:
        return ask_for_holder(recipe, listing, hid, named)
    listed = listing.listed(outcome(document.name, "_id"))
    full, free = f", or has reached its {other} limit", any_of([room, listed])
    return _ask_for(recipe, listing.at, hid, holder, free, full=full, named=named)


def _hand_over(link: RelationshipContext, listing: Listing) -> ScriptFunction:
    if not (_takes_back(listing) or listing.objects or listing.at.spot.path):
        return _hand_over_again(link, listing)
    holder, other = listing.words
    recipe = link.recipe(
        "reassign",
        (
            f"Moves a {other} to another {holder}: removes it from every list, then adds it to the new one, "
            "in a transaction."
        ),
        transaction=True,
    )
    oid, new = listing.other_id(recipe), listing.holder_id(recipe, "new_", document=1)
    element = oid
    if listing.objects:
        document = recipe.step(other)
        find_copied(recipe, listing, oid, document)
        element = element_from(listing, recipe, document, oid)
    elif listing.other.is_root:
        _ask_for(recipe, listing.other, oid, other)
    ask_for_holder(recipe, listing, new)
    follow = drop_from_lists(recipe, link, listing.side, oid)
    room: WriteDemand = {
        "step": recipe.step("given"),
        "must_match": f"the new {holder} has reached its {other} limit",
    }
    recount_both(put_id(recipe, listing, new, element, oid, **room), link, listing.both(new, oid))
    follow()
    return recipe


def _hand_over_again(link: RelationshipContext, listing: Listing) -> ScriptFunction:
    """The same where no transaction holds the lists together: a second call finds what the first has done."""
    holder, other = listing.words
    note = (
        f"Moves a {other} to another {holder}: adds it to the new list first, then removes it from "
        "every other."
    )
    recipe = link.recipe("reassign", note)
    oid, new = listing.other_id(recipe), listing.holder_id(recipe, "new_", document=1)
    if listing.other.is_root:
        _ask_for(recipe, listing.other, oid, other)
    must = f"{holder} not found, or has reached its {other} limit"
    put_id(recipe, listing, new, oid, oid, again=True, step=recipe.step("given"), must_match=must)
    follow = drop_from_lists(recipe, link, listing.side, oid, but=new)
    recount_both(recipe, link, listing.both(new, oid))
    follow()
    return recipe


def _ask_for(
    recipe: ScriptFunction, at: Address, id: Any, word: str, more: Filter | None = None, full: str = "",
    named: Any = None,
) -> None:  # fmt: skip
    """Stop where there is no such document. Of subtypes with a collection each, it may be in any. more: what else must
    hold of it; full: what to say where it does not; named: what may name none."""
    if collections_of(at.world.placement, at.entity):
        return
    recipe.add(
        "findOne", at.collection, filter=at.match(id, kind_at(at).merged(more)), projection={"_id": 1},
        step=recipe.step(word), must_match=f"{word} not found{full}", only_with=named,
    )  # fmt: skip
