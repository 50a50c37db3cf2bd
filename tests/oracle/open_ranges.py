"""Ranges of which a call says one end: of what it leaves out, nothing is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from designs.compiler.exporters.mongosh.lacking.absences import StoredParams
from designs.compiler.exporters.mongosh.lacking.missing_values import missing_values
from designs.compiler.model.conceptual import Match, stated
from tests.oracle.effects import bare
from tests.oracle.scenario import Stage

Asked = list[tuple[Match, Any]]


def with_open_ends(stage: Stage, asked: Sequence[tuple[Match, Any]]) -> Asked:
    """Return what is asked for, now and then without an end of a range, unless the function demands both."""
    return [(_opened(stage, match, value), value) for match, value in asked]


def _opened(stage: Stage, match: Match, value: Any) -> Match:
    is_fixed = any(map(stated, (match.value, match.at_least, match.at_most)))
    if match.how != "range" or is_fixed or value is None or isinstance(value, list):
        return match
    ends = [_end(stage, word, match) for word in ("least", "most")]
    demanded = missing_values(StoredParams(stage.compilation), stage.function.statements).given
    if not all(ends) or any(end in demanded for end in ends):
        return match
    left_out = stage.dice.choice(("", *ends))
    if not left_out:
        return match
    stage.given[left_out], stage.unsaid = None, (*stage.unsaid, left_out)
    return replace(match, at_most=value) if left_out == ends[0] else replace(match, at_least=value)


def _end(stage: Stage, word: str, match: Match) -> str:
    """Return the parameter that is an end of a range, "" where several may be."""
    wanted = (f"{word}{bare(match.field)}", f"{word}{bare(match.field.rpartition('.')[2])}")
    named = [name for name in stage.function.params if bare(name) in wanted]
    return named[0] if len(named) == 1 else ""
