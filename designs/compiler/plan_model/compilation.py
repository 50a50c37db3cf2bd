"""What a design comes to: its plan, and all that was found out on the way. Every exporter reads it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ..model.conceptual import Field, Model
from ..model.constants import Constants
from .decisions import Composition, Decision, Overlay, relationship_titles
from .findings import Finding
from .forecast_types import Forecast
from .open_questions import OpenQuestion
from .physical import Collection, Statement, Unwritten, walk


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
    def titles(self) -> dict[str, str]:
        """What people call each relationship."""
        return relationship_titles(self.model.links)

    @property
    def open_decisions(self) -> tuple[str, ...]:
        """The relationships whose decisions an open question may change: that of the first question first."""
        return tuple(dict.fromkeys(name for question in self.questions for name in question.decisions))


def unique_within(collection: Collection, path: str) -> tuple[str, ...] | None:
    """Return the paths that a collection's unique index has beside a path: none where its value alone is kept unique,
    None where no index keeps it so. What tells versions apart doesn't count."""
    if path == "_id":
        return ()
    versions = {field.name for field in collection.fields if field.origin == "version"}
    unique = (index for index in collection.indexes if index.options.get("unique"))
    keys = (
        [key for key, _ in index.keys if key not in versions]
        for index in unique
        if not (index.declared and len(index.keys) > 1)
    )
    return min((tuple(key for key in of if key != path) for of in keys if path in of), key=len, default=None)


def lost_keys(plan: Plan) -> list[Field]:
    """Return the unique fields of the design whose values no index of their own documents keeps unique."""
    lost, kept = list[Field](), list[Field]()
    for collection in plan.collections:
        for located in walk(collection.fields) if not collection.revises else ():
            source = located.field.source
            if source is not None and located.field.origin == "own" and source.unique is True:
                is_kept = unique_within(collection, located.path) is not None
                (kept if is_kept else lost).append(source)
    return [field for field in lost if not any(field is other for other in kept)]


def with_all_functions(compilation: Compilation) -> Compilation:
    """Return the compilation whose scripts hold the functions, too, that no application needs."""
    statements = tuple(
        replace(statement, extra=False) if statement.extra else statement
        for statement in compilation.plan.statements
    )
    return replace(compilation, plan=replace(compilation.plan, statements=statements))
