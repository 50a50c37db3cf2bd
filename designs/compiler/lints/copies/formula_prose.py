"""Formulas that are prose: kept and shown, but nothing computes them.

A formula in the small language of designs becomes statements that keep the value true. Words are kept
for people, and the value is theirs to keep.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given
from ...model.formulas import FUNCTIONS, parse
from ...plan_model.findings import Finding
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Computed fields whose formula does not parse."""
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        if computed is not None and parse(computed.formula) is None:
            hint = f"write it with numbers, paths, + - * / and {', '.join(FUNCTIONS)}"
            yield LINT.finding(f"{entity.name}.{path}", "the formula is prose, so it is not computed", hint)


LINT = Lint(
    code="FORMULA_PROSE",
    slug="formula-prose",
    name="FORMULA_PROSE",
    severity="warning",
    title="A formula that cannot be computed",
    source="design format, Formulas",
    check=check,
)
