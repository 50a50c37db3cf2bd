"""References that stand in archives: what was moved there is a document still, which names what it named before. A delete
lets go of it there as in the collection itself; what can't be without it, or would go with it, holds the delete back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from msgspec.structs import replace

from ...names.tree_fields import PATH, name_of, segment
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ...plan_model.physical import Statement
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, remembered
from ..functions.links.outliving import ends
from ..functions.trees.paths import FROM_TEXT
from ..ir.changes import Pull, PullAll, Unset
from ..ir.conditions import At, filter_of
from ..ir.predicates import Elem
from ..passes.placement_variants import whole
from ..write.unlink import lets_go
from .archives import archives, in_archives

_GOING = frozenset({"remove", "delete", "cascade"})


def holding_back(link: RelationshipContext, side: str, references: Iterable[DocPath]) -> list[DocPath]:
    """Return where archived documents name what stands at an end, which is not deleted while they do: they can't be without
    it, or are parts of it, and an archive is there to keep them. references: where documents of collections name it."""
    if ends(link, side):
        return []
    if lets_go(link, side) and link.relationship.exclusive_owner is not True:
        return []
    return in_archives(link.world, references)


def letting_go_in_archives(world: OperationContext, function: ScriptFunction) -> ScriptFunction:
    """Return the function, which takes what it deletes out of the archived documents that may be without it, too."""
    if function.script != QUERIES or function.purpose not in _GOING:
        return function
    gone = {each.collection for each in function.statements if _takes_away(each)}
    places = {
        (reference.collection, reference.path)
        for homes, reference in _let_go(whole(world))
        if not gone.isdisjoint(homes)
    }
    if not any(_lets_go(each, places) for each in function.statements):
        return function
    changed = copy(function)  # operations are made of it, as it was
    changed.statements = [
        each
        for statement in function.statements
        for each in (statement, *_in_archive(world, statement, places))
    ]
    into = dict.fromkeys(
        archives(world)[each.collection] for each in function.statements if _lets_go(each, places)
    )
    changed.remark(f"Also removes the references in {listed(into)}.")
    return changed.numbered()


def _takes_away(statement: Statement) -> bool:
    """Whether documents go, or elements or parts of them."""
    return statement.op.startswith(("delete", "findOneAndDelete", "update", "findOneAndUpdate"))


def _in_archive(
    world: OperationContext, statement: Statement, places: set[tuple[str, str]]
) -> Iterator[Statement]:
    """Yield the same for the archive of what a statement takes references out of."""
    if _lets_go(statement, places):
        yield replace(statement, collection=archives(world)[statement.collection], step="", comment="")


def _lets_go(statement: Statement, places: set[tuple[str, str]]) -> bool:
    """Whether a statement takes references at one of some places out of all documents that have them."""
    if statement.op != "updateMany" or statement.each or statement.unless or statement.must_match:
        return False
    asked = filter_of(statement.filter)
    paths = {path for each in asked.conditions if isinstance(each, At) for path in _paths(each)}
    is_named = any(collection == statement.collection and path in paths for collection, path in places)
    return is_named and not statement.update.is_computed and _removes(statement)


def _paths(at: At) -> Iterator[str]:
    yield at.path
    if isinstance(at.predicate, Elem):
        inner = at.predicate.condition.conditions
        yield from (f"{at.path}.{each.path}" for each in inner if isinstance(each, At))


def _removes(statement: Statement) -> bool:
    return all(isinstance(change, Pull | PullAll | Unset) for change in statement.update.changes)


@remembered
def _let_go(world: OperationContext) -> list[tuple[frozenset[str], DocPath]]:
    """Return the references of archived collections that deletes take away, with where that stands which they name."""
    links = (RelationshipContext(world, each) for each in world.names.relationships.values())
    return [
        (frozenset(home.collection for home in world.placement.spots(link.entity(side))), reference)
        for link in links
        for side in ("from", "to")
        if lets_go(link, side)
        for reference in world.placement.references(link.relationship, opposite(side))
        if reference.collection in archives(world)
    ]


def named_in(world: OperationContext, collection: str) -> tuple[str, ...]:
    """Return the paths by which documents of a collection name others that deletes take away."""
    relationships = world.names.relationships.values()
    links = (RelationshipContext(whole(world), each) for each in relationships)
    return tuple(
        dict.fromkeys(
            reference.path
            for link in links
            if link.traits.can_dangle
            for side in ("from", "to")
            for reference in (*link.placement.references(link.relationship, side), *paths_to_parents(link))
            if reference.collection == collection
        )
    )


def paths_to_parents(link: RelationshipContext) -> tuple[DocPath, ...]:
    """Return where nodes of a tree store the way to their parent, where a pipeline can make texts of what that names."""
    if PATH not in link.traits.tree_fields:
        return ()
    types = link.placement.key_types(link.child) if segment(link.names, link.relationship) == "_id" else ()
    if not {*FROM_TEXT, "string"}.issuperset(types):
        return ()
    name = name_of(link.names, link.relationship, PATH)
    return tuple(spot.down(name) for spot in link.placement.spots(link.child) if not spot.path)
