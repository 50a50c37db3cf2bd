"""Operations that filter by what stands behind a reference: whether the documents there are found first, by an index
of their own, or are joined to each document that is read. A write has no join: it finds them first.

Statements and indexes both ask here, so that an index is made for the way that the statements go."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from ..model.conceptual import Match, Operation, Relationship, given, stated
from ..names.path_steps import Route, Step
from ..plan_model.decisions import opposite
from .doc_path import DocPath
from .path_locator import Placement

MOST_IDS = 100_000
"""Ids that a list in a filter may have: with what surrounds each about 2 MB of the 16 MiB that a command may have."""
_NARROW = 0.05
"""The share of the documents there up to which looking for them first is worth it: of a larger one, a page of those
that are read is full after a few joins."""
_ONE_VALUE, _RANGE = 0.001, 0.01
"""The shares of documents that have one value, and of those in a range that the caller bounds at both ends, where
nothing says how many values there are."""
_CONSTANT_RANGE, _HALF_RANGE = 0.1, 0.5
_NO_CONDITION = frozenset({"exists", "regex", "text", "near"})


class AskedBehind(NamedTuple):
    """What an operation asks of the documents behind one end. near: where those that are read hold what leads there;
    far: the collection there; key: of its documents, what is held. places: by path of the filter, where its value stands there.
    first: whether they are found first, "" where they are joined: "list" where their ids become a list that a filter
    takes, "pipeline" where one pipeline goes on from them. single: whether they are one at most."""

    relationship: Relationship
    side: str
    near: str
    arrays: tuple[str, ...]
    far: str
    key: str
    matches: tuple[Match, ...]
    places: dict[str, DocPath]
    first: str = ""
    single: bool = False

    @property
    def target(self) -> str:
        """The entity whose documents stand there."""
        return self.relationship.end(opposite(self.side)).entity

    def place(self, placement: Placement, operation: Operation, path: str) -> DocPath | None:
        """Where what a path leads to stands behind this end, None where it stands elsewhere."""
        route = placement.paths.resolve(operation.entity, path, given(operation.includes, []))
        first, *rest = route.steps if route is not None else ()
        if not rest or (first.relationship, first.side) != (self.relationship, self.side):
            return None
        return _place_there(placement, DocPath(self.far), self.target, rest)


def asked_behind(
    placement: Placement, operation: Operation, plain: Container[str]
) -> tuple[AskedBehind, ...]:
    """What an operation asks of documents behind references. plain: the collections whose documents are as they are: no
    buckets, measurements or versions."""
    spot = _own_place(placement, operation, plain) if operation.kind != "insert" else None
    if spot is None:
        return ()
    ends: dict[tuple[str, str], AskedBehind] = {}
    for match in given(operation.filter, []):
        route = placement.paths.resolve(operation.entity, match.field, given(operation.includes, []))
        if route is None or _is_here(placement, operation, match.field, spot):
            continue
        behind = _behind(placement, operation, spot, route, match, plain)
        if behind is not None:
            way = (behind.relationship.name, behind.side)
            before = ends.get(way, behind._replace(matches=(), places={}))
            ends[way] = before._replace(
                matches=(*before.matches, *behind.matches), places=before.places | behind.places
            )
    asked = tuple(ends.values())
    return tuple(_settled(placement, operation, each, asked) for each in asked)


def _own_place(placement: Placement, operation: Operation, plain: Container[str]) -> DocPath | None:
    """The collection that an operation is about. A write may be of documents that hold versions: it changes the current."""
    spots = placement.spots(operation.entity)
    meant = plain if operation.kind == "read" else {spot.collection for spot in spots}
    return _only_place(placement, operation.entity, meant)


def _only_place(placement: Placement, entity: str, plain: Container[str]) -> DocPath | None:
    """The collection of an entity whose documents stand nowhere else."""
    spots = placement.spots(entity)
    is_one = len(spots) == 1 and not spots[0].path and spots[0].collection in plain
    return spots[0] if is_one and not placement.locations.separate_collections(entity) else None


def _is_here(placement: Placement, operation: Operation, path: str, spot: DocPath) -> bool:
    places = placement.of_path(operation.entity, path, given(operation.includes, []), within=True)
    return any(place.collection == spot.collection for place in places)


def _behind(
    placement: Placement, operation: Operation, spot: DocPath, route: Route, match: Match, plain: Container[str]
) -> AskedBehind | None:  # fmt: skip
    """What one condition asks behind the first end of its route, None where that takes more than one reference."""
    first, *rest = route.steps
    relationship, target = first.relationship, first.target
    if first.kind != "end" or not rest or relationship is None or target == operation.entity:
        return None
    traits, far = placement.traits(relationship), _only_place(placement, target, plain)
    if far is None or traits.is_tree or traits.has_link_documents or traits.replaces_documents:
        return None
    if traits.is_slice and first.side == "from":
        return None
    place = _place_there(placement, far, target, rest)
    held = placement.reference(relationship, first.side)
    if place is None:
        return None
    if held is not None and held.collection == spot.collection:
        near, arrays, key = held.path, held.arrays, "_id"
    else:
        held = placement.reference(relationship, opposite(first.side))
        if held is None or held.collection != far.collection or held.arrays:
            return None
        near, arrays, key = "_id", (), held.path
    return AskedBehind(
        relationship, first.side, near, arrays, far.collection, key, (match,), {match.field: place}
    )


def _place_there(placement: Placement, far: DocPath, target: str, rest: Sequence[Step]) -> DocPath | None:
    """Where the rest of a route arrives in the documents behind its first end."""
    if any(step.kind == "end" for step in rest[:-1]):
        return None
    places = placement.of_path(target, ".".join(step.name for step in rest), within=True)
    return next((place for place in places if place.collection == far.collection), None)


# --- which way is shorter -----------------------------------------------------------------------------


def _settled(
    placement: Placement, operation: Operation, behind: AskedBehind, asked: Sequence[AskedBehind]
) -> AskedBehind:
    """The documents behind are found first where they are no more than those that the rest of the filter finds, to
    each of which they would be joined, and the list of their ids is one that a filter takes."""
    there = min(_share(placement, operation.entity, match) for match in behind.matches)
    behind_count = there * placement.survey.count(behind.target)
    if operation.kind != "read":
        return behind._replace(first="list" if behind_count <= MOST_IDS else "")
    elsewhere = {match.field for each in asked for match in each.matches}
    rest = [match for match in given(operation.filter, []) if match.field not in elsewhere]
    own = min((_share(placement, operation.entity, match) for match in rest), default=1.0)
    single = behind.key == "_id" and any(
        _names_one(placement, operation.entity, each) for each in behind.matches
    )
    joined = own * placement.survey.count(operation.entity)
    if joined <= 1 or not (single or (there <= _NARROW and (behind_count <= joined or there <= own))):
        return behind._replace(single=single)
    is_list = single or behind_count <= MOST_IDS
    is_led = len(asked) == 1 and _is_led(placement, operation, behind)
    leads = is_led and not single and (not is_list or bool(given(operation.sort, [])))
    return behind._replace(first="pipeline" if leads else "list" if is_list else "", single=single)


def _is_led(placement: Placement, operation: Operation, behind: AskedBehind) -> bool:
    """Whether a pipeline may go on from what is found behind an end: each document that is read has one such at most,
    nothing else is joined, and the order, if any, is that of what is found."""
    words = any(match.how in ("text", "near") for match in given(operation.filter, []))
    if behind.key != "_id" or behind.arrays or words or given(operation.includes, []):
        return False
    return all(
        behind.place(placement, operation, sort.field) is not None for sort in given(operation.sort, [])
    )


def _names_one(placement: Placement, entity: str, match: Match) -> bool:
    """Whether no two documents have the value that a condition asks for."""
    route = placement.paths.resolve(entity, match.field)
    is_plain = route is not None and [step.kind for step in route.steps] == ["end", "field"]
    field = route.field if route is not None and is_plain else None
    return field is not None and field.unique is True and match.how == "eq" and match.value is not None


def _share(placement: Placement, entity: str, match: Match) -> float:
    """The share of an entity's documents that a condition finds by an index, 1 for all."""
    if match.how in _NO_CONDITION or match.value is None:
        return 1.0
    if match.how == "range":
        ends = [stated(bound) for bound in (match.at_least, match.at_most)]
        return _RANGE if not any(ends) else _CONSTANT_RANGE if all(ends) else _HALF_RANGE
    listed = match.value if isinstance(match.value, list) else ()
    values = max(given(match.values, 1), len(listed), 1) if match.how == "in" else 1
    return min(1.0, values * _of_one_value(placement, entity, match.field))


def _of_one_value(placement: Placement, entity: str, path: str) -> float:
    """The share of documents that have one value at a path: one of those that it may have, of an end one of all ids."""
    route = placement.paths.resolve(entity, path)
    if route is None:
        return 1.0
    if route.last.kind in ("end", "id"):
        return 1 / max(placement.survey.count(route.target), 1)
    field = route.field
    if field is None:
        return 1.0
    count = placement.survey.count(route.target)
    if field.unique is True:
        return 1 / max(count, 1)
    if "bool" in field.all_types:
        return 0.5
    values = len(given(field.enum, []))
    return 1 / values if values else max(_ONE_VALUE, 1 / max(count, 1))
