"""Formulas that no statement computes.

The value is stored, and nothing that the scripts do writes it: it is true until its parts change, and
stale from then on.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import given
from ..findings import Finding
from ..formulas import parse
from ..statements.written_paths import updated
from .base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Computed fields that are stored, and that no function of the scripts writes."""
    written = _written(seen)
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        if computed is None or parse(computed.formula) is None:
            continue
        places = {(spot.collection, spot.path) for spot in seen.placement.of_path(entity.name, path)}
        if places and not places & written:
            yield LINT.finding(
                f"{entity.name}.{path}",
                "no function of the scripts computes this formula",
                "let the application write it with what it follows from, or refer to fields of one relationship",
            )


def _written(seen: Inspection) -> set[tuple[str, str]]:
    """The collections and paths that updates and merges write."""
    found: set[tuple[str, str]] = set()
    for one in seen.plan.statements:
        sets = [{"$set": stage.get("$set", {})} for stage in one.pipeline or () if one.writes]
        found |= {(one.collection, path) for update in (one.update, sets) for path in updated(update)}
    return found


LINT = Lint(
    code="FORMULA_UNKEPT",
    slug="formula-unkept",
    name="FORMULA_UNKEPT",
    severity="info",
    title="A stored formula that nothing computes",
    source="design format, Formulas",
    check=check,
)
