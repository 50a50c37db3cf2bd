"""The cheapest whole design: of all combinations of strategies that compose, the one with the least
cost. The rulebook's choice stays the default; this says what it costs to follow it, and why.

Relationships that share no entity are searched apart. A small group is searched in full; of a
large one the best that changing one relationship at a time leads to is kept. Either
way the bound is stated: no combination can cost less.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping

import msgspec

from ..composition.conflicts import clashes
from ..composition.fixpoint import Composer
from ..model.conceptual import given
from ..model.constants import weights_of
from ..plan_model.decisions import Decision, opposite
from ..rules.choices import choice
from ..rules.gates import bars
from ..strategies.table import STRATEGIES, strategies_of
from ..workload.inputs import Survey
from .columns import COLUMNS
from .whole_cost import Whole

FULL = 400
"""Most combinations of a group that is searched in full."""
SEARCH_ROUNDS = 4
"""Most times that each relationship of a larger group is looked at again."""
_LEAST = 1e-9
"""A share of the cost that is no more than rounding."""


class Cheapest(msgspec.Struct, frozen=True, kw_only=True):
    """The rulebook's whole design beside the cheapest that was found.

    total, least: their scores of a day. bound: no combination costs less. exact: whether least is
    that bound. changed: by relationship, the strategy of each. saves: by relationship that changed,
    what it saves with all others as in the cheapest. operations: by name, both scores, where they
    differ; what relationships state beyond the operations has their name."""

    total: float
    least: float
    bound: float
    exact: bool
    changed: dict[str, tuple[str, str]]
    saves: dict[str, float]
    operations: dict[str, tuple[float, float]]


def cheapest(composer: Composer) -> Cheapest:
    """The search over a design whose decisions have settled."""
    survey = composer.survey
    weights = weights_of(given(survey.model.weights, {}), survey.profile)
    return Search(survey, composer.decisions, weights).result()


class Search:
    """Looks for the cheapest combination from the rulebook's own."""

    def __init__(self, survey: Survey, decisions: dict[str, Decision], weights: Mapping[str, float]) -> None:
        self.survey, self.decisions, self.whole = survey, decisions, Whole(survey, weights)
        self.start = {name: decision.strategy for name, decision in decisions.items()}
        self.choices = {name: self._possible(name) for name in decisions}
        self.least = self._least_of_each()
        self._decision_cache: dict[tuple[str, str], Decision] = {}

    def result(self) -> Cheapest:
        """The best of all groups together, and the sum of their bounds."""
        best, proved = dict(self.start), True
        bound = self.whole.total({}) + sum(self.least.values())
        for group in self._groups():
            if math.prod(len(self.choices[name]) for name in group) <= FULL:
                self._in_full(group, best)
            else:
                proved = False
                self._step_by_step(group, best)
        before, after = self.whole.costs(self.start), self.whole.costs(best)
        total, least = sum(before.values()), sum(after.values())
        changed = {name: (was, best[name]) for name, was in self.start.items() if was != best[name]}
        return Cheapest(
            total=total,
            least=least,
            bound=least if proved else min(bound, least),
            exact=proved,
            changed=changed,
            saves={name: self.whole.total(best | {name: was}) - least for name, (was, _) in changed.items()},
            operations=self._by_operation(before, after),
        )

    def _by_operation(
        self, before: dict[int, float], after: dict[int, float]
    ) -> dict[str, tuple[float, float]]:
        costs: dict[str, tuple[float, float]] = {}
        for place, demand in enumerate(self.whole.demands):
            was, now = costs.get(demand.name, (0.0, 0.0))
            costs[demand.name] = was + before[place], now + after[place]
        return {name: pair for name, pair in costs.items() if abs(pair[0] - pair[1]) > _LEAST * abs(pair[0])}

    # --- what may be combined -------------------------------------------------------------------

    def _possible(self, name: str) -> list[str]:
        """The rulebook's strategy first, then the others that no gate bars by itself."""
        case, decision = self.survey.case(name), self.decisions[name]
        if decision.chosen_by != "rulebook" or decision.kind == "is-a" or decision.strategy not in COLUMNS:
            return [decision.strategy]
        ruled_out = bars(case)
        others = [
            strategy
            for strategy in strategies_of(decision.kind)
            if strategy not in ruled_out and not STRATEGIES[strategy].tested and strategy in COLUMNS
        ]
        return list(dict.fromkeys([decision.strategy, *others]))

    def _least_of_each(self) -> dict[str, float]:
        """What each relationship adds at least: its cheapest strategy in a design without the others. Where
        others may spare it what it adds (another home of the child, one document that holds both ends, or a
        larger document of the child, written along), what reads that go along it add stays, and of all else
        what it takes away."""
        empty, least, claims = self.whole.costs({}), {}, self._claims()
        for name, strategies in self.choices.items():
            link, added = self.whole.links[name], []
            ends = (self._holders(entity, name, claims) for entity in (link.from_.entity, link.to.entity))
            together = not set.isdisjoint(*ends)
            for strategy in strategies:
                alone = {name: strategy}
                places = self.whole.affected(name, alone)
                costs = self.whole.costs(alone, places)
                rivals = STRATEGIES[strategy].moves_child and len(claims[link.to.entity]) > 1
                parts = {place: costs[place] - empty[place] for place in places}
                parts |= {
                    place: min(0.0, parts[place]) for place in self._written_along(name, strategy) & places
                }
                sure = sum(parts.values())
                if rivals or together:
                    kept = {place for place in parts if self._goes_along(place, name, strategy)}
                    spared = sum(part if place in kept else min(0.0, part) for place, part in parts.items())
                    sure = max(min(0.0, sure), spared)
                added.append(sure)
            least[name] = min(added)
        return least

    def _written_along(self, name: str, strategy: str) -> set[int]:
        """The demands that write documents of an end, of which the other end's documents hold a part: that costs them what
        it takes beyond writing the document itself, so less, the more other relationships add to this."""
        row = STRATEGIES[strategy]
        if row.cost != "embed" or row.moves_child:
            return set()
        side, _ = self.whole.alone(name, strategy)
        entity = self.whole.links[name].end(opposite(side)).entity
        return {
            place
            for place, demand in enumerate(self.whole.demands)
            if demand.entity == entity and demand.kind in ("insert", "update")
        }

    def _goes_along(self, place: int, name: str, strategy: str) -> bool:
        """Whether a demand reads from the holder of a relationship to what it holds."""
        side, _ = self.whole.alone(name, strategy)
        return any(
            hop.relationship == name and hop.forward == (side == "from")
            for hop in self.whole.demands[place].hops
        )

    def _holders(self, entity: str, apart_from: str, claims: Mapping[str, set[str]]) -> set[str]:
        """An entity and all whose documents may hold it by other relationships."""
        holders, waiting = set[str](), [entity]
        while waiting:
            current = waiting.pop()
            if current not in holders:
                holders.add(current)
                waiting += [
                    self.whole.links[name].from_.entity for name in claims[current] if name != apart_from
                ]
        return holders

    def _claims(self) -> defaultdict[str, set[str]]:
        """By entity, the relationships that may be its home."""
        claims = defaultdict[str, set[str]](set)
        for name, link in self.whole.links.items():
            moves = any(STRATEGIES[choice].moves_child for choice in self.choices[name])
            if moves and link.to.entity != link.from_.entity:
                claims[link.to.entity].add(name)
        return claims

    def _groups(self) -> list[list[str]]:
        """The relationships that hang together, in file order."""
        group_of: dict[str, int] = {}
        groups: list[list[str]] = []
        for link in self.survey.model.links:
            met = sorted(
                {group_of[entity] for entity in (link.from_.entity, link.to.entity) if entity in group_of}
            )
            groups.append([name for place in met for name in groups[place]] + [link.name])
            for place in met:
                groups[place] = []
            here = len(groups) - 1
            for name in groups[here]:
                member = self.whole.links[name]
                group_of[member.from_.entity] = group_of[member.to.entity] = here
        return [group for group in groups if group]

    def composes(self, assignment: Mapping[str, str]) -> bool:
        """Whether the decisions stand together: no gate fires on whole documents, homes and ids."""
        return not clashes(
            self.survey, {name: self._decision(name, strategy) for name, strategy in assignment.items()}
        )

    def _decision(self, name: str, strategy: str) -> Decision:
        own = self.decisions[name]
        if strategy == own.strategy:
            return own
        if (name, strategy) not in self._decision_cache:
            chosen = choice(strategy, self.survey.case(name))
            self._decision_cache[name, strategy] = Decision(
                relationship=name,
                kind=own.kind,
                rule="cost",
                strategy=strategy,
                side=chosen.side,
                reason="part of the lowest-cost design",
                bound=chosen.bound,
                window=chosen.window,
            )
        return self._decision_cache[name, strategy]

    # --- the search -----------------------------------------------------------------------------

    def _in_full(self, group: list[str], best: dict[str, str]) -> None:
        """Every combination of a group, the cheapest first, up to one that composes: at the latest the
        rulebook's own. Of those that cost the same, the one that changes least."""
        entities = {
            end.entity for name in group for end in (self.whole.links[name].from_, self.whole.links[name].to)
        }
        places = {place for entity in entities for place in self.whole.near[entity]}
        lowest = sum(self.whole.costs(best, places).values()) * (1 - _LEAST)
        cheaper = []
        for combination in itertools.product(*(self.choices[name] for name in group)):
            assignment = dict(zip(group, combination, strict=True))
            cost = sum(self.whole.costs(best | assignment, places).values())
            if cost < lowest:
                others = sum(best[name] != strategy for name, strategy in assignment.items())
                cheaper.append((float(f"{cost:.9g}"), others, combination))
        for _, _, combination in sorted(cheaper):
            assignment = dict(zip(group, combination, strict=True))
            if self.composes(best | assignment):
                best.update(assignment)
                return

    def _step_by_step(self, group: list[str], best: dict[str, str]) -> None:
        """The best change of one relationship after the other, until none is left."""
        costs = self.whole.costs(best)
        for _ in range(SEARCH_ROUNDS):
            if sum(self._better(name, best, costs) for name in group) == 0:
                return

    def _better(self, name: str, best: dict[str, str], costs: dict[int, float]) -> bool:
        """Take the cheapest strategy of one relationship that composes with the others as they are. costs: of
        each demand with the best so far; it follows."""
        gains: dict[str, float] = {}
        then: dict[str, dict[int, float]] = {}
        for strategy in self.choices[name]:
            if strategy != best[name]:
                moved = best | {name: strategy}
                then[strategy] = self.whole.costs(moved, self.whole.affected(name, best, moved))
                gains[strategy] = sum(then[strategy].values()) - sum(costs[place] for place in then[strategy])
        for strategy, gain in sorted(gains.items(), key=lambda pair: (pair[1], pair[0])):
            if gain < -_LEAST and self.composes(best | {name: strategy}):
                best[name] = strategy
                costs.update(then[strategy])
                return True
        return False
