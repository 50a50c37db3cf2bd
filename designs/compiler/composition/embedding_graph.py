"""Who lives inside whom, as a set of decisions has it: the embedding claims of a design."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from ..model.conceptual import Relationship, given
from ..plan_model.decisions import Decision, opposite
from ..workload.document_history import history_of_all
from ..workload.expiry import taken_along
from ..workload.inputs import Survey
from ..workload.subtypes import ONCE, Kinds


def strength(survey: Survey, relationship: Relationship) -> tuple[bool, float, bool, int]:
    """How strong a claim is, larger is stronger: forced, reads, ownership, place in the file."""
    case = survey.case(relationship.name)
    forced = given(relationship.strategy, "auto") != "auto"
    return forced, float(case.look("from_to_per_day")), bool(case.look("exclusive_owner")), -case.place


class Holding:
    """claims: by entity, the relationships that want to be its home, in file order.
    inside: by holder entity, the relationships that embed something into it.
    slices: by parent entity, the relationships that keep a capped copy in it.
    links: by owner entity, the relationships whose links it embeds.
    trees: by entity, the tree that puts all its nodes into the document of their root."""

    def __init__(self, survey: Survey, decisions: dict[str, Decision]) -> None:
        self.survey, self.decisions = survey, decisions
        self.claims: defaultdict[str, list[Relationship]] = defaultdict(list)
        self.inside: defaultdict[str, list[Relationship]] = defaultdict(list)
        self.slices: defaultdict[str, list[Relationship]] = defaultdict(list)
        self.links: defaultdict[str, list[Relationship]] = defaultdict(list)
        self.trees: dict[str, Relationship] = {}
        self._roots: dict[str, str] = {}
        for relationship in survey.model.links:
            decision = decisions.get(relationship.name)
            if decision is None:
                continue
            traits = decision.traits
            if traits.is_slice:
                self.slices[relationship.from_.entity].append(relationship)
            if traits.embeds_links:
                self.links[relationship.end(decision.side).entity].append(relationship)
            if traits.nests_tree:
                self.trees.setdefault(relationship.to.entity, relationship)
            if traits.moves_child:
                self.claims[relationship.to.entity].append(relationship)
            if traits.inside_holder:
                self.inside[relationship.from_.entity].append(relationship)
        kinds = (link.name for link in survey.names.kinds if link.name in decisions)
        strategies = {name: decisions[name].strategy for name in kinds}
        self.kinds = Kinds(survey.names, strategies, self._kept_apart())

    def thrown_away(self, relationship: Relationship) -> str:
        """Why the kinds of a family can't share a collection: it is thrown away as a whole, for the sake of some of
        them. "" where they can, or where nothing else is right: see ``bound_together``."""
        if not self.decisions[relationship.name].traits.shares_collection or self.bound_together(
            relationship
        ):
            return ""
        return taken_along(self.survey, relationship)

    def bound_together(self, relationship: Relationship) -> str:
        """What keeps a family of kinds in one collection: a tree of theirs, which no stage walks through in
        several ("tree"), or an id that is stored and does not say in which it would be ("id"); else ""."""
        families = self.survey.families
        family = families.family(relationship.to.entity)
        if any(link.kind == "tree" and link.to.entity in family for link in self.survey.model.links):
            return "tree"
        stored = {
            entity
            for link in self.survey.model.links
            for entity in needs_collection(link, self.decisions[link.name])
            if families.specials.get(entity)
        }
        keys = [
            field
            for name in family
            for field in self.survey.names.entities[name].own_fields
            if field.name == "_id"
        ]
        unsure = any(not set(key.all_types) <= ONCE for key in keys)
        return "id" if unsure and stored.intersection(family) else ""

    def _kept_apart(self) -> frozenset[str]:
        """The entities that stand in a holder for themselves, without what they are kinds of: where a
        designer's own strategy puts them, or all kinds of a thing into documents of one holder."""
        links = [r for claims in self.claims.values() for r in claims]
        forced = {r.to.entity for r in links if self.decisions[r.name].chosen_by == "designer"}
        families = self.survey.families
        tops = [name for name in families.specials if not families.generals.get(name)]
        moved = [self._moved(families.family(top)) for top in tops]
        return frozenset(forced.union(*moved))

    def _moved(self, family: list[str]) -> list[str]:
        """The kinds of a family if each of them has a place in documents of the same holder, and nothing
        else is stored of the family (Composing 10); else none."""
        families, inserted = self.survey.families, self.survey.traffic.inserts
        generals = [name for name in family if families.specials.get(name)]
        kinds = [name for name in family if name not in generals]
        if any(name in inserted or name in self.claims for name in generals):
            return []
        claims = [self.claims.get(name, []) for name in kinds]
        inside = all(self.decisions[r.name].traits.inside_holder for claim in claims for r in claim)
        shared = set.intersection(*({r.from_.entity for r in claim} for claim in claims))
        return kinds if inside and shared - set(family) else []

    def holder(self, entity: str, apart_from: Relationship | None = None) -> Relationship | None:
        """The one relationship that embeds an entity into a holder document, None without one.
        A kind stands where its general does. apart_from: one that does not count."""
        claims = [r for r in self.claims.get(self.kinds.base(entity), ()) if r is not apart_from]
        embedding = [r for r in claims if self.decisions[r.name].traits.inside_holder]
        return embedding[0] if len(embedding) == 1 else None

    def root(self, entity: str, apart_from: Relationship | None = None) -> str:
        """The entity whose documents hold an entity in the end; itself if it stands alone."""
        roots = self._roots if apart_from is None else dict[str, str]()
        trail = {entity: None}
        while entity not in roots and (relationship := self.holder(entity, apart_from)) is not None:
            entity = relationship.from_.entity
            if entity in trail:
                return entity
            trail[entity] = None
        entity = self.kinds.base(roots.get(entity, entity))
        roots.update(dict.fromkeys(trail, entity))
        return entity

    def identity(self, entity: str) -> str:
        """The entity whose ``_id`` identifies this one: a sub-document's is its holder's."""
        entity = self.kinds.base(entity)
        seen = {entity}
        while (relationship := self.holder(entity)) is not None:
            if not self.decisions[relationship.name].traits.is_object:
                return entity
            entity = self.kinds.base(relationship.from_.entity)
            if entity in seen:
                return entity
            seen.add(entity)
        return entity

    def parts_first(self) -> list[str]:
        """Every entity that holds or stands inside another, after all that it holds; a ring is
        cut where it is met. Without recursion: designs may be deeper than Python's stack."""
        order: list[str] = []
        seen: set[str] = set()
        for start in dict.fromkeys([*self.inside, *self.slices, *self.links, *self.trees, *self.kinds.bases]):
            stack = [(start, False)]
            while stack:
                entity, complete = stack.pop()
                if complete:
                    order.append(entity)
                elif entity not in seen:
                    seen.add(entity)
                    stack.append((entity, True))
                    stack += [(r.to.entity, False) for r in reversed(self.inside.get(entity, []))]
                    stack += [(name, False) for name in reversed(self.kinds.narrower(entity))]
        return order

    def history_lost(self, relationship: Relationship) -> str:
        """Why a decision can't stand: it leaves an entity that has a history without documents of its own.
        "" where it can."""
        decision = self.decisions[relationship.name]
        side = decision.traits.end_without_documents(decision.side)
        if not side:
            return ""
        entity, entities = relationship.end(side).entity, self.survey.names.entities
        kept = history_of_all(self.survey.families.line(entity), entities)
        return f"the history of {entity} needs its documents" if kept else ""

    def share_document(self, first: str, other: str, apart_from: Relationship | None = None) -> bool:
        """Whether two entities are both elements or sub-documents of one holder document."""
        if self.holder(first, apart_from) is None or self.holder(other, apart_from) is None:
            return False
        return self.root(first, apart_from) == self.root(other, apart_from)


def stored_entities(relationship: Relationship, decision: Decision) -> tuple[str, ...]:
    """The entities whose ``_id`` a decision stores outside their own document (Composing 4)."""
    traits = decision.traits
    if not traits.names_outside:
        return ()
    sides = traits.ends_with_ids(decision.side)
    return tuple(relationship.end(side).entity for side in ("from", "to") if opposite(side) in sides)


def needs_collection(relationship: Relationship, decision: Decision) -> tuple[str, ...]:
    """Those of the stored entities that must have a collection: a link that copies only what
    never changes may hold the pair of holder and element id instead."""
    if decision.traits.embeds_links:
        side = opposite(decision.side)
        policies = {given(c.policy, "snapshot") for c in given(relationship.copies, []) if c.of == side}
        # Without a copy whoever reads the link must look the other side up.
        if policies and policies <= {"snapshot", "immutable"}:
            return ()
    return stored_entities(relationship, decision)


def named_elsewhere(survey: Survey, decisions: Mapping[str, Decision], relationship: Relationship) -> str:
    """Why the child of a relationship cannot live in its parent's documents beside the decisions that stand (G9): another
    relationship stores its ``_id``, or that of a kind of it; "" where none does."""
    link = _naming(survey, decisions, relationship, needs_collection)
    return needs_its_own(survey, *link) if link else ""


def needs_its_own(survey: Survey, name: str, entity: str) -> str:
    """What speaks against moving an entity into others' documents: a relationship that stores its ``_id``."""
    return f'"{survey.titles[name]}" references {entity}, which needs a collection'


def is_referred_to(survey: Survey, decisions: Mapping[str, Decision], relationship: Relationship) -> bool:
    """Whether another relationship stores the ``_id`` of the child of a relationship, or of a kind of it."""
    return bool(_naming(survey, decisions, relationship, stored_entities))


def _naming(
    survey: Survey,
    decisions: Mapping[str, Decision],
    relationship: Relationship,
    stored: Callable[[Relationship, Decision], tuple[str, ...]],
) -> tuple[str, str] | None:
    """The other relationship by which something stores the child's ``_id``, and whose it is."""
    called = survey.families.line(relationship.to.entity)
    for link in survey.relationships(called):
        if link.name == relationship.name:
            continue
        for entity in stored(link, decisions[link.name]):
            if entity in called:
                return link.name, entity
    return None
