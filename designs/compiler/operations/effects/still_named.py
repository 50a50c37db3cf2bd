"""What a delete leaves in documents that name what goes, as these can't be without it: its note says where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ..context import AUDITED, QUERIES, OperationContext, RelationshipContext, ScriptFunction, remembered
from ..passes.placement_variants import whole
from ..write.unlink import lets_go, listed_by_parents
from .stored_changes import StoredChange, stored_changes

_GOING = frozenset({"deleted", "removed"})
_COMING = frozenset({"inserted", "added", "repeated"})
_NOTHING_GOES = frozenset({"prepare", "watch", "upgrade", "reassign"})


class _Named(NamedTuple):
    """A thing that documents go on naming after it is gone. homes: where it stands; references: where it is named."""

    entity: str
    relationship: str
    is_tree: bool
    homes: tuple[DocPath, ...]
    references: tuple[DocPath, ...]
    collections: frozenset[str]
    """Of its homes: a function that writes none of them takes none of these things away."""


def telling_what_names(world: OperationContext, function: ScriptFunction) -> ScriptFunction:
    """Name in a function's note the references that its deletes leave."""
    if function.script != QUERIES or function.purpose in _NOTHING_GOES:
        return function
    stored = list(stored_changes(function.statements))
    going = {change.collection for change in stored if change.kind in _GOING}
    if not going:
        return function
    places = dict.fromkeys(
        f"{reference.collection}.{reference.path}"
        for named in _still_named(whole(world))
        if not going.isdisjoint(named.collections)
        for reference in _left(world, function, stored, named)
    )
    if function.purpose != "archive":
        for listed in _unlisted(world, stored):
            function.remark(
                f"{listed} that only it lists stay, and nothing leads to them: the audit finds them."
            )
    if not places:
        return function
    named = " and ".join(places)
    if function.purpose == "archive":
        function.remark(f"What names them stays where it is: {', '.join(places)} lead to the archive then.")
    else:
        function.remark(
            f"Other documents may still refer to it, in {named}: delete or move them first; {AUDITED}."
        )
    return function


def _unlisted(world: OperationContext, stored: list[StoredChange]) -> Iterator[str]:
    """Yield what only a document lists that goes, where it stays."""
    for link in listed_by_parents(world):
        homes, children = world.placement.spots(link.parent), world.placement.spots(link.child)
        goes = any(
            change.kind == "deleted" and change.is_of_documents and change.collection == home.collection
            for change in stored
            for home in homes
            if not home.path
        )
        stays = not any(change.collection == child.collection for change in stored for child in children)
        if goes and stays:
            names = link.names.words(link.child)
            yield f"{names[:1].upper()}{names[1:]}"


def _left(
    world: OperationContext, function: ScriptFunction, stored: list[StoredChange], named: _Named
) -> Iterator[DocPath]:
    """Yield the references to a thing that a function takes away, where it does not write them."""
    if (
        named.is_tree
        and function.purpose == "cascade"
        and function.subject.endswith(f":{named.relationship}")
    ):
        return  # what names it is below it, and goes too
    if any(change.kind in _COMING and _is_around(change, home) for change in stored for home in named.homes):
        return  # it moves
    going = [change for change in stored if change.kind in _GOING and _takes(world, function, change, named)]
    if not going:
        return
    for reference in named.references:
        written = (each for each in stored if each.collection == reference.collection)
        if not any(each not in going and each.covers(reference.path) for each in written):
            yield reference


def _takes(world: OperationContext, function: ScriptFunction, change: StoredChange, named: _Named) -> bool:
    """Return whether a change takes away things of an entity, rather than others in the same collection."""
    _, meant = function.among.get(change.collection, ("", ()))
    _, own = world.among(named.entity).get(change.collection, ("", ()))
    is_of_others = meant and own and set(meant).isdisjoint(own)
    return not is_of_others and any(_is_around(change, home) for home in named.homes)


def _is_around(change: StoredChange, home: DocPath) -> bool:
    is_within = not change.path or f"{home.path}.".startswith(f"{change.path}.")
    return change.collection == home.collection and is_within


@remembered
def _still_named(world: OperationContext) -> list[_Named]:
    """Return the ends of relationships whose references no delete takes away."""
    links = (RelationshipContext(world, each) for each in world.names.relationships.values())
    ends = ((link, side) for link in links if link.traits.can_dangle for side in ("from", "to"))
    placement = world.placement
    return [
        _Named(
            link.entity(side),
            link.relationship.name,
            link.relationship.kind == "tree",
            homes,
            references,
            frozenset(home.collection for home in homes),
        )
        for link, side in ends
        if (references := tuple(placement.references(link.relationship, opposite(side))))
        and (homes := tuple(placement.spots(link.entity(side))))
        and not lets_go(link, side)
    ]
