"""What keeps decisions from standing together: gates G4 and G6 to G10 over whole documents."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from .cases import Survey
from .conceptual import Field, Relationship, given
from .deciding import forced_strategy
from .decisions import Decision
from .gates import outlives
from .holding import CLAIMS, INSIDE, Holding, needs_collection
from .sizes import element_bytes, named

_ELEMENTS = CLAIMS - {"EMBED_ONE"}


class Clash(NamedTuple):
    """A strategy that one relationship can't keep, the gate, and why in a clause."""

    relationship: str
    strategy: str
    gate: str
    because: str


def clashes(survey: Survey, decisions: dict[str, Decision]) -> list[Clash]:
    """Every unforced strategy that clashes with the other decisions, in file order by gate."""
    holding = Holding(survey, decisions)
    judge = _Judge(survey, decisions, holding)
    found: list[Clash] = []
    for gate in (
        judge.gone_homes,
        judge.one_home,
        judge.addressable,
        judge.rings,
        judge.sizes,
        judge.depth_and_life,
    ):
        found.extend(gate())
    return found


class _Judge:
    def __init__(self, survey: Survey, decisions: dict[str, Decision], holding: Holding) -> None:
        self.survey, self.decisions, self.holding = survey, decisions, holding
        self.kinds = {r.to.entity: r for r in survey.model.links if r.kind == "is-a"}
        self.kinds.update({r.from_.entity: r for r in survey.model.links if r.kind == "is-a"})

    def _clash(self, relationship: Relationship, gate: str, because: str) -> Iterator[Clash]:
        if self.decisions[relationship.name].chosen_by == "rulebook":
            yield Clash(relationship.name, self.decisions[relationship.name].strategy, gate, because)

    def _strength(self, relationship: Relationship) -> tuple[bool, float, bool, int]:
        case = self.survey.case(relationship.name)
        forced = forced_strategy(case) is not None
        return forced, float(case.look("from_to_per_day")), bool(case.look("exclusive_owner")), -case.place

    def gone_homes(self) -> Iterator[Clash]:
        """ELEMENT_REF whose ends no longer live in one document."""
        for relationship in self.survey.model.links:
            if self.decisions[
                relationship.name
            ].strategy == "ELEMENT_REF" and not self.holding.share_document(
                relationship.from_.entity, relationship.to.entity
            ):
                yield from self._clash(relationship, "G9", "its two ends do not live in one document")

    def one_home(self) -> Iterator[Clash]:
        """G8: several relationships want to be one entity's home, or it is one of several kinds."""
        for entity, claims in self.holding.claims.items():
            if entity in self.kinds:
                for relationship in claims:
                    yield from self._clash(
                        relationship, "G8", f"{entity} is one of several kinds and keeps its collection"
                    )
            elif len(claims) > 1:
                yield from self._rivals(entity, claims)

    def _rivals(self, entity: str, claims: list[Relationship]) -> Iterator[Clash]:
        least = [given(r.to.count.min, 0) for r in claims]
        if self.survey.names.entities[entity].kind_or_default == "weak" and not any(least):
            return
        winner = max(claims, key=self._strength) if all(least) else None
        because = f"{entity} has another home" if winner else f"{entity} belongs to one holder or to another"
        for relationship in claims:
            if relationship is not winner:
                yield from self._clash(relationship, "G8", because)

    def addressable(self) -> Iterator[Clash]:
        """G9: an entity whose ``_id`` is stored elsewhere must have a collection."""
        stored: dict[str, str] = {}
        for relationship in self.survey.model.links:
            for entity in needs_collection(relationship, self.decisions[relationship.name]):
                stored.setdefault(entity, relationship.name)
        for relationship in self.survey.model.links:
            strategy = self.decisions[relationship.name].strategy
            child, parent = relationship.to.entity, relationship.from_.entity
            if strategy in _ELEMENTS and stored.get(child, relationship.name) != relationship.name:
                yield from self._clash(relationship, "G9", f"{stored[child]} stores the _id of {child}")
            if strategy == "FOLD_ONE" and (parent in stored or self._serves(parent, relationship)):
                yield from self._clash(relationship, "G9", f"other relationships need {parent} itself")
            if strategy in ("BUCKET", "BUCKET_TIME", "TIME_SERIES") and self.holding.inside[child]:
                for part in self.holding.inside[child]:
                    if strategy == "TIME_SERIES":
                        yield from self._clash(part, "G9", f"{child} is a time series")

    def _serves(self, entity: str, apart_from: Relationship) -> bool:
        others = [r for r in self.survey.ends[entity] if r is not apart_from]
        return any(self.decisions[r.name].strategy not in ("FOLD_ONE", "VALUE_ARRAY") for r in others)

    def rings(self) -> Iterator[Clash]:
        """G10: embedding must form a forest; the weakest unforced member of a ring gives way."""
        done: set[str] = set()
        for entity in list(self.holding.claims):
            ring = self._ring(entity, done)
            free = [r for r in ring if self.decisions[r.name].chosen_by == "rulebook"]
            if free:
                names = " in ".join(r.to.entity for r in ring)
                yield from self._clash(min(free, key=self._strength), "G10", f"a ring of embedding: {names}")

    def _ring(self, start: str, done: set[str]) -> list[Relationship]:
        trail: list[Relationship] = []
        entity = start
        while entity not in done:
            done.add(entity)
            upward = [r for r in self.holding.claims[entity] if self.decisions[r.name].strategy in INSIDE]
            if not upward:
                return []
            trail.append(upward[0])
            entity = upward[0].from_.entity
        places = [place for place, r in enumerate(trail) if r.to.entity == entity]
        return trail[places[0] :] if places else []

    def sizes(self) -> Iterator[Clash]:
        """G4 over whole holder documents: the largest unforced embedding of each gives way."""
        limits = self.survey.constants
        for entity in list(self.holding.inside):
            if self.holding.root(entity) != entity:
                continue
            parts: list[tuple[float, Relationship]] = []
            projected, largest = self._weigh(entity, 1.0, parts, set())
            if projected <= limits.doc_error and largest <= limits.doc_max:
                continue
            free = [(size, r) for size, r in parts if self.decisions[r.name].chosen_by == "rulebook"]
            if free:
                heaviest = max(free, key=lambda part: part[0])[1]
                yield from self._clash(
                    heaviest,
                    "G4",
                    f"a whole {entity} document would reach {max(projected, largest) / 1048576:.1f} MiB",
                )

    def _weigh(
        self, entity: str, times: float, parts: list[tuple[float, Relationship]], seen: set[str]
    ) -> tuple[float, float]:
        """Projected and largest bytes of an entity's document; ``parts`` gets each embedding's
        projected share of the whole."""
        own = self.survey.own_bytes(entity, identity=times == 1.0)
        projected = largest = own
        if entity in seen:
            return own, own
        for relationship in self.holding.inside[entity]:
            case = self.survey.case(relationship.name)
            decision = self.decisions[relationship.name]
            child = relationship.to.entity
            most, ahead = case.look("max"), case.look("at_horizon")
            if decision.strategy == "OUTLIER":
                most, ahead = min(most, decision.bound or most), min(ahead, decision.bound or ahead)
            inner, inner_most = self._weigh(child, times * max(1.0, ahead), parts, seen | {entity})
            name = self.survey.names.end(relationship, "from")
            if decision.strategy == "EMBED_ONE":
                each, each_most = named(name, inner), named(name, inner_most)
            else:
                each, each_most = element_bytes(inner, ahead), element_bytes(inner_most, ahead)
            parts.append((times * ahead * each, relationship))
            projected += ahead * each
            largest += most * each_most if math.isfinite(most) else 0.0
        return projected, largest

    def depth_and_life(self) -> Iterator[Clash]:
        """G6 and G7 of each embedded entity against the root of its holder."""
        limits = self.survey.constants
        for relationship in self.survey.model.links:
            if self.decisions[relationship.name].strategy not in INSIDE:
                continue
            child = self.survey.names.entities[relationship.to.entity]
            root = self.survey.names.entities[self.holding.root(relationship.from_.entity)]
            if outlives(root, child):
                yield from self._clash(
                    relationship, "G7", f"{root.name} and {child.name} are kept for different times"
                )
            levels = self._level(relationship) + _depth(child.own_fields)
            if levels > limits.nest_max:
                yield from self._clash(
                    relationship, "G6", f"{levels} levels of nesting, more than {limits.nest_max:g}"
                )

    def _level(self, relationship: Relationship) -> int:
        """Levels from the root document to this relationship's embedded documents."""
        levels, seen = 1, set()
        current: Relationship | None = relationship
        while current is not None and current.name not in seen:
            seen.add(current.name)
            levels += 1 if self.decisions[current.name].strategy == "EMBED_ONE" else 2
            current = self.holding.holder(current.from_.entity)
        return levels


def _depth(fields: list[Field]) -> int:
    """Levels that declared fields add: each object and each array is one."""
    deepest = 0
    for field in fields:
        if field.type == "object":
            deepest = max(deepest, 1 + _depth(given(field.fields, [])))
        elif field.type == "array":
            item = given(field.items, None)
            inner = 1 + _depth(given(item.fields, [])) if item is not None and item.type == "object" else 0
            deepest = max(deepest, 1 + inner)
    return deepest
