"""What the chosen strategies ask for: every reference that is looked up, cascaded or kept in
sync is indexed (IX3), since MongoDB has no foreign keys that would do it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from ...model.conceptual import Entity, Operation, Relationship, given, stated
from ...model.field_walk import computed_fields
from ...model.formulas import Binary, Call, Expression, parse, paths_of
from ...names.tree_fields import LEFT, RIGHT
from ...placement.doc_path import DocPath
from ...placement.path_locator import Placement
from ...placement.stored_averages import aggregate
from ...plan_model.decisions import opposite
from ...plan_model.physical import DocField, walk
from ...workload.document_history import VALID_TO, holds_versions
from ...workload.expiry import expires
from ...workload.inputs import DEFAULT
from ...workload.list_order import declared_sort, list_order
from ...workload.traffic import reach
from .candidates import Candidate, Keys, Shelf, aliases

Asked = Iterator[tuple[str, Candidate]]
NOT_UNIQUE = "not unique, because items without it count as null: check for duplicates before each write"
"""Why an index of what elements may lack lets several have the same value."""
_KEY = {"max": -1, "min": 1}
_END = {-1: "largest", 1: "smallest"}
_LARGE = 10_000
"""Documents that a search without an index reads, of a collection that is large."""
_SYNCED = frozenset({"strong", "eventual", "batch"})


class References:
    """The indexes of relationships; what the workload does against their direction is summed once. is_hot: whether a path
    of a collection is written more often than read."""

    def __init__(
        self,
        placement: Placement,
        shelves: dict[str, Shelf],
        is_hot: Callable[[str, str], bool] = lambda collection, path: False,
    ) -> None:
        self.placement, self.shelves, self.is_hot = placement, shelves, is_hot
        self.model, self.names = placement.model, placement.names
        self.deleted = {o.entity for o in self.model.workload if o.kind == "delete"}
        self.changed = {o.entity for o in self.model.workload if o.kind == "update"} | self.deleted
        self.uses: defaultdict[tuple[str, bool], list[str]] = defaultdict(list)
        for operation in self.model.workload:
            if operation.kind == "read":
                used = [*reach(operation, self.names)[1], *self._asked_behind(operation)]
                for name, forward in dict.fromkeys(used):
                    self.uses[name, forward].append(operation.name)

    def _asked_behind(self, operation: Operation) -> Iterator[tuple[str, bool]]:
        """The relationships behind which stands a field that a read filters or sorts by, and whether it goes
        through them forward: such a read joins first."""
        paths = [match.field for match in given(operation.filter, [])]
        paths += [sort.field for sort in given(operation.sort, [])]
        for path in paths:
            route = self.placement.paths.resolve(operation.entity, path, given(operation.includes, []))
            steps = route.steps if route is not None else ()
            first = steps[0].relationship if len(steps) > 1 and steps[0].kind == "end" else None
            if first is not None and steps[1].kind == "field":
                yield first.name, steps[0].side == "from"

    def asked(self, relationship: Relationship, keyed: frozenset[tuple[str, str]]) -> Asked:
        """Candidates with their collections. keyed: (collection, path) pairs by which an
        operation reads, so that its own sort, or none, is what the reference needs."""
        index = self.placement.traits(relationship).index
        if index == "parent":
            yield from self._parent_reference(relationship, keyed)
        elif index:
            yield from BUILDERS[index](self, relationship)
        yield from self._elements(relationship)

    def _elements(self, relationship: Relationship) -> Asked:
        """Where ids lead to elements of arrays, these are found by their own."""
        traits = self.placement.traits(relationship)
        if traits.within_document or traits.holds_values or traits.is_tree:
            return
        for side in ("from", "to"):
            entity = relationship.end(opposite(side)).entity
            led_to = self.placement.identities(entity) if self._spots(relationship, side) else ()
            for place in led_to:
                shelf = self.shelves.get(place.collection)
                if place.arrays and shelf is not None and not shelf.is_time_series:
                    reason = f"Finds the {entity} with a given ID inside an array"
                    yield place.collection, self._candidate(relationship, ((place.path, 1),), reason)

    # --- one reference ------------------------------------------------------------------------

    def _spots(self, relationship: Relationship, side: str) -> list[DocPath]:
        return [s for s in self.placement.references(relationship, side) if s.collection in self.shelves]

    def _candidate(
        self, relationship: Relationship, keys: Keys, reason: str, *, sorts: int = 0, unused: bool = False
    ) -> Candidate:
        serves = (f"relationship:{relationship.name}",)
        return Candidate(keys=keys, free=1, sorts=sorts, reason=reason, serves=serves, unused=unused)

    def _is_unused(self, relationship: Relationship, side: str) -> bool:
        """Whether no operation, copy or cascade of the design finds what refers from this end. Of a design without
        operations nothing is known."""
        owner = self.names.entities[relationship.end(opposite(side)).entity]
        if not self.model.workload or self._reverse_need(relationship, side, owner.name)[0]:
            return False
        if not self.deleted.isdisjoint(self.placement.survey.families.below(owner.name)):
            return False
        if self.placement.traits(relationship).holds_values and owner.name in self.changed:
            return False
        listed = relationship.accessed_together, relationship.recent, relationship.pagination
        is_listed = any(map(stated, listed)) or self.placement.traits(relationship).is_slice
        is_owned = given(relationship.exclusive_owner, False) or expires(owner)  # an archive takes none along
        is_needed = given(relationship.from_.count.min, 0) >= 1  # the audit asks who has none
        return not (side == "to" and (is_listed or is_owned or is_needed))

    def _delete_behind(self, relationship: Relationship, side: str) -> str:
        """Return the entity that an operation deletes, whose documents take those with them that an end refers to, where the
        collection at this end is large by what the design states: each such delete looks for what refers to them."""
        root = self._goes_with.get(relationship.end(opposite(side)).entity, "")
        counted = self.placement.survey.counted(relationship.end(side).entity)
        return root if counted.origin != DEFAULT and counted.value >= _LARGE else ""

    @cached_property
    def _goes_with(self) -> dict[str, str]:
        """The entities whose things are parts of what an operation deletes, and go with it, each with what is deleted."""
        goes_with: dict[str, str] = {}
        going = [(entity, entity) for entity in sorted(self.deleted)]
        for entity, root in going:
            line = self.placement.survey.families.line(entity)
            for each in self.model.links:
                owned = each.exclusive_owner is True or self.placement.traits(each).moves_child
                part = each.to.entity if each.from_.entity in line and owned else root
                if part not in goes_with and part not in self.deleted:
                    goes_with[part] = root
                    going.append((part, root))
        return goes_with

    def _ends(self, relationship: Relationship) -> Asked:
        for side in self.placement.traits(relationship).indexed_at:
            yield from self._plain(relationship, side)

    def _plain(self, relationship: Relationship, side: str) -> Asked:
        other = relationship.end(opposite(side)).entity
        for spot in self._spots(relationship, side):
            shelf = self.shelves[spot.collection]
            reason = f"Finds references to {other}, for lookups, cascading deletes, and audits"
            if self.placement.traits(relationship).holds_values:
                reason = f"Finds documents by {other}, for counts and renames"
            if shelf.is_time_series:
                yield from self._timed(relationship, spot, shelf)
            else:
                unused = self._is_unused(relationship, side)
                yield (
                    spot.collection,
                    self._candidate(relationship, ((spot.path, 1),), reason, unused=unused),
                )

    def _parent_reference(self, relationship: Relationship, keyed: frozenset[tuple[str, str]]) -> Asked:
        parent, child = relationship.from_.entity, relationship.to.entity
        sliced, unused = self.placement.traits(relationship).is_slice, self._is_unused(relationship, "to")
        for spot in self._spots(relationship, "to"):
            shelf = self.shelves[spot.collection]
            if shelf.is_time_series:
                yield from self._timed(relationship, spot, shelf)
                continue
            is_keyed = (spot.collection, spot.path) in keyed and not (
                sliced and declared_sort(relationship, self.placement.names.entities[child])
            )
            is_sorted = not spot.arrays and not is_keyed and (unused or self._is_listed(relationship))
            sort = self._default_sort(relationship, spot) if is_sorted else ()
            reason = f"Finds {child} documents by {parent}"
            root = self._delete_behind(relationship, "to")
            if root and not sort:
                reason += f", which is deleted with its {root}"
            if sort:
                reason += f", sorted by {sort[0][0]}"
            keys: Keys = ((spot.path, 1), *sort)
            extreme = None if sort or is_keyed or spot.arrays else self._extreme(relationship, spot)
            if extreme is not None:
                keys = (*keys, extreme)
                reason += f", and covers {extreme[0]}, whose {_END[extreme[1]]} value {parent} stores"
            candidate = self._candidate(relationship, keys, reason, sorts=len(sort), unused=unused)
            yield spot.collection, candidate

    def _is_listed(self, relationship: Relationship) -> bool:
        """Whether anything reads the children of one parent in their order: what changes copies, works out results or
        deletes takes them as they come. Of a design without operations nothing is known."""
        listed = relationship.accessed_together, relationship.recent, relationship.pagination
        return (
            not self.model.workload
            or bool(self.uses[relationship.name, True])
            or self._navigated_back(relationship, "to")
            or any(map(stated, listed))
            or self.placement.traits(relationship).is_slice
            or relationship.name in self._in_order
        )

    def _extreme(self, relationship: Relationship, spot: DocPath) -> tuple[str, int] | None:
        """Return the field of which one parent stores the greatest or the least, as a key of the index by which it is looked
        for anew where a child goes, so that no document is fetched. None where none does, or it changes often."""
        parent = self.names.entities[relationship.from_.entity]
        for _, _, computed in computed_fields(parent.own_fields):
            function = aggregate(parse(computed.formula))
            route = self.placement.paths.resolve(parent.name, function[1]) if function is not None else None
            if function is None or function[0] not in _KEY or route is None or not route.steps:
                continue
            if route.steps[0].relationship is not relationship or route.steps[0].side != "from":
                continue
            for place in self.placement.of_route(route, parent.name):
                is_near = place.collection == spot.collection and not place.arrays
                if is_near and place.path != spot.path and not self.is_hot(place.collection, place.path):
                    return place.path, _KEY[function[0]]
        return None

    def _default_sort(self, relationship: Relationship, spot: DocPath) -> Keys:
        """The order in which the children of one parent are listed and paged. Long lists without
        a date are paged by ``_id``; short ones need no index for that."""
        child = self.placement.names.entities[relationship.to.entity]
        path, direction = list_order(relationship, child)
        if path == "_id":
            return ((path, direction),) if _is_unbounded(relationship, child) else ()
        places = self.placement.of_path(child.name, path)
        near = [s for s in places if s.collection == spot.collection and not s.arrays and s.path != spot.path]
        return ((near[0].path, direction),) if near and not self.is_hot(spot.collection, near[0].path) else ()

    def _timed(self, relationship: Relationship, spot: DocPath, shelf: Shelf) -> Asked:
        """The index that servers since 6.3 make by themselves is of the whole metaField, not of a reference in it."""
        time = shelf.collection.options.get("timeseries", {}).get("timeField")
        keys: Keys = ((spot.path, 1), (time, -1)) if time else ((spot.path, 1),)
        reason = f"Finds the measurements of one {relationship.from_.entity}, newest first"
        unused = self._is_unused(relationship, "to")
        yield (
            spot.collection,
            self._candidate(relationship, keys, reason, sorts=len(keys) - 1, unused=unused),
        )

    # --- arrays -------------------------------------------------------------------------------

    def _array(self, relationship: Relationship) -> Asked:
        side = self.placement.decision(relationship).side
        owner = relationship.end(opposite(side)).entity
        why, operations = self._reverse_need(relationship, side, owner)
        for spot in self._spots(relationship, side):
            if not why:
                holder = relationship.end(side).entity
                reason = f"Finds the {holder} documents that reference one {owner}"
                yield spot.collection, self._candidate(relationship, ((spot.path, 1),), reason, unused=True)
                continue
            candidate = self._candidate(relationship, ((spot.path, 1),), why)
            serves = (*candidate.serves, *(f"operation:{name}" for name in operations))
            yield spot.collection, Candidate(keys=candidate.keys, free=1, reason=why, serves=serves)

    def _reverse_need(self, relationship: Relationship, side: str, owner: str) -> tuple[str, list[str]]:
        """Why somebody asks which documents hold an id, "" if nobody does."""
        reads = self.uses[relationship.name, side == "to"]
        holder = relationship.end(side).entity
        if reads or self._navigated_back(relationship, side):
            return (
                f"Finds {holder} documents by {owner} (reverse direction of the array)",
                reads,
            )
        if any(copy.policy in _SYNCED for copy in self.placement.copies(relationship, side)):
            return f"Finds copies to sync when {owner} changes", []
        if owner in self.deleted:
            return f"Finds the {holder} documents that reference one {owner} when it is deleted", []
        if root := self._delete_behind(relationship, side):
            return f"Finds the {holder} documents that reference one {owner} when its {root} is deleted", []
        if (relationship.name, opposite(side)) in self.computed_over:
            return f"Finds the documents that the stored results of one {owner} are computed from", []
        return "", []

    def _navigated_back(self, relationship: Relationship, side: str) -> bool:
        navigation = relationship.navigation or None
        if navigation is None:
            return False
        return given(navigation.to_from_per_day if side == "from" else navigation.from_to_per_day, 0) > 0

    # --- unique pairs -------------------------------------------------------------------------

    def _one_to_one(self, relationship: Relationship) -> Asked:
        parent, child = relationship.from_.entity, relationship.to.entity
        for spot in self._spots(relationship, "to"):
            shelf, keys, finds = (
                self.shelves[spot.collection],
                ((spot.path, 1),),
                f"Finds the {child} of one {parent}",
            )
            if not shelf.is_told_of_each(spot.path):
                yield spot.collection, self._candidate(relationship, keys, f"{finds}; {NOT_UNIQUE}")
                continue
            unique = self._candidate(relationship, keys, f"{finds}; unique, because it has only one")
            options = unique_options((spot.path,), shelf)
            yield spot.collection, replace(unique, kept=True, options=options)
            reason, unused = (
                f"{finds}; the unique index leaves out null, so queries can't use it",
                self._is_unused(relationship, "to"),
            )
            plain = self._candidate(relationship, keys, reason, unused=unused)
            yield spot.collection, replace(plain, options=current_only(shelf))

    def _link(self, relationship: Relationship) -> Asked:
        name = self.placement.collection_made_by(relationship)
        first, other = self.names.link_ids(relationship)
        serves = (f"relationship:{relationship.name}",)
        for keys, options in (((first, other), {"unique": True}), ((other, first), {})):
            start = relationship.from_.entity if options else relationship.to.entity
            reason = f"Finds the links of one {start}" + (
                "; unique, so that a pair is linked once" if options else ""
            )
            pairs: Keys = tuple((path, 1) for path in keys)
            if name in self.shelves:
                unused = not options and self._is_unused(relationship, "from")
                candidate = Candidate(
                    keys=pairs, free=1, kept=bool(options), options=options, reason=reason, serves=serves, unused=unused,
                )  # fmt: skip
                yield name, candidate

    def _kinds(self, relationship: Relationship) -> Asked:
        """Once for a family, of a design without operations: where there are some, those that look for one kind ask for
        an index that starts with what tells it apart, and one of that alone would hold few values."""
        if self.model.workload:
            return
        kinds = self.placement.kinds
        base = kinds.base(relationship.to.entity)
        links = kinds.families.links(base)
        if not links or links[0] is not relationship:
            return
        for spot in self.placement.spots(base):
            shelf = self.shelves.get(spot.collection)
            if not spot.path and shelf is not None and kinds.field(base) in shelf.fields:
                keys: Keys = ((kinds.field(base), 1),)
                yield (
                    spot.collection,
                    self._candidate(relationship, keys, f"Finds the {base} documents of one subtype"),
                )

    def _bucket(self, relationship: Relationship) -> Asked:
        reason = "One document per page: prevents duplicates when two writers race"
        for spot in self._spots(relationship, "to"):
            keys: Keys = ((spot.path, 1), ("page", 1))
            serves = (f"relationship:{relationship.name}",)
            yield (
                spot.collection,
                Candidate(keys=keys, kept=True, options={"unique": True}, reason=reason, serves=serves),
            )

    def _bucket_time(self, relationship: Relationship) -> Asked:
        """Ranges of whole ``_id`` values need no index; finding all windows of one parent, to refresh a
        copy, to compute a result or to be joined, asks by a part of it."""
        parent, reason = relationship.from_.entity, ""
        if any(copy.policy in _SYNCED for copy in self.placement.copies(relationship, "to")):
            reason = f"Finds the copies of one {parent} when it changes"
        elif (relationship.name, "from") in self.computed_over:
            reason = f"Finds the documents that the stored results of one {parent} are computed from"
        joined = self.uses.get((relationship.name, True), [])
        reason = reason or (f"Finds all windows of one {parent}, which is read with them" if joined else "")
        for spot in self._spots(relationship, "to") if reason else ():
            serves = (f"relationship:{relationship.name}", *(f"operation:{name}" for name in joined))
            yield spot.collection, Candidate(keys=((spot.path, 1),), free=1, reason=reason, serves=serves)

    @cached_property
    def computed_over(self) -> frozenset[tuple[str, str]]:
        """The relationships that stored results are computed over, with the end where they are gone through from."""
        return frozenset((name, side) for name, side, _ in self._computed_steps())

    @cached_property
    def _in_order(self) -> frozenset[str]:
        """The relationships of whose children a stored result takes the first or the last."""
        return frozenset(name for name, _, formula in self._computed_steps() if _takes_order(formula))

    def _computed_steps(self) -> Iterator[tuple[str, str, Expression]]:
        for entity in self.model.entities:
            for _, _, computed in computed_fields(entity.own_fields):
                formula = parse(computed.formula)
                for path in paths_of(formula) if formula is not None else ():
                    route = self.placement.paths.resolve(entity.name, path)
                    for step in route.steps if route is not None else ():
                        if step.kind == "end" and step.relationship is not None and formula is not None:
                            yield step.relationship.name, step.side, formula

    def _tree(self, relationship: Relationship) -> Asked:
        """The generated fields of a tree; a nested set's two ends make one index."""
        names = dict.fromkeys(spot.collection for spot in self.placement.spots(relationship.to.entity))
        for name in names:
            fields = walk(self.shelves[name].collection.fields) if name in self.shelves else ()
            held = {
                located.path: located.field.role
                for located in fields
                if _is_generated(located.field, relationship)
            }
            ends = [path for path, role in held.items() if role in (LEFT, RIGHT)]
            for keys in [[path] for path in held if path not in ends] + ([ends] if ends else []):
                pairs: Keys = tuple((path, 1) for path in keys)
                role = held[keys[0]]
                unused = not self._is_walked(relationship, role)
                yield name, self._candidate(relationship, pairs, _WALKS[role], unused=unused)

    def _is_walked(self, relationship: Relationship, role: str) -> bool:
        """Whether the design walks down a tree by a generated field, or moves or deletes nodes with all below them. Of
        those that only lead up, which each node tells itself, no index is walked; of a tree of which nobody says what is
        read of it nothing is known."""
        tree, entity = given(relationship.tree, None), relationship.to.entity
        if not self.model.workload or tree is None or role not in _DOWN:
            return True
        if given(tree.reads, "") not in _DOWN[role] or self.uses[relationship.name, True]:
            return True
        if {entity, *self.placement.survey.families.line(entity)} & self.deleted:
            return True
        end = self.names.end(relationship, "to")
        moves = any(each.kind == "update" and end in each.written for each in self.model.workload)
        is_kept = stated(self.names.entities[entity].retention)
        return moves or is_kept or any(name == relationship.name for name, _ in self.computed_over)


def _takes_order(expression: Expression) -> bool:
    if isinstance(expression, Binary):
        return _takes_order(expression.left) or _takes_order(expression.right)
    return isinstance(expression, Call) and (
        expression.name in ("first", "last") or any(map(_takes_order, expression.arguments))
    )


def _is_generated(field: DocField, relationship: Relationship) -> bool:
    return bool(field.role) and field.relationship == relationship.name


# By role, what else may be read most of a tree where an index of it is walked by none of these reads.
_DOWN = {"ancestors": ("ancestors", "path", "children"), "parent": ("ancestors", "path")}

_WALKS = {
    "parent": "Finds the children of a node",
    "ancestors": "Finds all descendants of a node",
    "path": "Finds a branch by its path prefix, and lists the tree in path order",
    "children": "Finds the parent of a node",
    "left": "Finds a branch as one index range",
}


# By the trait ``index``.
BUILDERS: dict[str, Callable[[References, Relationship], Asked]] = {
    "ends": References._ends, "array": References._array, "one": References._one_to_one, "links": References._link,
    "page": References._bucket, "window": References._bucket_time, "subtypes": References._kinds,
    "tree": References._tree,
}  # fmt: skip


def unique_options(paths: Sequence[str], shelf: Shelf, is_in_all: bool = True) -> dict[str, object]:
    """Options of a unique index that lets several documents go without the last path's value; where versions stand
    beside each other only the current one counts. is_in_all: whether documents of every shape have the path."""
    path, versions = paths[-1], holds_versions(shelf.collection)
    if is_in_all and shelf.always(path) and not shelf.nullable(path) and not versions:
        return {"unique": True}
    named = aliases(shelf.types(path)) if shelf.nullable(path) else []
    condition: dict[str, object] = {path: {"$type": named} if named else {"$exists": True}}
    return {"unique": True, "partialFilterExpression": condition | ({VALID_TO: None} if versions else {})}


def current_only(shelf: Shelf) -> dict[str, object]:
    """Options of the index by which reads find the current one of versions that stand beside each other, for which their
    filters ask. Empty where no versions do."""
    return {"partialFilterExpression": {VALID_TO: None}} if holds_versions(shelf.collection) else {}


def _is_unbounded(relationship: Relationship, child: Entity) -> bool:
    growth = given(relationship.from_.count.growth, "")
    return growth == "unbounded" or (not growth and child.kind_or_default in ("event", "measurement"))
