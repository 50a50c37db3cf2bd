"""What keeps decisions from standing together: gates G4 and G6 to G10 over whole documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..model.conceptual import Relationship, given
from ..names.tree_fields import nesting
from ..plan_model.decisions import Decision, ring_of
from ..plan_model.number_format import grouped
from ..workload.expiry import outlives
from ..workload.inputs import Survey, doubt
from .composed_size import DocumentSums, buckets_of
from .embedding_graph import Holding, needs_collection, needs_its_own, strength

_MIB = 1024 * 1024


class Clash(NamedTuple):
    """A strategy that one relationship can't keep, the gate, and why in a clause."""

    relationship: str
    strategy: str
    gate: str
    because: str


def clashes(survey: Survey, decisions: dict[str, Decision]) -> list[Clash]:
    """Every unforced strategy that clashes with the other decisions, in file order by gate."""
    return clashes_of(Holding(survey, decisions))


def clashes_of(holding: Holding) -> list[Clash]:
    """The same, of decisions of which it is known who lives inside whom."""
    return _Judge(holding).judged()


def broken(survey: Survey, decisions: dict[str, Decision]) -> list[Clash]:
    """Every strategy, the designer's own as well, that breaks a limit in the design as it is stored. A reference to an
    item of an array doesn't: it stores the ID of the document as well, and finds the item by both."""
    return _Judge(Holding(survey, decisions), is_stored=True).judged()


class _Judge:
    """is_stored: judge all decisions as documents have them; else those that the rules may still decide otherwise."""

    def __init__(self, holding: Holding, is_stored: bool = False) -> None:
        self.survey, self.decisions, self.holding = holding.survey, holding.decisions, holding
        self.kinds, self.is_stored = holding.kinds, is_stored

    def judged(self) -> list[Clash]:
        """What each gate says, in file order by gate."""
        gates = (
            self.gone_homes,
            self.one_home,
            self.addressable,
            self.rings,
            self.sizes,
            self.depth_and_life,
        )
        return [clash for gate in gates for clash in gate()]

    def _clash(self, relationship: Relationship, gate: str, because: str) -> Iterator[Clash]:
        if self._free(relationship):
            yield Clash(relationship.name, self.decisions[relationship.name].strategy, gate, because)

    def _free(self, relationship: Relationship) -> bool:
        return self.is_stored or self.decisions[relationship.name].chosen_by == "rulebook"

    def _strength(self, relationship: Relationship) -> tuple[bool, float, bool, int]:
        return strength(self.survey, relationship)

    def gone_homes(self) -> Iterator[Clash]:
        """References within one document whose ends no longer live in one document."""
        for relationship in self.survey.model.links:
            ends = relationship.from_.entity, relationship.to.entity
            referring = self.decisions[relationship.name].traits.within_document
            if referring and not self.holding.share_document(*ends):
                yield from self._clash(relationship, "G9", "its two entities aren't in the same document")

    def one_home(self) -> Iterator[Clash]:
        """G8: several relationships want to be one entity's home, or it is one of several kinds."""
        for entity, claims in self.holding.claims.items():
            bound = self._bound_by_kind(entity)
            for relationship in claims if not bound else ():
                if shared := self._shared_general(relationship):
                    because = f"{entity} and {relationship.from_.entity} are both {shared}: one document would be both"
                    yield from self._clash(relationship, "G8", because)
            for relationship in claims if bound else ():
                yield from self._clash(relationship, "G8", bound)
            if self.kinds.is_mixed(entity):
                for relationship in claims:
                    if self.decisions[relationship.name].traits.is_time_series:
                        yield from self._clash(
                            relationship,
                            "G8",
                            f"{entity} has several subtypes, which a time series can't validate",
                        )
            if len(claims) > 1 and not bound:
                yield from self._rivals(entity, claims)
        for entity, tree in self.holding.trees.items():
            if bound := self._bound_by_kind(entity):
                yield from self._clash(tree, "G8", bound)
            yield from self._other_trees(entity)

    def _other_trees(self, entity: str) -> Iterator[Clash]:
        """All trees but one that put each node into the document of its root."""
        trees = (r for r in self.survey.ends[entity] if r.kind == "tree")
        whole = [r for r in trees if self.decisions[r.name].traits.nests_tree]
        winner = max(whole, key=self._strength)
        for tree in whole:
            if tree is not winner:
                because = f"{winner.name} embeds each {entity} in the document of its root"
                yield from self._clash(tree, "G8", because)

    def _shared_general(self, relationship: Relationship) -> str:
        """What both ends of a relationship are kinds of, "" where they have no general in common, or are one entity."""
        if relationship.from_.entity == relationship.to.entity:
            return ""
        lines = [self.survey.families.line(end.entity) for end in (relationship.from_, relationship.to)]
        return next((name for name in lines[0] if name in lines[1]), "")

    def _bound_by_kind(self, entity: str) -> str:
        """Why an entity can't move into a holder for sharing its general's documents, or for being
        split into its kinds; "" where it can. One whose kinds share its documents takes them along."""
        families = self.survey.families
        if self.kinds.is_special(entity):
            return f"moving {entity} would move everything stored with it"
        split = any(not self.kinds.is_joined(r) for r in families.specials.get(entity, ()))
        return f"each subtype of {entity} has its own collection" if split else ""

    def _rivals(self, entity: str, claims: list[Relationship]) -> Iterator[Clash]:
        least = {r.name: given(r.to.count.min, 0) for r in claims}
        if self.survey.names.entities[entity].kind_or_default == "weak" and not any(least.values()):
            return
        winner = max(claims, key=self._strength) if all(least.values()) else None
        series = [r for r in claims if self.decisions[r.name].traits.is_time_series]
        if series and not winner and all(r in series or self._free(r) for r in claims):
            winner = max(series, key=lambda r: (bool(least[r.name]), self._strength(r)))  # holds all keys
        because = (
            f"{entity} is stored elsewhere"
            if winner
            else f"a {entity} has one of these parents, not all of them"
        )
        for relationship in claims:
            if relationship is not winner:
                yield from self._clash(relationship, "G8", because)

    def addressable(self) -> Iterator[Clash]:
        """G9: an entity whose ``_id`` is stored elsewhere must have a collection."""
        stored, families = self._stored(), self.survey.families
        nodes = {link.to.entity for link in self.survey.model.links if link.kind == "tree"}
        for relationship in self.survey.model.links:
            traits = self.decisions[relationship.name].traits
            child, parent = relationship.to.entity, relationship.from_.entity
            if because := self.holding.history_lost(relationship):
                yield from self._clash(relationship, "G9", because)
            if traits.scatters and child in nodes:  # they could not name one another
                yield from self._clash(
                    relationship, "G9", (f"the {child} tree would be split across documents")
                )
            elif traits.embeds_elements and not (self.is_stored and traits.inside_holder):
                for named in [name for name in (child, *families.above(child)) if name in stored][:1]:
                    yield from self._clash(
                        relationship, "G9", needs_its_own(self.survey, stored[named], named)
                    )
            if traits.folds_parent and (parent in stored or self._serves(parent, relationship)):
                yield from self._clash(relationship, "G9", f"other relationships reference {parent}")
            if traits.is_time_series:
                for part in self.holding.inside.get(child, ()):
                    yield from self._clash(part, "G9", f"{child} is a time series")

    def _stored(self) -> dict[str, str]:
        """By entity whose ``_id`` stands outside its own document, the first relationship that
        stores it. What refers to a sub-document holds the ``_id`` of its holder."""
        stored: dict[str, str] = {}
        for relationship in self.survey.model.links:
            for entity in needs_collection(relationship, self.decisions[relationship.name]):
                stored.setdefault(self.holding.identity(entity), relationship.name)
        return stored

    def _serves(self, entity: str, apart_from: Relationship) -> bool:
        others = [r for r in self.survey.ends[entity] if r is not apart_from]
        return any(not self.decisions[r.name].traits.replaces_documents for r in others)

    def rings(self) -> Iterator[Clash]:
        """G10: embedding must form a forest; the weakest unforced member of a ring gives way. A page of the
        designer's is of a parent that is there before it, so this can't stand inside of what is in the page."""
        base = self.kinds.base
        inside = [r for held in self.holding.inside.values() for r in held]
        parts = {base(r.to.entity) for r in inside}
        forced = [r for r in self.survey.model.links if not self._free(r)]
        pages = [r for r in forced if self.decisions[r.name].traits.is_paged]
        held = [*inside, *(r for r in pages if base(r.from_.entity) in parts)]
        edges = [(base(r.to.entity), base(r.from_.entity), r) for r in held]
        while ring := ring_of(edges):
            free = [r for r in ring if self._free(r)]
            broken = min(free, key=self._strength) if free else ring[0]
            because = f"circular embedding: {' in '.join(r.to.entity for r in ring)}"
            yield from self._clash(broken, "G10", because)
            for kind in self._kinds_in(ring) if not free else ():
                yield from self._clash(kind, "G10", because)
            edges = [edge for edge in edges if edge[2] is not broken]

    def _kinds_in(self, ring: list[Relationship]) -> list[Relationship]:
        """The is-a's that close a ring of the designer's own embeddings by sharing documents."""
        families = self.kinds.families
        bases = dict.fromkeys(self.kinds.base(r.from_.entity) for r in ring)
        return [kind for base in bases for kind in families.links(base)]

    def sizes(self) -> Iterator[Clash]:
        """G4 over whole holder documents: the largest unforced embedding of each gives way."""
        limits = self.survey.constants
        documents = DocumentSums(self.survey, self.decisions, self.holding)
        for entity in documents.sums:
            if self.holding.root(entity) != entity:
                continue
            projected, largest = documents.whole(entity)
            if projected <= limits.doc_error and largest <= limits.doc_max:
                continue
            free = [r for r in documents.below(entity) if self._free(r)]
            if free:
                size = max(projected, largest) / _MIB
                heaviest = max(
                    free, key=lambda r: (documents.shares[r.name], -self.survey.case(r.name).place)
                )
                listed = self.decisions[heaviest.name].traits.is_whole_array
                unsure = doubt(self.survey.case(heaviest.name), {"average": "an average"} if listed else {})
                because = f"a whole {entity} document would reach {grouped(size, '.1f')} MiB{unsure}"
                yield from self._clash(heaviest, "G4", because)

    def depth_and_life(self) -> Iterator[Clash]:
        """G6 and G7 of each embedded entity against the root of its holder."""
        limits, levels, depth = self.survey.constants, self._levels(), self.survey.own_depth
        for relationship in self.survey.model.links:
            if taken := self.holding.thrown_away(relationship):
                yield from self._clash(relationship, "G7", taken)
            if not self.decisions[relationship.name].traits.nests:
                continue
            child = self.survey.names.entities[relationship.to.entity]
            root = self.survey.names.entities[self.holding.root(relationship.from_.entity)]
            if outlives(root, child):
                because = f"{root.name} and {child.name} have different retention periods"
                yield from self._clash(relationship, "G7", because)
            level = levels[relationship.from_.entity] + self._step(relationship) + depth(child.name)
            if level > limits.nest_max:
                because = f"{level} nesting levels, over the limit of {limits.nest_max:g}"
                yield from self._clash(relationship, "G6", because)

    def _levels(self) -> dict[str, int]:
        """The deepest level at which documents of an entity stand: 1 for a document's own root."""
        levels: dict[str, int] = {}
        for entity in reversed(self.holding.parts_first()):
            start = levels.setdefault(entity, 3 if buckets_of(entity, self.holding, self.decisions) else 1)
            for name in self.kinds.narrower(entity):
                levels[name] = max(levels.get(name, 1), start)
            if tree := self.holding.trees.get(entity):
                start = levels[entity] = start + nesting(tree, self.survey.constants.tree_depth)
            for part in self.holding.inside.get(entity, ()):
                levels[part.to.entity] = max(levels.get(part.to.entity, 1), start + self._step(part))
        return levels

    def _step(self, relationship: Relationship) -> int:
        """Levels that an embedding adds."""
        return self.decisions[relationship.name].traits.nesting
