"""What operations ask for: equality, sort, range (IX1), partial filters (IX5), collations (IX7) and covering fields (IX10)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from ...model.conceptual import Match, Operation, given, stated
from ...model.constants import Constants
from ...placement.doc_path import DocPath
from ...placement.found_ahead import AskedBehind, asked_behind
from ...placement.path_locator import Placement
from ...plan_model.number_format import listed
from ...workload.document_history import holds_versions, known_by
from ...workload.traffic import per_day
from .candidates import (
    ESR,
    FEW_VALUES,
    Candidate,
    Keys,
    Shelf,
    Unplaced,
    Want,
    array_groups,
    filter_expression,
    reason_of,
    taken_before_6,
    want_at,
)
from .references import current_only
from .written_keys import WrittenKeys, often

if TYPE_CHECKING:
    from .narrowing import Narrowing

_RANGES = frozenset({"range", "prefix", "regex", "exists"})
_SPECIAL = {"near": "2dsphere", "text": "text"}
_TOP = 3  # operations whose projections are worth covering
_EXTRA = 2  # fields that covering may add


class Query(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one operation asks of one collection. leads: whether one pipeline begins at documents of another entity, in the
    operation's order; by_ids: whether it asks for what refers to documents that are found first."""

    operation: Operation
    shelf: Shelf
    wants: tuple[Want, ...]
    at_home: bool
    leads: bool = False
    by_ids: bool = False

    def of(self, *roles: str) -> list[Want]:
        """The wants of these roles, in file order."""
        return [want for want in self.wants if want.role in roles]

    def before(self, *roles: str) -> list[Want]:
        """The values that it asks for outside of arrays, which may stand before a place or words: a server takes no
        array there."""
        return [want for want in self.of(*roles) if not want.arrays and not self.is_identity(want)]

    def is_identity(self, want: Want) -> bool:
        """Whether the index of ``_id`` answers an equality: of all of it, or of the parent of time
        buckets, which is asked as a range of whole ones. A part of a compound ``_id`` has no index."""
        windows = self.shelf.collection.kind == "bucket" and want.role == "eq"
        return want.path == "_id" or (windows and want.path.startswith("_id."))

    @property
    def sorts_only(self) -> bool:
        """Whether all that the operation filters by stands in other collections: what is found there
        is sorted here, and an index of the order alone would be walked from its start."""
        return bool(given(self.operation.filter, [])) and not self.of("eq", "in", "range")


class Workload:
    """The queries of a design, and how often each path is an equality, by collection."""

    def __init__(
        self, operations: list[Operation], placement: Placement, shelves: dict[str, Shelf], limits: Constants
    ) -> None:
        self.placement, self.shelves, self.limits = placement, shelves, limits
        self.plain = frozenset(
            name
            for name, shelf in shelves.items()
            if shelf.collection.kind == "standard" and not holds_versions(shelf.collection)
        )
        self.links = {
            placement.collection_made_by(link): link
            for link in placement.model.links
            if placement.traits(link).index == "links"
        }
        self.queries = [
            q for operation in operations if operation.kind != "insert" for q in self._queries(operation)
        ]
        self.shared: Counter[tuple[str, str]] = Counter()
        self.written = WrittenKeys(operations, placement)
        self.read: defaultdict[tuple[str, str], float] = defaultdict(float)
        for query in self.queries:
            if any(query.is_identity(want) for want in query.of("eq", "in")):
                continue  # it asks for no index, so it shares none
            for path in dict.fromkeys(want.path for want in query.wants):
                self.read[query.shelf.name, path] += often(query.operation)
            if query.of(*_SPECIAL):
                continue
            self.shared.update({(query.shelf.name, want.path) for want in query.of("eq", "in")})
        reads = [operation for operation in operations if operation.kind == "read"]
        ranked = sorted(reads, key=per_day, reverse=True)[:_TOP]
        self.frequent = {operation.name: rank for rank, operation in enumerate(ranked, 1)}

    def _queries(self, operation: Operation) -> Iterator[Query]:
        wants: defaultdict[tuple[str, int], list[Want]] = defaultdict(list)
        asked = asked_behind(self.placement, operation, self.plain)
        behind = {match.field for each in asked for match in each.matches}
        for each in asked:
            self._place_behind(wants, operation, each)
        for match in given(operation.filter, []):
            if match.field not in behind:
                self._place(wants, operation, match.field, self._role(match))
        leading = next((each for each in asked if each.first == "pipeline"), None)
        for sort in given(operation.sort, []) if leading is None else ():
            self._place(wants, operation, sort.field, "sort", given(sort.direction, 1))
        found_first = {each.near for each in asked if each.first}
        spots = self.placement.spots(operation.entity)
        homes = {spot.collection for spot in spots}
        if self.placement.kinds.is_special(operation.entity):
            self._tell_kind(wants, operation.entity, spots)
        for (name, _), wants_here in wants.items():
            self._name_end(wants_here, operation, name)
            yield Query(
                operation=operation, shelf=self.shelves[name], wants=tuple(wants_here), at_home=name in homes,
                leads=leading is not None,
                by_ids=name in homes and bool(found_first),
            )  # fmt: skip

    def _name_end(self, wants: list[Want], operation: Operation, collection: str) -> None:
        """The id of the one document whose links an operation asks for: each of them has it."""
        link, by_id = (
            self.links.get(collection),
            any(match.field == "_id" and match.how == "eq" for match in given(operation.filter, [])),
        )
        if link is None or not by_id or link.from_.entity == link.to.entity:
            return
        ends = dict(
            zip((link.from_.entity, link.to.entity), self.placement.names.link_ids(link), strict=True)
        )
        path = ends.get(operation.entity)
        if path is not None and path not in {want.path for want in wants}:
            wants.insert(0, Want(path, (), "eq"))

    def _place_behind(self, wants: Any, operation: Operation, behind: AskedBehind) -> None:
        """What is found first is asked for there, and by what refers to it here. What is joined is found by its id."""
        if not behind.first:
            return
        there, here = wants[behind.far, 0], self.placement.spots(operation.entity)[0].collection
        for match in behind.matches:
            role, place = self._role(match), behind.places[match.field]
            there.append(want_at(place, role, 1))
        for sort in given(operation.sort, []) if behind.first == "pipeline" else ():
            place_sorted = behind.place(self.placement, operation, sort.field)
            there += (
                [want_at(place_sorted, "sort", given(sort.direction, 1))] if place_sorted is not None else []
            )
        role = "eq" if behind.single or behind.first == "pipeline" else "in"
        wants[here, 0].append(Want(behind.near, behind.arrays, role))

    def _tell_kind(self, wants: Any, entity: str, spots: tuple[DocPath, ...]) -> None:
        """An operation on one kind asks for it too. Where it asks for what only that kind has,
        that alone tells it."""
        kinds = self.placement.kinds
        for number, spot in enumerate(spots):
            discriminator, wants_here = spot.down(kinds.field(entity)), wants[spot.collection, number]
            shelf = self.shelves[spot.collection]
            own = (
                any(shelf.is_of_kinds(want.path) for want in wants_here)
                or discriminator.path not in shelf.fields
            )
            if not own and discriminator.path not in {want.path for want in wants_here}:
                wants_here.insert(0, want_at(discriminator, "eq", 1))

    def _role(self, match: Match) -> str:
        """How an index sees a condition: ``missing`` where a field is to be absent."""
        if match.how == "in":
            return "in" if given(match.values, 1) < self.limits.in_sort_max else "range"
        if (match.how == "exists" and match.value is False) or (match.how == "eq" and match.value is None):
            return "missing"
        return "range" if match.how in _RANGES else match.how

    def _place(self, wants: Any, operation: Operation, path: str, role: str, direction: int = 1) -> None:
        attributes = self.placement.attributes
        if (
            attributes.exist
            and role not in _SPECIAL
            and attributes.within(
                self.placement.paths.resolve(operation.entity, path, given(operation.includes, []))
            )
        ):
            return  # the index of its array serves it
        seen: Counter[str] = Counter()
        includes, compared = tuple(given(operation.includes, [])), role in ("eq", "in")
        for spot in self.placement.of_path(operation.entity, path, includes, compared=compared):
            if spot.collection in self.shelves:
                wants[spot.collection, seen[spot.collection]].append(want_at(spot, role, direction))
                seen[spot.collection] += 1

    def candidates(self, query: Query, unique: frozenset[str]) -> Iterator[Candidate]:
        """The indexes that one query asks for; several where arrays bar a compound one (IX4).
        unique: the collection's paths that identify a document."""
        unique_want = next((w for w in query.of("eq") if w.path in unique and not w.is_null), None)
        if query.of(*_SPECIAL):
            if query.of("near"):
                from .near import near_indexes  # where something is near

                yield from near_indexes(self, query)
            return
        if any(query.is_identity(want) for want in query.of("eq", "in")) or query.sorts_only:
            return
        if unique_want is not None and not given(query.operation.case_insensitive, False):
            yield self._candidate(query, [unique_want], self._of_current(query, unique_want), covered=False)
            return
        equal = {want.path for want in query.of("eq") if not want.is_null}
        whole = next((keys for keys in self._unique_together(query) if equal.issuperset(keys)), None)
        if whole is not None and not given(query.operation.case_insensitive, False):
            named = [want for want in query.of("eq") if want.path in whole]
            yield self._candidate(query, named, self.collated(query, named, {}), covered=False)
            return
        asked = tuple(self.by_groups(query, self.options(query)))
        if any(match.value is not UNSET for match in given(query.operation.filter, [])):
            from .fixed_values import with_fixed  # where an operation fixes a value

            yield from with_fixed(self, query, asked)
        else:
            yield from asked

    def by_groups(self, query: Query, options: dict[str, Any]) -> Iterator[Candidate]:
        """Yield the indexes of a query, several where its arrays bar a compound one, with such options."""
        wants, hot = self.steady(query.shelf.name, self._ordered(query, constants_in(options)))
        if query.shelf.collection.kind == "bucket" and len(wants) > 1:
            from .narrowing import within_page  # where there are pages

            wants = within_page(query, wants, self.placement)
        first = self._narrowing(query, wants)
        sorts = [want.path for want in wants if first is not None and want.role == "sort"]
        for group in array_groups([want for want in wants if want.path not in sorts]):
            candidate = self._candidate(query, group, self.collated(query, group, options), hot=hot)
            if first is not None:
                reason = candidate.reason.replace(ESR, "") + first.in_words(sorts)
                candidate = msgspec.structs.replace(candidate, reason=reason)
            yield candidate

    def narrows_first(self, query: Query) -> bool:
        """Whether a query's ranges stand before its sort, which then runs in memory: so fewer documents are read."""
        return self._narrowing(query, self._ordered(query, frozenset())) is not None

    def _narrowing(self, query: Query, wants: list[Want]) -> Narrowing | None:
        sorted_by = {want.path for want in query.of("sort")}
        ranges = [want.path for want in wants if want.role == "range"]
        is_asked = ranges and any(want.role == "sort" for want in wants)
        if not is_asked or any(want.path in sorted_by for want in query.of("range")):
            return None
        from .narrowing import narrowing  # not where no read narrows by one thing and sorts by another

        return narrowing(query, wants, self.placement)

    def _unique_together(self, query: Query) -> Iterator[tuple[str, ...]]:
        """The paths that together tell one document of a collection, by a unique index of theirs: further keys behind them
        would narrow nothing."""
        name, placement = query.shelf.name, self.placement
        if (link := self.links.get(name)) is not None:
            yield placement.names.link_ids(link)
        for index in given(placement.names.entities[query.operation.entity].indexes, []):
            collation = given(index.collation, {})
            is_alike = not collation or collation == self._as_unique(query)
            is_whole = given(index.unique, False) and not stated(index.partial) and is_alike
            spots = [
                [
                    spot.path
                    for spot in placement.of_path(query.operation.entity, path)
                    if spot.collection == name
                ]
                for path, _ in (index.keys if is_whole else ())
            ]
            if spots and all(spots):
                yield tuple(paths[0] for paths in spots)

    def searches(self) -> Iterator[tuple[str, Candidate]]:
        """One text index a collection with the string paths of all searches for words (IX6), behind the values that
        each of them asks for: a search without one of these could not use it."""
        queries: defaultdict[str, list[Query]] = defaultdict(list)
        for query in self.queries:
            if query.of("text"):
                queries[query.shelf.name].append(query)
        for name, asking in queries.items():
            paths = [path for q in asking for want in q.of("text") for path in q.shelf.strings(want.path)]
            if not paths:
                continue
            first, *others = (
                [want.path for want in query.before("eq") if self._is_one(query, want)] for query in asking
            )
            before = [path for path in dict.fromkeys(first) if all(path in other for other in others)]
            keys: dict[str, int | str] = dict.fromkeys(before, 1) | dict.fromkeys(paths, "text")
            reason = f"text search in {listed(dict.fromkeys(paths))}"
            reason += f" among the documents with one {listed(before)}" if before else ""
            yield (
                name,
                Candidate(
                    keys=tuple(keys.items()),
                    kept=True,
                    reason=f"{reason}; a collection has one text index, so all searches share it",
                    serves=tuple(dict.fromkeys(f"operation:{query.operation.name}" for query in asking)),
                ),
            )

    def _is_one(self, query: Query, want: Want) -> bool:
        """Whether the path is asked for one value: a kind with kinds of its own is asked for several."""
        kinds, entity = self.placement.kinds, query.operation.entity
        tells = kinds.is_special(entity) and want.path.rpartition(".")[2] == kinds.field(entity)
        return not tells or len(kinds.values(entity)) == 1

    def steady(self, collection: str, wants: list[Want]) -> tuple[list[Want], list[str]]:
        """Return the wants without what follows the equalities and is written more often than read, and the paths of that. A
        sort loses all its keys: a part of an order is none."""
        equal = [want for want in wants if want.role in ("eq", "in")]
        sorts = [want for want in wants if want.role == "sort"]
        lead = equal or sorts or wants[:1]
        hot = [
            want for want in wants
            if want not in lead and self.is_hot(collection, want.path, lead)
        ]  # fmt: skip
        gone = [*hot, *(sorts if any(want.role == "sort" for want in hot) else [])]
        return [want for want in wants if want not in gone], [want.path for want in hot]

    def is_hot(self, collection: str, path: str, beside: Iterable[Want] = ()) -> bool:
        """Whether a path is written more often than operations find or sort by it. beside: what leads the index."""
        lead = [(collection, want.path) for want in beside]
        return self.written.exceed((collection, path), self.read[collection, path], lead)

    def _ordered(self, query: Query, fixed: frozenset[str]) -> list[Want]:
        """Equalities, then the sort, then ranges; one key a path. A sort on array elements is left out: no index
        returns elements in order."""
        order = sorted(query.of("eq", "in"), key=lambda want: self._place_in(query, want))
        sorts = [want for want in query.of("sort") if not want.arrays and (query.at_home or query.leads)]
        by_path: dict[str, Want] = {}
        for want in [*order, *sorts, *query.of("range")]:
            by_path.setdefault(want.path, want)
        # A shell puts a key of digits first, whatever the order, so it stays out of compound ones.
        kept = [want for want in by_path.values() if want.path not in fixed and not want.path.isdigit()]
        return (kept or list(by_path.values()))[: int(self.limits.keys_max)]

    def _place_in(self, query: Query, want: Want) -> tuple[int, bool, bool, int, bool]:
        """Where an equality stands among others, whose order is free: first what another operation asks for without
        the rest, so that one index serves both, and references, so that it serves relationships and deletes, too;
        states, of which there are few values, behind what narrows more."""
        shelf, equal = query.shelf, {each.path for each in query.of("eq", "in")}
        served = [
            asked
            for other, asked in self._asked[shelf.name]
            if want.path in other and other < equal and asked <= equal
        ]
        is_state = 0 < shelf.values(want.path) <= FEW_VALUES
        shared = self.shared[shelf.name, want.path]
        return -len(served), is_state, not shelf.is_reference(want.path), -shared, want.role == "in"

    @cached_property
    def _asked(self) -> defaultdict[str, list[tuple[set[str], set[str]]]]:
        """By collection, what each query equals, and all that it asks for."""
        asked: defaultdict[str, list[tuple[set[str], set[str]]]] = defaultdict(list)
        for query in self.queries:
            equal = {want.path for want in query.of("eq", "in")}
            asked[query.shelf.name].append((equal, {want.path for want in query.wants}))
        return asked

    def options(self, query: Query) -> dict[str, Any]:
        """Return a partial filter where every query repeats one (IX5)."""
        always = query.operation.always_filter
        if not stated(always) or not query.at_home:
            return self._of_kind(query)
        try:
            expression = filter_expression(
                given(always, {}), query.operation.entity, query.shelf, self.placement
            )
        except Unplaced:
            return {}
        if given(self.placement.model.server_version, "7.0") == "5.0" and not taken_before_6(expression):
            return {}
        return {"partialFilterExpression": expression}

    def _of_kind(self, query: Query) -> dict[str, Any]:
        """Only the documents of one kind, for what only that kind has: its queries repeat it."""
        kinds, entity = self.placement.kinds, query.operation.entity
        values = kinds.values(entity) if query.at_home else ()
        if len(values) != 1:
            return {}
        if not any(query.shelf.is_of_kinds(want.path) for want in query.wants):
            return {}
        spot = next(place for place in self.placement.spots(entity) if place.collection == query.shelf.name)
        path = spot.down(kinds.field(entity)).path
        return {} if spot.path else {"partialFilterExpression": {path: values[0]}}

    def _of_current(self, query: Query, want: Want) -> dict[str, Any]:
        """The options of the unique index that has the current versions alone; what versions are known by has another
        one, with their ends."""
        entity = self.placement.names.entities[query.operation.entity]
        is_known = any(
            spot.path == want.path
            for path in [known_by(self.placement.model, entity)]
            for spot in (self.placement.of_path(entity.name, path) if path else ())
        )
        return {} if is_known or not query.at_home else current_only(query.shelf)

    def collated(self, query: Query, group: list[Want], options: dict[str, Any]) -> dict[str, Any]:
        """Return a collation that ignores case where the operation does and a key is a string (IX7).
        A regular expression can't use one."""
        matches = given(query.operation.filter, [])
        if any(match.how == "regex" for match in matches):
            return options
        if not given(query.operation.case_insensitive, False):
            unique = self._as_unique(query)
            return {**options, "collation": unique} if unique else options
        if not any("string" in query.shelf.types(want.path) for want in group):
            return options
        declared = query.shelf.collection.options.get("collation", {})
        return {**options, "collation": {"locale": "en", **declared, "strength": 2}}

    def _as_unique(self, query: Query) -> dict[str, Any]:
        """The collation of a unique index whose texts a query asks for: it finds what that keeps apart."""
        entity = self.placement.names.entities.get(query.shelf.collection.entity or "")
        others = [want.path for want in query.of("sort", "range")]
        if entity is None or any("string" in query.shelf.types(path) for path in others):
            return {}
        return entity.collation_of([want.path for want in query.of("eq", "in")])

    def _candidate(
        self,
        query: Query,
        group: list[Want],
        options: dict[str, Any],
        *,
        covered: bool = True,
        hot: Sequence[str] = (),
    ) -> Candidate:
        free = sum(want.role in ("eq", "in") for want in group)
        sorts = sum(want.role == "sort" for want in group)
        extra = self._covering(query, group) if covered and "collation" not in options else ()
        return Candidate(
            keys=(*((want.path, want.direction) for want in group), *extra),
            free=free,
            sorts=sorts,
            by_ids=query.by_ids,
            of_null=any(want.is_null for want in group),
            options=options,
            reason=reason_of(query, group, options, extra) + self.written.explained(query.shelf.name, hot),
            serves=(f"operation:{query.operation.name}",),
        )

    def _covering(self, query: Query, group: list[Want]) -> Keys:
        """The projected fields that are missing, where a frequent read could be answered from
        the index alone (IX10)."""
        operation = query.operation
        if operation.name not in self.frequent or not given(operation.projection, []) or not query.at_home:
            return ()
        if query.leads or query.shelf.is_time_series or any(want.arrays for want in group):
            return ()
        held = {want.path for want in group}
        spots = [
            s
            for path in given(operation.projection, [])
            for s in self.placement.of_path(operation.entity, path)
        ]
        plain = all(
            s.collection == query.shelf.name and not s.arrays and self._is_scalar(query.shelf, s.path)
            for s in spots
        )
        missing = list(dict.fromkeys(spot.path for spot in spots if spot.path not in held))
        asked = often(operation)
        plain = plain and not any(self.written.exceed((query.shelf.name, path), asked) for path in missing)
        return tuple((path, 1) for path in missing) if plain and len(missing) <= _EXTRA else ()

    def _is_scalar(self, shelf: Shelf, path: str) -> bool:
        return bool(shelf.types(path)) and not {"object", "array"} & set(shelf.types(path))


def constants_in(options: dict[str, Any]) -> frozenset[str]:
    """Return the paths that a partial filter fixes to one value, which no key need repeat."""
    expression: dict[str, Any] = options.get("partialFilterExpression", {})
    return frozenset(
        path for path, value in expression.items() if not isinstance(value, dict) and path[0] != "$"
    )
