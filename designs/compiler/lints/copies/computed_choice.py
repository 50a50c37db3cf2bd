"""Stored results whose upkeep the numbers speak against: another refresh, or none."""

from __future__ import annotations

from collections.abc import Iterator

from ...attributes.computed_refresh import APPROXIMATE, NEVER, ON_WRITE, PERIODIC, RefreshLoad
from ...model.conceptual import Computed, given
from ...model.formulas import Binary, Call, Expression, Number, PathRef, parse
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number

_MANY = 1_000_000
"""Documents a day that are read to count them anew from where on it is a warning: a dozen a second."""
_WISH = {
    ON_WRITE: "keep it on each write",
    PERIODIC: "refresh it from time to time",
    APPROXIMATE: "count it roughly, if that is exact enough",
    NEVER: "compute it when it is read",
}


def check(seen: Inspection) -> Iterator[Finding]:
    """Computed fields of which the declared refresh, or storing them at all, costs more than it saves."""
    upkeep = seen.placement.upkeep
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        if computed is None:
            continue
        wish, load = upkeep.chosen(entity.name, computed), upkeep.load(entity.name, computed)
        refresh = given(computed.refresh, "") or upkeep.refresh(entity.name, computed)
        if load is None or (wish == PERIODIC and refresh == ON_WRITE and _is_light(load)):
            continue
        recounted = round(_recounted(load)) if refresh == ON_WRITE else 0
        if recounted >= _MANY:
            subject, instead = f"{entity.name}.{path}", _instead(computed, wish)
            yield LINT.finding(subject, _how_dear(load), instead, "warning", read_a_day=recounted)
        elif wish and wish != refresh:
            yield LINT.finding(f"{entity.name}.{path}", _why(wish, load), _WISH[wish])


def _recounted(load: RefreshLoad) -> float:
    """Return how many documents a day are read to work it out anew at each write, none where a change moves it by the
    difference."""
    return 0.0 if load.moves else (load.writes or 0.0) * load.scanned


def _how_dear(load: RefreshLoad) -> str:
    total, each = number(round(_recounted(load))), number(round(load.scanned))
    unsure = " (assumed: state how many)" if load.is_guess else ""
    return f"each of {number(round(load.writes or 0))} writes a day reads about {each} documents{unsure} to count them anew: {total} a day"


def _instead(computed: Computed, wish: str) -> str:
    """Return what to do: what sums and counts make is kept beside these, which move by the difference."""
    made_of = list(dict.fromkeys(_sums_and_counts(parse(computed.formula))))
    other = _WISH[wish if wish in (NEVER, APPROXIMATE) else PERIODIC]
    if not made_of:
        return other
    fields = " and ".join(made_of)
    return f"store {fields} as fields of their own, which each write moves by the difference, and let it follow from these; else {other}"


def _sums_and_counts(formula: Expression | None) -> list[str]:
    """Return the sums and counts that a formula is made of; none where it is made of anything else."""
    if isinstance(formula, Binary):
        sides = [
            _sums_and_counts(side) for side in (formula.left, formula.right) if not isinstance(side, Number)
        ]
        return [each for side in sides for each in side] if all(sides) else []
    if isinstance(formula, Call) and formula.name == "round":
        return _sums_and_counts(formula.arguments[0])
    if not isinstance(formula, Call) or formula.name not in ("sum", "count") or len(formula.arguments) != 1:
        return []
    inner = formula.arguments[0]
    return [f"{formula.name}({inner.path})"] if isinstance(inner, PathRef) else []


def _is_light(load: RefreshLoad) -> bool:
    """Return whether each change moves the result by the difference, which looks at no other document, and more readings
    than changes profit: stock on hand that is older than that sells what is gone."""
    return load.moves and load.ratio is not None and load.ratio >= 1


def _why(wish: str, load: RefreshLoad) -> str:
    if wish == APPROXIMATE:
        return f"each document that holds it would be written {number(round(load.busy))} times a second"
    reads, writes = round(load.reads or 0), round(load.writes or 0)
    cost = f"read {_times(reads)} a day, and what it follows from is written {_times(writes)} a day"
    scanned = (
        f"about {number(round(load.scanned))}"
        if load.scanned >= 1.5
        else "hardly more than one"
        if load.scanned >= 1
        else "less than one"
    )
    documents = "documents" if load.scanned >= 1.5 else "document"
    unsure = " (assumed: state how many, or both counts)" if load.is_guess else ""
    return f"{cost}; one reading would look at {scanned} {documents}{unsure}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{number(count)} times" if count else "less than once"


LINT = Lint(
    code="COMPUTED_CHOICE",
    slug="computed-choice",
    name="COMPUTED_CHOICE",
    severity="info",
    title="A stored result that is kept in another way than its use speaks for",
    source="Building with Patterns: computed and approximation patterns",
    check=check,
)
