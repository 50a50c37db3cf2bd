"""Conceptual paths: what a dotted name means from an entity (rulebook 1.6, first match wins).

A path steps through fields, array elements and relationship ends. Where things stand in
documents is placing's to say; here a path becomes the steps that the designer meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ..model.conceptual import Copy, Field, Operation, Relationship, given
from ..model.field_walk import inner_fields
from ..plan_model.decisions import opposite
from .naming import Names
from .path_steps import Found, PathEnd, Route, Step, end_step, side_of_all, usable
from .suggestions import Guesses
from .tree_fields import asked, role_of

__all__ = ["Found", "PathEnd", "Paths", "Route", "Step", "end_step"]

_LONGEST = 100  # segments; nothing that MongoDB stores is deeper


def ends_of(paths: Paths) -> dict[str, list[tuple[str, str, str, str]]]:
    """For each entity the ends of relationships that its paths may step through: the name, the
    entity that it leads to, the relationship and the side."""
    return {
        entity: [(".".join(name), end.target, end.link.name, end.side) for end in ends for name in end.names]
        for entity, ends in paths.ends.items()
    }


class Paths:
    """Resolves paths; the look-ups by entity are made once for a design."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.ends: dict[str, list[PathEnd]] = {name: [] for name in names.entities}
        self.generals: dict[str, list[Relationship]] = {}
        self._copies: dict[str, list[tuple[tuple[str, ...], Found]]] = {}
        self._generated: dict[str, frozenset[str]] = {}
        self._routes: dict[tuple[str, str, tuple[str, ...]], Route | None] = {}
        self._folds: dict[str, list[tuple[str, Found]]] = {}
        self._addressed = {operation.entity for operation in names.model.workload}
        for link in names.relationships.values():
            if link.from_.entity in names.entities and link.to.entity in names.entities:
                self._index(link)

    def _index(self, link: Relationship) -> None:
        for side, target in (("from", link.to.entity), ("to", link.from_.entity)):
            called = dict.fromkeys((self.names.end(link, side), self.names.ids(link, side)))
            segments = tuple(tuple(name.split(".")) for name in called)
            self.ends[link.end(side).entity].append(PathEnd(link, side, segments, target))
        if link.kind == "is-a":
            self.generals.setdefault(link.to.entity, []).append(link)
        if link.kind == "one-to-many" and link.from_.entity not in self._addressed:
            self._index_fold(link)
        for copy in given(link.copies, []):
            side = opposite(copy.of)
            steps = self._copy_steps(link, side, copy)
            self._copies.setdefault(link.end(side).entity, []).append(
                (tuple(steps[-1].name.split(".")), steps)
            )

    def _index_fold(self, link: Relationship) -> None:
        """A parent that nothing reads may be folded into its child: its fields are found there."""
        own = {field.name: field for field in self.names.entities[link.from_.entity].own_fields}
        first = end_step(PathEnd(link, "to", ((self.names.end(link, "to"),),), link.from_.entity))
        for name, called in self.names.folded(link).items():
            last = Step(kind="field", name=name, entity=first.target, target=first.target, field=own[name])
            for spelt in dict.fromkeys((called, name)):  # older files say it without the parent's name
                self._folds.setdefault(link.to.entity, []).append((spelt, (first, last)))

    def _copy_steps(self, link: Relationship, side: str, copy: Copy) -> Found:
        """A copy into a child stands beside its reference, any other inside the end's elements."""
        entity, owner = link.end(side).entity, link.end(copy.of).entity
        name = self.names.copy(link, copy)
        step = Step(
            kind="copy", name=name, entity=entity, target=owner, relationship=link, side=side, copy=copy
        )
        beside = side == "to" and link.kind not in ("many-to-many", "graph")
        return (
            (step,)
            if beside
            else (end_step(PathEnd(link, side, ((self.names.end(link, side),),), owner)), step)
        )

    def copy_path(self, link: Relationship, copy: Copy) -> str:
        """Where a copy stands in the documents of its end: ``artists.name`` in the elements of a list."""
        return ".".join(step.name for step in self._copy_steps(link, opposite(copy.of), copy))

    def generated(self, tree: Relationship) -> frozenset[str]:
        """The fields that a tree adds to its nodes, in any of its forms."""
        if tree.name not in self._generated:
            self._generated[tree.name] = frozenset(asked(self.names, tree))
        return self._generated[tree.name]

    # --- the door -----------------------------------------------------------------------------

    def resolve(self, entity_name: str, path: str, includes: Sequence[str] = ()) -> Route | None:
        """The steps of a path from an entity, None where a step is unknown. includes: those of
        the operation, for paths that start at an included relationship."""
        key = entity_name, path, tuple(includes)
        if key not in self._routes:
            self._routes[key] = self._resolved(*key)
        return self._routes[key]

    def _resolved(self, entity_name: str, path: str, includes: Sequence[str]) -> Route | None:
        segments = tuple(path.split("."))
        if entity_name not in self.ends or len(segments) > _LONGEST or not all(map(usable, segments)):
            return None
        steps = _Search(self, segments).at(entity_name, 0)
        if steps is None and includes:
            steps = self._included(entity_name, segments, includes)
        return None if steps is None else Route(steps)

    def step(self, entity_name: str, path: str) -> Step | None:
        """The one step of a path that has no other, None for longer and unknown ones."""
        route = self.resolve(entity_name, path)
        return route.last if route is not None and len(route.steps) == 1 else None

    def tree_steps(self, operation: Operation) -> dict[str, Step]:
        """Return the paths that an operation writes and that say where nodes stand in a tree, each with its last step
        before an id."""
        last: dict[str, Step] = {}
        for path in operation.written:
            route = self.resolve(operation.entity, path, given(operation.includes, []))
            steps = [step for step in route.steps if step.kind != "id"] if route is not None else []
            if steps and role_of(self.names, steps[-1]):
                last[path] = steps[-1]
        return last

    def reach(self, entity_name: str, includes: Sequence[str]) -> tuple[dict[str, Found], str | None]:
        """How each included relationship is reached from an entity, by relationship name; and
        the first item that is unknown or touches no entity reached before, None if all do."""
        reached: dict[str, Found] = {entity_name: ()}
        routes: dict[str, Found] = {}
        for item in includes:
            end = self._include_end(item, reached)
            if end is None:
                return routes, item
            start = end.link.end(end.side).entity
            steps = (*reached[start], end_step(end))
            routes.setdefault(end.link.name, steps)
            reached.setdefault(end.target, steps)
        return routes, None

    def suggest(self, entity_name: str, path: str, guesses: Guesses) -> str | None:
        """The nearest path that exists: its longest good beginning, then the closest name."""
        segments = path.split(".")[:_LONGEST]
        for count in range(len(segments) - 1, -1, -1):
            route = self.resolve(entity_name, ".".join(segments[:count])) if count else None
            if count and route is None:
                continue
            if (
                route is not None
                and count == len(segments) - 1
                and self._is_other_end(route, segments[count])
            ):
                return ".".join(segments[:count])
            near = guesses.nearest(segments[count], self.choices(entity_name, route), 0.5)
            return None if near is None else ".".join([*segments[:count], near])
        return None

    def _is_other_end(self, route: Route, name: str) -> bool:
        """Whether a path of links goes on with the entity that they lead to, which their end alone means already."""
        return route.last.kind == "end" and name.lower() in (
            self.names.word(route.target),
            route.target.lower(),
        )

    def beyond(self, entity_name: str, path: str) -> tuple[str, list[str]]:
        """Return the longest beginning of an unknown path that exists, and all paths one step behind it: none behind a value."""
        segments = path.split(".")[:_LONGEST]
        for count in range(len(segments) - 1, 0, -1):
            begun = ".".join(segments[:count])
            if (route := self.resolve(entity_name, begun)) is not None:
                return begun, [f"{begun}.{name}" for name in self.choices(entity_name, route)]
        return "", self.choices(entity_name)

    def choices(self, entity_name: str, route: Route | None = None) -> list[str]:
        """The names that may follow a route, or start at the entity, without repeats."""
        if route is not None and route.last.kind in ("field", "link", "id"):
            return [field.name for field in inner_fields(route.last.field)]
        entity = self.names.entities.get(route.target if route else entity_name)
        if entity is None:
            return []
        names = ["_id", *(field.name for field in entity.own_fields)]
        names += [".".join(name) for end in self.ends[entity.name] for name in end.names]
        names += [".".join(name) for name, _ in self._copies.get(entity.name, [])]
        if route is not None and route.last.relationship is not None:
            names += [field.name for field in given(route.last.relationship.link_fields, [])]
        return list(dict.fromkeys(names))

    # --- pieces -------------------------------------------------------------------------------

    def copies_at(self, entity: str) -> list[tuple[tuple[str, ...], Found]]:
        """The copies that documents of an entity hold: segments of the name, and the steps."""
        return self._copies.get(entity, [])

    def folds_at(self, entity: str) -> list[tuple[str, Found]]:
        """The fields of parents that may be folded into an entity: name there, and the steps."""
        return self._folds.get(entity, [])

    def _include_end(self, item: str, reached: dict[str, Found]) -> PathEnd | None:
        sides: tuple[str, ...] = ("from", "to")
        link = self.names.relationships.get(item)
        if link is None:
            name, _, field = item.partition(".")
            link = self.names.relationships.get(name)
            sides = tuple(side for side in sides if link is not None and self.names.end(link, side) == field)
        elif side := side_of_all(link):
            sides = (side,)
        if link is None:
            return None
        near = [side for side in sides if self._touches(link.end(side).entity, reached)]
        if not near:
            return None
        # Forward if its parent was reached first, backward if its child was.
        choice = min(near, key=lambda side: list(reached).index(link.end(side).entity))
        target = link.end(opposite(choice)).entity
        return PathEnd(link, choice, ((self.names.end(link, choice),),), target)

    def _touches(self, entity: str, reached: dict[str, Found]) -> bool:
        """Whether an entity is reached; a special is with its general, and the other way round."""
        if entity in reached:
            return True
        kin = [link for links in self.generals.values() for link in links]
        for link in kin:
            pair = (link.from_.entity, link.to.entity)
            if entity in pair and (other := pair[1 - pair.index(entity)]) in reached:
                reached[entity] = reached[other]
                return True
        return False

    def _included(self, entity: str, segments: tuple[str, ...], includes: Sequence[str]) -> Found | None:
        routes, _ = self.reach(entity, includes)
        steps = routes.get(segments[0])
        if steps is None:
            return None
        if len(segments) == 1:
            return steps
        rest = _Search(self, segments).behind(steps[-1], 1)
        return None if rest is None else (*steps, *rest)


class _Search:
    """One path being looked up; dead ends are remembered, so that no design makes it slow."""

    def __init__(self, paths: Paths, segments: tuple[str, ...]) -> None:
        self.paths = paths
        self.segments = segments
        self.dead: set[tuple[str, int]] = set()

    def at(self, entity: str, start: int) -> Found | None:
        """The rest of the path from an entity."""
        if (entity, start) in self.dead:
            return None
        self.dead.add((entity, start))
        steps = next(self._choices(entity, start), None)
        if steps is not None:
            self.dead.discard((entity, start))
        return steps

    def _choices(self, entity: str, start: int) -> Iterator[Found]:
        own = self.paths.names.entities[entity]
        declared = any(field.name == "_id" for field in own.own_fields)
        if self.segments[start:] == ("_id",) and not declared:
            yield self._id(entity)
        for steps in self._fields(own.own_fields, start, entity, None):
            yield (replace(steps[0], kind="id"), *steps[1:]) if steps[0].name == "_id" else steps
        for end in self.paths.ends[entity]:
            yield from self._through(end, start)
        yield from self._generated(entity, start)
        for link in self.paths.generals.get(entity, []):
            inherited = self.at(link.from_.entity, start)
            if inherited is not None:
                yield inherited
        for name, steps in self.paths.copies_at(
            entity
        ):  # of which one in links may be called as what is inherited
            if self.segments[start:] == name:
                yield steps
        yield from (steps for name, steps in self.paths.folds_at(entity) if self.segments[start:] == (name,))

    def _fields(
        self, fields: list[Field], start: int, entity: str, link: Relationship | None
    ) -> Iterator[Found]:
        for field in fields:
            if field.name != self.segments[start]:
                continue
            kind = "link" if link else "field"
            step = Step(
                kind=kind, name=field.name, entity=entity, target=entity, relationship=link, field=field,
                array=field.type == "array",
            )  # fmt: skip
            if len(self.segments) == start + 1:
                yield (step,)
            else:
                yield from (
                    (step, *rest) for rest in self._fields(inner_fields(field), start + 1, entity, link)
                )

    def _through(self, end: PathEnd, start: int) -> Iterator[Found]:
        for name in end.names:
            after = start + len(name)
            if self.segments[start:after] != name:
                continue
            step = end_step(end)
            rest = () if after == len(self.segments) else self.behind(step, after)
            if rest is not None:
                yield (step, *rest)

    def behind(self, end: Step, start: int) -> Found | None:
        """The rest of the path behind an end: link fields, copies held there, the other entity."""
        link = end.relationship
        own = given(link.link_fields, []) if link else []
        rest = next(self._fields(own, start, end.entity, link), None)
        if rest is not None:
            return rest
        for name, steps in self.paths.copies_at(end.entity):
            if steps[-1].relationship is link and steps[0].kind == "end" and self.segments[start:] == name:
                return steps[1:]
        rest = self.at(end.target, start)
        if rest is None and self.segments[start:] == (self.paths.names.element_id(end.target),):
            rest = self._id(end.target)  # as the element calls it: items.product_id
        return rest

    @staticmethod
    def _id(entity: str) -> Found:
        return (Step(kind="id", name="_id", entity=entity, target=entity),)

    def _generated(self, entity: str, start: int) -> Iterator[Found]:
        if len(self.segments) != start + 1:
            return
        name = self.segments[start]
        for end in self.paths.ends[entity]:
            link = end.link
            is_generated = link.kind == "tree" and name in self.paths.generated(link)
            is_discriminator = link.kind == "is-a" and name == self.paths.names.discriminator(link)
            if is_generated or is_discriminator:
                kind = "tree" if is_generated else "discriminator"
                yield (
                    Step(
                        kind=kind, name=name, entity=entity, target=entity, relationship=link, side=end.side
                    ),
                )
