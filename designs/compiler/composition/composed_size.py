"""How large documents get when all decisions stand together: what lies inside of each, at any depth."""

from __future__ import annotations

import math

from ..model.conceptual import Relationship
from ..plan_model.decisions import Decision
from ..rules.gates import bucket_count, link_bytes, subset_count, subset_element, window_count
from ..workload.inputs import Survey
from ..workload.sizes import element_bytes, named
from .element_identity import id_bytes, paged
from .embedding_graph import Holding
from .reference_array_size import ReferenceBytes, listed


def buckets_of(entity: str, holding: Holding, decisions: dict[str, Decision]) -> list[Relationship]:
    """The relationships that keep documents of an entity in buckets."""
    return [claim for claim in holding.claims.get(entity, ()) if decisions[claim.name].traits.is_paged]


class DocumentSums:
    """sums: of each entity that holds or is held, the bytes of a document without its ``_id``. shares: of
    each embedding, its projected share of its holder (Kproj x e)."""

    def __init__(self, survey: Survey, decisions: dict[str, Decision], holding: Holding) -> None:
        self.survey, self.decisions, self.holding, self.kinds = survey, decisions, holding, holding.kinds
        inside = paged(decisions, holding)
        self.listed = listed(survey, decisions, inside)
        self._ids = id_bytes(survey, decisions, holding, inside)
        self.sums: dict[str, ReferenceBytes] = {}
        self.shares: dict[str, float] = {}
        for entity in dict.fromkeys([*holding.parts_first(), *self.listed, *self._ids]):
            self.sums[entity] = self._sum(entity)

    def _sum(self, entity: str) -> ReferenceBytes:
        """What is its own, and all that lies inside of it, whose sums are known."""
        own = self.survey.own_bytes(entity, identity=False) + self._ids.get(entity, 0.0)
        total = ReferenceBytes(own, own)
        held = (self.holding.inside, self.holding.slices, self.holding.links)
        for part in [embedded for kept in held for embedded in kept.get(entity, ())]:
            added = self._added(part)
            self.shares[part.name] = added.projected
            total = total.plus(added)
        for part, added in self.listed.get(entity, ()):
            self.shares[part.name] = max(added.projected, self.shares.get(part.name, 0.0))
            total = total.plus(added)
        kinds = [self.sums[name] for name in self.kinds.narrower(entity) if name in self.sums]
        if kinds:  # a document is of one kind: the largest one counts
            most = ReferenceBytes(
                max(reference_bytes.projected for reference_bytes in kinds),
                max(reference_bytes.largest for reference_bytes in kinds),
            )
            total = total.plus(most)
        if (tree := self.holding.trees.get(entity)) and self.holding.holder(entity) is None:
            count = float(self.survey.case(tree.name).look("count"))
            total = ReferenceBytes(*(count * element_bytes(part, count) for part in total))
            self.shares[tree.name] = total.projected
        return total

    def whole(self, entity: str) -> ReferenceBytes:
        """Bytes of a stored document: the entity's own, or a bucket of as many as it may hold, whose share is
        told then too."""
        whole = inner = self.sums[entity]
        for bucket in buckets_of(entity, self.holding, self.decisions):
            case = self.survey.case(bucket.name)
            timed = self.decisions[bucket.name].traits.is_windowed
            count = window_count(case) if timed else bucket_count(case)
            self.shares[bucket.name] = count * inner.projected
            whole = ReferenceBytes(
                max(whole.projected, self.shares[bucket.name]), max(whole.largest, count * inner.largest)
            )
        identity = self.survey.own_bytes(entity) - self.survey.own_bytes(entity, identity=False)
        return ReferenceBytes(whole.projected + identity, whole.largest + identity)

    def _added(self, relationship: Relationship) -> ReferenceBytes:
        """What one embedding adds to a document of its holder."""
        case, decision = self.survey.case(relationship.name), self.decisions[relationship.name]
        own = self.survey.own_bytes(relationship.to.entity, identity=False)
        inner = self.sums.get(relationship.to.entity, ReferenceBytes(own, own))
        if decision.traits.embeds_links:
            return ReferenceBytes(*link_bytes(case, decision.side))
        if decision.traits.is_slice:
            slice_ = subset_count(case) * subset_element(case)
            return ReferenceBytes(slice_, slice_)
        if decision.traits.is_object:
            name = self.survey.names.end(relationship, "from")
            return ReferenceBytes(*(named(name, part) for part in inner))
        most, ahead = case.look("max"), case.look("at_horizon")
        if decision.traits.overflows:
            most, ahead = min(most, case.constants.embed_max), min(ahead, case.constants.embed_max)
        largest = most * element_bytes(inner.largest, most) if math.isfinite(most) else 0.0
        return ReferenceBytes(ahead * element_bytes(inner.projected, ahead), largest)

    def below(self, entity: str) -> list[Relationship]:
        """The embeddings in an entity's documents at any depth, and the bucket around them."""
        relationships = buckets_of(entity, self.holding, self.decisions)
        waiting, seen = [entity], {entity}
        while waiting:
            holder = waiting.pop()
            tree = [self.holding.trees[holder]] if holder in self.holding.trees else []
            relationships += [
                *self.holding.slices.get(holder, []),
                *self.holding.links.get(holder, []),
                *tree,
            ]
            relationships += [listed.relationship for listed in self.listed.get(holder, ())]
            waiting += [name for name in self.kinds.narrower(holder) if name not in seen]
            seen.update(self.kinds.narrower(holder))
            for part in self.holding.inside.get(holder, ()):
                relationships.append(part)
                if part.to.entity not in seen:
                    seen.add(part.to.entity)
                    waiting.append(part.to.entity)
        return relationships
