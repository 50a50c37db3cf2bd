"""What documents name that can't be without it: its delete is refused while they do, and its note says where they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from ...model.conceptual import given
from ...names.tree_fields import PATH, SEPARATOR, name_of, segment
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Statement
from ...workload.expiry import expires
from ..context import (
    AUDITED,
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    Unsupported,
    remembered,
)
from ..functions.links.outliving import ends, keeps_past
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath, OperatorCall, concat, to_string
from ..ir.rendering import markers_of
from ..ir.stages import MatchStage
from ..passes.placement_variants import whole
from ..upkeep.archived_references import holding_back, paths_to_parents
from ..write.unlink import lets_go, listed_by_parents
from .in_use import InUse, is_around, refusing_in_use
from .stored_changes import StoredChange, stored_changes

_GOING = frozenset({"deleted", "removed"})
_COMING = frozenset({"inserted", "added", "repeated"})
_NOTHING_GOES = frozenset({"prepare", "watch", "upgrade", "reassign"})


REMEDY = (
    "delete the documents that reference it first, with their own function; if those must stay, make the "
    "reference optional (minimum 0) and unset it first, or keep the document and clear its personal "
    "fields"
)


class _Named(NamedTuple):
    """A thing that documents go on naming after it is gone. homes: where it stands; references: where it is named."""

    entity: str
    relationship: str
    is_tree: bool
    homes: tuple[DocPath, ...]
    references: tuple[DocPath, ...]
    collections: frozenset[str]
    """Of its homes: a function that writes none of them takes none of these things away."""
    must_stay: bool
    """Whether it may not go while it is named: a document of a capped collection, or a measurement that needs none and
    says nothing of it, goes on naming what is gone, as nobody can change it."""
    ends: bool = False
    """Whether such a thing only ends, and all that names it still leads to it."""
    always: str = ""
    """The entity that names each such thing, as the design says that each has one; "" where some may have none."""
    says: Callable[[DocPath], OperatorCall] | None = None
    """By home, what its references say of such a thing, where that is not its id."""


_UNCHECKED = "Other documents can still reference what it deletes, in {}, and the function can't check that before deleting."


def telling_what_names(world: OperationContext, function: ScriptFunction) -> ScriptFunction:
    """Return the function, which refuses to take away what documents refer to that can't be without it; its note says
    where these are."""
    if function.script != QUERIES or function.purpose in _NOTHING_GOES:
        return function
    stored = list(stored_changes(function.statements))
    going = {change.collection for change in stored if change.kind in _GOING}
    if not going:
        return function
    if function.purpose == "archive":
        _tell_what_leads_there(world, function, stored, going)
        return function
    references = [
        (named, *left)
        for named in _still_named_in(whole(world), going)
        for left in _left(world, function, stored, named)
    ]
    for link in _unlisted(world, stored):
        _tell_unlisted(function, link)
    asked = [
        InUse(named.entity, named.homes, reference, changes, _beside(stored, changes, reference), named.says)
        for named, reference, changes in references
        if named.must_stay
    ]
    left = [reference for named, reference, _ in references if not (named.must_stay or named.ends)]
    guarded, unasked = refusing_in_use(world, function, asked)
    _tell_what_each_has(world, guarded, [(named, place) for named, place, _ in references if named.must_stay])
    if unasked:
        where = tuple(dict.fromkeys(f"{each.collection}.{each.path}" for each in unasked))
        guarded.unsupported = guarded.unsupported or Unsupported(
            _UNCHECKED.format(listed(where)), REMEDY, where
        )
    places = dict.fromkeys(f"{each.collection}.{each.path}" for each in left)
    if places:
        guarded.remark(
            f"Other documents can still reference it, in {listed(places)}: delete or move them "
            f"first; {AUDITED}."
        )
    _tell_what_leads_on(guarded, [place for named, place, _ in references if named.ends])
    return guarded


def _tell_what_leads_on(function: ScriptFunction, references: list[DocPath]) -> None:
    """Say which references still lead to what a function ends."""
    places = (*dict.fromkeys(f"{each.collection}.{each.path}" for each in references),)
    if places:
        leads = "still points" if len(places) == 1 else "still point"
        function.remark(f"References to it stay: {listed(places)} {leads} to its last version.")


def _tell_what_each_has(
    world: OperationContext, function: ScriptFunction, references: list[tuple[_Named, DocPath]]
) -> None:
    """Say that a function never deletes anything, where each thing that it is for is named by something."""
    deletes = [each.collection for each in function.statements if each.op in ("deleteOne", "deleteMany")]
    for named, place in references:
        if named.always and deletes and DocPath(deletes[-1]) in named.homes:
            word, other = (world.names.word(each).replace("_", " ") for each in (named.entity, named.always))
            until = "until these have expired" if expires(world.names.entities[named.always]) else "each time"
            where = f"{place.collection}.{place.path}"
            function.remark(
                f"Each {word} needs at least one {other}, in {where}: the delete is rejected {until}."
            )


def _still_named_in(world: OperationContext, collections: Iterable[str]) -> list[_Named]:
    """Return those whose things stand in one of these collections."""
    by_home = _by_home(world)
    places = {place for collection in collections for place in by_home.get(collection, ())}
    return [_still_named(world)[place] for place in sorted(places)]


@remembered
def _by_home(world: OperationContext) -> dict[str, list[int]]:
    """Return the places, among all that is still named, of what stands in each collection."""
    by_home: defaultdict[str, list[int]] = defaultdict(list)
    for place, named in enumerate(_still_named(world)):
        for collection in named.collections:
            by_home[collection].append(place)
    return by_home


def _tell_what_leads_there(
    world: OperationContext, function: ScriptFunction, stored: list[StoredChange], going: set[str]
) -> None:
    """Say where documents name those that move to an archive: a delete would let go of some, and a move lets go of none."""
    here = [
        reference
        for named in _referred_to(whole(world))
        if not named.collections.isdisjoint(going)
        for reference, _ in _left(world, function, stored, named)
    ]
    if here:
        places = dict.fromkeys(f"{each.collection}.{each.path}" for each in here)
        leads = f"{', '.join(places)} then point{'s' if len(places) == 1 else ''}"
        function.remark(f"References to them remain: {leads} to the archive.")


def _tell_unlisted(function: ScriptFunction, link: RelationshipContext) -> None:
    """Say that children stay which only what goes has listed; there is no function that would leave an owner's own so."""
    words = link.names.words(link.child)
    function.remark(
        f"{words[:1].upper()}{words[1:]} referenced only by it become orphans; the audit finds them."
    )
    if link.relationship.exclusive_owner is not True or function.unsupported:
        return
    function.unsupported = Unsupported(
        f"Each {link.child} belongs to one {link.parent} and should be deleted with it, but only the {link.parent} "
        f"says which {words} are its own.",
        f"choose Parent references for {link.relationship.name}, or delete the {words} in your application first",
    )


def _unlisted(world: OperationContext, stored: list[StoredChange]) -> Iterator[RelationshipContext]:
    """Yield the links whose children only a document lists that goes, where they stay."""
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
            yield link


def _left(
    world: OperationContext, function: ScriptFunction, stored: list[StoredChange], named: _Named
) -> Iterator[tuple[DocPath, list[StoredChange]]]:
    """Yield the references to a thing that a function takes away, where it does not write them; and the changes that
    take it away."""
    if (
        named.is_tree
        and function.purpose == "cascade"
        and function.subject.endswith(f":{named.relationship}")
    ):
        return  # what names it is below it, and goes too
    if any(change.kind in _COMING and is_around(change, home) for change in stored for home in named.homes):
        return  # it moves
    going = [change for change in stored if change.kind in _GOING and _takes(world, function, change, named)]
    if not going:
        return
    for reference in named.references:
        written = (each for each in stored if each.collection == reference.collection and each not in going)
        if not any(_lets_go(function, each, reference) for each in written):
            yield reference, going


def _lets_go(function: ScriptFunction, change: StoredChange, reference: DocPath) -> bool:
    """Return whether a write in the collection that refers to something lets go of it: a delete takes some documents
    away, and these are those that refer to it only if it asks for them so."""
    if change.kind == "deleted" and change.is_of_documents:
        return _asks_for(function, function.statements[change.number], reference.path)
    return change.covers(reference.path)


def _asks_for(function: ScriptFunction, statement: Statement, path: str) -> bool:
    """Return whether a statement finds documents by a path, or by what an earlier one found so."""
    conditions = [stage.condition for stage in statement.pipeline or () if isinstance(stage, MatchStage)]
    if statement.filter:
        conditions.append(filter_of(statement.filter))
    if any(_is_within(path, asked) for condition in conditions for asked in condition.paths):
        return True
    steps = {each.step for each in markers_of(statement) if isinstance(each, Outcome)}
    return any(_asks_for(function, each, path) for each in function.statements if each.step in steps - {""})


def _is_within(path: str, around: str) -> bool:
    return path == around or path.startswith(f"{around}.")


def _beside(
    stored: list[StoredChange], going: list[StoredChange], reference: DocPath
) -> tuple[StoredChange, ...]:
    """Return the other deletes of documents of the collection that holds a reference: what they take may refer on."""
    return tuple(
        each
        for each in stored
        if each.kind == "deleted"
        and each.is_of_documents
        and each.collection == reference.collection
        and each not in going
    )


def _takes(world: OperationContext, function: ScriptFunction, change: StoredChange, named: _Named) -> bool:
    """Return whether a change takes away things of an entity, rather than others in the same collection."""
    _, meant = function.among.get(change.collection, ("", ()))
    _, own = world.among(named.entity).get(change.collection, ("", ()))
    is_of_others = meant and own and set(meant).isdisjoint(own)
    return not is_of_others and any(is_around(change, home) for home in named.homes)


def _must_stay(
    world: OperationContext, link: RelationshipContext, side: str, references: tuple[DocPath, ...]
) -> bool:
    kinds = {
        world.collections[each.collection].kind for each in references if each.collection in world.collections
    }
    needs_one = given(link.relationship.to.count.min, 0) >= 1
    needs_it = needs_one or keeps_past(link, side) or "timeseries" not in kinds
    return "capped" not in kinds and needs_it and not ends(link, side)


@remembered
def _still_named(world: OperationContext) -> list[_Named]:
    """Return the ends of relationships whose references no delete takes away, where these stand in collections, and where
    in archives."""
    named: list[_Named] = []
    for link, side, every in _ends(world):
        here = () if lets_go(link, side) else every.references
        archived = tuple(holding_back(link, side, every.references))
        if here:
            named.append(every._replace(references=here))
        if archived:
            named.append(every._replace(references=archived, always=""))
    return named


@remembered
def _referred_to(world: OperationContext) -> list[_Named]:
    """Return what documents of collections refer to, whether deletes let go of it or not."""
    return [named for _, _, named in _ends(world)]


def _ends(world: OperationContext) -> Iterator[tuple[RelationshipContext, str, _Named]]:
    """Yield the ends of relationships that documents may go on naming, with all references to them."""
    links = (RelationshipContext(world, each) for each in world.names.relationships.values())
    for link, side in ((link, side) for link in links if link.traits.can_dangle for side in ("from", "to")):
        homes = tuple(world.placement.spots(link.entity(side)))
        by_path = side == "from" and PATH in link.traits.tree_fields
        references = (
            paths_to_parents(link)
            if by_path
            else world.placement.references(link.relationship, opposite(side))
        )
        if homes and references:
            collections = frozenset(home.collection for home in homes)
            is_tree, must_stay = link.relationship.kind == "tree", _must_stay(world, link, side, references)
            yield (
                link,
                side,
                _Named(
                    link.entity(side),
                    link.relationship.name,
                    is_tree,
                    homes,
                    references,
                    collections,
                    must_stay,
                    ends(link, side),
                    link.entity(opposite(side))
                    if given(link.relationship.end(side).count.min, 0) >= 1
                    else "",
                    partial(_path_below, link) if by_path else None,
                ),
            )


def _path_below(link: RelationshipContext, home: DocPath) -> OperatorCall:
    """Return the path of the children of a node: its own, and the node."""
    own, name = (
        home.down(each).path
        for each in (name_of(link.names, link.relationship, PATH), segment(link.names, link.relationship))
    )
    return concat(FieldPath(own), to_string(FieldPath(name)), SEPARATOR)
