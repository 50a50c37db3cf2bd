"""What the workload does to each entity and relationship, summed once (rulebook 1.9.3 to 1.9.8).

An operation reaches its entity, then the other end of each relationship that it includes or that its paths
cross; an included relationship is used forward when its ``from`` was reached first, one that a path crosses in the
direction of the path. All sums are operations a day; an operation that does not say how often counts once.

`student.matriculation_no` of a result needs the reference that a result holds: a filter by it is as much a read of
that relationship as one by `student`. Of a path that is looked for by equality the first step through a reference finds
the children by their parent, as a filter by the reference does; every other step is used in the direction in which the
path goes. The id that a reference holds, fields of a link and copies kept at this end need no step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..model.conceptual import Operation, Recent, Relationship, given, stated
from ..names.naming import Names
from ..names.path_steps import Step, side_of_all
from ..names.paths import Paths, Route
from ..plan_model.decisions import opposite

_MOVES = {"push": 1, "add-to-set": 1, "pull": -1}
"""By how many links or elements an effect changes an array."""


class Sums(dict[str, float]):
    """Sums by name. An absent name reads as 0 and stays absent: "no operation" is not "none a day"."""

    def __missing__(self, name: str) -> float:
        return 0.0


def per_day(operation: Operation) -> float:
    """How often a day; an operation without a number counts 1. A traced number stays one."""
    often = given(operation.per_day, 1)
    return often if isinstance(often, float) else float(often)


class Traffic:
    """Sums by entity name and by relationship name; absent keys are 0.

    reads, updates, deletes, inserts: operations addressed at an entity. reads_alone: reads
    addressed at an entity that include nothing. read_touches, touches: reads, or reads with
    updates and deletes, that reach an entity. forward, backward: reads that use a relationship
    so; ``backward`` leaves out those by key; ``sliced`` has the forward reads for which a slice of the children
    is enough, ``fetched``, by relationship and end, those that fetch more of that end than copies have, ``resliced`` the updates and deletes of children that one would have to follow. key_reads, key_touches: reads, or reads with updates
    and deletes, addressed at the ``to`` end by its reference or, through it, by what its parent is. reassigns: updates that write it.
    linked: by relationship and end, updates addressed at that end that add, change or remove links of its documents.
    beside: by relationship and end, updates addressed at that end that leave the relationship as it is.
    pushed: by relationship and end, how many its things gain of the others by updates that push, less those that pull.
    guessed: of the sums, by kind and name, those in which an operation counts once because it doesn't say how often.
    like: another traffic of the same names, to spare looking at them again.
    """

    def __init__(self, operations: list[Operation], paths: Paths, like: Traffic | None = None) -> None:
        self.names, self.paths = paths.names, paths
        self.reads, self.updates, self.deletes, self.inserts = Sums(), Sums(), Sums(), Sums()
        self.reads_alone, self.read_touches, self.touches = Sums(), Sums(), Sums()
        self.forward, self.backward = Sums(), Sums()
        self.sliced, self.resliced, self.fetched = Sums(), Sums(), Sums()
        self.key_reads, self.key_touches, self.reassigns = Sums(), Sums(), Sums()
        self.linked, self.beside = Sums(), Sums()
        self.by_entity: defaultdict[str, list[Operation]] = defaultdict(list)
        self._keyed: dict[str, list[tuple[str, str]]] = (
            like._keyed if like else _references_by_entity(paths.names)
        )
        self._ways: dict[str, tuple[tuple[str, str], ...]] = like._ways if like else {}
        self._crossed: dict[str, tuple[Crossing, ...]] = like._crossed if like else {}
        self._places: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._sums_of: defaultdict[int, dict[tuple[str, str], None]] = defaultdict(dict)
        self._has_frequency = [stated(operation.per_day) for operation in operations]
        self.pushed = dict[tuple[str, str], float]()
        self.guessed: set[tuple[str, str]] = set()
        for place, operation in enumerate(operations):
            self.by_entity[operation.entity].append(operation)
            self._count_pushes(operation)
            for kind, name in self._counted(operation):
                self._places[kind][name].append(place)
                self._sums_of[place][kind, name] = None
                if not self._has_frequency[place]:
                    self.guessed.add((kind, name))
        self._sum([per_day(operation) for operation in operations])

    def _count_pushes(self, operation: Operation) -> None:
        """Add what an update that says how often it runs pushes onto the things of the other end, or pulls of them."""
        for effect in given(operation.effects, []) if stated(operation.per_day) else ():
            route = self.paths.resolve(operation.entity, effect.field) if effect.do in _MOVES else None
            ends = [step for step in route.steps if step.kind != "id"] if route is not None else []
            if ends and ends[-1].kind == "end" and ends[-1].relationship is not None:
                key = ends[-1].relationship.name, ends[-1].side
                self.pushed[key] = self.pushed.get(key, 0.0) + _MOVES[effect.do] * per_day(operation)

    def again(self, often: Sequence[float]) -> Traffic:
        """The same operations, each as often a day as it says here; ``by_entity`` has them as they were."""
        other = Traffic.__new__(Traffic)
        other.__dict__.update(self.__dict__)
        other._sum(often)
        return other

    def has_frequency(self, *entities: str) -> bool:
        """Return whether any operation that reaches one of these entities says how often it runs."""
        kinds = [self._places[kind] for kind in ("touches", "inserts") if kind in self._places]
        places = (place for sums in kinds for name in entities for place in sums.get(name, ()))
        return any(self._has_frequency[place] for place in places)

    def is_limited(self, relationship: str) -> bool:
        """Return whether each read that comes from a parent to its children states how many it takes at most."""
        keyed, limited, forward = (
            self._places[kind].get(relationship) for kind in ("key_reads", "key_reads_limited", "forward")
        )
        return keyed is not None and keyed == limited and forward is None

    def with_one(self, place: int, often: float) -> Traffic:
        """Return the same operations, that at a place ``often`` a day: only the sums that it is in are made anew."""
        other = Traffic.__new__(Traffic)
        other.__dict__.update(self.__dict__)
        rates = [*self._rates]
        rates[place] = often
        if not self._has_frequency[place]:
            other._state(place)
        for kind in dict.fromkeys(kind for kind, _ in self._sums_of[place]):
            other.__dict__[kind] = Sums(self.__dict__[kind])
        for kind, name in self._sums_of[place]:
            other.__dict__[kind][name] = _total(self._places[kind][name], rates)
        return other

    def _state(self, place: int) -> None:
        """Take an operation's frequency as stated: a sum with no other guess is guessed no more."""
        self._has_frequency = [*self._has_frequency]
        self._has_frequency[place] = True
        settled = {
            (kind, name)
            for kind, name in self._sums_of[place]
            if all(self._has_frequency[each] for each in self._places[kind][name])
        }
        self.guessed = self.guessed - settled

    def _sum(self, often: Sequence[float]) -> None:
        self._rates = often
        for kind, places in self._places.items():
            self.__dict__[kind] = Sums({name: _total(within, often) for name, within in places.items()})

    def _counted(self, operation: Operation) -> tuple[tuple[str, str], ...]:
        if operation.name not in self._ways:  # however often it runs
            self._ways[operation.name] = tuple(self._counted_in(operation))
        return self._ways[operation.name]

    def _counted_in(self, operation: Operation) -> Iterator[tuple[str, str]]:
        """The sums that an operation adds to, each with the name in it."""
        keyed, reached, uses = self.keyed_by(operation), self.reached_by(operation), self.used_by(operation)
        yield f"{operation.kind}s", operation.entity
        if operation.kind != "insert":
            yield from (("touches", name) for name in reached)
            yield from (("key_touches", name) for name in keyed)
        if operation.kind == "read":
            if not uses:
                yield "reads_alone", operation.entity
            yield from (("read_touches", name) for name in reached)
            yield from (("key_reads", name) for name in keyed)
            yield from (("key_reads_limited", name) for name in keyed if stated(operation.limit))
            yield from (("forward", name) for name, forward in uses if forward)
            yield from (
                ("sliced", name) for name, forward in uses if forward and self._ends_there(name, uses)
            )
            yield from (("backward", name) for name, forward in uses if not forward and name not in keyed)
            yield from (
                ("fetched", f"{name} {side}") for name, side in dict.fromkeys(self._fetched_by(operation))
            )
        yield from (("resliced", name) for name in self._slices_changed_by(operation))
        if operation.kind == "update":
            yield from (("reassigns", name) for name in self.moved_by(operation))
            yield from (("linked", key) for key in dict.fromkeys(self._linked_by(operation)))
            yield from (("beside", key) for key in dict.fromkeys(self._left_by(operation)))

    def _left_by(self, operation: Operation) -> Iterator[str]:
        """The relationships that an update of one end leaves as they are, each with that end."""
        written = {path.partition(".")[0] for path in operation.written}
        for link in self._links[operation.entity]:
            side = "from" if link.from_.entity == operation.entity else "to"
            if written and self.names.end(link, side) not in written and link.from_.entity != link.to.entity:
                yield f"{link.name} {side}"

    @cached_property
    def _links(self) -> defaultdict[str, list[Relationship]]:
        """The relationships of each entity."""
        links: defaultdict[str, list[Relationship]] = defaultdict(list)
        for link in self.names.relationships.values():
            for entity in dict.fromkeys((link.from_.entity, link.to.entity)):
                links[entity].append(link)
        return links

    def _linked_by(self, operation: Operation) -> Iterator[str]:
        """The links that an update writes at its own end of a relationship, each with that end."""
        for path in operation.written:
            route = self.paths.resolve(operation.entity, path)
            end = route.steps[0] if route is not None else None
            if end is None or end.kind != "end" or end.relationship is None:
                continue
            behind = route.steps[1:] if route is not None else ()
            if end.relationship.kind in ("many-to-many", "graph") and (not behind or _is_kept(end, behind)):
                yield f"{end.relationship.name} {end.side}"

    def _ends_there(self, name: str, uses: list[tuple[str, bool]]) -> bool:
        """Whether a read that uses a relationship forward shows nothing that its children refer to or hold, unless
        a slice of them has it by a copy."""
        link = self.names.relationships[name]
        shown = set(given(given(link.recent, Recent()).fields, []))
        others = [self.names.relationships[other] for other, _ in uses if other != name]
        beyond = [each for each in others if link.to.entity in (each.from_.entity, each.to.entity)]
        held = ({self.names.copy(each, copy) for copy in given(each.copies, [])} for each in beyond)
        return all(shown & names for names in held)

    def _fetched_by(self, operation: Operation) -> Iterator[tuple[str, str]]:
        """The relationships at whose other end a read fetches what no copy here has, each with that end."""
        beyond = {(each.relationship, each.forward) for each in self.crossed_by(operation) if not each.keyed}
        shown = set(self._shown_by_copies(operation))
        for use in (*beyond, *reach(operation, self.names)[1]):
            if use in beyond or use not in shown:
                yield use[0], "to" if use[1] else "from"

    def _shown_by_copies(self, operation: Operation) -> Iterator[tuple[str, bool]]:
        """The relationships of whose other end a projection names something, each with whether it goes forward."""
        includes = given(operation.includes, [])
        for path in given(operation.projection, []):
            route = self.paths.resolve(operation.entity, path, includes)
            for step in route.steps[:-1] if route is not None else ():
                if step.kind == "end" and step.relationship is not None:
                    yield step.relationship.name, step.side == "from"
            if route is not None and route.last.kind == "copy" and route.last.relationship is not None:
                copy = route.last.copy
                yield route.last.relationship.name, copy is not None and copy.of == "to"

    def _slices_changed_by(self, operation: Operation) -> Iterator[str]:
        """The relationships of which a slice in the parent would have to follow a change or a removal."""
        if operation.kind not in ("update", "delete"):
            return
        written = {path.partition(".")[0] for path in operation.written}
        for name, _ in self._keyed.get(operation.entity, ()):
            recent = given(self.names.relationships[name].recent, Recent())
            shown = {
                path.partition(".")[0] for path in (*given(recent.fields, []), given(recent.sort, ""))
            } - {""}
            if operation.kind == "delete" or not written or not given(recent.fields, []) or written & shown:
                yield name

    def crossed_by(self, operation: Operation) -> tuple[Crossing, ...]:
        """The relationships that the paths of an operation cross."""
        if operation.name not in self._crossed:
            self._crossed[operation.name] = crossings(operation, self.paths)
        return self._crossed[operation.name]

    def used_by(self, operation: Operation) -> list[tuple[str, bool]]:
        """The relationships that an operation includes or crosses, each with whether it is used forward; without those
        that only find it by its parent."""
        beside = [(each.relationship, each.forward) for each in self.crossed_by(operation) if not each.keyed]
        return list(dict.fromkeys([*reach(operation, self.names)[1], *beside]))

    def reached_by(self, operation: Operation) -> list[str]:
        """The entities that an operation reaches, in order; without parents by which it only is found."""
        beyond = [each.target for each in self.crossed_by(operation) if each.target and not each.keyed]
        return list(dict.fromkeys([*reach(operation, self.names)[0], *beyond]))

    def moved_by(self, operation: Operation) -> list[str]:
        """The relationships whose reference an update writes."""
        written = operation.written
        return [name for name, field in self._keyed.get(operation.entity, ()) if field in written]

    def keyed_by(self, operation: Operation) -> list[str]:
        """The relationships whose reference an operation looks for, or what its parent is."""
        filtered = {match.field for match in given(operation.filter, []) if match.how in ("eq", "in")}
        through = {each.relationship for each in self.crossed_by(operation) if each.keyed}
        keyed = self._keyed.get(operation.entity, ())
        return [name for name, field in keyed if field in filtered or name in through]


def _total(places: list[int], often: Sequence[float]) -> float:
    first, *others = places
    total = often[first]
    for other in others:
        total = total + often[other]
    return total


def _references_by_entity(names: Names) -> dict[str, list[tuple[str, str]]]:
    references: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, relationship in names.relationships.items():
        if relationship.kind != "is-a":
            references[relationship.to.entity].append((name, names.end(relationship, "to")))
    return references


def reach(operation: Operation, names: Names) -> tuple[list[str], list[tuple[str, bool]]]:
    """The entities that an operation reaches, in order, and the relationships that it uses,
    each with whether it is used forward."""
    reached = [operation.entity]
    uses: list[tuple[str, bool]] = []
    for include in given(operation.includes, []):
        relationship, field = included(include, names)
        if relationship is None:
            continue
        forward = is_forward(relationship, field, reached, names)
        other = relationship.to.entity if forward else relationship.from_.entity
        uses.append((relationship.name, forward))
        if other not in reached:
            reached.append(other)
    return reached, uses


def crossed(operations: Iterable[Operation], paths: Paths) -> Iterator[str]:
    """The relationships by which operations come to what their paths and includes name, with repeats."""
    for operation in operations:
        includes = given(operation.includes, [])
        yield from (name for name, _ in reach(operation, paths.names)[1])
        for path in _named_in(operation):
            route = paths.resolve(operation.entity, path, includes)
            steps = route.steps if route is not None else ()
            yield from (step.relationship.name for step in steps if step.relationship is not None)


def copies_named(operations: Iterable[Operation], paths: Paths) -> dict[tuple[str, str, str], float]:
    """Reads a day that show a field which is copied, by relationship, side that it is of, and field: those that name it, or
    return all of what holds it, and neither include the relationship nor cross it, and so are counted with none of its
    directions; and those that find or sort by the copy itself, which could not without it, whatever else they fetch."""
    sums = dict[tuple[str, str, str], float]()
    for operation in operations:
        includes, used = given(operation.includes, []), {name for name, _ in reach(operation, paths.names)[1]}
        used |= {each.relationship for each in crossings(operation, paths) if not each.keyed}
        routes = {path: paths.resolve(operation.entity, path, includes) for path in _named_in(operation)}
        keys = {key for route in routes.values() if route is not None for key in _copied_in(route)}
        keys |= {*_shown_copies(operation, paths)}
        found_by = {
            key
            for path in _found_by(operation)
            if (route := routes[path]) is not None and route.last.kind == "copy"
            for key in _copied_in(route)
        }
        for key in sorted(keys if operation.kind == "read" else ()):
            if (key in found_by or key[0] not in used) and stated(operation.per_day):
                sums[key] = sums.get(key, 0.0) + per_day(operation)
    return sums


def _shown_copies(operation: Operation, paths: Paths) -> Iterator[tuple[str, str, str]]:
    """The copies that documents of an entity hold and a read returns: all, or those within the paths that it names."""
    shown = given(operation.projection, [])
    for _, steps in paths.copies_at(operation.entity):
        link, copy = steps[-1].relationship, steps[-1].copy
        place = ".".join(step.name for step in steps)
        is_shown = not shown or any(f"{place}.".startswith(f"{path}.") for path in shown)
        if link is not None and copy is not None and is_shown:
            yield link.name, copy.of, copy.field


def _copied_in(route: Route) -> Iterator[tuple[str, str, str]]:
    """The copy that a route leads to, or the field behind an end that may be copied there."""
    last, before = route.steps[-1], route.steps[-2] if len(route.steps) > 1 else None
    if last.kind == "copy" and last.relationship is not None and last.copy is not None:
        yield last.relationship.name, last.copy.of, last.copy.field
    elif before is not None and before.kind == "end" and before.relationship is not None and before.side:
        yield before.relationship.name, opposite(before.side), last.name


def _named_in(operation: Operation) -> Iterator[str]:
    yield from _found_by(operation)
    yield from given(operation.projection, [])


def _found_by(operation: Operation) -> Iterator[str]:
    yield from (match.field for match in given(operation.filter, []))
    yield from (order.field for order in given(operation.sort, []))


def included(include: str, names: Names) -> tuple[Relationship | None, str]:
    """The relationship that an ``includes`` item names, and the reading end's field if given."""
    relationship = names.relationships.get(include)
    if relationship is not None:
        return relationship, ""
    parts = include.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        relationship = names.relationships.get(".".join(parts[:cut]))
        if relationship is not None:
            return relationship, ".".join(parts[cut:])
    return None, ""


def is_forward(relationship: Relationship, field: str, reached: list[str], names: Names) -> bool:
    """Whether a reading uses the relationship from its ``from`` end."""
    source, target = relationship.from_.entity, relationship.to.entity
    if not field and (side := side_of_all(relationship)):
        return side == "from"
    if source == target or (field and source in reached and target in reached):
        return field in ("", names.end(relationship, "from"))
    if source in reached and target in reached:
        return reached.index(source) < reached.index(target)
    return source in reached


class Crossing(NamedTuple):
    """One use of a relationship by a path. forward: from its ``from`` end. keyed: its children are found by their
    parent. target: the entity that it goes on to, "" where the id in the reference is all that is needed."""

    relationship: str
    forward: bool
    keyed: bool
    target: str


def crossings(operation: Operation, paths: Paths) -> tuple[Crossing, ...]:
    """The relationships that an operation's paths cross, in the order of filter, sort and projection, each once."""
    own = {field.name for field in paths.names.entities[operation.entity].own_fields}
    includes = given(operation.includes, [])
    seen: dict[Crossing, None] = {}
    for path, is_equal in _asked(operation):
        head, _, rest = path.partition(".")
        if rest and head not in own:  # most paths name a field, and cross nothing
            route = paths.resolve(operation.entity, path, includes)
            seen |= dict.fromkeys(_crossed(route, operation.entity, is_equal) if route is not None else ())
    return tuple(seen)


def _asked(operation: Operation) -> Iterator[tuple[str, bool]]:
    """Each path that an operation reads, and whether it looks for what equals one value or one of several."""
    yield from ((match.field, match.how in ("eq", "in")) for match in given(operation.filter, []))
    yield from _always(given(operation.always_filter, {}))
    yield from ((order.field, False) for order in given(operation.sort, []))
    yield from ((path, False) for path in given(operation.projection, []))


def _always(conditions: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    for key, said in conditions.items():
        if key in ("$and", "$or", "$nor") and isinstance(said, list):
            for inner in said:
                yield from ((path, is_equal and key == "$and") for path, is_equal in _always(inner))
        elif not key.startswith("$"):
            operators = [each for each in said if each.startswith("$")] if isinstance(said, dict) else []
            yield key, not operators or operators in (["$eq"], ["$in"])


def _crossed(route: Route, entity: str, is_equal: bool) -> Iterator[Crossing]:
    for place, step in enumerate(route.steps):
        link = step.relationship
        if step.kind != "end" or link is None or link.kind == "is-a":
            continue
        behind = route.steps[place + 1 :]
        if not _is_kept(step, behind):
            keyed = is_equal and place == 0 and step.side == "to" and link.to.entity == entity
            yield Crossing(link.name, step.side == "from", keyed, step.target)
        elif place and not _is_of_link(step, behind):
            yield Crossing(link.name, step.side == "from", False, "")


def _is_kept(end: Step, behind: tuple[Step, ...]) -> bool:
    """Whether what a path names behind an end stands on this side of it: an id, a field of the link, a copy."""
    if not behind or behind[0].kind == "id" or _is_of_link(end, behind):
        return True
    link, side = end.relationship, opposite(end.side)
    copied = [copy.field for copy in given(link.copies, []) if copy.of == side] if link is not None else []
    return len(behind) == 1 and behind[0].name in copied


def _is_of_link(end: Step, behind: tuple[Step, ...]) -> bool:
    return bool(behind) and behind[0].kind in ("link", "copy") and behind[0].relationship is end.relationship
