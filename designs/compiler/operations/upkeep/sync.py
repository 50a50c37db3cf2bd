"""Keeping copies true: by change streams (eventual), in the same transaction (strong), or by a job
(batch). Snapshots and immutable copies are never touched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ...model.conceptual import Relationship, given
from ...placement.doc_path import DocPath
from ...plan.validators import is_versioned
from ...plan_model.decisions import opposite
from ..context import SYNC, OperationContext, RelationshipContext, ScriptFunction, loaded, outcome, remembered
from ..document_places import Address, beside, toward
from ..functions.references import Children
from ..functions.split_subtypes import collections_of
from ..functions.subsets import Slice
from ..ir.changes import NamedElement, Put, PutOrUnset, Update, UpdatePath
from ..ir.conditions import Filter, any_of, filter_of, where
from ..ir.expressions import (
    FieldPath,
    Variable,
    any_element_true,
    if_null,
    map_array,
    object_to_array,
    regex_match,
)
from ..ir.node import Document
from ..ir.predicates import Exists, Matches
from ..ir.stages import MatchStage
from ..passes.placement_variants import at_each, named
from ..passes.same_document_results import following
from ..read.conditions import of_kind
from .batch_copies import Copied, in_batches, merge, why_not

LIVE = ("strong", "eventual", "batch")
UNLOCKED = "Copies written in the meantime without locking the source can be outdated; the audit finds them."
IN_BETWEEN = "Documents written by another session in the meantime can be outdated; the audit finds them."


class KeptCopy(Copied, frozen=True):
    """Copies in one place, and the end of a relationship and the policy that they are kept for."""

    link: Relationship
    side: str
    policy: str

    @property
    def sources(self) -> list[str]:
        """What is copied, each once."""
        return [*dict.fromkeys(self.values.values())]


class CopyGroup(NamedTuple):
    """The copies that one function writes. link: of the first of them; name, subject: of the function."""

    link: RelationshipContext
    copies: list[KeptCopy]
    name: str
    subject: str

    @property
    def policy(self) -> str:
        """The policy that all of them are kept for."""
        return self.copies[0].policy


def syncs(world: OperationContext) -> Iterator[ScriptFunction]:
    """A function for each place of copies, with the stream that calls it where it is eventual."""
    groups = list(_groups(world))
    for group in groups:
        for recipe in _recipes(group._replace(copies=_with_alike(group, groups))):
            yield following(world, recipe)


@remembered
def strong_syncs(world: OperationContext) -> list[tuple[ScriptFunction, list[KeptCopy]]]:
    """The functions that change a source with its strong copies, each with these copies and none that another has."""
    return [(_strong(group), group.copies) for group in _groups(world) if group.policy == "strong"]


def _groups(world: OperationContext) -> Iterator[CopyGroup]:
    """What each function keeps. Copies for several ends of relationships have a function of their source's entity."""
    links = {name: RelationshipContext(world, each) for name, each in world.names.relationships.items()}
    numbers: dict[str, int] = {}
    filled: set[tuple[str, str]] = set()
    kept_copies = (kept for link in links.values() for kept in copies_kept(world, link))
    for copies in _together(kept for kept in kept_copies if not kept.source.arrays):
        first, link = copies[0], links[copies[0].link.name]
        if first.policy == "eventual" and _fills_slice(link, first):  # once for all places of the parent
            if (first.link.name, first.source.collection) in filled:
                continue
            filled.add((first.link.name, first.source.collection))
        is_of_one_end = len({(kept.link.name, kept.side) for kept in copies}) == 1
        subject = f"relationship:{first.link.name}" if is_of_one_end else f"entity:{first.source.entity}"
        number = numbers[subject] = numbers.get(subject, 0) + 1
        name = f"{first.link.name}.sync.{first.side}" if is_of_one_end else f"{first.source.entity}.sync"
        yield CopyGroup(link, copies, f"{name}.{number}" if number > 1 else name, subject)


@remembered
def kept_groups(world: OperationContext) -> list[CopyGroup]:
    """Return what each function keeps of copies."""
    return list(_groups(world))


def called_by_hand(world: OperationContext, collection: str, fields: Iterable[str]) -> list[str]:
    """The functions that keep copies of some fields of a collection's documents where nothing else does."""
    return [group.name for group in keepers(world, collection, fields) if group.policy == "batch"]


def keepers(world: OperationContext, collection: str, fields: Iterable[str]) -> list[CopyGroup]:
    """Return what is kept of some fields of the documents of a collection."""
    own = set(fields)
    return [
        group
        for group in _groups(world)
        if group.copies[0].source.collection == collection
        and own.intersection(path.partition(".")[0] for kept in group.copies for path in kept.sources)
    ]


def _together(copies: Iterable[KeptCopy]) -> list[list[KeptCopy]]:
    """What one function writes: one place, or, since all of them change in the transaction that changes the source,
    every place of strong copies of the same fields, wherever they are."""
    groups: list[list[KeptCopy]] = []
    for kept in copies:
        group = [kept]
        groups.append(group)
        if kept.policy != "strong":
            continue
        first, *others = [each for each in groups if any(_change_together(kept, change) for change in each)]
        for other in others:
            first += other
        groups = [each for each in groups if not any(each is other for other in others)]
    return groups


def _change_together(kept: KeptCopy, other: KeptCopy) -> bool:
    """Return whether one function changes what both are copied from."""
    if other.policy != "strong" or kept.source.entity != other.source.entity:
        return False
    is_of_same_end = (kept.link.name, kept.side) == (other.link.name, other.side)
    shares = not set(kept.sources).isdisjoint(other.sources)
    return kept.source.collection == other.source.collection and (is_of_same_end or shares)


def _with_alike(group: CopyGroup, groups: list[CopyGroup]) -> list[KeptCopy]:
    """Return strong copies with those that links to another type of the same documents keep of the same fields; others
    with the strong ones beside them."""
    if group.policy == "eventual":
        return [_with_strong(kept, groups) for kept in group.copies]
    if group.policy != "strong":
        return group.copies
    sources = {path for kept in group.copies for path in kept.sources}
    others = [
        kept for each in groups if each is not group and each.policy == "strong" for kept in each.copies
    ]
    alike = [
        msgspec.structs.replace(kept, values=values)
        for kept in others
        if kept.source.collection == group.copies[0].source.collection
        and (values := {path: source for path, source in kept.values.items() if source in sources})
    ]
    return [*group.copies, *alike]


def _with_strong(kept: KeptCopy, groups: Iterable[CopyGroup]) -> KeptCopy:
    """Return copies with the strong ones of the same fields at the same place: whoever calls the function with a new value
    means every copy."""
    place = (kept.collection, kept.reference, kept.arrays, kept.source.collection)
    strong = {
        path: source
        for group in groups
        if group.policy == "strong"
        for each in group.copies
        if (each.collection, each.reference, each.arrays, each.source.collection) == place
        for path, source in each.values.items()
        if source in kept.sources
    }
    return msgspec.structs.replace(kept, values=kept.values | strong) if strong else kept


def copies_kept(world: OperationContext, link: RelationshipContext) -> Iterator[KeptCopy]:
    """The copies that follow what they are of. Of what stands in elements of arrays no stream and no job can."""
    for side in ("from", "to"):
        for _, context in at_each(world, link.other(side)):
            yield from _kept_of(link, side, RelationshipContext(context, link.relationship))


def _kept_of(link: RelationshipContext, side: str, far: RelationshipContext) -> Iterator[KeptCopy]:
    """The copies of what stands in one place. far: the same link with the sources there only."""
    owner, world = link.other(side), far.world
    if world.spot(owner) is None or not world.placement.identities(owner):
        return
    groups: dict[tuple[str, ...], KeptCopy] = {}
    for policy, source_path, spot in _copies(link, side, far):
        reference = beside(link, side, spot)
        if reference is None:
            continue
        for at, naming in [(spot, reference), *_in_nodes(link, side, spot, reference)]:
            for source in _sources(world, owner):
                key = (at.collection, policy, naming.path, source.collection)
                place = (source, at.collection, naming.path, at.arrays)
                group = groups.setdefault(key, KeptCopy(*place, {}, link.relationship, side, policy))
                group.values[at.path] = source_path
    yield from groups.values()


def _in_nodes(
    link: RelationshipContext, side: str, spot: DocPath, reference: DocPath
) -> Iterator[tuple[DocPath, DocPath]]:
    """Yield where else a kind has a copy and the reference beside it: in the nodes below those of its general's tree, in
    the same document."""
    holder, locations = link.entity(side), link.placement.locations
    general = link.placement.kinds.base(holder)
    if general == holder or general not in locations.design.trees or reference.arrays:
        return
    for node in locations.spots(general):
        if node.arrays and node.collection == spot.collection:
            yield DocPath(node.collection, f"{node.path}.{spot.path}", node.arrays), node.down(reference.path)


def _sources(world: OperationContext, owner: str) -> list[Address]:
    """Where the documents are that copies follow: of kinds with a collection each, all of these."""
    apart = collections_of(world.placement, owner)
    return [Address(world, owner, DocPath(name)) for name in apart] or [Address(world, owner)]


def _copies(
    link: RelationshipContext, side: str, far: RelationshipContext
) -> Iterator[tuple[str, str, DocPath]]:
    """policy, the source's path, where the copy stands; a subset's own fields are copies too."""
    for copy in link.placement.copies(link.relationship, side):
        sources = list(far.placement.of_path(copy.owner, copy.copy.field))
        for spot in copy.spots:
            if copy.policy in LIVE and sources:
                yield copy.policy, sources[0].path, spot
    if link.traits.is_slice and side == "from":
        for content in link.placement.contents(link.relationship):
            for name, path in repeated(far.world, far).items():
                yield "eventual", path, content.down(name)


def repeated(world: OperationContext, link: RelationshipContext) -> dict[str, str]:
    """What the elements of a slice repeat of their children besides declared copies, where it can
    change: the path in an element to that in the child's document."""
    if (
        _is_only_added(world, link.child)
        or world.spot(link.child) is None
        or link.placement.content(link.relationship) is None
    ):
        return {}
    children = Children(link)
    prefixes = tuple(f"{copy.name}." for copy in link.placement.copies(link.relationship, "from"))
    return {
        name: path
        for name, path in Slice(link, children).sources.items()
        if not f"{name}.".startswith(prefixes)
        and path not in ("_id", children.at.key)
        and not _settled(world, link, path)
    }


def _is_only_added(world: OperationContext, entity: str) -> bool:
    """Return whether no function changes what happened once: an update, a history, or a strong copy has one that does."""
    if world.names.entities[entity].kind_or_default not in ("event", "measurement"):
        return False
    changed: set[str | None] = {each.entity for each in world.model.workload if each.kind == "update"}
    overlays = world.compilation.plan.entity_overlays
    changed |= {each.entity for each in overlays if each.kind in ("DOC_VERSION", "SCD2")}
    copies = ((link, copy) for link in world.model.links for copy in given(link.copies, []))
    changed |= {link.end(copy.of).entity for link, copy in copies if copy.policy == "strong"}
    return changed.isdisjoint({entity, *world.placement.survey.families.line(entity)})


def _settled(world: OperationContext, link: RelationshipContext, path: str) -> bool:
    """Return whether a field never changes: it is immutable, no update of the design writes it all the same, and every
    shape has it."""
    field = world.field(Address(world, link.child).collection, path)
    source = field.source if field is not None else None
    if source is None or source.immutable is not True or source.has_versions:
        return False
    family = {link.child, *world.placement.survey.families.line(link.child)}
    written = (
        each.written for each in world.model.workload if each.kind == "update" and each.entity in family
    )
    return not any(f"{path}.".startswith(f"{name}.") for names in written for name in names)


# --- the functions ------------------------------------------------------------------------------


def _recipes(group: CopyGroup) -> Iterator[ScriptFunction]:
    link, kept, name = group.link, group.copies[0], group.name
    if kept.policy == "strong":
        yield in_batches(link.world, _strong(group), [(copy, copy.link, copy.side) for copy in group.copies])
    elif kept.policy == "batch":
        yield _batch(link, kept, name)
    else:
        yield _spread(link, kept, name)
        yield _watch(link, kept, name)


def _recipe(
    link: RelationshipContext, name: str, note: str, purpose: str = "sync", **more: Any
) -> ScriptFunction:
    return ScriptFunction(
        f"relationship:{link.relationship.name}", name, purpose, script=SYNC, note=note, **more
    )


def _values(source: Address, paths: Iterable[str], recipe: ScriptFunction) -> Document:
    return {path: recipe.param(f"new {path}", source.collection, path) for path in paths}


def _holder(link: RelationshipContext, kept: KeptCopy) -> str:
    """Where the documents of the source name the one that holds their copies: a slice is in one parent,
    which its ``_id`` finds. "" where the copies are to be looked for."""
    if not link.traits.is_slice or kept.side != "from" or not Address(link.world, link.parent).is_root:
        return ""
    parent: str = loaded("upkeep.slices.named_parent")(link, kept.source)
    return parent


def _held(link: RelationshipContext, kept: KeptCopy, recipe: ScriptFunction) -> Document:
    """The condition that finds the one holder, its id given by the caller."""
    path = _holder(link, kept)
    return {"_id": recipe.param(f"{link.words[0]}_id", kept.source.collection, path)} if path else {}


def _update(
    world: OperationContext,
    kept: KeptCopy,
    recipe: ScriptFunction,
    which: Any,
    values: Mapping[str, object],
    held: Mapping[str, object],
) -> ScriptFunction:
    """Write the values wherever the reference is the source's id: idempotent, so that a replay
    after a crash does no harm. held: what finds the holder sooner. A source that has lost a value takes it from its
    copies; of what a caller changes he gives all."""
    changes = (
        (Put if recipe.transaction or world.always(kept.source.collection, source) else PutOrUnset)(
            place_of(kept, path, which), values[source]
        )
        for path, source in kept.values.items()
    )
    filter = filter_of({**held, kept.reference: which}).filled(_of_kind(world, kept))
    return recipe.add("updateMany", kept.collection, filter=filter, update=Update.of(*changes))


def _of_kind(world: OperationContext, kept: KeptCopy) -> Filter:
    """Return what keeps documents of other kinds away that name the source at the same place, and have no copy of it."""
    kind, here = (
        of_kind(world, kept.link.end(kept.side).entity, kept.collection),
        (kept.collection, kept.reference),
    )
    others = (each for each in world.names.relationships.values() if each is not kept.link)
    named = ((each, end) for each in others for end in ("from", "to")) if kind else ()
    spots = (spot for each, end in named for spot in world.placement.references(each, end))
    return kind if any((spot.collection, spot.path) == here for spot in spots) else Filter()


def place_of(kept: KeptCopy, path: str, which: Any) -> UpdatePath:
    """The place of a copy in the elements whose reference is the source's id."""
    arrays = tuple(array for array in kept.arrays if path.startswith(f"{array}."))
    if not arrays:
        return UpdatePath(path)
    around, last = toward(arrays[:-1], path, kept.reference, which), arrays[-1]
    copy = NamedElement(last, "copy", filter_of({kept.reference[len(last) + 1 :]: which}))
    return UpdatePath(path, (*around.elements, copy))


def _place(link: RelationshipContext, kept: KeptCopy) -> str:
    """The collection of the copies, and the path around them where others of it have some too."""
    spots = link.placement.references(link.relationship, kept.side)
    several = len([spot for spot in spots if spot.collection == kept.collection]) > 1
    return named(DocPath(kept.collection, kept.reference.rpartition(".")[0] if several else ""))


def _spread(link: RelationshipContext, kept: KeptCopy, name: str) -> ScriptFunction:
    if _fills_slice(link, kept):
        filled: ScriptFunction = loaded("upkeep.slices.slice_anew")(link, kept.source, kept.sources, name)
        return filled
    note = f"Copies {', '.join(kept.sources)} to every copy in {_place(link, kept)}. Safe to repeat."
    recipe = _recipe(link, name, note)
    which = kept.source.id(recipe, link.word(_far(kept)))
    values = _values(kept.source, kept.sources, recipe)
    return _update(link.world, kept, recipe, which, values, _held(link, kept, recipe))


def _fills_slice(link: RelationshipContext, kept: KeptCopy) -> bool:
    """Return whether the function fills a slice anew, rather than writing the values where they stand."""
    if (
        not link.traits.is_slice
        or kept.side != "from"
        or any(copy.policy not in LIVE for copy in link.placement.copies(link.relationship, kept.side))
    ):
        return False  # filled anew, they would lose the values that they keep
    reorders: bool = loaded("upkeep.slices.may_reorder")(link, kept.source, kept.sources)
    return reorders


def _far(kept: KeptCopy) -> str:
    return opposite(kept.side)


def _watch(link: RelationshipContext, kept: KeptCopy, name: str) -> ScriptFunction:
    note = f"Watches changes of {', '.join(kept.sources)} for the function above."
    recipe = _recipe(link, f"{name}.watch", note, "watch")
    events = [
        changed_path
        for path in kept.sources
        for changed_path in changed(link.world, kept.source.collection, path)
    ]
    match = any_of([filter_of({"operationType": "replace"}), *events])
    options = {"fullDocument": "updateLookup"}
    return recipe.add("watch", kept.source.collection, pipeline=[MatchStage(match)], options=options)


def _strong(group: CopyGroup) -> ScriptFunction:
    world, copies, kept = group.link.world, group.copies, group.copies[0]
    word = (
        group.link.word(_far(kept))
        if group.subject.startswith("relationship:")
        else world.word(kept.source.entity)
    )
    sources = [*dict.fromkeys(path for copy in copies for path in copy.sources)]
    where = ", ".join(dict.fromkeys(copy.collection for copy in copies))
    note = f"Updates {', '.join(sources)} of a {word} and every copy in {where}, in a transaction. {UNLOCKED}"
    recipe = ScriptFunction(group.subject, group.name, "sync", script=SYNC, note=note, transaction=True)
    which, values = kept.source.id(recipe, word), _values(kept.source, sources, recipe)
    recipe.add(
        "updateOne", kept.source.collection, filter=kept.source.match(which), update=Update.setting(values),
        step=recipe.step("updated"), must_match=f"{word} not found", answers=True,
    )  # fmt: skip
    for copy in copies:
        held = _held(RelationshipContext(world, copy.link), copy, recipe)
        _update(world, copy, recipe, which, values, held)
    return recipe


def _batch(link: RelationshipContext, kept: KeptCopy, name: str) -> ScriptFunction:
    sources, place = ", ".join(kept.sources), _place(link, kept)
    note = f"Copies {sources} of every {link.word(_far(kept))} to {place}. Run it periodically."
    recipe = _recipe(link, name, note)
    why = why_not(link.world, kept)
    if not why:
        recipe.remark("Merges differences on the server, range by range. Safe to repeat.")
        return _due(merge(link.world, kept, recipe), kept)
    recipe.remark(why)
    return _due(_one_by_one(link, kept, recipe), kept)


def _due(recipe: ScriptFunction, kept: KeptCopy) -> ScriptFunction:
    """Return the job with how often it is to run: the design says of what, and not when."""
    due = f"as often as {', '.join(kept.values)} must be fresh"
    recipe.statements[0] = msgspec.structs.replace(recipe.statements[0], due=due)
    return recipe


def _one_by_one(link: RelationshipContext, kept: KeptCopy, recipe: ScriptFunction) -> ScriptFunction:
    listed, holder = recipe.step(f"{link.word(_far(kept))} list"), _holder(link, kept)
    fields = dict.fromkeys([*kept.sources, *([holder] if holder else [])], 1)
    recipe.add(
        "find", kept.source.collection, filter={}, projection={kept.source.key: 1, **fields}, step=listed
    )
    which = outcome("each", kept.source.key)
    held = {"_id": outcome("each", holder)} if holder else {}
    _update(link.world, kept, recipe, which, {path: outcome("each", path) for path in kept.sources}, held)
    recipe.statements[-1] = msgspec.structs.replace(recipe.statements[-1], each=listed)
    return recipe


def changed(world: OperationContext, collection: str, path: str) -> Iterator[Filter]:
    """What tells that an update wrote a value, or took it away. A change of a part is told under one
    name with dots ("name.first"), which no path reaches: then the names themselves are looked at."""
    parts = path.split(".")
    shapes = [field for field in world.fields(collection) if field.name == path]
    if shapes and not any({"object", "array"} & set(shape.types) for shape in shapes):
        yield filter_of({f"updateDescription.updatedFields.{path}": Exists()})
        if not all(shape.required and not is_versioned(shape) for shape in shapes):
            yield filter_of({"updateDescription.removedFields": path})
        return
    ends = [_STEP.join(map(re.escape, parts[:count])) for count in range(1, len(parts) + 1)]
    pattern = "^(" + "|".join(f"{end}$" for end in ends) + f"|{ends[-1]}\\.)"
    names = object_to_array(if_null(FieldPath("updateDescription.updatedFields"), {}))
    is_touched = regex_match(Variable("one", "k"), pattern)
    yield where(any_element_true(map_array(names, "one", is_touched)))
    yield filter_of({"updateDescription.removedFields": Matches(pattern)})


_STEP = r"(\.\d+)?\."  # elements are named by their place
