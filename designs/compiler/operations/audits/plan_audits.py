"""What the audit reads: references that lead nowhere, copies that differ, arrays that outgrow their
maximum, the largest documents, counts against those declared, and indexes that nobody uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ...model.conceptual import given
from ...names.path_steps import is_mutual
from ...placement.doc_path import DocPath
from ...placement.retention_scope import Leaving
from ...plan.document_counts import crowd_of
from ...plan_model.decisions import opposite
from ...plan_model.physical import Collection, DocField, walk
from ...workload.document_history import VALID_TO, holds_versions
from ...workload.inputs import DAYS_A_YEAR
from ...workload.sizes import whole
from ..context import (
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    Unsupported,
    digits,
    inside,
    loaded,
    remembered,
)
from ..document_places import Address, beside
from ..functions.own_subtypes import tell_nodes
from ..functions.split_subtypes import collections_of
from ..ir.conditions import Filter, filter_of, where
from ..ir.expressions import (
    ROOT,
    FieldPath,
    Variable,
    add,
    any_true,
    bson_size,
    cond,
    eq,
    first_of,
    if_null,
    is_array,
    lt,
    ne,
    set_union,
    size_of,
    sum_of,
)
from ..ir.predicates import Ne, above
from ..ir.stages import (
    GroupStage,
    IndexStatsStage,
    LimitStage,
    LookupStage,
    MatchStage,
    ProjectStage,
    SetStage,
    SortByCountStage,
    SortStage,
    Stage,
    UnionStage,
)
from ..passes.placement_variants import at_each, links_at_each, told_apart
from ..read.conditions import of_kind
from ..upkeep.archives import in_archives
from ..upkeep.sync import repeated
from ..write.unlink import listed_by_parents
from . import MOST, MOST_CHILDREN, audit_of, held_by, in_all, of_past, unwound
from .link_disagreements import disagreements

LARGEST = 5


def audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """All audits: of relationships, then of collections."""
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        for side in ("from", "to"):
            yield from _orphans(world, link, side)
            yield from _copies(world, link, side)
        for side, suffix in _bounded(link):
            yield from _beyond(link, side, suffix)
            yield from _without(world, link, side, suffix)
        yield from disagreements(link)
        yield from _unlisted(world, link)
        yield from told_apart([(way, context, _of_tree(context)) for way, context in links_at_each(link)])
    for collection in world.compilation.plan.collections:
        yield from _arrays(collection)
        yield from _doubles(collection)
        if collection.shard_key:
            yield from loaded("audits.lost_uniqueness.repeated_values")(collection)
        yield _largest(world, collection)
        yield from _counts(world, collection)
        yield _unused(collection)


def _of_tree(link: RelationshipContext) -> list[ScriptFunction]:
    if link.relationship.kind != "tree":
        return []
    recipes: list[ScriptFunction] = [*loaded("functions.trees.audits.tree_audits")(link)]
    for recipe in recipes:
        tell_nodes(link, recipe)
    return recipes


# --- references ---------------------------------------------------------------------------------


@remembered
def _leaving(world: OperationContext) -> Leaving:
    return Leaving(world.placement)


def _orphans(world: OperationContext, link: RelationshipContext, side: str) -> Iterator[ScriptFunction]:
    if link.traits.replaces_documents:
        return
    targets = _identities(world, link.other(side))
    leaving = _leaving(world)
    for number, spot in enumerate(world.placement.references(link.relationship, side)):
        name = f"{link.relationship.name}.orphans.{side}" + (f".{number + 1}" if number else "")
        if link.traits.within_document:
            yield loaded("audits.element_audits.within_document")(world, link, spot, name)
        elif targets:
            far = link.word(opposite(side))
            left = leaving.remark(link.relationship, side, spot)
            wanted, held = [*targets, *in_archives(world, targets)], held_by(link, side, spot)
            target_name = world.free(spot.collection, "found")
            for place in (spot, *in_archives(world, [spot])):
                called = name if place is spot else f"{name}.archive"
                note = f"{place.collection}.{place.path} values that match no {far}.{left}{of_past(world, place)}"
                recipe = audit_of(f"relationship:{link.relationship.name}", called, note)
                kinds = [_kind_of(world, link.other(side), targets[0], each) for each in wanted]
                stages = _dangling(place, held, wanted, target_name, kinds)
                if why_not := leaving.unchecked(link.relationship, side, spot, place):
                    recipe.unsupported = Unsupported(why_not)
                yield recipe.add("aggregate", place.collection, pipeline=stages)


def _bounded(link: RelationshipContext) -> Iterator[tuple[str, str]]:
    """Yield each end whose documents have no array that holds what the design says of the number of children, or of
    links: references elsewhere name them. With it how the checks of it are called."""
    traits = link.traits
    if link.relationship.kind in ("many-to-many", "graph"):
        # A pair that holds both ways may be written either way round.
        if not is_mutual(link.relationship) and not traits.holds_values:
            at_array = traits.ends_with_arrays(link.side)
            yield from ((side, f".{side}") for side in ("from", "to") if side not in at_array)
    elif traits.refers_to_parent and not (traits.has_id_arrays or traits.is_time_series):
        yield "from", ""


def _beyond(link: RelationshipContext, side: str, suffix: str) -> Iterator[ScriptFunction]:
    """Parents that more children refer to than the design states, from all collections of these together, and ends of more
    links: an array refuses more, a reference does not."""
    far, most = opposite(side), given(link.relationship.end(side).count.max, None)
    is_link = link.relationship.kind in ("many-to-many", "graph")
    spots = [spot for spot in link.placement.references(link.relationship, far) if is_link or not spot.arrays]
    if most is None or most > MOST_CHILDREN or link.relationship.kind == "one-to-one" or not spots:
        return
    spot, others = spots[0], link.names.spoken(link.entity(far))
    tie = f"linked to one {link.world.word(link.entity(side))}" if is_link else f"of one {link.word(side)}"
    note = f"More than {digits(most)} {others} {tie}, the design's maximum (no index prevents this)."
    elsewhere = {each.collection: each for each in spots[1:] if each.collection != spot.collection}
    stages: list[Stage] = [
        *unwound(spot),
        MatchStage(held_by(link, far, spot)),
        *(
            UnionStage(each.collection, _named_like(link, far, each, spot.path))
            for each in elsewhere.values()
        ),
        SortByCountStage(FieldPath(spot.path)),
        MatchStage(filter_of({"count": above(int(most))})),
        LimitStage(MOST),
    ]
    name = f"{link.relationship.name}.beyond{suffix}"
    yield audit_of(f"relationship:{link.relationship.name}", name, note).add(
        "aggregate", spot.collection, pipeline=stages
    )


def _without(
    world: OperationContext, link: RelationshipContext, side: str, suffix: str
) -> Iterator[ScriptFunction]:
    """Parents to which fewer children refer than they must have, in the collections of these or in archives, and ends of too
    few links: nothing refuses a parent without. Of those whose children expire nothing is asked."""
    far, entity = opposite(side), link.entity(side)
    least, homes = given(link.relationship.end(side).count.min, 0), world.placement.spots(entity)
    references = link.placement.references(link.relationship, far)
    is_link = link.relationship.kind in ("many-to-many", "graph")
    if least < 1 or not references or (not is_link and any(each.arrays for each in references)):
        return
    if len(homes) != 1 or homes[0].path or homes[0].collection not in world.collections:
        return
    children = {each.collection for each in references}
    if any(
        each.collection in children and each.retention.policy != "archive" for each in _leaving(world).scopes
    ):
        return
    (home,) = homes
    few_are = f"fewer than {digits(least)}" if least > 1 else "no"
    others = link.names.spoken(link.entity(far))
    tie = "are linked to" if is_link else "refer to"
    note = (
        f"{link.names.spoken(entity)} that {few_are} {others} {tie}; the design's minimum is "
        f"{digits(least)} (no index prevents this)."
    )
    name = f"{link.relationship.name}.without{suffix}"
    yield audit_of(f"relationship:{link.relationship.name}", name, note).add(
        "aggregate", home.collection, pipeline=_with_fewer(world, entity, home, references, int(least))
    )


def _with_fewer(
    world: OperationContext, entity: str, home: DocPath, references: tuple[DocPath, ...], least: int
) -> list[Stage]:
    """Return the stages that find the documents of an entity which fewer references than so many name."""
    counted = [*references, *in_archives(world, references)]
    names = [world.free(home.collection, f"found{number + 1}") for number in range(len(counted))]
    enough = (LimitStage(least), ProjectStage({"_id": 1}))
    stages: list[Stage] = [MatchStage(held)] if (held := of_kind(world, entity, home.collection)) else []
    stages += [
        LookupStage(each.collection, "_id", each.path, name, enough, stages_last=True)
        for each, name in zip(counted, names, strict=True)
    ]
    sizes = [size_of(FieldPath(name)) for name in names]
    few = lt(add(*sizes) if len(sizes) > 1 else sizes[0], least)
    return [*stages, MatchStage(where(few)), ProjectStage({"_id": 1}), LimitStage(MOST)]


def _named_like(link: RelationshipContext, far: str, spot: DocPath, path: str) -> tuple[Stage, ...]:
    """The references to parents in a collection of children, at the path that they have in another."""
    held = (*unwound(spot), MatchStage(held_by(link, far, spot)))
    return held if spot.path == path else (*held, ProjectStage({path: FieldPath(spot.path)}))


def _identities(world: OperationContext, entity: str) -> list[DocPath]:
    """Where the ids of an entity stand: in each of its places one path of a collection."""
    identities: dict[DocPath, None] = {}
    for _, context in at_each(world, entity):
        by_collection = {each.collection: each for each in reversed(context.placement.identities(entity))}
        identities |= dict.fromkeys(list(by_collection.values())[::-1])
    return list(identities)


def _kind_of(world: OperationContext, entity: str, first: DocPath, target: DocPath) -> Filter:
    """Return what tells an entity's own documents in a collection from those of other kinds, or without it, beside them:
    nothing in one that is of one kind alone. first: where the entity is at home; an archive has what it has."""
    name, _ = world.among(entity).get(first.collection, ("", ()))
    stored = world.collections.get(target.collection, world.collections[first.collection]).fields
    own = of_kind(world, entity, first.collection) if name in {at.path for at in walk(stored)} else Filter()
    return own.merged(Address(world, entity).there) if first.path == "_id" else Filter()


def _dangling(
    spot: DocPath, held: Filter, targets: list[DocPath], target_name: str, kinds: list[Filter]
) -> list[Stage]:
    """targets: one, the collections of the kinds of something that has none of its own, and archives. kinds: what is asked
    of what is there in each, where documents of other kinds stand beside it."""
    stages: list[Stage] = []
    for target, kind in zip(targets, kinds, strict=True):
        inner = (MatchStage(kind), ProjectStage({"_id": 1})) if kind else None
        stages += [
            LookupStage(target.collection, spot.path, target.path, target_name, inner),
            MatchStage(filter_of({target_name: []})),
        ]
    shown: list[Stage] = [ProjectStage({spot.path: 1}), LimitStage(MOST)]
    return [*unwound(spot), MatchStage(held), *stages, *shown]


def _unlisted(world: OperationContext, link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The documents that need one that lists them, and are in no list."""
    if not any(each.relationship is link.relationship for each in listed_by_parents(world)):
        return
    lists = world.placement.references(link.relationship, "from")
    note = f"{link.names.spoken(link.child)} not referenced by any {link.word('from')}."
    for number, child in enumerate(world.placement.spots(link.child)):
        name = f"{link.relationship.name}.unlisted" + (f".{number + 1}" if number else "")
        target_name = world.free(child.collection, "found")
        stages: list[Stage] = []
        for spot in [*lists, *in_archives(world, lists)]:
            stages += [
                LookupStage(spot.collection, "_id", spot.path, target_name),
                MatchStage(filter_of({target_name: []})),
            ]
        stages += [ProjectStage({"_id": 1}), LimitStage(MOST)]
        recipe = audit_of(f"relationship:{link.relationship.name}", name, note)
        held = of_kind(world, link.child, child.collection)
        first: list[Stage] = [MatchStage(held)] if held else []
        yield recipe.add("aggregate", child.collection, pipeline=[*first, *stages])


# --- copies -------------------------------------------------------------------------------------


def _copies(world: OperationContext, link: RelationshipContext, side: str) -> Iterator[ScriptFunction]:
    for copy in link.placement.copies(link.relationship, side):
        if copy.policy == "snapshot":
            continue
        sources, owner = link.placement.of_path(copy.owner, copy.copy.field), world.spot(copy.owner)
        if not sources or owner is None or owner.path:
            continue
        for number, spot in enumerate(copy.spots):
            near = beside(link, side, spot)
            if near is not None:
                name = f"{link.relationship.name}.copies.{copy.name}" + (f".{number + 1}" if number else "")
                whole = collections_of(world.placement, copy.owner) or (sources[0].collection,)
                note = (
                    f"{spot.collection}.{spot.path} copies that differ from "
                    f"{' or '.join(f'{collection}.{sources[0].path}' for collection in whole)}."
                )
                source_name = world.free(spot.collection, "source")
                held = _held_still(world, link, side, near)
                stages = _differing({spot: sources[0]}, near, held, source_name)
                far = opposite(side)
                recipe = audit_of(f"relationship:{link.relationship.name}", name, note)
                yield recipe.add("aggregate", spot.collection, pipeline=in_all(link, far, spot, stages))
    if side == "from" and link.traits.is_slice:
        yield from _slices(world, link)
        yield from loaded("audits.slice_audits.missing_elements")(world, link)


def _slices(world: OperationContext, link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The elements of a slice against the documents that they repeat."""
    child = world.spot(link.child)
    for number, (spot, reference) in enumerate(
        zip(
            link.placement.contents(link.relationship),
            link.placement.references(link.relationship, "from"),
            strict=True,
        )
    ):
        kept = repeated(world, link)
        if child is not None and kept:
            name = f"{link.relationship.name}.copies" + (f".{number + 1}" if number else "")
            note = (
                f"Items in {spot.collection}.{spot.path} that differ from their {link.word('to')} in "
                f"{child.collection}."
            )
            pairs = {spot.down(name): DocPath(child.collection, path) for name, path in kept.items()}
            source_name = world.free(spot.collection, "source")
            held = _held_still(world, link, "from", reference)
            stages = _differing(pairs, reference, held, source_name, child)
            recipe = audit_of(f"relationship:{link.relationship.name}", name, note)
            yield recipe.add("aggregate", spot.collection, pipeline=in_all(link, "to", spot, stages))


class _Held(NamedTuple):
    """The documents whose copies are compared. may_be_gone: whether the sources of some have expired, and so of these
    nothing is said."""

    filter: Filter
    may_be_gone: bool


def _held_still(world: OperationContext, link: RelationshipContext, side: str, reference: DocPath) -> _Held:
    """Return which documents hold copies beside a reference."""
    may_be_gone = bool(_leaving(world).unchecked(link.relationship, side, reference, reference))
    return _Held(held_by(link, side, reference), may_be_gone)


def _differing(
    pairs: dict[DocPath, DocPath],
    reference: DocPath,
    held: _Held,
    source_name: str,
    home: DocPath | None = None,
) -> list[Stage]:
    """pairs: places of copies, all in one document or element, to those of their sources, in another. home: where
    the sources stand, if not in documents of their own."""
    spot, source = next(iter(pairs.items()))
    lookup = LookupStage(source.collection, reference.path, "_id", source_name)
    if home is not None and home.arrays:
        key = home.down("_id").path
        own = MatchStage(where(eq(FieldPath(key), Variable("own"))))
        stages, variables = (*unwound(home), own), {"own": FieldPath(reference.path)}
        lookup = replace(lookup, foreign=key, stages=stages, variables=variables, stages_last=True)
    unlike = [
        ne(if_null(FieldPath(here.path), None), if_null(FieldPath(f"{source_name}.{there.path}"), None))
        for here, there in pairs.items()
    ]
    shown = [path for here, there in pairs.items() for path in (here.path, f"{source_name}.{there.path}")]
    return [
        *unwound(spot),
        MatchStage(held.filter),
        lookup,
        SetStage({source_name: first_of(FieldPath(source_name))}),
        *([MatchStage(filter_of({source_name: Ne(None)}))] if held.may_be_gone else []),
        MatchStage(where(any_true(unlike))),
        ProjectStage(dict.fromkeys([reference.path, *shown], 1)),
        LimitStage(MOST),
    ]


# --- collections ----------------------------------------------------------------------------------


def _arrays(collection: Collection) -> Iterator[ScriptFunction]:
    for path, most in bounded(collection.fields):
        name = f"{collection.name}.arrays.{path}"
        note = f"{path} arrays with more than {most} items, longest first."
        length = size_of(cond(is_array(FieldPath(path)), FieldPath(path), []))
        stages = [
            SetStage({"length": length}),
            MatchStage(filter_of({"length": above(most)})),
            SortStage({"length": -1}),
            LimitStage(MOST),
            ProjectStage({"length": 1}),
        ]
        yield audit_of(f"collection:{collection.name}", name, note).add(
            "aggregate", collection.name, pipeline=stages
        )


def bounded(fields: tuple[DocField, ...], before: str = "") -> Iterator[tuple[str, int]]:
    """The arrays with a maximum that stand outside of other arrays, by path."""
    for field in fields:
        path = f"{before}{field.name}"
        declared = given(field.source.max_items, None) if field.source is not None else None
        most = field.max_items if field.max_items is not None else declared
        if (
            field.items is not None
            and most is not None
            and "." not in field.name
            and not field.name.startswith("$")
        ):
            yield path, most
        elif field.items is None:
            yield from bounded(inside(field), f"{path}.")


def _doubles(collection: Collection) -> Iterator[ScriptFunction]:
    """The documents several of whose elements have one unique value: no unique index keeps them apart."""
    lists = [field.name for field in collection.fields if field.items is not None]
    pairs = [(array, index.unique_in(array)) for index in collection.indexes for array in lists]
    for array, key in dict.fromkeys(pairs):
        if not key or "." in key or "." in array or array.startswith("$"):
            continue
        values = cond(is_array(FieldPath(array)), FieldPath(f"{array}.{key}"), [])
        doubled = lt(size_of(set_union(values, [])), size_of(values))
        note = f"{array} with a duplicate {key} within one document (no unique index prevents this)."
        stages = [MatchStage(where(doubled)), ProjectStage({f"{array}.{key}": 1}), LimitStage(MOST)]
        yield audit_of(f"collection:{collection.name}", f"{collection.name}.doubles.{array}.{key}", note).add(
            "aggregate", collection.name, pipeline=stages
        )


def _largest(world: OperationContext, collection: Collection) -> ScriptFunction:
    most = int(world.constants.doc_error)
    recipe = audit_of(
        f"collection:{collection.name}",
        f"{collection.name}.largest",
        f"Documents larger than {digits(most)} bytes (limit 16,777,216).",
    )
    stages: list[Stage] = [
        ProjectStage({"bytes": bson_size(ROOT)}),
        MatchStage(filter_of({"bytes": above(most)})),
        SortStage({"bytes": -1}),
        LimitStage(LARGEST),
    ]
    return recipe.add("aggregate", collection.name, pipeline=stages)


def _counts(world: OperationContext, collection: Collection) -> Iterator[ScriptFunction]:
    """Return the count against what the design expects, of the current versions where earlier ones stand beside them; a
    page or window holds several of them, and a new database has few. Only a scan counts a time series."""
    entity = world.names.entities.get(collection.entity or "")
    declared = given(entity.count, None) if entity is not None and collection.kind != "bucket" else None
    if declared is None:
        return
    twice, horizon = 2 * declared, world.placement.survey.constants.horizon
    crowd = crowd_of(collection, world.placement.survey)
    most = max(twice, whole(crowd.after(DAYS_A_YEAR * horizon)) if crowd is not None else 0)
    of = "twice the count in the design" if most == twice else f"the forecast for {digits(horizon)} years"
    note = f"Document count over {digits(most)}, {of}, so decisions and forecasts may no longer hold."
    recipe = audit_of(f"collection:{collection.name}", f"{collection.name}.count", note)
    if not holds_versions(collection) and collection.kind != "timeseries":
        yield recipe.add("estimatedDocumentCount", collection.name, limit=most)
        return
    stages: list[Stage] = [
        *([MatchStage(filter_of({VALID_TO: None}))] if holds_versions(collection) else []),
        GroupStage({"_id": None, "count": sum_of(1)}),
        MatchStage(filter_of({"count": above(most)})),
    ]
    yield recipe.add("aggregate", collection.name, pipeline=stages)


def _unused(collection: Collection) -> ScriptFunction:
    note = "Indexes unused since the server started (ignore _id_)."
    stages = [
        IndexStatsStage(),
        MatchStage(filter_of({"accesses.ops": 0, "name": Ne("_id_")})),
        ProjectStage({"name": 1, "accesses": 1}),
    ]
    return audit_of(f"collection:{collection.name}", f"{collection.name}.unused", note).add(
        "aggregate", collection.name, pipeline=stages
    )
