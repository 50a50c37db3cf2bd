"""Decisions made one by one, brought to agree with one another (rulebook, Composing 1 to 12).

Each round judges all decisions as they stood at its start and bars the strategies that clash;
a barred relationship is decided again from the top of its block. Bars are never lifted, so the
rounds end.
"""

from __future__ import annotations

import msgspec

from ..model.conceptual import Relationship
from ..plan_model.decisions import Composition, Decision, Home
from ..rules.deciding import decide, element_reference
from ..rules.gates import Bar, Bars
from ..strategies.table import strategies_with
from ..workload.inputs import DecisionInputs, Survey
from ..workload.subtypes import Kinds
from ..workload.time_series import resists
from .conflicts import Clash, clashes_of
from .element_identity import kept_ids
from .embedding_graph import Holding, named_elsewhere, strength

_ARRAYS = strategies_with(lambda row: row.is_whole_array)
_WITHIN_DOCUMENT = strategies_with(lambda row: row.within_document)


class Composer:
    """The decisions of a design on their way to agreement."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.bars: dict[str, Bars] = {name: {} for name in survey.cases}
        self.decisions = {name: decide(case, {}) for name, case in survey.cases.items()}

    def settle(self) -> None:
        """Repeat rounds until nothing changes."""
        while True:
            holding, taken = self._with_element_references()
            barred = [self._bar(clash) for clash in clashes_of(holding)]
            if not taken and not any(barred):
                return

    def explain(self) -> None:
        """Name with each decision of the rules against embedding what other relationships have against it too: no number
        of its own changes that."""
        for name, decision in self.decisions.items():
            case = self.survey.case(name)
            refused = {each.strategy for each in decision.rejected}.difference(self.bars[name])
            arrays = refused.intersection(_ARRAYS)
            if decision.kind != "one-to-many" or decision.chosen_by != "rulebook" or not arrays:
                continue
            if because := named_elsewhere(self.survey, self.decisions, case.relationship):
                bars = dict.fromkeys(sorted(arrays), Bar("G9", because))
                self.decisions[name] = decide(case, {**self.bars[name], **bars})

    def answered(self, case: DecisionInputs) -> Decision:
        """Return what the decision on a relationship comes to beside the others where it, with other inputs, is decided
        again: what has been ruled out stays so. Only what shares documents or kinds with its ends is judged again,
        since no other decision can follow from it; where one that reaches further would change, all are."""
        name, within = case.relationship.name, self._sharing_documents(case.relationship)
        near = self.survey.relationships(within)
        composer = self._deciding_again(case, near)
        composer.settle()
        across = [link for link in near if not within.issuperset((link.from_.entity, link.to.entity))]
        if any(composer.decisions[link.name] is not self.decisions[link.name] for link in across):
            composer = self._deciding_again(case, self.survey.model.links)
            composer.settle()
        return composer.decisions[name]

    def _sharing_documents(self, relationship: Relationship) -> set[str]:
        """The ends of a relationship, and whatever shares documents or kinds with them at any remove."""
        within = {relationship.from_.entity, relationship.to.entity}
        waiting = list(within)
        while waiting:
            links = self.survey.ends.get(waiting.pop(), ())
            sharing = [link for link in links if not self.decisions[link.name].traits.only_refers]
            ends = {end.entity for link in sharing for end in (link.from_, link.to)} - within
            within |= ends
            waiting += ends
        return within

    def _deciding_again(self, case: DecisionInputs, links: list[Relationship]) -> Composer:
        """The decisions where one relationship has other inputs, before they are brought to agree. links: those that
        are judged."""
        name, survey = case.relationship.name, Survey.__new__(Survey)
        survey.__dict__ = {
            **case.survey.__dict__,
            "cases": {**self.survey.cases, name: case},
            "model": msgspec.structs.replace(self.survey.model, relationships=links),
        }
        other = Composer.__new__(Composer)
        other.survey = survey
        other.bars = {**self.bars, **{link.name: dict(self.bars[link.name]) for link in links}}
        other.decisions = {**self.decisions, name: decide(case, self.bars[name])}
        return other

    def _bar(self, clash: Clash) -> bool:
        """Rule a strategy out and decide again; whether that is news."""
        barred = self.bars[clash.relationship]
        if clash.strategy in barred:
            return False
        barred[clash.strategy] = Bar(clash.gate, clash.because)
        self.decisions[clash.relationship] = decide(self.survey.case(clash.relationship), barred)
        return True

    def _with_element_references(self) -> tuple[Holding, bool]:
        """B0, weakest first: a relationship whose two ends others put into one document. Return who lives inside whom
        then, and whether there is any."""
        taken = False
        holding = Holding(self.survey, self.decisions)
        candidates = [r for r in self.survey.model.links if self._may_be_element_reference(r, holding.kinds)]
        for relationship in sorted(candidates, key=lambda r: strength(self.survey, r)):
            if holding.share_document(relationship.from_.entity, relationship.to.entity, relationship):
                holder = holding.root(relationship.to.entity, relationship)
                case = self.survey.case(relationship.name)
                self.decisions[relationship.name] = element_reference(case, holder)
                holding, taken = Holding(self.survey, self.decisions), True
        return holding, taken

    def _may_be_element_reference(self, relationship: Relationship, kinds: Kinds) -> bool:
        decision = self.decisions[relationship.name]
        return (
            relationship.kind == "one-to-many"
            and decision.chosen_by == "rulebook"
            and not decision.traits.within_document
            and self.bars[relationship.name].keys().isdisjoint(_WITHIN_DOCUMENT)
            and kinds.base(relationship.from_.entity) != kinds.base(relationship.to.entity)
        )


def settled(survey: Survey) -> Composer:
    """All decisions of a design at their fixed point, and what was barred on the way."""
    composer = Composer(survey)
    composer.settle()
    composer.explain()
    return composer


def compose(survey: Survey) -> Composition:
    """All decisions of a design at their fixed point, and each entity's home."""
    return composed(settled(survey))


def composed(composer: Composer) -> Composition:
    """The decisions that have settled, with each entity's home. A general whose documents are those of its
    specials has none, unless a special stands inside of it: they would have no place but in one another."""
    survey, decisions = composer.survey, composer.decisions
    holding = Holding(survey, decisions)
    kinds = holding.kinds
    apart = [r for r in survey.model.links if r.kind == "is-a" and not kinds.is_joined(r)]
    back = [r for r in apart if r.from_.entity in _around(r.to.entity, holding, apart)]
    generals = {r.from_.entity for r in apart} - {r.from_.entity for r in back}
    return Composition(
        decisions=decisions,
        homes={name: _homes(name, survey, decisions, generals, kinds) for name in survey.names.entities},
        keeps_id=kept_ids(survey, decisions, holding),
        back=frozenset(r.name for r in back),
    )


def _homes(
    entity: str, survey: Survey, decisions: dict[str, Decision], generals: set[str], kinds: Kinds
) -> tuple[Home, ...]:
    ends = survey.ends[entity]
    homes = [
        Home(
            entity=entity,
            kind=decisions[r.name].traits.home,
            relationship=r.name,
            holder=r.from_.entity,
        )
        for r in ends
        if r.to.entity == entity and decisions[r.name].traits.moves_child
    ]
    if homes:
        return tuple(homes)
    if kinds.is_special(entity) or kinds.is_mixed(entity):
        return (Home(entity=entity, kind="nowhere" if kinds.is_special(entity) else "collection"),)
    if not ends and not resists(survey.names.entities[entity], survey):
        return (Home(entity=entity, kind="timeseries"),)
    gone = _gone(entity, ends, decisions, generals)
    return (Home(entity=entity, kind="nowhere" if gone else "collection"),)


def _around(entity: str, holding: Holding, apart: list[Relationship]) -> set[str]:
    """All that an entity stands inside of, whatever it stands in besides, and what has those documents: of a
    general without any of its own, its kinds."""
    survey, kinds, decisions = holding.survey, holding.kinds, holding.decisions
    split = [r for r in apart if not kinds.is_mixed(r.from_.entity)]
    around, left = set[str](), [entity]
    while left:
        here = kinds.base(left.pop())
        holders = {
            r.from_.entity
            for r in survey.ends[here]
            if r.to.entity == here and decisions[r.name].traits.is_held
        }
        holders |= {kinds.base(holder) for holder in holders}
        holders |= {r.to.entity for r in split if r.from_.entity == here and here in around}
        left += holders - around
        around |= holders
    return around


def _gone(entity: str, ends: list[Relationship], decisions: dict[str, Decision], generals: set[str]) -> bool:
    """Whether an entity has no documents: folded into others, a bare value, a split general."""
    if entity in generals:
        return True
    held = [decisions[r.name] for r in ends if r.kind != "is-a"]
    return bool(held) and all(
        (d.traits.folds_parent and r.from_.entity == entity)
        or (d.traits.holds_values and r.end(d.side).entity != entity)
        for r, d in zip((r for r in ends if r.kind != "is-a"), held, strict=True)
    )
