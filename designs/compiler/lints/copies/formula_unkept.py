"""Formulas that no statement computes.

The value is stored, but no script writes it. It's correct only until its inputs change.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Computed, Entity, given
from ...model.field_walk import computed_fields
from ...model.formulas import parse
from ...placement.inherited_computed import follows_alone, generals_elsewhere, inherited_results
from ...plan_model.findings import Finding
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Stored computed fields that no generated function updates, and fields of a supertype that are never
    updated for one of its subtypes."""
    written = _written(seen)
    for entity, path, computed in _stored(seen):
        if parse(computed.formula) is None:
            continue
        places = {(spot.collection, spot.path) for spot in seen.placement.of_path(entity.name, path)}
        if places and not places & written:
            yield LINT.finding(
                f"{entity.name}.{path}",
                "No generated function updates this field.",
                "Update it in your application, or remove it and compute it when it is read.",
                unkept=True,
            )

    yield from _left_out(seen)


def _stored(seen: Inspection) -> Iterator[tuple[Entity, str, Computed]]:
    """The computed fields of all documents, those in lists too; then those that specials repeat."""
    for entity, path, field in seen.own_fields():
        if (computed := given(field.computed, None)) is not None:
            yield entity, path, computed
    for entity in seen.names.entities.values():
        for path, _, repeated in inherited_results(seen.placement, entity.name):
            yield entity, path, repeated


def _left_out(seen: Inspection) -> Iterator[Finding]:
    """Results over other documents, which refer to a general and not to its special elsewhere."""
    for entity in seen.names.entities.values():
        for general in generals_elsewhere(seen.placement, entity.name):
            for path, _, computed in computed_fields(general.own_fields):
                if parse(computed.formula) and not follows_alone(seen.placement, general.name, computed):
                    yield LINT.finding(
                        f"{general.name}.{path}",
                        f"No {seen.names.word(entity.name)} gets a value: it's stored separately from the "
                        f"{general.name} documents that the source documents reference.",
                        "Store both subtypes together, or relate the other entities to the subtype.",
                    )


def _written(seen: Inspection) -> set[tuple[str, str]]:
    """The collections and paths that updates and merges write."""
    return {
        (statement.collection, path) for statement in seen.plan.statements for path, _ in statement.written
    }


LINT = Lint(
    code="FORMULA_UNKEPT",
    slug="formula-unkept",
    name="FORMULA_UNKEPT",
    severity="warning",
    title="Stored formula is never updated",
    source="design format, Formulas",
    check=check,
)
