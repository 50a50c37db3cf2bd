"""A design compiled as far as a test asks. Of the twelve milliseconds that a small one takes, its statements take five,
its findings four and its advice two."""

from __future__ import annotations

import os
from functools import cached_property

from designs import compiler
from designs.compiler.content_cache import collector_paused
from designs.compiler.model.conceptual import Model
from designs.compiler.pipeline import plan_design, with_advice, with_findings, with_forecasts, with_statements
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.decisions import Decision
from designs.compiler.plan_model.findings import Finding
from designs.compiler.plan_model.forecast_types import Forecast
from designs.compiler.plan_model.open_questions import OpenQuestion
from designs.compiler.plan_model.physical import Collection, Statement, Unwritten

AT_LENGTH = os.environ.get("NESTLINK_SOAK") == "1"


class InParts:
    """What ``compile_design`` returns, of which each part is made when it is first asked for, by the pipeline's own
    step. The design is decided and laid out at once; with NESTLINK_SOAK=1 all of it is made, whatever is asked."""

    def __init__(self, model: Model) -> None:
        self._planned = plan_design(model)
        laid_out = self._planned.compilation
        self.model, self.constants = laid_out.model, laid_out.constants
        self.composition, self.titles = laid_out.composition, laid_out.titles
        self.plan = PlanInParts(self, laid_out)
        if AT_LENGTH:
            assert self.whole.decisions == self.decisions

    @cached_property
    def with_statements(self) -> Compilation:
        with collector_paused():
            return with_statements(self._planned)

    @cached_property
    def with_forecasts(self) -> Compilation:
        return with_forecasts(self.with_statements, self._planned)

    @cached_property
    def with_advice(self) -> Compilation:
        return with_advice(self._planned.compilation, self._planned.composer)

    @cached_property
    def with_findings(self) -> Compilation:
        with collector_paused():
            return with_findings(self.with_forecasts, self._planned)

    @cached_property
    def whole(self) -> Compilation:
        """All of it, for who changes a part of it."""
        return with_advice(self.with_findings, self._planned.composer)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.with_findings.findings

    @property
    def forecasts(self) -> tuple[Forecast, ...]:
        return self.with_forecasts.forecasts

    @property
    def archives(self) -> tuple[Forecast, ...]:
        return self.with_forecasts.archives

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self.with_advice.decisions

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        return self.with_advice.questions

    @property
    def open_decisions(self) -> tuple[str, ...]:
        return self.with_advice.open_decisions


class PlanInParts:
    """The plan of such a compilation."""

    def __init__(self, whole: InParts, laid_out: Compilation) -> None:
        self._whole = whole
        self.design, self.database = laid_out.plan.design, laid_out.plan.database
        self.entity_overlays = laid_out.plan.entity_overlays

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self._whole.decisions

    @property
    def collections(self) -> tuple[Collection, ...]:
        return self._whole.with_statements.plan.collections

    @property
    def statements(self) -> tuple[Statement, ...]:
        return self._whole.with_statements.plan.statements

    @property
    def unwritten(self) -> tuple[Unwritten, ...]:
        return self._whole.with_statements.plan.unwritten


compile_design = InParts


def laid_out(model: Model) -> Compilation:
    """A design decided and laid out: all that its sample documents follow from."""
    return plan_design(model).compilation


def with_all_functions(compilation: InParts) -> Compilation:
    """The compilation without advice, whose scripts hold the functions, too, that no application needs."""
    return compiler.with_all_functions(compilation.with_findings)
