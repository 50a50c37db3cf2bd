"""What a design comes to: its plan, and all that was found out on the way. Every exporter reads it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ..model.conceptual import Model
from ..model.constants import Constants
from .decisions import Composition, Decision, Overlay
from .findings import Finding
from .forecast_types import Forecast
from .open_questions import OpenQuestion
from .physical import Collection, Statement, Unwritten


class Plan(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """All that follows from a design. decisions: with holders and overlays filled in. unwritten: the functions that
    the design asks for and no script holds."""

    design: str
    database: str
    decisions: tuple[Decision, ...] = ()
    entity_overlays: tuple[Overlay, ...] = ()
    collections: tuple[Collection, ...] = ()
    statements: tuple[Statement, ...] = ()
    unwritten: tuple[Unwritten, ...] = ()


class Compilation(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A design with its plan and findings: what every exporter reads. forecasts: of a complete one,
    archives: of what documents are moved to there.
    questions: what the design leaves open and a decision hangs on, most first; of one with advice."""

    model: Model
    constants: Constants
    composition: Composition
    plan: Plan
    findings: tuple[Finding, ...] = ()
    forecasts: tuple[Forecast, ...] = ()
    archives: tuple[Forecast, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The plan's decisions, in file order."""
        return self.plan.decisions

    @property
    def open_decisions(self) -> tuple[str, ...]:
        """The relationships whose decisions an open question may change: that of the first question first."""
        return tuple(dict.fromkeys(name for question in self.questions for name in question.decisions))


def with_all_functions(compilation: Compilation) -> Compilation:
    """Return the compilation whose scripts hold the functions, too, that no application needs."""
    statements = tuple(
        replace(statement, extra=False) if statement.extra else statement
        for statement in compilation.plan.statements
    )
    return replace(compilation, plan=replace(compilation.plan, statements=statements))
