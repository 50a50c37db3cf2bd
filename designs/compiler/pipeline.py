"""The map of the house: how a design becomes a plan, one step after the other."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from . import lints, operations
from .attributes.attribute_groups import Attributes
from .composition import fixpoint
from .content_cache import once
from .model.conceptual import Model, given
from .model.constants import Constants, constants_of
from .names.naming import Names, file_names
from .names.paths import Paths
from .placement.path_locator import Placement
from .plan import document_size, forecast, indexes, validators
from .plan.patterns import PATTERNS
from .plan.plan_builder import PlanDraft
from .plan_model.compilation import Compilation, Plan
from .plan_model.decisions import Composition, Decision
from .plan_model.physical import Collection, Statement, content_of
from .rules import copies, surveys


class Planned(NamedTuple):
    """A design half way: decided and laid out, without statements and findings, and what the second
    half and the advice need."""

    compilation: Compilation
    placement: Placement
    names: Names
    paths: Paths
    composer: fixpoint.Composer


def plan_design(model: Model) -> Planned:
    """The first half, which is the quicker one: what an editor shows while somebody draws."""
    names = Names(model)
    paths = Paths(names)
    constants = constants_of(given(model.constants, None))
    attributes = Attributes(model, paths)
    survey = surveys.survey(model, names, constants, attributes)
    composer = fixpoint.settled(survey)
    composition = fixpoint.composed(composer)
    placement = Placement.composed(model, names, paths, composition, survey, attributes)
    draft = _drafted(placement)
    collections = _collections(draft)
    return Planned(_compilation(draft, constants, collections), placement, names, paths, composer)


def complete(planned: Planned) -> Compilation:
    """The second half: statements, every finding, and how the collections grow."""
    compilation, placement, names, paths, _ = planned
    compilation = _with_statements(compilation, placement, names, paths)
    found = lints.run(compilation, placement)
    grown = forecast.forecasts(compilation, placement.survey)
    return msgspec.structs.replace(compilation, findings=found, forecasts=grown)


def _drafted(placement: Placement) -> PlanDraft:
    draft = PlanDraft(placement)
    for pattern in PATTERNS:
        pattern.apply(draft)
    return draft


def _collections(draft: PlanDraft) -> tuple[Collection, ...]:
    made = draft.freeze(file_names(draft.shelves))
    made = indexes.derive(draft.model, draft.placement, made)
    return tuple(
        msgspec.structs.replace(
            one, validator=validators.validator_of(one), bytes=document_size.weigh(one, draft.survey)
        )
        for one in made
    )


def _compilation(draft: PlanDraft, constants: Constants, collections: tuple[Collection, ...]) -> Compilation:
    sizes = {one.name: float(one.bytes.today) for one in collections if one.bytes}
    decisions = {name: _placed(one, draft, sizes) for name, one in draft.composition.decisions.items()}
    composition: Composition = msgspec.structs.replace(draft.composition, decisions=decisions)
    plan = Plan(
        design=draft.model.name,
        database=draft.model.database,
        decisions=tuple(decisions[one.name] for one in draft.model.links),
        entity_overlays=tuple(draft.entity_overlays),
        collections=collections,
    )
    return Compilation(model=draft.model, constants=constants, composition=composition, plan=plan)


def _placed(decision: Decision, draft: PlanDraft, sizes: dict[str, float]) -> Decision:
    name = decision.relationship
    overlays, caveats = tuple(draft.overlays[name]), decision.caveats
    if overlays:
        caveats += copies.burdens(draft.survey.case(name), decision, _rewritten(name, draft, sizes))
    caveats += tuple(draft.caveats[name])
    return msgspec.structs.replace(
        decision, holders=tuple(draft.holders[name]), overlays=overlays, caveats=caveats
    )


def _rewritten(name: str, draft: PlanDraft, sizes: dict[str, float]) -> dict[tuple[str, str], float]:
    """By side and field of each copy of a relationship: the bytes of the largest document that holds it."""
    relationship = draft.names.relationships[name]
    return {
        (one.copy.of, one.copy.field): max(
            (sizes.get(spot.collection, 0.0) for spot in one.spots), default=0.0
        )
        for side in ("from", "to")
        for one in draft.placement.copies(relationship, side)
    }


def _with_statements(
    compilation: Compilation, placement: Placement, names: Names, paths: Paths
) -> Compilation:
    made = tuple(_lasting(one) for one in operations.build(compilation, placement, names, paths))
    return msgspec.structs.replace(
        compilation, plan=msgspec.structs.replace(compilation.plan, statements=made)
    )


def _lasting(statement: Statement) -> Statement:
    """The same object for the same statement, so that what was found out about it lasts."""
    return once("statement", lambda: content_of(statement), lambda: statement, lambda _: 1000)
