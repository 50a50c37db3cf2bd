"""PARENT_REF, LINK_ONE, ELEMENT_REF, FOLD_ONE: the reference, or the parent's data, in the child."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...model.conceptual import given
from ...placement.doc_path import ITEM, DocPath
from ...plan_model.physical import Collection, Param, PlannedIndex
from ...workload.document_history import history_of_all, options_beside_versions
from ..context import RelationshipContext, ScriptFunction, Unsupported, outcome
from ..document_places import Address, beside, toward
from ..ir.changes import Put, Unset, Update
from ..ir.conditions import Filter, any_of, filter_of
from ..ir.stages import LimitStage, LookupStage, MatchStage, SortStage
from ..notes.read_by_index import by_index, of_several_writes
from ..passes.placement_variants import links_at_each, named, whole
from ..read.conditions import of_kind_in_one_collection
from ..read.paging import after_last, joined_at_most, order_of_index, page_size
from ..results.counting import counting, follow, is_counted, shift
from ..write.reference_updates import going_along, led_by_parent
from .links.copied import shown_alone
from .links.outliving import deed, outlives

_APPENDED = frozenset({"timeseries", "capped"})


class Children:
    """The children of a reference: where they stand, what they refer by, how they are sorted."""

    def __init__(self, link: RelationshipContext) -> None:
        self.link = link
        self.at = Address(link.world, link.child)
        reference = link.placement.reference(link.relationship, "to")
        self.reference = reference.path if reference is not None else link.names.end(link.relationship, "to")
        field, self.direction = link.child_sort
        places = [
            spot.path
            for spot in link.placement.of_path(link.child, field)
            if spot.collection == self.at.collection
        ]
        self.sort_path = places[0] if places else "_id"
        recent = given(link.relationship.recent, None)
        if not (recent and given(recent.sort, "")) and not self.is_indexed:
            for path, direction in order_of_index(link.world, self.collection, self.reference).items():
                self.sort_path, self.direction = path, direction
        is_slice = link.placement.traits(link.relationship).is_slice
        self.page_size = page_size(link.relationship, is_slice=is_slice)

    @property
    def collection(self) -> str:
        """Their collection."""
        return self.at.collection

    @property
    def of_kind(self) -> Filter:
        """What keeps documents of other subtypes away, where the children share a collection, and share no other: the
        collection of a subtype alone names none."""
        return of_kind_in_one_collection(self.link.world, self.link.child, self.collection)

    @property
    def sort(self) -> dict[str, int]:
        """The sort of their lists: that of the index on the reference, and nothing behind it, since
        an index that ends before the sort does can't give its order."""
        return {self.sort_path: self.direction}

    @property
    def listed_sort(self) -> dict[str, int]:
        """The sort of lists that go on with what was shown last: a sensitive field is told to nobody, so nobody could
        say where the next page begins by it."""
        return {"_id": self.direction} if self._is_sorted_by_secret else self.sort

    @property
    def _is_sorted_by_secret(self) -> bool:
        paths = self.link.world.sensitive_paths(self.collection)
        return any(f"{self.sort_path}.".startswith(f"{path}.") for path in paths)

    @property
    def is_indexed(self) -> bool:
        """Whether an index returns the children of a parent in the order of the lists."""
        planned = self.link.world.collections[self.collection]
        wanted = (self.reference, *self.listed_sort)
        return any(
            tuple(path for path, _ in index.keys[:2]) == wanted and not _is_special(index, planned)
            for index in planned.indexes
        )

    def parent_id(self, recipe: ScriptFunction, word: str = "", *, document: int = 0) -> Any:
        """The parameter with the parent's id, as the children store it."""
        parent = self.link.words[0]
        return recipe.param(f"{word or parent}_id", self.collection, self.reference, document=document)

    def asked_parent_id(self, recipe: ScriptFunction) -> Param:
        """The parameter with the id of the parent whose children are read: without one, those of nobody would be."""
        parent: Param = self.parent_id(recipe)
        return replace(parent, needed=not self.link.world.always(self.collection, self.reference))

    def new_parent_id(self, recipe: ScriptFunction) -> Param:
        """The parameter with another parent's id."""
        return Address(self.link.world, self.link.parent).id(recipe, f"new_{self.link.words[0]}", document=1)

    def pairs(self, recipe: ScriptFunction, value: Any) -> Filter:
        """The reference with the holder's id beside it, where a pair is stored; of nodes inside one another, that of any
        of them."""
        pair = self.link.placement.pair(self.link.relationship, "to")
        if pair is None:
            return any_of([filter_of({path: value}) for path in (self.reference, *self.references_below)])
        holder = recipe.param(pair.path.rpartition(".")[2], pair.collection, pair.path)
        return filter_of({pair.path: holder, self.reference: value})

    @property
    def references_below(self) -> list[str]:
        """Where the nodes of a tree that stand inside of another have their reference."""
        spots, own = self.link.placement.spots(self.link.child), self.at.spot
        inner = {spot.path for spot in spots if spot != own and own.holds(spot)}
        references = self.link.placement.references(self.link.relationship, "to")
        below = [each.path for each in references if each.collection == self.collection]
        return [path for path in below if any(path.startswith(f"{place}.") for place in inner)]

    def page(self, recipe: ScriptFunction, filter: Filter) -> ScriptFunction:
        """The read of one page of those that a filter means, in the order of the lists."""
        if self._is_sorted_by_secret:
            recipe.remark(f"Sorted by _id: {self.sort_path} is sensitive, and paging by it would expose it.")
        return recipe.add("find", self.collection, filter=filter, sort=self.listed_sort, limit=self.page_size)


_UNSORTED = " No index supports this sort, so it runs in memory."


def told_unsorted(children: Children) -> str:
    """What a page costs whose index does not give the order of the lists within one parent: an index of the order alone
    gives it, with the children of all other parents in between."""
    if children.is_indexed:
        return ""
    world, path = children.link.world, next(iter(children.listed_sort))
    is_found = by_index(world, children.collection, children.reference, "is")
    words = f" Scans the index on {path}, with the {children.link.names.spoken(children.link.child)} of all others."
    if is_found:
        return _UNSORTED
    has_own = path == "_id" and world.collections[children.collection].kind != "timeseries"
    return words if has_own else by_index(world, children.collection, path, words) or _UNSORTED


def list_children(link: RelationshipContext, children: Children) -> ScriptFunction:
    """The first page of the children of a parent."""
    parent, _child = link.words
    in_memory = "" if children.is_indexed else ", and sorts them in memory"
    words = f", using the reference index{in_memory}"
    indexed = by_index(link.world, children.collection, children.reference, words)
    words = f"Returns the first page of {link.names.spoken(link.child)}"
    if not children.at.is_root:
        words = f"Returns the first page of whole {children.collection} documents with {link.names.spoken(link.child)}"
    recipe = link.recipe("read", f"{words} of a {parent}{indexed}.")
    return children.page(recipe, children.pairs(recipe, children.asked_parent_id(recipe)))


def next_page(link: RelationshipContext, children: Children) -> ScriptFunction:
    """The page behind a child that was the last one: no skip, so that page 1000 costs as page 1."""
    recipe = link.recipe(
        "page",
        "Returns the next page after the last item shown (keyset pagination, no skip)."
        if children.is_indexed
        else f"Returns the next page after the last item shown.{told_unsorted(children)}",
    )
    filter = children.pairs(recipe, children.asked_parent_id(recipe))
    behind = after_last(recipe, link.world, children.collection, children.listed_sort)
    return children.page(recipe, filter.merged(behind))


def _is_special(index: PlannedIndex, planned: Collection) -> bool:
    options = options_beside_versions(index, planned)
    return bool({"partialFilterExpression", "sparse", "collation"} & options.keys())


def joined(link: RelationshipContext, children: Children) -> ScriptFunction:
    """The parent with its first children in one round trip."""
    parent, _ = link.words
    recipe = link.recipe(
        "join", f"Returns a {parent} with its first {link.names.spoken(link.child)}, using $lookup."
    )
    if not children.is_indexed and by_index(link.world, children.collection, children.reference, "is"):
        recipe.remark(_UNSORTED.strip())
    apart = (spot for spot in whole(link.world).placement.spots(link.child) if spot.path)
    for spot in apart:
        recipe.remark(f"Excludes those in {named(spot)}.")
    at = Address(link.world, link.parent)
    name = link.names.end(link.relationship, "from")
    pid = at.id(recipe, parent)
    own = (MatchStage(filter_of({children.reference: pid})),) if at.arrays else ()  # not of those beside it
    inner = (*own, SortStage(children.listed_sort), LimitStage(joined_at_most(link.relationship)))
    lookup = LookupStage(children.collection, at.key, children.reference, name, inner)
    return recipe.add("aggregate", at.collection, pipeline=[MatchStage(at.match(pid)), lookup])


def insert_child(link: RelationshipContext, children: Children) -> ScriptFunction:
    """A new child: one write, and one for each parent that stores something about its children."""
    parent, child = link.words
    links = counting(link.world, link.child)
    alone = "" if links else f" in one write. The {parent} isn't updated"
    recipe = link.recipe("add", f"Adds a {child}{alone}.")
    document = children.at.whole(recipe, child)
    return follow(recipe.add("insertOne", children.collection, documents=document), links, document.name, 1)


def move_child(link: RelationshipContext, children: Children, place: Param | None = None) -> ScriptFunction:
    """Another parent: one atomic write, with all that goes with the reference. place: that parent's id,
    where the caller's function has it under another name."""
    parent, child = link.words
    recipe = link.recipe("reassign", f"Moves a {child} to another {parent} in one atomic write.")
    which = children.at.id(recipe, child)
    new = place or children.new_parent_id(recipe)
    reference = Put(children.at.update_path(_below(children.at, children.reference), which), new)
    along = going_along_by_path(link, recipe, children.at, which, new.document)
    more = children.of_kind if children.at.is_root else None
    return children.at.write(recipe, which, Update.of(reference, *along), more=more)


def going_along_by_path(
    link: RelationshipContext, recipe: ScriptFunction, at: Address, which: Any, document: int = 1
) -> list[Put]:
    """What goes with a reference to another parent, as changes of the child. which: what identifies that one."""
    along = going_along(link, recipe, at, document)
    return [Put(at.update_path(_below(at, spot.path), which), value) for spot, value in along]


def _below(at: Address, path: str) -> str:
    """A document path as seen from an address."""
    return path[len(at.spot.path) + 1 :] if at.spot.path and path.startswith(at.spot.path + ".") else path


def delete_child(link: RelationshipContext, children: Children) -> ScriptFunction:
    """A child goes; nothing else refers to it."""
    child, links = link.words[1], counting(link.world, link.child)
    recipe = link.recipe("remove", f"{deed(link, 'to')} {child}{'' if links else ' in one write'}.")
    if link.relationship.kind == "one-to-one" and given(link.relationship.from_.count.min, 0) >= 1:
        recipe.remark(f"Each {link.words[0]} must have one: add its next {child} right after.")
    match = children.at.match(children.at.id(recipe, child)).merged(children.of_kind)
    if not links:
        return recipe.add("deleteOne", children.collection, filter=match)
    gone, removed = f"{child} not found", recipe.step("removed")
    recipe.add("findOneAndDelete", children.collection, filter=match, step=removed, must_match=gone)
    return follow(recipe, links, removed, -1)


def reassign_child(
    link: RelationshipContext, children: Children, place: Param | None = None
) -> ScriptFunction:
    """Another parent; both parents follow where they store something about their children. place:
    as for ``move_child``."""
    recipe = move_child(link, children, place)
    if not is_counted(link) or not children.at.is_root:
        return recipe
    moved = recipe.step("moved")
    # The document as it was: it knows the parent that loses the child.
    as_it_was = {"op": "findOneAndUpdate", "step": moved, "must_match": f"{link.words[1]} not found"}
    recipe.statements = [replace(recipe.statements[0], **as_it_was)]
    shift(recipe, link, outcome(moved, children.reference), moved, -1, which="old")
    shift(recipe, link, place or children.new_parent_id(recipe), moved, 1, which="new")
    return recipe


def cascade(link: RelationshipContext, children: Children) -> ScriptFunction:
    """A parent goes with its children: children first, so that no reference dangles."""
    parent, _child = link.words
    recipe = link.recipe(
        "cascade", f"Deletes a {parent} and its {link.names.spoken(link.child)}. Children are deleted "
                   "first."
    )  # fmt: skip
    at = Address(link.world, link.parent)
    pid = at.id(recipe, parent)
    recipe.add("deleteMany", children.collection, filter={children.reference: pid})
    return recipe.add("deleteOne", at.collection, filter=at.match(pid))


def parent_ref(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Children with a reference: lists, pages and single writes."""
    if not _stored(link):
        return
    children = Children(link)
    yield list_children(link, children)
    if children.at.is_root:
        yield next_page(link, children)
        yield joined(link, children)
        if not link.traits.is_time_series:
            yield insert_child(link, children)
            yield from _changes(link, children)
            yield from cascades(link, children)
    else:
        yield ask_for_parent(link, children, move_child(link, children))


def _changes(link: RelationshipContext, children: Children) -> Iterator[ScriptFunction]:
    """Moving and deleting one child. Of a time series the server changes many measurements by their
    metaField, never a single one, and deletes single ones since 7.0."""
    series = link.world.collections[children.collection].kind == "timeseries"
    if not series:
        yield ask_for_parent(link, children, reassign_child(link, children))
    if not series or given(link.world.model.server_version, "7.0") in ("7.0", "8.0"):
        yield delete_child(link, children)


def ask_for_parent(link: RelationshipContext, children: Children, move: ScriptFunction) -> ScriptFunction:
    """Stop a move before anything is written where there is no such parent, if all parents stand in one collection."""
    count = len(move.statements)
    led = led_by_parent(link, move, children.at, children.new_parent_id(move))
    if len(led.statements) > count:
        led.note = of_several_writes(led.note)
    return led.numbered()


def cascades(link: RelationshipContext, children: Children) -> Iterator[ScriptFunction]:
    """That function, where children belong to one parent and die with it."""
    if Address(link.world, link.parent).is_root and given(link.relationship.exclusive_owner, False):
        yield cascade(link, children)


def _stored(link: RelationshipContext) -> bool:
    return link.world.spot(link.parent) is not None and link.world.spot(link.child) is not None


def link_one(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Two documents, one reference, unique: each way is one read."""
    if not _stored(link):
        return
    children, (parent, child) = Children(link), link.words
    indexed = by_index(
        link.world, children.collection, children.reference, ", using the unique reference index"
    )
    note = f"Returns the {child} of a {parent}{indexed}."
    if children.references_below or not children.at.is_root:
        note = f"Returns the document that contains the {child} of a {parent}{indexed}."
    read = link.recipe("read", note)
    yield read.add(
        "findOne", children.collection, filter=children.pairs(read, children.asked_parent_id(read))
    )
    yield _parent_of(link, children)
    if children.at.is_root:
        yield insert_child(link, children)
        if given(link.relationship.from_.count.min, 0) < 1:  # else each parent has one already
            yield _give_to_free(link, children)
        yield delete_child(link, children)


def _parent_of(link: RelationshipContext, children: Children) -> ScriptFunction:
    """Return the read of the parent that a child names; what other elements of its array name is nobody's answer."""
    (parent, child), at, own = link.words, Address(link.world, link.parent), children.at
    back = link.recipe("back", f"Returns the {parent} of a {child} in two reads.")
    which, document, named = own.id(back, child), back.step(child), children.reference
    projection: Mapping[str, Any] = {named: 1}
    if own.arrays:
        reference, named = named, named.rpartition(".")[2]
        projection = shown_alone(own, which, reference, named)
    back.add(
        "findOne", own.collection, filter=own.match(which), projection=projection, step=document, ends=True
    )
    held = outcome(document, named)
    return back.add("findOne", at.collection, filter=at.match(held), step=back.step(parent))


def _give_to_free(link: RelationshipContext, children: Children) -> ScriptFunction:
    """Return the move of a child to a parent that has none: the old parent has none from then on."""
    parent, child = link.words
    move = ask_for_parent(link, children, reassign_child(link, children))
    move.remark(f"Fails if the {parent} already has a {child} (unique index on {children.reference}).")
    return move


def element_ref(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Both ends in one document: one read resolves the reference, one write changes it."""
    if not _stored(link):
        return
    children, (parent, child) = Children(link), link.words
    at = children.at
    read = link.recipe("read", f"Returns the document that contains both the {child} and its {parent}.")
    yield read.add("findOne", at.collection, filter=at.match(at.id(read, child)))
    move = link.recipe("reassign", f"Moves a {child} to another {parent} in the same document.")
    read.unsupported = move.unsupported = _apart(link, at)
    holder = move.param("document_id", at.collection, "_id")
    which = at.id(move, child)
    new = Address(link.world, link.parent).id(move, f"new_{parent}")
    update = Update.of(Put(at.update_path(_below(at, children.reference), which), new))
    yield move.add(
        "updateOne",
        at.collection,
        filter=filter_of({"_id": holder}).merged(at.match(which)),
        update=update,
    )


def _apart(link: RelationshipContext, at: Address) -> Unsupported | None:
    """Return why no function is written where each end has a document of its own, None where one holds both."""
    above = Address(link.world, link.parent)
    if above.collection == at.collection and not (above.is_root and at.is_root):
        return None
    return Unsupported(
        (
            f"No document contains both a {link.parent} and a {link.child}, and this reference works only "
            "inside one document."
        ),
        f"choose another strategy for {link.relationship.name}, or embed both in the same documents",
    )


# --- what has lost its parent: references to it are unset, and what belonged to it alone goes too -----


class Orphans(NamedTuple):
    """Children that go with their parent. held: what finds their documents; id: the path of what identifies each, ""
    where nothing does; element: where they stand in these documents, None where they are the documents."""

    link: RelationshipContext
    collection: str
    held: Filter
    id: str = "_id"
    element: DocPath | None = None


def loses_parent(link: RelationshipContext, side: str) -> bool:
    """Return whether children keep no reference to a deleted document of an end: it is unset, or they go too."""
    if link.traits.overflows:
        return side == "from"
    one_parent = link.relationship.kind in ("one-to-many", "one-to-one")
    if side != "from" or not one_parent or outlives(link, side) or not list(_references(link)):
        return False
    if link.parent in link.placement.survey.families.line(link.child) and (
        _is_owned(link) or _keeps_past(link)
    ):
        return False  # parts of parts, without end; and no document changes twice at one moment
    return _is_owned(link) or given(link.relationship.to.count.min, 0) < 1


def _is_owned(link: RelationshipContext) -> bool:
    return link.relationship.exclusive_owner is True


def _keeps_past(link: RelationshipContext) -> bool:
    return bool(history_of_all(link.placement.survey.families.line(link.child), link.names.entities))


def _references(link: RelationshipContext) -> Iterator[DocPath]:
    """Yield where children name their parent by its id, in documents that take updates."""
    traits = link.traits
    if "to" not in traits.ids_at or (traits.home and not link.goes_in_pages):
        return
    near = (
        {spot.collection for spot in link.placement.spots(link.parent)} if traits.within_document else set()
    )
    for reference in link.placement.references(link.relationship, "to"):
        collection = link.world.collections.get(reference.collection)
        is_single = reference.path not in reference.arrays
        takes_updates = collection is not None and collection.kind not in _APPENDED
        if takes_updates and is_single and reference.collection not in near:
            yield reference


def orphaned(recipe: ScriptFunction, link: RelationshipContext, ids: Any) -> list[Orphans]:
    """Unset the references to documents that go. Of parts that go with them return what finds them, so that these are
    let go of too. ids: the condition that the ids of the documents meet."""
    gone: list[Orphans] = []
    for _, at_place in links_at_each(RelationshipContext(whole(link.world), link.relationship)):
        if link.traits.overflows:
            gone += [each for each in _in_overflow(at_place, ids) if each not in gone]
            continue
        at = Address(at_place.world, at_place.child)
        homes = (at.collection, *at_place.placement.locations.separate_collections(at_place.child))
        for reference in _references(at_place):
            if not _is_owned(at_place):
                _unset(recipe, at_place, reference, ids)
            elif (at.is_root and reference.collection in homes) or link.traits.home:
                orphans = Orphans(at_place, reference.collection, filter_of({reference.path: ids}))
                gone += [orphans] if orphans not in gone else []
    return gone


def _in_overflow(link: RelationshipContext, ids: Any) -> Iterator[Orphans]:
    """Yield the elements that had no room in the documents that go."""
    collection = link.placement.collection_made_by(link.relationship)
    id = f"{ITEM}._id" if link.world.field(collection, f"{ITEM}._id") is not None else ""
    for reference in link.placement.references(link.relationship, "to"):
        if reference.collection == collection:
            held = filter_of({reference.path: ids})
            yield Orphans(link, collection, held, id, DocPath(collection, ITEM))


def _unset(recipe: ScriptFunction, link: RelationshipContext, reference: DocPath, ids: Any) -> None:
    """Take a reference away with what stands beside it: the id of the document around the parent, and copies."""
    relationship = link.relationship
    places = [reference.path]
    places += [pair.path for held, pair in link.placement.pairs(relationship, "to") if held == reference]
    for copy in link.placement.copies(relationship, "to"):
        places += [spot.path for spot in copy.spots if beside(link, "to", spot) == reference]
    changes = [Unset(toward(reference.arrays, path, reference.path, ids)) for path in dict.fromkeys(places)]
    filter = {reference.path: ids}
    recipe.add("updateMany", reference.collection, filter=filter, update=Update.of(*changes))
