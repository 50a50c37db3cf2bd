"""Stored results whose upkeep the numbers speak against: another refresh, or none."""

from __future__ import annotations

from collections.abc import Iterator

from ...attributes.computed_refresh import APPROXIMATE, NEVER, ON_WRITE, PERIODIC, RefreshLoad
from ...model.conceptual import given
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number

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
        if wish and wish != refresh:
            yield LINT.finding(f"{entity.name}.{path}", _why(wish, load), _WISH[wish])


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
