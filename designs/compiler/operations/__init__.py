"""What the scripts call, as data: a recipe of statements for each thing that a design lets people do.

Groups of strategies have a module each; ``build`` puts all of them together, script by script.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..model.conceptual import given
from ..model.field_walk import computed_fields
from ..names.diamonds import diamonds
from ..names.naming import Names
from ..names.paths import Paths
from ..names.tenants import tenants_of
from ..names.tree_fields import PATH
from ..placement.doc_path import DocPath
from ..placement.path_locator import Placement
from ..plan_model.compilation import Compilation
from ..plan_model.decisions import opposite
from ..plan_model.function_names import spelled
from ..plan_model.physical import Statement, Unwritten
from .atomic import answering_how_many, answering_with_its_write, in_one_transaction, refusing_lost_deletes
from .audits.plan_audits import audits
from .audits.result_audits import result_audits
from .context import (
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    Unsupported,
    keeps_copies,
    loaded,
    remembered,
)
from .functions.by_strategy import functions_of
from .functions.document_versions import histories, pasts, telling_kept_versions, telling_who_keeps
from .identifiers import in_spoken_words, saying_what_goes
from .ir.changes import Pull, Unset
from .needed import marked, unasked
from .notes.read_by_index import counting_writes, telling_null, telling_scans
from .passes.absent_values import leaving_out_absent
from .passes.embedded_parts import where_parts_are
from .passes.refusals.additions import refusing_lost_additions, refusing_orphans
from .passes.refusals.removals import keeping_stated_numbers, refusing_lost_removals
from .passes.same_document_results import adding_to_null, with_merged
from .passes.shard_routing import asking_for_shard_keys, routed
from .passes.unasked_reads import without_unasked_reads
from .results.computed import has_results, refreshers
from .results.counting import keeping_the_most, telling_other_maxima, telling_totals
from .results.recomputing import recomputations
from .setup import preparations, setup
from .upkeep.sync import syncs
from .workload import operations
from .write.array_filters import keeping_the_minimum, of_one_value, telling_each_match
from .write.inserts import beginning_at_nothing, refuse_loose_nodes, saying_the_kind
from .write.unlink import DELETES, lets_go, listed_by_parents

_MOST_STATEMENTS = 50
"""Statements of one function; a long one that people need has fifteen."""


def build(
    compilation: Compilation, placement: Placement, names: Names, paths: Paths
) -> tuple[tuple[Statement, ...], tuple[Unwritten, ...]]:
    """All statements of a design, script by script, in the order in which the scripts run them; and the functions
    that are not written."""
    world = OperationContext(compilation, placement, names, paths)
    functions = [_finished(world, recipe) for recipe in complete_functions(world)]
    _leave_out_streams(functions)
    telling_who_keeps(world, functions)
    supported = [function for function in functions if not function.unsupported]
    if _archives(world):
        supported = loaded("upkeep.archive_setup.without_unasked_indexes")(world, supported)
    statements = (statement for recipe in _unique(_prepared(world, supported)) for statement in recipe.done())
    named = saying_what_goes(world, in_spoken_words(world, statements))
    written = spelled(marked(named, unasked(world)))
    result = tuple(written), tuple(_unwritten(functions))
    world.results.clear()  # which know the context in turn: a ring waits for the collector
    world.functions_by_subject.clear()
    return result


def _leave_out_streams(functions: list[ScriptFunction]) -> None:
    """Leave out the streams of which no function answers the changes: it is not written."""
    unwritten = {each.name: each.unsupported for each in functions if each.unsupported}
    for stream in functions:
        if stream.purpose == "watch":
            stream.unsupported = stream.unsupported or unwritten.get(stream.name.removesuffix(".watch"))


def _unwritten(functions: Iterable[ScriptFunction]) -> Iterator[Unwritten]:
    for function in functions:
        if function.unsupported:
            yield Unwritten(
                recipe=function.name, subject=function.subject, purpose=function.purpose,
                script=function.script, reason=function.unsupported.reason, remedy=function.unsupported.remedy,
                behind=function.unsupported.behind,
            )  # fmt: skip


def _finished(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function as scripts have it, unless none holds it."""
    if recipe.unsupported:
        return recipe
    try:
        return _short(_complete(world, telling_totals(world, recipe)))
    except Unsupported as reason:
        recipe.unsupported = reason
        return recipe


def _short(recipe: ScriptFunction) -> ScriptFunction:
    """Return a function. Raises Unsupported where it has more statements than anybody can read, let alone test."""
    count = len(recipe.statements)
    if recipe.script == QUERIES and count > _MOST_STATEMENTS:
        raise Unsupported(
            f"It would take {count} statements, too many to review: the data is stored at many levels and "
            "referenced at even more.",
            "store tree nodes as separate documents, or links in a link collection",
        )
    return recipe


class _Some(NamedTuple):
    """Whether a design has any of what only some designs have, so that its functions need what follows from it."""

    unchangeable: bool
    computed: bool
    shapes: bool
    pages: bool
    archives: bool
    alike: bool
    pasts: bool
    sensitive: bool
    tenants: bool
    partial: bool


@remembered
def _some(world: OperationContext) -> _Some:
    return _Some(
        _has_unchangeable(world), _computes(world), _has_shapes(world), _has_pages(world), _archives(world),
        _links_alike(world), bool(pasts(world)), world.has_sensitive_fields,
        tenants_of(world.model, world.names, world.paths) is not None, _has_partial_indexes(world),
    )  # fmt: skip


def _complete(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function with its transaction, history and shard keys, and without what it must not return."""
    some = _some(world)
    if some.unchangeable:
        loaded("effects.unchangeable.refuse_changes")(world, recipe)
    refuse_loose_nodes(world, recipe)
    if some.computed:
        recipe = loaded("effects.own_results.working_out_own_results")(world, recipe)
    recipe = beginning_at_nothing(world, saying_the_kind(world, in_one_transaction(world, recipe)))
    if some.shapes:
        recipe = loaded("passes.refusals.older_shapes.asking_for_the_shape")(world, recipe)
    recipe = refusing_lost_removals(world, refusing_lost_deletes(world, answering_how_many(recipe)))
    recipe = refusing_orphans(world, recipe)
    if some.tenants:
        recipe = loaded("passes.refusals.tenants_apart.keeping_tenants_apart")(world, recipe)
    recipe = refusing_lost_additions(world, recipe)
    if some.pages and loaded("passes.refusals.pages_of_pages.has_pages_of_pages")(world):
        recipe = loaded("passes.refusals.pages_of_pages.refusing_pages_of_pages")(world, recipe)
    if some.archives and some.computed:
        recipe = loaded("passes.refusals.archived_totals.refusing_archived_totals")(world, recipe)
    if some.alike:
        recipe = loaded("passes.refusals.self_links.refusing_self_links")(world, recipe)
    recipe = keeping_the_minimum(world, telling_each_match(world, recipe))
    recipe = telling_other_maxima(world, keeping_the_most(world, keeping_stated_numbers(world, recipe)))
    if some.archives:
        recipe = loaded("passes.refusals.moved_to_archives.telling_what_was_moved")(world, recipe)
    recipe = asking_for_shard_keys(world, without_unasked_reads(answering_with_its_write(recipe)))
    if some.pasts:
        recipe = loaded("passes.history.remembering")(world, recipe)
        recipe = telling_kept_versions(world, recipe)
    recipe = (
        loaded("passes.refusals.locked_sources.locking_sources")(world, recipe)
        if keeps_copies(world)
        else recipe
    )
    return _with_words(world, some, where_parts_are(world, of_one_value(world, routed(world, recipe))))


def _with_words(world: OperationContext, some: _Some, recipe: ScriptFunction) -> ScriptFunction:
    """Return a function with what it says of itself, and without what it must not return."""
    if some.computed:
        recipe = loaded("notes.given_results.telling_given_results")(world, recipe)
    recipe = telling_scans(world, adding_to_null(world, leaving_out_absent(world, recipe)))
    recipe = _telling_batches(world, telling_null(counting_writes(recipe)))
    recipe = loaded("read.partial_lookups.using_partial_indexes")(world, recipe) if some.partial else recipe
    if some.archives:
        recipe = loaded("upkeep.archives.looking_in_archives")(world, recipe)
        recipe = loaded("upkeep.archives.telling_archives")(world, recipe)
    if some.archives and some.sensitive:
        recipe = loaded("upkeep.archives.telling_archived_copies")(world, recipe)
    if some.sensitive:
        recipe = loaded("passes.sensitive_fields.without_sensitive")(world, recipe)
    return recipe


def _has_partial_indexes(world: OperationContext) -> bool:
    """Whether look-ups may need a word to find by an index that leaves documents out."""
    options = (index.options for each in world.collections.values() for index in each.indexes)
    may_miss = any("partialFilterExpression" in each or "sparse" in each for each in options)
    return may_miss and bool(loaded("read.partial_lookups.has_partial_indexes")(world))


def _has_strong_copies(world: OperationContext) -> bool:
    """Whether some copies change in the transaction of their source."""
    links, sides = world.names.relationships.values(), ("from", "to")
    return any(
        each.policy == "strong"
        for link in links
        for side in sides
        for each in world.placement.copies(link, side)
    )


@remembered
def _has_shapes(world: OperationContext) -> bool:
    """Whether documents have a number of their shape."""
    return any(overlay.kind == "SCHEMA_VERSION" for overlay in world.compilation.plan.entity_overlays)


@remembered
def _links_alike(world: OperationContext) -> bool:
    """Whether some links are between things of one kind."""
    base = world.placement.kinds.base
    links = (each for each in world.names.relationships.values() if each.kind not in ("tree", "is-a"))
    return any(base(each.from_.entity) == base(each.to.entity) for each in links)


def _telling_batches(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Say of what inserts a measurement how many are inserted at once: the server puts those of one series into its
    bucket together, and one that it refuses does not stop the others."""
    inserted = [each.collection for each in recipe.statements if each.op == "insertOne"]
    for name in inserted if recipe.script == QUERIES else ():
        if name in world.collections and world.collections[name].kind == "timeseries":
            recipe.remark(
                "Time series collections have no validator, so this function checks the document. For "
                "bulk inserts use insertMany(documents, { ordered: false }), then run 06_audit.js to "
                "check them."
            )
    return recipe


@remembered
def _has_unchangeable(world: OperationContext) -> bool:
    """Whether some documents hold all that happened in a window of time, or are measurements."""
    windowed = (world.placement.traits(each).is_windowed for each in world.names.relationships.values())
    return any(windowed) or any(each.kind == "timeseries" for each in world.collections.values())


def _prepared(world: OperationContext, recipes: Iterable[ScriptFunction]) -> Iterator[ScriptFunction]:
    for recipe in recipes:
        yield from preparations(world, recipe)
        yield recipe


def complete_functions(world: OperationContext) -> Iterator[ScriptFunction]:
    """Yield the functions with all that follows from what they write, before transactions, histories and shard keys
    are seen to."""
    stores_results = any(has_results(world, entity) for entity in world.names.entities)
    has_slices, has_copies = _copies_into_slices(world), keeps_copies(world)
    brings_copies = has_copies or _has_links_inside(world)
    for each in _with_refusals(world):
        recipe = each
        # What is archived is there still: results gather it in both places, and stay what they are.
        if stores_results and not each.unsupported and each.purpose != "archive":
            recipe = loaded("passes.cross_document_results.with_dependents")(world, each)
            recipe = loaded("passes.copied_results.with_copied_results")(world, recipe)
        if stores_results and recipe.purpose == "archive":
            recipe = loaded("upkeep.retention.telling_results")(world, recipe)
        if has_slices and not recipe.unsupported:
            recipe = loaded("upkeep.slice_order.keeping_slices_sorted")(world, recipe)
        if has_copies and _copies_elements(world) and not recipe.unsupported:
            recipe = loaded("upkeep.element_copies.with_copies_of_elements")(world, recipe)
        if brings_copies and not recipe.unsupported:
            recipe = loaded("effects.brought_copies.reading_copies")(world, recipe)
        if has_copies and not recipe.unsupported:
            recipe = loaded("effects.pushed_copies.reading_copies_of_elements")(world, recipe)
        yield recipe if recipe.unsupported else with_merged(world, recipe)


def _with_refusals(world: OperationContext) -> Iterator[ScriptFunction]:
    """The recipes, those that this design's server refuses with a word about it."""
    alone = given(world.model.topology, "replica-set") == "standalone"
    has_slices, has_archives, leaves = bool(_slices(world)), _archives(world), _leaves_references(world)
    for each in _completed(world, list(_recipes(world))):
        recipe = each
        if has_slices:
            recipe = loaded("passes.slice_remarks.telling_slices")(world, each)
            recipe = loaded("passes.slice_remarks.telling_streams")(world, recipe)
        if leaves and any(_paths_going(statement) for statement in each.statements):
            recipe = loaded("effects.still_named.telling_what_names")(world, recipe)
        if has_archives and any(_paths_going(statement) for statement in each.statements):
            recipe = loaded("upkeep.archived_references.letting_go_in_archives")(world, recipe)
        # An operation may be made of another recipe's statements: they tell, not the recipe.
        if alone and any(statement.transaction for statement in recipe.statements):
            recipe.remark(f"Standalone servers don't support transactions: {_INSTEAD}.")
        if alone and any(statement.op == "watch" for statement in recipe.statements):
            recipe.remark(
                f"Standalone servers don't support change streams: {_INSTEAD}, or call the function after "
                "each change."
            )
        yield recipe


def _completed(world: OperationContext, recipes: list[ScriptFunction]) -> Iterable[ScriptFunction]:
    """The recipes, those that leave names of what they delete, or slices without what they insert, with what writes
    these; the storage map is asked where a recipe may leave one."""
    judged = [each for each in recipes if _may_leave_names(world, each) or _may_leave_slices(world, each)]
    return loaded("effects.completing.completed")(world, recipes, judged) if judged else recipes


def _may_leave_names(world: OperationContext, recipe: ScriptFunction) -> bool:
    """Whether a function takes away what others may name, and does not write all places that name it."""
    if recipe.script != QUERIES or not any(statement.writes for statement in recipe.statements):
        return False
    written = [(each.collection, path) for each in recipe.statements for path in _paths_written(each)]
    going = [(each.collection, path) for each in recipe.statements for path in _paths_going(each)]
    return any(
        not all(any(_is_around(write, place) for write in written) for place in places)
        for each in going
        for home, places in _named_places(world).get(each[0], ())
        if _is_around(each, home)
    )


def _may_leave_slices(world: OperationContext, recipe: ScriptFunction) -> bool:
    """Whether a function inserts documents that slices repeat, and does not write all of these slices."""
    if recipe.script != QUERIES or not any(each.op == "insertOne" for each in recipe.statements):
        return False
    written = [(each.collection, path) for each in recipe.statements for path in _paths_written(each)]
    inserted = {each.collection for each in recipe.statements if each.op == "insertOne"}
    return any(
        not all(any(_is_around(write, place) for write in written) for place in slices)
        for children, slices in _slices(world)
        if not inserted.isdisjoint(children)
    )


@remembered
def _has_links_inside(world: OperationContext) -> bool:
    """Return whether elements in documents name others: links, as objects or as mere ids, or parts with another parent."""
    return any(
        reference.arrays
        for each in world.names.relationships.values()
        for side in ("from", "to")
        for reference in world.placement.references(each, side)
    )


@remembered
def _copies_elements(world: OperationContext) -> bool:
    """Return whether some documents keep copies of what stands in elements of arrays."""
    relationships, placement = world.names.relationships.values(), world.placement
    kept = (
        copy for each in relationships for side in ("from", "to") for copy in placement.copies(each, side)
    )
    return any(spot.arrays for copy in kept for spot in placement.spots(copy.owner))


@remembered
def _computes(world: OperationContext) -> bool:
    """Return whether any field of the design follows from others."""
    return any(any(computed_fields(entity.own_fields)) for entity in world.names.entities.values())


@remembered
def _slices(world: OperationContext) -> list[tuple[set[str], set[tuple[str, str]]]]:
    """Return, for each relationship with slices, the collections of the children and the places of the slices."""
    placement, relationships = world.placement, world.names.relationships.values()
    return [
        ({spot.collection for spot in placement.references(each, "to")}, _places(placement.contents(each)))
        for each in relationships
        if placement.traits(each).is_slice
    ]


@remembered
def _copies_into_slices(world: OperationContext) -> bool:
    """Return whether a slice has declared copies, whose elements are not always filled anew."""
    links = world.names.relationships.values()
    return any(given(each.copies, []) and world.placement.traits(each).is_slice for each in links)


def _paths_going(statement: Statement) -> list[str]:
    if statement.op in DELETES:
        return [""]
    changes = statement.update.changes if statement.update is not None else ()
    return [change.place.path for change in changes if isinstance(change, Pull | Unset)]


def _paths_written(statement: Statement) -> list[str]:
    if statement.op == "deleteMany":
        return [""]
    return statement.update.paths if statement.update is not None else []


def _is_around(place: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether what stands at a place of documents is within what stands at another."""
    return place[0] == other[0] and (not place[1] or f"{other[1]}.".startswith(f"{place[1]}."))


@remembered
def _named_places(
    world: OperationContext,
) -> dict[str, list[tuple[tuple[str, str], set[tuple[str, str]]]]]:
    """Return, by collection, each place of things that may not be named once they are gone, and where they are
    named."""
    placement = world.placement
    by_collection: dict[str, list[tuple[tuple[str, str], set[tuple[str, str]]]]] = {}
    for link in (RelationshipContext(world, each) for each in world.names.relationships.values()):
        for side in ("from", "to"):
            references = placement.references(link.relationship, opposite(side))
            if references and lets_go(link, side):
                for home in _places(placement.spots(link.entity(side))):
                    by_collection.setdefault(home[0], []).append((home, _places(references)))
    return by_collection


@remembered
def _archives(world: OperationContext) -> bool:
    """Return whether old documents are moved to an archive."""
    return any(overlay.kind == "ARCHIVE" for overlay in world.compilation.plan.entity_overlays)


@remembered
def _leaves_references(world: OperationContext) -> bool:
    """Return whether anything goes on being named once it is gone, or stays where nothing names it any more."""
    if listed_by_parents(world) or _archives(world):
        return True
    links = (RelationshipContext(world, each) for each in world.names.relationships.values())
    return any(
        (PATH in link.traits.tree_fields or world.placement.references(link.relationship, opposite(side)))
        and not lets_go(link, side)
        for link in links
        if link.traits.can_dangle
        for side in ("from", "to")
    )


def _places(spots: Iterable[DocPath]) -> set[tuple[str, str]]:
    return {(spot.collection, spot.path) for spot in spots}


_INSTEAD = "use a replica set (one member is enough)"


_OF_OVERLAYS = {"PREALLOC": "functions.grids.grids", "ARCHIVE": "upkeep.retention.retention"}


def _recipes(world: OperationContext) -> Iterator[ScriptFunction]:
    yield from setup(world)
    for relationship in world.names.relationships.values():
        yield from functions_of(RelationshipContext(world, relationship))
    yield from operations(world)
    overlays = {overlay.kind for overlay in world.compilation.plan.entity_overlays}
    has_versions = "SCHEMA_VERSION" in overlays
    yield from loaded("upkeep.schema_versions.versions")(world) if has_versions else ()
    yield from histories(world)
    for kind, maker in _OF_OVERLAYS.items():
        yield from loaded(maker)(world) if kind in overlays else ()
    of_results = [*refreshers(world), *recomputations(world)]
    yield from loaded("results.jobs_in_order.in_turn")(world, of_results) if of_results else ()
    yield from syncs(world)
    yield from audits(world)
    yield from loaded("audits.bucket_audits.bucket_audits")(world) if _has_pages(world) else ()
    if any(each.kind == "timeseries" for each in world.collections.values()):
        yield from loaded("audits.bucket_audits.series_audits")(world)
    yield from result_audits(world)
    yield from loaded("functions.subtypes.kind_audits")(world) if world.placement.kinds.bases else ()
    if tenants_of(world.model, world.names, world.paths) is not None:
        yield from loaded("audits.tenant_audits.tenant_audits")(world)
    if diamonds(world.model, world.names):
        yield from loaded("audits.tenant_audits.agreement_audits")(world)
    yield from loaded("upkeep.schema_versions.shape_audits")(world) if has_versions else ()


@remembered
def _has_pages(world: OperationContext) -> bool:
    return any(collection.kind == "bucket" for collection in world.collections.values())


def _unique(recipes: Iterable[ScriptFunction]) -> Iterator[ScriptFunction]:
    """Every recipe under a name of its own, and every statement: an operation may be called like a
    relationship's recipe, and the second of several recipes like the second step of the first."""
    taken, ids = set[str](), set[str]()
    for recipe in recipes:
        unique, number = recipe, 2
        while unique.name in taken or not ids.isdisjoint(unique.ids):
            unique, number = recipe.called(f"{recipe.name}.{number}"), number + 1
        taken.add(unique.name)
        ids.update(unique.ids)
        yield unique
