"""What a note says of how many writes a function is: notes are made before all that follows from a write is added."""

from __future__ import annotations

import re

from msgspec.structs import replace

from ...plan_model.physical import Statement
from ..context import ScriptFunction

_SEVERAL = 2
_ONE = re.compile(r": one (?:atomic )?write(?=[,.])(, (?!however))?")


def counting_writes(recipe: ScriptFunction) -> ScriptFunction:
    """Return the function whose note says that it is one write only where it is: no more writes, and no read of its
    own before it."""
    if sum(map(_calls, recipe.statements)) < _SEVERAL:
        return recipe
    first, *rest = recipe.statements
    if _ONE.search(first.comment):
        recipe.statements = [replace(first, comment=_ONE.sub(_put, first.comment)), *rest]
        recipe.note = _ONE.sub(_put, recipe.note)
    return recipe


def _calls(statement: Statement) -> bool:
    return not statement.unless


def _put(phrase: re.Match[str]) -> str:
    """Return what stands in the phrase's place: what comes behind it goes on after a colon."""
    return ": " if phrase.group(1) else ""
