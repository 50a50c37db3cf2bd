"""BUCKET, BUCKET_TIME, TIME_SERIES: children grouped into pages, windows, or by the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...model.conceptual import Relationship
from ...placement.entity_locations import HOLDER_IDS
from ...plan_model.physical import BuiltValue, Param
from ...workload.list_order import list_order
from ..context import OperationContext, RelationshipContext, ScriptFunction, Unsupported, outcome
from ..document_places import Address
from ..ir.changes import AddToSet, Compute, Inc, Push, SetOnInsert, Update, UpdatePath
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath, size_of
from ..ir.node import Document
from ..ir.predicates import Ne, above, below, from_until
from ..read.array_reads import KEY
from ..read.paging import after_last, page_size
from ..results.counting import recount_parent, shift
from ..results.window_metrics import added_once, totals_of
from ..write.reference_updates import name_holder
from ..write.unlink import let_go_of_element
from .elements import named_by
from .links.arrays import put
from .links.copied import find, value_of
from .split_subtypes import collections_of


class BucketContext:
    """The collection of buckets, the reference in it and the array of elements. word: what the parameters of a parent
    that gets an element begin with, as there is another that loses it."""

    def __init__(self, link: RelationshipContext, word: str = "") -> None:
        self.link, self.word = link, word
        reference, content = (
            link.placement.reference(link.relationship, "to"),
            link.placement.content(link.relationship),
        )
        if reference is None or content is None:
            raise LookupError(f"{link.relationship.name} has no buckets")
        self.collection, self.reference, self.items = reference.collection, reference.path, content.path
        self.content = content
        self.holder = link.placement.pair(link.relationship, "to")
        self.named = named_by(link, content)

    def parent_id(self, recipe: ScriptFunction) -> Any:
        """The parameter with the parent's id."""
        name = f"{self.word}{self.link.words[0]}_id"
        return recipe.param(name, self.collection, self.reference, document=1 if self.word else 0)

    def owner(self, recipe: ScriptFunction) -> Document:
        """The fields of a window's key that say whose it is, in their order: where the parent is an element itself,
        the id of the document that holds it comes first."""
        key: Document = {}
        if self.holder is not None:
            put(key, self.holder.path.removeprefix(KEY), self.holder_id(recipe))
        put(key, self.reference.removeprefix(KEY), self.parent_id(recipe))
        return key

    def holder_id(self, recipe: ScriptFunction) -> Any:
        """The parameter with the id of the document that holds the parent, where that is an element itself."""
        if self.holder is None:
            raise LookupError(f"no document contains the parents of {self.link.relationship.name}")
        name, document = f"{self.word}{_last(self.holder.path)}", 1 if self.word else 0
        return recipe.param(name, self.collection, self.holder.path, document=document)

    def page_of(self, recipe: ScriptFunction) -> Document:
        """What a page says of whose it is, by path: a new one is made of this."""
        around = {} if self.holder is None else {self.holder.path: self.holder_id(recipe)}
        return around | {self.reference: self.parent_id(recipe)}

    def element(self, recipe: ScriptFunction) -> Any:
        """The parameter that is one element."""
        return recipe.param(self.link.words[1], self.collection, f"{self.items}.0")

    def which(self, recipe: ScriptFunction) -> Param:
        """The parameter that names one element."""
        return self.named.param(self.link, recipe, self.collection)

    def let_go(self, recipe: ScriptFunction, which: Param) -> Callable[[], None]:
        """Take an element that goes out of all that names it; return what follows once it is gone."""
        whole = not self.named.key
        return let_go_of_element(self.link, recipe, self.content, which, whole_element=whole)

    def copies(self, recipe: ScriptFunction) -> Document:
        """What a new bucket repeats of its parent, by path, read now."""
        copies = self.link.placement.copies(self.link.relationship, "to")
        if not copies:
            return {}
        parent = Address(self.link.world, self.link.parent)
        step, values = recipe.step(self.link.words[0]), Document()
        paths = {copy.name: _source(self.link, copy.owner, copy.copy.field) for copy in copies}
        pid = self.parent_id(recipe)
        gone = f"{self.link.words[0]} not found"
        find(recipe, parent, pid, dict.fromkeys(paths.values(), 1), step, gone)
        for copy in copies:
            for spot in copy.spots[:1]:
                values[spot.path] = value_of(parent, step, paths[copy.name])
        return values


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _source(link: RelationshipContext, owner: str, field: str) -> str:
    spots = link.placement.of_path(owner, field)
    return spots[0].path if spots else field


def bucket(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """One document is one page: a page is one read, an addition one upsert."""
    try:
        pages = BucketContext(link)
    except LookupError:
        return
    parent, _child = link.words
    read = link.recipe("read", f"Returns one page of a {parent}'s items (one document).")
    filter = {pages.reference: pages.parent_id(read), "page": read.param("page", pages.collection, "page")}
    yield read.add("findOne", pages.collection, filter=filter)
    last = link.recipe("last", "Returns the last page, to append to and to count pages.")
    yield last.add(
        "find", pages.collection, filter={pages.reference: pages.parent_id(last)}, sort={"page": -1}, limit=1
    )
    yield _next(link, pages)
    yield _add(link, pages)
    yield _remove(link, pages)
    yield from moves(link, _one_more)


def _next(link: RelationshipContext, pages: BucketContext) -> ScriptFunction:
    recipe = link.recipe("page", "Returns the next page.")
    last = recipe.param("last_page", pages.collection, "page")
    filter = {pages.reference: pages.parent_id(recipe), "page": above(last)}
    return recipe.add("find", pages.collection, filter=filter, sort={"page": 1}, limit=1)


def _add(link: RelationshipContext, pages: BucketContext) -> ScriptFunction:
    _parent, child = link.words
    most = link.decision.bound or 1
    recipe = link.recipe(
        "add", f"Adds a {child} to the current page. If the page is full ({most} items), the "
               "duplicate-key error moves it to the next page."
    )  # fmt: skip
    _one_more(pages, recipe)
    return _beside_slices(link, recount_parent(recipe, link, pages.parent_id(recipe)))


def _beside_slices(link: RelationshipContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function that brings or takes an element; it is not written where slices of other parents repeat
    elements, as what is tried page after page enters none of them, and what is left in pages fills none."""
    recipe.unsupported = kept_in_slices(link.world, link.child, link.relationship) or recipe.unsupported
    return recipe


def kept_in_slices(
    world: OperationContext, child: str, own: Relationship | None = None
) -> Unsupported | None:
    """Return why no function writes elements of pages that slices repeat, None where none does. own: the relationship
    whose functions these are."""
    placement, base = world.placement, world.placement.kinds.base
    for other in world.names.relationships.values():
        is_slice = placement.traits(other).is_slice and other is not own
        if is_slice and base(other.to.entity) == base(child) and placement.contents(other):
            return Unsupported(
                (
                    f"{other.from_.entity} documents store copies of items on these pages, and the copies "
                    "would become stale."
                ),
                f"store {child} in its own collection, or remove its copies from {other.from_.entity}",
            )
    return None


def _one_more(pages: BucketContext, recipe: ScriptFunction, unless: str = "") -> Document:
    """Add an element to the page that is being filled; return what finds the pages of its owner."""
    owner, page, element = (
        pages.page_of(recipe),
        recipe.param("page", pages.collection, "page"),
        pages.element(recipe),
    )
    copies = pages.copies(recipe)
    filter = {**owner, "page": page, "count": below(pages.link.decision.bound or 1)}
    update = Update.of(
        Push(UpdatePath(pages.items), element), Inc(UpdatePath("count"), 1), *_inserted(copies)
    )
    recipe.add(
        "updateOne", pages.collection, filter=filter, update=update, options={"upsert": True}, retry=page.name,
        unless=unless,
    )  # fmt: skip
    return owner


def _remove(link: RelationshipContext, pages: BucketContext) -> ScriptFunction:
    child = link.words[1]
    hole = "Later pages aren't rebalanced."
    recipe = link.recipe("remove", f"Removes a {child} from its page.{pages.named.note(child)} {hole}")
    pid, which = pages.parent_id(recipe), pages.which(recipe)
    follow = pages.let_go(recipe, which)
    filter = {pages.reference: pid, pages.named.path: which}
    recipe.add("updateOne", pages.collection, filter=filter, update=_taken(pages, which, ["count"]))
    follow()
    return _beside_slices(link, recount_parent(recipe, link, pid))


def _inserted(copies: Document) -> list[SetOnInsert]:
    return [SetOnInsert(UpdatePath(path), value) for path, value in copies.items()]


Adding = Callable[[BucketContext, ScriptFunction, str], Document]


def moves(link: RelationshipContext, add: Adding) -> Iterator[ScriptFunction]:
    """One element into a page or window of another parent, where an id tells it from others: first in, then out, so
    that it is never in none."""
    pages, receiving = BucketContext(link), BucketContext(link, "new_")
    if pages.named.key != "_id":
        return
    parent, child = link.words
    exclusive = _unique_in_elements(pages)
    recipe = link.recipe("reassign", f"Moves a {child} to another {parent}.", transaction=exclusive)
    old, new, which = pages.parent_id(recipe), receiving.parent_id(recipe), pages.which(recipe)
    element = pages.element(recipe)
    recipe.taking(which, old, new, element)
    recipe.add(
        "findOne", pages.collection, filter={pages.named.path: which}, projection={"_id": 1},
        step=recipe.step("there"), must_match=f"{child} not found",
    )  # fmt: skip
    if not link.placement.copies(link.relationship, "to"):
        _ask_for_parent(link, recipe, new)
    present = recipe.step("present")
    place = len(recipe.statements)
    owner = add(receiving, recipe, present)
    there = owner | {pages.named.path: which}
    look = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=exclusive)
    look.add("findOne", pages.collection, filter=there, projection={"_id": 1}, step=present)
    recipe.statements[place:place] = look.statements
    left = {path: Ne(value) for path, value in owner.items() if path in ("_id", pages.reference)}
    taken = _taken(pages, which, _totals(pages))
    recipe.add("updateOne", pages.collection, filter=left | {pages.named.path: which}, update=taken)
    if exclusive:
        recipe.statements.insert(
            -1, recipe.statements.pop()
        )  # out first: no two elements may have its values
    _name_page(pages, recipe, there, which, element)
    recount_parent(recipe, link, old)
    yield recount_parent(recipe.numbered(), link, new)


def _unique_in_elements(pages: BucketContext) -> bool:
    """Return whether no two elements of all pages may have the same value of a field: while one stands in two pages,
    the server refuses the second."""
    indexes = pages.link.world.collections[pages.collection].indexes
    return any(
        index.options.get("unique") and any(path.startswith(f"{pages.items}.") for path, _ in index.keys)
        for index in indexes
    )


def _totals(pages: BucketContext) -> list[str]:
    """Return where a page or window says how many elements it has."""
    windowed = pages.link.traits.is_windowed
    return totals_of(pages.link.world, pages.collection) if windowed else ["count"]


def _name_page(
    pages: BucketContext, recipe: ScriptFunction, there: Document, which: Param, element: Param
) -> None:
    """Whatever refers to an element names the page that it stands in now: a window's id is told, and it may be a new
    one."""
    named = (pages.link.world, pages.content, {"_id": which}, element)
    if "_id" in there:
        name_holder(recipe, *named, BuiltValue("document", (there["_id"],)), HOLDER_IDS)
        return
    holder, before = recipe.step("page"), len(recipe.statements)
    recipe.add("findOne", pages.collection, filter=there, projection={"_id": 1}, step=holder)
    name_holder(recipe, *named, outcome(holder, "_id"), HOLDER_IDS)
    if len(recipe.statements) == before + 1:  # nothing does
        recipe.statements.pop()


def _ask_for_parent(link: RelationshipContext, recipe: ScriptFunction, new: Any) -> None:
    """Stop a move where there is no such parent, if all parents stand in one collection."""
    if link.world.spot(link.parent) is None or collections_of(link.placement, link.parent):
        return
    at, word = Address(link.world, link.parent), link.words[0]
    if at.is_root and len(link.placement.spots(link.parent)) == 1:
        recipe.add(
            "findOne", at.collection, filter=at.match(new), projection={"_id": 1}, step=recipe.step(word),
            must_match=f"{word} not found",
        )  # fmt: skip


def _taken(pages: BucketContext, which: Param, totals: list[str]) -> Update:
    """The update that takes an element out and keeps the totals right."""
    pull = pages.named.pull(UpdatePath(pages.items), which)
    if pages.named.key or not totals:
        return Update.of(pull, *(Inc(UpdatePath(path), -1) for path in totals))
    # Several elements may equal the given one: the totals follow from what is left.
    left = size_of(FieldPath(pages.items))
    counts = (Compute(UpdatePath(path), left) for path in totals)
    return Update.computing({pages.items: pages.named.kept(pages.items, which)}).then(*counts)


def bucket_time(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """One document is one window: a range of time is a range of whole keys."""
    try:
        windows = BucketContext(link)
    except LookupError:
        return
    parent, _child = link.words
    window = link.decision.window or "day"
    read = link.recipe(
        "read",
        f"Returns a range of {window}s for a {parent}, using the _id index.",
    )
    owner = windows.owner(read)
    first, end = (
        read.param("first", windows.collection, "_id.date"),
        read.param("end", windows.collection, "_id.date", document=1),
    )
    filter = {"_id": from_until({**owner, "date": first}, {**owner, "date": end})}
    yield read.add("find", windows.collection, filter=filter, sort={"_id": 1})
    yield _track(link, windows)
    yield _untrack(link, windows)
    yield from moves(link, _one_more_event)


def _window(windows: BucketContext, recipe: ScriptFunction) -> Document:
    return {**windows.owner(recipe), "date": recipe.param("start", windows.collection, "_id.date")}


def _own_window(windows: BucketContext, recipe: ScriptFunction, element: Param) -> Document:
    """The key of the window that an element belongs to, by its own time where each element has one: nothing else keeps
    a caller from putting it into another."""
    time = _time_of_elements(windows)
    if not time:
        return _window(windows, recipe)
    start = BuiltValue("start_of", (windows.link.decision.window or "day", outcome(element.name, time)))
    return {**windows.owner(recipe), "date": start}


def _time_of_elements(windows: BucketContext) -> str:
    """The path of the time by which elements are put into windows, "" where some element may be without."""
    link = windows.link
    field = list_order(link.relationship, link.world.names.entities[link.child])[0]
    path = f"{windows.items}.{field}"
    stored = link.world.field(windows.collection, path)
    is_always = link.world.always(windows.collection, path)
    return field if is_always and stored is not None and stored.types == ("date",) else ""


_STARTS = {
    **dict.fromkeys(("day", "week", "month"), "midnight UTC at its start"),
    "hour": "the start of the hour, UTC",
}


def _track(link: RelationshipContext, windows: BucketContext) -> ScriptFunction:
    _, child = link.words
    window = link.decision.window or "day"
    start = "" if _time_of_elements(windows) else f" start: {_STARTS[window]}."
    note = f"Adds a {child} to its {window} in one upsert, creating the {window} if needed.{start}"
    recipe = link.recipe("add", note)
    _one_more_event(windows, recipe)
    return _beside_slices(link, recount_parent(recipe, link, windows.parent_id(recipe)))


def _one_more_event(windows: BucketContext, recipe: ScriptFunction, unless: str = "") -> Document:
    """Add an element to its window; return what finds that."""
    world = windows.link.world
    element = windows.element(recipe)
    key = _own_window(windows, recipe, element)
    copies = windows.copies(recipe)
    counted = totals_of(world, windows.collection)
    once = added_once(world, windows.collection, windows.items)
    update = Update.of(
        Push(UpdatePath(windows.items), element),
        *(Inc(UpdatePath(path), 1) for path in counted),
        *(AddToSet(UpdatePath(path), outcome(element.name, own)) for path, own in once.items()),
        *_inserted(copies),
    )
    recipe.add(
        "updateOne",
        windows.collection,
        filter={"_id": key},
        update=update,
        options={"upsert": True},
        unless=unless,
    )
    return {"_id": key}


def _untrack(link: RelationshipContext, windows: BucketContext) -> ScriptFunction:
    child, window = link.words[1], link.decision.window or "window"
    recipe = link.recipe("remove", f"Removes a {child} from its {window}.{windows.named.note(child)}")
    key, which = _window(windows, recipe), windows.which(recipe)
    follow = windows.let_go(recipe, which)
    filter = {"_id": key, windows.named.path: which}
    update = _taken(windows, which, totals_of(link.world, windows.collection))
    recipe.add("updateOne", windows.collection, filter=filter, update=update)
    follow()
    return _beside_slices(link, recount_parent(recipe, link, windows.parent_id(recipe)))


def time_series(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Measurements are inserted and read by source and time; they do not change."""
    reference = link.placement.reference(link.relationship, "to")
    if reference is None:
        return
    parent, child = link.words
    collection = reference.collection
    time = given_time(link, collection)
    read = link.recipe("read", f"Returns a {parent}'s latest measurements.")
    pid = read.param(f"{parent}_id", collection, reference.path)
    yield read.add(
        "find", collection, filter={reference.path: pid}, sort={time: -1}, limit=page_size(link.relationship)
    )
    page = link.recipe("page", "Returns the next page after the last item shown.")
    pid = page.param(f"{parent}_id", collection, reference.path)
    behind = after_last(page, link.world, collection, {time: -1})
    yield page.add(
        "find",
        collection,
        filter=filter_of({reference.path: pid}).merged(behind),
        sort={time: -1},
        limit=page_size(link.relationship),
    )
    add = link.recipe("add", f"Adds a {child}. MongoDB buckets it automatically.")
    document = add.param(child, collection)
    add.add("insertOne", collection, documents=document)
    shift(add, link, outcome(document.name, reference.path), document.name, 1)
    yield add


def given_time(link: RelationshipContext, collection: str) -> str:
    """The timeField of a time-series collection."""
    options = link.world.collections[collection].options.get("timeseries", {})
    return str(options.get("timeField") or "_id")
