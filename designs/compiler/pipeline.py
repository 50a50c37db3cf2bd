"""The map of the house: how a design becomes a plan, one step after the other, and all else that is asked of
a design. What a step is made of is elsewhere; in which order the steps go is said here alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from . import lints, operations
from .attributes.attribute_groups import Attributes
from .composition import fixpoint
from .content_cache import collector_paused, once
from .model.conceptual import Model, given
from .model.constants import constants_of
from .model.field_walk import names_absent_values
from .names.naming import Names, file_names
from .names.paths import Paths
from .placement.path_locator import Placement
from .plan import document_size, forecast, indexes, validators
from .plan.patterns import PATTERNS
from .plan.plan_builder import PlanDraft
from .plan_model.compilation import Compilation, Plan
from .plan_model.decisions import Composition, Decision
from .plan_model.physical import Collection, Statement, content_of
from .rules import copies, deciding, questions
from .sensitivity import advice
from .workload.inputs import Survey

if TYPE_CHECKING:
    from .composition.conflicts import Clash
    from .cost.variants import Load, Ways
    from .cost.whole_search import Cheapest
    from .plan_model.open_questions import OpenQuestion


class Planned(NamedTuple):
    """A design half way: decided and laid out, without statements and findings, and what the second
    half and the advice need."""

    compilation: Compilation
    placement: Placement
    names: Names
    paths: Paths
    composer: fixpoint.Composer


class Groundwork(NamedTuple):
    """What is derived from a design before anything is decided."""

    names: Names
    paths: Paths
    attributes: Attributes
    survey: Survey

    def placed(self, composition: Composition) -> Placement:
        """Return where everything stands, by what was decided."""
        model = self.survey.model
        return Placement.composed(model, self.names, self.paths, composition, self.survey, self.attributes)


def groundwork(model: Model) -> Groundwork:
    """Return the names, the paths, the arrays of attributes and the inputs of a design."""
    if names_absent_values(model):
        from .model.absent_values import with_null_allowed  # few designs speak of it

        model = with_null_allowed(model)
    if any(operation.finds_unsaid for operation in model.workload):
        from .model.unstated_filters import with_one_document_each  # most designs state each

        model = with_one_document_each(model)
    if any(link.kind == "one-to-one" and given(link.from_.count.min, 0) < 1 for link in model.links):
        from .names.turned_ends import with_references_where_changed  # a part refers to its whole

        model = with_references_where_changed(model)
    names = Names(model)
    paths = Paths(names)
    attributes = Attributes(model, paths)
    survey = deciding.survey(model, names, constants_of(given(model.constants, None)), attributes)
    return Groundwork(names, paths, attributes, survey)


# --- the plan -----------------------------------------------------------------------------------


@collector_paused()
def plan_design(model: Model) -> Planned:
    """The first half, which is the quicker one: what an editor shows while somebody draws."""
    ground = groundwork(model)
    while True:
        composer = fixpoint.settled(ground.survey)
        placement = ground.placed(fixpoint.composed(composer))
        draft = _drafted(placement)
        collections = _collections(draft)
        unpaid = _unpaid(draft, collections) - ground.survey.unpaid
        if not unpaid:  # what the documents weigh says it, and leaving copies out makes them no heavier
            break
        ground.survey.unpaid |= unpaid
    return Planned(_compilation(draft, collections), placement, ground.names, ground.paths, composer)


@collector_paused()
def complete(planned: Planned) -> Compilation:
    """The second half: statements, every finding, and how the collections grow."""
    return with_findings(with_forecasts(with_statements(planned), planned), planned)


def with_statements(planned: Planned) -> Compilation:
    """A design's first half with its statements, and with what they make each index cost."""
    compilation, placement, names, paths, _ = planned
    built, unwritten = operations.build(compilation, placement, names, paths)
    collections = indexes.with_costs(placement, compilation.plan.collections, built)
    notes = {
        f"{collection.name}.index.{index.name}": index.why
        for collection in collections
        for index in collection.indexes
    }
    statements = tuple(_lasting(_noted(statement, notes)) for statement in built)
    plan = msgspec.structs.replace(
        compilation.plan, collections=collections, statements=statements, unwritten=unwritten
    )
    return msgspec.structs.replace(compilation, plan=plan)


def with_forecasts(compilation: Compilation, planned: Planned) -> Compilation:
    """A compilation that has its statements, with how its collections grow."""
    grown = forecast.forecasts(compilation, planned.placement.survey)
    archives = forecast.archive_forecasts(compilation, planned.placement.survey, grown)
    return msgspec.structs.replace(compilation, forecasts=grown, archives=archives)


def with_findings(compilation: Compilation, planned: Planned) -> Compilation:
    """A compilation that has its statements and forecasts, with what there is to say of it."""
    return msgspec.structs.replace(compilation, findings=lints.run(compilation, planned.placement))


@collector_paused()
def compile_design(model: Model, *, advised: bool = True) -> Compilation:
    """Everything that follows from a design that was read without a fault. advised: whether to tell what its
    decisions cost and what would flip them."""
    planned = plan_design(model)
    compilation = complete(planned)
    return with_advice(compilation, planned.composer) if advised else compilation


@collector_paused()
def with_advice(compilation: Compilation, composer: fixpoint.Composer | None = None) -> Compilation:
    """The compilation with the cost of each decision and of what it rejected, and with its flips.
    composer: what its decisions were made by, where that is still at hand."""
    return advice.with_advice(compilation, composer or _settled(compilation.model))


# --- what else is asked of a design -------------------------------------------------------------


def advise(model: Model, wanted: Iterable[str] | None = None) -> dict[str, advice.Advice]:
    """Return the advice on each relationship of a design that was read without a fault, by its name.
    wanted: names to look at, all where absent; one that is not there is left out."""
    return advice.advise(_settled(model), wanted)


def open_questions(model: Model) -> tuple[OpenQuestion, ...]:
    """Return what a design leaves open and a decision hangs on, the question that would change most first. A
    compilation with advice has them already, as ``questions``."""
    return advice.questions(_settled(model))


def opinions(model: Model) -> dict[str, tuple[questions.Answer, ...]]:
    """Return the answers to the eleven questions about each relationship to which they are put, by its name."""
    return questions.opinions(groundwork(model).survey)


def ways_of(model: Model) -> tuple[Ways, ...]:
    """Return by what each relationship of a design could be stored, in file order."""
    from .cost import variants  # not for every plan

    return variants.ways_of(_settled(model))


def loads(compilation: Compilation) -> tuple[Load, ...]:
    """Return a design's workload under its decisions, taken together."""
    from .cost import variants

    return variants.loads(compilation, groundwork(compilation.model).survey)


def clashing(compilation: Compilation) -> tuple[Clash, ...]:
    """Return what does not stand together, the designer's own choices held against the gates as well."""
    from .cost import variants

    return variants.clashing(compilation, groundwork(compilation.model).survey)


def cheapest(model: Model) -> Cheapest:
    """Return the rulebook's whole design beside the cheapest that can be found."""
    from .cost import whole_search

    return whole_search.cheapest(_settled(model))


def _settled(model: Model) -> fixpoint.Composer:
    return fixpoint.settled(groundwork(model).survey)


# --- the steps ----------------------------------------------------------------------------------


def _drafted(placement: Placement) -> PlanDraft:
    draft = PlanDraft(placement)
    for pattern in PATTERNS:
        pattern.apply(draft)
    return draft


def _collections(draft: PlanDraft) -> tuple[Collection, ...]:
    collections = draft.freeze(file_names(draft.shelves))
    collections = indexes.derive(draft.model, draft.placement, collections)
    exact = given(draft.model.exact, False)

    @cache
    def decimals() -> frozenset[int]:
        from .plan.decimal_results import made_decimal

        return made_decimal(Paths(draft.names))

    return tuple(
        msgspec.structs.replace(
            collection,
            validator=validators.validator_of(collection, exact=exact, decimals=decimals),
            bytes=document_size.weigh(collection, draft.survey),
        )
        for collection in collections
    )


def _unpaid(draft: PlanDraft, collections: tuple[Collection, ...]) -> set[tuple[str, str, str]]:
    """Return the copies that are made and do not pay, by relationship, side and field."""
    sizes = {collection.name: float(collection.bytes.today) for collection in collections if collection.bytes}
    refused: set[tuple[str, str, str]] = set()
    for name, decision in draft.composition.decisions.items():
        if draft.overlays[name]:
            refused |= copies.unpaid(draft.survey.case(name), decision, _rewritten(name, draft, sizes))
    return refused


def _compilation(draft: PlanDraft, collections: tuple[Collection, ...]) -> Compilation:
    sizes = {collection.name: float(collection.bytes.today) for collection in collections if collection.bytes}
    decisions = {
        name: _placed(decision, draft, sizes) for name, decision in draft.composition.decisions.items()
    }
    composition: Composition = msgspec.structs.replace(draft.composition, decisions=decisions)
    plan = Plan(
        design=draft.model.name,
        database=draft.model.database,
        decisions=tuple(decisions[link.name] for link in draft.model.links),
        entity_overlays=tuple(draft.entity_overlays),
        collections=collections,
    )
    return Compilation(
        model=draft.model, constants=draft.survey.constants, composition=composition, plan=plan
    )


def _placed(decision: Decision, draft: PlanDraft, sizes: dict[str, float]) -> Decision:
    name = decision.relationship
    overlays, caveats = tuple(draft.overlays[name]), decision.caveats
    in_short: tuple[tuple[str, str], ...] = ()
    if overlays:
        in_short = copies.burdens(draft.survey.case(name), decision, _rewritten(name, draft, sizes))
    caveats += (*(sentence for sentence, _ in in_short), *draft.caveats[name])
    return msgspec.structs.replace(
        decision, holders=tuple(draft.holders[name]), overlays=overlays, caveats=caveats, in_short=in_short
    )


def _rewritten(name: str, draft: PlanDraft, sizes: dict[str, float]) -> dict[tuple[str, str], float]:
    """By side and field of each copy of a relationship: the bytes of the largest document that holds it."""
    relationship = draft.names.relationships[name]
    return {
        (placed.copy.of, placed.copy.field): max(
            (sizes.get(spot.collection, 0.0) for spot in placed.spots), default=0.0
        )
        for side in ("from", "to")
        for placed in draft.placement.copies(relationship, side)
    }


def _noted(statement: Statement, notes: dict[str, str]) -> Statement:
    """A statement that makes an index says what the index is for, and what all statements together make it cost."""
    if statement.op != "createIndex" or statement.id not in notes:
        return statement
    return msgspec.structs.replace(statement, comment=notes[statement.id])


def _lasting(statement: Statement) -> Statement:
    """The same object for the same statement, so that what was found out about it lasts."""
    return once("statement", lambda: content_of(statement), lambda: statement, lambda _: 1000)
