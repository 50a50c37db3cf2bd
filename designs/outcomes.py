"""Stored designs compiled for pages, with what lists show of them stored on the way.

Who compiles the newest text of a design comes here, so that lists compile nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from designs import store
from designs.access import Opened
from designs.delivery.compiled import compiled_design
from designs.delivery.compiled.compiled_design import Compiled, DesignRefused, Refused
from designs.delivery.handbook.entry_examples import names_in
from designs.delivery.output.thumbnail import EMPTY, thumbnail


def opened(design: Opened) -> Compiled:
    """Return the compilation for a page of a design. Raise DesignRefused with the faults, a page too."""
    return _shown(design, compiled_design.compiled(design.text))


def looked_at(design: Opened) -> Compiled:
    """As `opened`, for what says nothing of costs and flips: their advice may be missing."""
    cached = compiled_design.remembered(design.text)
    return _shown(design, cached) if isinstance(cached, Compiled) else opened(design)


def _shown(design: Opened, result: Compiled | Refused) -> Compiled:
    keep(design.row, result)
    if isinstance(result, Refused):
        raise DesignRefused(result.faults)
    return result


def keep(row: Any, result: Compiled | Refused) -> None:
    """Store what lists show of a design's row, compiled just now, unless it is stored already."""
    if not store.is_current(row):
        store.keep_outcome(row, facts_of(result))


def facts_of(result: Compiled | Refused) -> store.Facts:
    """Return what lists show of a compilation that has its plan."""
    if isinstance(result, Refused):
        return store.Facts(
            faults=len(result.faults), light=thumbnail(EMPTY, dark=False), dark=thumbnail(EMPTY, dark=True)
        )
    plan = result.plan
    counts = Counter(finding["severity"] for finding in plan["findings"])
    return store.Facts(
        errors=counts["error"],
        warnings=counts["warning"],
        remarks=counts["info"],
        collections=len(plan["collections"]),
        decisions=len(plan["decisions"]),
        names="\n".join(("", *sorted(names_in(plan)), "")),
        light=thumbnail(plan, dark=False),
        dark=thumbnail(plan, dark=True),
    )


@dataclass(frozen=True)
class Glance:
    """What a list shows of a design. None: nothing was ever compiled. current: of its newest revision."""

    facts: store.Facts | None
    current: bool


def glance(row: Any) -> Glance:
    """Return what a list that asks for one design apart shows of it: stored, or else compiled now.

    The newest that is stored, however old, where the last attempt to compile this revision came to nothing.
    """
    if store.is_current(row) or store.has_failed(row):
        return Glance(store.facts_in(row), store.is_current(row))
    store.begin_outcome(row)
    facts = facts_of(compiled_design.glanced_at(row.text.encode()))
    store.keep_outcome(row, facts)
    return Glance(facts, current=True)


def bring_up_to_date(slug: str) -> None:
    """Compile the design of an address, if its stored result is not that of its newest revision."""
    try:
        row = store.load(slug)
    except ObjectDoesNotExist:
        return
    if not store.is_current(row):
        keep(row, compiled_design.glanced_at(row.text.encode()))
